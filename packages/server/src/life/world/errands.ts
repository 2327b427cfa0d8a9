import type { Tx } from '../../db/database.ts'
import { putDue } from '../../worlds/due.ts'

/** Kind of the due row: somebody sets out to a place for a reason. */
export const ERRAND = 'errand'

interface Errand {
  readonly agentId: string
  readonly placeId: string
  /** Why, as one would remember it: `the fair`. */
  readonly why: string
}

export const SEPARATOR = '\u001f'

/** Somebody means to be somewhere at a time. A later errand of the same person for the same reason takes its place. */
export const sendOn = (tx: Tx, worldId: string, { agentId, placeId, why }: Errand, at: number): Promise<void> =>
  putDue(tx, { worldId, kind: ERRAND, subjectId: [agentId, placeId, why].join(SEPARATOR) }, at)
