// Arguments at tables: which move a resident makes at a table, and its plan.
import {
  type ArgueMaterial,
  type Chance,
  isLastWord,
  issueSubject,
  issuesOf,
  LONGEST,
  type Parting,
  type Side,
  type SpeechAct,
  stubbornness,
  type TurnMaterial,
  tableDrafts,
  type Worded,
} from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { asSide, joiningMove, replyMove, sideAfter, sideOn } from '../argue/arguments.ts'
import { pick } from '../decide/decide.ts'
import { recordAct } from '../engine/consequences.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import { promisesOf } from '../promise/store.ts'
import { materialFor } from '../speak/material.ts'
import { lastPlanOn, lastPlanTo, type PlanRow, putPlan } from '../speak/plans.ts'
import { isWorkingTime, workplaceOf } from '../walk/workplaces.ts'
import { isStandingQuestion, LIVED_ISSUE, TELLING } from './subjects.ts'

/** Intent and drafts of a turn, and the plan to store after it. */
export interface TableTurn {
  readonly intent: string
  readonly drafts: (material: TurnMaterial, chance: Chance) => Iterable<Worded>
  /** Whether the turn is required, even if the same text was published before. */
  readonly isOwed?: boolean
  /** News that the turn tells. */
  readonly facts?: readonly string[]
  onPublished(tx: Tx, turnId: string, reason: string | null): Promise<void>
}

export interface Table {
  readonly encounterId: string
  /** Other residents who may speak. */
  readonly others: readonly string[]
  /** Everybody else at the table, visitors included. */
  readonly present: readonly string[]
  readonly turns: readonly { readonly id: string; readonly text: string }[]
  /** Plans of the conversation so far, oldest first. */
  readonly talk: readonly PlanRow[]
  /** Turns that remain, this one included. */
  readonly turnsLeft: number
}

/** Share of conversations between residents that are about an issue. */
const ARGUMENT_SHARE = 0.22

/** Maximum number of own turns on issues; after that a resident makes small talk. */
const OWN_TURNS_MAX = 6

/** Share of raised issues that are asked as a question. */
const QUESTION_SHARE = 0.3

/** A resident raises the same issue again only after this time. */
const ISSUE_PAUSE_MS = DAY_MS

/** Two residents argue about the same issue again only after this time, unless one of them has changed sides. */
const PAIR_PAUSE_MS = 30 * DAY_MS

/** Whether two residents have argued about an issue lately and both still stand where they stood. */
async function isWornOut(tx: Tx, mover: Mover, otherId: string, issue: string): Promise<boolean> {
  const { life, at } = mover.instant
  const worldId = life.world.id
  const ownId = mover.person.agent.id
  let hasArgued = false
  for (const [agentId, addresseeId] of [
    [ownId, otherId],
    [otherId, ownId],
  ] as const) {
    const earlier = await lastPlanTo(tx, { worldId, agentId, issue }, addresseeId)
    if (earlier === undefined || earlier.created_at <= at - PAIR_PAUSE_MS) continue
    const latest = await lastPlanOn(tx, { worldId, agentId, issue })
    if (earlier.side !== latest?.side) return false
    hasArgued = true
  }
  return hasArgued
}

/** Everybody at a table may join in. */
async function isWornOutWithAny(tx: Tx, mover: Mover, others: readonly string[], issue: string): Promise<boolean> {
  for (const otherId of others) if (await isWornOut(tx, mover, otherId, issue)) return true
  return false
}

async function pickTableIssue(
  tx: Tx,
  mover: Mover,
  others: readonly string[],
): Promise<{ issue: string; side: Side } | null> {
  const { life, at } = mover.instant
  const roll = mover.chance('brings up')
  const all = issuesOf(await materialFor(tx, mover))
  for (let tries = 0; tries < 4; tries++) {
    const { issue, side } = pick(all, ({ weight }) => weight, roll)
    const before = await lastPlanOn(tx, { worldId: life.world.id, agentId: mover.person.agent.id, issue })
    if (await isWornOutWithAny(tx, mover, others, issue)) continue
    if (before === undefined) return { issue, side }
    if (before.created_at < at - ISSUE_PAUSE_MS) return { issue, side: asSide(before.side) }
  }
  return null
}

interface PlannedMove {
  readonly issue: string
  readonly side: Side
  readonly move: SpeechAct
  readonly answers: PlanRow | null
}

