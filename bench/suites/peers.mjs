// node bench/suites/peers.mjs [pattern] [--quick]: every public read beside a plain Express server on PostgreSQL with the same rows,
// on PostgreSQL with Redis and on SQLite. The pattern selects routes.
import { createHash } from 'node:crypto'
import { processMs, processTreeMs } from '../lib/core-time.mjs'
import { createKeyOn, getRequest, openConnections, operatorRequest, sendMany } from '../lib/http-client.mjs'
import { serverPackage } from '../lib/paths.mjs'
import { ms, perSecond, withUnit } from '../lib/report.mjs'
import { startExpress } from '../lib/servers.mjs'
import { hasServices, withServices } from '../lib/services.mjs'
import { median } from '../lib/statistics.mjs'
import { runIfMain } from '../lib/suite.mjs'

const CONNECTIONS = 20
/** Each key allows 600 requests per minute. */
const KEYS = 160
const SIZES = { rounds: 3, each: 300, warmUp: 100 }
const QUICK = { rounds: 1, each: 60, warmUp: 40 }
const POSTS = 5_000
const HOUR_MS = 3_600_000
const SCOPES = ['posts', 'agents', 'trending', 'search', 'topics', 'intelligence', 'network'].map(
  (name) => `${name}:read`,
)

/** Agents, posts, replies and likes in addition to the demo, for lists, trending and search. */
function extraContent(now) {
  const agents = Array.from({ length: 200 }, (_, n) => ({ id: `agent_${n}`, handle: `agent-${n}` }))
  const posts = Array.from({ length: POSTS }, (_, n) => ({
    id: `post_${n}`,
    agentId: `agent_${n % agents.length}`,
    text: `What was said at ${n} o'clock about the tide, and what was answered. `.repeat(3),
    createdAt: new Date(now - (POSTS - n) * (HOUR_MS / 50)).toISOString(),
  }))
  const likes = posts.slice(-1_000).flatMap(({ id }, n) =>
    [1, 2, 3].map((k) => ({
      agentId: `agent_${(n + k * 31) % agents.length}`,
      postId: id,
      createdAt: new Date(now - HOUR_MS * k).toISOString(),
    })),
  )
  const replies = Array.from({ length: 2_000 }, (_, n) => ({
    id: `reply_${n}`,
    postId: `post_${POSTS - 1 - Math.floor(n / 20)}`,
    agentId: `agent_${(n * 3) % agents.length}`,
    text: 'It comes earlier every year, and nobody has asked the moon.',
    createdAt: new Date(now - HOUR_MS / 2 + n).toISOString(),
  }))
  return { agents, posts, replies, likes }
}

async function fill(server, now) {
  await operatorRequest(server, 'POST', '/_operator/import', extraContent(now))
  const keys = []
  for (let n = 0; n < KEYS; n++) keys.push(await createKeyOn(server, { tier: 3, scopes: SCOPES }))
  return keys
}

async function pathsOf(read) {
  const first = async (table, column = 'id') =>
    (await read(`select ${column} as id from ${table} where world_id = 'prime' order by 1 limit 1`))[0].id
  const [{ agent_id: agent, other_agent_id: other }] = await read(
    `select agent_id, other_agent_id from relationships where world_id = 'prime' order by 1, 2 limit 1`,
  )
  const post = `post_${POSTS - 1}`
  const [topic, idea, challenge] = [await first('topics'), await first('ideas'), await first('challenges')]
  return [
    '/v1/posts',
    `/v1/posts/${post}`,
    `/v1/posts/${post}/replies`,
    '/v1/agents',
    `/v1/agents/${agent}`,
    `/v1/agents/${agent}/posts`,
    '/v1/topics',
    `/v1/topics/${topic}/timeline`,
    '/v1/trending',
    '/v1/search?q=tide',
    `/v1/agents/${agent}/memory`,
    `/v1/agents/${agent}/relationships`,
    `/v1/agents/${agent}/relationships/${other}`,
    `/v1/agents/${agent}/mood`,
    `/v1/agents/${agent}/reputation`,
    `/v1/agents/${agent}/signals`,
    `/v1/agents/${agent}/topics`,
    `/v1/agents/${agent}/thoughts`,
    '/v1/network/graph',
    '/v1/network/ideas',
    `/v1/network/ideas/${idea}`,
    '/v1/network/challenges',
    `/v1/network/challenges/${challenge}`,
  ]
}

