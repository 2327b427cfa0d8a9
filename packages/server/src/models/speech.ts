import { assertOutsideTransaction } from '../db/database.ts'
import { number, type Switches } from '../settings/switches.ts'
import { type BreakerSettings, type BreakerState, makeBreaker } from './breaker.ts'
import {
  type Generation,
  type Model,
  ModelAborted,
  ModelFailed,
  ModelMisconfigured,
  type ModelRequest,
} from './model.ts'

/** The breaker is open: the provider is left alone for now. */
export class ModelResting extends Error {}

/** The model this server speaks with, behind a breaker. */
export interface Speech {
  readonly kind: Model['kind']
  generate(request: ModelRequest, switches: Switches, signal: AbortSignal): Promise<Generation>
  breaker(switches: Switches): BreakerState
  /** Whether the provider asked to be left alone for now. Callers are told its failures; residents can wait. */
  isSpared(): boolean
}

const breakerSettings = (switches: Switches): BreakerSettings => ({
  failures: Math.max(1, Math.floor(number(switches, 'llmBreakerFailures'))),
  openMs: Math.max(0, number(switches, 'llmBreakerOpenSeconds')) * 1_000,
})

const TIMEOUT_MAX_SECONDS = 600

export const modelTimeoutMs = (switches: Switches): number =>
  Math.min(TIMEOUT_MAX_SECONDS, Math.max(0.001, number(switches, 'llmTimeoutSeconds'))) * 1_000

export function makeSpeech(model: Model, now: () => number): Speech {
  const breaker = makeBreaker()
  let sparedUntil = 0
  return {
    kind: model.kind,
    async generate(request, switches, signal) {
      assertOutsideTransaction('a model was asked')
      const leave = breaker.enter(now(), breakerSettings(switches))
      if (leave === null) throw new ModelResting('the provider is resting')
      try {
        const generation = await model.generate(request, { timeoutMs: modelTimeoutMs(switches), signal })
        leave('answered', now())
        return generation
      } catch (error) {
        if (error instanceof ModelFailed) sparedUntil = Math.max(sparedUntil, now() + error.retryAfterMs)
        // Settings and callers who left say nothing about the provider's health.
        leave(error instanceof ModelAborted || error instanceof ModelMisconfigured ? 'nothing' : 'failed', now())
        throw error
      }
    },
    isSpared: () => now() < sparedUntil,
    breaker: (switches) => breaker.state(now(), breakerSettings(switches)),
  }
}
