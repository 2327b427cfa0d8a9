// node bench/suites/acts.mjs [--quick] [--full]: acts and heartbeats of visitors per second beside a bare server that only writes
// the same rows, and their latency as the history of the world grows.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataset } from '../lib/datasets.mjs'
import {
  actRequest,
  getRequestWith,
  heartbeatRequest,
  openConnection,
  postRequest,
  sendRequest,
} from '../lib/http-client.mjs'
import { FIRST_ROUNDS, latencies } from '../lib/latencies.mjs'
import { combineRuns, compareRuns, measureLoad } from '../lib/load.mjs'
import { atLeast, atMost, change, count, measureTable, ms, perSecond, plainRow, withUnit } from '../lib/report.mjs'
import { replayableResponse, startBaseline, startServer } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'
import { enableVisitors, FORK, forkWithVisitors, openFile, postsOfOthers, storeFile } from '../lib/visitor-fork.mjs'

const VISITORS = 64
/** Each may do 500 acts and 144 heartbeats a day. */
const KEYS_EACH = 16

const KINDS = ['like', 'reply', 'heartbeat']
const TEXTS = ['I saw it the other way round.', 'Who told you that?', 'Come by tomorrow and we will see.']

function trafficOf({ data, keysFile, visitors }) {
  const posts = postsOfOthers(storeFile(data), visitors)
  const to = (route) => visitors.map((id) => `/v1/visitors/${id}/${route}`)
  const common = { keysFile, type: 'application/json' }
  const acts = (bodyOf) => ({
    ...common,
    paths: to('act'),
    bodies: posts.map((id, n) => JSON.stringify(bodyOf(id, n))),
  })
  // All kinds share one sequence of idempotency keys.
  const numbers = { run: `bench-${process.pid}`, next: 0 }
  return {
    like: { ...acts((postId) => ({ like: { postId } })), numbers },
    reply: { ...acts((postId, n) => ({ reply: { postId, text: TEXTS[n % TEXTS.length] } })), numbers },
    heartbeat: { ...common, paths: to('heartbeat'), bodies: [''] },
  }
}

/** Sends the next request of a load client. */
async function sendNext({ port }, keys, { paths, type, bodies, numbers }) {
  const n = numbers === undefined ? 0 : numbers.next++
  const credential = [`X-API-Key: ${keys[n % keys.length]}`]
  if (numbers !== undefined) credential.push(`Idempotency-Key: ${numbers.run}-${n}`)
  const connection = await openConnection(port)
  const bytes = postRequest(paths[n % paths.length], credential.join('\r\n'), type, bodies[n % bodies.length])
  const response = await sendRequest(connection, bytes)
  connection.close()
  return response
}

/** Sums that change with every row of an act. */
const MARKS = `select
  (select count(*) from claims) as claims,
  (select count(*) from claims where state = 'done') as sealed,
  (select sum(used) from budgets) as spent,
  (select count(*) from likes) as likes,
  (select count(*) from replies) as replies,
  (select sum(like_count) + sum(reply_count) from posts) as on_posts,
  (select sum(reply_count) from agents) as on_agents,
  (select sum(n) from tallies) as tallies,
  (select sum(n) from topic_voices) as voices,
  (select count(*) from journal) as entries,
  (select sum(journal_sequence) from visitors) as sequences,
  (select count(*) from visitors where last_heartbeat_at > ?) as stamped`

/** The changes of one request in a store. */
async function changeOf(file, since, work) {
  const store = openFile(file, { readOnly: true })
  const marks = () => Object.entries(store.prepare(MARKS).get(since)).map(([name, n]) => [name, n ?? 0])
  const before = Object.fromEntries(marks())
  await work()
  const change = Object.fromEntries(marks().map(([name, n]) => [name, n - before[name]]))
  store.close()
  return JSON.stringify(change)
}

/** The baseline must write the same rows. */
async function requireSameRows(ours, baseline, keys, traffic, since) {
  const changes = []
  for (const side of [ours, baseline])
    changes.push(await changeOf(side.file, since, () => sendNext(side, keys, traffic)))
  if (changes[0] !== changes[1]) throw new Error(`the baseline writes other rows:\n${changes.join('\n')}`)
}

