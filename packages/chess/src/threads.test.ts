import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { seeded } from '../test/seeded.mjs'
import { chooseMove } from './search.ts'
import { type MoveChooser, makeMoveChooser } from './threads.ts'

const THREAD = new URL('../test/thread.mjs', import.meta.url)
const BACK_RANK_MATE = '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1'

/** A thread that crashes on two seeds and answers each other seed with the seed and the number of its answers. */
const CRASHING_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', ({ id, seed }) => {
      if (seed === 'exit') process.exit(1)
      if (seed === 'throw') throw new Error('thrown there')
      count += 1
      parentPort.postMessage({ id, move: seed + count })
    })`)}`,
)

describe('makeMoveChooser', () => {
  const choosers: MoveChooser[] = []
  const startChooser = (file = THREAD) => {
    const chooser = makeMoveChooser(file)
    choosers.push(chooser)
    return chooser
  }
  afterEach(async () => {
    for (const chooser of choosers.splice(0)) await chooser.close()
  })

  it('chooses the same move as the search in this thread for the same seed', async () => {
    const moves = ['e2e4', 'e7e5']
    const seeds = ['seed 1', 'seed 2']
    const expectedMoves = seeds.map((seed) => chooseMove(null, moves, { random: seeded(seed) }))
    const { choose } = startChooser()
    expect(await Promise.all(seeds.map((seed) => choose(null, moves, seed)))).toEqual(expectedMoves)
  })

  it('answers concurrent requests, each with its own move', async () => {
    const { choose } = startChooser()
    const requests = [
      choose(BACK_RANK_MATE, [], 'a'),
      choose('7k/5Q2/5K2/8/8/8/8/8 b - - 0 1', [], 'b'),
      choose(null, ['zz'], 'c'),
    ]
    expect(await Promise.all(requests)).toEqual(['a1a8', null, null])
  })

  it('starts one thread for several requests', async () => {
    const { choose } = startChooser(CRASHING_THREAD)
    expect(await choose(null, [], 'a')).toBe('a1')
    expect(await choose(null, [], 'b')).toBe('b2')
  })

  for (const [crash, reason] of [
    ['exit', 'ended without an answer'],
    ['throw', 'thrown there'],
  ] as const)
    it(`restarts after ${crash} and rejects only the request that caused it`, async () => {
      // Many threads at once, because the error event overtakes the previous response only under load.
      const runUntilCrash = async () => {
        const { choose } = startChooser(CRASHING_THREAD)
        const settled = await Promise.allSettled(['a', crash, 'b', 'c'].map((seed) => choose(null, [], seed)))
        const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
        return [...outcomes, await choose(null, [], 'd')]
      }
      for (const outcomes of await Promise.all(Array.from({ length: 16 }, runUntilCrash)))
        expect(outcomes).toEqual(['a1', expect.stringContaining(reason), 'b1', 'c2', 'd3'])
    })

  it('rejects pending and new requests when it closes', async () => {
    const chooser = startChooser()
    const rejection = expect(chooser.choose(null, [], 'a')).rejects.toThrow('closed')
    await chooser.close()
    await rejection
    await expect(chooser.choose(null, [], 'b')).rejects.toThrow('closed')
  })

  it('does not keep a process alive', async () => {
    const script = `import('@agent-network/chess/threads').then(async ({ makeMoveChooser }) => {
      const timer = setInterval(() => {}, 1_000)
      console.log(await makeMoveChooser(new URL('${THREAD}')).choose('${BACK_RANK_MATE}', [], 'a'))
      clearInterval(timer)
    })`
    const cwd = new URL('..', import.meta.url)
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd, timeout: 60_000 })
    expect(stdout).toBe('a1a8\n')
  })
})
