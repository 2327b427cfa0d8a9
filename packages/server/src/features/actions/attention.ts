// Due rows that make a resident answer a message later.
import { prepare, type Tx } from '../../platform/db/database.ts'
import { putDueIfAbsent } from '../../platform/jobs/due.ts'
import type { ActContext, Actor } from './action.ts'

/** Kinds of due rows that a message to a resident creates. Resident ticks process them. */
export const ANSWER = 'answer'
export const LETTER = 'letter'

const MINUTE = 60_000
/** In minutes, so that answers do not come at once. */
const ANSWER_DELAYS = { [ANSWER]: [2, 14], [LETTER]: [3, 35] } as const
/** Shorter for visitors: a new visitor sees within half an hour that letters are answered. */
const VISITOR_LETTER_DELAYS = [3, 20] as const

const kindOf = prepare<{ world: string; id: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** Schedules a resident's answer to a message. Without resident life no row is written. */
export async function scheduleAnswer(
  tx: Tx,
  { world, agent }: Actor,
  { kind, addresseeId, subjectId }: { kind: typeof ANSWER | typeof LETTER; addresseeId: string; subjectId: string },
  { at, ambient, awake }: ActContext,
): Promise<void> {
  if (!awake) return
  if ((await tx.first(kindOf, { world: world.id, id: addresseeId }))?.kind !== 'resident') return
  const [least, most] = kind === LETTER && agent.kind === 'visitor' ? VISITOR_LETTER_DELAYS : ANSWER_DELAYS[kind]
  const minutes = least + Math.floor(ambient.random(kind, subjectId, at)() * (most - least))
  await putDueIfAbsent(tx, { worldId: world.id, kind, subjectId }, (Math.ceil(at / MINUTE) + minutes) * MINUTE)
}
