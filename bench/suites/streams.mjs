// node bench/suites/streams.mjs [--quick]: memory of idle event streams, delivery to 1,000 streams of a busy world, and acts that are
// delivered to an inbox.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { mainThreadMs } from '../lib/core-time.mjs'
import { dataset, scratchCopy } from '../lib/datasets.mjs'
import { openStoreAt } from '../lib/history.mjs'
import { operatorRequest } from '../lib/http-client.mjs'
import { makeKeys } from '../lib/keys.mjs'
import { combineRuns, measureLoad } from '../lib/load.mjs'
import { programFile } from '../lib/paths.mjs'
import { atLeast, atMost, change, count, measureTable, ms, perSecond, plainRow, withUnit } from '../lib/report.mjs'
import { startServer } from '../lib/servers.mjs'
import { percentile } from '../lib/statistics.mjs'
import { openStream } from '../lib/stream-client.mjs'
import { writePosts } from '../lib/stream-writer.mjs'
import { runIfMain } from '../lib/suite.mjs'
import { enableVisitors, forkWithVisitors, openFile, storeFile } from '../lib/visitor-fork.mjs'

const PER_KEY = 2
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))
const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])

/** The streams of all keys, numbered. */
const streamsOf = (keys) => Array.from({ length: keys.length * PER_KEY }, (_, n) => ({ key: keys[n % keys.length], n }))

/** Opens 100 at a time, because the backlog of a listener is limited. */
async function openAll(port, path, streams) {
  const sockets = []
  for (let i = 0; i < streams.length; i += 100)
    sockets.push(
      ...(await Promise.all(
        streams.slice(i, i + 100).map(({ key, n }) => openStream(port, path, key, { n, onText: () => {} })),
      )),
    )
  return sockets
}

/** A thread that writes posts and reads some streams; it returns when posts were written and when they arrived. */
async function startSampler({ pid, port, operatorUrl, operatorToken }, job) {
  const worker = new Worker(programFile('stream-sampler'), {
    workerData: { pid, port, operatorUrl, token: operatorToken(), ...job },
  })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  return {
    begin: () => worker.postMessage('begin'),
    end() {
      const result = next()
      worker.postMessage('end')
      return result
    },
    terminate: () => worker.terminate(),
  }
}

/** Keys of tier 1 in a copy of the data set, and a server over it. */
async function serve(set, count) {
  const copy = scratchCopy(set)
  const store = await openStoreAt(copy.data)
  const keys = await makeKeys(store, count)
  await store.close()
  const server = await startServer(copy.data)
  const keysFile = join(copy.data, 'stream-keys.txt')
  writeFileSync(keysFile, `${keys.join('\n')}\n`)
  return {
    server,
    keys,
    keysFile,
    async stop() {
      await server.stop()
      copy.remove()
    },
  }
}

async function measureIdle(set, streams) {
  const { server, keys, keysFile, stop } = await serve(set, streams / PER_KEY)
  try {
    // Warm-up: the keys are in the cache, and the young generation of the heap has grown to its size under load (48 MB).
    await measureLoad(server, 2, { keysFile, paths: ['/v1/posts'] })
    for (const socket of await openAll(server.port, '/v1/stream', streamsOf(keys.slice(0, 50)))) socket.destroy()
    await wait(3_000)
    const before = residentKb(server.pid)
    const sockets = await openAll(server.port, '/v1/stream', streamsOf(keys))
    await wait(3_000)
    const kilobytes = (residentKb(server.pid) - before) / streams
    for (const socket of sockets) socket.destroy()
    return { streams, kilobytes }
  } finally {
    await stop()
  }
}

/** One stream in 20 is read with times. */
const SAMPLED = 20

/** Core time of the server while posts are imported without other requests, and the number of posts. */
async function importAlone(server, agentId, perSecond, seconds) {
  const before = mainThreadMs(server.pid)
  const writer = writePosts(server, agentId, perSecond)
  await wait(seconds * 1_000)
  await writer.stop()
  await wait(500)
  return { cpu: mainThreadMs(server.pid) - before, posts: writer.written() }
}

