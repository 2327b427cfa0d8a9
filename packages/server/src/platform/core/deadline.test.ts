// Tests of deadlines and joint waits.
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { makeJointWaits, withDeadline } from './time.ts'

/** Comes from another thread, so that it arrives while this one is blocked. */
const answerOfAnotherThread = (): Promise<number> =>
  new Promise((resolve, reject) => {
    randomBytes(8, (error, bytes) => (error === null ? resolve(bytes.length) : reject(error)))
  })
/** Blocks the event loop, like a machine without a free processor. */
const holdUp = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const late = () => new Error('late')

describe('a deadline', () => {
  it('accepts a result that arrived while the process was blocked', async () => {
    // A plain timer fires first: timers run before arrived results are read.
    const plain = Promise.race([
      answerOfAnotherThread(),
      new Promise((_, reject) => {
        setTimeout(() => reject(late()), 20)
      }),
    ])
    const patient = withDeadline(20, answerOfAnotherThread(), late)
    holdUp(100)
    await expect(plain).rejects.toThrow('late')
    expect(await patient).toBe(8)
  })

  it('fails without a result, and not with a result in time', async () => {
    await expect(withDeadline(1, new Promise(() => {}), late)).rejects.toThrow('late')
    expect(await withDeadline(1_000, Promise.resolve('there'), late)).toBe('there')
    await expect(withDeadline(1_000, Promise.reject(new Error('no')), late)).rejects.toThrow('no')
  })
})

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as () => void

describe('waits that one error ends', () => {
  it('end together, each with its result or the error', async () => {
    const waits = makeJointWaits()
    expect(await waits.until(Promise.resolve('came'))).toBe('came')
    await expect(waits.until(Promise.reject(new Error('its own')))).rejects.toThrow('its own')
    const [one, other] = [waits.until(new Promise(() => {})), waits.until(new Promise(() => {}))]
    waits.endAll(new Error('gone'))
    await expect(one).rejects.toThrow('gone')
    await expect(other).rejects.toThrow('gone')
    expect(await waits.until(Promise.resolve('again'))).toBe('again')
  })

  it('retain no results', async () => {
    const waits = makeJointWaits()
    const wait = async (): Promise<WeakRef<object>> => new WeakRef(await waits.until(Promise.resolve({ held: true })))
    const ref = await wait()
    for (let n = 0; n < 3; n += 1) {
      await new Promise(setImmediate)
      gc()
    }
    expect(ref.deref()).toBeUndefined()
    waits.endAll(new Error('for nobody'))
  })
})
