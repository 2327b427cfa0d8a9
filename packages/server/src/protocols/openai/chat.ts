// OpenAI chat completions: request checks, responses, streams and errors.
import {
  type CompletionResult,
  LIMITS,
  type OpenaiChunk,
  type OpenaiCompletion,
  type OpenaiError,
  type OpenaiFinishReason,
  type OpenaiModel,
  type OpenaiModels,
  type OpenaiUsage,
} from '@agent-network/contract'
import { type InvokableAgent, listInvokable } from '../../features/completion/agents.ts'
import {
  type CallerInput,
  type CallerMessage,
  type CallerRole,
  callerInputOf,
} from '../../features/completion/prompt.ts'
import { type Caller, worldOfCaller } from '../../platform/access/authenticate.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { type JsonObject, jsonObjectOf } from '../../platform/core/json.ts'
import { quoteSafely } from '../../platform/core/text.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'

/** Stored for replays; both response forms are rendered from it. */
export interface ChatRecord {
  readonly result: Pick<CompletionResult, 'invocationId' | 'text' | 'usage'> & {
    readonly finishReason: OpenaiFinishReason
  }
  /** The model name as listed. */
  readonly model: string
  /** Seconds since 1970. */
  readonly created: number
}

const usageOf = ({ usage }: ChatRecord['result']): OpenaiUsage => ({
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  total_tokens: usage.totalTokens,
})

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Cuts an answer of more than `maxTokens` at the end of a sentence. The first sentence is always kept whole. */
export function cutToTokens(result: ChatRecord['result'], maxTokens: number | null): ChatRecord['result'] {
  const { text, usage } = result
  if (maxTokens === null || usage.completionTokens <= maxTokens) return result
  const charactersMax = (text.length * maxTokens) / usage.completionTokens
  const [first = '', ...others] = [...SENTENCES.segment(text)].map(({ segment }) => segment)
  let end = first.length
  for (const sentence of others) {
    if (text.slice(0, end + sentence.length).trimEnd().length > charactersMax) break
    end += sentence.length
  }
  const shorter = text.slice(0, end).trimEnd()
  if (shorter.length >= text.trimEnd().length) return result
  const completionTokens = Math.ceil((usage.completionTokens * shorter.length) / text.length)
  return {
    ...result,
    text: shorter,
    finishReason: 'length',
    usage: { ...usage, completionTokens, totalTokens: usage.promptTokens + completionTokens },
  }
}

const completionOf = ({ result, model, created }: ChatRecord, fingerprint: string): OpenaiCompletion => ({
  id: result.invocationId,
  object: 'chat.completion',
  created,
  model,
  system_fingerprint: fingerprint,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: result.text, refusal: null },
      logprobs: null,
      finish_reason: result.finishReason,
    },
  ],
  usage: usageOf(result),
})

/** Splits a text into pieces of up to six words with their trailing space. */
export const splitIntoPieces = (text: string): readonly string[] => text.match(/(?:\S+\s*|\s+){1,6}/gu) ?? []

function chunksOf(
  { result, model, created }: ChatRecord,
  { withUsage, fingerprint }: { withUsage: boolean; fingerprint: string },
): OpenaiChunk[] {
  const chunk = (choices: OpenaiChunk['choices'], usage: OpenaiUsage | null = null): OpenaiChunk => ({
    id: result.invocationId,
    object: 'chat.completion.chunk',
    created,
    model,
    system_fingerprint: fingerprint,
    choices,
    ...(withUsage ? { usage } : {}),
  })
  const deltaChunk = (
    delta: OpenaiChunk['choices'][number]['delta'],
    finish: OpenaiChunk['choices'][number]['finish_reason'] = null,
  ) => chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }])
  return [
    deltaChunk({ role: 'assistant', content: '' }),
    ...splitIntoPieces(result.text).map((content) => deltaChunk({ content })),
    deltaChunk({}, result.finishReason),
    ...(withUsage ? [chunk([], usageOf(result))] : []),
  ]
}

