import type { Logger } from 'pino'
import { outsideOfTurn } from '../core/fair-turns.ts'
import type { Meter } from '../core/meter.ts'
import { type Attributes, readTraceparent, type Tracer, traceparentOf } from '../core/trace.ts'
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
  type Usage,
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
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number
  /** Eight bytes of chance. */
  readonly spanId: () => string
  readonly tracer: Tracer | null
  readonly meter: Meter
  readonly log: Logger
}

const spanAttributes = (kind: string, usage: Usage | null): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': kind,
  'gen_ai.usage.input_tokens': usage?.promptTokens ?? null,
  'gen_ai.usage.output_tokens': usage?.completionTokens ?? null,
})

/** What came of a call, for those who count. */
function outcomeOf(error: unknown): string {
  if (error instanceof ModelAborted) return 'aborted'
  return error instanceof ModelMisconfigured ? 'misconfigured' : 'failed'
}

export function makeSpeech(model: Model, { now, elapsed, spanId, tracer, meter, log }: SpeechParts): Speech {
  const breaker = makeBreaker()
  let sparedUntil = 0
  let told: BreakerState['state'] = 'closed'

  /** A span of our own where spans are exported; else the caller's trace goes on with a new span id. */
  function spanFor(given: string | undefined) {
    const parent = readTraceparent(given)
    const span = model.kind === 'local' ? null : (tracer?.begin('client', parent) ?? null)
    const passedOn = parent === null ? undefined : traceparentOf({ ...parent, spanId: spanId() })
    return { span, traceparent: span?.traceparent ?? passedOn }
  }

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
      const started = elapsed()
      const { span, traceparent } = spanFor(request.traceparent)
      let fault: string | null = null
      let usage: Usage | null = null
      try {
        const attempt = { timeoutMs: modelTimeoutMs(switches), signal, traceparent }
        const ask = () => model.generate(request, attempt)
        const generation = await (model.kind === 'local' ? ask() : outsideOfTurn(ask))
        usage = generation.usage
        leave('answered', now())
        meter.add('model_calls', 'answered')
        meter.add('model_tokens', 'prompt', generation.usage.promptTokens)
        meter.add('model_tokens', 'completion', generation.usage.completionTokens)
        return generation
      } catch (error) {
        if (error instanceof ModelFailed) sparedUntil = Math.max(sparedUntil, now() + error.retryAfterMs)
        // Settings and callers who left say nothing about the provider's health.
        leave(error instanceof ModelAborted || error instanceof ModelMisconfigured ? 'nothing' : 'failed', now())
        fault = outcomeOf(error)
        meter.add('model_calls', fault)
        throw error
      } finally {
        meter.time('model', (elapsed() - started) / 1_000)
        tellBreaker(switches)
        span?.end('chat', spanAttributes(model.kind, usage), fault)
      }
    },
    isSpared: () => now() < sparedUntil,
    breaker: (switches) => breaker.state(now(), breakerSettings(switches)),
  }
}
