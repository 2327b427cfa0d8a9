// node bench/profile.mjs [<path> | like | completion | life] [--functions] [--days 10]: core time of one read, like, completion or act
// of a resident by folder of the server, from a CPU profile. --functions also lists the most expensive functions.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/setup.mjs'
import { allThreadsMs, mainThreadMs } from './lib/core-time.mjs'
import { dataset, scratchCopy } from './lib/datasets.mjs'
import { actRequest, getRequest, openConnections, postRequest, sendMany } from './lib/http-client.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from './lib/minds.mjs'
import { serverPackage } from './lib/paths.mjs'
import { formatTable, withUnit } from './lib/report.mjs'
import {
  ambientAt,
  makeSeals,
  openStore,
  readConfig,
  seedWorlds,
  simulateHistory,
  systemAmbient,
} from './lib/server-code.mjs'
import { startModel, startServer } from './lib/servers.mjs'
import { readOptions } from './lib/suite.mjs'
import { enableVisitors, forkWithVisitors } from './lib/visitor-fork.mjs'

const options = readOptions({ functions: { type: 'boolean' }, days: { type: 'string' } })
const CONNECTIONS = 50
const KEYS = 300
const VISITORS = 64
const RESIDENTS = 30
const FUNCTIONS = 40
const PLATFORM = 'Node.js'

/** A folder of a package, two levels deep; null for frames of Node.js and of libraries. */
function folderOf({ url, functionName }) {
  const [, name, path] = /packages\/([^/]+)\/dist\/(.*)\.js$/.exec(url) ?? []
  if (path === undefined) return functionName === '(garbage collector)' ? 'garbage collection' : null
  const folders = path.split('/').slice(0, -1).slice(0, 2)
  return [name, ...folders].join('/')
}

