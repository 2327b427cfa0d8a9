import { type JournalAction, LIMITS } from '@agent-network/contract'
import { type Budget, refund } from '../access/budgets.ts'
import { abandonedClaims, type ClaimRow, release } from '../access/idempotency.ts'
import { record } from '../chronicle/events.ts'
import { actSettled } from '../chronicle/facts.ts'
import { append } from '../chronicle/journal.ts'
import type { Tx } from '../db/database.ts'
import type { ControlState } from '../settings/control.ts'
import { lockVisitor } from '../worlds/roster.ts'

/** What a claim remembers of an admitted act, so that whoever finds it abandoned can undo what was spent. */
export interface AdmittedAct {
  readonly agentId: string
  readonly keyId: string
  readonly actionId: string
  readonly day: number
  readonly captured: boolean
  /** Absent on a claim that an older version of this program admitted. */
  readonly observed?: boolean
  readonly action: JournalAction
}

/** Per key and UTC day, in the key's world. */
export const driveBudget = (worldId: string, keyId: string): Budget => ({ worldId, subject: keyId, counter: 'drive' })

/** Who may be told what, as of now: a gate that closed since stays closed. */
type State = Pick<ControlState, 'switches' | 'worlds'>

/**
 * Effect, outcome and seal commit together, so an admitted act without an outcome did not happen: its unit goes back
 * to the day it was spent on, and the journal says so (AMB-43).
 */
export async function settleAbandoned(tx: Tx, row: ClaimRow, { switches, worlds }: State, at: number): Promise<void> {
  if (row.admission === null) return
  const admission = JSON.parse(row.admission) as AdmittedAct
  const { agentId, keyId, actionId: requestId, day, captured, observed = false, action } = admission
  await lockVisitor(tx, row.world_id, agentId)
  await refund(tx, driveBudget(row.world_id, keyId), day)
  const outcome = { status: 'error' as const, code: 'INTERNAL_ERROR' }
  const entries = captured ? [{ requestId, action, outcome, at }] : []
  const world = worlds.byId.get(row.world_id)
  if (!observed || world === undefined) return append(tx, { worldId: row.world_id, agentId }, entries)
  const ended = actSettled({ requestId, action, occurredAt: at }, { outcome })
  await record(tx, { world, agentId, switches, at }, { entries, facts: [ended] })
}

/** The same, for acts that nobody asks about again. */
export async function sweepAbandoned(tx: Tx, state: State, at: number, limit: number): Promise<number> {
  const rows = await abandonedClaims(tx, at - LIMITS.idempotency.leaseMs, limit)
  for (const row of rows) {
    const ownClaim = { name: { worldId: row.world_id, id: row.id }, token: row.fence, abandoned: null }
    if (await release(tx, ownClaim)) await settleAbandoned(tx, row, state, at)
  }
  return rows.length
}
