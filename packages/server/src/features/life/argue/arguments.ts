// Arguments: posts with a claim, replies to them, and trials that settle them.
import {
  type ArgueMaterial,
  argueDrafts,
  isLastWord,
  issueIn,
  issueSubject,
  issuesOf,
  LONGEST,
  meetingDrafts,
  otherSide,
  type Side,
  type SpeechAct,
  stubbornness,
  taskDone,
  verdictDrafts,
} from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import type { Destination as Place } from '../../../stores/city/map/city-map.ts'
import { addHonour, honourOf } from '../../../stores/minds/reputations.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { pick } from '../decide/decide.ts'
import { applyExperience, recordAct } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { hoursUp, nextMorning } from '../mind/habits.ts'
import { remember } from '../mind/people.ts'
import { applyDealing } from '../mind/relationships.ts'
import { makePromise, placeToMeet } from '../promise/promises.ts'
import { holdGrudge } from '../promise/store.ts'
import { materialFor } from '../speak/material.ts'
import { phrase, phraseDraft } from '../speak/phrase.ts'
import { lastPlanOn, type PlanRow, planOf, plansUnder, putPlan } from '../speak/plans.ts'
import { measureIssue, placeOfIssue, reportDrafts } from '../walk/obstacles.ts'

// ── Rules for the next move ──

/** The last move in an argument and its side. */
export interface ArgumentMove {
  readonly move: SpeechAct
  readonly side: Side
}

export interface ArgumentStanding {
  readonly side: Side
  /** 0 to 1: resistance to conceding. */
  readonly stubborn: number
  /** Number of own texts in this argument. */
  readonly rounds: number
  /** -1 to 1: affinity towards the speaker. */
  readonly affinity: number
}

/** Probability of another reply, by the number of own replies so far. */
export const REPLY_PROBABILITIES = [0.85, 0.7, 0.5, 0.3] as const
/** Maximum number of texts in an argument. */
export const ARGUMENT_TEXTS_MAX = 14

/** Move of a resident who joins in under a post. */
export function joiningMove({ move, side }: ArgumentMove, own: Side, roll: number): SpeechAct {
  if (move === 'ask') return side === own ? 'support' : 'answer'
  if (side === own) return roll < 0.88 ? 'support' : 'distinguish'
  return roll < 0.62 ? 'counter' : roll < 0.8 ? 'doubt' : roll < 0.9 ? 'test' : 'distinguish'
}

/**
 * The reply to a move; null for none. With more rounds, conceding, agreeing to differ and proposing a trial become more
 * likely. Stubborn residents differ rather than concede.
 */
export function replyMove(lastMove: ArgumentMove, own: ArgumentStanding, roll: number): SpeechAct | null {
  switch (lastMove.move) {
    case 'support':
      return null
    // A resident who has changed sides meanwhile does not answer the doubt.
    case 'doubt':
      return lastMove.side === own.side ? null : roll < 0.75 ? 'answer' : 'test'
    case 'distinguish':
      return lastMove.side === own.side || roll < 0.75 - own.stubborn * 0.4 ? 'settle' : 'counter'
    case 'test':
      return lastMove.side === own.side ? null : 'promise'
    case 'report':
      return lastMove.side === own.side ? null : roll < 0.85 - own.stubborn * 0.5 ? 'concede' : 'differ'
    case 'counter':
    case 'answer':
    case 'assert': {
      if (lastMove.side === own.side) return null
      const yields = (0.08 + own.rounds * 0.12) * (1.3 - own.stubborn) + Math.max(0, own.affinity) * 0.1
      if (roll < yields) return 'concede'
      const rest = (roll - yields) / (1 - yields)
      if (rest < 0.1 + own.rounds * 0.14) return 'differ'
      if (rest < 0.28 + own.rounds * 0.16) return own.rounds === 0 ? 'counter' : rest < 0.4 ? 'test' : 'distinguish'
      return 'counter'
    }
    default:
      return null
  }
}

/** Side of a resident after its own move. */
export const sideAfter = (move: SpeechAct, own: Side, other: Side): Side => (move === 'concede' ? other : own)

// ── The life of an argument ──

/** Kinds of due rows: the answer to a text in an argument, and an agreed trial. */
export const RETORT = 'retort'
export const TRIAL = 'trial'

