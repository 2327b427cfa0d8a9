// The `act` operation: claim, moderation, budget, effect, journal and replay.
import type { ActDetail, ActResult, JournalAction, JournalOutcome } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { refund, spendCounted } from '../../../platform/access/budgets.ts'
import { type DrivenVisitor, driveCap } from '../../../platform/access/drive.ts'
import {
  type ActiveClaim,
  type ClaimName,
  claim,
  claimForOneCommit,
  claimName,
  dropClaim,
  lockClaim,
  type OnReplay,
  recordAdmission,
  settleOwnClaim,
} from '../../../platform/access/idempotency.ts'
import { timeAfter } from '../../../platform/control/clock.ts'
import { citySwitches } from '../../../platform/control/switches.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import { retryHint } from '../../../platform/core/outage.ts'
import { utcDay } from '../../../platform/core/time.ts'
import { CommitOutcomeUnknown, type Tx } from '../../../platform/db/database.ts'
import type { VisitorRow } from '../../../platform/db/tables/tables.ts'
import type { Verdict } from '../../../platform/moderation/moderation.ts'
import { lockVisitor, lockVisitors } from '../../../platform/worlds/roster.ts'
import type { MapDeps } from '../../../stores/city/maps.ts'
import { watchUrl } from '../../../stores/city/watch.ts'
import { isCaptured, record, type VisitorRecord } from '../../../stores/event-log/events.ts'
import { actAttempted, actSettled } from '../../../stores/event-log/facts.ts'
import { isJournaled } from '../../../stores/event-log/journal.ts'
import { type ActionOutcome, type Actor, type LookResult, takeWorldUnit } from '../../actions/action.ts'
import { bodyClosed } from '../body.ts'
import { markAbsent, presenceOf } from '../presence.ts'
import { type AdmittedAct, driveBudget, outcomeFacts, settleAbandoned } from './act-facts.ts'
import { findObjection, recordBlockedAct } from './blocked.ts'
import type { ParsedAction } from './read-action.ts'
import { ActionFault } from './read-action.ts'

export interface ActCall {
  readonly caller: Caller
  readonly driven: DrivenVisitor
  /** The idempotency value. */
  readonly value: string
  /** A malformed body matters only if the value is new (AMB-40). */
  readonly chosen: ParsedAction | ActionFault
  readonly onReplay?: OnReplay
}

/** One act: the data that its steps share. */
interface Act {
  readonly deps: MapDeps
  readonly caller: Caller
  readonly actor: Actor
  readonly chosen: ParsedAction
  readonly actionId: string
  /** Decided once, so that an attempt and its outcome are both journaled or neither (AMB-82). */
  readonly captured: boolean
  /** The same for the owner's observation. */
  readonly observed: boolean
  now(): number
}

type ActStart =
  | { readonly kind: 'replay'; readonly result: ActResult }
  | { readonly kind: 'done'; readonly result: ActResult }
  | { readonly kind: 'claimed'; readonly claim: ActiveClaim }

const resultOf = ({ actor, caller, chosen, actionId }: Act, performed: ActionOutcome, spent: number): ActResult => {
  const common = {
    schemaVersion: 1 as const,
    agentId: actor.agent.id,
    handle: actor.agent.handle,
    worldId: actor.world.id,
    action: chosen.kind,
    actionId,
    budget: { used: spent, cap: driveCap(caller) },
  }
  if (performed.status === 'skipped')
    return { ...common, status: 'skipped', docId: null, skipReason: performed.skipReason }
  const { docId, detail } = performed
  return { ...common, status: 'created', docId, ...(detail === undefined ? {} : { detail }) }
}

/** Step 5: spends one unit of the key's daily budget. */
async function spendUnit(tx: Tx, { caller, actor }: Act): Promise<number> {
  const { key, at } = caller
  const budget = driveBudget(actor.world.id, key.id)
  const spent = await spendCounted(tx, budget, driveCap(caller), at)
  if (spent === null) throw new ApiError('DRIVE_DAILY_BUDGET_EXCEEDED')
  return spent
}

const outcomeOf = (performed: ActionOutcome) => {
  if (performed.status === 'created') return { status: 'created' as const, docId: performed.docId }
  const { skipReason } = performed
  return { status: skipReason === 'held_for_review' ? ('quarantined' as const) : ('skipped' as const), skipReason }
}

