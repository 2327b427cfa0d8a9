// Due promises: setting out, checking who came, consequences, apologies.
import { LONGEST, stubbornness } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue } from '../../../platform/jobs/due.ts'
import { readVisitor } from '../../../platform/worlds/roster.ts'
import { isUnderway, placeIdAt, readBody } from '../../../stores/city/bodies.ts'
import { extendStays } from '../../../stores/city/gathering.ts'
import { ACTIONS } from '../../actions/catalog.ts'
import { TRIAL } from '../argue/arguments.ts'
import { applyExperience, mayWrite, recordSharedExperience } from '../engine/consequences.ts'
import { actContextOf, actorOf, displayNameOf, type Mover, moverOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { startConversation } from '../meet/gatherings.ts'
import { recordConduct } from '../mind/conduct.ts'
import { hoursUp, nextMorning, toTick } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import { applyDealing, forgive } from '../mind/relationships.ts'
import { playMatchGame, recordMissedGame } from '../play/matches.ts'
import { materialFor } from '../speak/material.ts'
import { phrase } from '../speak/phrase.ts'
import type { PlanRow } from '../speak/plans.ts'
import { obstacleTo } from '../walk/obstacles.ts'
import { startWalk } from '../walk/walking.ts'
import { MEETING, type MeetingText, prepareMeetingText, SETTING_OUT } from './promises.ts'
import {
  AMENDS,
  acceptsApology,
  apologises,
  forgetsPromise,
  holdGrudge,
  type PromiseRow,
  promiseOf,
  settlePromise,
} from './store.ts'

/** Kind of the due row: talking about the outcome of a promise. */
export const SPOKEN_OF = 'spoken-of'

/** Waiting time at the place. */
const WAITS_MS = 40 * MINUTE_MS
/** Promises that fall due while the world is paused expire without penalty after this time. */
const EXPIRY_MS = 2 * HOUR_MS
const RETRY_MS = 8 * MINUTE_MS

/** Handles the departure for a promise. A resident may forget it; a busy one retries until the appointment. */
export async function setOutForPromise(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const row = await promiseOf(tx, life.world.id, due.subject_id)
  if (row?.status !== 'open' || at > row.at + MINUTE_MS) return 0
  let acts = 0
  let isLate = false
  for (const [agentId, otherId] of sidesOf(row)) {
    const mover = await moverOf(tx, instant, { agentId, seedOf: () => `sets out ${row.id} ${agentId}` })
    if (mover === null || mover.person.agent.kind !== 'resident') continue
    const { person, feelings, body, location, chance } = mover
    const affinity = person.edges.get(otherId)?.affinity ?? 0
    const bearsGrudge = person.grudges.has(otherId)
    if (forgetsPromise({ affinity, fatigue: feelings.fatigue, bearsGrudge }, chance('forgets')())) continue
    if (hoursUp(person.habits, at) === null || (body !== undefined && isUnderway(body, at))) {
      isLate ||= body?.destination_id !== row.place_id
      continue
    }
    if (location !== row.place_id) {
      if (await cancelPromise(tx, mover, row, otherId)) return acts + 1
      const done = await startWalk(tx, mover, { destinationId: row.place_id })
      if (done.status !== 'created') {
        isLate = true
        continue
      }
      acts += 1
    }
    await extendStays(tx, life.world.id, [agentId], toTick(row.at + WAITS_MS))
  }
  if (isLate && at + RETRY_MS < row.at)
    await putDue(tx, { worldId: life.world.id, kind: SETTING_OUT, subjectId: row.id }, at + RETRY_MS)
  return acts
}

/** Cancels a promise in advance if the place is closed or cannot be reached. */
async function cancelPromise(tx: Tx, mover: Mover, row: PromiseRow, otherId: string): Promise<boolean> {
  const { map } = mover.instant
  const place = map?.destination(row.place_id)
  const obstacle = place === undefined ? null : await obstacleTo(tx, mover, place)
  if (obstacle?.is !== 'shut') return false
  const appointment = { placeId: row.place_id, at: row.at }
  const matter = obstacle.clause
  const request = { word: 'prevented', otherId, appointment, matter, longest: LONGEST.message, rootId: row.id } as const
  const turn = await prepareMeetingText(tx, mover, request, (writer) => expirePromise(writer, mover.instant, row))
  return turn !== null && (await sendMessage(tx, mover, turn, otherId)) === 1
}

const sidesOf = ({ maker_id, other_id }: PromiseRow): readonly (readonly [string, string])[] => [
  [maker_id, other_id],
  [other_id, maker_id],
]

/** Whether an agent is at the agreed place. A visitor that was sent home is not. */
async function isAtPlace(tx: Tx, { life, at }: Instant, agentId: string, placeId: string): Promise<boolean> {
  if (placeIdAt(await readBody(tx, life.world.id, agentId), at) !== placeId) return false
  const person = await life.people.of(tx, agentId, at)
  if (person?.agent.kind !== 'visitor') return person?.agent.enabled === 1
  return (await readVisitor(tx, life.world.id, agentId))?.present === 1
}

interface PromiseSide {
  readonly person: Person
  readonly otherId: string
  readonly name: string
  readonly label: string
}

/** Both came: trust grows, both remember it, and the trial, game or conversation begins. */
async function keep(tx: Tx, instant: Instant, row: PromiseRow, label: string): Promise<void> {
  const { life, at } = instant
  await settlePromise(tx, { ...row, status: 'kept' })
  const ambient = ambientOfTick(life.base, at, `${life.world.id} ${row.id} kept`)
  for (const [agentId, otherId] of sidesOf(row)) {
    const person = await life.people.of(tx, agentId, at)
    if (person?.agent.kind !== 'resident') continue
    const name = await displayNameOf(tx, instant, otherId)
    await recordSharedExperience(tx, instant, {
      person,
      ambient,
      otherIds: [otherId],
      dealing: 'kept_word',
      happened: { happening: 'was_met', name },
      episode: { text: `Met ${name} at ${label}, as we had promised each other`, importance: 0.5 },
    })
  }
  if (row.kind === 'trial')
    await putDue(tx, { worldId: life.world.id, kind: TRIAL, subjectId: row.root_id }, at + MINUTE_MS)
  else if (row.kind === 'game') await playMatchGame(tx, instant, row)
  else await startMeeting(tx, instant, row)
}

/** Starts a conversation, if both are free. */
async function startMeeting(tx: Tx, instant: Instant, row: PromiseRow): Promise<void> {
  for (const [agentId, otherId] of sidesOf(row)) {
    const mover = await moverOf(tx, instant, { agentId, seedOf: () => `meets ${row.id} ${agentId}` })
    if (mover === null || mover.person.agent.kind !== 'resident') continue
    await startConversation(tx, mover, { agentIds: [otherId], promised: true })
    return
  }
}

/** Probability of a grudge after a broken promise; affinity lowers it. */
const GRUDGE_PROBABILITY = 0.6

/** One came and the other did not. */
async function breakPromise(
  tx: Tx,
  instant: Instant,
  row: PromiseRow,
  { person, otherId, name, label }: PromiseSide,
): Promise<void> {
  const { life, at } = instant
  const ambient = ambientOfTick(life.base, at, `${life.world.id} ${row.id} broken`)
  await recordSharedExperience(tx, instant, {
    person,
    ambient,
    otherIds: [otherId],
    dealing: 'was_let_down',
    happened: { happening: 'was_let_down', name },
    episode: { text: `Waited for ${name} at ${label}, who had promised to come and did not`, importance: 0.6 },
  })
  const source = { kind: 'promise', id: row.id }
  await recordConduct(tx, instant, {
    deed: 'broken_promise',
    doerId: otherId,
    victim: person,
    source,
    isApplied: true,
    place: label.replace(/^The (?=\p{Lu})/u, 'the ').replace(/,.*$/u, ''),
  })
  const absent = await life.people.of(tx, otherId, at)
  if (absent?.agent.kind !== 'resident') return
  await recordSharedExperience(tx, instant, {
    person: absent,
    ambient,
    otherIds: [person.agent.id],
    dealing: 'let_down',
    happened: { happening: 'was_ashamed', name: person.agent.display_name },
    episode: { text: `Let ${person.agent.display_name} wait at ${label}, and had promised to come`, importance: 0.45 },
  })
  const bears = life.base.random('bears it', row.id)()
  const affinity = person.edges.get(otherId)?.affinity ?? 0
  if (bears < GRUDGE_PROBABILITY - affinity)
    await holdGrudge(tx, instant, { person, otherId, reason: `not coming to ${label}`, seed: row.id })
}

/** Neither came, or the promise could not be kept: it expires without penalty. */
async function expirePromise(tx: Tx, instant: Instant, row: PromiseRow): Promise<number> {
  await settlePromise(tx, { ...row, status: 'lapsed' })
  if (row.kind === 'game') await recordMissedGame(tx, instant, row, null)
  return 0
}

/** Handles the time of a promise: checks who came. */
export async function checkAttendance(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const row = await promiseOf(tx, life.world.id, due.subject_id)
  if (row?.status !== 'open') return 0
  const label = map?.destination(row.place_id)?.label
  if (label === undefined || at > row.at + EXPIRY_MS) return expirePromise(tx, instant, row)
  const came: boolean[] = []
  for (const [agentId] of sidesOf(row)) came.push(await isAtPlace(tx, instant, agentId, row.place_id))
  if (came[0] && came[1]) await keep(tx, instant, row, label)
  else if (!came[0] && !came[1]) return expirePromise(tx, instant, row)
  else {
    // Wait for a late party.
    if (at < row.at + WAITS_MS / 2) {
      await putDue(tx, { worldId: life.world.id, kind: MEETING, subjectId: row.id }, toTick(at + RETRY_MS))
      return 0
    }
    const [waiterId, absentId] = sidesOf(row)[came[0] ? 0 : 1]!
    await settlePromise(tx, { ...row, status: came[0] ? 'broken_by_other' : 'broken_by_maker' })
    const person = await life.people.of(tx, waiterId, at)
    const name = await displayNameOf(tx, instant, absentId)
    if (person?.agent.kind !== 'resident') return 0
    await breakPromise(tx, instant, row, { person, otherId: absentId, name, label })
    if (row.kind === 'game') await recordMissedGame(tx, instant, row, absentId)
  }
  const later = at + (30 + life.base.random('spoken of', row.id)() * 60) * MINUTE_MS
  await putDue(tx, { worldId: life.world.id, kind: SPOKEN_OF, subjectId: row.id }, toTick(later))
  return 0
}

/** Share of kept promises that are posted. */
const POSTED_SHARE = 0.3

/** Handles the aftermath of a promise: a reproach if it was broken, sometimes a post if it was kept. */
export async function talkAboutPromise(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const row = await promiseOf(tx, life.world.id, due.subject_id)
  if (row === undefined) return 0
  const isKept = row.status === 'kept'
  const sides = sidesOf(row)
  const [agentId, otherId] = row.status === 'broken_by_maker' ? sides[1]! : sides[0]!
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `speaks of ${row.id}` })
  if (mover === null || mover.person.agent.kind !== 'resident') return 0
  if (hoursUp(mover.person.habits, at) === null) {
    await putDue(
      tx,
      { worldId: life.world.id, kind: SPOKEN_OF, subjectId: row.id },
      nextMorning(mover.person.habits, at),
    )
    return 0
  }
  // Games and trials have posts of their own.
  if (isKept && (row.kind !== 'meeting' || mover.chance('tells')() >= POSTED_SHARE)) return 0
  const appointment = { placeId: row.place_id, at: row.at }
  const kind = isKept ? 'post' : 'message'
  const word = isKept ? 'kept' : 'reproach'
  const turn = await prepareMeetingText(tx, mover, {
    word,
    otherId,
    appointment,
    longest: LONGEST[kind],
    rootId: row.id,
  })
  if (turn === null) return 0
  return isKept ? postText(tx, mover, turn) : sendMessage(tx, mover, turn, otherId)
}

