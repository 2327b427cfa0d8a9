import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Fault, launch, plant } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { act, addKey, addVisitor, beat, type Guest, openTown, read, siteOfProcess } from '../../test/visitor-site.ts'

const WATCH = fileURLToPath(new URL('../fuzz/heap-watch.mjs', import.meta.url))
const FAST_CLOCK = fileURLToPath(new URL('./fast-clock.mjs', import.meta.url))
/** The planted build lies elsewhere, so the demo seed is named by its path. */
const SEED = fileURLToPath(new URL('../../../demo-city/seed/seed.json', import.meta.url))
const MEBIBYTE = 2 ** 20
/** `SOAK_MINUTES=120 npm run campaign -- holds --run soak` for the long run. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 0.3)
/** A run of this length and longer is held to the slope; in a shorter one caches still fill. */
const SLOPE_MINUTES = 60
const SLOPE_MAX_PER_HOUR = MEBIBYTE
/**
 * The first part of a long run does not count. Residents live so many hours in it, because they use most texts, rules
 * and statements for the first time then, and Node compiles the code of each.
 */
const WARM_UP_SHARE = 1 / 4
const WARM_UP_HOURS = 15
/** Growth allowed in the second half of a short run. */
const GROWTH_MAX = 24 * MEBIBYTE
/** A long run sends a steady load, a short one as much as it can. */
const PAUSE_MS = MINUTES >= SLOPE_MINUTES ? 120 : 0
const LANES = 6
/** A reading collects garbage, so a short run takes few. */
const SAMPLES = MINUTES >= SLOPE_MINUTES ? 120 : 12

interface Sample {
  readonly minutes: number
  readonly bytes: number
  readonly requests: number
}

const LEAK: Fault = {
  file: 'pipeline.js',
  from: 'function runSteps(sequence, context, from) {',
  to: 'function runSteps(sequence, context, from) { (globalThis.leak ??= []).push(new Array(16000).fill(0));',
}

/** Least-squares slope, in bytes per hour. */
export function slopePerHour(samples: readonly Sample[]): number {
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const minutes = meanOf(samples.map((sample) => sample.minutes))
  const bytes = meanOf(samples.map((sample) => sample.bytes))
  const covariance = meanOf(samples.map((sample) => (sample.minutes - minutes) * (sample.bytes - bytes)))
  const variance = meanOf(samples.map((sample) => (sample.minutes - minutes) ** 2))
  return (covariance / variance) * 60
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

const readHeap = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write('x'))
    socket.once('error', reject)
    socket.once('data', (reading) => {
      socket.destroy()
      resolve(JSON.parse(String(reading)).bytes)
    })
  })

/** A planted leak grows with requests, so a run on a busy machine lasts until it has sent so many. */
const PLANTED_REQUESTS = 1_500

interface SoakLength {
  readonly minutes: number
  readonly leastRequests?: number
}

