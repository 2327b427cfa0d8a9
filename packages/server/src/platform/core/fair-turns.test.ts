// Tests of the fair queue.
import { describe, expect, it } from 'vitest'
import { type FairQueueLimits, makeFairQueue, outsideQueue } from './fair-queue.ts'

describe('the fair queue', () => {
  /** Tasks that end on demand, and a list of started tasks. */
  function makeFixture(limits: FairQueueLimits) {
    const turns = makeFairQueue(limits)
    const startedTasks: string[] = []
    const ends: (() => void)[] = []
    const ask = (party: string, name: string) =>
      turns.run(party, async () => {
        startedTasks.push(name)
        await new Promise<void>((end) => ends.push(end))
      })
    const endOne = async () => {
      ends.shift()!()
      for (let n = 0; n < 5; n += 1) await Promise.resolve()
    }
    return { turns, begun: startedTasks, ends, ask, endOne }
  }

  it('serves a modest party next, however much another one has queued', async () => {
    const { begun, ask, endOne, turns } = makeFixture({ max: 2 })
    for (let n = 0; n < 100; n += 1) void ask('greedy', `greedy ${n}`)
    void ask('modest', 'modest')
    void ask('other', 'other')
    expect(begun).toEqual(['greedy 0', 'greedy 1'])
    expect(turns.waiting()).toBe(100)
    for (let n = 0; n < 4; n += 1) await endOne()
    expect(begun.slice(2)).toEqual(['greedy 2', 'modest', 'other', 'greedy 3'])
  })

  it('frees a slot when work fails, and starts work at once while slots are free', async () => {
    const turns = makeFairQueue({ max: 1 })
    const failing = turns.run('a', () => Promise.reject(new Error('no')))
    const next = turns.run('b', async () => 'served')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('served')
    expect(await turns.run('a', async () => 'again')).toBe('again')
    expect(turns.waiting()).toBe(0)
  })
  it('leaves slots for others while all work of one party hangs', async () => {
    const { begun, ask, endOne, turns } = makeFixture({ max: 4, perParty: 3 })
    for (let n = 0; n < 100; n += 1) void ask('greedy', `greedy ${n}`)
    void ask('modest', 'modest 0')
    void ask('modest', 'modest 1')
    expect(begun).toEqual(['greedy 0', 'greedy 1', 'greedy 2', 'modest 0'])
    // One greedy task ends: its slot goes to a greedy task, the modest one's slot to a modest task.
    await endOne()
    expect(begun.slice(4)).toEqual(['greedy 3'])
    expect(turns.waiting()).toBe(97)
  })

  it('rejects only the last task of the longest queue if too many wait', async () => {
    const full = () => new Error('full')
    const { ask, turns, endOne, begun } = makeFixture({ max: 1, waiting: { max: 4, full } })
    const eventOrder: string[] = []
    const watch = (party: string, name: string) => void ask(party, name).catch(() => eventOrder.push(name))
    for (let n = 0; n < 6; n += 1) watch('greedy', `greedy ${n}`)
    await Promise.resolve()
    watch('modest', 'modest')
    watch('other', 'other')
    await new Promise(setImmediate)
    expect(eventOrder).toEqual(['greedy 5', 'greedy 4', 'greedy 3'])
    expect(turns.waiting()).toBe(4)
    for (let n = 0; n < 4; n += 1) await endOne()
    expect(begun).toEqual(['greedy 0', 'greedy 1', 'modest', 'other', 'greedy 2'])
  })

  it('frees a slot while work waits outside, and takes it again in order', async () => {
    const turns = makeFairQueue({ max: 1 })
    const log: string[] = []
    let bodyCame = () => {}
    const slow = turns.run('slow', async () => {
      log.push('slow begins')
      await outsideQueue(() => new Promise<void>((came) => (bodyCame = came)))
      log.push('slow goes on')
    })
    await turns.run('other', async () => {
      log.push('other')
      bodyCame()
      await new Promise(setImmediate)
      log.push('other ends')
    })
    await slow
    expect(log).toEqual(['slow begins', 'other', 'other ends', 'slow goes on'])
  })

  it('takes one slot for branches that wait outside together, and none for unawaited work', async () => {
    const turns = makeFairQueue({ max: 1 })
    let late = () => {}
    await turns.run('a', async () => {
      await Promise.all([1, 2].map(() => outsideQueue(() => new Promise(setImmediate))))
      // Nested work of a party takes no second slot.
      expect(await turns.run('b', async () => 'inner')).toBe('inner')
      void outsideQueue(() => new Promise<void>((come) => (late = come)))
    })
    late()
    await new Promise(setImmediate)
    expect(await turns.run('c', async () => 'served')).toBe('served')
    expect(await Promise.all(['d', 'e'].map((who) => turns.run(who, async () => who)))).toEqual(['d', 'e'])
  })

  it('takes no second slot for nested work, and frees the slot when work fails', async () => {
    const turns = makeFairQueue({ max: 1 })
    const log: string[] = []
    let end = () => {}
    const read = turns.run('a', () => new Promise<void>((done) => (end = done)))
    const next = turns.run('b', async () => {
      log.push('b')
      return turns.run('b', async () => 'within')
    })
    const failing = turns.run('c', () => Promise.reject(new Error('no')))
    await new Promise(setImmediate)
    expect([log, turns.waiting()]).toEqual([[], 2])
    end()
    await read
    expect(await next).toBe('within')
    await expect(failing).rejects.toThrow('no')
    expect(await turns.run('d', async () => 'served')).toBe('served')
  })

  it('gives the place of waiting work back when its signal aborts', async () => {
    const full = () => new Error('full')
    const turns = makeFairQueue({ max: 1, waiting: { max: 2, full } })
    const startedTasks: string[] = []
    let end = () => {}
    const running = turns.run('a', () => new Promise<void>((done) => (end = done)))
    const task = (name: string) => async () => {
      startedTasks.push(name)
    }
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const departed = turns.run('b', task('departed'), leaving.signal)
    const remaining = turns.run('e', task('remaining'), staying.signal)
    await expect(turns.run('c', task('refused'))).rejects.toThrow('full')
    leaving.abort(new Error('disconnected'))
    await expect(departed).rejects.toThrow('disconnected')
    expect(turns.waiting()).toBe(1)
    const next = turns.run('c', task('next'))
    await expect(turns.run('d', task('late'), leaving.signal)).rejects.toThrow('disconnected')
    end()
    await Promise.all([running, remaining, next])
    staying.abort()
    expect(startedTasks).toEqual(['remaining', 'next'])
    expect(turns.waiting()).toBe(0)
  })

  it('reserves waiting places and every second slot for preferred parties', async () => {
    const full = () => new Error('full')
    const isPreferred = (party: string) => party.startsWith('preferred')
    const limits = { max: 1, waiting: { max: 5, full }, reserved: { waiting: 2, isPreferred } }
    const { ask, begun, endOne, turns } = makeFixture(limits)
    const refusedTasks: string[] = []
    const watch = (party: string) => void ask(party, party).catch(() => refusedTasks.push(party))
    for (let n = 0; n < 6; n += 1) watch(`new ${n}`)
    for (let n = 0; n < 3; n += 1) watch(`preferred ${n}`)
    await new Promise(setImmediate)
    expect(refusedTasks).toEqual(['new 4', 'new 5', 'preferred 2'])
    expect(turns.waiting()).toBe(5)
    for (let n = 0; n < 5; n += 1) await endOne()
    expect(begun).toEqual(['new 0', 'preferred 0', 'new 1', 'preferred 1', 'new 2', 'new 3'])
  })
})
