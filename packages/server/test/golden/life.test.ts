import { describe, it } from 'vitest'
import { ENGINES } from '../harness.ts'
import { lived } from './lived.ts'
import { expectGolden } from './record.ts'

for (const engine of ENGINES)
  describe(`the demo's worlds on ${engine}`, () => {
    it('after three days', async () => {
      expectGolden('three-days.txt', await lived(engine, 3))
    })
  })
