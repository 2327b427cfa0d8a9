import { describe, it } from 'vitest'
import { expectLived } from '../../test/golden/lived.ts'
import { ENGINES } from '../../test/harness.ts'

const MINUTES = 60_000
/** A month unless told otherwise; each length that is asked for has a golden file of its own. */
const DAYS = Number(process.env.LIVED_DAYS ?? 30)

for (const engine of ENGINES)
  describe(`the demo's worlds on ${engine}`, () => {
    it(`after ${DAYS} days`, { timeout: 20 * MINUTES }, () => expectLived(engine, DAYS))
  })
