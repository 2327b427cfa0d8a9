// Model calls behind the circuit breaker, with traces and metrics.
import { countTokens } from '@agent-network/voice/tokens'
import type { Logger } from 'pino'
import { numberSwitch, type Switches } from '../control/switches.ts'
import { outsideQueue } from '../core/fair-queue.ts'
import { assertOutsideTransaction } from '../db/database.ts'
import type { Meter } from '../telemetry/meter.ts'
import { type Attributes, readTraceparent, type Tracer, traceparentOf } from '../telemetry/traces.ts'
import {
  type Attempt,
  type BreakerExit,
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
import type { BudgetReservation, ModelBudgets } from './model-budget.ts'

/** The circuit breaker is open. */
export class BreakerOpen extends Error {}

/** A total model budget of the day or month is used up. */
export class ModelBudgetSpent extends Error {}

/** A call that breaker and budgets admitted. The caller reports its outcome exactly once. */
export interface AdmittedCall {
  readonly timeoutMs: number
  readonly traceparent: string | undefined
  /** `ms` is the duration of the model call. */
  answered(generation: Generation, ms: number): Promise<void>
  failed(error: unknown, ms: number): Promise<void>
  /** The call ended before the model was called. */
  unasked(): Promise<void>
}

export type CallAdmission = AdmittedCall | 'breaker-open' | 'budget-spent'

/** A call for which admission is requested. */
export interface CallRequest {
  readonly traceparent: string | undefined
  readonly switches: Switches
  /** The most tokens that the call is likely to use. */
  readonly estimate: Usage
}

/** The configured model behind a circuit breaker. */
export interface ModelGateway {
  readonly kind: Model['kind']
  /** Without the breaker, for admitted calls. */
  readonly model: Model
  readonly budgets: ModelBudgets
  /** Asks the circuit breaker, and reserves tokens in the model budgets. */
  admit(request: CallRequest): Promise<CallAdmission>
  /** Counts a call that the breaker did not admit. */
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
  readonly budgets: ModelBudgets
}

const spanAttributes = (kind: string, usage: Usage | null): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': kind,
  'gen_ai.usage.input_tokens': usage?.promptTokens ?? null,
  'gen_ai.usage.output_tokens': usage?.completionTokens ?? null,
})

/** The local voice is free. */
const FREE: BudgetReservation = { settle: async () => {} }

/** Whether a failed call may be charged. Then its estimate is counted, so that a budget is not exceeded. */
const isChargeable = (error: unknown): boolean =>
  error instanceof ModelAborted || (error instanceof ModelFailed && error.isChargeable)

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
  { now, elapsed, spanId, tracer, meter, log, budgets }: ModelGatewayDeps,
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
  /** Null if a budget is used up. Gives the breaker's place back then, and on an error of the store. */
  async function reserveTokens({ estimate, switches }: CallRequest, leave: BreakerExit) {
    let reservation: BudgetReservation | null = null
    try {
      reservation = model.kind === 'local' ? FREE : await budgets.reserve(estimate, switches)
    } finally {
      if (reservation === null) leave('nothing', now())
    }
    if (reservation === null) meter.add('model_calls', 'budget')
    return reservation
  }

  async function admitCall(request: CallRequest): Promise<CallAdmission> {
    const { switches } = request
    const leave = breaker.enter(now(), breakerSettings(switches))
    if (leave === null) return 'breaker-open'
    logBreaker(switches)
    const reservation = await reserveTokens(request, leave)
    if (reservation === null) return 'budget-spent'
    const { span, traceparent } = spanFor(request.traceparent)
    function over(ms: number, usage: Usage | null, fault: string | null): void {
      meter.time('model', ms / 1_000)
      logBreaker(switches)
      span?.end('chat', spanAttributes(model.kind, usage), fault)
    }
    return {
      timeoutMs: modelTimeoutMs(switches),
      traceparent,
      async answered({ usage, charged = usage }, ms) {
        leave('answered', now())
        meter.add('model_calls', 'answered')
        meter.add('model_tokens', 'prompt', usage.promptTokens)
        meter.add('model_tokens', 'completion', usage.completionTokens)
        over(ms, usage, null)
        await reservation.settle(charged)
      },
      async failed(error, ms) {
        if (error instanceof ModelFailed) retryAfterEndsAt = Math.max(retryAfterEndsAt, now() + error.retryAfterMs)
        // Configuration errors and disconnected callers say nothing about the provider's health.
        leave(error instanceof ModelAborted || error instanceof ModelMisconfigured ? 'nothing' : 'failed', now())
        const fault = outcomeOf(error)
        meter.add('model_calls', fault)
        over(ms, null, fault)
        await reservation.settle(isChargeable(error) ? request.estimate : null)
      },
      async unasked() {
        leave('nothing', now())
        await reservation.settle(null)
      },
    }
  }

  const rested = (): void => meter.add('model_calls', 'resting')

  return {
    kind: model.kind,
    model,
    budgets,
    admit: admitCall,
    rested,
    async generate(request, switches, signal) {
      assertOutsideTransaction('a model was asked')
      const { traceparent, messages, maxOutputTokens } = request
      const promptTokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
      const estimate = { promptTokens, completionTokens: maxOutputTokens }
      const call = await admitCall({ traceparent, switches, estimate })
      if (call === 'breaker-open') {
        rested()
        throw new BreakerOpen('the provider is resting')
      }
      if (call === 'budget-spent') throw new ModelBudgetSpent('a model budget is used up')
      const started = elapsed()
      let generation: Generation
      try {
        generation = await callModel(model, request, { ...call, signal })
      } catch (error) {
        await call.failed(error, elapsed() - started)
        throw error
      }
      await call.answered(generation, elapsed() - started)
      return generation
    },
    isSpared: () => now() < retryAfterEndsAt,
    breaker: (switches) => breaker.state(now(), breakerSettings(switches)),
  }
}
