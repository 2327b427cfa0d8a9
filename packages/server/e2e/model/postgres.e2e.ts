import { describe, it } from 'vitest'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { planFromEnvironment, playAndReport } from './visitors/suite.ts'

const MINUTES = 60_000

// A file of its own, so that both engines are played at the same time.
describe.skipIf(!HAS_CLUSTER)('visitor rules against a model, on postgres', () => {
  it(
    'answers, counts and journals as the model says, whatever the order of things',
    async () => {
      await playAndReport(planFromEnvironment('postgres', 400, 4, 0.2))
    },
    30 * MINUTES,
  )
})
