import type { VoiceRequest } from '@agent-network/voice'

/** A provider reads the messages; the local voice reads the material and the seed. */
export interface ModelRequest extends VoiceRequest {
  /** Absent: the provider's own. */
  readonly temperature?: number
  /** The trace that it belongs to, as a header names it. */
  readonly traceparent?: string | undefined
}

export interface Usage {
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface Generation {
  readonly text: string
  readonly usage: Usage
}

export interface Attempt {
  readonly timeoutMs: number
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal
  /** Sent along, so that the provider's own spans belong to ours. */
  readonly traceparent?: string | undefined
}

/** One way of answering a request. */
export interface Model {
  readonly kind: 'local' | 'openai-compatible'
  generate(request: ModelRequest, attempt: Attempt): Promise<Generation>
}

/** The provider refused, timed out, or sent no valid answer. */
export class ModelFailed extends Error {
  /** What the provider asked to be left alone for. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** The settings name a provider that cannot be called: not a URL, or no model name. */
export class ModelMisconfigured extends Error {}

/** The caller left before there was an answer: no failure of the provider. */
export class ModelAborted extends Error {}

/**
 * Stored and received text is data. It stands between fences that it cannot close, because every `<` in it is
 * written as `&lt;`; the rules say so, and nothing a model does with the data has an effect beyond its own words.
 */
export const fenced = (name: string, text: string): string => `<${name}>${text.replaceAll('<', '&lt;')}</${name}>`

export const fencedLines = (name: string, texts: readonly string[]): string[] => texts.map((text) => fenced(name, text))

/** Read from the switches at every call, so that a change binds at once. */
export interface BreakerSettings {
  /** Failures in a row that open it. */
  readonly failures: number
  readonly openMs: number
}

export interface BreakerState {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  readonly openedAt: number | null
}

/** What a call reports when it is over; `nothing` when it was given up and says nothing about the provider. */
export type Outcome = 'answered' | 'failed' | 'nothing'

/**
 * Spares a provider that is down. After some failures in a row it is left alone for a while; then one call may try,
 * and what becomes of it decides. Time comes from outside, because the test clock moves it.
 */
export interface Breaker {
  /** Null when the provider is to be left alone. The ticket must be handed back with the outcome. */
  enter(at: number, settings: BreakerSettings): ((outcome: Outcome, at: number) => void) | null
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
        // A late answer of a call from before the breaker opened does not close it; only a probe does.
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
