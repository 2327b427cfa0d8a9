// node bench/account.mjs [<path> | like | completion] [--keys=300] [--functions]: what one warm request, one like or one completion by a
// model that answers at once costs the serving thread, item by item, from a profile of the server under load. Each sample goes to the innermost frame that belongs to an item; the sum is scaled to
// the core time that the kernel counted. With --functions also the functions that took most by themselves.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askOnce, openConnection, postBytes, requestBytes } from './connection.mjs'
import { dataset, scratchCopy } from './dataset.mjs'
import { forkOf, openToVisitors } from './fork.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from './minds.mjs'
import { allCpuMs, cpuMs, startModel, startServer } from './servers.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { functions: { type: 'boolean' }, keys: { type: 'string', default: '300' } },
})
/** Of a warm read. */
const KEYS = Number(flags.keys)

const CONNECTIONS = 50
const VISITORS = 64

/** First match wins, from the innermost frame outwards; by file of the server or by function of the platform. */
const ITEMS = [
  ['log of the key', /access\/request-log/],
  ['metrics', /http\/metrics/],
  ['request id', /http\/request-id/],
  ['kept answer', /http\/byte-cache|core\/bounded-map|findCached|answerFromCache|cacheKey/],
  ['key', /access\/authenticate|access\/keys|core\/seals/],
  ['window and epoch', /shared-state\/|settings\/control|access\/ceilings/],
  ['key step', /http\/caller.*keyStep/],
  ['origin', /http\/origin/],
  [
    'headers',
    /limitHeaders|corsHeaders|replyWith|common-headers|http\/conditional|http\/coding|formFor|rest-door headers/,
  ],
  ['statements', /db\/|DatabaseSync|StatementSync/],
  ['the call to the model', /models\/(post-json|openai|speech|breaker)|libraries undici|undici/],
  ['moderation', /models\/moderation/],
  ['leak guard', /completion\/leak/],
  ['form of the answer', /models\/form/],
  ['echoes', /minds\/echoes/],
  ['memory: recall, gists, prompt', /minds\/|completion\/(material|prompt|continuity|talks)/],
  ['facts', /knowledge\//],
  ['the act', /visitors\/|actions\/|access\/|chronicle\/|content\/|worlds\//],
  [
    'write',
    /node:_http_outgoing|writeHead|node:net|stream_base|streams\/writable|writev|writeLatin1String|writeUtf8String/,
  ],
  ['parse', /node:_http_(server|common|incoming)|HTTPParser|streams\/readable|onStreamRead/],
  ['connection and turn', /http\/connections|http\/gate|http\/fair-turns|http\/body/],
  ['steps', /http\/(steps|front|listener|visit|target|well-formed|door)|doors\//],
  ['garbage collection', /\(garbage collector\)/],
]
const IDLE = /\(idle\)/

const labelOf = ({ functionName, url }) => {
  const file = /dist\/(.*)\.js$/.exec(url)?.[1] ?? url
  return `${file} ${functionName}`
}

function itemOf(node, parents, labels) {
  for (let at = node; at !== undefined; at = parents.get(at)) {
    const found = ITEMS.find(([, fits]) => fits.test(labels.get(at)))
    if (found !== undefined) return found[0]
  }
  return 'the platform beside'
}

/** Samples of one stretch of a thread. */
function accountOf(profile, [begin, end]) {
  const labels = new Map(profile.nodes.map(({ id, callFrame }) => [id, labelOf(callFrame)]))
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const sums = { items: new Map(), functions: new Map() }
  const add = (map, name, n) => map.set(name, (map.get(name) ?? 0) + n)
  let time = profile.startTime
  profile.samples.forEach((node, n) => {
    time += profile.timeDeltas[n]
    if (time < begin || time > end || IDLE.test(labels.get(node))) return
    add(sums.items, itemOf(node, parents, labels), profile.timeDeltas[n])
    add(sums.functions, labels.get(node), profile.timeDeltas[n])
  })
  return sums
}

/** A warm read, and how its n-th request looks. */
async function reading(path) {
  const set = await dataset(1_000)
  const copy = scratchCopy(set)
  const asked = path ?? `/v1/posts/${set.postIds.at(-1)}`
  return {
    name: `GET ${asked}`,
    copy,
    warmUp: Math.max(6_000, 3 * KEYS),
    requests: Math.max(12_000, 6 * KEYS),
    begin: async () => {},
    bytes: (n) => requestBytes(asked, set.keys[n % KEYS]),
  }
}

async function liking() {
  const set = await dataset(10_000)
  const copy = await forkOf(set, set.agentIds.slice(-VISITORS), 16)
  // An odd number of posts, so that every visitor meets each of them before it meets one twice.
  const posts = set.postIds.slice(-9_999)
  return {
    name: 'a like',
    copy,
    warmUp: 1_000,
    requests: 4_000,
    begin: openToVisitors,
    bytes: (n) =>
      postBytes(
        `/v1/visitors/${copy.visitors[n % VISITORS]}/act`,
        `X-API-Key: ${copy.keys[n % copy.keys.length]}\r\nIdempotency-Key: account-${n}`,
        'application/json',
        JSON.stringify({ like: { postId: posts[n % posts.length] } }),
      ),
  }
}

const RESIDENTS = 30

/** Every key keeps to one resident, which has a hundred episodes to look back on. */
async function completing() {
  const copy = scratchCopy(await dataset(1_000))
  const { keys } = await addInvokeKeys(copy.data, 20 * RESIDENTS)
  const { paths, bodies, type } = completionTraffic({}, RESIDENTS)
  const model = await startModel(0)
  return {
    name: 'a completion',
    copy,
    env: model.env,
    warmUp: 1_500,
    requests: 4_000,
    begin: (server) => importMinds(server, { residents: RESIDENTS, episodesEach: 100 }),
    end: () => model.stop(),
    bytes: (n) =>
      postBytes(paths[n % RESIDENTS], `X-API-Key: ${keys[n % keys.length]}`, type, bodies[n % bodies.length]),
  }
}

async function ask(connections, bytes, from, count) {
  let n = from
  const next = async (connection) => {
    while (n < from + count) await askOnce(connection, bytes(n++))
  }
  await Promise.all(connections.map(next))
}

function print(name, microseconds, sums, count) {
  const total = [...sums.values()].reduce((sum, n) => sum + n, 0)
  console.log(`\n${name}: ${microseconds.toFixed(1)} µs of core time, profiler included`)
  for (const [item, time] of [...sums].sort(([, a], [, b]) => b - a).slice(0, count))
    console.log(`${((time / total) * microseconds).toFixed(1).padStart(7)} µs  ${item}`)
}

const KINDS = { like: liking, completion: completing }
const work = await (KINDS[positionals[0]]?.() ?? reading(positionals[0]))
const folder = mkdtempSync(join(tmpdir(), 'agent-network-account-'))
try {
  process.env.BENCH_CPU_PROFILES = folder
  const server = await startServer(work.copy.data, { env: work.env })
  await work.begin(server)
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port)))
  await ask(connections, work.bytes, 0, work.warmUp)
  const before = cpuMs(server.pid)
  const beforeAll = allCpuMs(server.pid)
  const began = performance.now()
  await ask(connections, work.bytes, work.warmUp, work.requests)
  const microseconds = ((cpuMs(server.pid) - before) / work.requests) * 1_000
  const everywhere = ((allCpuMs(server.pid) - beforeAll) / work.requests) * 1_000
  const ended = performance.now()
  for (const connection of connections) connection.close()
  await server.stop()
  await work.end?.()
  const stopped = performance.now()
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  const [profile, ...others] = files
    .sort((a, b) => Number(a.split('.')[4]) - Number(b.split('.')[4]))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  const stretch = [began, ended].map((at) => profile.endTime - (stopped - at) * 1_000)
  const { items, functions } = accountOf(profile, stretch)
  print(work.name, microseconds, items, items.size)
  console.log(`${everywhere.toFixed(1).padStart(7)} µs  on all threads`)
  if (flags.functions) print('by function', microseconds, functions, 40)
  // By the clock of the sampler, which also runs while a thread is ready and has no core.
  for (const other of others) {
    const beside = accountOf(other, stretch)
    const sampled = [...beside.items.values()].reduce((sum, n) => sum + n, 0) / work.requests
    if (sampled < 1) continue
    print('a worker thread, by the clock', sampled, beside.items, beside.items.size)
    if (flags.functions) print('by function', sampled, beside.functions, 40)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  work.copy.remove()
}
