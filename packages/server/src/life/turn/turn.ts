import { ANSWER, LETTER } from '../../actions/attention.ts'
import { MINUTE_MS } from '../../core/day.ts'
import type { Tx } from '../../db/database.ts'
import { dropDue, putDue } from '../../worlds/due.ts'
import { reflect } from '../night/reflect.ts'
import { type Experience, feel } from '../resident/feelings.ts'
import { habitsOf, nextMorning, nextTurn, toTick } from '../resident/habits.ts'
import { feelingsOf, TURN, withFeelings } from '../resident/lives.ts'
import { AFFAIR, OCCASION, VERDICT } from '../words/affair-rows.ts'
import { IDEA_NEWS } from '../world/idea-steps.ts'
import { type Mover, moverOf } from '../world/mover.ts'
import type { DueHandlers, Instant } from '../world/world-life.ts'
import { affair, occasion } from './affairs.ts'
import { answer, writeBack } from './answers.ts'
import { RETORT, retort, TRIAL, tryOut } from './arguments.ts'
import { TABLE } from './chess-hours.ts'
import { table } from './chess-table.ts'
import { decide } from './decide.ts'
import { TALK, talk } from './gatherings.ts'
import { TOWN_HANDLERS } from './happenings.ts'
import { AMENDS } from './holding.ts'
import { look } from './look.ts'
import { lookWhoCame, makeAmends, SPOKEN_OF, setOut, speakOfIt } from './meetings.ts'
import { perform } from './perform.ts'
import { MEETING, SETTING_OUT } from './promises.ts'
import { tellOfIdea } from './thinking.ts'
import { announce } from './verdicts.ts'
import type { Intention } from './view.ts'
import { arrivalOf, IN_THE_WAY, tellOfWay } from './walking.ts'

export interface Decided {
  readonly mover: Mover
  readonly intention: Intention | null
}

/** Who it is, how it feels and what it wants to do now; null intention while it sleeps, null for somebody who is gone. */
export async function consider(tx: Tx, instant: Instant, agentId: string): Promise<Decided | null> {
  const mover = await moverOf(tx, instant, { agentId, seedOf: (turn) => `${agentId} ${turn}` })
  if (mover === null) return null
  const chance = mover.chance('decide')
  const view = await look(tx, mover, chance)
  return { mover, intention: view === null ? null : decide(view, chance) }
}

const LOOKS_AROUND_MINUTES = 8

const FELT: Partial<Record<Intention['kind'], Experience>> = { post: 'posted', journey: 'walked', idea: 'had_an_idea' }

async function goToSleep(tx: Tx, mover: Mover): Promise<void> {
  const {
    instant: { life, at },
    row,
    person,
  } = mover
  const feelings = await reflect(tx, mover)
  life.lives.put(withFeelings({ ...row, turn: row.turn + 1, felt_at: at }, feelings))
  await putDue(tx, { worldId: life.world.id, kind: TURN, subjectId: person.agent.id }, nextMorning(person.habits, at))
}

/** One turn of one resident. Returns whether it became an act. */
async function takeTurn(tx: Tx, { mover, intention }: Decided): Promise<boolean> {
  const {
    instant: { life, at },
    row,
    person,
    feelings,
  } = mover
  if (intention === null) {
    await goToSleep(tx, mover)
    return false
  }
  const done = await perform(tx, mover, intention)
  const acted = done?.status === 'created'
  // Others may have touched it within this very instant.
  const now = (await life.lives.of(tx, person.agent.id))!
  const touched = now.feelings === row.feelings ? feelings : feelingsOf(now)
  const happening = acted ? FELT[intention.kind] : undefined
  const told_at = acted && intention.kind === 'post' ? at : now.told_at
  const next = { ...now, turn: row.turn + 1, felt_at: at, told_at }
  life.lives.put(withFeelings(next, happening === undefined ? touched : feel(touched, happening)))
  await putDue(tx, { worldId: life.world.id, kind: TURN, subjectId: person.agent.id }, upNext(mover, arrivalOf(done)))
  return acted
}

/** Whoever goes somewhere looks around when it has arrived; else the day takes its course. */
function upNext({ instant, person, chance }: Mover, arrival: number | null): number {
  const usual = nextTurn(person.habits, chance('next'), instant.at)
  if (arrival === null) return usual
  return Math.min(usual, toTick(arrival + (1 + chance('arrival')() * LOOKS_AROUND_MINUTES) * MINUTE_MS))
}

/** A turn that came due, as it was decided on; one that an operator has stopped is asked again tomorrow. */
export async function liveTurn(
  tx: Tx,
  { life, at }: Instant,
  { agentId, turn }: { agentId: string; turn: Decided | null },
): Promise<number> {
  if (turn !== null) return (await takeTurn(tx, turn)) ? 1 : 0
  const due = { worldId: life.world.id, kind: TURN, subjectId: agentId }
  if ((await life.lives.of(tx, agentId)) === undefined) await dropDue(tx, due)
  else await putDue(tx, due, nextMorning(habitsOf(life.base.random, agentId), at))
  return 0
}

/** Due rows that residents handle beside their turns: what they owe, and what they are in the middle of. */
export const TURN_HANDLERS: DueHandlers = {
  [ANSWER]: answer,
  [LETTER]: writeBack,
  [TALK]: talk,
  [TABLE]: table,
  [RETORT]: retort,
  [TRIAL]: tryOut,
  [AFFAIR]: affair,
  [OCCASION]: occasion,
  [VERDICT]: announce,
  [SETTING_OUT]: setOut,
  [MEETING]: lookWhoCame,
  [SPOKEN_OF]: speakOfIt,
  [AMENDS]: makeAmends,
  [IDEA_NEWS]: tellOfIdea,
  [IN_THE_WAY]: tellOfWay,
  ...TOWN_HANDLERS,
}
