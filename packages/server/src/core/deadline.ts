/** What has arrived during a pause of our own is read within this time once the process runs again. */
const GRACE_MS = 50

/**
 * The answer, or the fault once `ms` have passed without one. A process that was held up itself (no processor, a long
 * collection) finds its timers due before it reads what came meanwhile: an answer that is there is not called missing.
 */
export function within<T>(ms: number, answer: Promise<T>, fault: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => reject(fault()), GRACE_MS)
    }, ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Waits that one error ends all together. */
export interface JointWaits {
  until<T>(coming: Promise<T>): Promise<T>
  endAll(error: Error): void
}

/** A race against one promise that lasts would keep everything that was ever waited for, as long as that one lasts. */
export function makeJointWaits(): JointWaits {
  const waiting = new Set<(error: Error) => void>()
  return {
    until: (coming) =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        coming.then(resolve, reject).finally(() => waiting.delete(reject))
      }),
    endAll(error) {
      for (const reject of waiting) reject(error)
      waiting.clear()
    },
  }
}