export const asSide = (side: string): Side => (side === 'for' ? 'for' : 'against')

/** A resident raises the same issue again only after this time. */
const ISSUE_PAUSE_MS = 3 * DAY_MS

/** The issue a resident raises now, and its side; null if there is none. */
async function pickIssue(tx: Tx, mover: Mover, topicStems: string): Promise<{ issue: string; side: Side } | null> {
  const { life, at } = mover.instant
  const roll = mover.chance('issue')
  const all = issuesOf(await materialFor(tx, mover)).map((one) => ({
    ...one,
    weight: one.weight * (topicStems !== '' && topicStems.includes(one.issue) ? 2 : 1),
  }))
  for (let tries = 0; tries < 5; tries++) {
    const found = pick(all, ({ weight }) => weight, roll)
    const before = await lastPlanOn(tx, {
      worldId: life.world.id,
      agentId: mover.person.agent.id,
      issue: found.issue,
    })
    if (before === undefined) return found
    if (before.created_at < at - ISSUE_PAUSE_MS) return { issue: found.issue, side: asSide(before.side) }
  }
  return null
}

/** Side of a resident on an issue: from its latest text on it, otherwise by character. */
export async function sideOn(tx: Tx, mover: Mover, issue: string): Promise<Side> {
  const { life } = mover.instant
  const before = await lastPlanOn(tx, { worldId: life.world.id, agentId: mover.person.agent.id, issue })
  if (before !== undefined) return asSide(before.side)
  return issuesOf(await materialFor(tx, mover)).find((one) => one.issue === issue)?.side ?? 'for'
}

interface ArgumentText {
  readonly kind: 'post' | 'reply'
  readonly issue: string
  readonly side: Side
  readonly move: SpeechAct
  readonly to: { readonly id: string; readonly name: string; readonly text: string } | null
  readonly their: string | null
  readonly thread: readonly PlanRow[]
  readonly won?: boolean
  /** Place of the meeting, for a promise. */
  readonly place?: Place | null
  readonly found?: string
}

/** Finds the text for a plan. */
async function findArgumentText(tx: Tx, mover: Mover, argumentText: ArgumentText) {
  const { kind, issue, side, move, to, their, thread, won = false, place = null, found } = argumentText
  const own = thread.filter(({ agent_id }) => agent_id === mover.person.agent.id)
  const argument: ArgueMaterial['argument'] = {
    issue,
    side,
    move,
    to: to?.name ?? null,
    their,
    again: own.length > 0,
    won,
    used: [...thread.map(({ reason }) => reason), to?.text ?? ''].filter((text) => text !== ''),
  }
  const intent = `${move} about ${issueSubject(issue) ?? issue}${their === null ? '' : `; the other said that ${their}`}${found === undefined ? '' : `; it was found that ${found}`}`
  const addresseeMaterial = to === null ? { topic: null } : { to: { name: to.name, text: to.text }, earlier: [] }
  return phraseDraft(tx, mover, kind, {
    cue: to?.text ?? '',
    whom: to?.id,
    threadOf: thread[0]?.root_id,
    material: { ...addresseeMaterial, intent } as never,
    drafts: (material, chance) => {
      if (found !== undefined) return reportDrafts(material, { won, found, to: to?.name ?? null }, chance)
      const drafts = argueDrafts({ ...material, argument, longest: LONGEST[kind] }, chance)
      if (place === null || to === null) return drafts
      const at = mover.instant.at
      const meetingMaterial = {
        to: to.name,
        meeting: { place, at: fourTomorrow(at), now: at },
        word: 'where',
        longest: 120,
      } as const
      return withPlace(drafts, meetingDrafts(material, meetingMaterial, chance))
    },
  })
}

/** Drafts with the place of the meeting appended. */
function* withPlace<D extends { readonly text: string }>(drafts: Iterable<D>, places: Iterable<string>): Iterable<D> {
  const where = places[Symbol.iterator]()
  for (const draft of drafts) {
    const there = where.next()
    if (!there.done) yield { ...draft, text: `${draft.text} ${there.value}` }
  }
}

