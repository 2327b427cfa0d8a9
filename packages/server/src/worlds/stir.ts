import type { Tx } from '../db/database.ts'
import { advanceDue, type Due, noteDue } from './due.ts'

/** Kind of the due row that makes life read a world again: an import or an operator has changed it. */
export const STIRRED = 'stirred'

const stirred = (worldId: string): Due => ({ worldId, kind: STIRRED, subjectId: worldId })

/** An import or an operator put people in, took some out, or changed what they are. */
export async function stir(tx: Tx, worldId: string, at: number): Promise<void> {
  await noteDue(tx, stirred(worldId), at)
}

/** Like stir; a row that is due later is moved forward to `at`, where a past begins. */
export async function stirNoLaterThan(tx: Tx, worldId: string, at: number): Promise<void> {
  await stir(tx, worldId, at)
  await advanceDue(tx, stirred(worldId), at)
}
