// node bench/read-wait.mjs [--short] [reading] [talks] [living] [observing]: how long a warm read waits for the serving thread beside each kind of work. Told twice: by the length of
// each turn of the event loop, from which follows what a read that arrives at any moment waits for it to end, and by a reader that asks 200 times a second.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { dataset, scratchCopy } from './dataset.mjs'
import { forkOf, openToVisitors } from './fork.mjs'
import { newcomers } from './life.mjs'
import { addInvokeKeys, completionTraffic, importMinds } from './minds.mjs'
import { fillRecord, registerAll, watch } from './observe.mjs'
import { operate } from './operator.mjs'
import { benchFolder } from './server-code.mjs'
import { startModel, startServer } from './servers.mjs'
import { COMMON_LETTER, HALLMARK } from './vocabulary.mjs'

const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))
const PER_SECOND = 200
const AT_MOST_MS = 1
const TALKS = 50
const RESIDENTS = 30
const SEARCHES = 8
/** What the probe is shown before it is believed. */
const PLANTED_MS = 5

/** A server whose event loop is watched; `turns` is what the loop did since the last call. */
async function startProbed(data, { hold = 0, ...options } = {}) {
  const file = join(data, 'turns.json')
  const probe = pathToFileURL(join(benchFolder, 'loop-probe.mjs'))
  probe.search = new URLSearchParams({ file, hold: String(hold) })
  const server = await startServer(data, { ...options, nodeFlags: ['--import', probe.href] })
  return {
    ...server,
    async turns() {
      rmSync(file, { force: true })
      process.kill(server.pid, 'SIGUSR2')
      while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await wait(5)
      return JSON.parse(readFileSync(file, 'utf8'))
    },
  }
}

/** A thread that asks until it is told to end. */
async function client(job) {
  const worker = new Worker(new URL('read-wait-client.mjs', import.meta.url), { workerData: job })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  // What fails on the way is told when it ends.
  const ended = next()
  ended.catch(() => {})
  return {
    end() {
      worker.postMessage('end')
      return ended
    },
  }
}

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
const spread = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? 0 }
}

/**
 * What somebody waits who comes at any moment: more than x with the share of time in which the turn that is under way has more than x left.
 */
function waitsFor(ms, turns) {
  const late = (x) => turns.reduce((sum, turn) => sum + Math.max(0, turn - x), 0) / ms
  const exceededBy = (share) => {
    let [low, high] = [0, Math.max(0, ...turns)]
    for (let n = 0; n < 40; n++) {
      const middle = (low + high) / 2
      if (late(middle) > share) low = middle
      else high = middle
    }
    return high
  }
  return { p50: exceededBy(0.5), p99: exceededBy(0.01), max: Math.max(0, ...turns), busy: late(0) }
}

/**
 * One kind of work, `seconds` by itself, for the turns of the loop, and as long beside a reader, whose own turns would count as
 * something it waits for. `begin` starts it and answers with what ends it.
 */
async function beside(server, reader, seconds, { begin, settleMs = 1_500 }) {
  const end = await begin()
  const began = performance.now()
  await wait(settleMs)
  await server.turns()
  await wait(seconds * 1_000)
  const { ms, turns } = await server.turns()
  const asking = await client({ role: 'reader', perSecond: PER_SECOND, ...reader })
  await wait(seconds * 1_000)
  const reads = await asking.end()
  const done = await end()
  const lasted = (performance.now() - began) / 1_000
  const waits = (pick) => waitsFor(ms, turns.map(pick))
  return {
    loop: waits(([core]) => core),
    withDisk: waits(([, held]) => held),
    read: { own: spread(reads.map(({ own }) => own)), all: spread(reads.map((one) => one.ms)), asked: reads.length },
    perSecond: done === undefined ? null : done / lasted,
    load: loadavg()[0],
  }
}

const idle = { begin: async () => async () => undefined }
const crowd = (server, connections, job) => ({
  begin: async () => {
    const asking = await client({ role: 'crowd', port: server.port, connections, ...job })
    return () => asking.end()
  },
})

/** One request after the other to the operator's door; the file of a world is read to its end and thrown away. */
const exportsOfWorlds = (server) => ({
  begin: async () => {
    let isBusy = true
    const headers = { authorization: `Bearer ${server.operatorToken()}` }
    const asking = (async () => {
      let done = 0
      for (; isBusy; done++) {
        const answer = await fetch(`${server.operatorUrl}/_operator/export?worldId=prime`, { headers })
        if (!answer.ok) throw new Error(`an export was answered with ${answer.status}`)
        for await (const piece of answer.body) void piece
      }
      return done
    })()
    return () => {
      isBusy = false
      return asking
    }
  },
})

