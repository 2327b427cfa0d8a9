// node bench/acts-against.mjs [<folder>] [--kinds=like,reply,heartbeat,feed] [--rounds=5] [--requests=1500]: core time and
// rate of what visitors do on this checkout and, if one is named, on another one that is built, in turns, each on its own copy
// of the same world. A heartbeat with its feed is also held against a bare node:http server that sends the same bytes.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askOnce, openConnection, postBytes } from './connection.mjs'
import { dataset } from './dataset.mjs'
import { FORK, forkOf, openFile, openToVisitors, storeFile } from './fork.mjs'
import { median } from './median.mjs'
import { serverFolder } from './server-code.mjs'
import { allCpuMs, copyable, cpuMs, startBaseline, startServer } from './servers.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kinds: { type: 'string', default: 'like,reply,heartbeat,feed' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '1500' },
  },
})
const ROUNDS = Number(flags.rounds)
const REQUESTS = Number(flags.requests)
const CONNECTIONS = 50
const VISITORS = 256
/** Each may do so many requests a minute. */
const KEYS_EACH = 8
/** Odd, so that every visitor meets each post before it meets one twice. */
const POSTS = 9_999

function act(bodyOf) {
  return ({ visitors, keys, postIds }, n) => {
    const posts = postIds.slice(-POSTS)
    const credential = `X-API-Key: ${keys[n % keys.length]}\r\nIdempotency-Key: against-${n}`
    const body = JSON.stringify(bodyOf(posts[n % posts.length]))
    return postBytes(`/v1/visitors/${visitors[n % VISITORS]}/act`, credential, 'application/json', body)
  }
}

const beat = ({ visitors, keys }, n) =>
  postBytes(
    `/v1/visitors/${visitors[n % VISITORS]}/heartbeat`,
    `X-API-Key: ${keys[n % keys.length]}`,
    'application/json',
    '',
  )

/** How the n-th request looks, and what an answer that was meant says. */
const KINDS = {
  like: { bytes: act((postId) => ({ like: { postId } })), says: '"status":"created"' },
  reply: {
    bytes: act((postId) => ({ reply: { postId, text: 'Come by tomorrow and we will see.' } })),
    says: '"status":"created"',
  },
  heartbeat: { bytes: beat, says: '"status":"present"' },
  /** Everybody's next one serves the feed; once, so that there are no more of them in a round than visitors. */
  feed: { bytes: beat, says: '"feed":[', most: VISITORS, before: makeFeedsOld },
}

/** Nobody who visits likes anything yet. */
function forgetLikes({ data, visitors }) {
  const store = openFile(storeFile(data))
  store.prepare('delete from likes where agent_id in (select value from json_each(?))').run(JSON.stringify(visitors))
  store.close()
}

/** As if the last feed had been served an hour ago. */
function makeFeedsOld({ data }) {
  const store = openFile(storeFile(data))
  store.exec('pragma busy_timeout = 5000')
  store.prepare('update visitors set feed_served_at = feed_served_at - 3600000 where world_id = ?').run(FORK)
  store.close()
}

/** Microseconds of core time of the main thread and of all, and requests a second. */
async function stretch(side, { bytes, says, most = REQUESTS, before }) {
  before?.(side.fork)
  const requests = Math.min(REQUESTS, most)
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(side.server.port)))
  const first = side.asked
  side.asked += requests
  const [main, all, began] = [cpuMs(side.server.pid), allCpuMs(side.server.pid), performance.now()]
  let n = first
  const call = async (connection) => {
    while (n < first + requests) {
      const { head, body } = await askOnce(connection, bytes(side.fork, n++))
      side.last = { head, body }
      if (!body.includes(says)) throw new Error(`another answer than was meant: ${body.toString().slice(0, 300)}`)
    }
  }
  await Promise.all(connections.map(call))
  const seconds = (performance.now() - began) / 1_000
  for (const connection of connections) connection.close()
  const each = (ms) => (ms / requests) * 1_000
  return {
    main: each(cpuMs(side.server.pid) - main),
    all: each(allCpuMs(side.server.pid) - all),
    rate: requests / seconds,
  }
}

async function measure(sides, kind) {
  const runs = sides.map(() => [])
  for (const side of sides) await stretch(side, kind)
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) runs[i].push(await stretch(side, kind))
  return runs.map((own) =>
    Object.fromEntries(['main', 'all', 'rate'].map((what) => [what, median(own.map((run) => run[what]))])),
  )
}

/** A bare server beside the first side, for what that one has just answered. */
async function besideBare(side, kind) {
  const { head, body } = side.last
  const bytes = copyable(head, body)
  const fork = { ...side.fork, visitors: side.fork.visitors.map(() => side.fork.visitors[0]) }
  const path = `/v1/visitors/${fork.visitors[0]}/heartbeat`
  const server = await startBaseline({ kind: 'bytes', answers: [{ path, ...bytes }] })
  const bare = { ...side, fork, name: `bare, ${body.length} bytes`, server }
  const [ours, theirs] = await measure([side, bare], kind)
  await server.stop()
  return { bare, ours, theirs }
}

const say = (kind, name, { main, all, rate }) =>
  console.log(
    `${kind.padEnd(10)} ${name.padEnd(20)} ${main.toFixed(0).padStart(6)} ${all.toFixed(0).padStart(6)} ${rate.toFixed(0).padStart(7)}`,
  )

const set = await dataset(10_000)
const checkouts = [['this', serverFolder]]
if (positionals[0] !== undefined) checkouts.push(['other', join(resolve(positionals[0]), 'packages/server')])
const sides = []
try {
  for (const [name, folder] of checkouts) {
    const fork = await forkOf(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
    forgetLikes(fork)
    sides.push({ name, fork, server: null, asked: 0 })
    const side = sides.at(-1)
    side.server = await startServer(fork.data, { folder })
    await openToVisitors(side.server)
  }
  console.log(`median of ${ROUNDS} rounds; core time in µs: main thread, all threads; requests a second`)
  for (const name of flags.kinds.split(',')) {
    const kind = KINDS[name]
    const found = await measure(sides, kind)
    for (const [i, side] of sides.entries()) say(name, side.name, found[i])
    if (name !== 'feed') continue
    const { bare, ours, theirs } = await besideBare(sides[0], kind)
    say(name, sides[0].name, ours)
    say(name, bare.name, theirs)
    console.log(
      `           share of the bare server: ${(theirs.main / ours.main).toFixed(3)} by core time, ${(ours.rate / theirs.rate).toFixed(3)} by rate`,
    )
  }
} finally {
  for (const { fork, server } of sides) {
    await server?.stop()
    fork.remove()
  }
}
