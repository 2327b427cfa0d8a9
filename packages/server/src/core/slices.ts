/**
 * Work on a thread that answers others as well, in slices: where a turn of the event loop has been held for long enough, whoever goes
 * on with long work waits for the next one, and sockets are served in between.
 */
export interface Slices {
  /** Null: go on at once. */
  next(): Promise<void> | null
  /** Always waits, so that what was begun before has come as far as it can; for those who begin much in one go. */
  inLine(): Promise<void>
}

/** Short enough that a slice and the statement that it ends with hold nobody for a millisecond. */
const SLICE_MS = 0.3
const CALLED_MAX = 8

export function makeSlices(elapsed: () => number): Slices {
  /** When the work of this turn of the loop began; none has if it is not a number. */
  let began = Number.NaN
  const waiting: (() => void)[] = []
  let called = 0

  const endTurn = (): void => {
    began = Number.NaN
  }

  function isHeld(): boolean {
    const now = elapsed()
    if (now - began >= SLICE_MS) return true
    if (Number.isNaN(began)) {
      began = now
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