const planRow = (mover: Mover, row: Omit<PlanRow, 'world_id' | 'agent_id' | 'created_at'>): PlanRow => ({
  world_id: mover.instant.life.world.id,
  agent_id: mover.person.agent.id,
  created_at: mover.instant.at,
  ...row,
})

/** Share of raised issues that are asked as a question. */
const QUESTION_SHARE = 0.2

/** Posts a disputable claim; null if there is no issue or text. */
export async function postClaim(
  tx: Tx,
  mover: Mover,
  topic: { id: string; name: string } | null,
): Promise<ActionOutcome | null> {
  const { life, at } = mover.instant
  const found = await pickIssue(tx, mover, topic?.name.toLowerCase() ?? '')
  if (found === null) return null
  const move = mover.chance('asks')() < QUESTION_SHARE ? 'ask' : 'assert'
  const draft = await findArgumentText(tx, mover, { kind: 'post', ...found, move, to: null, their: null, thread: [] })
  if (draft === null) return null
  const done = await ACTIONS.post.perform(
    tx,
    actorOf(mover),
    { text: draft.text },
    actContextOf(mover, topic?.id ?? ''),
  )
  if (done.status !== 'created') return done
  const id = done.docId!
  const row = { id, root_id: id, issue: found.issue, move, side: found.side, reason: draft.reason ?? '' }
  await putPlan(tx, planRow(mover, { ...row, addressee_id: '', answers_id: '' }))
  await life.scene.refresh(tx, at)
  return done
}

/** Effect of a move on the relationship of both. */
const ACT_BY_MOVE: Partial<Record<SpeechAct, 'contradict' | 'answer' | 'yield' | 'differ' | 'back'>> = {
  counter: 'contradict',
  doubt: 'contradict',
  support: 'back',
  concede: 'yield',
  settle: 'yield',
  differ: 'differ',
}

const EPISODE_BY_MOVE: Partial<Record<SpeechAct, (name: string, about: string) => string>> = {
  counter: (name, about) => `Argued with ${name} over ${about}`,
  concede: (name, about) => `Was talked round by ${name} on ${about}`,
  differ: (name, about) => `Agreed to differ with ${name} on ${about}`,
  settle: (name, about) => `Settled ${about} with ${name}`,
  promise: (name, about) => `Promised ${name} to come and look, on account of ${about}`,
}

interface ArgumentReply {
  readonly rootId: string
  readonly answers: PlanRow
  readonly move: SpeechAct
  readonly side: Side
  readonly thread: readonly PlanRow[]
  readonly text: string
  readonly won?: boolean
  /** Result of a trial. */
  readonly found?: string
}

/** Writes a reply in an argument, stores its plan and effects, and schedules the answer. */
async function replyInArgument(tx: Tx, mover: Mover, reply: ArgumentReply): Promise<ActionOutcome | null> {
  const { rootId, answers, move, side, thread, text: addressedText, won, found } = reply
  const { life, at } = mover.instant
  const name = await displayNameOf(tx, mover.instant, answers.agent_id)
  const place = move === 'promise' ? ((await placeOfIssue(tx, mover, answers.issue)) ?? placeToMeet(mover)) : null
  const to = { id: answers.agent_id, name, text: addressedText }
  // An offered compromise is accepted or ignored; it is not a reason to argue against.
  const isOffer = answers.move === 'distinguish' && move !== 'settle'
  const their = answers.reason === '' || isOffer ? null : answers.reason
  const draft = await findArgumentText(tx, mover, {
    kind: 'reply',
    issue: answers.issue,
    side,
    move,
    to,
    their,
    thread,
    place,
    ...(won === undefined ? {} : { won }),
    ...(found === undefined ? {} : { found }),
  })
  if (draft === null) return null
  const done = await ACTIONS.reply.perform(
    tx,
    actorOf(mover),
    { postId: rootId, text: draft.text },
    answers.id === rootId ? actContextOf(mover) : { ...actContextOf(mover), parentReplyId: answers.id },
  )
  if (done.status !== 'created') return done
  const id = done.docId!
  const stands = move === 'report' && won === false ? otherSide(side) : sideAfter(move, side, asSide(answers.side))
  await putPlan(
    tx,
    planRow(mover, {
      id,
      root_id: rootId,
      issue: answers.issue,
      move,
      side: stands,
      reason: draft.reason ?? '',
      addressee_id: answers.agent_id,
      answers_id: answers.id,
    }),
  )
  const episodeText = EPISODE_BY_MOVE[move]?.(name, issueSubject(answers.issue) ?? 'something')
  const episode = episodeText === undefined ? undefined : { text: episodeText, importance: 0.35 }
  await recordAct(tx, mover, { act: ACT_BY_MOVE[move] ?? 'answer', otherId: answers.agent_id, episode })
  if (move === 'differ') await bearGrudgeByChance(tx, mover, answers)
  const wait = 3 + Math.floor(mover.chance('wait')() * 45)
  if (!isLastWord(move))
    await putDue(tx, { worldId: life.world.id, kind: RETORT, subjectId: id }, at + wait * MINUTE_MS)
  if (move === 'promise') await scheduleTrial(tx, mover, answers, place)
  return done
}

