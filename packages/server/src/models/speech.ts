import type { Logger } from 'pino'
import type { Meter } from '../core/meter.ts'
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

export interface SpeechParts {
  readonly now: () => number
  readonly meter: Meter
  readonly log: Logger
}

/** What came of a call, for those who count. */
function outcomeOf(error: unknown): string {
  if (error instanceof ModelAborted) return 'aborted'
  return error instanceof ModelMisconfigured ? 'misconfigured' : 'failed'
}

export function makeSpeech(model: Model, { now, meter, log }: SpeechParts): Speech {
  const breaker = makeBreaker()
  let sparedUntil = 0
  let told: BreakerState['state'] = 'closed'

  /** A change is told when a call brings it about or finds it. */
  function tellBreaker(switches: Switches): void {
    const { state, failures } = breaker.state(now(), breakerSettings(switches))
    if (state === told) return
    told = state
    const line = { event: 'models.breaker_changed', state, failures }
    if (state === 'open') log.warn(line, 'the provider is left alone for now')
    else log.info(line, state === 'closed' ? 'the provider is asked again' : 'the provider is tried with one call')
  }
  return {
    kind: model.kind,
    async generate(request, switches, signal) {
      assertOutsideTransaction('a model was asked')
      const leave = breaker.enter(now(), breakerSettings(switches))
      if (leave === null) {
        meter.add('model_calls', 'resting')
        throw new ModelResting('the provider is resting')
      }
      tellBreaker(switches)
      try {
        const generation = await model.generate(request, { timeoutMs: modelTimeoutMs(switches), signal })
        leave('answered', now())
        meter.add('model_calls', 'answered')
        meter.add('model_tokens', 'prompt', generation.usage.promptTokens)
        meter.add('model_tokens', 'completion', generation.usage.completionTokens)
        return generation
      } catch (error) {
        if (error instanceof ModelFailed) sparedUntil = Math.max(sparedUntil, now() + error.retryAfterMs)
        // Settings and callers who left say nothing about the provider's health.
        leave(error instanceof ModelAborted || error instanceof ModelMisconfigured ? 'nothing' : 'failed', now())
        meter.add('model_calls', outcomeOf(error))
        throw error
      } finally {
        tellBreaker(switches)
      }
    },
    isSpared: () => now() < sparedUntil,
    breaker: (switches) => breaker.state(now(), breakerSettings(switches)),
  }
}
