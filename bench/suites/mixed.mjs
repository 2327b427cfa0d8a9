// node bench/suites/mixed.mjs [--seconds 20] [--nodes 1,4] [--worlds 8] [--callers 16]: core time per request of a mixed load
// (four reads to one act, over several worlds), on SQLite and, where they are installed, on PostgreSQL and Redis.
import { allThreadsMs, processMs, processTreeMs } from '../lib/core-time.mjs'
import { openConnection, openConnections, sendRequest } from '../lib/http-client.mjs'
import { referenceWorkMs } from '../lib/reference-work.mjs'
import { count, ms, perSecond, withUnit } from '../lib/report.mjs'
import { startCountingServer } from '../lib/servers.mjs'
import { hasServices, withFolder, withServices } from '../lib/services.mjs'
import { median, spread } from '../lib/statistics.mjs'
import { progress, runIfMain } from '../lib/suite.mjs'
import { createVisitorWorlds, nextLike, READS, requireCreated, uncachedPage } from '../lib/visitor-worlds.mjs'

const ROUNDS = 4
const WARM_UP_SECONDS = 2
/** Upper estimates, for the number of keys and visitors. A run that uses them up ends early. */
const MOST = { actsPerSecond: 1_000, readsPerSecond: 4_000 }
/** Acts sent one after the other to count their statements and round trips. */
const SINGLE_ACTS = 100

const mixOf = (worlds) => {
  const reads = Object.values(READS)
  return (n) => {
    const world = worlds[Math.floor(n / (reads.length + 1)) % worlds.length]
    const kind = n % (reads.length + 1)
    return kind === reads.length ? nextLike(world) : reads[kind](world)
  }
}

/** Requests of one kind each, by name. */
const kindsOf = (worlds) => {
  const spreadOver = (requestOf) => (n) => requestOf(worlds[n % worlds.length])
  return {
    'post, cached': spreadOver(READS.post),
    'first page, uncached': spreadOver(uncachedPage),
    'act, all worlds': spreadOver(nextLike),
    'act, one world': () => nextLike(worlds[0]),
  }
}

/** So many callers, spread over the nodes, for some seconds. Core time is per request, by process. */
async function measure({ nodes, coreMs }, callers, seconds, requestOf) {
  // New connections, because the server closes connections that were idle too long.
  const connections = (
    await Promise.all(nodes.map(({ port }, i) => openConnections(port, Math.ceil((callers - i) / nodes.length))))
  ).flat()
  const waits = []
  const before = coreMs()
  const began = performance.now()
  let sent = 0
  const call = async (connection) => {
    while (performance.now() < began + seconds * 1_000) {
      const request = requestOf(sent++)
      if (request === null) return
      const at = performance.now()
      const { body } = await sendRequest(connection, request)
      requireCreated(request, body)
      waits.push(performance.now() - at)
    }
  }
  await Promise.all(connections.map(call))
  const elapsed = (performance.now() - began) / 1_000
  const after = coreMs()
  for (const connection of connections) connection.close()
  const core = Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - before[name]) / waits.length]))
  return { rate: waits.length / elapsed, ...spread(waits), core }
}

/** The medians of several rounds. */
async function measureRounds(side, callers, seconds, requestOf) {
  const rounds = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await measure(side, callers, seconds / ROUNDS, requestOf))
  const medianOf = (read) => median(rounds.map(read))
  const names = Object.keys(rounds[0].core)
  return {
    rate: medianOf(({ rate }) => rate),
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    core: Object.fromEntries(names.map((name) => [name, medianOf(({ core }) => core[name])])),
  }
}

/** Statements, commits and round trips of one act, with no other requests at the same time. */
async function countOneAct(server, worlds) {
  const connection = await openConnection(server.port)
  const sendActs = async () => {
    for (let n = 0; n < SINGLE_ACTS; n++) {
      const request = nextLike(worlds[n % worlds.length])
      if (request === null) throw new Error('no posts left to like')
      requireCreated(request, (await sendRequest(connection, request)).body)
    }
  }
  await sendActs()
  const before = await server.counts()
  await sendActs()
  const after = await server.counts()
  connection.close()
  return Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - before[name]) / SINGLE_ACTS]))
}

async function measureStore(store, side, sizes) {
  const { worlds: worldCount, callers, seconds, kinds } = sizes
  const rates = { acts: MOST.actsPerSecond, reads: MOST.readsPerSecond }
  const total = WARM_UP_SECONDS + callers.length * seconds + 2 * kinds
  const worlds = await createVisitorWorlds(side.nodes[0], {
    worlds: worldCount,
    acts: 2 * SINGLE_ACTS + rates.acts * total,
    readsPerMinute: rates.reads * Math.min(60, total),
  })
  const mix = mixOf(worlds)
  await measure(side, 16, WARM_UP_SECONDS, mix)
  const label = { store, nodes: String(side.nodes.length) }
  const mixed = []
  for (const each of callers) mixed.push({ label, callers: each, ...(await measureRounds(side, each, seconds, mix)) })
  const single = []
  for (const [kind, requestOf] of kinds === 0 ? [] : Object.entries(kindsOf(worlds)))
    single.push({ label, kind, ...(await measure(side, 16, kinds, requestOf)) })
  return { worlds, mixed, single }
}

