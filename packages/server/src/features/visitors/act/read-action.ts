// Parsing of action bodies.
import {
  ACTION_INPUTS,
  ACTION_KINDS,
  type ActionInput,
  type ActionKind,
  action as actionSchema,
  type JournalAction,
  LIMITS,
} from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import { type SchemaChecker, schemaCheckerOf } from '../../../platform/core/api-error.ts'
import { isJsonObject, type JsonObject } from '../../../platform/core/json.ts'
import { countCharacters, quoteSafely } from '../../../platform/core/text.ts'
import type { Read, Tx } from '../../../platform/db/database.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import type { ActContext, Action, ActionOutcome, Actor, LookResult, TextToModerate } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { isSelf } from '../../actions/targets.ts'
import { normalisePersona, oneLine, trimSpeech } from '../../actions/writing.ts'

/** A malformed action body: the fault and its correction. Texts are measured, never quoted. */
export class ActionFault {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

const isKind = (name: string): name is ActionKind => (ACTION_KINDS as readonly string[]).includes(name)

const VERBS = ACTION_KINDS.join(', ')
const shapes = Object.fromEntries(
  ACTION_KINDS.map((kind) => [kind, schemaCheckerOf(ACTION_INPUTS[kind])]),
) as unknown as Record<ActionKind, SchemaChecker>

/** Target members of an action, exactly one of which is required. */
const TARGETS: Partial<Record<ActionKind, readonly string[]>> = {
  follow: ['handle', 'agentId'],
  dm: ['handle', 'agentId', 'threadId'],
}

function targetMistake(kind: ActionKind, input: JsonObject): string | null {
  const names = TARGETS[kind]
  if (names === undefined) return null
  const presentNames = names.filter((name) => Object.hasOwn(input, name))
  if (presentNames.length === 1) return null
  const wanted = `name one of ${names.join(', ')}`
  return presentNames.length === 0
    ? `${kind}: names nobody; ${wanted}`
    : `${kind}: has ${presentNames.join(' and ')}; ${wanted}`
}

const { postMaxChars, replyMaxChars, dmMaxChars, bioMaxChars, personaMaxChars, personaRawMaxChars } = LIMITS.visitorText

interface Measured {
  readonly measure: (text: string) => string
  readonly max: number
  /** The normalisation that preceded the measurement. */
  readonly after: string
  readonly mayBeEmpty?: boolean
}

const speech = (max: number): Measured => ({ measure: trimSpeech, max, after: '' })
const TEXTS: Partial<Record<ActionKind, Measured>> = {
  post: speech(postMaxChars),
  reply: speech(replyMaxChars),
  dm: speech(dmMaxChars),
  bio: { measure: oneLine, max: bioMaxChars, after: ' on one line', mayBeEmpty: true },
  persona: { measure: normalisePersona, max: personaMaxChars, after: ' after normalization', mayBeEmpty: true },
}

function textMistake(kind: ActionKind, { text }: JsonObject): string | null {
  const measured = TEXTS[kind]
  if (measured === undefined || typeof text !== 'string') return null
  const where = `${kind}.text`
  if (kind === 'persona' && countCharacters(text) > personaRawMaxChars)
    return `${where}: ${countCharacters(text)} characters as sent, at most ${personaRawMaxChars}`
  const length = countCharacters(measured.measure(text))
  if (length > measured.max) return `${where}: ${length} characters${measured.after}, at most ${measured.max}`
  return length === 0 && measured.mayBeEmpty !== true ? `${where}: empty, 1 to ${measured.max} characters` : null
}

function selfMistake(kind: ActionKind, input: JsonObject, self: AgentRow): string | null {
  const name = ['agentId', 'handle'].find((member) => typeof input[member] === 'string')
  if (TARGETS[kind] === undefined || name === undefined || !isSelf(input as never, self)) return null
  return `${kind}.${name}: is this visitor itself; name somebody else`
}

/** An example of an action with its required members. */
function exampleOf(kind: ActionKind): string {
  const schema = ACTION_INPUTS[kind] as {
    required?: readonly string[]
    anyOf?: readonly { required: readonly string[] }[]
  }
  const members = schema.required ?? schema.anyOf?.[0]?.required ?? []
  return `{"${kind}": {${members.map((member) => `"${member}": …`).join(', ')}}}`
}

/** Explains what the sender must change in a refused body; the outermost fault first. */
export function explainFault(body: unknown, self: AgentRow): string {
  if (!isJsonObject(body)) return 'The body must be an object with one action, such as {"post": {"text": "Hello"}}'
  const [name, ...others] = Object.keys(body)
  if (name === undefined) return `no action: name one of ${VERBS}`
  const { type } = body
  if (typeof type === 'string' && isKind(type)) return `unknown field type: send ${exampleOf(type)}`
  if (others.length > 0) return `${others.length + 1} actions at once: send one of them`
  if (!isKind(name)) return `unknown action "${quoteSafely(name)}": one of ${VERBS}`
  const input = body[name]
  if (!isJsonObject(input)) return `${name}: must be an object with the fields of this action`
  const mistake = textMistake(name, input) ?? targetMistake(name, input)
  if (mistake !== null) return mistake
  const shape = shapes[name]
  if (!shape.fits(input)) return shape.explain(input, name)
  return selfMistake(name, input, self) ?? `${name}: is not well formed`
}

/** A parsed action with its input. */
export interface ParsedAction {
  readonly kind: ActionKind
  readonly textToModerate: TextToModerate | null
  trace(read: Read, actor: Actor): Promise<JournalAction>
  addressees(read: Read, actor: Actor): Promise<readonly string[]>
  /** Reads what `perform` needs first. If not called before, `perform` reads it itself. */
  look(read: Read, actor: Actor): Promise<LookResult | undefined>
  perform(tx: Tx, actor: Actor, turn: ActContext & { readonly looked?: LookResult | undefined }): Promise<ActionOutcome>
}

const check = Compile(actionSchema)

function parseInput<K extends ActionKind>(
  action: Action<K>,
  rawInput: ActionInput<K>,
  self: AgentRow,
): ParsedAction | null {
  const input = action.read(rawInput, self)
  if (input === null) return null
  return {
    kind: action.kind,
    textToModerate: action.textToModerate(input),
    trace: (read, actor) => action.trace(read, actor, input),
    addressees: async (read, actor) => (await action.addressees?.(read, actor, input)) ?? [],
    look: async (read, actor) => action.look?.(read, actor, input),
    perform: (tx, actor, turn) => action.perform(tx, actor, input, turn),
  }
}

/** 4.10: a valid object with exactly one key; anything else is INVALID_ACTION at its step. */
export function readAction(body: unknown, self: AgentRow): ParsedAction | ActionFault {
  if (!check.Check(body)) return new ActionFault(explainFault(body, self))
  const [kind] = Object.keys(body) as [ActionKind]
  const chosen = parseInput(ACTIONS[kind] as Action<ActionKind>, (body as Record<ActionKind, never>)[kind], self)
  return chosen ?? new ActionFault(explainFault(body, self))
}
