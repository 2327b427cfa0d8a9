import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Launched, launchCity, NEVER_SWEEPS } from '../../test/city-site.ts'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { type Fault, plant } from '../../test/planted.ts'
import { type JourneyCase, moveAgainstTheMissing, STORIES } from './city-cases.ts'

const SITES = HAS_CLUSTER ? (['sqlite', 'postgres', 'two nodes'] as const) : (['sqlite'] as const)

for (const kind of SITES)
  describe(`bodies that meet, on ${kind}`, () => {
    let city: Launched
    beforeAll(async () => {
      city = kind === 'two nodes' ? await launchCity('postgres', { nodes: 2 }) : await launchCity(kind)
    })
    afterAll(() => city.close())

    it.each(STORIES)('%s', async (_rule, run) => {
      await run(city.site)
    })
  })

const storyOf = (words: RegExp): JourneyCase => STORIES.find(([rule]) => words.test(rule))!

/** The failure of a test on a build with these faults; null when it passes. */
async function onBroken(faults: readonly Fault[], run: JourneyCase[1], nodes = 1): Promise<string | null> {
  const planted = plant(...faults)
  const city = await launchCity('postgres', { planted, nodes })
  try {
    await run(city.site)
    return null
  } catch (error) {
    return String(error)
  } finally {
    await city.close()
    planted.remove()
  }
}

/** Nor does the journal rely on that lock then, or its numbers would fail before anything else does. */
const NO_ACTOR_LOCK: readonly Fault[] = [
  { file: 'roster.js', from: /\blockedVisitor(?=,| :)/g, to: 'visitorById' },
  { file: 'roster.js', from: 'if (locked !== undefined)', to: 'if (false)' },
]
const NO_PLY: Fault = {
  file: 'games.js',
  from: "eb.or([eb('ply', '=', param('was')), eb('fen', '=', literal(''))])",
  to: "eb.or([eb('ply', '>=', literal(0)), eb('ply', '=', param('was'))])",
}
const NEVER_LOCKS = { from: "if (tx.engine === 'postgres')", to: 'if (false)' }

describe.runIf(HAS_CLUSTER)('the integration tests of concurrent city actions', () => {
  it('hold for moves by the ply alone, when the actor is not locked', async () => {
    expect(await onBroken(NO_ACTOR_LOCK, storyOf(/moves at once/)[1])).toBeNull()
  })

  it.each<[string, Fault[], RegExp]>([
    ['moves compare no ply', [...NO_ACTOR_LOCK, NO_PLY], /moves at once/],
    ['nobody locks an encounter', [{ file: 'encounters.js', ...NEVER_LOCKS }], /last seat/],
    ['nobody locks the homes', [{ file: 'bodies.js', ...NEVER_LOCKS }], /last apartment/],
  ])('fail on PostgreSQL when %s', async (_name, faults, words) => {
    expect(await onBroken(faults, storyOf(words)[1])).not.toBeNull()
  })

  it('a move at the same time as a detected absence: the game is lost in either order', async () => {
    const run = (site: Launched['site']) => moveAgainstTheMissing(site, 8)
    expect(await onBroken(NEVER_SWEEPS, run, 2)).toBeNull()
  })
})
