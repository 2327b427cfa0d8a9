// npm run bench -- --gate, or node bench/suites/gate.mjs: figures that other programs on the machine hardly change. They are core
// time beside a bare server or in units of reference work, and counts of rows, commits, statements, bytes and live memory.
import { setTimeout } from 'node:timers/promises'
import { allThreadsMs, mainThreadMs } from '../lib/core-time.mjs'
import { dataset, scratchCopy } from '../lib/datasets.mjs'
import {
  actRequest,
  fetchPath,
  getRequest,
  openConnection,
  openConnections,
  operatorRequest,
  sendMany,
  sendRequest,
} from '../lib/http-client.mjs'
import { referenceWorkMs } from '../lib/reference-work.mjs'
import { atLeast, atMost, count, measureTable, ms } from '../lib/report.mjs'
import { replayableResponse, startBaseline, startCountingServer } from '../lib/servers.mjs'
import { median } from '../lib/statistics.mjs'
import { runIfMain } from '../lib/suite.mjs'
import { trendingGrowth } from '../lib/trending-growth.mjs'
import { enableVisitors, forkWithVisitors } from '../lib/visitor-fork.mjs'
import { COMMON_LETTER } from '../lib/vocabulary.mjs'
import { mixedCoreTimes } from './mixed.mjs'

const CONNECTIONS = 20
/** Requests before a measurement; the first route also warms up code that all routes use. */
const WARM_UP = { first: 5_000, next: 1_500 }
const ROUNDS = 5
const EACH = 800
/** Uncached reads cost more, so fewer are enough. */
const UNCACHED = 150
const WRITES = 60
/** Time after which the main thread has finished the work of a request. */
const SETTLE_MS = 3
const LIKES = 64
/** Enough for the rate limits. The request log writes a row per second and used key. */
const KEYS = 300

/** Sends `requests` requests over the open connections of a side. */
async function send(side, keys, pathOf, requests) {
  await sendMany(side.connections, (n) => getRequest(pathOf(n), keys[n % keys.length]), requests, side.sent)
  side.sent += requests
}

async function coreMsPerRequest(side, work, requests, coreMsOf = mainThreadMs) {
  const before = coreMsOf(side.pid)
  await work()
  return (coreMsOf(side.pid) - before) / requests
}

const openSide = async (server) => ({
  ...server,
  sent: 0,
  connections: await openConnections(server.port, CONNECTIONS),
})

/** Core time of the bare server as a share of ours for the same bytes; the median of several turns. */
async function shareOfBare(ours, bare, keys, path) {
  const pathOf = () => path
  for (const side of [ours, bare]) await send(side, keys, pathOf, side.sent === 0 ? WARM_UP.first : WARM_UP.next)
  const turns = []
  for (let n = 0; n < ROUNDS; n++) {
    const [mine, theirs] = [
      await coreMsPerRequest(ours, () => send(ours, keys, pathOf, EACH), EACH),
      await coreMsPerRequest(bare, () => send(bare, keys, pathOf, EACH), EACH),
    ]
    turns.push({ share: theirs / mine, theirs })
  }
  return { share: median(turns.map(({ share }) => share)), bareMs: median(turns.map(({ theirs }) => theirs)) }
}

/** Core time of reads under addresses that no request has used before; the median of several turns. */
async function measureUncached(ours, keys, pathOf) {
  await send(ours, keys, pathOf, 2 * UNCACHED)
  const turns = []
  for (let n = 0; n < ROUNDS; n++)
    turns.push(await coreMsPerRequest(ours, () => send(ours, keys, pathOf, UNCACHED), UNCACHED))
  return median(turns)
}

/** Front pages per turn; each consists of several reads. */
const PAGES = 60

/** Core time of the front page as a multiple of the JSON responses it shows, uncached and cached. */
async function measureFrontPage(ours, keys) {
  const cost = async (requests, ...paths) => {
    let ms = 0
    for (const pathOf of paths) ms += await coreMsPerRequest(ours, () => send(ours, keys, pathOf, requests), requests)
    return ms
  }
  const compare = async (requests, page, ...parts) => {
    await cost(requests, page, ...parts)
    const turns = []
    for (let n = 0; n < ROUNDS; n++) {
      const [mine, theirs] = [await cost(requests, page), await cost(requests, ...parts)]
      turns.push({ times: mine / theirs, mine, theirs })
    }
    return Object.fromEntries(
      ['times', 'mine', 'theirs'].map((name) => [name, median(turns.map((turn) => turn[name]))]),
    )
  }
  const [list, trending] = ['/v1/posts?perPage=25', '/v1/trending']
  return {
    uncached: await compare(
      PAGES,
      (n) => `/?n=${n}`,
      (n) => `${list}&n=${n}`,
      (n) => `${trending}?n=${n}`,
    ),
    cached: await compare(
      EACH / 2,
      () => '/',
      () => list,
      () => trending,
    ),
  }
}

/** Core time of the first read after a write. The kernel's value for a thread is exact only while the thread sleeps. */
async function measureAfterWrite(ours, keys, path, write) {
  const round = async () => {
    let ms = 0
    for (let n = 0; n < WRITES; n++) {
      await write()
      await setTimeout(SETTLE_MS)
      const read = getRequest(path, keys[n % keys.length])
      ms += await coreMsPerRequest(
        ours,
        () => sendRequest(ours.connections[0], read).then(() => setTimeout(SETTLE_MS)),
        1,
      )
    }
    return ms / WRITES
  }
  await round()
  const costs = []
  for (let n = 0; n < ROUNDS; n++) costs.push(await round())
  return median(costs)
}

