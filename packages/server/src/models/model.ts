import type { VoiceRequest } from '@agent-network/voice'
import type { Leaving } from '../core/leaving.ts'

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
  readonly signal: Leaving
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
