// Latency and core time of the same requests on two servers, alternating, one request at a time.
import { mainThreadMs } from './core-time.mjs'
import { sendRequest } from './http-client.mjs'
import { median } from './statistics.mjs'

async function timed(side, name, n) {
  const bytes = side.requests[name](n)
  const started = performance.now()
  const { body } = await sendRequest(side.connection, bytes)
  const ms = performance.now() - started
  side.check?.(name, body)
  return ms
}

/** The first rounds prepare statements and fill caches; they are not counted. */
export const FIRST_ROUNDS = 20

/**
 * Median latency and mean core time of each request on each side, alternating. A side is
 * `{ pid, connection, requests: { name: (n) => bytes }, check? }`; `n` differs from request to request.
 */
export async function latencies(sides, times) {
  const found = {}
  let n = 0
  for (const name of Object.keys(sides[0].requests)) {
    const values = sides.map(() => [])
    const before = sides.map(({ pid }) => mainThreadMs(pid))
    for (let round = 0; round < times + FIRST_ROUNDS; round++) {
      n += 1
      for (const [i, side] of sides.entries()) {
        const ms = await timed(side, name, n)
        if (round >= FIRST_ROUNDS) values[i].push(ms)
      }
    }
    const spent = sides.map(({ pid }, i) => mainThreadMs(pid) - before[i])
    found[name] = { ms: values.map(median), cpu: spent.map((ms) => ms / (times + FIRST_ROUNDS)) }
  }
  return found
}
