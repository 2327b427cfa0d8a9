import { describe, expect, it } from 'vitest'
import { makeFairTurns } from './fair-turns.ts'

describe('fair turns', () => {
  /** Work that ends when it is told to, and a list of who was begun. */
  function scene(max: number) {
    const turns = makeFairTurns(max)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const ask = (party: string, name: string) =>
      turns.run(party, async () => {
        begun.push(name)
        await new Promise<void>((end) => ends.push(end))
      })
    const endOne = async () => {
      ends.shift()!()
      for (let n = 0; n < 5; n += 1) await Promise.resolve()
    }
    return { turns, begun, ends, ask, endOne }
  }

  it('serve whoever asks for little next, however much somebody else has asked for before', async () => {
    const { begun, ask, endOne, turns } = scene(2)
    for (let n = 0; n < 100; n += 1) void ask('greedy', `greedy ${n}`)
    void ask('modest', 'modest')
    void ask('other', 'other')
    expect(begun).toEqual(['greedy 0', 'greedy 1'])
    expect(turns.waiting()).toBe(100)
    for (let n = 0; n < 4; n += 1) await endOne()
    expect(begun.slice(2)).toEqual(['greedy 2', 'modest', 'other', 'greedy 3'])
  })

  it('hand a place on when work fails, and let work begin at once while there is room', async () => {
    const turns = makeFairTurns(1)
    const failing = turns.run('a', () => Promise.reject(new Error('no')))
    const next = turns.run('b', async () => 'served')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('served')
    expect(await turns.run('a', async () => 'again')).toBe('again')
    expect(turns.waiting()).toBe(0)
  })
})