/** Affinity below which an unresolved quarrel may leave a grudge, and its probability. */
const GRUDGE_AFFINITY = -0.2
const GRUDGE_PROBABILITY = 0.25

async function bearGrudgeByChance(tx: Tx, mover: Mover, { agent_id: otherId, issue, id }: PlanRow): Promise<void> {
  const { person, instant } = mover
  const affinity = person.edges.get(otherId)?.affinity ?? 0
  if (affinity > GRUDGE_AFFINITY || mover.chance('falls out')() >= GRUDGE_PROBABILITY) return
  await holdGrudge(tx, instant, {
    person,
    otherId,
    reason: `the quarrel over ${issueSubject(issue) ?? 'nothing much'}`,
    seed: id,
  })
}

/** Schedules the trial: at a place as a promise, or without a city directly. */
async function scheduleTrial(tx: Tx, mover: Mover, proposed: PlanRow, place: Place | null): Promise<void> {
  const { life, at } = mover.instant
  if (place === null)
    await putDue(tx, { worldId: life.world.id, kind: TRIAL, subjectId: proposed.id }, fourTomorrow(at))
  else
    await makePromise(tx, mover, {
      placeId: place.id,
      at: fourTomorrow(at),
      makerId: proposed.agent_id,
      otherId: mover.person.agent.id,
      kind: 'trial',
      rootId: proposed.id,
    })
}

const FOUR = 16
const fourTomorrow = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS + FOUR * HOUR_MS

const OWN_CASE = /\b(?:I|my|me|mine)\b/u

/** Replies to a post with a claim. */
export async function joinArgument(
  tx: Tx,
  mover: Mover,
  { post, text }: { post: PlanRow; text: string },
): Promise<ActionOutcome | null> {
  const thread = await plansUnder(tx, post.world_id, post.id)
  if (thread.length >= ARGUMENT_TEXTS_MAX) return null
  const side = await sideOn(tx, mover, post.issue)
  const joins = joiningMove({ move: post.move as SpeechAct, side: asSide(post.side) }, side, mover.chance('joins')())
  // Personal experience is not doubted; it is countered.
  const move = joins === 'doubt' && OWN_CASE.test(post.reason) ? 'counter' : joins
  return replyInArgument(tx, mover, { rootId: post.id, answers: post, move, side, thread, text })
}

/** Handles the answer to a text in an argument: the addressee may reply. */
export async function answerArgument(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const addressedPlan = await planOf(tx, life.world.id, due.subject_id)
  if (addressedPlan === undefined || addressedPlan.addressee_id === '') return 0
  const mover = await moverOf(tx, instant, {
    agentId: addressedPlan.addressee_id,
    seedOf: () => `retort ${addressedPlan.id}`,
  })
  if (mover === null) return 0
  if (hoursUp(mover.person.habits, at) === null) {
    const later = nextMorning(mover.person.habits, at)
    await putDue(tx, { worldId: life.world.id, kind: RETORT, subjectId: addressedPlan.id }, later)
    return 0
  }
  const thread = await plansUnder(tx, life.world.id, addressedPlan.root_id)
  const rounds = thread.filter(
    ({ agent_id, id }) => agent_id === addressedPlan.addressee_id && id !== addressedPlan.root_id,
  ).length
  if (thread.length >= ARGUMENT_TEXTS_MAX || mover.chance('willing')() >= (REPLY_PROBABILITIES[rounds] ?? 0)) return 0
  const side = await sideOn(tx, mover, addressedPlan.issue)
  const standing = {
    side,
    stubborn: stubbornness(await materialFor(tx, mover)),
    rounds,
    affinity: mover.person.edges.get(addressedPlan.agent_id)?.affinity ?? 0,
  }
  const lastMove = { move: addressedPlan.move as SpeechAct, side: asSide(addressedPlan.side) }
  const move = replyMove(lastMove, standing, mover.chance('rejoins')())
  if (move === null) return 0
  const done = await replyInArgument(tx, mover, {
    rootId: addressedPlan.root_id,
    answers: addressedPlan,
    move,
    side,
    thread,
    text: addressedPlan.reason,
  })
  return done?.status === 'created' ? 1 : 0
}