/** Time of one profile by folder and by function. A sample counts for the innermost frame that belongs to a folder. */
function summarize({ nodes, samples, timeDeltas, startTime }, [begin, end]) {
  const folders = new Map(nodes.map(({ id, callFrame }) => [id, folderOf(callFrame)]))
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${callFrame.url.split('/').slice(-2).join('/')}`]),
  )
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const innermost = (node) => {
    for (let at = node; at !== undefined; at = parents.get(at)) if (folders.get(at) !== null) return folders.get(at)
    return PLATFORM
  }
  const sums = { folders: new Map(), functions: new Map() }
  const add = (map, name, time) => map.set(name, (map.get(name) ?? 0) + time)
  let time = startTime
  samples.forEach((node, n) => {
    time += timeDeltas[n]
    if (time < begin || time > end || names.get(node).startsWith('(idle)')) return
    add(sums.folders, innermost(node), timeDeltas[n])
    add(sums.functions, names.get(node), timeDeltas[n])
  })
  return sums
}

/** Prints sums scaled to the core time that the kernel counted. */
function print(title, microseconds, sums, most = sums.size) {
  const total = [...sums.values()].reduce((sum, n) => sum + n, 0)
  const rows = [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, time]) => ({
      where: name,
      time: withUnit((time / total) * microseconds, 'µs'),
      share: withUnit((time / total) * 100, '%'),
    }))
  console.log(`\n${formatTable({ title, columns: ['where', 'time', 'share'], rows })}`)
}

function printAll(name, microseconds, { folders, functions }) {
  print(`${name}: ${withUnit(microseconds, 'µs')} of core time, with profiler`, microseconds, folders)
  if (options.functions) print('By function, own time', microseconds, functions, FUNCTIONS)
}

async function readJob(path) {
  const set = await dataset(1_000)
  const copy = scratchCopy(set)
  const address = path ?? `/v1/posts/${set.postIds.at(-1)}`
  return {
    name: `GET ${address}`,
    copy,
    warmUp: 6_000,
    requests: 12_000,
    prepare: async () => {},
    requestOf: (n) => getRequest(address, set.keys[n % KEYS]),
  }
}

async function likeJob() {
  const set = await dataset(10_000)
  const copy = await forkWithVisitors(set, set.agentIds.slice(-VISITORS), 16)
  // An odd number of posts, so that each visitor likes each post once.
  const posts = set.postIds.slice(-9_999)
  return {
    name: 'a like',
    copy,
    warmUp: 1_000,
    requests: 4_000,
    prepare: enableVisitors,
    requestOf: (n) =>
      actRequest(copy.visitors[n % VISITORS], copy.keys[n % copy.keys.length], `profile-${n}`, {
        like: { postId: posts[n % posts.length] },
      }),
  }
}

/** Each key talks with one resident, who has 100 memories; the model has no delay. */
async function completionJob() {
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
    prepare: (server) => importMinds(server, { residents: RESIDENTS, episodesEach: 100 }),
    finish: () => model.stop(),
    requestOf: (n) =>
      postRequest(paths[n % RESIDENTS], `X-API-Key: ${keys[n % keys.length]}`, type, bodies[n % bodies.length]),
  }
}

async function profileServer(job) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-profile-'))
  const scale = options.quick ? 0.1 : 1
  const [warmUp, requests] = [job.warmUp * scale, job.requests * scale]
  try {
    process.env.BENCH_CPU_PROFILES = folder
    const server = await startServer(job.copy.data, { env: job.env })
    await job.prepare(server)
    const connections = await openConnections(server.port, CONNECTIONS)
    await sendMany(connections, job.requestOf, warmUp)
    const [main, all, began] = [mainThreadMs(server.pid), allThreadsMs(server.pid), performance.now()]
    await sendMany(connections, job.requestOf, requests, warmUp)
    const microseconds = ((mainThreadMs(server.pid) - main) / requests) * 1_000
    const onAllThreads = ((allThreadsMs(server.pid) - all) / requests) * 1_000
    const ended = performance.now()
    for (const connection of connections) connection.close()
    await server.stop()
    await job.finish?.()
    const stopped = performance.now()
    // The main thread writes its profile first in the order of thread numbers.
    const [profile] = readdirSync(folder)
      .filter((name) => name.endsWith('.cpuprofile'))
      .sort((a, b) => Number(a.split('.')[4]) - Number(b.split('.')[4]))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const span = [began, ended].map((at) => profile.endTime - (stopped - at) * 1_000)
    printAll(job.name, microseconds, summarize(profile, span))
    console.log(`\nall threads: ${withUnit(onAllThreads, 'µs')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    job.copy.remove()
  }
}

/** Simulates days of the demo's prime world in this process. */
async function profileLife(days) {
  const present = Date.parse('2026-05-12T00:00:00.000Z')
  const data = mkdtempSync(join(tmpdir(), 'agent-network-profile-'))
  const config = readConfig([`--data=${data}`, `--history-days=${days}`], {})
  const ambient = ambientAt(systemAmbient(), () => present)
  const store = await openStore(config, ambient, serverPackage('pino')({ level: 'silent' }), { migrate: true })
  try {
    const seals = makeSeals(['a-secret-for-one-profile-of-the-simulation'])
    const seed = {
      manifest: join(root, 'packages/demo-city/seed/seed.json'),
      at: present,
      demoKeyFile: join(data, 'demo-key'),
    }
    await seedWorlds({ database: store.database, ambient, seals, config }, seed, () => {})
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    const before = process.cpuUsage()
    const range = { days, until: present, worldIds: ['prime'] }
    const [{ acts }] = await simulateHistory(store.database, ambient, range, () => {})
    const { user, system } = process.cpuUsage(before)
    const { profile } = await session.post('Profiler.stop')
    printAll(
      `an act of a resident (${acts} acts in ${days} days)`,
      (user + system) / acts,
      summarize(profile, [0, Infinity]),
    )
  } finally {
    await store.close()
    rmSync(data, { recursive: true, force: true })
  }
}

const [subject] = options.positionals
const JOBS = { like: likeJob, completion: completionJob }
if (subject === 'life') await profileLife(Number(options.days ?? (options.quick ? 1 : 10)))
else await profileServer(await (JOBS[subject]?.() ?? readJob(subject)))
