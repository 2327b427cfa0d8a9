// Model calls behind the circuit breaker, with traces and metrics.
import type { Logger } from 'pino'
import { numberSwitch, type Switches } from '../control/switches.ts'
import { outsideQueue } from '../core/fair-queue.ts'
import { assertOutsideTransaction } from '../db/database.ts'
import type { Meter } from '../telemetry/meter.ts'
import { type Attributes, readTraceparent, type Tracer, traceparentOf } from '../telemetry/trace.ts'
import {
  type Attempt,
  type BreakerSettings,
  type BreakerState,
  type Generation,
  type Model,
  ModelAborted,
  ModelFailed,
  ModelMisconfigured,
  type ModelRequest,
  makeBreaker,
  type Usage,
} from './model.ts'

/** The circuit breaker is open. */
export class BreakerOpen extends Error {}

/** A call that the breaker admitted. The caller reports its outcome exactly once. */
export interface AdmittedCall {
  readonly timeoutMs: number
  readonly traceparent: string | undefined
  /** `ms` is the duration of the model call. */
  answered(usage: Usage, ms: number): void
  failed(error: unknown, ms: number): void
  /** The call ended before the model was called. */
  unasked(): void
}

/** The configured model behind a circuit breaker. */
export interface ModelGateway {
  readonly kind: Model['kind']
  /** Without the breaker, for admitted calls. */
  readonly model: Model
  /** Null while the breaker is open. */
  letThrough(traceparent: string | undefined, switches: Switches): AdmittedCall | null
  /** Counts a call that was not admitted. */
  rested(): void
  generate(request: ModelRequest, switches: Switches, signal: AbortSignal): Promise<Generation>
  breaker(switches: Switches): BreakerState
  /** Whether the provider's Retry-After is still running. Callers get its errors; residents can wait. */
  isSpared(): boolean
}

const breakerSettings = (switches: Switches): BreakerSettings => ({
  failures: Math.max(1, Math.floor(numberSwitch(switches, 'llmBreakerFailures'))),
  openMs: Math.max(0, numberSwitch(switches, 'llmBreakerOpenSeconds')) * 1_000,
})

const TIMEOUT_MAX_SECONDS = 600

export const modelTimeoutMs = (switches: Switches): number =>
  Math.min(TIMEOUT_MAX_SECONDS, Math.max(0.001, numberSwitch(switches, 'llmTimeoutSeconds'))) * 1_000

export interface ModelGatewayDeps {
  readonly now: () => number
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number
  /** Eight random bytes. */
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

/** The outcome label for metrics. */
function outcomeOf(error: unknown): string {
  if (error instanceof ModelAborted) return 'aborted'
  return error instanceof ModelMisconfigured ? 'misconfigured' : 'failed'
}

/** Waits for a provider outside of the fair queue's slot. */
export function callModel(
  model: Model,
  request: ModelRequest,
  { timeoutMs, traceparent, signal }: Attempt,
): Promise<Generation> {
  const ask = () => model.generate(request, { timeoutMs, traceparent, signal })
  return model.kind === 'local' ? ask() : outsideQueue(ask)
}

export function makeModelGateway(
  model: Model,
  { now, elapsed, spanId, tracer, meter, log }: ModelGatewayDeps,
): ModelGateway {
  const breaker = makeBreaker()
  let retryAfterEndsAt = 0
  let reportedState: BreakerState['state'] = 'closed'

  /** A span of our own if spans are exported; otherwise the caller's trace continues with a new span id. */
  function spanFor(parentHeader: string | undefined) {
    const parent = readTraceparent(parentHeader)
    const span = model.kind === 'local' ? null : (tracer?.begin('client', parent) ?? null)
    const passedOn = parent === null ? undefined : traceparentOf({ ...parent, spanId: spanId() })
    return { span, traceparent: span?.traceparent ?? passedOn }
  }

  /** Logs a state change when a call causes or detects it. */
  function logBreaker(switches: Switches): void {
    const { state, failures } = breaker.state(now(), breakerSettings(switches))
    if (state === reportedState) return
    reportedState = state
    const line = { event: 'models.breaker_changed', state, failures }
    if (state === 'open') log.warn(line, 'model circuit breaker opened')
    else
      log.info(
        line,
        state === 'closed' ? 'model circuit breaker closed' : 'model circuit breaker half-open, sending one probe',
      )
  }
  function admitCall(parentHeader: string | undefined, switches: Switches): AdmittedCall | null {
    const leave = breaker.enter(now(), breakerSettings(switches))
    if (leave === null) return null
    logBreaker(switches)
    const { span, traceparent } = spanFor(parentHeader)
    function over(ms: number, usage: Usage | null, fault: string | null): void {
      meter.time('model', ms / 1_000)
      logBreaker(switches)
      span?.end('chat', spanAttributes(model.kind, usage), fault)
    }
    return {
      timeoutMs: modelTimeoutMs(switches),
      traceparent,
      answered(usage, ms) {
        leave('answered', now())
        meter.add('model_calls', 'answered')
        meter.add('model_tokens', 'prompt', usage.promptTokens)
        meter.add('model_tokens', 'completion', usage.completionTokens)
        over(ms, usage, null)
      },
      failed(error, ms) {
        if (error instanceof ModelFailed) retryAfterEndsAt = Math.max(retryAfterEndsAt, now() + error.retryAfterMs)
        // Configuration errors and disconnected callers say nothing about the provider's health.
        leave(error instanceof ModelAborted || error instanceof ModelMisconfigured ? 'nothing' : 'failed', now())
        const fault = outcomeOf(error)
        meter.add('model_calls', fault)
        over(ms, null, fault)
      },
      unasked: () => leave('nothing', now()),
    }
  }

  const rested = (): void => meter.add('model_calls', 'resting')

  return {
    kind: model.kind,
    model,
    letThrough: admitCall,
    rested,
    async generate(request, switches, signal) {
      assertOutsideTransaction('a model was asked')
      const call = admitCall(request.traceparent, switches)
      if (call === null) {
        rested()
        throw new BreakerOpen('the provider is resting')
      }
      const started = elapsed()
      try {
        const generation = await callModel(model, request, { ...call, signal })
        call.answered(generation.usage, elapsed() - started)
        return generation
      } catch (error) {
        call.failed(error, elapsed() - started)
        throw error
      }
    },
    isSpared: () => now() < retryAfterEndsAt,
    breaker: (switches) => breaker.state(now(), breakerSettings(switches)),
  }
}
