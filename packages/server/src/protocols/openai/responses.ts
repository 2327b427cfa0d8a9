// OpenAI responses (Open Responses 2026-04-24): request checks, results and stream events.
import {
  LIMITS,
  type OpenaiIncompleteReason,
  type OpenaiOutputMessage,
  type OpenaiOutputText,
  type OpenaiResponse,
  type OpenaiResponseEvent,
  type OpenaiResponseStatus,
} from '@agent-network/contract'
import {
  type CallerInput,
  type CallerMessage,
  callerInputOf,
  readCallerInput,
} from '../../features/completion/prompt.ts'
import { type JsonObject, jsonObjectOf } from '../../platform/core/json.ts'
import { jsonResponse, type Response } from '../http/response.ts'
import {
  type ChatRecord,
  eventStreamResponse,
  invalid,
  isFilled,
  isSet,
  readContent,
  readRole,
  readStream,
  readTokenLimit,
  refuseUnsupported,
  splitIntoPieces,
  type Unsupported,
  withParam,
} from './chat.ts'

const NO_TOOLS = 'residents call no tools'
const NOT_STORED = 'responses are not stored: send the whole conversation in input'

const UNSUPPORTED: Unsupported = [
  [(request) => isSet(request.previous_response_id), `previous_response_id: ${NOT_STORED}`],
  [({ conversation }) => isSet(conversation), `conversation: ${NOT_STORED}`],
  [({ prompt }) => isSet(prompt), 'prompt: prompts are not stored: send instructions and input'],
  [({ background }) => isSet(background) && background !== false, 'background must be false: responses are not stored'],
  [({ tools }) => isFilled(tools), `tools: ${NO_TOOLS}`],
  [({ tool_choice: choice }) => isSet(choice) && choice !== 'auto' && choice !== 'none', `tool_choice: ${NO_TOOLS}`],
  [
    ({ text }) => {
      const format = jsonObjectOf(text)?.format
      return isSet(format) && jsonObjectOf(format)?.type !== 'text'
    },
    'text.format: residents answer in plain text',
  ],
]

const PART_TYPES = ['input_text', 'output_text']

function readItem(item: unknown, index: number): CallerMessage {
  const where = `input.${index}`
  const { type, role, content } = jsonObjectOf(item) ?? {}
  // Clients leave out the type of a message.
  if (isSet(type) && type !== 'message') throw invalid(`${where}.type must be message: residents read text only`)
  return {
    role: readRole(role, `${where}.role`),
    content: readContent(content, `${where}.content`, PART_TYPES),
  }
}

