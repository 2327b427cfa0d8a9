// Facts, journal and settlement of visitor acts.
import { type JournalAction, type JournalOutcome, LIMITS } from '@agent-network/contract'
import { type Budget, refund } from '../../../platform/access/budgets.ts'
import { abandonedClaims, type ClaimRow, dropClaim } from '../../../platform/access/idempotency.ts'
import type { ControlState } from '../../../platform/control/control.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { lockVisitor } from '../../../platform/worlds/roster.ts'
import { record } from '../../../stores/event-log/events.ts'
import {
  actSettled,
  chessEnded,
  chessMove,
  encounterJoined,
  type Fact,
  journeyStarted,
  messageSent,
} from '../../../stores/event-log/facts.ts'
import { appendEntries } from '../../../stores/event-log/journal.ts'
import type { ActionOutcome, Actor, Created } from '../../actions/action.ts'

export interface CompletedAct {
  readonly requestId: string
  readonly action: JournalAction
  readonly performed: ActionOutcome
  readonly outcome: JournalOutcome
  readonly at: number
}

/**
 * The outcome fact of an act, and for a private message also the message (1.16). Only a successful effect names other
 * agents: a refusal must not reveal who exists.
 */
export function outcomeFacts({ agent }: Actor, { requestId, action, performed, outcome, at }: CompletedAct): Fact[] {
  const { detail = {}, whom } = performed.status === 'created' ? performed : {}
  // Excludes the actor: likes and replies may be on the actor's own post.
  const handles = whom === undefined || whom === agent.handle ? [] : [whom]
  const { threadId } = detail as { readonly threadId?: string }
  const settled = actSettled({ requestId, action, occurredAt: at }, { outcome, threadId, handles })
  if (performed.status === 'skipped') return [settled]
  return [settled, ...effectFacts(action, { ...performed, threadId }, at)]
}

/** The effect's own channel fact: a message, a walk, a move or a joined conversation. */
function effectFacts(
  action: JournalAction,
  { docId, endReason, whom, threadId }: Created & { readonly threadId: string | undefined },
  at: number,
): Fact[] {
  switch (action.kind) {
    case 'dm':
      return threadId === undefined || whom === undefined
        ? []
        : [messageSent({ threadId, withHandle: whom, occurredAt: at })]
    case 'journey':
      return [journeyStarted({ journeyId: docId, occurredAt: at })]
    case 'chess_move': {
      const move = { gameId: docId, opponentHandle: whom ?? '', occurredAt: at }
      const moved = chessMove({ ...move, direction: 'outgoing' })
      return endReason === undefined ? [moved] : [moved, chessEnded({ ...move, reason: endReason })]
    }
    case 'encounter_reply':
      if (action.reply === 'decline') return []
      return [encounterJoined({ encounterId: docId, withHandles: [], occurredAt: at, direction: 'self' })]
    case 'encounter_join':
      return [encounterJoined({ encounterId: docId, withHandles: [], occurredAt: at, direction: 'self' })]
    default:
      return []
  }
}

/** The data in the claim of an admitted act, from which an abandoned act can be undone. */
export interface AdmittedAct {
  readonly agentId: string
  readonly keyId: string
  readonly actionId: string
  readonly day: number
  readonly captured: boolean
  /** Absent in claims of older program versions. */
  readonly observed?: boolean
  readonly action: JournalAction
}

/** Per key and UTC day, in the key's world. */
export const driveBudget = (worldId: string, keyId: string): Budget => ({ worldId, subject: keyId, counter: 'drive' })

/** Switches and worlds as of now, so that a gate closed since then stays closed. */
type State = Pick<ControlState, 'switches' | 'worlds'>

/**
 * Effect, outcome and seal are one commit, so an admitted act without an outcome did not happen. Its unit is refunded
 * to its day, and the journal records it (AMB-43).
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
  if (!observed || world === undefined) return appendEntries(tx, { worldId: row.world_id, agentId }, entries)
  const ended = actSettled({ requestId, action, occurredAt: at }, { outcome })
  await record(tx, { world, agentId, switches, at }, { entries, facts: [ended] })
}

/** Settles abandoned acts that no request asks about again. */
export async function sweepAbandoned(tx: Tx, state: State, at: number, limit: number): Promise<number> {
  const rows = await abandonedClaims(tx, at - LIMITS.idempotency.leaseMs, limit)
  for (const row of rows) {
    const ownClaim = { name: { worldId: row.world_id, id: row.id }, token: row.fence, abandoned: null }
    if (await dropClaim(tx, ownClaim)) await settleAbandoned(tx, row, state, at)
  }
  return rows.length
}