/** A stream that is complete before it is sent, because moderation checks the whole answer first. */
export const eventStreamResponse = (events: string): Response => ({
  status: 200,
  body: textBody(events),
  type: 'text/event-stream; charset=utf-8',
})

export function chatResponse(
  record: ChatRecord,
  { stream, ...form }: { stream: boolean; withUsage: boolean; fingerprint: string },
): Response {
  if (!stream) return jsonResponse(200, completionOf(record, form.fingerprint))
  const events = [...chunksOf(record, form).map((chunk) => JSON.stringify(chunk)), '[DONE]']
  return eventStreamResponse(events.map((event) => `data: ${event}\n\n`).join(''))
}

/** Adds the name of the field that an error is about, which clients find in `error.param`. */
export const withParam = (error: unknown, param: string): unknown =>
  error instanceof ApiError
    ? new ApiError(error.code, { ...error.details, extra: { ...error.details.extra, param } })
    : error

const FIELD = /^[a-z_]+(?:\.\w+)*/

/** Messages begin with the name of the field. */
export const invalid = (message: string): ApiError =>
  new ApiError('INVALID_QUERY', { message, extra: { param: FIELD.exec(message)?.[0] ?? null } })

/** Clients send null for unset members. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null
export const isFilled = (value: unknown): boolean => isSet(value) && !(Array.isArray(value) && value.length === 0)

/** The first check of a body: an object that names a model. */
export function readModel(body: unknown): { readonly request: JsonObject; readonly model: string } {
  const request = jsonObjectOf(body)
  if (request === null) throw invalid('The body must be a JSON object')
  const { model } = request
  if (typeof model !== 'string' || model.trim() === '')
    throw invalid('model must be the handle or the id of a resident')
  return { request, model: model.trim() }
}

const ROLES: Readonly<Record<string, CallerRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}
const ROLE_NAMES = Object.keys(ROLES).join(', ')

export function readRole(role: unknown, where: string): CallerRole {
  if (typeof role === 'string' && Object.hasOwn(ROLES, role)) return ROLES[role]!
  throw invalid(`${where} must be one of ${ROLE_NAMES}`)
}

/** The text of a message: a string, or parts of the given types. */
export function readContent(content: unknown, where: string, partTypes: readonly string[] = ['text']): string {
  const partText = (part: unknown, index: number): string => {
    const { type, text } = jsonObjectOf(part) ?? {}
    if (typeof type === 'string' && partTypes.includes(type) && typeof text === 'string') return text
    throw invalid(`${where}.${index} must be a text part (${partTypes.join(', ')}): residents read text only`)
  }
  const text = Array.isArray(content) ? content.map(partText).join('\n') : content
  if (typeof text !== 'string' || text.trim() === '') throw invalid(`${where} must be a text that is not blank`)
  return text
}

function readChatMessage(item: unknown, index: number): CallerMessage {
  const where = `messages.${index}`
  const message = jsonObjectOf(item) ?? {}
  const role = readRole(message.role, `${where}.role`)
  if (isFilled(message.tool_calls) || isSet(message.function_call)) throw invalid(`${where}: residents call no tools`)
  return { role, content: readContent(message.content, `${where}.content`) }
}

/** Options that are refused: the condition and the message. */
export type Unsupported = readonly (readonly [isRequested: (request: JsonObject) => boolean, message: string])[]

export function refuseUnsupported(request: JsonObject, options: Unsupported): void {
  const option = options.find(([isRequested]) => isRequested(request))
  if (option !== undefined) throw invalid(option[1])
}

const UNSUPPORTED: Unsupported = [
  [({ n }) => isSet(n) && n !== 1, 'n must be 1: a resident gives one answer'],
  [({ tools }) => isFilled(tools), 'tools: residents call no tools'],
  [({ functions }) => isFilled(functions), 'functions: residents call no tools'],
  [
    ({ modalities }) => isFilled(modalities) && !(Array.isArray(modalities) && modalities.every((m) => m === 'text')),
    'modalities: residents answer in text',
  ],
  [
    ({ response_format: format }) => isSet(format) && jsonObjectOf(format)?.type !== 'text',
    'response_format: residents answer in plain text',
  ],
]

