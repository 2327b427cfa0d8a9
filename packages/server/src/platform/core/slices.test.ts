import { describe, expect, it } from 'vitest'
import { makeEventLoopBudget } from './event-loop-budget.ts'

const turnOfLoop = () => new Promise((resume) => setImmediate(resume))

describe('slices of one thread', () => {
  it('go on at once until the turn of the event loop has been held for long enough', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    expect(slices.next()).toBeNull()
    now += 0.25
    expect(slices.next()).toBeNull()
    now += 0.25
    expect(slices.next()).not.toBeNull()
  })

  it('begin anew with the next turn, however long the loop was idle between', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    expect(slices.next()).toBeNull()
    await turnOfLoop()
    now += 1_000
    expect(slices.next()).toBeNull()
  })

  it('are longer where others had longer in between while somebody waited, up to a bound', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    for (const [othersMs, sliceMs] of [
      [0.1, 0.3],
      [1.6, 0.8],
      [50, 2],
    ] as const) {
      await turnOfLoop()
      expect(slices.next()).toBeNull()
      now += 3
      const free = slices.next()
      now += othersMs
      await free
      now += sliceMs - 0.05
      expect(slices.next()).toBeNull()
      now += 0.1
      expect(slices.next()).not.toBeNull()
      // Who was told to wait goes on, and nobody waits any more.
      await turnOfLoop()
      await turnOfLoop()
    }
  })

  it('let others be served between two long ones, and go on in the order in which they came', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    const seen: string[] = []
    const work = async (name: string) => {
      for (let n = 0; n < 2; n++) {
        const free = slices.next()
        if (free !== null) await free
        seen.push(`${name}${n}`)
        now += 1
      }
    }
    const all = Promise.all(['a', 'b', 'c'].map(work))
    let isDone = false
    void all.then(() => {
      isDone = true
    })
    while (!isDone) {
      seen.push('-')
      await turnOfLoop()
    }
    // One a turn: the first asked a second time before the others asked at all.
    expect(seen.join(' ').replaceAll(/(- )+/g, '- ')).toMatch(/^a0 - a1 - b0 - c0 - b1 - c1( -)*$/)
  })

  it('let short ones share a turn, each as far as it comes before the next', async () => {
    const slices = makeEventLoopBudget(() => 0)
    const seen: string[] = []
    const work = async (name: string) => {
      await slices.inLine()
      for (let n = 0; n < 20; n++) await null
      seen.push(name)
    }
    const both = Promise.all([work('a'), work('b')])
    await turnOfLoop()
    expect(seen).toEqual(['a', 'b'])
    await both
  })
})