/**
 * Reads alone, reads during an import of posts, and reads during an import that many streams follow. Delivery times count from
 * before a file is sent and from its response, because the commit lies between the two. Time in which the server waited for a
 * core is subtracted in `own`.
 */
async function measureFollowers(set, { streams, perSecond, seconds }) {
  const { server, keys, stop } = await serve(set, streams / PER_KEY)
  const traffic = { keysFile: set.keysFile, paths: ['/v1/posts'] }
  let sampled = null
  try {
    await operatorRequest(server, 'POST', '/_operator/import', {
      posts: [{ agentId: set.agentIds[0], text: 'The first' }],
    })
    await measureLoad(server, seconds, traffic)
    const idle = [await measureLoad(server, seconds / 2, traffic)]
    const before = writePosts(server, set.agentIds[0], perSecond)
    const written = await measureLoad(server, seconds, traffic)
    await before.stop()
    const unfollowed = await importAlone(server, set.agentIds[0], perSecond, seconds)
    const all = streamsOf(keys)
    const some = all.filter((_, n) => n % SAMPLED === 0)
    sampled = await startSampler(server, { path: '/v1/stream', streams: some, agentId: set.agentIds[0], perSecond })
    const others = all.filter((stream) => !some.includes(stream))
    const sockets = await openAll(server.port, '/v1/stream', others)
    sampled.begin()
    const followed = await measureLoad(server, seconds, traffic)
    const { pace, sentAt, answeredAt, deliveries } = await sampled.end()
    const delivered = await importAlone(server, set.agentIds[0], perSecond, seconds)
    for (const socket of sockets) socket.destroy()
    await sampled.terminate()
    await wait(1_000)
    idle.push(await measureLoad(server, seconds / 2, traffic))
    // The cost of the import itself is not part of the delivery.
    const share = unfollowed.cpu / unfollowed.posts
    const perPost = delivered.cpu / delivered.posts
    const perDelivery = (perPost - share) / streams
    const since = (moments) => {
      const spans = deliveries.map(([n, { now, waited }]) => [now - moments[n].now, waited - moments[n].waited])
      const late = spans.map(([wall]) => wall)
      const own = spans.map(([wall, elsewhere]) => Math.max(0, wall - elsewhere))
      return { p50: percentile(late, 0.5), p99: percentile(late, 0.99), own: percentile(own, 0.99) }
    }
    return {
      streams,
      pace,
      events: deliveries.length,
      fromSent: since(sentAt),
      fromAnswer: since(answeredAt),
      perDelivery,
      idle: combineRuns(idle),
      written: combineRuns([written]),
      followed: combineRuns([followed]),
      coreShare: { followed: perPost * (perSecond / 1_000), unfollowed: share * (perSecond / 1_000) },
      // Core time of a read meanwhile, without that of the posts.
      readMs: (followed.cpu - perPost * pace * seconds) / followed.requests,
    }
  } finally {
    await sampled?.terminate()
    await stop()
  }
}

const VISITORS = 32
const KEYS_EACH = 16

/** Tables to which an act adds rows. */
const ADDED = ['claims', 'replies', 'journal', 'events', 'inbox', 'world_log']
function rowsIn(data) {
  const store = openFile(storeFile(data), { readOnly: true })
  try {
    return ADDED.reduce((sum, table) => sum + store.prepare(`select count(*) as n from ${table}`).get().n, 0)
  } finally {
    store.close()
  }
}

