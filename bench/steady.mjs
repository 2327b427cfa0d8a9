// What noise does not touch: core time against that of a bare server in turns of the same run or against a yardstick, and
// things that are counted (rows, commits, statements, bytes, live memory). Requests are a number and not a time, so that a busy machine
// only takes longer. `npm run bench -- --judge` holds these against what was recorded.
import { setTimeout } from 'node:timers/promises'
import { activityGrowth } from './activity-growth.mjs'
import { askOnce, fetchOnce, openConnection, postBytes, requestBytes } from './connection.mjs'
import { scratchCopy } from './dataset.mjs'
import { forkOf, openToVisitors } from './fork.mjs'
import { median } from './median.mjs'
import { operate } from './operator.mjs'
import { allCpuMs, copyable, cpuMs, startBaseline, startCounted } from './servers.mjs'
import { COMMON_LETTER } from './vocabulary.mjs'
import { yardstickMs } from './yardstick.mjs'

const CONNECTIONS = 20
/** The first route warms up what all of them use. */
const WARM_UP = { first: 5_000, next: 1_500 }
const ROUNDS = 5
const EACH = 800
/** Answers that are made anew cost more, and need fewer. */
const ANEW = 150
const WRITES = 60
/** After an answer the server's main thread has little left to do. */
const ASLEEP_MS = 3
const LIKES = 64
/** Enough that none runs into its window; the log of requests writes a row a second for each that is used. */
const KEYS = 300

/** So many requests on connections that are open already; every answer has to be 200. */
async function ask(side, keys, pathOf, count) {
  let sent = 0
  const next = async (connection) => {
    while (sent < count) {
      const n = sent++
      await askOnce(connection, requestBytes(pathOf(side.asked++), keys[n % keys.length]))
    }
  }
  await Promise.all(side.connections.map(next))
}

async function coreTime(side, work, count, cpuOf = cpuMs) {
  const before = cpuOf(side.pid)
  await work()
  return (cpuOf(side.pid) - before) / count
}

const opened = async (server) => ({
  ...server,
  asked: 0,
  connections: await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port))),
})

/** The bare server's core time for these bytes as a share of ours; the middle of several turns. */
async function shareOfBare(ours, bare, keys, path) {
  const pathOf = () => path
  for (const side of [ours, bare]) await ask(side, keys, pathOf, side.asked === 0 ? WARM_UP.first : WARM_UP.next)
  const turns = []
  for (let n = 0; n < ROUNDS; n++) {
    const [mine, theirs] = [
      await coreTime(ours, () => ask(ours, keys, pathOf, EACH), EACH),
      await coreTime(bare, () => ask(bare, keys, pathOf, EACH), EACH),
    ]
    turns.push({ share: theirs / mine, theirs })
  }
  return { share: median(turns.map(({ share }) => share)), bareMs: median(turns.map(({ theirs }) => theirs)) }
}

/**
 * An address that was never asked for before: the store answers. The middle of several turns, since one of them may fall
 * together with a compilation or a collection.
 */
async function anew(ours, keys, pathOf) {
  await ask(ours, keys, pathOf, 2 * ANEW)
  const turns = []
  for (let n = 0; n < ROUNDS; n++) turns.push(await coreTime(ours, () => ask(ours, keys, pathOf, ANEW), ANEW))
  return median(turns)
}

/** So many pages a turn; each is made of several reads. */
const PAGES = 60

/** Core time of the front page over that of the JSON it shows, in turns: both made anew, and both kept. */
async function frontPage(ours, keys) {
  const cost = async (count, ...paths) => {
    let ms = 0
    for (const pathOf of paths) ms += await coreTime(ours, () => ask(ours, keys, pathOf, count), count)
    return ms
  }
  const compare = async (count, page, ...shown) => {
    await cost(count, page, ...shown)
    const turns = []
    for (let n = 0; n < ROUNDS; n++) {
      const [mine, theirs] = [await cost(count, page), await cost(count, ...shown)]
      turns.push({ times: mine / theirs, mine, theirs })
    }
    return Object.fromEntries(
      ['times', 'mine', 'theirs'].map((name) => [name, median(turns.map((turn) => turn[name]))]),
    )
  }
  const [list, trending] = ['/v1/posts?perPage=25', '/v1/trending']
  return {
    anew: await compare(
      PAGES,
      (n) => `/?n=${n}`,
      (n) => `${list}&n=${n}`,
      (n) => `${trending}?n=${n}`,
    ),
    kept: await compare(
      EACH / 2,
      () => '/',
      () => list,
      () => trending,
    ),
  }
}

