import { prepare, type Tx } from '../../platform/db/database.ts'
import { noteDue } from '../../platform/jobs/due.ts'
import type { ActContext, Actor } from './action.ts'

/** Kinds of due rows that a word said to a resident leaves behind; life answers them when it comes by. */
export const ANSWER = 'answer'
export const LETTER = 'letter'

const MINUTE = 60_000
/** In minutes; nobody answers at once. */
const WAITS = { [ANSWER]: [2, 14], [LETTER]: [3, 35] } as const
/** Whoever is here for the first time learns within half an hour that letters are answered. */
const VISITORS_LETTER_WAITS = [3, 20] as const

const kindOf = prepare<{ world: string; id: string }, { kind: string }>((sql, param) =>
  sql.selectFrom('agents').select('kind').where('world_id', '=', param('world')).where('id', '=', param('id')),
)
/** Somebody was spoken to. A resident will look at it in a while; with life off nobody ever would, so nothing is noted. */
export async function callAttention(
  tx: Tx,
  { world, agent }: Actor,
  { kind, addresseeId, subjectId }: { kind: typeof ANSWER | typeof LETTER; addresseeId: string; subjectId: string },
  { at, ambient, awake }: ActContext,
): Promise<void> {
  if (!awake) return
  if ((await tx.first(kindOf, { world: world.id, id: addresseeId }))?.kind !== 'resident') return
  const [least, most] = kind === LETTER && agent.kind === 'visitor' ? VISITORS_LETTER_WAITS : WAITS[kind]
  const minutes = least + Math.floor(ambient.random(kind, subjectId, at)() * (most - least))
  await noteDue(tx, { worldId: world.id, kind, subjectId }, (Math.ceil(at / MINUTE) + minutes) * MINUTE)
}