async function onServer(data, options, work) {
  const server = await startProbed(data, options)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** The probe and the reader have to see a loop that is held half of the time. */
async function proven(set) {
  const copy = scratchCopy(set)
  try {
    return await onServer(copy.data, { hold: PLANTED_MS }, async (server) => {
      const found = await beside(server, readerOf(server, set), 2, idle)
      const isSeen = (p99) => p99 > 0.6 * PLANTED_MS && p99 < 3 * PLANTED_MS
      if (!isSeen(found.loop.p99) || !isSeen(found.read.own.p99))
        throw new Error(`a hold of ${PLANTED_MS} ms was not seen: ${JSON.stringify(found)}`)
      return found
    })
  } finally {
    copy.remove()
  }
}

const readerOf = ({ port, pid }, { keys, postIds }) => ({
  port,
  pid,
  keys: keys.slice(0, 100),
  paths: [`/v1/posts/${postIds[0]}`],
})

async function talks(set, seconds) {
  const copy = scratchCopy(set)
  const stub = await startModel(0)
  try {
    const { keys, keysFile } = await addInvokeKeys(copy.data, 20 * RESIDENTS)
    const { paths, bodies } = completionTraffic({ keysFile }, RESIDENTS)
    const measure = (server) => {
      const work = crowd(server, TALKS, { keys, paths, bodies })
      // Until the worker thread has compiled what it runs.
      return beside(server, readerOf(server, copy), seconds, { ...work, settleMs: 5_000 })
    }
    return {
      [`${TALKS} talks at a time, a model that answers at once`]: await onServer(
        copy.data,
        { env: stub.env },
        async (server) => {
          await importMinds(server, { residents: RESIDENTS, episodesEach: 100 })
          return measure(server)
        },
      ),
      [`${TALKS} talks at a time, the local voice`]: await onServer(copy.data, {}, measure),
    }
  } finally {
    await stub.stop()
    copy.remove()
  }
}

async function living(set, seconds) {
  const copy = scratchCopy(set)
  try {
    return await onServer(copy.data, { life: true }, async (server) => {
      await operate(server, 'POST', '/_operator/import', newcomers())
      return { 'life of 1,000 residents': await beside(server, readerOf(server, copy), seconds, idle) }
    })
  } finally {
    copy.remove()
  }
}

async function reading(set, seconds) {
  const copy = scratchCopy(set)
  const keys = copy.keys.slice(100)
  try {
    return await onServer(copy.data, {}, async (server) => {
      await operate(server, 'PATCH', '/_operator/config', { publicSiteEnabled: true })
      const found = {}
      let from = 0
      const measure = async (name, work) => {
        found[name] = await beside(server, readerOf(server, copy), seconds, work)
      }
      const asked = (name, connections, ...paths) => {
        from += 1_000_000
        return measure(`${name}, ${connections} at a time`, crowd(server, connections, { keys, paths, from }))
      }
      await measure('nothing', idle)
      const search = ['posts', 'agents', 'all'].map((type) => `/v1/search?type=${type}&q=${COMMON_LETTER}&n={n}`)
      for (const connections of [1, SEARCHES])
        await asked('searches', connections, ...search, `/v1/search?type=posts&q=${HALLMARK}&n={n}`)
      for (const connections of [1, SEARCHES]) await asked('trending', connections, '/v1/trending?n={n}')
      const pages = ['/?n={n}', '/topics?n={n}', '/people?n={n}', '/days?n={n}', '/network?n={n}']
      for (const path of pages) await asked(`page ${path.split('?')[0]}`, 1, path)
      await asked('lists', SEARCHES, '/v1/posts?perPage=25&n={n}')
      await measure('exports of a world', exportsOfWorlds(server))
      return found
    })
  } finally {
    copy.remove()
  }
}

/** Both doors of it have one reader: what differs is who may ask. */
async function observing(set, seconds) {
  const [agentId] = set.agentIds
  const fork = await forkOf(set, [agentId], 60)
  try {
    registerAll(fork.data)
    fillRecord(fork.data, agentId, 20_000)
    return await onServer(fork.data, {}, async (server) => {
      await openToVisitors(server)
      await watch(server, 0)
      const paths = [`/v1/visitors/${agentId}/observe/export?limit=100`]
      const work = crowd(server, 1, { keys: fork.keys, paths })
      return { 'exports of what was observed': await beside(server, readerOf(server, set), seconds, work) }
    })
  } finally {
    fork.remove()
  }
}

/** `only` names parts; `tell` is given each as it is found. */
export async function readWait(set, { seconds }, { only = [], tell = () => {} } = {}) {
  const parts = { reading, talks, living, observing }
  const found = { planted: await proven(set) }
  tell(found)
  for (const [name, measure] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    const more = await measure(set, seconds)
    tell(more)
    Object.assign(found, more)
  }
  return found
}

/** As the report shows it. */
export function readWaitRows(found) {
  const ms = ({ p50, p99, max }) => [p50, p99, max].map((value) => value.toFixed(2)).join(' / ')
  return Object.entries(found).map(([name, { loop, withDisk, read, perSecond, load }]) => ({
    claim: `a read's wait beside ${name === 'planted' ? `a planted hold of ${PLANTED_MS} ms` : name}`,
    measured: `p99 ${loop.p99.toFixed(2)} ms; loop p50/p99/max ${ms(loop)}, reader ${ms(read.own)} (with the machine ${ms(read.all)}), loop with waiting for the disk ${ms(withDisk)}, thread busy ${loop.busy.toFixed(2)}${perSecond === null ? '' : `, ${Math.round(perSecond)}/s`}, load ${load.toFixed(1)}`,
    target: name === 'planted' ? '-' : `<= ${AT_MOST_MS} ms`,
    verdict: name === 'planted' ? 'seen' : loop.p99 <= AT_MOST_MS ? 'ok' : 'MISSED',
  }))
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } })
  const tell = (found) => {
    for (const { claim, measured, verdict } of readWaitRows(found)) console.log(`${verdict}  ${claim}: ${measured}`)
  }
  await readWait(await dataset(10_000), { seconds: values.short ? 3 : 8 }, { only: positionals, tell })
}
