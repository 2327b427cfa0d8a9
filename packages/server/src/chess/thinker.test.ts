import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { systemAmbient } from '../platform/core/ambient.ts'
import { chooseMove } from './search.ts'
import { makeThinker, type Thinker } from './thinker.ts'

const dist = (file: string) => new URL(`../../dist/chess/${file}`, import.meta.url)
const MATE = '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1'

/** A thread that dies of one seed and answers every other with the seed and how many it has answered. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let answered = 0
    parentPort.on('message', ({ id, seed }) => {
      if (seed === 'exit') process.exit(1)
      if (seed === 'throw') throw new Error('thrown there')
      answered += 1
      parentPort.postMessage({ id, move: seed + answered })
    })`)}`,
)

const thinkers: Thinker[] = []
const thinker = (file = dist('worker.js')) => {
  const made = makeThinker(file)
  thinkers.push(made)
  return made
}
afterEach(async () => {
  for (const made of thinkers.splice(0)) await made.close()
})

describe('the chess thread', () => {
  it('chooses what the search would choose here for the same seed', async () => {
    const moves = ['e2e4', 'e7e5']
    const seeds = ['seed 1', 'seed 2']
    const here = seeds.map((seed) => chooseMove(null, moves, { random: systemAmbient().random(seed) }))
    const { choose } = thinker()
    expect(await Promise.all(seeds.map((seed) => choose(null, moves, seed)))).toEqual(here)
  })

  it('answers questions asked at once, each with its own answer', async () => {
    const { choose } = thinker()
    const asked = [choose(MATE, [], 'a'), choose('7k/5Q2/5K2/8/8/8/8/8 b - - 0 1', [], 'b'), choose(null, ['zz'], 'c')]
    expect(await Promise.all(asked)).toEqual(['a1a8', null, null])
  })

  it('is started once, and only by the first question', async () => {
    const { choose } = thinker(MORTAL)
    expect(await choose(null, [], 'a')).toBe('a1')
    expect(await choose(null, [], 'b')).toBe('b2')
  })

  for (const [death, reason] of [
    ['exit', 'ended without an answer'],
    ['throw', 'thrown there'],
  ] as const)
    it(`starts again after ${death}, and only the question that caused it is lost`, async () => {
      // A crowd of threads, because it takes a busy moment for news of a death to overtake the answer before it.
      const dying = async () => {
        const { choose } = thinker(MORTAL)
        const settled = await Promise.allSettled(['a', death, 'b', 'c'].map((seed) => choose(null, [], seed)))
        const told = settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
        return [...told, await choose(null, [], 'd')]
      }
      for (const told of await Promise.all(Array.from({ length: 16 }, dying)))
        expect(told).toEqual(['a1', expect.stringContaining(reason), 'b1', 'c2', 'd3'])
    })

  it('refuses what is asked or still open when it closes', async () => {
    const made = thinker()
    const settled = expect(made.choose(null, [], 'a')).rejects.toThrow('closed')
    await made.close()
    await settled
    await expect(made.choose(null, [], 'b')).rejects.toThrow('closed')
  })

  it('does not keep a process alive, and finds its compiled thread by itself', async () => {
    const script = `import('${dist('thinker.js')}').then(async ({ makeThinker }) => {
      const held = setInterval(() => {}, 1_000)
      console.log(await makeThinker().choose('${MATE}', [], 'a'))
      clearInterval(held)
    })`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 60_000 })
    expect(stdout).toBe('a1a8\n')
  })
})