/** Rows and commits per request of a baseline. */
async function countsOf({ port }) {
  const connection = await openConnection(port)
  const { body } = await sendRequest(connection, getRequestWith('/', 'X-API-Key: -'))
  connection.close()
  return JSON.parse(body)
}

async function measureKind(sides, traffic, { seconds, rounds }, warmUp) {
  const names = Object.keys(sides)
  const measured = Object.fromEntries(names.map((name) => [name, []]))
  if (warmUp) for (const name of names) await measureLoad(sides[name], 1, traffic)
  const before = await countsOf(sides.plain)
  for (let n = 0; n < rounds; n++)
    for (const name of names) measured[name].push(await measureLoad(sides[name], seconds / rounds, traffic))
  const after = await countsOf(sides.plain)
  const each = (what) => (after[what] - before[what]) / (after.requests - before.requests)
  const { ours, plain, grouped } = Object.fromEntries(names.map((name) => [name, combineRuns(measured[name])]))
  return {
    ...compareRuns(ours, plain),
    rows: each('rows'),
    commits: each('commits'),
    grouped: grouped === undefined ? null : compareRuns(ours, grouped),
  }
}

/** Stored responses show whether an act was skipped. */
function requireAllCreated(file) {
  const store = openFile(file, { readOnly: true })
  const { skipped, n } = store
    .prepare(
      `select count(*) as n, sum(answer not like '%"status":"created"%') as skipped from claims where state = 'done'`,
    )
    .get()
  store.close()
  if (skipped > 0) throw new Error(`${skipped} of ${n} acts were not carried out`)
}

