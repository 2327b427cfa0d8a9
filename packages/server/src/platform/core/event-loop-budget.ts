/**
 * Work on a thread that answers others as well, in slices: where a turn of the event loop has been held for long enough, whoever goes
 * on with long work waits for the next one, and sockets are served in between.
 */
export interface EventLoopBudget {
  /** Null: go on at once. */
  next(): Promise<void> | null
  /** Always waits, so that what was begun before has come as far as it can; for those who begin much in one go. */
  inLine(): Promise<void>
}

/** Short enough that a slice and the statement that it ends with hold nobody for a millisecond. */
const SLICE_MS = 0.3
/** Where those in between take longer, whoever works gets half as long: a crowd of quick reads would starve everybody else. */
const SHARE = 0.5
const SLICE_MAX_MS = 2
const CALLED_MAX = 8

export function makeEventLoopBudget(elapsed: () => number): EventLoopBudget {
  /** When the work of this turn of the loop began; none has if it is not a number. */
  let began = Number.NaN
  let slice = SLICE_MS
  /** When the slice before ended, if somebody has waited since. */
  let ended = Number.NaN
  const waiting: (() => void)[] = []
  let called = 0

  const endTurn = (): void => {
    began = Number.NaN
  }

  /** As long as usual, unless others had longer while somebody waited. */
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
      // Unreferenced, it runs in this turn and makes no other.
      setImmediate(endTurn).unref()
    }
    return false
  }

  /** So many are called in a turn of the loop, each as far as it comes before the next; however many wait, it costs no more. */
  function call(): void {
    if (called >= CALLED_MAX || called >= waiting.length) return
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

/** Lets other requests of this process go on in the middle of long work. */
export const breath = (): Promise<void> => new Promise((resume) => setImmediate(resume))
