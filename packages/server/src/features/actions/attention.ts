// Due rows that make a resident answer a message later.
import { isSandbox } from '../../platform/control/switches.ts'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { putDue, putDueIfAbsent } from '../../platform/jobs/due.ts'
import type { ActContext, Actor } from './action.ts'

/** Kinds of due rows that a message to a resident creates. Resident ticks process them. */
export const ANSWER = 'answer'
export const LETTER = 'letter'

/** Kind of the due row: a text to a resident whose effect on the resident is appraised. */
export const CONDUCT = 'conduct'

/** Kinds of due rows in a sandbox: a visitor has arrived, or has written a post or a reply. */
export const WELCOME = 'welcome'
export const VISITOR_TEXT = 'visitor_text'

/** In a sandbox residents act within ten seconds; the scheduler needs one or two of them. */
const SANDBOX_DELAY_MS = [2_000, 5_000] as const

/** Delay of an answer in a sandbox, for a random number between 0 and 1. */
export const sandboxDelay = (chance: number): number => {
  const [least, most] = SANDBOX_DELAY_MS
  return least + Math.floor(chance * (most - least))
}

const MINUTE = 60_000
/** In minutes, so that answers do not come at once. */
const ANSWER_DELAYS = { [ANSWER]: [2, 14], [LETTER]: [3, 35] } as const
/** Shorter for visitors: a new visitor sees within half an hour that letters are answered. */
const VISITOR_LETTER_DELAYS = [3, 20] as const

const kindOf = prepare<{ world: string; id: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('id')),
)

interface Expected {
  readonly kind: typeof ANSWER | typeof LETTER
  readonly addresseeId: string
  /** The reply or the thread that is answered. */
  readonly subjectId: string
  /** The reply or message itself. */
  readonly textId: string
}

/** Schedules a resident's answer to a message. Without resident life no row is written. */
export async function scheduleAnswer(
  tx: Tx,
  { world, agent }: Actor,
  { kind, addresseeId, subjectId, textId }: Expected,
  { at, ambient, awake, city }: ActContext,
): Promise<void> {
  if (!awake) return
  const isForVisitor = agent.kind === 'visitor' && isSandbox(city, world.id)
  if ((await tx.first(kindOf, { world: world.id, id: addresseeId }))?.kind !== 'resident') return
  // Every text has an effect of its own, before the answer.
  const text = `${kind === LETTER ? 'message' : 'reply'} ${textId}`
  await putDueIfAbsent(tx, { worldId: world.id, kind: CONDUCT, subjectId: text }, (Math.ceil(at / MINUTE) + 1) * MINUTE)
  // Every post and reply of a visitor has a row of its own there.
  if (isForVisitor && kind === ANSWER) return
  if (isForVisitor)
    return putDue(tx, { worldId: world.id, kind, subjectId }, at + sandboxDelay(ambient.random(kind, subjectId, at)()))
  const [least, most] = kind === LETTER && agent.kind === 'visitor' ? VISITOR_LETTER_DELAYS : ANSWER_DELAYS[kind]
  const minutes = least + Math.floor(ambient.random(kind, subjectId, at)() * (most - least))
  await putDueIfAbsent(tx, { worldId: world.id, kind, subjectId }, (Math.ceil(at / MINUTE) + minutes) * MINUTE)
}

/** Schedules an answer to a visitor's post or reply in a sandbox; elsewhere it does nothing. */
export async function scheduleTextAnswer(
  tx: Tx,
  { world, agent }: Actor,
  subjectId: string,
  { at, ambient, awake, city }: ActContext,
): Promise<void> {
  if (!awake || agent.kind !== 'visitor' || !isSandbox(city, world.id)) return
  const delay = sandboxDelay(ambient.random(VISITOR_TEXT, subjectId, at)())
  await putDue(tx, { worldId: world.id, kind: VISITOR_TEXT, subjectId }, at + delay)
}

/** Schedules the invitation and the chess challenge that follow a visitor's first heartbeat in a sandbox. */
export const scheduleWelcome = (tx: Tx, worldId: string, visitorId: string, at: number): Promise<void> =>
  putDue(tx, { worldId, kind: WELCOME, subjectId: visitorId }, at + SANDBOX_DELAY_MS[0])