/** Handles a due trial: the resident who proposed it reports the result. */
export async function reportTrial(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life } = instant
  const proposed = await planOf(tx, life.world.id, due.subject_id)
  if (proposed === undefined) return 0
  const mover = await moverOf(tx, instant, { agentId: proposed.agent_id, seedOf: () => `trial ${proposed.id}` })
  const thread = await plansUnder(tx, life.world.id, proposed.root_id)
  const promised = thread.find(({ answers_id, move }) => answers_id === proposed.id && move === 'promise')
  if (mover === null || promised === undefined || thread.length >= ARGUMENT_TEXTS_MAX) return 0
  const side = asSide(proposed.side)
  const measured = await measureIssue(tx, instant, proposed.issue)
  const won = measured === null ? mover.chance('won')() < 0.5 : measured.side === side
  const answers = { ...promised, reason: '' }
  const done = await replyInArgument(tx, mover, {
    rootId: proposed.root_id,
    answers,
    move: 'report',
    side,
    thread,
    text: promised.reason,
    won,
    ...(measured === null ? {} : { found: measured.found }),
  })
  return done?.status === 'created' ? 1 : 0
}

interface TargetPost {
  readonly id: string
  readonly agentId: string
  readonly text: string
}

/** Replies to a post without a claim with a claim of its own; null if the post touches no issue. */
export async function replyWithClaim(tx: Tx, mover: Mover, target: TargetPost): Promise<ActionOutcome | null> {
  const issue = issueIn(target.text)
  if (issue === null) return null
  const { life, at } = mover.instant
  if ((await plansUnder(tx, life.world.id, target.id)).length >= ARGUMENT_TEXTS_MAX) return null
  const name = await displayNameOf(tx, mover.instant, target.agentId)
  const side = await sideOn(tx, mover, issue)
  const argument: ArgueMaterial['argument'] = {
    issue,
    side,
    move: 'assert',
    to: name,
    their: null,
    again: false,
    won: false,
    used: [target.text],
    takesUp: true,
  }
  const draft = await phraseDraft(tx, mover, 'reply', {
    cue: target.text,
    material: { to: { name, text: target.text }, earlier: [], intent: `assert about ${issueSubject(issue) ?? issue}` },
    drafts: (material, chance) => argueDrafts({ ...material, argument, longest: LONGEST.reply }, chance),
  })
  if (draft === null) return null
  const done = await ACTIONS.reply.perform(
    tx,
    actorOf(mover),
    { postId: target.id, text: draft.text },
    actContextOf(mover),
  )
  if (done.status !== 'created') return done
  const id = done.docId!
  await putPlan(tx, {
    world_id: life.world.id,
    id,
    root_id: target.id,
    agent_id: mover.person.agent.id,
    issue,
    move: 'assert',
    side,
    reason: draft.reason ?? '',
    addressee_id: target.agentId,
    answers_id: '',
    created_at: at,
  })
  await recordAct(tx, mover, { act: 'answer', otherId: target.agentId })
  const wait = 3 + Math.floor(mover.chance('wait')() * 45)
  await putDue(tx, { worldId: life.world.id, kind: RETORT, subjectId: id }, at + wait * MINUTE_MS)
  return done
}

