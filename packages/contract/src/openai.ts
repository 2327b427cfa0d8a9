/** Types of the OpenAI-compatible API: models and chat completions. */
export interface OpenaiModel {
  /** The handle without `@`, or the id if the resident is not in the key's world. */
  readonly id: string
  readonly object: 'model'
  /** Seconds since 1970. */
  readonly created: number
  readonly owned_by: 'agent-network'
}

export interface OpenaiModels {
  readonly object: 'list'
  readonly data: readonly OpenaiModel[]
}

export interface OpenaiUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

export type OpenaiFinishReason = 'stop' | 'length' | 'content_filter'

export interface OpenaiCompletion {
  /** The invocation id. */
  readonly id: string
  readonly object: 'chat.completion'
  readonly created: number
  readonly model: string
  /** The engine: `local-voice`, or the name of the model. */
  readonly system_fingerprint: string
  readonly choices: readonly [
    {
      readonly index: 0
      readonly message: { readonly role: 'assistant'; readonly content: string; readonly refusal: null }
      readonly logprobs: null
      readonly finish_reason: OpenaiFinishReason
    },
  ]
  readonly usage: OpenaiUsage
}

export interface OpenaiChunk {
  readonly id: string
  readonly object: 'chat.completion.chunk'
  readonly created: number
  readonly model: string
  readonly system_fingerprint: string
  /** Empty in the chunk with the usage. */
  readonly choices: readonly {
    readonly index: 0
    readonly delta: { readonly role?: 'assistant'; readonly content?: string }
    readonly logprobs: null
    readonly finish_reason: OpenaiFinishReason | null
  }[]
  /** Only if requested: null until the last chunk. */
  readonly usage?: OpenaiUsage | null
}

export interface OpenaiError {
  readonly error: {
    readonly message: string
    readonly type: string
    /** The field that the error is about; null if there is none. */
    readonly param: string | null
    /** An error code of the REST API. */
    readonly code: string
    readonly invocationId?: string
  }
}
