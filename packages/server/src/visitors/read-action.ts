import { type ActionInput, type ActionKind, action as actionSchema, type JournalAction } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import type { ActContext, Action, Actor, Performed, SpokenText } from '../actions/action.ts'
import { ACTIONS } from '../actions/index.ts'
import type { Read, Tx } from '../db/database.ts'
import type { AgentRow } from '../db/tables.ts'
import { explainMistake, Mistake } from './action-mistakes.ts'

/** A verb together with what it was asked to do. */
export interface Chosen {
  readonly kind: ActionKind
  readonly spoken: SpokenText | null
  trace(read: Read, actor: Actor): Promise<JournalAction>
  addressees(read: Read, actor: Actor): Promise<readonly string[]>
  /** What it looks at first; handed to `perform`, or asked for by it where nobody did. */
  look(read: Read, actor: Actor): Promise<unknown>
  /** Whether what it looks at tells that it goes ahead. */
  readonly isForeseeable: boolean
  goesAhead(looked: unknown): boolean
  perform(tx: Tx, actor: Actor, turn: ActContext & { readonly looked?: unknown }): Promise<Performed>
}

const check = Compile(actionSchema)

function choose<K extends ActionKind>(action: Action<K>, given: ActionInput<K>, self: AgentRow): Chosen | null {
  const input = action.read(given, self)
  if (input === null) return null
  return {
    kind: action.kind,
    spoken: action.spoken(input),
    trace: (read, actor) => action.trace(read, actor, input),
    addressees: async (read, actor) => (await action.addressees?.(read, actor, input)) ?? [],
    look: async (read, actor) => action.look?.(read, actor, input),
    isForeseeable: action.goesAhead !== undefined,
    goesAhead: (looked) => action.goesAhead?.(looked) ?? false,
    perform: (tx, actor, turn) => action.perform(tx, actor, input, turn),
  }
}

/** 4.10: an object with exactly one key, well formed; anything else is INVALID_ACTION when its turn comes. */
export function readAction(body: unknown, self: AgentRow): Chosen | Mistake {
  if (!check.Check(body)) return new Mistake(explainMistake(body, self))
  const [kind] = Object.keys(body) as [ActionKind]
  const chosen = choose(ACTIONS[kind] as Action<ActionKind>, (body as Record<ActionKind, never>)[kind], self)
  return chosen ?? new Mistake(explainMistake(body, self))
}
