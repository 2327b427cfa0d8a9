// node bench/suites/reads-growth.mjs [sqlite] [postgres] [--quick]: core time of every public read with 1,000,000 posts as a multiple
// of 10,000 posts. The long history consists of copies of the short one, beside 99 other worlds and 10,000 keys.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { COPIED, copyInPostgres, copyInSqlite } from '../lib/copies.mjs'
import { allThreadsMs, processTreeMs } from '../lib/core-time.mjs'
import { addOtherWorlds, idOf, importShortHistory, requireEqualCounters, TOPICS } from '../lib/growing-history.mjs'
import { getRequest, openConnection, sendRequest } from '../lib/http-client.mjs'
import { serverPackage } from '../lib/paths.mjs'
import { atMost, change, count, measureTable } from '../lib/report.mjs'
import { hasServices, withFolder, withServices } from '../lib/services.mjs'
import { progress, runIfMain } from '../lib/suite.mjs'
import { COMMON_LETTER, HALLMARK } from '../lib/vocabulary.mjs'

/** 150 requests, because the kernel counts PostgreSQL's time in hundredths of a second. */
const SIZES = { posts: 10_000, copies: 99, each: 150, rounds: 3, quick: false }
const QUICK = { posts: 10_000, copies: 3, each: 20, rounds: 1, quick: true }
const TARGET = 1.5
/** The one search that may have an empty result. */
const NO_HIT = 'no hit'

/** Addresses by route; the number selects ids from the whole history. */
async function addressesOf(read, { posts: postCount, copies }) {
  const agentCount = postCount / 10
  const first = async (table) =>
    (await read(`select id from ${table} where world_id = 'prime' order by 1 limit 1`))[0].id
  const [{ agent_id: mind, other_agent_id: other }] = await read(
    `select agent_id, other_agent_id from relationships where world_id = 'prime' order by 1, 2 limit 1`,
  )
  const [idea, challenge] = [await first('ideas'), await first('challenges')]
  const last = Math.floor((postCount * (copies + 1)) / 20) - 1
  const spread = (n) => (copies === 0 ? '' : `c${String(1_000 - 1 - ((n * 37) % copies)).slice(1)}-`)
  const post = (n) => `${spread(n)}${idOf('post', (n * 7_919) % postCount)}`
  const agent = (n) => `${spread(n)}${idOf('agent', (n * 7_919) % agentCount)}`
  const topic = (n) => idOf('topic', n % TOPICS)
  const plain = {
    '/v1': () => '/v1',
    '/v1/posts': () => '/v1/posts',
    '/v1/posts?page=300': () => '/v1/posts?page=300',
    '/v1/posts?page=(last)': () => `/v1/posts?perPage=20&page=${last}`,
    '/v1/posts?topic={id}': (n) => `/v1/posts?topic=${topic(n)}`,
    '/v1/posts/{id}': (n) => `/v1/posts/${post(n)}`,
    '/v1/posts/{id}/replies': (n) => `/v1/posts/${post(n)}/replies`,
    '/v1/agents': () => '/v1/agents',
    '/v1/agents?page=30': () => '/v1/agents?page=30',
    '/v1/agents?specialty=': (n) => `/v1/agents?specialty=${COPIED}craft-${n % 15}`,
    '/v1/agents/{id}': (n) => `/v1/agents/${agent(n)}`,
    '/v1/agents/{id}/posts': (n) => `/v1/agents/${agent(n)}/posts`,
    '/v1/topics': () => '/v1/topics',
    '/v1/topics/{id}/timeline': (n) => `/v1/topics/${topic(n)}/timeline`,
    '/v1/trending': () => '/v1/trending',
    '/v1/search, equal number of hits': () => `/v1/search?q=${HALLMARK}`,
    '/v1/search, first letter of many words': () => `/v1/search?q=${COMMON_LETTER}`,
    '/v1/search, a rare word': () => '/v1/search?q=plain',
    [`/v1/search, ${NO_HIT}`]: () => '/v1/search?q=qqqq',
    '/v1/search, agents': () => `/v1/search?type=agents&q=${COMMON_LETTER}`,
    '/v1/agents/{id}/memory': () => `/v1/agents/${mind}/memory`,
    '/v1/agents/{id}/relationships': () => `/v1/agents/${mind}/relationships`,
    '/v1/agents/{id}/relationships/{id}': () => `/v1/agents/${mind}/relationships/${other}`,
    '/v1/agents/{id}/mood': () => `/v1/agents/${mind}/mood`,
    '/v1/agents/{id}/reputation': () => `/v1/agents/${mind}/reputation`,
    '/v1/agents/{id}/signals': () => `/v1/agents/${mind}/signals`,
    '/v1/agents/{id}/topics': () => `/v1/agents/${mind}/topics`,
    '/v1/agents/{id}/thoughts': () => `/v1/agents/${mind}/thoughts`,
    '/v1/network/graph': () => '/v1/network/graph',
    '/v1/network/ideas': () => '/v1/network/ideas',
    '/v1/network/ideas/{id}': () => `/v1/network/ideas/${idea}`,
    '/v1/network/challenges': () => '/v1/network/challenges',
    '/v1/network/challenges/{id}': () => `/v1/network/challenges/${challenge}`,
  }
  return Object.entries(plain)
}

