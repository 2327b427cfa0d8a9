// Reference model: acts, idempotency keys, budgets and moderation.
import { LIMITS } from '@agent-network/contract'
import {
  admitRequest,
  claimKey,
  type Expected,
  idempotencyValueOf,
  inProbation,
  isRefused,
  refusal,
  requestIdOf,
} from './expected.ts'
import { type PlannedRequest, readWish } from './requests.ts'
import { type Performed, perform, traceOf } from './rules.ts'
import type { Settings } from './settings.ts'
import {
  type Admission,
  type Attempt,
  type Claim,
  count,
  dayOf,
  type Entry,
  journal,
  type Key,
  type State,
  settingsIn,
  settleAbandoned,
  used,
  type Visitor,
} from './state.ts'
import { passesFirstLook, passesSecondLook } from './texts.ts'

export interface ActCall {
  readonly key: Key
  readonly agentId: string
  readonly value: string | null
  readonly contentType: string
  readonly body: string
}

/** An act that waits for a look at its words: under way, and seen by its twins. */
export interface UnderWay {
  readonly key: Key
  readonly visitor: Visitor
  readonly claimKey: string
  readonly plannedRequest: PlannedRequest
  readonly settings: Settings
  readonly captured: boolean
  readonly attempt: Attempt
  spent: number
  action: Entry['action'] | null
}

/** Things worth counting in a run; `replay` and the like are told apart from ordinary answers. */
export type Event = 'replay' | 'in progress' | 'reclaimed before admission' | 'reclaimed after admission' | null

export type ActStart =
  | { readonly kind: 'answered'; readonly expected: Expected; readonly event: Event }
  | { readonly kind: 'waits'; readonly act: UnderWay; readonly event: Event }

/** Section 8, AMB-73. */
export function driveCap(state: State, key: Key): number {
  const own = Math.min(key.driveBudget, LIMITS.drive.perDayMax)
  return inProbation(state, key) ? Math.min(own, LIMITS.drive.perDayInProbation) : own
}

const EXCEEDED = refusal(429, 'DRIVE_DAILY_BUDGET_EXCEEDED')

/** Step 5; null when the day is spent. */
function spend(state: State, key: Key): number | null {
  return used(state, 'drive', key.id) >= driveCap(state, key) ? null : count(state, 'drive', key.id, 1)
}

function answerOf(state: State, act: UnderWay, performed: Performed): Expected {
  const { key, visitor, plannedRequest, spent, captured, attempt } = act
  const skipped = 'skip' in performed
  const isQuarantined = skipped && performed.skip === 'held_for_review'
  const outcome: NonNullable<Entry['outcome']> = skipped
    ? { status: isQuarantined ? 'quarantined' : 'skipped', skipReason: performed.skip }
    : { status: 'created', docId: performed.docId }
  if (captured) journal(visitor, { attempt, type: 'outcome', at: state.now, action: act.action!, outcome })
  const claim: Claim = { state: 'done', settledAt: state.now, answer: null }
  state.claims.set(act.claimKey, claim)
  return {
    status: 200,
    data: {
      schemaVersion: 1,
      agentId: visitor.agent.id,
      handle: visitor.agent.handle,
      worldId: state.worldId,
      action: plannedRequest.verb,
      actionId: requestIdOf(attempt),
      budget: { used: spent, cap: driveCap(state, key) },
      ...(skipped
        ? { status: 'skipped', docId: null, skipReason: performed.skip }
        : {
            status: 'created',
            docId: performed.docId,
            ...(performed.detail === undefined ? {} : { detail: performed.detail }),
          }),
    },
    learn(data: { docId: string }) {
      claim.answer = data
      if (skipped) return
      outcome.docId = data.docId
      performed.learn?.(data)
    },
  }
}

/** The attempt is written with the unit, before anything is published. */
function noteAttempt(state: State, act: UnderWay): void {
  act.action = traceOf(state, act.plannedRequest)
  if (act.captured)
    journal(act.visitor, { attempt: act.attempt, type: 'attempt', at: state.now, action: act.action, outcome: null })
}

