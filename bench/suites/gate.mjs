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
/** Both servers take turns in short slices, so that a change of the machine's speed meets both. */
const SLICES = 40
const SLICE = 100
/** Cached front pages per turn. */
const CACHED_PAGES = 400
/** Uncached reads cost more, so fewer are enough. */
const UNCACHED = 150
const WRITES = 60
/** Time after which the main thread sleeps: while it runs, the kernel's value lags by up to some milliseconds. */
const SETTLE_MS = 3
const LIKES = 64
/** Enough for the rate limits. The request log writes a row per second and used key. */
const KEYS = 300

const SHARES = { list: 0.5, post: 0.5, agent: 0.5, trending: 0.3, topics: 0.3, search: 0.3 }
const MOST_MS = { trending: 1, search: 1.5, list: null }
/** Core time of `/` as a multiple of the JSON responses it shows. */
const FRONT_PAGE = 3

const counted = (measure, value, most = null) => atMost(measure, value, most, { unit: '' })

/** The value is in units of reference work, the target in milliseconds. */
function coreTime(measure, value, mostMs, referenceMs) {
  const row = atMost(`${measure}: core time in reference work`, value / referenceMs, null, { detail: ms(value) })
  if (mostMs === null) return row
  return { ...row, target: `<= ${mostMs} ms`, result: value <= mostMs ? 'ok' : 'MISSED' }
}

/** Measures the reference work now and at the end of a part, because the machine's speed changes; returns the mean. */
function startReference() {
  const before = referenceWorkMs()
  return () => (before + referenceWorkMs()) / 2
}

/** Sends `requests` requests over the open connections of a side. */
async function send(side, keys, pathOf, requests) {
  await sendMany(side.connections, (n) => getRequest(pathOf(n), keys[n % keys.length]), requests, side.sent)
  side.sent += requests
}

async function coreMsPerRequest(side, work, requests, coreMsOf = mainThreadMs) {
  const before = coreMsOf(side.pid)
  await work()
  await setTimeout(SETTLE_MS)
  return (coreMsOf(side.pid) - before) / requests
}

/** The server closes connections that were idle too long, so they are opened when they are used. */
async function openSide(side, count = CONNECTIONS) {
  for (const connection of side.connections) connection.close()
  side.connections = await openConnections(side.port, count)
}

const sideOf = (server) => ({ ...server, sent: 0, connections: [] })

