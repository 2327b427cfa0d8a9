// How reads slow down as the history grows: the same reads on a short and a long history, in turns, one at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { askOnce, fetchOnce, openConnection, requestBytes } from './connection.mjs'
import { median } from './median.mjs'
import { cpuMs, startServer } from './servers.mjs'
import { COMMON_LETTER, HALLMARK } from './vocabulary.mjs'

const PROBE_EVERY_MS = 2

const share = (values, part) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]

/** Page 300 has to exist in the shorter history too. */
const perPageFor = (set) => Math.min(25, Math.floor(set.posts / 301))

/** `n` makes each address a new one where answers are kept, so that it is the store that answers. */
function reads(set, perPage) {
  const lastPage = Math.ceil(set.posts / perPage)
  const post = (n) => set.postIds[(n * 7_919) % set.postIds.length]
  const paths = {
    'page 1': (n) => `/v1/posts?perPage=${perPage}&n=${n}`,
    'page 300': (n) => `/v1/posts?perPage=${perPage}&page=300&n=${n}`,
    'last page': (n) => `/v1/posts?perPage=${perPage}&page=${lastPage}&n=${n}`,
    'post by id': (n) => `/v1/posts/${post(n)}?n=${n}`,
    'topic filter': (n) => `/v1/posts?topic=${set.topicIds[n % set.topicIds.length]}&perPage=${perPage}&n=${n}`,
    trending: () => '/v1/trending',
    'search, equally many hits': () => `/v1/search?type=posts&q=${HALLMARK}`,
    'search, one letter': () => `/v1/search?type=posts&q=${COMMON_LETTER}`,
  }
  const asked = (path) => (n) => requestBytes(path(n), set.keys[n % set.keys.length])
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, asked(path)]))
}

async function timed(side, name, n) {
  const bytes = side.requests[name](n)
  const started = performance.now()
  const { body } = await askOnce(side.connection, bytes)
  const ms = performance.now() - started
  side.check?.(name, body)
  return ms
}

/** The first rounds compile statements and warm caches. */
export const FIRST_ROUNDS = 20

/**
 * Median latency of each request on each side, sides in turns, and the mean core time it took. `n` counts all rounds
 * from 1, so it differs from request to request.
 */
export async function latencies(sides, times) {
  const found = {}
  let n = 0
  for (const name of Object.keys(sides[0].requests)) {
    const values = sides.map(() => [])
    const before = sides.map(({ pid }) => cpuMs(pid))
    for (let round = 0; round < times + FIRST_ROUNDS; round++) {
      n += 1
      for (const [i, side] of sides.entries()) {
        const ms = await timed(side, name, n)
        if (round >= FIRST_ROUNDS) values[i].push(ms)
      }
    }
    const spent = sides.map(({ pid }, i) => cpuMs(pid) - before[i])
    found[name] = { ms: values.map(median), cpu: spent.map((ms) => ms / (times + FIRST_ROUNDS)) }
  }
  return found
}

/** Keeps one read running on a connection while another asks for /healthz: what it waits is what the loop was held. */
async function holds(side, ms) {
  const probe = await openConnection(side.port)
  const found = {}
  // Past every address that was asked for before.
  let n = 1_000_000
  for (const name of [null, ...Object.keys(side.requests)]) {
    const waits = []
    const until = performance.now() + ms
    const reading = (async () => {
      while (name !== null && performance.now() < until) {
        await timed(side, name, n++)
        // Without a gap the probe would sometimes wait for two reads and count them as one.
        await pause(2 * PROBE_EVERY_MS)
      }
    })()
    while (performance.now() < until) {
      const started = performance.now()
      await fetchOnce(probe, '/healthz', '')
      waits.push(performance.now() - started)
      await pause(PROBE_EVERY_MS)
    }
    await reading
    found[name ?? 'nothing'] = { max: Math.max(...waits), p99: share(waits, 0.99), p50: median(waits) }
  }
  probe.close()
  return found
}

export async function growth(short, long, { times, holdMs }) {
  const perPage = perPageFor(short)
  const servers = []
  try {
    const sides = []
    for (const set of [short, long]) {
      const server = await startServer(set.data)
      servers.push(server)
      sides.push({
        set,
        pid: server.pid,
        port: server.port,
        requests: reads(set, perPage),
        connection: await openConnection(server.port),
      })
    }
    const found = await latencies(sides, times)
    const held = await holds(sides[1], holdMs)
    for (const side of sides) side.connection.close()
    return { from: short.posts, to: long.posts, perPage, latencies: found, holds: held }
  } finally {
    for (const server of servers) await server.stop()
  }
}
