import { describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/harness.ts'
import { plant } from '../../test/planted.ts'
import { describeCrashes } from './crash-run.ts'

/** `CRASHES=500 npm run campaign -- crashes` for as many as one likes. */
const CRASHES = Number(process.env.CRASHES ?? 5)
const SEED = Number(process.env.CRASH_SEED ?? 1)
/** Every start on PostgreSQL opens connections anew, and what is tried there is the same code. */
const crashesOn = (engine: string): number => (engine === 'sqlite' ? CRASHES : Math.ceil(CRASHES / 5))
const say = (line: string) => process.stderr.write(`  ${line}\n`)

/**
 * How an effect without an outcome shows once everything is settled: a row that no answer accounts for, or a bio or a
 * persona that no act has set, because the act found it there when it was asked for again. Which of them the first kill
 * meets is up to the machine.
 */
const EFFECT_WITHOUT_OUTCOME = /: settled: \d+ faults\n[\s\S]*(nobody was told of|^ {2}persona: |^ {2}bio: )/m

describe('acts and crashes', () => {
  it('the chaos test finds an effect that commits apart from its outcome', async () => {
    const planted = plant({
      file: 'act.js',
      from: /(const performed = await chosen\.perform\(tx, actor, \{ \.\.\.turn, objection: verdict \}\);)([\s\S]*?return result;\n {4}\}), \{ repeatable: true \}\);/,
      to: '$1 return { at, performed }; }).then(({ at, performed }) => deps.database.transact(async (tx) => { const visitor = undefined; $2));',
    })
    try {
      const found = describeCrashes({ engine: 'sqlite', crashes: 12, seed: SEED, main: planted.main })
      await expect(found).rejects.toThrow(EFFECT_WITHOUT_OUTCOME)
    } finally {
      planted.remove()
    }
  })

  for (const engine of ENGINES)
    it(
      `what was answered holds and nothing is done twice, over crashes on ${engine}`,
      async () => {
        const crashes = crashesOn(engine)
        const report = await describeCrashes({ engine, crashes, seed: SEED, say })
        say(`${engine}: ${JSON.stringify(report)}`)
        // Kills that never fall between two commits would prove nothing; a few may well miss.
        if (crashes >= 20) expect(report.abandoned).toBeGreaterThan(0)
      },
      60_000 + CRASHES * 20_000,
    )
})