async function postText(tx: Tx, mover: Mover, { intent, drafts, onPublished }: MeetingText): Promise<number> {
  const text = await phrase(tx, mover, 'post', { cue: '', material: { topic: null, intent }, drafts })
  if (text === null) return 0
  const done = await ACTIONS.post.perform(tx, actorOf(mover), { text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  await onPublished(tx, done.docId!)
  await mover.instant.life.scene.refresh(tx, mover.instant.at)
  return 1
}

/** Sends a direct message; to a visitor only within the visitor limits (1.24). */
async function sendMessage(tx: Tx, mover: Mover, turn: MeetingText, otherId: string): Promise<number> {
  const { instant, person } = mover
  const other = await instant.life.people.of(tx, otherId, instant.at)
  if (other === null) return 0
  const to = { displayName: other.agent.display_name, type: person.edges.get(otherId)?.type ?? null }
  const material = { to, earlier: [], intent: turn.intent }
  const text = await phrase(tx, mover, 'message', { cue: '', material, drafts: turn.drafts, whom: otherId })
  if (text === null) return 0
  if (other.agent.kind === 'visitor' && !(await mayWrite(tx, instant, otherId))) return 0
  const done = await ACTIONS.dm.perform(tx, actorOf(mover), { agentId: otherId, text }, actContextOf(mover))
  if (done.status !== 'created') return 0
  await turn.onPublished(tx, done.docId!)
  return 1
}

const WEEK_MS = 7 * DAY_MS

/** Handles a grudge: the offender apologises, or decides again a week later. */
export async function considerApology(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const [holderId = '', offenderId = ''] = due.subject_id.split(' ')
  const holder = await life.people.of(tx, holderId, at)
  const mover = await moverOf(tx, instant, { agentId: offenderId, seedOf: () => `amends ${due.subject_id} ${at}` })
  const grudge = holder?.grudges.get(offenderId)
  if (holder === null || mover === null || grudge === undefined) return 0
  const again = (when: number) =>
    putDue(tx, { worldId: life.world.id, kind: AMENDS, subjectId: due.subject_id }, toTick(when))
  if (hoursUp(mover.person.habits, at) === null) {
    await again(nextMorning(mover.person.habits, at))
    return 0
  }
  const affinity = mover.person.edges.get(holderId)?.affinity ?? 0
  const stubborn = stubbornness(await materialFor(tx, mover))
  if (!apologises(stubborn, affinity, mover.chance('sorry')())) {
    await again(at + WEEK_MS)
    return 0
  }
  const turn = await prepareApology(tx, mover, { otherId: holderId, matter: grudge.reason })
  const written = turn === null ? 0 : await sendMessage(tx, mover, turn, holderId)
  // No text found, or the apology not accepted: try again in a week.
  await again(at + WEEK_MS)
  return written
}

async function prepareApology(
  tx: Tx,
  mover: Mover,
  { otherId, matter }: { otherId: string; matter: string },
): Promise<MeetingText | null> {
  return prepareMeetingText(tx, mover, { word: 'sorry', otherId, matter, longest: LONGEST.message, rootId: '' })
}

interface ReceivedMessage {
  readonly otherId: string
  readonly plan: PlanRow | undefined
}

/** Answers a message about a broken promise: an apology to a reproach, forgiveness or not to an apology. */
export async function answerReproach(
  tx: Tx,
  mover: Mover,
  { otherId, plan }: ReceivedMessage,
): Promise<MeetingText | null> {
  if (plan === undefined) return null
  const { instant, person, chance } = mover
  const { life, at } = instant
  const affinity = person.edges.get(otherId)?.affinity ?? 0
  const stubborn = stubbornness(await materialFor(tx, mover))
  const longest = LONGEST.message
  const about = { otherId, longest, rootId: plan.root_id }
  if (plan.move === 'reproach') {
    const row = await promiseOf(tx, life.world.id, plan.root_id)
    if (row === undefined || !apologises(stubborn, affinity, chance('sorry')())) return null
    const appointment = { placeId: row.place_id, at: row.at }
    return prepareMeetingText(tx, mover, { word: 'apologise', appointment, ...about })
  }
  if (plan.move !== 'apologise' && plan.move !== 'sorry') return null
  const isTaken = acceptsApology(stubborn, affinity, chance('accepts')())
  const matter = person.grudges.get(otherId)?.reason ?? 'what happened'
  return prepareMeetingText(tx, mover, { word: isTaken ? 'forgive' : 'unmoved', matter, ...about }, async (writer) => {
    if (!isTaken) return
    const { ambient } = mover
    await forgive(writer, person, otherId)
    await applyDealing(writer, { ambient, world: life.world, person, otherId, dealing: 'was_apologised_to' }, at)
    const name = await displayNameOf(writer, instant, otherId)
    await applyExperience(writer, life, person.agent.id, { happening: 'was_apologised_to', name })
    const other = await life.people.of(writer, otherId, at)
    if (other?.agent.kind === 'resident')
      await applyDealing(
        writer,
        { ambient, world: life.world, person: other, otherId: person.agent.id, dealing: 'apologised' },
        at,
      )
  })
}