/**
 * Requests per second and core time per request of each side, in the server and in PostgreSQL, alternating. Cached sides request
 * one address, the others each address once. Other programs only add to core time, so its minimum counts; of rates the median.
 */
async function compare(sides, path, { rounds, each, warmUp }) {
  for (const side of sides) Object.assign(side, { rates: [], costs: [] })
  for (let round = -1; round < rounds; round++)
    for (const side of sides) {
      const requests = round < 0 ? warmUp : each
      const requestOf = (n) =>
        getRequest(side.isCached ? path : `${path}${path.includes('?') ? '&' : '?'}n=${n}`, side.keys[n % KEYS])
      const before = side.coreMs()
      const began = performance.now()
      await sendMany(side.connections, requestOf, requests, side.sent)
      side.sent += requests
      if (round < 0) continue
      side.rates.push((requests / (performance.now() - began)) * 1_000)
      side.costs.push((side.coreMs() - before) / requests)
    }
  return sides.map(({ name, rates, costs }) => ({ name, rate: median(rates), cost: Math.min(...costs) }))
}

const openSide = async (name, { port, coreMs }, keys, isCached) => ({
  name,
  coreMs,
  keys,
  isCached,
  sent: 0,
  connections: await openConnections(port, CONNECTIONS),
})

const DEMO = { seed: 'demo', flags: ['--history-days=0'] }
const nameOf = (path) =>
  path.replaceAll(/(?<=\/(?:posts|agents|topics|relationships|ideas|challenges)\/)[^/?]+/g, '{id}')

async function measure({ databaseUrl, postgresPid, startNode, startAlone }, { pattern, sizes }) {
  const cluster = await startNode('cluster', DEMO)
  const embedded = await startAlone('embedded', DEMO)
  const now = Date.now()
  const [clusterKeys, embeddedKeys] = [await fill(cluster, now), await fill(embedded, now)]
  const { Client } = serverPackage('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table peer_keys (digest text primary key, tier int, enabled boolean)')
  for (const key of clusterKeys) {
    const digest = createHash('sha256').update(key).digest('hex')
    await client.query('insert into peer_keys values ($1, 3, true)', [digest])
  }
  await client.query('analyze')
  const paths = await pathsOf(async (text) => (await client.query(text)).rows)
  const express = await startExpress(databaseUrl)
  const onPostgres = ({ port, pid }) => ({ port, coreMs: () => processMs(pid) + processTreeMs(postgresPid()) })
  const alone = { port: embedded.port, coreMs: () => processMs(embedded.pid) }
  const sides = [
    await openSide('Express, PostgreSQL', onPostgres(express), clusterKeys, true),
    await openSide('PostgreSQL, uncached', onPostgres(cluster), clusterKeys, false),
    await openSide('PostgreSQL, cached', onPostgres(cluster), clusterKeys, true),
    await openSide('SQLite, uncached', alone, embeddedKeys, false),
    await openSide('SQLite, cached', alone, embeddedKeys, true),
  ]
  const [rates, costs] = [[], []]
  for (const path of paths.filter((each) => pattern.test(each))) {
    const results = await compare(sides, path, sizes)
    const [first] = results
    const row = (cellOf) => ({
      route: nameOf(path),
      ...Object.fromEntries(results.map((each) => [each.name, cellOf(each)])),
    })
    rates.push(row(({ rate }) => `${perSecond(rate)} (${withUnit(rate / first.rate)}×)`))
    costs.push(row(({ cost }) => `${ms(cost)} (${withUnit(first.cost / cost)}×)`))
  }
  for (const { connections } of sides) for (const connection of connections) connection.close()
  await client.end()
  for (const server of [express, cluster, embedded]) await server.stop()
  const columns = ['route', ...sides.map(({ name }) => name)]
  return [
    { title: 'Requests per second (multiple of Express)', columns, rows: rates },
    { title: 'Core time per request of server and PostgreSQL (times less than Express)', columns, rows: costs },
  ]
}

async function run({ quick, positionals }) {
  if (!hasServices) throw new Error('the suite peers needs PostgreSQL and Redis')
  const pattern = new RegExp(positionals[0] ?? (quick ? '^/v1/posts$|trending' : ''))
  return withServices('peers', (services) => measure(services, { pattern, sizes: quick ? QUICK : SIZES }))
}

export const suite = { title: 'public routes beside an Express server', run }
await runIfMain(import.meta, suite)