interface EntryRow {
  agent_id: string
  text: string
  title: string
  description: string
}
const entriesByScore = prepare<{ world: string; challenge: string }, EntryRow>((sql, param) =>
  sql
    .selectFrom('contributions as c')
    .innerJoin('challenges as h', (j) => j.onRef('h.world_id', '=', 'c.world_id').onRef('h.id', '=', 'c.challenge_id'))
    .select(['c.agent_id', 'c.text', 'h.title', 'h.description'])
    .where('c.world_id', '=', param('world'))
    .where('c.challenge_id', '=', param('challenge'))
    .where('c.score', 'is not', null)
    .orderBy('c.score', 'desc')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(literal(8)),
)

/** Reason why an entry won, compared with the other entries. */
function reasonFor(best: EntryRow, others: readonly string[]): string {
  const task = taskDone(best, best.text)
  if (task?.done === true && others.some((text) => taskDone(best, text)?.done === false)) return task.praise
  return task?.done === true && others.length % 2 === 0 ? task.praise : formReason(best.text, others)
}

/** Reason from the form of the text: length, numbers, a question. */
function formReason(best: string, others: readonly string[]): string {
  const words = (text: string) => text.split(/\s+/u).length
  const mean = others.length === 0 ? words(best) : others.reduce((sum, text) => sum + words(text), 0) / others.length
  if (words(best) < mean * 0.8) return 'for saying it in the fewest words'
  if (words(best) > mean * 1.25) return 'for the pains that went into it'
  if (/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/u.test(best)) return 'for having counted before writing'
  if (best.includes('?')) return 'for the question in it'
  return 'for being about the thing itself'
}

/** Runners-up who may feel envy; it is likelier the less they like the winner. */
const ENVIOUS_MAX = 3

async function envy(
  tx: Tx,
  { instant, ambient, chance }: Mover,
  agentId: string,
  { id, winner }: { id: string; winner: string },
): Promise<void> {
  const { life, at } = instant
  const person = await life.people.of(tx, agentId, at)
  if (person?.agent.kind !== 'resident' || agentId === id) return
  const affinity = person.edges.get(id)?.affinity ?? 0
  if (chance(`envies ${agentId}`)() < affinity + 0.3) return
  await applyDealing(tx, { ambient, world: life.world, person, otherId: id, dealing: 'envied' }, at)
  await applyExperience(tx, life, agentId, { happening: 'was_outdone', name: winner })
  const episode = { text: `Came in behind ${winner}, and minded it`, importance: 0.4 }
  await remember(tx, { ambient, world: life.world, agentId, episode }, at)
}

/** Announces the winner of a challenge: the runner-up posts it, and the winner remembers it. */
export async function announceWinner(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const { world } = life
  const entries = await tx.all(entriesByScore, { world: world.id, challenge: due.subject_id })
  const [best, second] = entries
  if (best === undefined) return 0
  const by = second?.agent_id ?? best.agent_id
  const mover = await moverOf(tx, instant, { agentId: by, seedOf: () => `verdict ${due.subject_id}` })
  if (mover === null) return 0
  const winner = await displayNameOf(tx, instant, best.agent_id)
  const others = entries.slice(1).map(({ text }) => text)
  const verdict = { title: best.title, winner, reason: reasonFor(best, others), entries: entries.length }
  const intent = `${winner} has won the challenge ${best.title}, ${verdict.reason}`
  const text = await phrase(tx, mover, 'post', {
    cue: '',
    material: { topic: null, intent },
    drafts: (material, chance) => verdictDrafts(material, verdict, chance),
  })
  if (text === null) return 0
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  await life.scene.refresh(tx, at)
  if (by !== best.agent_id) await recordAct(tx, mover, { act: 'yield', otherId: best.agent_id })
  const episode = { text: `Won “${best.title}”, ${verdict.reason}`, importance: 0.7 }
  await remember(tx, { ambient: mover.ambient, world, agentId: best.agent_id, episode }, at)
  await applyExperience(tx, life, best.agent_id, { happening: 'was_honoured', name: `“${best.title}”` })
  await addHonour(tx, world, { agentId: best.agent_id, honour: honourOf(best.title) }, at)
  for (const { agent_id } of entries.slice(1, 1 + ENVIOUS_MAX))
    await envy(tx, mover, agent_id, { id: best.agent_id, winner })
  return 1
}