/** Core time of the bare server as a share of ours for the same bytes: the ratio of the medians of all slices. */
async function shareOfBare(ours, bare, keys, path) {
  const pathOf = () => path
  const sides = [ours, bare]
  for (const side of sides) await send(side, keys, pathOf, side.sent === 0 ? WARM_UP.first : WARM_UP.next)
  const slices = new Map(sides.map((side) => [side, []]))
  for (let n = 0; n < SLICES; n++)
    for (const side of n % 2 === 0 ? sides : sides.toReversed())
      slices.get(side).push(await coreMsPerRequest(side, () => send(side, keys, pathOf, SLICE), SLICE))
  const [mine, theirs] = sides.map((side) => median(slices.get(side)))
  return { share: theirs / mine, bareMs: theirs }
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
      CACHED_PAGES,
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
      ms += await coreMsPerRequest(ours, () => sendRequest(ours.connections[0], read), 1)
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

const PATHS = {
  list: () => '/v1/posts?perPage=25',
  post: ({ postIds }) => `/v1/posts/${postIds.at(-1)}`,
  agent: ({ agentIds }) => `/v1/agents/${agentIds[0]}`,
  trending: () => '/v1/trending',
  topics: () => '/v1/topics',
  search: () => `/v1/search?type=posts&q=${COMMON_LETTER}`,
}

/** Rows of the cached reads, beside a bare server that sends the same bytes. */
async function measureShares({ ours, set }) {
  const paths = Object.fromEntries(Object.entries(PATHS).map(([name, pathOf]) => [name, pathOf(set)]))
  const answers = []
  await openSide(ours, 1)
  for (const path of Object.values(paths)) {
    const { body, head } = await fetchPath(ours.connections[0], path, set.keys[0])
    answers.push({ path, ...replayableResponse(head, body), headBytes: head.length, bodyBytes: body.length })
  }
  const baseline = await startBaseline({ kind: 'bytes', answers })
  const bare = sideOf(baseline)
  for (const side of [ours, bare]) await openSide(side)
  const rows = []
  for (const [name, path] of Object.entries(paths)) {
    const { share, bareMs } = await shareOfBare(ours, bare, set.keys, path)
    const detail = `bare server ${ms(bareMs)}`
    rows.push(atLeast(`${name}, cached: share of a bare server`, share, SHARES[name], { detail }))
  }
  for (const connection of bare.connections) connection.close()
  await baseline.stop()
  return [
    ...rows,
    counted('list of 25: bytes', answers[0].bodyBytes),
    counted('response head: bytes', answers[0].headBytes),
  ]
}

async function measureUncachedReads({ ours, set: { keys } }) {
  const reference = startReference()
  await openSide(ours)
  const costs = {
    trending: await measureUncached(ours, keys, (n) => `/v1/trending?n=${n}`),
    search: await measureUncached(ours, keys, (n) => `/v1/search?type=posts&q=${COMMON_LETTER}&n=${n}`),
    list: await measureUncached(ours, keys, (n) => `/v1/posts?perPage=25&n=${n}`),
  }
  const referenceMs = reference()
  return Object.entries(costs).map(([name, cost]) => coreTime(`${name}, uncached`, cost, MOST_MS[name], referenceMs))
}

async function measureTrendingAfterWrite({ ours, set }) {
  const reference = startReference()
  await openSide(ours, 1)
  const cost = await measureAfterWrite(ours, set.keys, PATHS.trending(), likesOf(ours, set))
  return [coreTime('trending, first read after a write', cost, 1, reference())]
}

async function measureFrontPages({ ours, set }) {
  await openSide(ours)
  const front = await measureFrontPage(ours, set.keys)
  return Object.entries(front).map(([kind, { times, mine, theirs }]) =>
    atMost(`front page, ${kind}: multiple of its JSON`, times, FRONT_PAGE, { detail: `${ms(mine)} and ${ms(theirs)}` }),
  )
}

const measureHeap = async ({ ours }) => [counted('heap after the reads: MB', (await ours.counts()).heapMegabytes)]

/** Runs the parts that read, one after the other on one server. */
async function measureReads(parts) {
  const all = await dataset(1_000)
  const set = { ...all, keys: all.keys.slice(0, KEYS) }
  const copy = scratchCopy(set)
  const server = await startCountingServer(copy.data)
  try {
    await operatorRequest(server, 'PATCH', '/_operator/config', { publicSiteEnabled: true })
    const ours = sideOf(server)
    const rows = []
    for (const measure of parts) rows.push(...(await measure({ ours, set })))
    for (const connection of ours.connections) connection.close()
    return rows
  } finally {
    await server.stop()
    copy.remove()
  }
}

/** Likes one after the other, so that no two share a commit. */
async function measureLike() {
  const set = await dataset(1_000)
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
    const reference = startReference()
    const before = await server.counts()
    let n = 2 * LIKES
    const likeMs = await coreMsPerRequest(
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
    return [
      counted('a like: rows', each('rows')),
      // The request log adds a commit now and then.
      counted('a like: commits', each('commits'), 1.2),
      counted('a like: statements', each('statements')),
      coreTime('a like', likeMs, null, reference()),
    ]
  } finally {
    await server.stop()
    fork.remove()
  }
}

async function measureMixed() {
  const reference = startReference()
  const { sqlite, cluster } = await mixedCoreTimes()
  const referenceMs = reference()
  return [
    coreTime('mixed load on SQLite', sqlite, null, referenceMs),
    ...(cluster === null ? [] : [coreTime('mixed load on PostgreSQL and Redis', cluster, null, referenceMs)]),
  ]
}

function measureTrendingUpdates() {
  const { to, ms: costs } = trendingGrowth()
  return [coreTime(`trending with ${count(to)} posts per day, update after a like`, costs[1], 1, referenceWorkMs())]
}

/** The heap counts after all other reads. */
const READ_PARTS = [measureShares, measureUncachedReads, measureTrendingAfterWrite, measureFrontPages, measureHeap]
const OTHER_PARTS = [measureTrendingUpdates, measureLike, measureMixed]

/** Measures whole parts; each row of the result names its part. */
async function measureParts(isWanted) {
  const named = (part) => async (input) => (await part(input)).map((row) => ({ ...row, part: part.name }))
  const reads = isWanted(measureHeap.name) ? READ_PARTS : READ_PARTS.filter(({ name }) => isWanted(name))
  const rows = reads.length === 0 ? [] : await measureReads(reads.map(named))
  for (const part of OTHER_PARTS) if (isWanted(part.name)) rows.push(...(await named(part)()))
  return rows
}

/** Measures the parts to which these rows belong again. */
export const measureAgain = (rows) => measureParts((name) => rows.some(({ part }) => part === name))

const run = async () => [measureTable('Gate: core time and counts', await measureParts(() => true))]

export const suite = { title: 'figures of the gate', run }
await runIfMain(import.meta, suite)
