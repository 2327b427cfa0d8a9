// One tick of a resident: decide, act, update feelings, schedule the next tick.
import { MINUTE_MS } from '../../../platform/core/time.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { dropDue, putDue } from '../../../platform/jobs/due.ts'
import { ANSWER, CONDUCT, LETTER } from '../../actions/attention.ts'
import { advanceAffair, startAffairByChance } from '../affairs/affairs.ts'
import { AFFAIR, OCCASION, VERDICT } from '../affairs/store.ts'
import { announceWinner, answerArgument, RETORT, reportTrial, TRIAL } from '../argue/arguments.ts'
import { type Mover, moverOf } from '../engine/mover.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { TELL } from '../gossip/facts.ts'
import { IDEA_NEWS, postIdeaNews } from '../ideas/thinking.ts'
import { runConversationTurn, TALK } from '../meet/gatherings.ts'
import { appraiseText } from '../mind/conduct.ts'
import { type Experience, feel } from '../mind/feelings.ts'
import { feelingsOf, nextMorning, nextTick, readHabits, TICK, toTick, withFeelings } from '../mind/habits.ts'
import { reflect } from '../mind/reflect.ts'
import { runTableMove } from '../play/chess-table.ts'
import { TABLE } from '../play/matches.ts'
import { checkAttendance, considerApology, SPOKEN_OF, setOutForPromise, talkAboutPromise } from '../promise/meetings.ts'
import { MEETING, SETTING_OUT } from '../promise/promises.ts'
import { AMENDS } from '../promise/store.ts'
import { SANDBOX_HANDLERS } from '../sandbox/sandbox.ts'
import { answerMessage, answerReply } from '../speak/answers.ts'
import { writeNews } from '../speak/posts.ts'
import { TOWN_HANDLERS } from '../town/happenings.ts'
import { PULSE_HANDLERS } from '../walk/pulse.ts'
import { arrivalOf, IN_THE_WAY, postObstacle } from '../walk/walking.ts'
import { decide } from './decide.ts'
import { collectView } from './look.ts'
import { perform } from './perform.ts'
import type { Intention } from './view.ts'

export interface TickDecision {
  readonly mover: Mover
  readonly intention: Intention | null
}

/** State and intention of a resident. The intention is null while it sleeps; the result is null if it was removed. */
export async function makeDecision(tx: Tx, instant: Instant, agentId: string): Promise<TickDecision | null> {
  const mover = await moverOf(tx, instant, { agentId, seedOf: (turn) => `${agentId} ${turn}` })
  if (mover === null) return null
  const chance = mover.chance('decide')
  const view = await collectView(tx, mover, chance)
  return { mover, intention: view === null ? null : decide(view, chance) }
}

const LOOKS_AROUND_MINUTES = 8

const EXPERIENCE_BY_INTENTION: Partial<Record<Intention['kind'], Experience>> = {
  post: 'posted',
  journey: 'walked',
  idea: 'had_an_idea',
}

async function goToSleep(tx: Tx, mover: Mover): Promise<void> {
  const {
    instant: { life, at },
    row,
    person,
  } = mover
  const feelings = await reflect(tx, mover)
  life.lives.put(withFeelings({ ...row, turn: row.turn + 1, felt_at: at }, feelings))
  await putDue(tx, { worldId: life.world.id, kind: TICK, subjectId: person.agent.id }, nextMorning(person.habits, at))
}

/** Runs one tick of one resident. Returns whether it resulted in an act. */
async function runTick(tx: Tx, { mover, intention }: TickDecision): Promise<boolean> {
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
  // Others may have changed its feelings within this instant.
  const now = (await life.lives.of(tx, person.agent.id))!
  const touched = now.feelings === row.feelings ? feelings : feelingsOf(now)
  const happening = acted ? EXPERIENCE_BY_INTENTION[intention.kind] : undefined
  const told_at = acted && intention.kind === 'post' ? at : now.told_at
  const next = { ...now, turn: row.turn + 1, felt_at: at, told_at }
  life.lives.put(withFeelings(next, happening === undefined ? touched : feel(touched, happening)))
  await putDue(
    tx,
    { worldId: life.world.id, kind: TICK, subjectId: person.agent.id },
    nextTickTime(mover, arrivalOf(done)),
  )
  return acted
}

/** Time of the next tick: a few minutes after an arrival, otherwise by habits. */
function nextTickTime({ instant, person, chance }: Mover, arrival: number | null): number {
  const usual = nextTick(person.habits, chance('next'), instant.at)
  if (arrival === null) return usual
  return Math.min(usual, toTick(arrival + (1 + chance('arrival')() * LOOKS_AROUND_MINUTES) * MINUTE_MS))
}

/** Runs a due tick with the decision made for it. A disabled resident is scheduled for the next morning. */
export async function runDueTick(
  tx: Tx,
  { life, at }: Instant,
  { agentId, turn }: { agentId: string; turn: TickDecision | null },
): Promise<number> {
  const due = { worldId: life.world.id, kind: TICK, subjectId: agentId }
  const row = await life.lives.of(tx, agentId)
  // It may have left the city within this instant.
  if (row === undefined || row.departed_at !== null) await dropDue(tx, due)
  else if (turn !== null) return (await runTick(tx, turn)) ? 1 : 0
  else await putDue(tx, due, nextMorning(await readHabits(tx, life.base.random, life.world.id, agentId), at))
  return 0
}

/** Handlers of the residents' due rows other than ticks. */
export const RESIDENT_HANDLERS: DueHandlers = {
  [ANSWER]: answerReply,
  [LETTER]: answerMessage,
  [TALK]: runConversationTurn,
  [TABLE]: runTableMove,
  [RETORT]: answerArgument,
  [TRIAL]: reportTrial,
  [AFFAIR]: advanceAffair,
  [OCCASION]: startAffairByChance,
  [VERDICT]: announceWinner,
  [SETTING_OUT]: setOutForPromise,
  [MEETING]: checkAttendance,
  [SPOKEN_OF]: talkAboutPromise,
  [AMENDS]: considerApology,
  [IDEA_NEWS]: postIdeaNews,
  [IN_THE_WAY]: postObstacle,
  [TELL]: writeNews,
  [CONDUCT]: appraiseText,
  ...TOWN_HANDLERS,
  ...SANDBOX_HANDLERS,
  ...PULSE_HANDLERS,
}