/** Move in reply to the last plan. Trials and promises are not used in conversations. */
async function chooseReply(
  tx: Tx,
  mover: Mover,
  addressedPlan: PlanRow,
  talk: readonly PlanRow[],
): Promise<PlannedMove | null> {
  const { id } = mover.person.agent
  const side = await sideOn(tx, mover, addressedPlan.issue)
  const lastMove = { move: addressedPlan.move as SpeechAct, side: asSide(addressedPlan.side) }
  const own = talk.filter(({ agent_id }) => agent_id === id)
  const roll = mover.chance('rejoins')()
  const opens = addressedPlan.move === 'assert' || addressedPlan.move === 'ask'
  const stubborn = stubbornness(await materialFor(tx, mover))
  const affinity = mover.person.edges.get(addressedPlan.agent_id)?.affinity ?? 0
  // A resident who agrees gives reasons once.
  const agrees =
    addressedPlan.move === 'support' && lastMove.side === side && !own.some((row) => row.move === 'support')
  const found =
    opens || own.length === 0
      ? joiningMove(lastMove, side, roll)
      : agrees
        ? 'support'
        : replyMove(lastMove, { side, stubborn, rounds: own.length, affinity }, roll)
  const move = found === 'test' || found === 'promise' ? 'counter' : found
  return move === null ? null : { issue: addressedPlan.issue, side, move, answers: addressedPlan }
}

/** Move of a resident who leaves during an open argument: support, concede or agree to differ. */
async function choosePartingMove(tx: Tx, mover: Mover, addressedPlan: PlanRow): Promise<PlannedMove | null> {
  const side = await sideOn(tx, mover, addressedPlan.issue)
  if (asSide(addressedPlan.side) === side) {
    const isClaim = addressedPlan.move === 'assert'
    return isClaim ? { issue: addressedPlan.issue, side, move: 'support', answers: addressedPlan } : null
  }
  const stubborn = stubbornness(await materialFor(tx, mover))
  const move = mover.chance('parts')() < 0.5 - stubborn * 0.4 ? 'concede' : 'differ'
  return { issue: addressedPlan.issue, side, move, answers: addressedPlan }
}

async function chooseMove(tx: Tx, mover: Mover, { talk, turnsLeft, others }: Table): Promise<PlannedMove | null> {
  const addressedPlan = talk.findLast(({ agent_id }) => agent_id !== mover.person.agent.id)
  const last = talk.at(-1)
  const isOpen = last !== undefined && !isLastWord(last.move as SpeechAct)
  if (turnsLeft <= 1) return addressedPlan === undefined || !isOpen ? null : choosePartingMove(tx, mover, addressedPlan)
  if (addressedPlan !== undefined && isOpen) {
    const found = await chooseReply(tx, mover, addressedPlan, talk)
    if (found !== null) return found
  }
  // One issue per conversation.
  if (talk.length > 0 || turnsLeft < 3) return null
  const found = await pickTableIssue(tx, mover, others)
  const move = mover.chance('asks')() < QUESTION_SHARE ? 'ask' : 'assert'
  return found === null ? null : { ...found, move, answers: null }
}

/** The next turn on an issue; null if there is none. */
export async function prepareTableTurn(tx: Tx, mover: Mover, table: Table): Promise<TableTurn | null> {
  const { life, at } = mover.instant
  if (table.others.length === 0 || life.base.random('argued', table.encounterId)() >= ARGUMENT_SHARE) return null
  const talk = table.talk.filter(({ issue }) => isStandingQuestion(issue))
  // A conversation about lives stays with them.
  if (talk.length < table.talk.length) return null
  const agentId = mover.person.agent.id
  if (talk.filter(({ agent_id }) => agent_id === agentId).length >= OWN_TURNS_MAX) return null
  const meaning = await chooseMove(tx, mover, table)
  if (meaning === null) return null
  const { issue, side, move, answers } = meaning
  const otherId = answers?.agent_id ?? table.others[0]!
  const to = await displayNameOf(tx, mover.instant, otherId)
  // An offered compromise is accepted or ignored; it is not a reason to argue against.
  const isOffer = answers?.move === 'distinguish' && move !== 'settle'
  const their = answers === null || answers.reason === '' || isOffer ? null : answers.reason
  const argument: ArgueMaterial['argument'] = {
    issue,
    side,
    move,
    to,
    their,
    again: talk.some(({ agent_id }) => agent_id === agentId),
    won: false,
    used: [
      ...talk.map(({ reason }) => reason).filter((reason) => reason !== ''),
      ...table.turns.map(({ text }) => text),
    ],
  }
  return {
    intent: `${move} about ${issueSubject(issue) ?? issue}${their === null ? '' : `; the other said that ${their}`}`,
    drafts: (material, chance) => tableDrafts({ ...material, argument, longest: LONGEST.turn }, chance),
    async onPublished(then, turnId, reason) {
      await putPlan(then, {
        world_id: life.world.id,
        id: turnId,
        root_id: table.encounterId,
        agent_id: agentId,
        issue,
        move,
        side: answers === null ? side : sideAfter(move, side, asSide(answers.side)),
        reason: reason ?? '',
        addressee_id: otherId,
        answers_id: answers?.id ?? '',
        created_at: at,
      })
      // Differing in a conversation has no effect; conceding is remembered.
      if (move === 'concede' || move === 'settle') await recordAct(then, mover, { act: 'yield', otherId })
    },
  }
}

