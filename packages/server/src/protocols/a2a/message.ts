// Checks the params of the A2A method SendMessage.
import { LIMITS, TEXT_PLAIN } from '@agent-network/contract'
import { idempotencyValue } from '../../platform/access/idempotency.ts'
import { jsonObjectOf } from '../../platform/core/json.ts'
import { countCharacters } from '../../platform/core/text.ts'
import { paramsFault, protocolFault } from './envelope.ts'

type Members = Readonly<Record<string, unknown>>

/** A message that passed all checks that need no look-up. */
export interface CheckedMessage {
  /** Trimmed and cut to 256 characters, as idempotency requires (AMB-44). */
  readonly messageId: string
  /** Null if the client sent none. */
  readonly contextId: string | null
  /** The text of all parts, joined with line breaks. */
  readonly text: string
  /** The agent named in the metadata; null if none. */
  readonly target: string | null
}

const { partsMax, textMaxChars } = LIMITS.a2a
/** Limited because it is stored with the response for a day. */
const CONTEXT_ID_MAX = 256
const CONTENTS = ['text', 'raw', 'url', 'data'] as const

const protoSpelling = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A member under either spelling of the protocol; null if it is not set. */
export const member = (object: Members, name: string): unknown =>
  object[name] ?? object[protoSpelling(name)] ?? undefined

export function paramsOf(value: unknown): Members {
  const params = jsonObjectOf(value ?? {})
  if (params === null) throw paramsFault('params', 'must be an object')
  return params
}

function refusePushNotifications(params: Members): void {
  const configuration = jsonObjectOf(params.configuration)
  if (configuration !== null && member(configuration, 'taskPushNotificationConfig') !== undefined)
    throw protocolFault('PUSH_NOTIFICATION_NOT_SUPPORTED')
}

function messageOf(params: Members): Members {
  const message = jsonObjectOf(params.message)
  if (message === null) throw paramsFault('message', 'must be an object')
  return message
}

function messageIdOf(message: Members): string {
  const messageId = member(message, 'messageId')
  const value = typeof messageId === 'string' ? idempotencyValue(messageId) : null
  if (value === null) throw paramsFault('message.messageId', 'must be a string that is not blank')
  return value
}

function requireUser(message: Members): void {
  if (message.role !== 'ROLE_USER') throw paramsFault('message.role', 'must be ROLE_USER')
}

/** This server has no tasks, so none can be continued. Generated clients send the empty string for none. */
function refuseTask(message: Members): void {
  if ((member(message, 'taskId') ?? '') !== '') throw protocolFault('TASK_NOT_FOUND')
}

function contextIdOf(message: Members): string | null {
  const contextId = member(message, 'contextId')
  if (typeof contextId !== 'string' || contextId === '') return null
  if (countCharacters(contextId) > CONTEXT_ID_MAX)
    throw paramsFault('message.contextId', `must have at most ${CONTEXT_ID_MAX} characters`)
  return contextId
}

function partsOf({ parts }: Members): readonly unknown[] {
  if (!Array.isArray(parts) || parts.length < 1 || parts.length > partsMax)
    throw paramsFault('message.parts', `must be a list of 1 to ${partsMax} parts`)
  return parts
}

const isPlainText = (mediaType: string): boolean => mediaType.split(';')[0]!.trim().toLowerCase() === TEXT_PLAIN

/** AMB-114: well-formed parts other than plain text have an error code of their own. */
function textOf(value: unknown, index: number): string {
  const field = `message.parts[${index}]`
  const part = jsonObjectOf(value)
  if (part === null) throw paramsFault(field, 'must be an object')
  const contents = CONTENTS.filter((name) => member(part, name) !== undefined)
  if (contents.length !== 1) throw paramsFault(field, `must have exactly one of ${CONTENTS.join(', ')}`)
  const mediaType = member(part, 'mediaType') ?? ''
  if (typeof mediaType !== 'string') throw paramsFault(`${field}.mediaType`, 'must be a string')
  if (contents[0] !== 'text' || (mediaType !== '' && !isPlainText(mediaType)))
    throw protocolFault('CONTENT_TYPE_NOT_SUPPORTED')
  if (typeof part.text !== 'string' || part.text === '')
    throw paramsFault(`${field}.text`, 'must be a string that is not empty')
  return part.text
}

/** Whitespace alone is rejected, as on the REST interface. */
function requireWords(texts: readonly string[]): void {
  if (texts.join('').trim() === '') throw paramsFault('message.parts', 'must hold more than white space')
}

function requireLength(texts: readonly string[]): void {
  if (texts.reduce((sum, text) => sum + countCharacters(text), 0) > textMaxChars)
    throw paramsFault('message.parts', `must hold at most ${textMaxChars} characters in all`)
}

function targetOf(params: Members): string | null {
  const agentId = jsonObjectOf(params.metadata)?.agentId ?? null
  if (agentId !== null && (typeof agentId !== 'string' || agentId === ''))
    throw paramsFault('metadata.agentId', 'must be the id or handle of an agent')
  return agentId
}

/** Checks the params of SendMessage (4.15) in this order and reports the first error. */
export function readMessage(value: unknown): CheckedMessage {
  const params = paramsOf(value)
  refusePushNotifications(params)
  const message = messageOf(params)
  const messageId = messageIdOf(message)
  requireUser(message)
  refuseTask(message)
  const contextId = contextIdOf(message)
  const texts = partsOf(message).map(textOf)
  requireWords(texts)
  requireLength(texts)
  return { messageId, contextId, text: texts.join('\n'), target: targetOf(params) }
}
