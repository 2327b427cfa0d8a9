// Runner of the protocol fuzz test: sends random requests and counts outcomes and faults.
import { chanceOf } from './chance.ts'
import { checkProtocolResponse } from './expected-responses.ts'
import { Lane, type RawRequest } from './lane.ts'
import { megabytes, SLACK_BYTES } from './memory.ts'
import { type Cast, makeProtocolRequest, type ProtocolRequest } from './protocol-requests.ts'
import type { Listener } from './ways.ts'

/** Callers at the same time, and how many requests each sends before it listens. */
const CALLERS = 8
const AT_ONCE = 8
/** Between two hours. */
const PER_HOUR = 4_000
const FAULTS_MAX = 20
const MINUTE = 60_000

/** The target: a server, or a stub that misbehaves on purpose. */
export interface Fuzzed {
  readonly ports: Readonly<Record<Listener, number>>
  readonly cast: Cast
  /** After how long without an answer a request hangs, if not after the ordinary time. */
  readonly hangMs?: number
  /** An hour passes: windows are new, a token is renewed, and what is kept for a while goes. */
  nextHour(): Promise<void>
  use(): Promise<Use>
}

export interface Use {
  /** Heap in use after a forced collection. */
  readonly bytes: number
  /** CPU time used so far. */
  readonly coreSeconds: number
}

export interface ProtocolsRun {
  readonly seed: number
  sent: number
  seconds: number
  /** Resources the server used. */
  coreSeconds: number
  /** In bytes: when caches were full and code was compiled, after a quarter of the requests, and at the end. */
  before: number
  after: number
  /** Number of responses of each kind, by name of the route. */
  readonly countsByRoute: Map<string, Map<string, number>>
  /** One of a kind is enough to go by. */
  readonly faults: Map<string, string>
}

function note({ countsByRoute }: ProtocolsRun, name: string, answer: string): void {
  const countsOfRoute = countsByRoute.get(name) ?? new Map<string, number>()
  countsByRoute.set(name, countsOfRoute.set(answer, (countsOfRoute.get(answer) ?? 0) + 1))
}

/** One caller's requests of an hour, which follow from the seed, the hour and the caller alone. */
async function call(fixture: Fuzzed, run: ProtocolsRun, hour: number, caller: number, count: number): Promise<void> {
  const chance = chanceOf(run.seed + hour * 7_919 + caller * 104_729)
  const openLane = (listener: Listener): Lane => new Lane(fixture.ports[listener], fixture.hangMs)
  const lanes: Readonly<Record<Listener, Lane>> = {
    main: openLane('main'),
    operator: openLane('operator'),
    metrics: openLane('metrics'),
  }
  const checkedRequest = (plannedRequest: ProtocolRequest, n: number): RawRequest => ({
    bytes: plannedRequest.bytes,
    isHead: plannedRequest.isHead,
    onResponse(answer) {
      run.sent += 1
      try {
        note(run, plannedRequest.way.name, checkProtocolResponse(answer, plannedRequest))
      } catch (error) {
        const fault = `hour ${hour}, caller ${caller}, request ${n}: ${(error as Error).message} (FUZZ_SEED=${run.seed})`
        run.faults.set(plannedRequest.way.name, fault)
        // A long run goes on for an hour after it.
        process.stderr.write(`  ${plannedRequest.way.name}: ${fault}\n`)
      }
    },
  })
  /** Broken HTTP is sent over a connection of its own, in parallel to the others. */
  async function sendSpoilt(plannedRequest: ProtocolRequest, n: number): Promise<void> {
    const lane = openLane(plannedRequest.way.listener)
    if (plannedRequest.spoilt === 'hung up') {
      await lane.leave(plannedRequest.bytes)
      run.sent += 1
      note(run, plannedRequest.way.name, 'hung up')
    } else await lane.ask([checkedRequest(plannedRequest, n)])
    lane.close()
  }
  for (let n = 0; n < count && run.faults.size <= FAULTS_MAX; ) {
    const together = new Map<Listener, RawRequest[]>()
    const spoiltRequests: Promise<void>[] = []
    for (let k = 0; k < AT_ONCE && n < count; k += 1, n += 1) {
      const plannedRequest = makeProtocolRequest(fixture.cast, chance)
      const { listener } = plannedRequest.way
      if (plannedRequest.spoilt !== null) spoiltRequests.push(sendSpoilt(plannedRequest, n))
      else together.set(listener, [...(together.get(listener) ?? []), checkedRequest(plannedRequest, n)])
    }
    await Promise.all([
      ...spoiltRequests,
      ...[...together].map(([listener, requests]) => lanes[listener].ask(requests)),
    ])
  }
  for (const lane of Object.values(lanes)) lane.close()
}

export interface ProtocolsPlan {
  readonly seed: number
  readonly requests: number
  /** The time at which it ends in any case. */
  readonly until?: number
  /** Every minute, so that a run that is stopped has told what it came to, and at the end. */
  readonly tell?: (run: ProtocolsRun) => void
}

export async function runProtocols(fixture: Fuzzed, plan: ProtocolsPlan): Promise<ProtocolsRun> {
  const { seed, requests, until = Number.POSITIVE_INFINITY, tell = () => {} } = plan
  const run: ProtocolsRun = {
    seed,
    sent: 0,
    seconds: 0,
    coreSeconds: 0,
    before: 0,
    after: 0,
    countsByRoute: new Map(),
    faults: new Map(),
  }
  const began = performance.now()
  const measure = async (): Promise<void> => {
    run.seconds = (performance.now() - began) / 1_000
    const { bytes, coreSeconds } = await fixture.use()
    run.after = bytes
    run.coreSeconds = coreSeconds
  }
  let tellAt = began + MINUTE
  let hour = 0
  async function sendUpTo(count: number): Promise<void> {
    for (; run.sent < count && run.faults.size <= FAULTS_MAX && Date.now() < until; hour += 1) {
      const share = Math.ceil(Math.min(PER_HOUR, count - run.sent) / CALLERS)
      await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(fixture, run, hour, caller, share)))
      await fixture.nextHour()
      if (performance.now() < tellAt) continue
      tellAt = performance.now() + MINUTE
      await measure()
      tell(run)
    }
  }
  await sendUpTo(requests / 4)
  await measure()
  run.before = run.after
  await sendUpTo(requests)
  await measure()
  tell(run)
  return run
}

/** After 80,000 requests, one promise that each left behind was more than this. */
export const keepsTooMuch = ({ before, after }: ProtocolsRun): boolean => after > before * 1.2 + SLACK_BYTES / 2

export const COLUMNS =
  '| engine | seed | requests | seconds | a second | ms of a core each | served | refused | without a body | hung up | faults | MB |'

/** One row of the table of pieces. */
export function rowOf(engine: string, run: ProtocolsRun): string {
  const { seed, sent, seconds, coreSeconds, before, after, countsByRoute, faults } = run
  const counts = { served: 0, refused: 0, 'without a body': 0, 'hung up': 0 }
  for (const answers of countsByRoute.values())
    for (const [answer, count] of answers) {
      if (answer === 'served' || answer === 'hung up') counts[answer] += count
      else counts[answer.startsWith('bare') ? 'without a body' : 'refused'] += count
    }
  const rates = [seconds.toFixed(0), (sent / seconds).toFixed(0), ((coreSeconds * 1_000) / sent).toFixed(2)]
  const memory = `${megabytes(before)} → ${megabytes(after)}`
  return `| ${[engine, seed, sent, ...rates, ...Object.values(counts), faults.size, memory].join(' | ')} |`
}
