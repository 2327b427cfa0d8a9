import { LIMITS, MESSAGE_ROLES, type MessageRole } from '@agent-network/contract'
import type { Turn } from '@agent-network/voice/material'
import { Refusal } from '../core/refusal.ts'
import { overLimit } from '../core/text.ts'
import type { Said } from './invocation.ts'

const { inputMaxChars, messagesMax } = LIMITS.completion

const invalid = (message: string): Refusal => new Refusal('INVALID_QUERY', { message })
const tooLarge = (message: string): Refusal => new Refusal('PAYLOAD_TOO_LARGE', { message })

const isRole = (role: unknown): role is MessageRole => (MESSAGE_ROLES as readonly unknown[]).includes(role)

/** A caller's system message has no place of its own in a talk: the resident hears it as something that was said. */
export type SpokenRole = MessageRole | 'system'
export interface SpokenLine {
  readonly role: SpokenRole
  readonly content: string
}

const PREFIXES: Record<SpokenRole, string> = { user: 'User', assistant: 'Assistant', system: 'System' }

/** 1.30: what the limit of 16,000 characters is measured on. */
const lineOf = ({ role, content }: SpokenLine): string => `${PREFIXES[role]}: ${content}`

const turnFrom = (spoken: SpokenLine): Turn =>
  spoken.role === 'system' ? { role: 'user', content: lineOf(spoken) } : { role: spoken.role, content: spoken.content }

export function requireFewMessages(items: readonly unknown[]): void {
  if (items.length > messagesMax) throw tooLarge(`messages: ${items.length} items, at most ${messagesMax}`)
}

/** Messages whose number and shape are right; what is left to judge is how long they are together. */
export function saidOf(messages: readonly SpokenLine[]): Said {
  const transcript = messages.map(lineOf).join('\n\n')
  const over = overLimit(transcript, inputMaxChars)
  if (over !== null) throw tooLarge(`messages: ${over} characters as a transcript, at most ${inputMaxChars}`)
  // A line that begins with "System:" is a forgery in a caller's own text, and not where we wrote it.
  const reviewed = messages.map((spoken) => (spoken.role === 'system' ? spoken.content : lineOf(spoken))).join('\n\n')
  return { turns: messages.map(turnFrom), transcript, reviewed }
}

function turnOf(item: unknown, index: number): Turn {
  const { role, content } = (typeof item === 'object' && item !== null ? item : {}) as Partial<Turn>
  if (!isRole(role)) throw invalid(`messages.${index}.role must be user or assistant`)
  if (typeof content !== 'string' || content.trim() === '') throw invalid(`messages.${index}.content must be a text`)
  return { role, content }
}

/** AMB-31: how many, then each one's shape, then how long. */
function readMessages(items: readonly unknown[]): Said {
  requireFewMessages(items)
  return saidOf(items.map(turnOf))
}

/** 4.8: a non-empty list of messages wins over `input`; anything else there counts as absent (AMB-29). */
export function readSaid(body: unknown): Said {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body must be a JSON object')
  const { messages, input } = body as { messages?: unknown; input?: unknown }
  if (Array.isArray(messages) && messages.length > 0) return readMessages(messages)
  if (typeof input !== 'string' || input.trim() === '')
    throw invalid(
      'input (a text that is not blank) or messages (a list that is not empty) is required: send one of them',
    )
  const over = overLimit(input, inputMaxChars)
  if (over !== null) throw tooLarge(`input: ${over} characters, at most ${inputMaxChars}`)
  return { turns: [{ role: 'user', content: input }], transcript: input, reviewed: input }
}