/** Steps 1 to 3, and for an act without words all the others too. */
export function begin(state: State, call: ActCall): ActStart {
  const answered = (expected: Expected, event: Event = null): ActStart => ({ kind: 'answered', expected, event })
  const { key } = call
  const admitted = admitRequest(state, key, call.agentId)
  if (isRefused(admitted)) return answered(admitted)
  const visitor = admitted
  const value = idempotencyValueOf(call.value)
  if (value === null) return answered(refusal(400, 'IDEMPOTENCY_KEY_REQUIRED'))
  const name = claimKey('act', key, visitor, value)
  const claim = state.claims.get(name)
  let event: Event = null
  if (claim?.state === 'done' && state.now - claim.settledAt < LIMITS.idempotency.replayMs)
    return answered({ status: 200, data: claim.answer }, 'replay')
  if (claim?.state === 'open') {
    if (state.now - claim.claimedAt < LIMITS.idempotency.leaseMs)
      return answered(refusal(409, 'IDEMPOTENCY_IN_PROGRESS'), 'in progress')
    event = claim.admission === null ? 'reclaimed before admission' : 'reclaimed after admission'
  }
  const plannedRequest = readWish(call.contentType, call.body, visitor.agent)
  // A refused request leaves no trace, so the act that it was to take over still exists.
  if (plannedRequest === null) return answered(refusal(400, 'INVALID_ACTION'))
  if (claim?.state === 'open' && claim.admission !== null) settleAbandoned(state, claim.admission)
  state.claims.delete(name)
  const settings = settingsIn(state)
  const captured =
    settings.gate('visitorJournalEnabled') && settings.list('visitorJournalCanaryWorldIds').includes(state.worldId)
  const attempt = { requestId: null }
  const act: UnderWay = {
    key,
    visitor,
    claimKey: name,
    plannedRequest,
    settings,
    captured,
    attempt,
    spent: 0,
    action: null,
  }
  if (plannedRequest.moderatedText !== null) {
    state.claims.set(name, { state: 'open', claimedAt: state.now, admission: null, lost: false })
    return { kind: 'waits', act, event }
  }
  const spent = spend(state, key)
  if (spent === null) return answered(EXCEEDED, event)
  act.spent = spent
  noteAttempt(state, act)
  return answered(answerOf(state, act, perform(plannedRequest, { state, visitor, settings, published: true })), event)
}

/** Verdict of the first moderation check, if no other command interferes. */
export const firstVerdict = ({ plannedRequest, settings }: UnderWay): boolean =>
  passesFirstLook(
    plannedRequest.moderatedText!.text,
    plannedRequest.moderatedText!.policy,
    settings.list('bannedTerms'),
  )

/** Steps 4 and 5. Null when it was admitted and goes on. */
export function admit(state: State, act: UnderWay, allowed: boolean): Expected | null {
  if (!allowed) {
    state.claims.delete(act.claimKey)
    noteAttempt(state, act)
    const outcome = { status: 'blocked', code: 'INPUT_MODERATION_BLOCKED' }
    const { attempt, visitor, captured, action } = act
    if (captured) journal(visitor, { attempt, type: 'outcome', at: state.now, action: action!, outcome })
    return refusal(400, 'INPUT_MODERATION_BLOCKED')
  }
  const spent = spend(state, act.key)
  if (spent === null) {
    state.claims.delete(act.claimKey)
    return EXCEEDED
  }
  act.spent = spent
  noteAttempt(state, act)
  const { key, visitor, captured, attempt } = act
  const admission: Admission = { key, visitor, day: dayOf(state.now), captured, attempt, action: act.action! }
  const claim = state.claims.get(act.claimKey)
  if (claim?.state === 'open') claim.admission = admission
  return null
}

/** Step 6. Posts and replies are looked at a second time, whatever else is only looked at once. */
export function settle(state: State, act: UnderWay, published: boolean): Expected {
  const { plannedRequest, visitor, settings } = act
  return answerOf(state, act, perform(plannedRequest, { state, visitor, settings, published }))
}

export const secondVerdict = ({ plannedRequest }: UnderWay): boolean =>
  !plannedRequest.moderatedText!.again || passesSecondLook(plannedRequest.moderatedText!.text)

/** All of it, when nothing comes between the steps. */
export function actAtOnce(state: State, call: ActCall): { expected: Expected; event: Event } {
  const actStart = begin(state, call)
  if (actStart.kind === 'answered') return actStart
  const { act, event } = actStart
  return { expected: admit(state, act, firstVerdict(act)) ?? settle(state, act, secondVerdict(act)), event }
}

/** AMB-42, AMB-145: its runner is cut off and answers that it does not know; the claim stays as it is. */
export function lose(state: State, act: UnderWay): Expected {
  const claim = state.claims.get(act.claimKey)
  if (claim?.state === 'open') claim.lost = true
  return refusal(409, 'VISITOR_ACTION_OUTCOME_UNRESOLVED')
}

/** Acts that were admitted and have no running request any more. */
export const strandedIn = (state: State): [string, Claim & { state: 'open' }][] =>
  [...state.claims].filter(
    (entry): entry is [string, Claim & { state: 'open' }] => entry[1].state === 'open' && entry[1].admission !== null,
  )

/** Time passes, and with it goes what was left lying about: acts admitted five minutes ago and never finished. */
export function advance(state: State, ms: number): number {
  state.now += ms
  let settled = 0
  for (const [name, claim] of strandedIn(state)) {
    const givenUp = claim.claimedAt + LIMITS.idempotency.leaseMs
    if (state.now < givenUp) continue
    // In its own moment, however far the clock goes at once.
    settleAbandoned(state, claim.admission!, givenUp)
    state.claims.delete(name)
    settled += 1
  }
  return settled
}
