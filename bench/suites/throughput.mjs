// node bench/suites/throughput.mjs [--quick] [--full]: requests per second of reads. Cached reads run beside a bare node:http
// server that sends the same bytes; uncached reads, during 70 writes per second, beside a server with only the SQL statement.
import { join } from 'node:path'
import { dataset, scratchCopy } from '../lib/datasets.mjs'
import { fetchPath, openConnection } from '../lib/http-client.mjs'
import { clientName, measureInTurns } from '../lib/load.mjs'
import { atLeast, count, measureTable, ms, perSecond, withUnit } from '../lib/report.mjs'
import { replayableResponse, startBaseline, startServer, startWriter } from '../lib/servers.mjs'
import { runIfMain } from '../lib/suite.mjs'

const TOPIC_PAGES = 20
const PATHS_MAX = 20_000

const shuffled = (list) => {
  const copy = [...list]
  for (let n = copy.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[copy[n], copy[other]] = [copy[other], copy[n]]
  }
  return copy
}

const cachedPaths = ({ postIds, agentIds }) => [
  { name: 'GET /v1/posts?perPage=25', paths: ['/v1/posts?perPage=25'] },
  { name: 'GET /v1/posts/{id}', paths: [`/v1/posts/${postIds.at(-1)}`] },
  { name: 'GET /v1/agents/{id}', paths: [`/v1/agents/${agentIds[0]}`] },
]

const uncachedPaths = ({ postIds, agentIds, topicIds }) => [
  {
    name: 'GET /v1/posts?topic=…&page=1–20',
    paths: shuffled(
      topicIds.flatMap((topic) =>
        Array.from({ length: TOPIC_PAGES }, (_, n) => `/v1/posts?topic=${topic}&page=${n + 1}&perPage=25`),
      ),
    ),
  },
  {
    name: 'GET /v1/posts/{id}',
    paths: shuffled(postIds)
      .slice(0, PATHS_MAX)
      .map((id) => `/v1/posts/${id}`),
  },
  { name: 'GET /v1/agents/{id}', paths: shuffled(agentIds).map((id) => `/v1/agents/${id}`) },
]

/** The responses of the server, for the bare server to send. */
async function realAnswers(server, set, paths) {
  const connection = await openConnection(server.port)
  const answers = []
  for (const path of paths) {
    const { body, head } = await fetchPath(connection, path, set.keys[0])
    answers.push({ path, ...replayableResponse(head, body) })
  }
  connection.close()
  return answers
}

/** Both servers must send the same body. */
async function requireSameBody(ours, theirs, set, path) {
  const bodies = []
  for (const { port } of [ours, theirs]) {
    const connection = await openConnection(port)
    bodies.push((await fetchPath(connection, path, set.keys[0])).body.toString())
    connection.close()
  }
  if (bodies[0] !== bodies[1])
    throw new Error(`the baseline sends another body for ${path}:\n${bodies.map((b) => b.slice(0, 400)).join('\n')}`)
}

async function measureCached(server, set, pace) {
  const routes = cachedPaths(set)
  const answers = await realAnswers(
    server,
    set,
    routes.flatMap(({ paths }) => paths),
  )
  const baseline = await startBaseline({ kind: 'bytes', answers })
  const results = []
  // The warm-up uses every key once.
  const warmedUp = { ...pace, warmUp: 3 }
  for (const { name, paths } of routes)
    results.push({ name, ...(await measureInTurns(server, baseline, { keysFile: set.keysFile, paths }, warmedUp)) })
  await baseline.stop()
  return results
}

async function measureUncached(server, set, pace) {
  const routes = uncachedPaths(set)
  const baseline = await startBaseline({ kind: 'rows', file: join(set.data, 'agent-network.db') })
  for (const { paths } of routes) await requireSameBody(server, baseline, set, paths[0])
  // The writer runs during both measurements: both servers read the same growing file.
  const writer = await startWriter({
    operatorUrl: server.operatorUrl,
    token: server.operatorToken(),
    agents: set.agentIds,
    topics: set.topicIds,
    posts: set.postIds.slice(-500),
  })
  const results = []
  for (const { name, paths } of routes)
    results.push({ name, ...(await measureInTurns(server, baseline, { keysFile: set.keysFile, paths }, pace)) })
  await writer.stop()
  await baseline.stop()
  const summary = writer.stderr().trim()
  if (!summary.startsWith('{')) throw new Error(`the writer failed: ${summary}`)
  return results
}

const TARGET = 0.5

const rowsOf = (results) =>
  results.map(({ name, ours, baseline, ratio, cpuRatio }) =>
    atLeast(name, ratio, TARGET, {
      detail: `${perSecond(ours.perSecond)} of ${perSecond(baseline.perSecond)}; by core time ${withUnit(cpuRatio, '×')} (${ms(ours.cpuPerRequest)} and ${ms(baseline.cpuPerRequest)})`,
    }),
  )

async function measure(posts, pace) {
  const set = scratchCopy(await dataset(posts))
  const server = await startServer(set.data)
  try {
    const cached = rowsOf(await measureCached(server, set, pace))
    const uncached = rowsOf(await measureUncached(server, set, pace))
    const title = (kind) =>
      `${kind}, ${count(posts)} posts: requests per second as a share of the baseline (${clientName})`
    return [measureTable(title('Cached reads'), cached), measureTable(title('Uncached reads during writes'), uncached)]
  } finally {
    await server.stop()
    set.remove()
  }
}

async function run({ pace, full }) {
  const tables = []
  for (const posts of full ? [10_000, 1_000_000] : [10_000]) tables.push(...(await measure(posts, pace)))
  return tables
}

export const suite = { title: 'throughput of reads', run }
await runIfMain(import.meta, suite)
