import { describe, it } from 'vitest'
import { lived } from '../../test/golden/lived.ts'
import { expectGolden } from '../../test/golden/record.ts'
import { ENGINES } from '../../test/harness.ts'

const MINUTES = 60_000

for (const engine of ENGINES)
  describe(`the demo's worlds on ${engine}`, () => {
    it('after a month', { timeout: 20 * MINUTES }, async () => {
      expectGolden('month.txt', await lived(engine, 30))
    })
  })
