// Tests of the content cache.
import { describe, expect, it } from 'vitest'
import { makeContentCache } from './content-cache.ts'

describe('the content cache', () => {
  it('keeps a value until content changes', async () => {
    let version = 1
    let computations = 0
    const cache = makeContentCache(() => version, 10)
    const read = () => cache.get('a', async () => ({ n: ++computations }))
    expect([await read(), await read()]).toEqual([{ n: 1 }, { n: 1 }])
    version = 2
    expect(await read()).toEqual({ n: 2 })
  })

  it('does not keep a value whose computation spans a change', async () => {
    let version = 1
    const cache = makeContentCache(() => version, 10)
    const slow = cache.get('a', async () => {
      version = 2
      return { old: true }
    })
    expect(await slow).toEqual({ old: true })
    expect(await cache.get('a', async () => ({ old: false }))).toEqual({ old: false })
  })

  it('keeps nothing if versions never repeat, and no failures', async () => {
    let version = 0
    const cluster = makeContentCache(() => ++version, 10)
    let calls = 0
    for (let n = 0; n < 3; n++) await cluster.get('a', async () => ({ n: ++calls }))
    expect(calls).toBe(3)
    const cache = makeContentCache(() => 1, 10)
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await cache.get('a', async () => ({ fine: true }))).toEqual({ fine: true })
  })

  it('keeps no more than its capacity by weight', async () => {
    let calls = 0
    const cache = makeContentCache(() => 1, 10)
    const read = (name: string) =>
      cache.get(
        name,
        async () => ({ n: ++calls }),
        () => 6,
      )
    await read('a')
    await read('b')
    await read('a')
    expect(calls).toBe(3)
  })
})
