// Tests of the event loop budget.
import { describe, expect, it } from 'vitest'
import { makeEventLoopBudget } from './event-loop-budget.ts'

const turnOfLoop = () => new Promise((resume) => setImmediate(resume))

describe('the event loop budget', () => {
  it("continues at once until the iteration's budget is used up", async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    expect(slices.next()).toBeNull()
    now += 0.25
    expect(slices.next()).toBeNull()
    now += 0.25
    expect(slices.next()).not.toBeNull()
  })

  it('starts again with the next iteration, after any idle time', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    expect(slices.next()).toBeNull()
    await turnOfLoop()
    now += 1_000
    expect(slices.next()).toBeNull()
  })

  it('gives longer slices if other work took longer, up to a bound', async () => {
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
      // The waiting task continues, and no task waits any more.
      await turnOfLoop()
      await turnOfLoop()
    }
  })

  it('serves other work between two long tasks, in order of arrival', async () => {
    let now = 0
    const slices = makeEventLoopBudget(() => now)
    const executionOrder: string[] = []
    const work = async (name: string) => {
      for (let n = 0; n < 2; n++) {
        const free = slices.next()
        if (free !== null) await free
        executionOrder.push(`${name}${n}`)
        now += 1
      }
    }
    const all = Promise.all(['a', 'b', 'c'].map(work))
    let isDone = false
    void all.then(() => {
      isDone = true
    })
    while (!isDone) {
      executionOrder.push('-')
      await turnOfLoop()
    }
    // One per iteration: the first asked a second time before the others asked at all.
    expect(executionOrder.join(' ').replaceAll(/(- )+/g, '- ')).toMatch(/^a0 - a1 - b0 - c0 - b1 - c1( -)*$/)
  })

  it('runs several short tasks per iteration, each as far as possible', async () => {
    const slices = makeEventLoopBudget(() => 0)
    const order: string[] = []
    const work = async (name: string) => {
      await slices.inLine()
      for (let n = 0; n < 20; n++) await null
      order.push(name)
    }
    const both = Promise.all([work('a'), work('b')])
    await turnOfLoop()
    expect(order).toEqual(['a', 'b'])
    await both
  })
})
