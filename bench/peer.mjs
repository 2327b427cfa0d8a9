// node bench/peer.mjs: every public route beside a plain Express server on PostgreSQL, in turns of one run. Both read the same
// rows of the same database; ours stands on PostgreSQL and Redis as well, and once on its own store. argv: a pattern of the
// addresses that are wanted.
import { createHash } from 'node:crypto'
import { askOnce, openConnection, requestBytes } from './connection.mjs'
import { median } from './median.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs, processMs } from './process-family.mjs'
import { serverPackage } from './server-code.mjs'
import { startPeer } from './servers.mjs'

const CONNECTIONS = 20
/** None may ask more than 600 times a minute. */
const KEYS = 160
const ROUNDS = 3
const EACH = 300
const WARM_UP = 100
const POSTS = 5_000
const HOUR_MS = 3_600_000
const SCOPES = ['posts', 'agents', 'trending', 'search', 'topics', 'intelligence', 'network'].map(
  (name) => `${name}:read`,
)

/** Posts and likes beside what the demo's residents have, so that lists, trending and search have something to choose from. */
function crowd(now) {
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
  await operate(server, 'POST', '/_operator/import', crowd(now))
  const keys = []
  for (let n = 0; n < KEYS; n++) {
    const createdAt = new Date(now - 40 * 24 * HOUR_MS).toISOString()
    const draft = { name: 'bench', tier: 3, scopes: SCOPES, rateLimitPerMinute: 600, createdAt }
    keys.push((await operate(server, 'POST', '/_operator/keys', draft)).key)
  }
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
 * Requests a second of each side, and what one takes of a core, in the server and in PostgreSQL: in turns, where a side that keeps
 * is asked for one address, the others for each only once. Whoever shares the machine only ever adds to core time, so the least
 * of the turns is taken; of the rates the middle.
 */
async function compare(sides, path) {
  for (const side of sides) Object.assign(side, { rates: [], costs: [] })
  for (let round = -1; round < ROUNDS; round++)
    for (const side of sides) {
      let sent = 0
      const count = round < 0 ? WARM_UP : EACH
      const next = async (connection) => {
        while (sent++ < count) {
          const n = side.asked++
          const address = side.kept ? path : `${path}${path.includes('?') ? '&' : '?'}n=${n}`
          await askOnce(connection, requestBytes(address, side.keys[n % KEYS]))
        }
      }
      const before = side.coreMs()
      const began = performance.now()
      await Promise.all(side.connections.map(next))
      if (round < 0) continue
      side.rates.push((count / (performance.now() - began)) * 1_000)
      side.costs.push((side.coreMs() - before) / count)
    }
  return sides.map(({ rates, costs }) => ({ rate: median(rates), cost: Math.min(...costs) }))
}

const opened = async (name, { port, coreMs }, keys, kept) => ({
  name,
  coreMs,
  keys,
  kept,
  asked: 0,
  connections: await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port))),
})

const DEMO = { seed: 'demo', flags: ['--history-days=0'] }

await onServices('peer', async ({ databaseUrl, postgresPid, startNode, startAlone }) => {
  process.stderr.write('  three servers, the demo and 5,000 posts in two stores …\n')
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
  const peer = await startPeer(databaseUrl)
  const onPostgres = ({ port, pid }) => ({ port, coreMs: () => processMs(pid) + familyMs(postgresPid()) })
  const alone = { port: embedded.port, coreMs: () => processMs(embedded.pid) }
  const sides = [
    await opened('Express, PostgreSQL', onPostgres(peer), clusterKeys, true),
    await opened('cluster, made anew', onPostgres(cluster), clusterKeys, false),
    await opened('cluster, kept', onPostgres(cluster), clusterKeys, true),
    await opened('embedded, made anew', alone, embeddedKeys, false),
    await opened('embedded, kept', alone, embeddedKeys, true),
  ]
  const wanted = new RegExp(process.argv[2] ?? '')
  console.log(`| requests a second; ms of a core | ${sides.map(({ name }) => name).join(' | ')} |`)
  console.log(`|---|${'---:|'.repeat(sides.length)}`)
  for (const path of paths.filter((each) => wanted.test(each))) {
    const [first, ...others] = await compare(sides, path)
    const cells = others.map(
      ({ rate, cost }) =>
        `${rate.toFixed(0)} (${(rate / first.rate).toFixed(1)}×); ${cost.toFixed(2)} (${(first.cost / cost).toFixed(1)}×)`,
    )
    const name = path.replaceAll(/(?<=\/(?:posts|agents|topics|relationships|ideas|challenges)\/)[^/?]+/g, '{id}')
    console.log(`| \`${name}\` | ${first.rate.toFixed(0)}; ${first.cost.toFixed(2)} | ${cells.join(' | ')} |`)
  }
  for (const { connections } of sides) for (const connection of connections) connection.close()
  await client.end()
  for (const server of [peer, cluster, embedded]) await server.stop()
})