const onSqlite = (sizes) =>
  withFolder('mixed', async ({ startAlone }) => {
    const server = await startAlone('node')
    const coreMs = () => ({ node: allThreadsMs(server.pid), PostgreSQL: 0, Redis: 0 })
    const result = await measureStore('SQLite', { nodes: [server], coreMs }, sizes)
    await server.stop()
    const counting = await startAlone('node', { start: startCountingServer })
    const oneAct = await countOneAct(counting, result.worlds)
    await counting.stop()
    return { ...result, oneAct: { store: 'SQLite', ...oneAct } }
  })

const portOf = (url) => new URL(url).port

const onPostgres = (nodeCount, sizes) =>
  withServices('mixed', async ({ databaseUrl, redisUrl, postgresPid, redisPid, startNode }) => {
    const nodes = []
    for (let n = 0; n < nodeCount; n++) nodes.push(await startNode(`node${n}`))
    const coreMs = () => ({
      node: nodes.reduce((sum, { pid }) => sum + allThreadsMs(pid), 0),
      PostgreSQL: processTreeMs(postgresPid()),
      Redis: processMs(redisPid),
    })
    const result = await measureStore('PostgreSQL + Redis', { nodes, coreMs }, sizes)
    for (const node of nodes) await node.stop()
    const env = { BENCH_STORE_PORT: portOf(databaseUrl), BENCH_SHARED_PORT: portOf(redisUrl) }
    const counting = await startNode('counting', { start: startCountingServer, env })
    const oneAct = await countOneAct(counting, result.worlds)
    await counting.stop()
    return { ...result, oneAct: { store: 'PostgreSQL + Redis', ...oneAct } }
  })

const totalOf = (core) => Object.values(core).reduce((sum, each) => sum + each, 0)
const orNone = (value) => (value > 0 ? ms(value) : '-')
const coreColumns = (core) => ({
  'core: node': ms(core.node),
  'core: PostgreSQL': orNone(core.PostgreSQL),
  'core: Redis': orNone(core.Redis),
  'core: all': ms(totalOf(core)),
})

function tablesOf(results, { worlds, reference }) {
  const mixed = results.flatMap((result) => result.mixed)
  const first = totalOf(mixed[0].core)
  const mixedRows = mixed.map(({ label, callers, rate, p50, p99, core }) => ({
    ...label,
    callers: String(callers),
    rate: perSecond(rate),
    ...coreColumns(core),
    '× SQLite': withUnit(totalOf(core) / first),
    '× reference': withUnit(totalOf(core) / reference),
    p50: ms(p50),
    p99: ms(p99),
  }))
  const singleRows = results
    .flatMap(({ single }) => single)
    .map(({ label, kind, rate, core }) => ({ ...label, request: kind, rate: perSecond(rate), ...coreColumns(core) }))
  const actRows = results.map(({ oneAct }) => ({
    store: oneAct.store,
    commits: withUnit(oneAct.commits),
    'SQLite statements': oneAct.statements > 0 ? withUnit(oneAct.statements) : '-',
    'PostgreSQL round trips': oneAct.store === 'SQLite' ? '-' : withUnit(oneAct.postgresTrips),
    'Redis round trips': oneAct.store === 'SQLite' ? '-' : withUnit(oneAct.redisTrips),
  }))
  const table = (title, rows) => ({ title, columns: Object.keys(rows[0]), rows })
  return [
    table(
      `Mixed load: 4 reads to 1 act, ${count(worlds)} worlds; core time per request (reference work: ${ms(reference)})`,
      mixedRows,
    ),
    table('One kind of request at a time, 16 callers; core time per request', singleRows),
    table('One act alone', actRows),
  ]
}

const GATE_SIZES = { worlds: 4, callers: [16], seconds: 6, kinds: 0 }

/** For the gate: core time per mixed request, all processes together. Null for stores that are not installed. */
export async function mixedCoreTimes() {
  const msOf = ({ mixed: [{ core }] }) => totalOf(core)
  return {
    sqlite: msOf(await onSqlite(GATE_SIZES)),
    cluster: hasServices ? msOf(await onPostgres(1, GATE_SIZES)) : null,
  }
}

const numbersOf = (text) => text.split(',').map(Number)

async function run(options) {
  const { quick } = options
  const seconds = options.seconds ?? (quick ? 2 : 10)
  const sizes = {
    worlds: Number(options.worlds ?? (quick ? 3 : 8)),
    callers: numbersOf(options.callers ?? '16'),
    seconds,
    kinds: Math.max(0.5, seconds / 10),
  }
  progress('mixed load on SQLite')
  const results = [await onSqlite(sizes)]
  if (!hasServices) progress('PostgreSQL or Redis is not installed: SQLite only')
  else
    for (const nodes of numbersOf(options.nodes ?? '1')) {
      progress(`mixed load on PostgreSQL and Redis, nodes: ${nodes}`)
      results.push(await onPostgres(nodes, sizes))
    }
  return tablesOf(results, { worlds: sizes.worlds, reference: referenceWorkMs() })
}

export const suite = {
  title: 'mixed load of reads and acts',
  run,
  options: { nodes: { type: 'string' }, worlds: { type: 'string' }, callers: { type: 'string' } },
}
await runIfMain(import.meta, suite)