/** Imports world files with one like each. */
function likesOf(server, { agentIds, postIds }) {
  let n = 0
  return () => {
    const agentId = agentIds[n % agentIds.length]
    const postId = postIds.at(-1 - (((n % agentIds.length) * 7 + Math.floor(n / agentIds.length)) % 900))
    n += 1
    return operatorRequest(server, 'POST', '/_operator/import', {
      likes: [{ agentId, postId, createdAt: new Date().toISOString() }],
    })
  }
}

async function measureReads(all) {
  const set = { ...all, keys: all.keys.slice(0, KEYS) }
  const copy = scratchCopy(set)
  const server = await startCountingServer(copy.data)
  const paths = {
    list: '/v1/posts?perPage=25',
    post: `/v1/posts/${set.postIds.at(-1)}`,
    agent: `/v1/agents/${set.agentIds[0]}`,
    trending: '/v1/trending',
    topics: '/v1/topics',
    search: `/v1/search?type=posts&q=${COMMON_LETTER}`,
  }
  try {
    await operatorRequest(server, 'PATCH', '/_operator/config', { publicSiteEnabled: true })
    const ours = await openSide(server)
    const answers = []
    for (const path of Object.values(paths)) {
      const { body, head } = await fetchPath(ours.connections[0], path, set.keys[0])
      answers.push({ path, ...replayableResponse(head, body), headBytes: head.length, bodyBytes: body.length })
    }
    const baseline = await startBaseline({ kind: 'bytes', answers })
    const bare = await openSide(baseline)
    const shares = {}
    for (const [name, path] of Object.entries(paths)) shares[name] = await shareOfBare(ours, bare, set.keys, path)
    const figures = {
      uncached: {
        trending: await measureUncached(ours, set.keys, (n) => `/v1/trending?n=${n}`),
        search: await measureUncached(ours, set.keys, (n) => `/v1/search?type=posts&q=${COMMON_LETTER}&n=${n}`),
        list: await measureUncached(ours, set.keys, (n) => `/v1/posts?perPage=25&n=${n}`),
      },
      afterWrite: { trending: await measureAfterWrite(ours, set.keys, paths.trending, likesOf(server, set)) },
      front: await measureFrontPage(ours, set.keys),
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

/** Likes one after the other, so that no two share a commit. */
async function measureLike(set) {
  const fork = await forkWithVisitors(set, set.agentIds.slice(-LIKES), 1)
  const server = await startCountingServer(fork.data)
  try {
    await enableVisitors(server)
    const connection = await openConnection(server.port)
    const act = (n) => {
      const like = { postId: set.postIds[n] }
      return sendRequest(connection, actRequest(fork.visitors[n % LIKES], fork.keys[n % LIKES], `gate-${n}`, { like }))
    }
    for (let n = 0; n < 2 * LIKES; n++) await act(n)
    const before = await server.counts()
    let n = 2 * LIKES
    const ms = await coreMsPerRequest(
      server,
      async () => {
        for (; n < 4 * LIKES; n++) await act(n)
      },
      2 * LIKES,
      allThreadsMs,
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

const SHARES = { list: 0.5, post: 0.5, agent: 0.5, trending: 0.3, topics: 0.3, search: 0.3 }
const MOST_MS = { trending: 1, search: 1.5, list: null }
/** Core time of `/` as a multiple of the JSON responses it shows. */
const FRONT_PAGE = 3

function rowsOf(reads, { like, mixed, trending, reference }) {
  const { shares, uncached, afterWrite, front, bytes, heapMegabytes } = reads
  /** The value is in units of reference work, the target in milliseconds. */
  const coreTime = (measure, value, mostMs) => {
    const row = atMost(`${measure}: core time in reference work`, value / reference, null, { detail: ms(value) })
    if (mostMs === null) return row
    return { ...row, target: `<= ${mostMs} ms`, result: value <= mostMs ? 'ok' : 'MISSED' }
  }
  const counted = (measure, value, most = null) => atMost(measure, value, most, { unit: '' })
  return [
    ...Object.entries(shares).map(([name, { share, bareMs }]) =>
      atLeast(`${name}, cached: share of a bare server`, share, SHARES[name], { detail: `bare server ${ms(bareMs)}` }),
    ),
    ...Object.entries(uncached).map(([name, value]) => coreTime(`${name}, uncached`, value, MOST_MS[name])),
    coreTime('trending, first read after a write', afterWrite.trending, 1),
    coreTime(`trending with ${count(trending.to)} posts per day, update after a like`, trending.ms[1], 1),
    ...Object.entries(front).map(([kind, { times, mine, theirs }]) =>
      atMost(`front page, ${kind}: multiple of its JSON`, times, FRONT_PAGE, {
        detail: `${ms(mine)} and ${ms(theirs)}`,
      }),
    ),
    counted('list of 25: bytes', bytes.list),
    counted('response head: bytes', bytes.head),
    counted('heap after the reads: MB', heapMegabytes),
    counted('a like: rows', like.rows),
    // The request log adds a commit now and then.
    counted('a like: commits', like.commits, 1.2),
    counted('a like: statements', like.statements),
    coreTime('a like', like.ms, null),
    coreTime('mixed load on SQLite', mixed.sqlite, null),
    ...(mixed.cluster === null ? [] : [coreTime('mixed load on PostgreSQL and Redis', mixed.cluster, null)]),
  ]
}

async function run() {
  const set = await dataset(1_000)
  const reads = await measureReads(set)
  const [like, mixed] = [await measureLike(set), await mixedCoreTimes()]
  const rows = rowsOf(reads, { like, mixed, trending: trendingGrowth(), reference: referenceWorkMs() })
  return [measureTable('Gate: core time and counts', rows)]
}

export const suite = { title: 'figures of the gate', run }
await runIfMain(import.meta, suite)
