// The output side of a stream: outlet, backlog, change notifications and pump.
import { LIMITS } from '@agent-network/contract'
import type { Logger } from 'pino'
import { yieldToEventLoop } from '../../platform/core/event-loop-budget.ts'

/** One event: cursor, kind, and the JSON, which contains both. */
export interface StreamEvent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** The output of a stream. The protocol adapter decides the encoding. */
export interface Outlet {
  readonly open: boolean
  /** Bytes sent but not yet taken by the reader. */
  readonly backlog: number
  /** Sends all events, or none if the reader has left. */
  send(events: readonly StreamEvent[]): void
  /** Sends a keep-alive comment. */
  comment(): void
  /** Ends the stream with the error code that the next request would get. */
  end(code: string): void
  /** Ends the stream without an error code. */
  cut(): void
}

/** A replay waits for its reader above this backlog; live events do not wait. */
const REPLAY_BACKLOG_BYTES = LIMITS.streams.backlogBytes / 4
const LOOKS_MS = 20
/** A reader that takes nothing for so long is disconnected. */
const READER_TIMEOUT_MS = 5_000

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/**
 * Waits until the reader has taken most of the backlog, and disconnects one that takes nothing. Other sockets are
 * served meanwhile.
 */
export async function waitForReader(outlet: Outlet): Promise<void> {
  await yieldToEventLoop()
  let least = outlet.backlog
  for (let waited = 0; outlet.open && outlet.backlog > REPLAY_BACKLOG_BYTES; waited += LOOKS_MS) {
    await wait(LOOKS_MS)
    if (outlet.backlog < least) {
      least = outlet.backlog
      waited = 0
    }
    if (waited >= READER_TIMEOUT_MS) outlet.cut()
  }
}

/** Characters per write, so that large events of one reader do not delay the others or exceed its backlog. */
const SLICE_CHARS = LIMITS.streams.backlogBytes / 8

/** The events in order, in slices of bounded size. A single event may exceed the bound. */
export function slicesOf<T extends { readonly event: StreamEvent | null }>(events: readonly T[]): T[][] {
  const slices: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const one of events) {
    const own = one.event?.json.length ?? 0
    if (size + own > SLICE_CHARS) {
      slices.push([])
      size = 0
    }
    slices.at(-1)!.push(one)
    size += own
  }
  return slices
}

/** Change notifications by topic. A notification carries no data; subscribers read the store. */
export interface ChangeNotifications {
  /** Calls `wake` at every notification of the topic. The returned function unsubscribes. */
  on(topic: string, wake: () => void): () => void
  announce(topics: readonly string[]): void
}

export function makeChangeNotifications(): ChangeNotifications {
  const waiting = new Map<string, Set<() => void>>()
  return {
    on(topic, wake) {
      const some = waiting.get(topic) ?? new Set()
      waiting.set(topic, some.add(wake))
      return () => {
        some.delete(wake)
        if (some.size === 0 && waiting.get(topic) === some) waiting.delete(topic)
      }
    },
    announce(topics) {
      if (waiting.size === 0) return
      for (const topic of topics) for (const wake of waiting.get(topic) ?? []) wake()
    },
  }
}

/** Calls `tick` periodically while there are streams, one call at a time. */
export function makeTicker(
  everyMs: number,
  { isIdle, tick, log }: { isIdle(): boolean; tick(): Promise<void>; log: Logger },
): { stop(): Promise<void> } {
  let ticking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (isIdle() || ticking !== null) return
    ticking = tick()
      .catch((error: unknown) =>
        log.warn({ event: 'streams.tick_failed', err: error }, 'stream check failed, retrying at the next tick'),
      )
      .finally(() => {
        ticking = null
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await ticking?.catch(() => {})
    },
  }
}

/**
 * Runs work one at a time. Calls during a run cause one more run afterwards. So no notification is lost, and many
 * notifications cause one run.
 */
export function makePump(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const run = async () => {
    do {
      again = false
      await work()
    } while (again)
  }
  return () => {
    if (running !== null) {
      again = true
      return running
    }
    running = run().finally(() => {
      running = null
    })
    return running
  }
}