export interface ChatRequest {
  readonly input: CallerInput
  readonly stream: boolean
  /** Whether the stream ends with a usage chunk. */
  readonly withUsage: boolean
  /** Limit of the answer in tokens; null without one. */
  readonly maxTokens: number | null
}

/** The smallest of the limits that are set; null without one. */
export function readTokenLimit(request: JsonObject, names: readonly string[]): number | null {
  const limits = names.flatMap((name) => {
    const value = request[name]
    if (!isSet(value)) return []
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
      throw invalid(`${name} must be a whole number of at least 1`)
    return [value]
  })
  return limits.length === 0 ? null : Math.min(...limits)
}

export function readStream(stream: unknown): boolean {
  if (!isSet(stream) || typeof stream === 'boolean') return stream === true
  throw invalid(`stream must be true or false, not "${quoteSafely(String(stream))}"`)
}

/** Of more messages than a completion takes: the leading system messages and the newest of the others. */
function newestMessages(messages: readonly CallerMessage[]): readonly CallerMessage[] {
  const { messagesMax } = LIMITS.completion
  if (messages.length <= messagesMax) return messages
  const firstOther = messages.findIndex(({ role }) => role !== 'system')
  const leading = messages.slice(0, Math.min(firstOther < 0 ? messages.length : firstOther, messagesMax - 1))
  return [...leading, ...messages.slice(leading.length - messagesMax)]
}

function inputOf(messages: readonly CallerMessage[]): CallerInput {
  try {
    return callerInputOf(newestMessages(messages))
  } catch (error) {
    throw withParam(error, 'messages')
  }
}

/** Rejects unsupported options and ignores sampling options. Errors are reported in the order of 4.8. */
export function readChat(request: JsonObject): ChatRequest {
  refuseUnsupported(request, UNSUPPORTED)
  const { messages, stream, stream_options: options } = request
  if (!Array.isArray(messages) || messages.length === 0) throw invalid('messages must be a list that is not empty')
  const isStream = readStream(stream)
  return {
    input: inputOf(messages.map(readChatMessage)),
    maxTokens: readTokenLimit(request, ['max_tokens', 'max_completion_tokens']),
    stream: isStream,
    withUsage: jsonObjectOf(options)?.include_usage === true,
  }
}

/** The error type of that interface by status; clients branch on the status and show the message. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
}

/** Tells the official clients not to retry at once. */
const isFinal = (code: string): boolean => code.endsWith('_DISABLED') || code.endsWith('_DAILY_BUDGET_EXCEEDED')

/** An error in the format of that interface, with the code of this server. */
export function chatErrorResponse(refusal: ApiError): Response {
  const { code, message, status, details } = refusal
  const { invocationId, param } = details.extra ?? {}
  const body: OpenaiError = {
    error: {
      message,
      type: TYPES[status] ?? 'server_error',
      param: typeof param === 'string' ? param : null,
      code,
      ...(typeof invocationId === 'string' ? { invocationId } : {}),
    },
  }
  const { headers = [] } = apiErrorResponse(refusal)
  return jsonResponse(status, body, isFinal(code) ? [...headers, 'X-Should-Retry', 'false'] : headers)
}

/** The handle in the world of the key, else the id (AMB-35). */
export const modelName = (caller: Caller, agent: AgentRow): string =>
  agent.world_id === worldOfCaller(caller)?.id ? agent.handle : agent.id

export const modelView = (caller: Caller, { agent }: Pick<InvokableAgent, 'agent'>): OpenaiModel => ({
  id: modelName(caller, agent),
  object: 'model',
  created: Math.floor((agent.created_at ?? 0) / 1_000),
  owned_by: 'agent-network',
})

export async function listModels(deps: Deps, caller: Caller): Promise<OpenaiModels> {
  const agents = await listInvokable(deps, caller)
  return { object: 'list', data: agents.map((agent) => modelView(caller, { agent })) }
}
