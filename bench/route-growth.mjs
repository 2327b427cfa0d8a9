// node bench/route-growth.mjs [sqlite] [postgres] [--copies=99] [--wait]: every public read on 10,000 posts, 100,000 likes and 1,000
// residents, and on a hundred times as many beside 99 other worlds and 10,000 keys, in turns, by core time of the server and of PostgreSQL. The long history is made of
// copies of the short one (copies.mjs), in minutes. --wait leaves everything up until the end of stdin, to look at plans.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askOnce, openConnection, requestBytes } from './connection.mjs'
import { COPIED, copyInPostgres, copyInSqlite, SPAN_DAYS } from './copies.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs } from './process-family.mjs'
import { serverPackage } from './server-code.mjs'
import { allCpuMs } from './servers.mjs'
import { COMMON_LETTER, HALLMARK, makeWriter, skewed } from './vocabulary.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '99' },
    wait: { type: 'boolean' },
    posts: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
  },
})
const COPIES = Number(flags.copies)
const ENGINES = positionals.length === 0 ? ['sqlite', 'postgres'] : positionals

const POSTS = Number(flags.posts)
const AGENTS = POSTS / 10
const TOPICS = 12
const LIKES_PER_POST = 10
const REPLIES_PER_POST = 2
const FOLLOWS_PER_AGENT = 10
const KEYS = 40
const DAY_MS = 86_400_000
const DAYS = SPAN_DAYS - 2
const HALLMARK_EVERY = Math.max(1, Math.floor(POSTS / 200))
/** Enough for the clock that counts PostgreSQL's time in hundredths of a second. */
const EACH = 150
const ROUNDS = 3
const LARGEST_LIST = 20_000
const SCOPES = ['posts', 'agents', 'trending', 'search', 'topics', 'intelligence', 'network'].map(
  (name) => `${name}:read`,
)
const TARGET = 1.5
/** Everything else that is asked for has something to show. */
const NO_HIT = 'no hit'

const say = (text) => process.stderr.write(`  ${text}\n`)