/** Replies to posts of residents, who have no inbox, and of visitors, who have one. */
async function measureInbox(set, { seconds, rounds }) {
  const fork = await forkWithVisitors(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
  const server = await startServer(fork.data)
  try {
    await enableVisitors(server)
    const numbers = { run: `streams-${process.pid}`, next: 0 }
    const paths = fork.visitors.map((id) => `/v1/visitors/${id}/act`)
    const about = (whose) => ({
      keysFile: fork.keysFile,
      paths,
      type: 'application/json',
      bodies: whose.map((handle, n) => JSON.stringify({ reply: { postId: handle, text: `Come by at ${n}.` } })),
      numbers,
    })
    const posts = async (agentIds) => {
      const found = []
      for (const id of agentIds) {
        const postId = `bench-${id}`
        await operatorRequest(server, 'POST', '/_operator/import', {
          posts: [{ id: postId, agentId: id, text: 'To be answered', createdAt: new Date(0).toISOString() }],
        })
        found.push(postId)
      }
      return found
    }
    const sides = [about(await posts(set.agentIds.slice(0, VISITORS - 1))), about(await posts(fork.visitors.slice(1)))]
    const measured = sides.map(() => [])
    for (const side of sides) await measureLoad(server, 1, side)
    const rows = sides.map(() => 0)
    for (let n = 0; n < 2 * rounds; n++)
      for (const [i, side] of sides.entries()) {
        const before = rowsIn(fork.data)
        measured[i].push(await measureLoad(server, Math.max(1, Math.round(seconds / rounds / 2)), side))
        rows[i] += rowsIn(fork.data) - before
      }
    const [without, withInbox] = measured.map((runs, i) => {
      const all = combineRuns(runs)
      return { ...all, rows: rows[i] / all.requests }
    })
    return { without, withInbox }
  } finally {
    await server.stop()
    fork.remove()
  }
}

function followerRows({ fromSent, fromAnswer, events, perDelivery, idle, written, followed, coreShare, readMs }) {
  const free = 1 - coreShare.followed
  const range = (read) => `${Math.round(read(fromAnswer))} to ${Math.round(read(fromSent))} ms`
  return [
    atMost('commit to delivery, 99th percentile', fromSent.own, 250, {
      unit: 'ms',
      detail: `${range(({ own }) => own)}; with waiting for a core ${range(({ p99 }) => p99)}, median ${range(({ p50 }) => p50)}; ${count(events)} deliveries`,
    }),
    plainRow('core time of one delivery', perDelivery * 1_000, { unit: 'µs' }),
    // For a server with a core of its own; the rate also depends on other programs.
    atLeast('capacity left for GET /v1/posts, by core time', free * (idle.cpuPerRequest / readMs), 0.8, {
      detail: `free core ${withUnit(free)} (import alone ${withUnit(1 - coreShare.unfollowed)}); a read ${change([idle.cpuPerRequest, readMs])}; rate ${[idle, written, followed].map((run) => perSecond(run.perSecond)).join(' -> ')} (alone, import, followers)`,
    }),
  ]
}

async function run({ pace, quick }) {
  const set = await dataset(1_000)
  const idle = await measureIdle(set, quick ? 1_000 : 10_000)
  const streams = quick ? 200 : 1_000
  const followers = await measureFollowers(set, { streams, perSecond: 200, seconds: Math.max(4, pace.seconds) })
  const { without, withInbox } = await measureInbox(set, pace)
  return [
    measureTable('Idle streams', [
      atMost(`memory per stream, ${count(idle.streams)} streams`, idle.kilobytes, 12, { unit: 'KB' }),
    ]),
    measureTable(
      `Delivery to ${count(streams)} streams, ${Math.round(followers.pace)} events per second`,
      followerRows(followers),
    ),
    measureTable('Inbox', [
      atMost(
        'reply to a visitor as a multiple of a reply to a resident, core time',
        withInbox.cpuPerRequest / without.cpuPerRequest,
        1.15,
        {
          detail: `${ms(without.cpuPerRequest)} -> ${ms(withInbox.cpuPerRequest)}; rows added ${withUnit(without.rows)} -> ${withUnit(withInbox.rows)}`,
        },
      ),
    ]),
  ]
}

export const suite = { title: 'event streams', run }
await runIfMain(import.meta, suite)
