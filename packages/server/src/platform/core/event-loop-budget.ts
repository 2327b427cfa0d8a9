// Time slices for long work on a thread that also serves requests.

/**
 * Splits long work into slices. When an iteration of the event loop has run long enough, the work continues in the next
 * one, and sockets are served in between.
 */
export interface EventLoopBudget {
  /** Null: continue at once. */
  next(): Promise<void> | null
  /**
   * Always waits for the next iteration, so that earlier work advances first; for callers that start many tasks at
   * once.
   */
  inLine(): Promise<void>
}

/** Short enough that a slice plus its last statement blocks the loop for less than a millisecond. */
const SLICE_MS = 0.3
/** If other work takes longer, a slice gets half of that time. Otherwise many quick reads would starve long work. */
const SHARE = 0.5
const SLICE_MAX_MS = 2
const RESUMED_MAX = 8

export function makeEventLoopBudget(elapsed: () => number): EventLoopBudget {
  /** Start of this iteration's work; NaN if there is none. */
  let began = Number.NaN
  let slice = SLICE_MS
  /** End of the previous slice, if work has waited since. */
  let ended = Number.NaN
  const waiting: (() => void)[] = []
  let called = 0

  const endTurn = (): void => {
    began = Number.NaN
  }

  /** The usual length, unless other work took longer in between. */
  const sliceAfter = (othersMs: number): number =>
    Number.isNaN(othersMs) ? SLICE_MS : Math.min(SLICE_MAX_MS, Math.max(SLICE_MS, othersMs * SHARE))

  function isHeld(): boolean {
    const now = elapsed()
    if (now - began >= slice) {
      if (Number.isNaN(ended)) ended = now
      return true
    }
    if (Number.isNaN(began)) {
      began = now
      slice = sliceAfter(now - ended)
      ended = Number.NaN
      // An unreferenced immediate runs in this iteration and does not start another.
      setImmediate(endTurn).unref()
    }
    return false
  }

  /** Resumes a fixed number of waiters per iteration, so that the cost does not grow with the number of waiters. */
  function call(): void {
    if (called >= RESUMED_MAX || called >= waiting.length) return
    called += 1
    setImmediate(goOn)
  }

  function goOn(): void {
    called -= 1
    if (!isHeld()) waiting.shift()!()
    call()
  }

  const inLine = (): Promise<void> =>
    new Promise((resume) => {
      waiting.push(resume)
      call()
    })

  return { next: () => (isHeld() ? inLine() : null), inLine }
}

/** Lets other requests of this process run in the middle of long work. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resume) => setImmediate(resume))
