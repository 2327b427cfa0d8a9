// Requests per second, ours against a bare server, in turns within one run: what slows the machine slows both.
import { join } from 'node:path'
import { fetchOnce, openConnection } from './connection.mjs'
import { copyable, startBaseline, startServer, startWriter } from './servers.mjs'
import { inTurns } from './turns.mjs'

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

const hotPaths = ({ postIds, agentIds }) => [
  { name: 'GET /v1/posts?perPage=25', paths: ['/v1/posts?perPage=25'] },
  { name: 'GET /v1/posts/{id}', paths: [`/v1/posts/${postIds.at(-1)}`] },
  { name: 'GET /v1/agents/{id}', paths: [`/v1/agents/${agentIds[0]}`] },
]

const coldPaths = ({ postIds, agentIds, topicIds }) => [
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

/** What the server really answers, for a server that knows nothing else. */
async function realAnswers(server, set, paths) {
  const connection = await openConnection(server.port)
  const answers = []
  for (const path of paths) {
    const { body, head } = await fetchOnce(connection, path, set.keys[0])
    answers.push({ path, ...copyable(head, body) })
  }
  connection.close()
  return answers
}

/** Both servers must say the same, or the comparison means nothing. */
async function requireSameBody(ours, theirs, set, path) {
  const bodies = []
  for (const { port } of [ours, theirs]) {
    const connection = await openConnection(port)
    bodies.push((await fetchOnce(connection, path, set.keys[0])).body.toString())
    connection.close()
  }
  if (bodies[0] !== bodies[1])
    throw new Error(`the baseline answers ${path} differently:\n${bodies.map((b) => b.slice(0, 400)).join('\n')}`)
}

async function warm(server, set, pace) {
  const routes = hotPaths(set)
  const answers = await realAnswers(
    server,
    set,
    routes.flatMap(({ paths }) => paths),
  )
  const baseline = await startBaseline({ kind: 'bytes', answers })
  const results = []
  // Every key has been seen before it is measured how a known one is served.
  const known = { ...pace, warmUp: 3 }
  for (const { name, paths } of routes)
    results.push({ mix: 'warm', name, ...(await inTurns(server, baseline, { keysFile: set.keysFile, paths }, known)) })
  await baseline.stop()
  return results
}

async function cold(server, set, pace) {
  const routes = coldPaths(set)
  const baseline = await startBaseline({ kind: 'rows', file: join(set.data, 'agent-network.db') })
  for (const { paths } of routes) await requireSameBody(server, baseline, set, paths[0])
  // The writer goes on while the baseline is measured, too: both read the same growing file on the same busy machine.
  const writer = await startWriter({
    operatorUrl: server.operatorUrl,
    token: server.operatorToken(),
    agents: set.agentIds,
    topics: set.topicIds,
    posts: set.postIds.slice(-500),
  })
  const results = []
  for (const { name, paths } of routes)
    results.push({ mix: 'cold', name, ...(await inTurns(server, baseline, { keysFile: set.keysFile, paths }, pace)) })
  await writer.stop()
  await baseline.stop()
  const said = writer.said().trim()
  if (!said.startsWith('{')) throw new Error(`the writer failed: ${said}`)
  return { results, written: JSON.parse(said) }
}

/** Both mixes on one data set, which the writer changes: pass a copy. */
export async function throughput(set, pace) {
  const server = await startServer(set.data)
  try {
    const warmResults = await warm(server, set, pace)
    const { results, written } = await cold(server, set, pace)
    return { posts: set.posts, results: [...warmResults, ...results], written }
  } finally {
    await server.stop()
  }
}
