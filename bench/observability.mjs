// What watching costs: a server as it is shipped, the same process without metrics, series and counts, and without the log of
// requests either, in turns and by core time; and the core time of a scrape. One process, because two that are the same differ
// by more than what is looked for.
import { join } from 'node:path'
import { askOnce, openConnection, requestBytes } from './connection.mjs'
import { scratchCopy } from './dataset.mjs'
import { median } from './median.mjs'
import { operate } from './operator.mjs'
import { benchFolder } from './server-code.mjs'
import { allCpuMs, startServer } from './servers.mjs'

const CONNECTIONS = 20
/** As many as have lines in the log of requests, which is written every five seconds. */
const KEYS = 300
/** No multiple of the sides, so that each of them has all keys in turn. */
const KEY_SETS = 4
const WARM_UP = { usual: 8_000, short: 1_000 }
/** About what comes in five seconds, after which the log of requests is written. */
const EACH = { usual: 20_000, short: 1_500 }
const ROUNDS = { usual: 9, short: 2 }
/** Until a process has heard a signal. */
const HEARD_MS = 100
const SCRAPES = { usual: 200, short: 30 }

async function start(set, options) {
  const copy = scratchCopy(set)
  const server = await startServer(copy.data, options)
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port)))
  return {
    ...server,
    connections,
    async stop() {
      for (const connection of connections) connection.close()
      await server.stop()
      copy.remove()
    },
  }
}

async function ask({ connections }, keys, path, count) {
  let sent = 0
  const next = async (connection) => {
    while (sent < count) await askOnce(connection, requestBytes(path, keys[sent++ % keys.length]))
  }
  await Promise.all(connections.map(next))
}

/** With the log of these requests written, which whoever reads it has done first. */
async function perRequest(server, keys, path, count) {
  const before = allCpuMs(server.pid)
  await ask(server, keys, path, count)
  await operate(server, 'GET', '/_operator/requests?perPage=1')
  return (allCpuMs(server.pid) - before) / count
}

async function scrapeMs({ pid, metricsUrl }, count) {
  const connection = await openConnection(Number(new URL(metricsUrl).port))
  // This listener answers to its own names alone.
  const scrape = () => askOnce(connection, 'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  for (let n = 0; n < count / 2; n++) await scrape()
  const before = allCpuMs(pid)
  for (let n = 0; n < count; n++) await scrape()
  connection.close()
  return (allCpuMs(pid) - before) / count
}

const STEPS = 3

export async function observability(set, { short }) {
  const pace = short ? 'short' : 'usual'
  /** The keys of one turn after another: the same all the time would reach their limits. */
  let used = 0
  const nextKeys = () => {
    const from = (used++ % KEY_SETS) * KEYS
    return set.keys.slice(from, from + KEYS)
  }
  const path = `/v1/posts/${set.postIds.at(-1)}`
  const nodeFlags = ['--import', join(benchFolder, 'unobserved.mjs')]
  const server = await start(set, { nodeFlags, flags: ['--metrics-port', '0'] })
  let taken = 0
  /** A signal for each step. */
  const take = async (step) => {
    for (; taken !== step; taken = (taken + 1) % STEPS) {
      process.kill(server.pid, 'SIGUSR2')
      await new Promise((resume) => setTimeout(resume, HEARD_MS))
    }
  }
  try {
    // Every key is in the log before anything is measured: its first line costs more than others.
    for (let n = 0; n < KEY_SETS; n++) await ask(server, nextKeys(), path, WARM_UP[pace])
    for (const step of [1, 2]) {
      await take(step)
      await ask(server, nextKeys(), path, WARM_UP[pace])
    }
    const turns = []
    for (let n = 0; n < ROUNDS[pace]; n++) {
      const costs = []
      // Whoever comes first in a round comes later in the next.
      for (const step of [0, 1, 2].map((place) => (place + n) % STEPS)) {
        await take(step)
        costs[step] = await perRequest(server, nextKeys(), path, EACH[pace])
      }
      turns.push(costs)
    }
    await take(0)
    return {
      turns,
      share: median(turns.map(([shipped, , bare]) => bare / shipped)),
      seriesShare: median(turns.map(([shipped, unwatched]) => unwatched / shipped)),
      microseconds: [0, 1, 2].map((i) => 1_000 * median(turns.map((costs) => costs[i]))),
      scrapeMs: await scrapeMs(server, SCRAPES[pace]),
    }
  } finally {
    await server.stop()
  }
}

/** 97 % of the throughput without it, and 5 ms a scrape. */
export const observabilityRows = ({ share, seriesShare, microseconds: [shipped, unwatched, bare], scrapeMs }) => [
  {
    claim: 'warm, metrics, series and counts, by core time: share of a server without them',
    measured: `${seriesShare.toFixed(3)}  ${shipped.toFixed(1)} of ${unwatched.toFixed(1)} µs`,
    target: '>= 0.97',
    verdict: seriesShare >= 0.97 ? 'ok' : 'MISSED',
  },
  {
    claim: 'warm, the same and the log of requests: share of a server without any of it',
    measured: `${share.toFixed(3)}  ${shipped.toFixed(1)} of ${bare.toFixed(1)} µs`,
    target: '>= 0.97',
    verdict: share >= 0.97 ? 'ok' : 'MISSED',
  },
  {
    claim: 'a scrape of the metrics listener: core time',
    measured: `${scrapeMs.toFixed(2)} ms`,
    target: '<= 5 ms',
    verdict: scrapeMs <= 5 ? 'ok' : 'MISSED',
  },
]
