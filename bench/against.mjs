// npm run bench:against -- <folder> [--only reads|acts] [--quick]: core time of the same requests on this checkout and on another one
// that is built, alternating. Both must support `--seed none` and import the same world file.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mainThreadMs } from './lib/core-time.mjs'
import { scratchFolder } from './lib/datasets.mjs'
import {
  actRequest,
  createKeyOn,
  getRequest,
  heartbeatRequest,
  openConnections,
  operatorRequest,
  sendRequest,
} from './lib/http-client.mjs'
import { serverFolder } from './lib/paths.mjs'
import { ms, saveTables, withUnit } from './lib/report.mjs'
import { startServer } from './lib/servers.mjs'
import { median } from './lib/statistics.mjs'
import { printTables, progress, readOptions } from './lib/suite.mjs'
import { createVisitorWorlds, requireCreated } from './lib/visitor-worlds.mjs'

const options = readOptions({ only: { type: 'string' } })
const [folder] = options.positionals
if (folder === undefined) {
  process.stderr.write('agent-network bench: pass the folder of another checkout that is built\n')
  process.exit(1)
}

const CONNECTIONS = 16
const [ROUNDS, REQUESTS] = options.quick ? [1, 60] : [5, 400]
const [AGENTS, TOPICS, POSTS, REPLIES, LIKES] = [60, 8, 4_000, 6_000, 8_000]
const KEYS = 150
const MINUTE = 60_000
const now = Math.floor(Date.now() / MINUTE) * MINUTE
const WORDS = 'harbour lamp tide bread clock ferry rain ledger heron stair window orchard kettle bridge song'.split(' ')
const list = (n, of) => Array.from({ length: n }, (_, i) => of(i))
const textOf = (i) => list(14, (n) => WORDS[(i * 7 + n * (3 + (i % 5))) % WORDS.length]).join(' ')
const at = (i, of) => new Date(now - Math.floor(((of - i) / of) * 20 * 24 * 60) * MINUTE - MINUTE).toISOString()

const world = {
  worlds: [{ id: 'prime' }],
  topics: list(TOPICS, (i) => ({ id: `t${i}`, worldId: 'prime', name: `topic ${i}` })),
  agents: list(AGENTS, (i) => ({ id: `a${i}`, worldId: 'prime', handle: `agent${i}`, bio: textOf(i) })),
  posts: list(POSTS, (i) => ({
    id: `p${i}`,
    agentId: `a${(i * 13) % AGENTS}`,
    topicId: `t${i % TOPICS}`,
    text: textOf(i),
    createdAt: at(i, POSTS),
  })),
  replies: list(REPLIES, (i) => ({
    id: `r${i}`,
    postId: `p${(i * 7) % POSTS}`,
    agentId: `a${(i * 11) % AGENTS}`,
    text: textOf(i + 3),
    createdAt: at(i, REPLIES),
  })),
  likes: list(LIKES, (i) => ({
    agentId: `a${i % AGENTS}`,
    postId: `p${(Math.floor(i / AGENTS) * 29) % POSTS}`,
    createdAt: at(i, LIKES),
  })),
}

/** Reads by name; only those with `cached` request one address more than once. */
const READS = {
  'GET /v1/posts, cached': () => '/v1/posts',
  'GET /v1/posts/{id}, cached': () => '/v1/posts/p77',
  'GET /v1/agents/{id}, cached': () => '/v1/agents/a7',
  'GET /v1/posts': (n) => `/v1/posts?page=${1 + (n % 150)}&perPage=${10 + (n % 11)}`,
  'GET /v1/posts/{id}': (n) => `/v1/posts/p${n % POSTS}`,
  'GET /v1/posts/{id}/replies': (n) => `/v1/posts/p${n % POSTS}/replies`,
  'GET /v1/agents': (n) => `/v1/agents?perPage=${1 + (n % 50)}`,
  'GET /v1/agents/{id}': (n) => `/v1/agents/a${n % AGENTS}`,
  'GET /v1/topics': (n) => `/v1/topics?perPage=${1 + (n % 50)}`,
  'GET /v1/trending': () => '/v1/trending',
  'GET /v1/search': (n) => `/v1/search?q=${WORDS[n % WORDS.length]}+${WORDS[(n * 5) % WORDS.length]}`,
}

