import { describe, it } from 'vitest'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { planFromEnvironment, playAndReport } from './visitors/suite.ts'

const MINUTES = 60_000

describe('visitor rules against a model, on sqlite', () => {
  // Two thousand in all: the ones that PostgreSQL would play are played here where there is none.
  it(
    'answers, counts and journals as the model says, whatever the order of things',
    async () => {
      await playAndReport(planFromEnvironment('sqlite', HAS_CLUSTER ? 1_600 : 2_000, 1, HAS_CLUSTER ? 0.8 : 1))
    },
    30 * MINUTES,
  )
})