function readInstructions(value: unknown): string | null {
  if (isSet(value) && typeof value !== 'string') throw invalid('instructions must be a text')
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function readTruncation(value: unknown, items: readonly unknown[]): OpenaiResponse['truncation'] {
  if (value !== 'disabled') return 'auto'
  const { messagesMax } = LIMITS.completion
  if (items.length > messagesMax)
    throw invalid(`truncation: ${items.length} items of input, at most ${messagesMax} if it is disabled`)
  return 'disabled'
}

/** The newest items; `instructions` are added and not counted. A text alone is the input of 4.8. */
function readInput(input: unknown, instructions: string | null): CallerInput {
  const isList = Array.isArray(input)
  if (isList ? input.length === 0 : typeof input !== 'string' || input.trim() === '')
    throw invalid('input must be a text that is not blank or a list of messages that is not empty')
  const messages: CallerMessage[] = isList
    ? input.map(readItem).slice(-LIMITS.completion.messagesMax)
    : [{ role: 'user', content: String(input) }]
  try {
    if (!isList && instructions === null) return readCallerInput({ input })
    return callerInputOf([...(instructions === null ? [] : [systemMessage(instructions)]), ...messages], 'input')
  } catch (error) {
    throw withParam(error, 'input')
  }
}

const systemMessage = (content: string): CallerMessage => ({ role: 'system', content })

const METADATA = { pairs: 16, nameChars: 64, textChars: 512 } as const

function readMetadata(value: unknown): Record<string, string> {
  if (!isSet(value)) return {}
  const metadata = jsonObjectOf(value)
  const pairs = Object.entries(metadata ?? {})
  const isValid = ([name, text]: [string, unknown]): boolean =>
    name.length <= METADATA.nameChars && typeof text === 'string' && text.length <= METADATA.textChars
  if (metadata === null || pairs.length > METADATA.pairs || !pairs.every(isValid))
    throw invalid(
      `metadata must be at most ${METADATA.pairs} texts of ${METADATA.textChars} characters, with names of ${METADATA.nameChars}`,
    )
  return metadata as Record<string, string>
}

export interface ResponsesRequest {
  readonly input: CallerInput
  readonly stream: boolean
  /** Limit of the answer in tokens; null without one. */
  readonly maxTokens: number | null
  /** Members that the result repeats. */
  readonly repeated: Pick<OpenaiResponse, 'instructions' | 'metadata' | 'tool_choice' | 'truncation'>
}

/** Rejects unsupported options and ignores sampling options. */
export function readResponsesRequest(request: JsonObject): ResponsesRequest {
  refuseUnsupported(request, UNSUPPORTED)
  const { input } = request
  const instructions = readInstructions(request.instructions)
  const stream = readStream(request.stream)
  const truncation = readTruncation(request.truncation, Array.isArray(input) ? input : [])
  const tool_choice = request.tool_choice === 'none' ? 'none' : 'auto'
  return {
    stream,
    input: readInput(input, instructions),
    maxTokens: readTokenLimit(request, ['max_output_tokens']),
    repeated: { instructions, metadata: readMetadata(request.metadata), tool_choice, truncation },
  }
}

const INCOMPLETE: Readonly<Record<ChatRecord['result']['finishReason'], OpenaiIncompleteReason | null>> = {
  stop: null,
  length: 'max_output_tokens',
  content_filter: 'content_filter',
}

const outputText = (text: string): OpenaiOutputText => ({ type: 'output_text', text, annotations: [], logprobs: [] })

const outputMessage = (
  id: string,
  status: OpenaiResponseStatus,
  content: OpenaiOutputMessage['content'],
): OpenaiOutputMessage => ({ type: 'message', id, status, role: 'assistant', content })

interface Origin {
  readonly request: ResponsesRequest
  /** The model name as listed. */
  readonly model: string
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly completedAt: number
}

/** Stored for replays without the caller's texts: those are taken from the repeated request. */
export type ResponseRecord = Omit<OpenaiResponse, 'instructions' | 'metadata'>

export function recordOf(
  { invocationId, text, finishReason, usage }: ChatRecord['result'],
  { request, model, createdAt, completedAt }: Origin,
): ResponseRecord {
  const reason = INCOMPLETE[finishReason]
  const status = reason === null ? 'completed' : 'incomplete'
  const suffix = invocationId.slice(invocationId.indexOf('_') + 1)
  return {
    id: `resp_${suffix}`,
    object: 'response',
    created_at: createdAt,
    completed_at: reason === null ? completedAt : null,
    status,
    incomplete_details: reason === null ? null : { reason },
    model,
    previous_response_id: null,
    output: [outputMessage(`msg_${suffix}`, status, [outputText(text)])],
    error: null,
    tools: [],
    parallel_tool_calls: false,
    text: { format: { type: 'text' } },
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_logprobs: 0,
    temperature: 1,
    reasoning: null,
    usage: {
      input_tokens: usage.promptTokens,
      output_tokens: usage.completionTokens,
      total_tokens: usage.totalTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
    max_output_tokens: request.maxTokens,
    max_tool_calls: null,
    store: false,
    background: false,
    service_tier: 'default',
    safety_identifier: null,
    prompt_cache_key: null,
    tool_choice: request.repeated.tool_choice,
    truncation: request.repeated.truncation,
  }
}

type Unnumbered<T> = T extends OpenaiResponseEvent ? Omit<T, 'sequence_number'> : never
type UnnumberedEvent = Unnumbered<OpenaiResponseEvent>

function eventsOf(response: OpenaiResponse): OpenaiResponseEvent[] {
  const [item] = response.output
  const [part] = item!.content
  const started: OpenaiResponse = {
    ...response,
    status: 'in_progress',
    completed_at: null,
    incomplete_details: null,
    output: [],
    usage: null,
  }
  const place = { item_id: item!.id, output_index: 0, content_index: 0 } as const
  const events: UnnumberedEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    { type: 'response.output_item.added', output_index: 0, item: outputMessage(item!.id, 'in_progress', []) },
    { type: 'response.content_part.added', ...place, part: outputText('') },
    ...splitIntoPieces(part!.text).map(
      (delta): UnnumberedEvent => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] }),
    ),
    { type: 'response.output_text.done', ...place, text: part!.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part! },
    { type: 'response.output_item.done', output_index: 0, item: item! },
    { type: response.status === 'completed' ? 'response.completed' : 'response.incomplete', response },
  ]
  return events.map((event, index) => ({ ...event, sequence_number: index }) as OpenaiResponseEvent)
}

export function responsesResponse(record: ResponseRecord, { stream, repeated }: ResponsesRequest): Response {
  const { instructions, metadata } = repeated
  const response: OpenaiResponse = { ...record, instructions, metadata }
  if (!stream) return jsonResponse(200, response)
  const events = eventsOf(response).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  return eventStreamResponse(`${events.join('')}data: [DONE]\n\n`)
}