/** What the first read after a write costs. A thread's core time is told exactly only while it sleeps. */
async function afterWrite(ours, keys, path, write) {
  const round = async () => {
    let ms = 0
    for (let n = 0; n < WRITES; n++) {
      await write()
      await setTimeout(ASLEEP_MS)
      const read = requestBytes(path, keys[n % keys.length])
      ms += await coreTime(ours, () => askOnce(ours.connections[0], read).then(() => setTimeout(ASLEEP_MS)), 1)
    }
    return ms / WRITES
  }
  await round()
  const costs = []
  for (let n = 0; n < ROUNDS; n++) costs.push(await round())
  return median(costs)
}

/** Small world files, one like each, as a resident's act would leave it. */
function likesOf(server, { agentIds, postIds }) {
  let n = 0
  return () => {
    const agentId = agentIds[n % agentIds.length]
    const postId = postIds.at(-1 - (((n % agentIds.length) * 7 + Math.floor(n / agentIds.length)) % 900))
    n += 1
    return operate(server, 'POST', '/_operator/import', {
      likes: [{ agentId, postId, createdAt: new Date().toISOString() }],
    })
  }
}

async function reads(given) {
  const set = { ...given, keys: given.keys.slice(0, KEYS) }
  const copy = scratchCopy(set)
  const server = await startCounted(copy.data)
  const paths = {
    list: '/v1/posts?perPage=25',
    post: `/v1/posts/${set.postIds.at(-1)}`,
    agent: `/v1/agents/${set.agentIds[0]}`,
    trending: '/v1/trending',
    topics: '/v1/topics',
    search: `/v1/search?type=posts&q=${COMMON_LETTER}`,
  }
  try {
    await operate(server, 'PATCH', '/_operator/config', { publicSiteEnabled: true })
    const ours = await opened(server)
    const answers = []
    for (const path of Object.values(paths)) {
      const { body, head } = await fetchOnce(ours.connections[0], path, set.keys[0])
      answers.push({ path, ...copyable(head, body), headBytes: head.length, bodyBytes: body.length })
    }
    const baseline = await startBaseline({ kind: 'bytes', answers })
    const bare = await opened(baseline)
    const shares = {}
    for (const [name, path] of Object.entries(paths)) shares[name] = await shareOfBare(ours, bare, set.keys, path)
    const figures = {
      anew: {
        trending: await anew(ours, set.keys, (n) => `/v1/trending?n=${n}`),
        search: await anew(ours, set.keys, (n) => `/v1/search?type=posts&q=${COMMON_LETTER}&n=${n}`),
        list: await anew(ours, set.keys, (n) => `/v1/posts?perPage=25&n=${n}`),
      },
      afterWrite: { trending: await afterWrite(ours, set.keys, paths.trending, likesOf(server, set)) },
      front: await frontPage(ours, set.keys),
      shares,
      bytes: { head: answers[0].headBytes, list: answers[0].bodyBytes },
      heapMegabytes: (await server.counts()).heapMegabytes,
    }
    for (const { connections } of [ours, bare]) for (const connection of connections) connection.close()
    await baseline.stop()
    return figures
  } finally {
    await server.stop()
    copy.remove()
  }
}

/** One like after the other, so that no two share a commit. */
async function like(set) {
  const fork = await forkOf(set, set.agentIds.slice(-LIKES), 1)
  const server = await startCounted(fork.data)
  try {
    await openToVisitors(server)
    const connection = await openConnection(server.port)
    const act = (n) => {
      const credential = `X-API-Key: ${fork.keys[n % LIKES]}\r\nIdempotency-Key: steady-${n}`
      const body = JSON.stringify({ like: { postId: set.postIds[n] } })
      return askOnce(
        connection,
        postBytes(`/v1/visitors/${fork.visitors[n % LIKES]}/act`, credential, 'application/json', body),
      )
    }
    for (let n = 0; n < 2 * LIKES; n++) await act(n)
    const before = await server.counts()
    let n = 2 * LIKES
    const ms = await coreTime(
      server,
      async () => {
        for (; n < 4 * LIKES; n++) await act(n)
      },
      2 * LIKES,
      allCpuMs,
    )
    const after = await server.counts()
    connection.close()
    const each = (what) => (after[what] - before[what]) / (2 * LIKES)
    return { rows: each('rows'), commits: each('commits'), statements: each('statements'), ms }
  } finally {
    await server.stop()
    fork.remove()
  }
}

export const steady = async (set) => ({
  ...(await reads(set)),
  like: await like(set),
  activity: activityGrowth(),
  yardstickMs: yardstickMs(),
})
