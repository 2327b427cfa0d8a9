import { type JournalAction, LIMITS } from '@agent-network/contract'
import { type Budget, refund } from '../access/budgets.ts'
import { abandonedClaims, type ClaimRow, release } from '../access/idempotency.ts'
import { append } from '../chronicle/journal.ts'
import type { Tx } from '../db/database.ts'
import { lockVisitor } from '../worlds/roster.ts'

/** What a claim remembers of an admitted act, so that whoever finds it abandoned can undo what was spent. */
export interface Admission {
  readonly agentId: string
  readonly keyId: string
  readonly actionId: string
  readonly day: number
  readonly captured: boolean
  readonly action: JournalAction
}

/** Per key and UTC day, in the key's world. */
export const driveBudget = (worldId: string, keyId: string): Budget => ({ worldId, subject: keyId, counter: 'drive' })

/**
 * Effect, outcome and seal commit together, so an admitted act without an outcome did not happen: its unit goes back
 * to the day it was spent on, and the journal says so (AMB-43).
 */
export async function settleAbandoned(tx: Tx, row: ClaimRow, at: number): Promise<void> {
  if (row.admission === null) return
  const { agentId, keyId, actionId, day, captured, action } = JSON.parse(row.admission) as Admission
  await lockVisitor(tx, row.world_id, agentId)
  await refund(tx, driveBudget(row.world_id, keyId), day)
  if (captured)
    await append(tx, row.world_id, agentId, [
      { requestId: actionId, action, outcome: { status: 'error', code: 'INTERNAL_ERROR' }, at },
    ])
}

/** The same, for acts that nobody asks about again. */
export async function sweepAbandoned(tx: Tx, at: number, limit: number): Promise<number> {
  const rows = await abandonedClaims(tx, at - LIMITS.idempotency.leaseMs, limit)
  for (const row of rows) {
    const held = { name: { worldId: row.world_id, id: row.id }, fence: row.fence, abandoned: null }
    if (await release(tx, held)) await settleAbandoned(tx, row, at)
  }
  return rows.length
}