/** With more than one round also beside a baseline that commits several requests at once, as the server does. */
async function measureThroughput(set, pace) {
  const fork = await forkWithVisitors(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
  const running = []
  try {
    const traffic = trafficOf(fork)
    const names = pace.rounds > 1 ? ['plain', 'grouped'] : ['plain']
    const files = names.map((name) => join(fork.data, `${name}.db`))
    for (const file of files) copyFileSync(storeFile(fork.data), file)
    const server = await startServer(fork.data)
    running.push(server)
    await enableVisitors(server)
    const sides = { ours: { ...server, file: storeFile(fork.data) } }
    // First heartbeats include the feed; the measured ones follow within five minutes and do not.
    for (const [n, path] of traffic.heartbeat.paths.entries())
      await sendNext(server, [fork.keys[n]], { ...traffic.heartbeat, paths: [path] })
    const answers = {}
    for (const kind of KINDS) {
      const { head, body } = await sendNext(server, fork.keys, traffic[kind])
      answers[kind] = replayableResponse(head, body)
    }
    for (const [i, name] of names.entries()) {
      const baseline = await startBaseline({ kind: 'acts', file: files[i], grouped: name === 'grouped', answers })
      running.push(baseline)
      sides[name] = { ...baseline, file: files[i] }
    }
    const results = {}
    for (const kind of KINDS) {
      for (const name of names) await requireSameRows(sides.ours, sides[name], fork.keys, traffic[kind], Date.now())
      results[kind] = await measureKind(sides, traffic[kind], pace, pace.rounds > 1 || kind === KINDS[0])
    }
    requireAllCreated(sides.ours.file)
    return results
  } finally {
    for (const started of running) await started.stop()
    fork.remove()
  }
}

/** Each request has its own visitor, and a data set has about 300 agents. */
const TIMES_MAX = 250

/** Requests by name. The first heartbeat of a visitor includes the feed, the second does not. */
function growthRequests(store, { keys, visitors, postIds }) {
  const liked = store.prepare(
    `select 1 from likes where world_id = ? and post_id = ? and reply_id = '' and agent_id = ?`,
  )
  const visitorOf = (n) => [visitors[n % visitors.length], keys[n % visitors.length]]
  const beat = (n) => heartbeatRequest(...visitorOf(n))
  const post = (n) => postIds[(n * 7_919) % postIds.length]
  /** The next post that this visitor has not liked yet. */
  const unliked = (n) => {
    for (let at = n; ; at++) if (liked.get(FORK, post(at), visitors[n % visitors.length]) === undefined) return post(at)
  }
  const act = (bodyOf) => (n) => actRequest(...visitorOf(n), `growth-${n}`, bodyOf(n))
  return {
    'heartbeat with feed': beat,
    heartbeat: beat,
    like: act((n) => ({ like: { postId: unliked(n) } })),
    reply: act((n) => ({ reply: { postId: post(n), text: 'Come by tomorrow and we will see.' } })),
    post: act((n) => ({ post: { text: `Nobody has swept the square since the ${n}th of the month.` } })),
  }
}

/** The response must be of the expected kind. */
function check(name, body) {
  const { data } = JSON.parse(body)
  const isExpected =
    name === 'heartbeat with feed'
      ? data.feed?.length > 0
      : name === 'heartbeat'
        ? data.feed === null
        : data.status === 'created'
  if (!isExpected) throw new Error(`not the expected ${name}: ${body.toString().slice(0, 300)}`)
}

async function measureGrowth(short, long, pace) {
  const times = Math.min(pace.times, TIMES_MAX)
  const [forks, servers, sides] = [[], [], []]
  try {
    for (const set of [short, long]) {
      // One visitor per round, so that each sends one request of a kind.
      forks.push(await forkWithVisitors(set, set.agentIds.slice(0, times + FIRST_ROUNDS), 1))
    }
    // After both forks exist: the server closes connections that are idle too long.
    for (const fork of forks) {
      const server = await startServer(fork.data)
      servers.push(server)
      await enableVisitors(server)
      const connection = await openConnection(server.port)
      const store = openFile(storeFile(fork.data), { readOnly: true })
      sides.push({ pid: server.pid, connection, store, requests: growthRequests(store, fork), check })
    }
    return await latencies(sides, times)
  } finally {
    for (const { connection, store } of sides) {
      connection.close()
      store.close()
    }
    for (const server of servers) await server.stop()
    for (const fork of forks) fork.remove()
  }
}

const TARGETS = { like: 0.3, reply: 0.2 }
const SLOWDOWN = 2

const rates = ({ ours, baseline, cpuRatio }) =>
  `${perSecond(ours.perSecond)} of ${perSecond(baseline.perSecond)}; by core time ${withUnit(cpuRatio, '×')} (${ms(ours.cpuPerRequest)} and ${ms(baseline.cpuPerRequest)})`

const throughputRows = (results) =>
  Object.entries(results).flatMap(([kind, result]) => {
    const detail = `${rates(result)}; ${withUnit(result.rows)} rows in ${withUnit(result.commits)} commits`
    const row = atLeast(kind, result.ratio, TARGETS[kind] ?? null, { detail })
    if (result.grouped === null) return [row]
    return [
      row,
      plainRow(`${kind}, baseline with grouped commits`, result.grouped.ratio, { detail: rates(result.grouped) }),
    ]
  })

const growthRows = (found) =>
  Object.entries(found).flatMap(([name, measured]) =>
    Object.entries({ latency: measured.ms, 'core time': measured.cpu }).map(([figure, [short, long]]) =>
      atMost(`${name}: ${figure}`, long / short, SLOWDOWN, { detail: change([short, long]) }),
    ),
  )

async function run({ pace, full }) {
  const [short, set] = [await dataset(1_000), await dataset(10_000)]
  const long = full ? await dataset(1_000_000) : set
  return [
    measureTable(
      `Acts of ${VISITORS} visitors, ${count(set.posts)} posts: rate as a share of a server that only writes the rows`,
      throughputRows(await measureThroughput(set, pace)),
    ),
    measureTable(
      `Acts with ${count(long.posts)} posts as a multiple of ${count(short.posts)} posts`,
      growthRows(await measureGrowth(short, long, pace)),
    ),
  ]
}

export const suite = { title: 'acts and heartbeats of visitors', run }
await runIfMain(import.meta, suite)
