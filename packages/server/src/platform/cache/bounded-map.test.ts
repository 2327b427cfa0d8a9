// Tests of the bounded map.
import { describe, expect, it } from 'vitest'
import { boundedMap } from './content-cache.ts'

describe('a bounded map', () => {
  it('keeps entries up to its capacity, then clears all', () => {
    const map = boundedMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect([map.get('a'), map.get('b')]).toEqual([1, 2])
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, undefined, 3])
  })

  it('counts the capacity by weight, if given', () => {
    const map = boundedMap<string>(10)
    map.set('a', 'x', 6)
    map.set('b', 'y', 4)
    expect(map.get('a')).toBe('x')
    map.set('c', 'z', 1)
    expect([map.get('a'), map.get('c')]).toEqual([undefined, 'z'])
    map.clear()
    expect(map.get('c')).toBeUndefined()
  })

  it('does not keep a value over its capacity', () => {
    const map = boundedMap<string>(10)
    map.set('a', 'x', 11)
    expect(map.get('a')).toBeUndefined()
  })
})