/** The context of the act as of now. A visitor that missed its heartbeats is marked absent first (AMB-55). */
async function actContextOf(tx: Tx, { deps, caller, actor }: Act, visitor: VisitorRow | undefined, at: number) {
  const { switches } = caller.state
  if (visitor !== undefined) await markAbsent(tx, visitor, caller.state, at)
  const city = citySwitches(switches, actor.world)
  const present = visitor !== undefined && presenceOf(visitor, switches, at) === 'present'
  return {
    at,
    ambient: deps.ambient,
    maps: deps.maps,
    awake: deps.config.life,
    city,
    bodyClosed: bodyClosed(city, actor.world, present),
  }
}

/** Writes journal and facts in the act's transaction. The visitor is locked, and `locked` was read after that. */
function recordAct(tx: Tx, act: Act, { entries, facts, locked }: VisitorRecord, at: number): Promise<void> {
  const { actor, caller, captured, observed } = act
  const who = { world: actor.world, agentId: actor.agent.id, switches: caller.state.switches, at }
  return record(tx, who, { entries: captured ? entries : [], facts: observed ? facts : [], locked })
}

/** Writes an attempt together with its immediate outcome. */
async function recordAttemptAndOutcome(
  tx: Tx,
  act: Act,
  { action, outcome }: { action: JournalAction; outcome: JournalOutcome },
  at: number,
): Promise<void> {
  const entry = { requestId: act.actionId, action, at }
  const fact = { requestId: act.actionId, action, occurredAt: at }
  const entries = [
    { ...entry, outcome: null },
    { ...entry, outcome },
  ]
  await recordAct(tx, act, { entries, facts: [actAttempted(fact), actSettled(fact, { outcome })] }, at)
}

/** Addressees are locked together with the actor. Otherwise two agents that act on each other would deadlock. */
const othersToLock = async (tx: Tx, { actor, chosen }: Act): Promise<readonly string[]> =>
  // On SQLite the single writer is already that lock.
  tx.engine === 'postgres' ? chosen.addressees(tx, actor) : []

/** Locks the actor's row together with those of the addressees. */
const lockActorAndAddressees = (tx: Tx, { actor }: Act, others: readonly string[]): Promise<VisitorRow | undefined> =>
  lockVisitors(tx, actor.world.id, [actor.agent.id, ...others])

/** The unit of the world's budget, if it is known already that the action needs one. It goes out with the actor's lock. */
async function takeExpectedUnit(tx: Tx, { actor, caller }: Act, looked: LookResult | undefined, at: number) {
  if (looked === undefined || looked.declined !== null) return {}
  return { hasWorldUnit: await takeWorldUnit(tx, actor.world, citySwitches(caller.state.switches, actor.world), at) }
}

/**
 * An action without text: claim, unit, effect, journal and response in one commit. A concurrent duplicate fails at the
 * claim's unique index, runs again and replays.
 */
async function performInOneCommit(tx: Tx, act: Act, name: ClaimName): Promise<ActStart> {
  const { actor, caller, chosen, captured, observed, actionId: requestId } = act
  const [claimed, looked, others] = await Promise.all([
    claimForOneCommit(tx, name, caller.at),
    chosen.look(tx, actor),
    othersToLock(tx, act),
  ])
  if (claimed.kind === 'replay') return { kind: 'replay', result: JSON.parse(claimed.answer) as ActResult }
  const { claim: ownClaim } = claimed
  if (ownClaim.abandoned !== null) await settleAbandoned(tx, ownClaim.abandoned, caller.state, caller.at)
  const [visitor, spent, unit] = await Promise.all([
    lockActorAndAddressees(tx, act, [...others, ...(looked?.addressees ?? [])]),
    spendUnit(tx, act),
    takeExpectedUnit(tx, act, looked, act.now()),
  ])
  const at = act.now()
  const action = captured || observed ? await chosen.trace(tx, actor) : null
  const turn = { ...(await actContextOf(tx, act, visitor, at)), ...unit }
  const performed = await chosen.perform(tx, actor, { ...turn, objection: null, looked })
  if (action !== null) {
    const outcome = outcomeOf(performed)
    const ended = observed ? outcomeFacts(actor, { requestId, action, performed, outcome, at }) : []
    const entries = [
      { requestId, action, outcome: null, at },
      { requestId, action, outcome, at },
    ]
    const facts = [actAttempted({ requestId, action, occurredAt: at }), ...ended]
    await recordAct(tx, act, { entries, facts, locked: visitor }, at)
  }
  const result = resultOf(act, performed, spent)
  settleOwnClaim(tx, ownClaim, JSON.stringify(result), at)
  return { kind: 'done', result }
}

