import { describe, expect, it } from 'vitest'
import { makeHints } from './outlet.ts'

describe('hints', () => {
  it('wake whoever waits for the topic, until they stop waiting', () => {
    const hints = makeHints()
    const woken: string[] = []
    const stop = hints.on('world prime', () => woken.push('one'))
    hints.on('world prime', () => woken.push('two'))
    hints.on('world other', () => woken.push('three'))
    hints.announce(['world prime'])
    stop()
    hints.announce(['world prime', 'world other', 'nobody'])
    expect(woken).toEqual(['one', 'two', 'two', 'three'])
  })

  it('wake a newcomer when an older one stops twice', () => {
    const hints = makeHints()
    let woken = 0
    const stop = hints.on('a', () => {})
    stop()
    hints.on('a', () => (woken += 1))
    stop()
    hints.announce(['a'])
    expect(woken).toBe(1)
  })
})