/** Lets the demo live under reads, acts, pages, streams and clients that hang up; returns the heap over time. */
async function soak({ minutes, leastRequests = 0 }: SoakLength, main?: string): Promise<Sample[]> {
  const data = tempFolder()
  const watch = join(data, 'watch')
  const fastMinutes = minutes >= SLOPE_MINUTES ? minutes * WARM_UP_SHARE : 0
  const node = await launch({
    main,
    flags: [`--data=${join(data, 'data')}`, '--life=on', `--seed=${SEED}`, '--history-days=1'],
    env: {
      NODE_OPTIONS: `--import ${WATCH} --import ${FAST_CLOCK}`,
      HEAP_WATCH: watch,
      FAST_CLOCK_MINUTES: String(fastMinutes),
      FAST_CLOCK_SPEED: String((WARM_UP_HOURS * 60) / Math.max(fastMinutes, 1)),
      AGENT_NETWORK_LOG_LEVEL: 'error',
    },
  })
  try {
    const site = siteOfProcess(node)
    const town = await openTown(site, { residents: 6, posts: 60 })
    const guests: Guest[] = []
    for (let n = 0; n < LANES * 4; n += 1) {
      const visitor = await addVisitor(site, town)
      guests.push({ visitor, key: await addKey(site, visitor) })
    }
    const newReader = () =>
      site.operator('POST', '/_operator/keys', { tier: 3, rateLimitPerMinute: 600, createdAt: '2020-01-01T00:00:00Z' })
    const readers = await Promise.all(Array.from({ length: LANES * 4 }, newReader))
    const started = performance.now()
    const elapsed = (): number => (performance.now() - started) / 60_000
    let requests = 0
    /** The part of the run that is over, up to 1. */
    const progress = (): number => Math.min(1, elapsed() / minutes, leastRequests === 0 ? 1 : requests / leastRequests)

    const page = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
      await (await fetch(node.baseUrl + path, { headers })).arrayBuffer()
    }
    const hangUp = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(new URL(node.baseUrl).port), '127.0.0.1', () => {
          socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(4))
          setTimeout(() => socket.resetAndDestroy(), 5)
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve())
      })
    const stream = async (key: string): Promise<void> => {
      const abort = new AbortController()
      const response = await fetch(`${node.baseUrl}/v1/stream`, {
        headers: { 'x-api-key': key },
        signal: abort.signal,
      })
      await response.body?.getReader().read()
      abort.abort()
    }
    const callTool = async (key: string): Promise<void> => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_feed', arguments: {} } }
      const response = await fetch(`${node.baseUrl}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-api-key': key,
        },
        body: JSON.stringify(body),
      })
      await response.arrayBuffer()
    }

    async function runLane(lane: number): Promise<void> {
      for (let n = 0; progress() < 1; n += 1) {
        const { visitor, key } = guests[(lane + n * LANES) % guests.length]!
        const reader = readers[(lane + n * LANES) % readers.length]
        const post = town.posts[n % town.posts.length]
        const steps: (() => Promise<unknown>)[] = [
          () => read(site, '/v1/posts?perPage=20', reader),
          () => read(site, `/v1/agents?perPage=10&page=${1 + (n % 3)}`, reader),
          () => read(site, `/v1/search?q=${['bread', 'tide', 'lamp', 'clock'][n % 4]}`, reader),
          () => read(site, '/v1/trending', reader),
          () =>
            act(
              site,
              visitor,
              key,
              `${lane}-${n}`,
              n % 3 === 0 ? { post: { text: `Tide note ${n % 50}` } } : { like: { postId: post } },
            ),
          () => beat(site, visitor, key),
          () => read(site, `/v1/visitors/${visitor.agentId}/inbox`, key),
          () => page(['/', '/city', '/network', '/topics', '/games', '/docs/'][n % 6]!),
          () => page('/v1/posts', { 'x-api-key': `wrong-${lane}-${n}` }),
          () => page(`/nothing/${lane}-${n}`, { [`x-field-${n}`]: 'value' }),
          () => stream(reader.key),
          () => callTool(reader.key),
          hangUp,
        ]
        await steps[n % steps.length]!()
        requests += 1
        await pause(PAUSE_MS)
      }
    }

    const samples: Sample[] = []
    async function watchHeap(): Promise<void> {
      for (let n = 1; n <= SAMPLES; n += 1) {
        while (progress() < n / SAMPLES) await pause(50)
        samples.push({ minutes: elapsed(), bytes: await readHeap(watch), requests })
        if (PAUSE_MS > 0) {
          const { bytes } = samples.at(-1)!
          process.stderr.write(
            `  minute ${elapsed().toFixed(0)}: ${(bytes / MEBIBYTE).toFixed(2)} MiB, ${requests} requests\n`,
          )
        }
      }
    }
    await Promise.all([watchHeap(), ...Array.from({ length: LANES }, (_, lane) => runLane(lane))])
    expect(node.child.exitCode).toBeNull()
    return samples
  } finally {
    await node.stop('SIGKILL')
  }
}

const growthOf = (samples: readonly Sample[]): number => {
  const half = samples.slice(samples.length / 2)
  const third = Math.ceil(half.length / 3)
  const least = (part: readonly Sample[]): number => Math.min(...part.map(({ bytes }) => bytes))
  return least(half.slice(-third)) - least(half.slice(0, third))
}

describe('memory under a steady load', () => {
  it('does not grow with the number of requests', { timeout: (MINUTES + 4) * 60_000 }, async () => {
    const samples = await soak({ minutes: MINUTES })
    const later = samples.filter((sample) => sample.minutes >= MINUTES * WARM_UP_SHARE)
    const [first, last] = [later[0]!, later.at(-1)!]
    const slope = slopePerHour(later) / MEBIBYTE
    process.stderr.write(
      `  ${last.requests} requests in ${last.minutes.toFixed(1)} minutes: ${(first.bytes / MEBIBYTE).toFixed(1)} MiB after a quarter, ${(last.bytes / MEBIBYTE).toFixed(1)} MiB at the end, slope ${slope.toFixed(2)} MiB/h\n`,
    )
    if (MINUTES >= SLOPE_MINUTES) expect(slopePerHour(later)).toBeLessThanOrEqual(SLOPE_MAX_PER_HOUR)
    else expect(growthOf(samples)).toBeLessThan(GROWTH_MAX)
  })

  it('is seen to grow in a build with a leak', async () => {
    const planted = plant(LEAK)
    try {
      expect(growthOf(await soak({ minutes: 0.3, leastRequests: PLANTED_REQUESTS }, planted.main))).toBeGreaterThan(
        GROWTH_MAX,
      )
    } finally {
      planted.remove()
    }
  })
})
