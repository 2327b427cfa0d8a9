// Model interface, errors, prompt fences and circuit breaker.
import type { VoiceRequest } from '@agent-network/voice'

/** A provider uses the messages; the local model uses the material and the seed. */
export interface ModelRequest extends VoiceRequest {
  /** Absent: the provider's default. */
  readonly temperature?: number
  /** The W3C trace context of the request. */
  readonly traceparent?: string | undefined
}

export interface Usage {
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface Generation {
  readonly text: string
  readonly usage: Usage
  /** What the provider charges, with reasoning and cut text; absent: the usage. */
  readonly charged?: Usage
}

export interface Attempt {
  readonly timeoutMs: number
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
  /** Sent to the provider, so that its spans belong to our trace. */
  readonly traceparent?: string | undefined
}

/** A source of model output. */
export interface Model {
  readonly kind: 'local' | 'openai-compatible'
  generate(request: ModelRequest, attempt: Attempt): Promise<Generation>
}

/** The provider refused, timed out, or sent an invalid response. */
export class ModelFailed extends Error {
  /** The provider's Retry-After. */
  readonly retryAfterMs: number
  /** Whether the provider may charge for the call. */
  readonly isChargeable: boolean

  constructor(message: string, { retryAfterMs = 0, isChargeable = false } = {}) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isChargeable = isChargeable
  }
}

/** The settings name a provider that cannot be called: invalid URL, or no model name. */
export class ModelMisconfigured extends Error {}

/** The caller disconnected before the response: not a failure of the provider. */
export class ModelAborted extends Error {}

/**
 * Stored and received text is data. It is put between tags that it cannot close, because every `<` in it becomes
 * `&lt;`. The rules of the prompt say so, and the model can only produce text.
 */
export const fenced = (name: string, text: string): string => `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`

export const fencedLines = (name: string, texts: readonly string[]): string[] => texts.map((text) => fenced(name, text))

/** Read from the switches at every call, so that a change applies at once. */
export interface BreakerSettings {
  /** Consecutive failures that open the breaker. */
  readonly failures: number
  readonly openMs: number
}

export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  readonly openedAt: number | null
}

/** The result of a call; `nothing` if it was aborted and says nothing about the provider. */
export type BreakerOutcome = 'answered' | 'failed' | 'nothing'
export type BreakerExit = (outcome: BreakerOutcome, at: number) => void

/**
 * Circuit breaker. After some consecutive failures no calls are made for a while; then one probe decides. The time is a
 * parameter, because the test clock moves it.
 */
export interface Breaker {
  /** Null while the breaker is open. The returned function must be called with the outcome. */
  enter(at: number, settings: BreakerSettings): BreakerExit | null
  state(at: number, settings: BreakerSettings): BreakerState
}

export function makeBreaker(): Breaker {
  let failures = 0
  let openedAt: number | null = null
  let probing = false

  const rests = (at: number, { openMs }: BreakerSettings) => openedAt !== null && at < openedAt + openMs

  return {
    enter(at, settings) {
      if (rests(at, settings) || (openedAt !== null && probing)) return null
      const isProbe = openedAt !== null
      if (isProbe) probing = true
      return (outcome, endedAt) => {
        if (isProbe) probing = false
        if (outcome === 'nothing') return
        // A late response of a call from before the breaker opened does not close it; only a probe does.
        if (outcome === 'answered') {
          if (isProbe || openedAt === null) {
            failures = 0
            openedAt = null
          }
          return
        }
        failures += 1
        if (isProbe || (openedAt === null && failures >= settings.failures)) openedAt = endedAt
      }
    },
    state: (at, settings) => ({
      state: openedAt === null ? 'closed' : rests(at, settings) ? 'open' : 'half-open',
      failures,
      openedAt,
    }),
  }
}
