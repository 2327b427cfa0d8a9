// Heap measurements of the fuzz tests after a forced garbage collection.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

/** Bytes that are still in use once everything that can go has gone; finalizers run between two collections. */
export async function heapAfterGc(): Promise<number> {
  for (let n = 0; n < 3; n += 1) {
    gc()
    await new Promise(setImmediate)
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

/** Beside the half again that is allowed: what other tests of the same process leave behind. */
export const SLACK_BYTES = 32 * 2 ** 20
export const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20)
