// Reference model: parsing of action bodies.
import { ACTION_KINDS, type ActionKind, LIMITS } from '@agent-network/contract'
import type { Agent } from './state.ts'
import { asBio, asPersona, lengthOf } from './texts.ts'

type Fields = Readonly<Record<string, string>>

/** A well-formed body: one verb, its fields in the form in which they are kept. */
export interface PlannedRequest {
  readonly verb: ActionKind
  readonly fields: Fields
  /** The text of the act, and the policy that checks it. */
  readonly moderatedText: {
    readonly text: string
    readonly policy: 'speech' | 'profile'
    readonly again: boolean
  } | null
}

type Reader = (value: string) => string | null
const word: Reader = (value) => (value === '' ? null : value)
const nonEmptyText: Reader = (value) => {
  const trimmed = value.trim()
  return trimmed === '' || lengthOf(trimmed) > LIMITS.visitorText.postMaxChars ? null : trimmed
}
const bio: Reader = (value) => (lengthOf(asBio(value)) > LIMITS.visitorText.bioMaxChars ? null : asBio(value))
const persona: Reader = (value) => {
  const { personaRawMaxChars, personaMaxChars } = LIMITS.visitorText
  // AMB-70: the raw length comes first.
  return lengthOf(value) > personaRawMaxChars || lengthOf(asPersona(value)) > personaMaxChars ? null : asPersona(value)
}
const answer: Reader = (value) => (value === 'engage' || value === 'decline' ? value : null)

/** The forms of each verb; a name with `?` may be left out. Nothing else may stand beside these (AMB-65). */
const FORMS: Readonly<Record<ActionKind, readonly Readonly<Record<string, Reader>>[]>> = {
  post: [{ text: nonEmptyText }],
  reply: [{ postId: word, text: nonEmptyText }],
  like: [{ postId: word, 'replyId?': word }],
  follow: [{ handle: word }, { agentId: word }],
  repost: [{ postId: word }],
  dm: [
    { handle: word, text: nonEmptyText },
    { agentId: word, text: nonEmptyText },
    { threadId: word, text: nonEmptyText },
  ],
  journey: [{ destinationId: word, 'purpose?': word }],
  chess_move: [{ gameId: word, uci: word }],
  encounter_reply: [{ encounterId: word, reply: answer }],
  encounter_join: [{ encounterId: word }],
  bio: [{ text: bio }],
  persona: [{ text: persona }],
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readForm(form: Readonly<Record<string, Reader>>, input: Record<string, unknown>): Fields | null {
  const fields: Record<string, string> = {}
  for (const [name, read] of Object.entries(form)) {
    const plain = name.replace('?', '')
    const value = input[plain]
    if (value === undefined && name.endsWith('?')) continue
    const fieldValue = typeof value === 'string' ? read(value) : null
    if (fieldValue === null) return null
    fields[plain] = fieldValue
  }
  return Object.keys(input).every((name) => Object.hasOwn(fields, name)) ? fields : null
}

/** Handles are the same with and without `@`, in capitals or not. */
export const foldedHandle = (handle: string): string => handle.replace(/^@/, '').toLowerCase()

const isSelf = ({ handle, agentId }: Fields, self: Agent): boolean =>
  handle !== undefined ? foldedHandle(handle) === self.handle : agentId === self.id

const SPEECH = new Set<ActionKind>(['post', 'reply', 'dm'])
const PROFILE = new Set<ActionKind>(['bio', 'persona'])

function spokenIn(verb: ActionKind, { text }: Fields): PlannedRequest['moderatedText'] {
  if (SPEECH.has(verb)) return { text: text!, policy: 'speech', again: verb !== 'dm' }
  // Clearing says nothing that anybody could object to.
  return PROFILE.has(verb) && text !== '' ? { text: text!, policy: 'profile', again: false } : null
}

/** 4.10: exactly one of the twelve keys, well formed; null for anything else. */
export function readWish(contentType: string, body: string, self: Agent): PlannedRequest | null {
  if (!/^application\/json\b/.test(contentType)) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  if (!isObject(parsed) || Object.keys(parsed).length !== 1) return null
  const verb = Object.keys(parsed)[0] as ActionKind
  const input = parsed[verb]
  if (!ACTION_KINDS.includes(verb) || !isObject(input)) return null
  for (const form of FORMS[verb]) {
    const fields = readForm(form, input)
    if (fields === null) continue
    // AMB-64: nobody follows or writes to themselves.
    if ((verb === 'follow' || verb === 'dm') && isSelf(fields, self)) return null
    return { verb, fields, moderatedText: spokenIn(verb, fields) }
  }
  return null
}