/** Steps 2 and 3, and the whole act for an action without text. A refusal here writes nothing. */
async function begin(deps: MapDeps, call: ActCall, name: ClaimName, act: Act | null): Promise<ActStart> {
  return deps.database.transact(
    async (tx) => {
      if (act?.chosen.textToModerate === null) return performInOneCommit(tx, act, name)
      const claimed = await claim(tx, name, call.caller.at)
      if (claimed.kind === 'replay') return { kind: 'replay', result: JSON.parse(claimed.answer) as ActResult }
      if (claimed.claim.abandoned !== null)
        await settleAbandoned(tx, claimed.claim.abandoned, call.caller.state, call.caller.at)
      if (act === null) throw new ApiError('INVALID_ACTION', { message: (call.chosen as ActionFault).message })
      return { kind: 'claimed', claim: claimed.claim }
    },
    { quiet: act?.chosen.textToModerate !== null, repeatable: true },
  )
}

/** Step 4. No unit is spent. The journal gets both entries at once (AMB-81), and operators see the rule. */
async function refuseText(act: Act, ownClaim: ActiveClaim, verdict: Verdict): Promise<never> {
  const { deps, actor, chosen, captured, observed } = act
  await deps.database.transact(
    async (tx) => {
      if (!(await dropClaim(tx, ownClaim))) return
      const visitor = await lockVisitor(tx, actor.world.id, actor.agent.id)
      await recordBlockedAct(tx, { ambient: deps.ambient, actor, visitor, chosen, verdict }, act.now())
      if (!(captured || observed)) return
      const outcome = { status: 'blocked' as const, code: 'INPUT_MODERATION_BLOCKED' }
      await recordAttemptAndOutcome(tx, act, { action: await chosen.trace(tx, actor), outcome }, act.now())
    },
    { quiet: true },
  )
  throw new ApiError('INPUT_MODERATION_BLOCKED')
}

/** Step 5: the unit, the attempt, and the data to undo both, in one commit. */
async function admitAct(act: Act, ownClaim: ActiveClaim): Promise<{ admission: AdmittedAct; spent: number }> {
  const { deps, caller, actor, chosen, captured, observed, actionId } = act
  return deps.database.transact(
    async (tx) => {
      const at = act.now()
      const action = await chosen.trace(tx, actor)
      const day = utcDay(caller.at)
      const admission = { agentId: actor.agent.id, keyId: caller.key.id, actionId, day, captured, observed, action }
      if (!(await recordAdmission(tx, ownClaim, JSON.stringify(admission))))
        throw new ApiError('VISITOR_ACTION_OUTCOME_UNRESOLVED')
      const visitor = await lockVisitor(tx, actor.world.id, actor.agent.id)
      const spent = await spendUnit(tx, act)
      const entry = { requestId: actionId, action, outcome: null, at }
      const facts = [actAttempted({ requestId: actionId, action, occurredAt: at })]
      await recordAct(tx, act, { entries: [entry], facts, locked: visitor }, at)
      return { admission, spent }
    },
    { quiet: true, repeatable: true },
  )
}

/** Step 6: effect, outcome and cached response are one commit, which requires that the claim is still ours. */
async function settle(
  act: Act,
  ownClaim: ActiveClaim,
  { admission, spent }: { admission: AdmittedAct; spent: number },
) {
  const { deps, actor, chosen, observed, actionId: requestId } = act
  const { action } = admission
  const verdict = chosen.textToModerate!.again ? await findObjection(deps, act.caller, chosen.textToModerate!) : null
  return deps.database.transact(
    async (tx) => {
      if (!(await lockClaim(tx, ownClaim))) throw new ApiError('VISITOR_ACTION_OUTCOME_UNRESOLVED')
      const visitor = await lockActorAndAddressees(tx, act, await othersToLock(tx, act))
      const at = act.now()
      const turn = await actContextOf(tx, act, visitor, at)
      const performed = await chosen.perform(tx, actor, { ...turn, objection: verdict })
      const outcome = outcomeOf(performed)
      const ended = observed ? outcomeFacts(actor, { requestId, action, performed, outcome, at }) : []
      await recordAct(tx, act, { entries: [{ requestId, action, outcome, at }], facts: ended, locked: visitor }, at)
      const result = resultOf(act, performed, spent)
      settleOwnClaim(tx, ownClaim, JSON.stringify(result), at)
      return result
    },
    { repeatable: true },
  )
}