/** The same texts in every run: a small generator of its own, since the server's is not loaded here. */
function makeChance(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const id = (kind, n) => `${COPIED}${kind}-${n}`

/** The short history, ending now. */
function history(now) {
  const chance = makeChance(7)
  const write = makeWriter(chance)
  const topicOf = skewed(TOPICS, chance)
  const from = now - DAYS * DAY_MS
  const iso = (at) => new Date(Math.min(at, now - 1_000)).toISOString()
  const momentOf = (n) => from + Math.floor((n / POSTS) * DAYS * DAY_MS)
  const many = (length, make) => Array.from({ length }, (_, n) => make(n))
  const agents = many(AGENTS, (n) => ({
    id: id('agent', n),
    handle: id('a', n),
    displayName: write(2, 2),
    bio: write(10, 20),
    specialty: `${COPIED}craft-${n % 15}`,
    createdAt: iso(from + n),
  }))
  const topics = many(TOPICS, (n) => ({ id: id('topic', n), name: write(1, 2), createdAt: iso(from) }))
  const posts = many(POSTS, (n) => ({
    id: id('post', n),
    agentId: id('agent', (n * 7) % AGENTS),
    text: write(10, 40) + (n % HALLMARK_EVERY === 0 ? ` ${HALLMARK}` : ''),
    topicId: id('topic', topicOf()),
    createdAt: iso(momentOf(n)),
  }))
  const replies = many(POSTS * REPLIES_PER_POST, (n) => ({
    id: id('reply', n),
    postId: id('post', n % POSTS),
    agentId: id('agent', (n * 3) % AGENTS),
    text: write(5, 25),
    createdAt: iso(momentOf(n % POSTS) + 60_000 * (1 + n / POSTS)),
  }))
  const likes = many(POSTS * LIKES_PER_POST, (n) => ({
    agentId: id('agent', (Math.floor(n / LIKES_PER_POST) + (n % LIKES_PER_POST) * 31) % AGENTS),
    postId: id('post', Math.floor(n / LIKES_PER_POST)),
    createdAt: iso(momentOf(Math.floor(n / LIKES_PER_POST)) + 30_000 * (1 + (n % LIKES_PER_POST))),
  }))
  const follows = many(AGENTS * FOLLOWS_PER_AGENT, (n) => ({
    agentId: id('agent', n % AGENTS),
    targetAgentId: id('agent', ((n % AGENTS) + 1 + Math.floor(n / AGENTS) * 17) % AGENTS),
    createdAt: iso(momentOf((n * 977) % POSTS)),
  }))
  return { topics, agents, posts, replies, likes, follows }
}

async function fill(server, now) {
  for (const [list, items] of Object.entries(history(now)))
    for (let start = 0; start < items.length; start += LARGEST_LIST)
      await operate(server, 'POST', '/_operator/import', { [list]: items.slice(start, start + LARGEST_LIST) })
  const keys = []
  for (let n = 0; n < KEYS; n++) {
    const createdAt = new Date(now - 40 * DAY_MS).toISOString()
    const draft = { name: 'bench', tier: 3, scopes: SCOPES, rateLimitPerMinute: 600, createdAt }
    keys.push((await operate(server, 'POST', '/_operator/keys', draft)).key)
  }
  return keys
}

const WORLDS = 100
const ALL_KEYS = 10_000

/** Beside a long history there are other worlds, each with a few people and posts, and keys that nobody uses now. */
async function addOthers(server, now) {
  const createdAt = new Date(now - 40 * DAY_MS).toISOString()
  for (let n = 1; n < WORLDS; n++) {
    const worldId = `other-${n}`
    await operate(server, 'POST', '/_operator/worlds', { id: worldId, designation: 'visitor' })
    const agents = Array.from({ length: 10 }, (_, k) => ({ id: `o_${n}_${k}`, handle: `o${n}-${k}`, worldId }))
    const posts = Array.from({ length: 50 }, (_, k) => ({
      id: `o_${n}_post_${k}`,
      agentId: `o_${n}_${k % 10}`,
      worldId,
      text: `What was said in world ${n} at ${k} o'clock`,
      createdAt: new Date(now - k * 60_000).toISOString(),
    }))
    await operate(server, 'POST', '/_operator/import', { agents, posts })
  }
  const draft = { name: 'other', tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 60, createdAt }
  let made = KEYS
  const make = async () => {
    while (made++ < ALL_KEYS)
      await operate(server, 'POST', '/_operator/keys', { ...draft, worldId: `other-${1 + (made % (WORLDS - 1))}` })
  }
  await Promise.all(Array.from({ length: 8 }, make))
}

/** A name and an address for each number, so that it is the store that answers. */
async function addressesOf(read, copies) {
  const first = async (table) =>
    (await read(`select id from ${table} where world_id = 'prime' order by 1 limit 1`))[0].id
  const [{ agent_id: mind, other_agent_id: other }] = await read(
    `select agent_id, other_agent_id from relationships where world_id = 'prime' order by 1, 2 limit 1`,
  )
  const [idea, challenge] = [await first('ideas'), await first('challenges')]
  const last = Math.floor((POSTS * (copies + 1)) / 20) - 1
  // Anywhere in the history, not where the short one lies alone.
  const spread = (n) => (copies === 0 ? '' : `c${String(1_000 - 1 - ((n * 37) % copies)).slice(1)}-`)
  const post = (n) => `${spread(n)}${id('post', (n * 7_919) % POSTS)}`
  const agent = (n) => `${spread(n)}${id('agent', (n * 7_919) % AGENTS)}`
  const topic = (n) => id('topic', n % TOPICS)
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
    '/v1/search, equally many hits': () => `/v1/search?q=${HALLMARK}`,
    '/v1/search, a letter of every post': () => `/v1/search?q=${COMMON_LETTER}`,
    '/v1/search, a word of some': () => '/v1/search?q=plain',
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
  const wanted = new RegExp(flags.only)
  return Object.entries(plain).filter(([name]) => wanted.test(name))
}

/** The least of a few turns: whoever shares the machine only ever adds to core time. */
async function compare(sides, name) {
  const costs = sides.map(() => [])
  for (let round = -1; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) {
      const path = side.addresses.get(name)
      // Opened for this turn: one that says nothing while the other side is asked is closed.
      const connection = await openConnection(side.port)
      const before = side.coreMs()
      for (let sent = 0; sent < EACH; sent++) {
        const n = side.asked++
        const address = path(n)
        const { body } = await askOnce(
          connection,
          requestBytes(`${address}${address.includes('?') ? '&' : '?'}n=${n}`, side.keys[n % KEYS]),
        )
        if (body.includes('"data":[]') && !name.includes(NO_HIT)) throw new Error(`${address} shows nothing`)
      }
      connection.close()
      if (round >= 0) costs[i].push((side.coreMs() - before) / EACH)
    }
  return costs.map((each) => Math.min(...each))
}

async function measure(engine, sides) {
  console.log(
    `\n| ${engine}: ms of a core | ${sides.map(({ posts }) => `${posts.toLocaleString('en')} posts`).join(' | ')} | times |`,
  )
  console.log('|---|---:|---:|---:|')
  for (const name of sides[0].addresses.keys()) {
    const [short, long] = await compare(sides, name)
    const times = long / short
    console.log(
      `| \`${name}\` | ${short.toFixed(2)} | ${long.toFixed(2)} | ${times.toFixed(2)}${times > TARGET ? ', **missed**' : ''} |`,
    )
  }
}

/** What is counted has to be what is there, or nothing that is measured means anything. */
async function requireCounted(read) {
  const pairs = [
    [
      `select count(*) as n from posts where visibility = 'public' and world_id = 'prime'`,
      `select sum(n) as n from tallies where scope = 'posts' and world_id = 'prime'`,
    ],
    [
      `select count(*) as n from agents where world_id = 'prime'`,
      `select n from tallies where scope = 'agents' and world_id = 'prime'`,
    ],
    [
      `select count(*) as n from posts where topic_id = '${id('topic', 0)}'`,
      `select post_count as n from topics where id = '${id('topic', 0)}'`,
    ],
    [`select count(*) as n from likes`, `select sum(like_count) as n from posts`],
  ]
  for (const [rows, counter] of pairs) {
    const [[a], [b]] = [await read(rows), await read(counter)]
    if (Number(a.n) !== Number(b.n)) throw new Error(`${rows} is ${a.n}, ${counter} is ${b.n}`)
  }
}

const sideOf = async (server, { posts, keys, coreMs, read, copies }) => {
  await requireCounted(read)
  return {
    posts,
    keys,
    coreMs,
    asked: 0,
    addresses: new Map(await addressesOf(read, copies)),
    port: server.port,
  }
}

const DEMO = { seed: 'demo', flags: ['--history-days=0'] }
const waitIfAsked = async () => {
  if (flags.wait) for await (const _ of process.stdin);
}

async function onSqlite({ folder, startAlone }) {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  const now = Date.now()
  const first = await startAlone('short', DEMO)
  const keys = await fill(first, now)
  await first.stop()
  cpSync(join(folder, 'short'), join(folder, 'long'), { recursive: true })
  const fileOf = (name) => join(folder, name, 'agent-network.db')
  const reading = (name) => {
    const store = new DatabaseSync(fileOf(name), { readOnly: true })
    return { read: async (text) => store.prepare(text).all(), close: () => store.close() }
  }
  const short = reading('short')
  const [{ tag }] = await short.read(`select tag from worlds where id = 'prime'`)
  copyInSqlite(fileOf('long'), { copies: COPIES, tag, now, say })
  say(`copied after ${((Date.now() - now) / 1_000).toFixed(0)} s`)
  const long = reading('long')
  const servers = [await startAlone('short'), await startAlone('long')]
  await addOthers(servers[1], now)
  const sides = []
  for (const [i, { read }] of [short, long].entries()) {
    const copies = i * COPIES
    const coreMs = () => allCpuMs(servers[i].pid)
    sides.push(await sideOf(servers[i], { posts: POSTS * (copies + 1), keys, coreMs, read, copies }))
  }
  await measure('SQLite', sides)
  say(fileOf('long'))
  await waitIfAsked()
  for (const store of [short, long]) store.close()
  for (const server of servers) await server.stop()
}

async function onPostgres({ databaseUrl, redisUrl, postgresPid, startAlone }) {
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
  const keys = await fill(first, now)
  await first.stop()
  await admin.query('create database long template short')
  const clients = [await connect(urlOf('short')), await connect(urlOf('long'))]
  await clients[0].query('vacuum analyze')
  const { rows } = await clients[0].query(`select tag from worlds where id = 'prime'`)
  await copyInPostgres(clients[1], { copies: COPIES, tag: rows[0].tag, now, say })
  say(`copied after ${((Date.now() - now) / 1_000).toFixed(0)} s`)
  const servers = [await start('short', 1), await start('long', 2)]
  await addOthers(servers[1], now)
  const sides = []
  for (const [i, client] of clients.entries()) {
    const copies = i * COPIES
    const coreMs = () => allCpuMs(servers[i].pid) + familyMs(postgresPid())
    const read = async (text) => (await client.query(text)).rows
    sides.push(await sideOf(servers[i], { posts: POSTS * (copies + 1), keys, coreMs, read, copies }))
  }
  await measure('PostgreSQL', sides)
  say(urlOf('long'))
  await waitIfAsked()
  for (const client of [admin, ...clients]) await client.end()
  for (const server of servers) await server.stop()
}

const RUNS = { sqlite: onSqlite, postgres: onPostgres }
for (const engine of ENGINES) await onServices('growth', RUNS[engine])
