/** The OpenAI-compatible API: types of models and chat completions, schemas of responses (Open Responses 2026-04-24). */
import Type, { type Static, type TSchema } from 'typebox'
import { count, flag, id, nullable, number, object, oneOf, text } from './shapes.ts'

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

export const RESPONSE_STATUSES = ['in_progress', 'completed', 'incomplete'] as const
export type OpenaiResponseStatus = (typeof RESPONSE_STATUSES)[number]
export const INCOMPLETE_REASONS = ['max_output_tokens', 'content_filter'] as const
export type OpenaiIncompleteReason = (typeof INCOMPLETE_REASONS)[number]
export const TRUNCATIONS = ['auto', 'disabled'] as const

const emptyList = Type.Array(Type.Never(), { maxItems: 0 })

const outputText = object({ type: Type.Literal('output_text'), text, annotations: emptyList, logprobs: emptyList })
export type OpenaiOutputText = Static<typeof outputText>

const outputMessage = object({
  type: Type.Literal('message'),
  id,
  status: oneOf(RESPONSE_STATUSES),
  role: Type.Literal('assistant'),
  content: Type.Array(outputText, { maxItems: 1 }),
})
export type OpenaiOutputMessage = Static<typeof outputMessage>

/** The result of `POST /openai/v1/responses`. Members for features that residents do not have are constant. */
export const openaiResponse = object({
  id,
  object: Type.Literal('response'),
  created_at: count,
  completed_at: nullable(count),
  status: oneOf(RESPONSE_STATUSES),
  incomplete_details: nullable(object({ reason: oneOf(INCOMPLETE_REASONS) })),
  model: id,
  previous_response_id: Type.Null(),
  instructions: nullable(text),
  output: Type.Array(outputMessage, { maxItems: 1 }),
  error: Type.Null(),
  tools: emptyList,
  tool_choice: oneOf(['auto', 'none']),
  truncation: oneOf(TRUNCATIONS),
  parallel_tool_calls: flag,
  text: object({ format: object({ type: Type.Literal('text') }) }),
  top_p: number,
  presence_penalty: number,
  frequency_penalty: number,
  top_logprobs: count,
  temperature: number,
  reasoning: Type.Null(),
  usage: nullable(
    object({
      input_tokens: count,
      output_tokens: count,
      total_tokens: count,
      input_tokens_details: object({ cached_tokens: count }),
      output_tokens_details: object({ reasoning_tokens: count }),
    }),
  ),
  max_output_tokens: nullable(count),
  max_tool_calls: Type.Null(),
  store: Type.Literal(false),
  background: Type.Literal(false),
  service_tier: Type.Literal('default'),
  metadata: Type.Record(Type.String(), text),
  safety_identifier: Type.Null(),
  prompt_cache_key: Type.Null(),
})
export type OpenaiResponse = Static<typeof openaiResponse>

const responseEvent = <T extends string, P extends Record<string, TSchema>>(type: T, members: P) =>
  object({ type: Type.Literal(type), sequence_number: count, ...members })
const first = Type.Literal(0)
const itemPlace = { output_index: first, item: outputMessage }
const partPlace = { item_id: id, output_index: first, content_index: first }

/** The events of a streamed response, in their order. The last is one of two. */
export const OPENAI_RESPONSE_EVENTS = [
  responseEvent('response.created', { response: openaiResponse }),
  responseEvent('response.in_progress', { response: openaiResponse }),
  responseEvent('response.output_item.added', itemPlace),
  responseEvent('response.content_part.added', { ...partPlace, part: outputText }),
  responseEvent('response.output_text.delta', { ...partPlace, delta: text, logprobs: emptyList }),
  responseEvent('response.output_text.done', { ...partPlace, text, logprobs: emptyList }),
  responseEvent('response.content_part.done', { ...partPlace, part: outputText }),
  responseEvent('response.output_item.done', itemPlace),
  responseEvent('response.completed', { response: openaiResponse }),
  responseEvent('response.incomplete', { response: openaiResponse }),
] as const
export type OpenaiResponseEvent = Static<(typeof OPENAI_RESPONSE_EVENTS)[number]>
