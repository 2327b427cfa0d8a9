// Tests of the response cache.
import { describe, expect, it } from 'vitest'
import { heapAfterGc, megabytes } from '../../../e2e/fuzz/memory.ts'
import type { ControlState } from '../control/control.ts'
import { makeVersionedCache } from './response-cache.ts'

const state = () => ({}) as ControlState
const answer = (text: string, more = {}) => ({
  of: null,
  body: { data: text, encoding: 'utf8' as const, length: Buffer.byteLength(text) },
  ...more,
})
const STAMP = '2026-03-10T12:00:00.000Z'
const AT = Date.parse(STAMP)

describe('cached bytes of one process', () => {
  it('count under the state and the version that they were made from, and under no other', () => {
    let version = 1
    const cache = makeVersionedCache<null>(() => version)
    const [one, two] = [state(), state()]
    cache.put(one, 1, 'a', answer('x'))
    expect(cache.get(one, 'a', 0)?.body.data).toBe('x')
    expect(cache.get(one, 'b', 0)).toBeUndefined()
    expect(cache.get(two, 'a', 0)).toBeUndefined()
    cache.put(one, 1, 'a', answer('x'))
    version = 2
    expect(cache.get(one, 'a', 0)).toBeUndefined()
  })

  it('take nothing that was made before the last commit', () => {
    const cache = makeVersionedCache<null>(() => 2)
    const one = state()
    cache.put(one, 1, 'a', answer('old'))
    expect(cache.get(one, 'a', 0)).toBeUndefined()
  })

  it('hold for their time, and say the time at which they are asked for', () => {
    const cache = makeVersionedCache<null>(() => 1)
    const one = state()
    cache.put(one, 1, 'a', answer(`"é${STAMP}"`, { validity: { from: AT, until: AT + 10 }, timestampAt: 3 }))
    const text = (at: number) => {
      const found = cache.get(one, 'a', at)
      return found && Buffer.from(found.body.data as string, 'latin1').toString('utf8')
    }
    expect([text(AT - 1), text(AT + 10)]).toEqual([undefined, undefined])
    expect(text(AT + 7)).toBe('"é2026-03-10T12:00:00.007Z"')
  })

  it.each([
    ['long keys', 10_000, 10, 8_000],
    ['many small entries', 20, 10, 150_000],
    ['long bodies', 20, 10_000, 8_000],
  ])('take no more memory than the limit of 32 MiB: %s', async (_name, keyChars, bodyChars, entries) => {
    const cache = makeVersionedCache<null>(() => 1)
    const one = state()
    const text = (n: number, length: number) => Buffer.from(String(n).padEnd(length, 'x')).toString('latin1')
    const before = await heapAfterGc()
    for (let n = 0; n < entries; n += 1)
      cache.put(one, 1, text(n, keyChars), answer(text(n, bodyChars), { tag: text(n, 20), forms: {} }))
    const growth = (await heapAfterGc()) - before
    expect(cache.get(one, text(entries - 1, keyChars), 0)).toBeDefined()
    // Half of it again, because other tests of this thread use memory too.
    expect(megabytes(growth)).toBeLessThan(48)
  })
})