/** Labels of subjects that name another party, and the noun for them. */
const PARTY_LABELS: readonly (readonly [label: RegExp, noun: string, preposition: string])[] = [
  [/^the game against (.+)$/u, 'game', 'against'],
  [/^an appointment with (.+)$/u, 'appointment', 'with'],
  [/^meeting (.+)$/u, 'meeting', 'with'],
  [/^(?:waiting for|not meeting) (.+)$/u, 'missed meeting', 'with'],
  [/^a quarrel with (.+)$/u, 'quarrel', 'with'],
]

/** Display names of a participant and of those whom it talked with. */
export interface Company {
  readonly own: string
  readonly others: readonly string[]
}

/** The label of what somebody lived, as a participant remembers it. */
export function rememberedLabel(label: string, owner: string, { own, others }: Company): string {
  for (const [pattern, noun, preposition] of PARTY_LABELS) {
    const other = pattern.exec(label)?.[1]
    if (other === undefined) continue
    if (owner === own) return others.includes(other) ? `our ${noun}` : label
    if (other !== own) return `${owner}'s ${noun} ${preposition} ${other}`
    return others.includes(owner) ? `our ${noun}` : `my ${noun} ${preposition} ${owner}`
  }
  if (label === 'a plan' && owner !== own) return `${owner}'s plan`
  if (label === `news of ${own}`) return 'what people say of me'
  return label
}

/** Owners of the events that plans are about. */
export const ownersOfPlans = (plans: readonly PlanRow[]): Set<string> =>
  new Set(plans.filter(({ issue, side }) => issue.startsWith(LIVED_ISSUE) && side !== '').map(({ side }) => side))

/** Subject of a conversation for a participant's memory, from its first plan with one. */
export function subjectOfTalk(
  plans: readonly PlanRow[],
  company: Company,
  nameOf: (agentId: string) => string | undefined,
): string | null {
  for (const { issue, move, reason, side } of plans) {
    const subject = issueSubject(issue)
    if (subject !== undefined) return subject
    const [label = ''] = issue.startsWith(LIVED_ISSUE) && TELLING.has(move) ? reason.split(' | ') : []
    const owner = nameOf(side)
    if (label !== '' && owner !== undefined) return rememberedLabel(label, owner, company)
  }
  return null
}

/** Later appointments are not mentioned. */
const SOON_MS = 18 * HOUR_MS

/** Next destination of a resident: an open promise, otherwise work. */
export async function readNextDestination(tx: Tx, { instant, person, location }: Mover): Promise<Parting['next']> {
  const { life, map, at } = instant
  if (map === null) return null
  const agentId = person.agent.id
  const promised = await promisesOf(tx, { worldId: life.world.id, agentId }, at, at + SOON_MS)
  const [first] = promised
    .filter(({ status, place_id }) => status === 'open' && map.destination(place_id) !== undefined)
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  if (first !== undefined) {
    const otherId = first.maker_id === agentId ? first.other_id : first.maker_id
    const whom = await displayNameOf(tx, instant, otherId)
    return { place: map.destination(first.place_id)!, at: first.at, whom, now: at }
  }
  const job = isWorkingTime(person, at) ? workplaceOf(person, { map, things: await life.town.things(tx) }) : null
  return job === null || job.id === location ? null : { place: job, now: at }
}

/** Material for the last turn of a resident who leaves. */
export async function readPartingMaterial(tx: Tx, mover: Mover, plans: readonly PlanRow[]): Promise<Parting> {
  const argued = plans.findLast(({ issue }) => issueSubject(issue) !== undefined)
  const reasonPlan = plans.findLast(
    ({ agent_id, reason, issue }) =>
      agent_id !== mover.person.agent.id && reason !== '' && argued !== undefined && issue === argued.issue,
  )
  return {
    subject: argued === undefined ? null : issueSubject(argued.issue)!,
    isSettled: argued?.move === 'settle',
    reason:
      reasonPlan === undefined
        ? null
        : { clause: reasonPlan.reason, by: await displayNameOf(tx, mover.instant, reasonPlan.agent_id) },
    next: await readNextDestination(tx, mover),
  }
}
