// What streams cost: memory of idle ones, a crowd that follows a busy world, and acts that are addressed to somebody.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { scratchCopy } from './dataset.mjs'
import { forkOf, openFile, openToVisitors, storeFile } from './fork.mjs'
import { openStoreAt } from './history.mjs'
import { makeKeys } from './keys.mjs'
import { together } from './load.mjs'
import { operate } from './operator.mjs'
import { cpuMs, startServer } from './servers.mjs'
import { openStream } from './stream-client.mjs'
import { writePosts } from './stream-writer.mjs'
import { stretch } from './turns.mjs'

const PER_KEY = 2
const wait = (ms) => new Promise((resume) => setTimeout(resume, ms))
const residentKb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1])

/** Each key's streams, numbered. */
const streamsOf = (keys) => Array.from({ length: keys.length * PER_KEY }, (_, n) => ({ key: keys[n % keys.length], n }))

/** As many at a time as a server's backlog of connections bears. */
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

/** Readers, and who writes what they read, on a thread of their own: it tells when what was written and when it was seen. */
async function sampler({ pid, port, operatorUrl, operatorToken }, job) {
  const worker = new Worker(new URL('stream-sampler.mjs', import.meta.url), {
    workerData: { pid, port, operatorUrl, token: operatorToken(), ...job },
  })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  return {
    begin: () => worker.postMessage('begin'),
    end() {
      const told = next()
      worker.postMessage('end')
      return told
    },
    leave: () => worker.terminate(),
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

async function idle(set, streams) {
  const { server, keys, keysFile, stop } = await serve(set, streams / PER_KEY)
  try {
    // What the first of anything costs is no part of what each costs: keys are known, and the young generation of the heap
    // has the size that any load gives it (up to 48 MB).
    await stretch(server, 2, { keysFile, paths: ['/v1/posts'] })
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

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

/** One in how many streams is read for times. */
const SAMPLED = 20

/** Core time of the server while posts are imported and nobody asks for anything, and how many came meanwhile. */
async function quietly(server, agentId, perSecond, seconds) {
  const before = cpuMs(server.pid)
  const writer = writePosts(server, agentId, perSecond)
  await wait(seconds * 1_000)
  await writer.stop()
  await wait(500)
  return { cpu: cpuMs(server.pid) - before, posts: writer.written() }
}

/**
 * Reads of posts alone, beside the import of posts, and beside that with a crowd that follows them. When a file was
 * committed is not seen from outside: times to a reader are taken from before it was sent and from its answer. Each reader
 * takes everything; one in twenty, on the thread that writes, look at what they got. Where other programs have the cores, the
 * time in which the server was ready to run and could not is told apart from its own.
 */
async function crowd(set, { streams, perSecond, seconds }) {
  const { server, keys, stop } = await serve(set, streams / PER_KEY)
  const traffic = { keysFile: set.keysFile, paths: ['/v1/posts'] }
  let sampled = null
  try {
    await operate(server, 'POST', '/_operator/import', { posts: [{ agentId: set.agentIds[0], text: 'The first' }] })
    await stretch(server, seconds, traffic)
    const idle = [await stretch(server, seconds / 2, traffic)]
    const before = writePosts(server, set.agentIds[0], perSecond)
    const written = await stretch(server, seconds, traffic)
    await before.stop()
    const unfollowed = await quietly(server, set.agentIds[0], perSecond, seconds)
    const all = streamsOf(keys)
    const some = all.filter((_, n) => n % SAMPLED === 0)
    sampled = await sampler(server, { path: '/v1/stream', streams: some, agentId: set.agentIds[0], perSecond })
    const others = all.filter((stream) => !some.includes(stream))
    const sockets = await openAll(server.port, '/v1/stream', others)
    sampled.begin()
    const followed = await stretch(server, seconds, traffic)
    const { pace, sentAt, answeredAt, seen } = await sampled.end()
    const delivered = await quietly(server, set.agentIds[0], perSecond, seconds)
    for (const socket of sockets) socket.destroy()
    await sampled.leave()
    await wait(1_000)
    idle.push(await stretch(server, seconds / 2, traffic))
    // What a post costs without followers is no part of bringing it to them.
    const share = unfollowed.cpu / unfollowed.posts
    const perPost = delivered.cpu / delivered.posts
    const perDelivery = (perPost - share) / streams
    const since = (moments) => {
      const spans = seen.map(([n, { now, waited }]) => [now - moments[n].now, waited - moments[n].waited])
      const sorted = (read) => spans.map(read).sort((a, b) => a - b)
      const late = sorted(([ms]) => ms)
      const own = sorted(([ms, elsewhere]) => Math.max(0, ms - elsewhere))
      return { p50: percentile(late, 0.5), p99: percentile(late, 0.99), own: percentile(own, 0.99) }
    }
    return {
      streams,
      pace,
      events: seen.length,
      fromSent: since(sentAt),
      fromAnswer: since(answeredAt),
      perDelivery,
      idle: together(idle),
      written: together([written]),
      followed: together([followed]),
      coreShare: { followed: perPost * (perSecond / 1_000), unfollowed: share * (perSecond / 1_000) },
      // What a read takes beside all this, without the core time of the posts themselves.
      besideFollowers: (followed.cpu - perPost * pace * seconds) / followed.requests,
    }
  } finally {
    await sampled?.leave()
    await stop()
  }
}

const VISITORS = 32
const KEYS_EACH = 16

/** Rows of every table that an act adds to. Rows that it changes are the same on both sides, but for `visitors`. */
const ADDED = ['claims', 'replies', 'journal', 'events', 'inbox', 'world_log']
function rowsIn(data) {
  const store = openFile(storeFile(data), { readOnly: true })
  try {
    return ADDED.reduce((sum, table) => sum + store.prepare(`select count(*) as n from ${table}`).get().n, 0)
  } finally {
    store.close()
  }
}

/** The same verb on posts of residents, who have no inbox, and on posts of visitors, who have one. */
async function deliveries(set, { seconds, rounds }) {
  const fork = await forkOf(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
  const server = await startServer(fork.data)
  try {
    await openToVisitors(server)
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
        await operate(server, 'POST', '/_operator/import', {
          posts: [{ id: postId, agentId: id, text: 'To be answered', createdAt: new Date(0).toISOString() }],
        })
        found.push(postId)
      }
      return found
    }
    const sides = [about(await posts(set.agentIds.slice(0, VISITORS - 1))), about(await posts(fork.visitors.slice(1)))]
    const measured = sides.map(() => [])
    for (const side of sides) await stretch(server, 1, side)
    const rows = sides.map(() => 0)
    for (let n = 0; n < 2 * rounds; n++)
      for (const [i, side] of sides.entries()) {
        const before = rowsIn(fork.data)
        measured[i].push(await stretch(server, Math.max(1, Math.round(seconds / rounds / 2)), side))
        rows[i] += rowsIn(fork.data) - before
      }
    const [without, withInbox] = measured.map((runs, i) => {
      const all = together(runs)
      return { ...all, rows: rows[i] / all.requests }
    })
    return { without, withInbox }
  } finally {
    await server.stop()
    fork.remove()
  }
}

export async function streams(set, pace, { idleStreams, crowdStreams }) {
  return {
    idle: await idle(set, idleStreams),
    crowd: await crowd(set, { streams: crowdStreams, perSecond: 200, seconds: Math.max(4, pace.seconds) }),
    deliveries: await deliveries(set, pace),
  }
}

const row = (claim, holds, measured, target) => ({ claim, measured, target, verdict: holds ? 'ok' : 'MISSED' })

/** As the report shows it. */
export function streamRows({ idle: still, crowd: busy, deliveries: told }) {
  const crowded = `${busy.streams.toLocaleString('en')} streams, ${Math.round(busy.pace)} events/s`
  const cost = told.withInbox.cpuPerRequest / told.without.cpuPerRequest
  const rates = [busy.idle, busy.written, busy.followed]
  const { followed, unfollowed } = busy.coreShare
  const left = (1 - followed) * (busy.idle.cpuPerRequest / busy.besideFollowers)
  return [
    row(
      `memory of an idle stream, ${still.streams.toLocaleString('en')} of them`,
      still.kilobytes <= 12,
      `${still.kilobytes.toFixed(1)} KB`,
      '<= 12 KB',
    ),
    row(
      `${crowded}: commit to byte, p99`,
      busy.fromSent.own < 250,
      `${Math.round(busy.fromAnswer.own)} to ${Math.round(busy.fromSent.own)} ms of its own; with waiting for a core ${Math.round(busy.fromAnswer.p99)} to ${Math.round(busy.fromSent.p99)} ms, p50 ${Math.round(busy.fromAnswer.p50)} to ${Math.round(busy.fromSent.p50)} ms, ${busy.events.toLocaleString('en')} deliveries looked at`,
      '< 250 ms',
    ),
    {
      claim: `${crowded}: core time of one delivery`,
      measured: `${(busy.perDelivery * 1_000).toFixed(1)} us`,
      target: '-',
      verdict: '-',
    },
    // Of a server with a core to itself; the rate also knows what else the machine does.
    row(
      `${crowded}: what is left of GET /v1/posts, by core time`,
      left >= 0.8,
      `${left.toFixed(2)}  core left ${(1 - followed).toFixed(2)} (${(1 - unfollowed).toFixed(2)} with the import alone), a read ${busy.idle.cpuPerRequest.toFixed(3)} -> ${busy.besideFollowers.toFixed(3)} ms; by rate ${(busy.followed.perSecond / busy.idle.perSecond).toFixed(2)}, ${rates.map(({ perSecond }) => `${Math.round(perSecond)}/s`).join(' -> ')}: alone, with the import, with followers`,
      '>= 0.8',
    ),
    row(
      'reply to a resident to reply to a visitor, core time',
      cost <= 1.15,
      `${cost.toFixed(2)}x  ${told.without.cpuPerRequest.toFixed(2)} -> ${told.withInbox.cpuPerRequest.toFixed(2)} ms, ${told.without.rows.toFixed(2)} -> ${told.withInbox.rows.toFixed(2)} rows added`,
      '<= 1.15x',
    ),
  ]
}