/** AMB-72: the act has failed, so the unit is refunded to its day and the value is free again. */
async function undo(act: Act, ownClaim: ActiveClaim, admission: AdmittedAct): Promise<void> {
  const { deps, actor, actionId: requestId } = act
  const { action } = admission
  await deps.database.transact(
    async (tx) => {
      if (!(await dropClaim(tx, ownClaim))) return
      await lockVisitor(tx, actor.world.id, actor.agent.id)
      await refund(tx, driveBudget(actor.world.id, admission.keyId), admission.day)
      const at = act.now()
      const outcome = { status: 'error' as const, code: 'INTERNAL_ERROR' }
      const ended = actSettled({ requestId, action, occurredAt: at }, { outcome })
      await recordAct(tx, act, { entries: [{ requestId, action, outcome, at }], facts: [ended] }, at)
    },
    { quiet: true },
  )
}

/** The result of a commit is unknown, so the act is not repeated; a retry reads the store (AMB-43). */
const unresolved = (error: unknown): never => {
  throw error instanceof CommitOutcomeUnknown
    ? new ApiError('VISITOR_ACTION_OUTCOME_UNRESOLVED', retryHint(error))
    : error
}

async function actInSteps(act: Act, ownClaim: ActiveClaim): Promise<ActResult> {
  const { deps, caller, chosen } = act
  const letGo = async (error: unknown): Promise<never> => {
    if (error instanceof CommitOutcomeUnknown) return unresolved(error)
    await deps.database.transact((tx) => dropClaim(tx, ownClaim), { quiet: true }).catch(() => {})
    if (error instanceof ApiError) throw error
    deps.log.error({ event: 'visitors.act_not_counted', err: error }, 'daily action count failed')
    throw new ApiError('DRIVE_BUDGET_CHECK_FAILED', retryHint(error))
  }
  const objection = await findObjection(deps, caller, chosen.textToModerate!)
  if (objection !== null) return refuseText(act, ownClaim, objection)
  const admitted = await admitAct(act, ownClaim).catch(letGo)
  try {
    return await settle(act, ownClaim, admitted)
  } catch (error) {
    if (error instanceof ApiError || error instanceof CommitOutcomeUnknown) return unresolved(error)
    await undo(act, ownClaim, admitted.admission)
    throw error
  }
}

/** An action without text failed and was rolled back. The attempt is still recorded (AMB-72). */
async function recordFailure(act: Act): Promise<void> {
  const { deps, actor, chosen, captured, observed } = act
  if (!captured && !observed) return
  const outcome = { status: 'error' as const, code: 'INTERNAL_ERROR' }
  await deps.database.transact(
    async (tx) => {
      await lockVisitor(tx, actor.world.id, actor.agent.id)
      await recordAttemptAndOutcome(tx, act, { action: await chosen.trace(tx, actor), outcome }, act.now())
    },
    { quiet: true },
  )
}

/** Adds the watch URL of a walk, also to a replayed response (2.11). */
const withWatchUrl = ({ seals, urls }: MapDeps, result: ActResult): ActResult =>
  result.action === 'journey' && result.status === 'created' && result.detail !== undefined
    ? { ...result, detail: { ...result.detail, watchUrl: watchUrl(seals, urls().viewer, result.docId) } as ActDetail }
    : result

/** 4.10: claim, read, moderate, spend, publish. */
export async function performAct(deps: MapDeps, call: ActCall): Promise<ActResult> {
  const { caller, driven, value } = call
  const { world, agent } = driven
  const started = deps.ambient.elapsed()
  const name = claimName({ namespace: 'act', keyId: caller.key.id, value, agentId: agent.id, worldId: world.id })
  const asAct = (chosen: ParsedAction): Act => ({
    deps,
    caller,
    actor: driven,
    chosen,
    actionId: deps.ambient.id('action', world.tag),
    captured: isJournaled(caller.state.switches, world.id),
    observed: isCaptured(caller.state.switches, world),
    now: () => timeAfter(caller.state.clock, caller.at, deps.ambient.elapsed() - started),
  })
  const act = call.chosen instanceof ActionFault ? null : asAct(call.chosen)
  const start = await begin(deps, call, name, act).catch(async (error: unknown) => {
    if (act !== null && !(error instanceof ApiError) && !(error instanceof CommitOutcomeUnknown))
      await recordFailure(act).catch(() => {})
    return unresolved(error)
  })
  if (start.kind === 'replay') call.onReplay?.()
  return start.kind === 'claimed' ? actInSteps(act!, start.claim) : withWatchUrl(deps, start.result)
}
