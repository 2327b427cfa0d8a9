import { type JournalAction, type JournalOutcome, LIMITS } from '@agent-network/contract'
import { type Budget, refund } from '../../../platform/access/budgets.ts'
import { abandonedClaims, type ClaimRow, release } from '../../../platform/access/idempotency.ts'
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
import { append } from '../../../stores/event-log/journal.ts'
import type { Actor, Created, Performed } from '../../actions/action.ts'

export interface Done {
  readonly requestId: string
  readonly action: JournalAction
  readonly performed: Performed
  readonly outcome: JournalOutcome
  readonly at: number
}

/**
 * How an act ended, and for a private message also that it was said (1.16). Only what it brought about names somebody:
 * a refusal must not tell who is there.
 */
export function outcomeFacts({ agent }: Actor, { requestId, action, performed, outcome, at }: Done): Fact[] {
  const { detail = {}, whom } = performed.status === 'created' ? performed : {}
  // Nobody is their own counterpart: likes and replies may well be on one's own post.
  const handles = whom === undefined || whom === agent.handle ? [] : [whom]
  const { threadId } = detail as { readonly threadId?: string }
  const settled = actSettled({ requestId, action, occurredAt: at }, { outcome, threadId, handles })
  if (performed.status === 'skipped') return [settled]
  return [settled, ...broughtAbout(action, { ...performed, threadId }, at)]
}

/** What an act also is in a channel of its own: a message, a walk, a move, a place in a conversation. */
function broughtAbout(
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
