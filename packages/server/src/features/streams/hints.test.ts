// Tests of change notifications.
import { describe, expect, it } from 'vitest'
import { makeChangeNotifications } from './outlet.ts'

describe('change notifications', () => {
  it('wake the subscribers of the topic until they unsubscribe', () => {
    const hints = makeChangeNotifications()
    const woken: string[] = []
    const stop = hints.on('world prime', () => woken.push('one'))
    hints.on('world prime', () => woken.push('two'))
    hints.on('world other', () => woken.push('three'))
    hints.announce(['world prime'])
    stop()
    hints.announce(['world prime', 'world other', 'nobody'])
    expect(woken).toEqual(['one', 'two', 'two', 'three'])
  })

  it('still wake a new subscriber if an older one unsubscribes twice', () => {
    const hints = makeChangeNotifications()
    let woken = 0
    const stop = hints.on('a', () => {})
    stop()
    hints.on('a', () => (woken += 1))
    stop()
    hints.announce(['a'])
    expect(woken).toBe(1)
  })
})
