import type { Said } from '../../completion/invocation.ts'
import { requireFewMessages, type SpokenLine, type SpokenRole, saidOf } from '../../completion/said.ts'
import { type Members, membersOf } from '../../core/json-object.ts'
import { Refusal } from '../../core/refusal.ts'
import { quotable } from '../../core/text.ts'

const invalid = (message: string): Refusal => new Refusal('INVALID_QUERY', { message })

/** Clients send null for what was not set. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null
const isFilled = (value: unknown): boolean => isSet(value) && !(Array.isArray(value) && value.length === 0)

/** The first look at a body: an object that names a model. */
export function readModel(body: unknown): { readonly request: Members; readonly model: string } {
  const request = membersOf(body)
  if (request === null) throw invalid('The body must be a JSON object')
  const { model } = request
  if (typeof model !== 'string' || model.trim() === '')
    throw invalid('model must be the handle or the id of a resident')
  return { request, model: model.trim() }
}

const ROLES: Readonly<Record<string, SpokenRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}
const ROLE_NAMES = Object.keys(ROLES).join(', ')

function partText(part: unknown, where: string): string {
  const { type, text } = membersOf(part) ?? {}
  if (type !== 'text' || typeof text !== 'string')
    throw invalid(`${where} must be a text part: residents read text only`)
  return text
}

function contentOf(content: unknown, where: string): string {
  const text = Array.isArray(content) ? content.map((part, i) => partText(part, `${where}.${i}`)).join('\n') : content
  if (typeof text !== 'string' || text.trim() === '') throw invalid(`${where} must be a text that is not blank`)
  return text
}

function spokenIn(item: unknown, index: number): SpokenLine {
  const where = `messages.${index}`
  const message = membersOf(item) ?? {}
  const { role } = message
  const known = typeof role === 'string' && Object.hasOwn(ROLES, role) ? ROLES[role]! : null
  if (known === null) throw invalid(`${where}.role must be one of ${ROLE_NAMES}`)
  if (isFilled(message.tool_calls) || isSet(message.function_call)) throw invalid(`${where}: residents call no tools`)
  return { role: known, content: contentOf(message.content, `${where}.content`) }
}

const UNSERVED: readonly (readonly [isAsked: (request: Members) => boolean, message: string])[] = [
  [({ n }) => isSet(n) && n !== 1, 'n must be 1: a resident gives one answer'],
  [({ tools }) => isFilled(tools), 'tools: residents call no tools'],
  [({ functions }) => isFilled(functions), 'functions: residents call no tools'],
  [
    ({ modalities }) => isFilled(modalities) && !(Array.isArray(modalities) && modalities.every((m) => m === 'text')),
    'modalities: residents answer in text',
  ],
  [
    ({ response_format: format }) => isSet(format) && membersOf(format)?.type !== 'text',
    'response_format: residents answer in plain text',
  ],
]

export interface ChatRequest {
  readonly said: Said
  readonly stream: boolean
  /** Whether a stream ends with a chunk that says what was used. */
  readonly withUsage: boolean
}

/** What cannot be served is refused; what only shapes the sampling is ignored. Faults are told in the order of 4.8. */
export function readChat(request: Members): ChatRequest {
  const unserved = UNSERVED.find(([isAsked]) => isAsked(request))
  if (unserved !== undefined) throw invalid(unserved[1])
  const { messages, stream, stream_options: options } = request
  if (!Array.isArray(messages) || messages.length === 0) throw invalid('messages must be a list that is not empty')
  if (isSet(stream) && typeof stream !== 'boolean')
    throw invalid(`stream must be true or false, not "${quotable(String(stream))}"`)
  requireFewMessages(messages)
  return {
    said: saidOf(messages.map(spokenIn)),
    stream: stream === true,
    withUsage: membersOf(options)?.include_usage === true,
  }
}