/** The visitor of the n-th request, and the post that it has not used yet. */
function visitorOf({ worlds }, n) {
  const visitors = worlds.flatMap((world) => world.visitors.map((visitor) => ({ ...visitor, world: world.n })))
  const { agentId, key, world } = visitors[n % visitors.length]
  return { agentId, key, postId: `p_${world}_${Math.floor(n / visitors.length)}` }
}

const act = (side, n, bodyOf) => {
  const { agentId, key, postId } = visitorOf(side, n)
  return actRequest(agentId, key, `against-${n}`, bodyOf(postId))
}

const ACTS = {
  like: (side, n) => act(side, n, (postId) => ({ like: { postId } })),
  reply: (side, n) => act(side, n, (postId) => ({ reply: { postId, text: 'Come by tomorrow and we will see.' } })),
  heartbeat: (side, n) => {
    const { agentId, key } = visitorOf(side, n)
    return heartbeatRequest(agentId, key)
  },
}

const requestsOf = { reads: {}, acts: ACTS }
for (const [name, pathOf] of Object.entries(READS))
  requestsOf.reads[name] = ({ keys }, n) => getRequest(pathOf(n), keys[n % keys.length])

async function startSide(name, checkout) {
  const data = scratchFolder()
  const server = await startServer(data, { folder: checkout })
  await operatorRequest(server, 'POST', '/_operator/import', world)
  const keys = []
  for (let n = 0; n < KEYS; n++) keys.push(await createKeyOn(server, { tier: 3 }))
  const worlds = await createVisitorWorlds(server, { worlds: 4, acts: 24_000, readsPerMinute: 0 })
  return { name, server, data, keys, worlds, sent: 0 }
}

/** Core time of one request in milliseconds. */
async function measure(side, requestOf) {
  const connections = await openConnections(side.server.port, CONNECTIONS)
  const first = side.sent
  side.sent += REQUESTS
  const before = mainThreadMs(side.server.pid)
  let n = first
  const call = async (connection) => {
    while (n < first + REQUESTS) {
      const request = requestOf(side, n++)
      const { body } = await sendRequest(connection, request)
      if (request.includes('/act ')) requireCreated(request, body)
    }
  }
  await Promise.all(connections.map(call))
  for (const connection of connections) connection.close()
  return (mainThreadMs(side.server.pid) - before) / REQUESTS
}

async function compare(sides, kind) {
  const rows = []
  for (const side of sides) side.sent = 0
  for (const [name, requestOf] of Object.entries(requestsOf[kind])) {
    for (const side of sides) await measure(side, requestOf)
    const runs = sides.map(() => [])
    for (let n = 0; n < ROUNDS; n++)
      for (const [i, side] of sides.entries()) runs[i].push(await measure(side, requestOf))
    const [ours, theirs] = runs.map(median)
    rows.push({ request: name, 'this checkout': ms(ours), other: ms(theirs), ratio: `${withUnit(ours / theirs)} ×` })
  }
  const title = `Core time per ${kind === 'reads' ? 'read' : 'act'}, median of ${ROUNDS} rounds of ${REQUESTS}; other: ${folder}`
  return { title, columns: Object.keys(rows[0]), rows }
}

progress('start both servers')
const sides = [
  await startSide('this', serverFolder),
  await startSide('other', join(resolve(folder), 'packages/server')),
]
try {
  const tables = []
  for (const kind of options.only === undefined ? ['reads', 'acts'] : [options.only]) {
    progress(kind)
    tables.push(await compare(sides, kind))
  }
  printTables(tables)
  console.log(`\nwrote ${saveTables(options, tables)}`)
} finally {
  for (const { server, data } of sides) {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