/** The minimum of some turns, because other programs only add to core time. */
async function compare(sides, name, { each, rounds }) {
  const costs = sides.map(() => [])
  for (let round = -1; round < rounds; round++)
    for (const [i, side] of sides.entries()) {
      const pathOf = side.addresses.get(name)
      // A new connection, because the server closes connections that were idle during the other side's turn.
      const connection = await openConnection(side.port)
      const before = side.coreMs()
      for (let k = 0; k < each; k++) {
        const n = side.sent++
        const path = pathOf(n)
        const address = `${path}${path.includes('?') ? '&' : '?'}n=${n}`
        const { body } = await sendRequest(connection, getRequest(address, side.keys[n % side.keys.length]))
        if (body.includes('"data":[]') && !name.includes(NO_HIT)) throw new Error(`empty response: ${path}`)
      }
      connection.close()
      if (round >= 0) costs[i].push((side.coreMs() - before) / each)
    }
  return costs.map((own) => Math.min(...own))
}

async function measure(engine, sides, sizes) {
  const rows = []
  for (const name of sides[0].addresses.keys()) {
    const [short, long] = await compare(sides, name, sizes)
    rows.push(atMost(name, long / short, TARGET, { detail: change([short, long]) }))
  }
  const [short, long] = sides.map(({ posts }) => count(posts))
  return measureTable(`${engine}: core time with ${long} posts as a multiple of ${short}`, rows)
}

async function openSide(server, { posts, copies, keys, coreMs, read }) {
  await requireEqualCounters(read)
  return {
    posts: posts * (copies + 1),
    keys,
    coreMs,
    sent: 0,
    addresses: new Map(await addressesOf(read, { posts, copies })),
    port: server.port,
  }
}

const DEMO = { seed: 'demo', flags: ['--history-days=0'] }

async function onSqlite({ folder, startAlone }, sizes) {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  const now = Date.now()
  const first = await startAlone('short', DEMO)
  const keys = await importShortHistory(first, now, sizes.posts)
  await first.stop()
  cpSync(join(folder, 'short'), join(folder, 'long'), { recursive: true })
  const fileOf = (name) => join(folder, name, 'agent-network.db')
  const reading = (name) => {
    const store = new DatabaseSync(fileOf(name), { readOnly: true })
    return { read: async (text) => store.prepare(text).all(), close: () => store.close() }
  }
  const short = reading('short')
  const [{ tag }] = await short.read(`select tag from worlds where id = 'prime'`)
  copyInSqlite(fileOf('long'), { copies: sizes.copies, tag, now, say: progress })
  const long = reading('long')
  const servers = [await startAlone('short'), await startAlone('long')]
  if (!sizes.quick) await addOtherWorlds(servers[1], now)
  const sides = []
  for (const [i, { read }] of [short, long].entries()) {
    const copies = i * sizes.copies
    const coreMs = () => allThreadsMs(servers[i].pid)
    sides.push(await openSide(servers[i], { posts: sizes.posts, copies, keys, coreMs, read }))
  }
  const table = await measure('SQLite', sides, sizes)
  for (const store of [short, long]) store.close()
  for (const server of servers) await server.stop()
  return table
}

async function onPostgres({ databaseUrl, redisUrl, postgresPid, startAlone }, sizes) {
  const { Client } = serverPackage('pg')
  const now = Date.now()
  const urlOf = (name) => databaseUrl.replace(/[^/]+$/, name)
  const connect = async (url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  const admin = await connect(databaseUrl)
  await admin.query('create database short')
  const start = (name, redis, options = {}) =>
    startAlone(name, {
      ...options,
      flags: [...(options.flags ?? []), `--database-url=${urlOf(name)}`, `--redis-url=${redisUrl}/${redis}`],
    })
  const first = await start('short', 1, DEMO)
  const keys = await importShortHistory(first, now, sizes.posts)
  await first.stop()
  await admin.query('create database long template short')
  const clients = [await connect(urlOf('short')), await connect(urlOf('long'))]
  await clients[0].query('vacuum analyze')
  const { rows } = await clients[0].query(`select tag from worlds where id = 'prime'`)
  await copyInPostgres(clients[1], { copies: sizes.copies, tag: rows[0].tag, now, say: progress })
  const servers = [await start('short', 1), await start('long', 2)]
  if (!sizes.quick) await addOtherWorlds(servers[1], now)
  const sides = []
  for (const [i, client] of clients.entries()) {
    const copies = i * sizes.copies
    const coreMs = () => allThreadsMs(servers[i].pid) + processTreeMs(postgresPid())
    const read = async (text) => (await client.query(text)).rows
    sides.push(await openSide(servers[i], { posts: sizes.posts, copies, keys, coreMs, read }))
  }
  const table = await measure('PostgreSQL', sides, sizes)
  for (const client of [admin, ...clients]) await client.end()
  for (const server of servers) await server.stop()
  return table
}

async function run({ quick, positionals }) {
  const sizes = quick ? QUICK : SIZES
  const engines = positionals.length > 0 ? positionals : hasServices ? ['sqlite', 'postgres'] : ['sqlite']
  const tables = []
  if (engines.includes('sqlite')) tables.push(await withFolder('growth', (folder) => onSqlite(folder, sizes)))
  if (engines.includes('postgres')) tables.push(await withServices('growth', (services) => onPostgres(services, sizes)))
  return tables
}

export const suite = { title: 'reads as the history grows', run }
await runIfMain(import.meta, suite)
