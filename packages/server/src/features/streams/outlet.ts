import { LIMITS } from '@agent-network/contract'
import type { Logger } from 'pino'
import { breath } from '../../platform/core/event-loop-budget.ts'

/** One thing that is sent: its cursor, its kind, and its JSON, which has both in it again. */
export interface StreamEvent {
  readonly cursor: string
  readonly kind: string
  readonly json: string
}

/** Where a stream goes out; how it is spelled there is the door's matter. */
export interface Outlet {
  readonly open: boolean
  /** Bytes that were sent and that nobody has taken yet. */
  readonly backlog: number
  /** All of them, or none once nobody reads any more. */
  send(events: readonly StreamEvent[]): void
  /** Shows that the line is up. */
  comment(): void
  /** The last word, with the code that the next request would be refused with. */
  end(code: string): void
  /** Ends it without a word. */
  cut(): void
}

/** A replay waits for its reader from this backlog on; live events do not wait. */
const PATIENT_BYTES = LIMITS.streams.backlogBytes / 4
const LOOKS_MS = 20
/** A reader that takes nothing for so long is gone, whatever its connection says. */
const PATIENCE_MS = 5_000

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

/** Lets sockets be served, and waits until the reader has taken most of what it was sent; cuts one that takes nothing. */
export async function untilTaken(outlet: Outlet): Promise<void> {
  await breath()
  let least = outlet.backlog
  for (let waited = 0; outlet.open && outlet.backlog > PATIENT_BYTES; waited += LOOKS_MS) {
    await wait(LOOKS_MS)
    if (outlet.backlog < least) {
      least = outlet.backlog
      waited = 0
    }
    if (waited >= PATIENCE_MS) outlet.cut()
  }
}

/** Characters of one write, so that one reader's large events leave room for the others, and for its own backlog. */
const SLICE_CHARS = LIMITS.streams.backlogBytes / 8

/** The same in the same order, in pieces of bounded size; one event may be larger than that. */
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

/** Who waits for news of what. A hint only says that looking is worth while: what there is to see, the store knows. */
export interface Hints {
  /** Calls `wake` at every hint of the topic; the function that is returned ends it. */
  on(topic: string, wake: () => void): () => void
  announce(topics: readonly string[]): void
}

export function makeHints(): Hints {
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

/** Calls `tick` again and again while there is something to look after, one call at a time. */
export function makeTicker(
  everyMs: number,
  { isIdle, tick, log }: { isIdle(): boolean; tick(): Promise<void>; log: Logger },
): { stop(): Promise<void> } {
  let ticking: Promise<void> | null = null
  const timer = setInterval(() => {
    if (isIdle() || ticking !== null) return
    ticking = tick()
      .catch((error: unknown) =>
        log.warn({ event: 'streams.tick_failed', err: error }, 'streams could not be looked after; tried again'),
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
 * Runs work one at a time: a call while it runs makes it run once more afterwards, however many calls there were. So a
 * hint that comes half way through a look is never lost, and a thousand hints are one look.
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
