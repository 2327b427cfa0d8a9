import type { ExpressionBuilder } from 'kysely'
import { ANSWER, LETTER } from '../actions/attention.ts'
import { CHESS_REPLY } from '../city/chess-replies.ts'
import { STAY } from '../city/stays.ts'
import { MINUTE_MS } from '../core/day.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { STIRRED } from '../worlds/stir.ts'
import { answer, writeBack } from './answers.ts'
import { TABLE, table } from './board.ts'
import { DAY, day } from './day.ts'
import { decide } from './decide.ts'
import { feel, type Happening } from './feelings.ts'
import { TALK, talk } from './gatherings.ts'
import { habitsOf, nextMorning, nextTurn, toTick } from './habits.ts'
import { awaken, dropDue, feelingsOf, putDue, TURN } from './lives.ts'
import { look } from './look.ts'
import { type Mover, moverOf } from './moment.ts'
import { arrivalOf, perform } from './perform.ts'
import { reflect } from './reflect.ts'
import type { Intention } from './view.ts'
import type { DueRow, Instant, WorldLife } from './world-life.ts'

interface Decided {
  readonly mover: Mover
  readonly intention: Intention | null
}

/** Who it is, how it feels and what it wants to do now; null intention while it sleeps, null for somebody who is gone. */
async function consider(tx: Tx, instant: Instant, agentId: string): Promise<Decided | null> {
  const mover = await moverOf(tx, instant, agentId, (turn) => `${agentId} ${turn}`)
  if (mover === null) return null
  const chance = mover.chance('decide')
  const view = await look(tx, mover, chance)
  return { mover, intention: view === null ? null : decide(view, chance) }
}

const LOOKS_AROUND_MINUTES = 8

const FELT: Partial<Record<Intention['kind'], Happening>> = { post: 'posted', journey: 'walked', idea: 'had_an_idea' }

async function goToSleep(tx: Tx, mover: Mover): Promise<void> {
  const {
    instant: { life, at },
    row,
    person,
  } = mover
  const feelings = await reflect(tx, mover)
  life.lives.put({ ...row, turn: row.turn + 1, feelings: JSON.stringify(feelings), felt_at: at })
  await putDue(tx, life.world.id, TURN, person.agent.id, nextMorning(person.habits, at))
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
  life.lives.put({
    ...now,
    turn: row.turn + 1,
    feelings: JSON.stringify(happening === undefined ? touched : feel(touched, happening)),
    felt_at: at,
    told_at: acted && intention.kind === 'post' ? at : now.told_at,
  })
  await putDue(tx, life.world.id, TURN, person.agent.id, upNext(mover, arrivalOf(done)))
  return acted
}

/** Whoever goes somewhere looks around when it has arrived; else the day takes its course. */
function upNext({ instant, person, chance }: Mover, arrival: number | null): number {
  const usual = nextTurn(person.habits, chance('next'), instant.at)
  if (arrival === null) return usual
  return Math.min(usual, toTick(arrival + (1 + chance('arrival')() * LOOKS_AROUND_MINUTES) * MINUTE_MS))
}

/** One that an operator has stopped is asked again tomorrow. */
async function turnOf(tx: Tx, { life, at }: Instant, agentId: string, turn: Decided | null): Promise<number> {
  if (turn !== null) return (await takeTurn(tx, turn)) ? 1 : 0
  if ((await life.lives.of(tx, agentId)) === undefined) await dropDue(tx, life.world.id, TURN, agentId)
  else await putDue(tx, life.world.id, TURN, agentId, nextMorning(habitsOf(life.base.random, agentId), at))
  return 0
}

const SOON_MS = 1_000

/**
 * Somebody changed the world from outside: who is new begins to live, and what was known of it is read again. A large
 * world is gone through bit by bit; where it goes on stands in the row.
 */
async function lookAfresh(tx: Tx, { life, at }: Instant, { world_id, subject_id }: DueRow): Promise<number> {
  const begins = subject_id === world_id
  if (begins) life.clear()
  const next = await awaken(tx, life.base.random, life.world, at, begins ? '' : subject_id)
  if (next !== null) await putDue(tx, world_id, STIRRED, next, at + SOON_MS)
  if (begins) await life.scene.refresh(tx, at)
  return 0
}

/** Everything else that comes due in a world, by kind. */
const HANDLERS: Readonly<Record<string, (tx: Tx, instant: Instant, due: DueRow) => Promise<number>>> = {
  [ANSWER]: answer,
  [LETTER]: writeBack,
  [TALK]: talk,
  [TABLE]: table,
  [DAY]: day,
  [STIRRED]: lookAfresh,
}

/**
 * Everybody whose turn it is decides on the world as it is at this instant; then all that is due happens, by kind and id.
 * So the outcome does not depend on who is asked first, or on how many instants a process handles in one go.
 */
async function liveInstant(tx: Tx, instant: Instant, rows: readonly DueRow[]): Promise<number> {
  const { life, at } = instant
  await life.scene.refresh(tx, at)
  const decided = new Map<string, Decided | null>()
  for (const { kind, subject_id } of rows)
    if (kind === TURN) decided.set(subject_id, await consider(tx, instant, subject_id))
  let acts = 0
  for (const due of rows) {
    // A turn is followed by the next, which takes its row.
    if (due.kind !== TURN) await dropDue(tx, due.world_id, due.kind, due.subject_id)
    if (due.kind === TURN) acts += await turnOf(tx, instant, due.subject_id, decided.get(due.subject_id) ?? null)
    else acts += await HANDLERS[due.kind]!(tx, instant, due)
  }
  return acts
}

/** Beside life only the city's own sweeps have due rows. Two comparisons are less work than to look for a kind in a list. */
export const isLife = (eb: ExpressionBuilder<Tables, 'due'>) =>
  eb.and([eb('kind', '<>', lit(STAY)), eb('kind', '<>', lit(CHESS_REPLY))])

const firstDue = prepare<{ world: string }, { at: number }>((sql, param) =>
  sql.selectFrom('due').select('at').where('world_id', '=', param('world')).where(isLife).orderBy('at').limit(lit(1)),
)
/** As a rule the rows of one instant. */
const AHEAD = 4
const nextRows = prepare<{ world: string; until: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '<=', param('until'))
    .where(isLife)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(lit(AHEAD)),
)
const rowsAt = prepare<{ world: string; at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '=', param('at'))
    .where(isLife)
    .orderBy('kind')
    .orderBy('subject_id'),
)

export interface Lived {
  readonly turns: number
  readonly acts: number
  readonly instants: number
  /** The last instant lived. */
  readonly at?: number
}

/** When something is next due in a world, however far off. */
export const nextDue = async (read: Read, worldId: string): Promise<number | null> =>
  (await read.first(firstDue, { world: worldId }))?.at ?? null

export const dueAt = (read: Read, worldId: string, at: number): Promise<DueRow[]> =>
  read.all(rowsAt, { world: worldId, at })

/** All that is due first, if it is due by then. */
async function nextInstant(tx: Tx, worldId: string, until: number): Promise<DueRow[]> {
  const ahead = await tx.all(nextRows, { world: worldId, until })
  const at = ahead[0]?.at
  const rows = ahead.filter((row) => row.at === at)
  return at !== undefined && rows.length === AHEAD ? dueAt(tx, worldId, at) : rows
}

/** Lives through every instant up to and including `until`, at most so many of them. */
export async function liveUntil(
  tx: Tx,
  life: WorldLife,
  until: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Lived> {
  let [turns, acts, instants] = [0, 0, 0]
  let last: number | undefined
  while (instants < most) {
    const rows = await nextInstant(tx, life.world.id, until)
    if (rows.length === 0) break
    const { at } = rows[0]!
    const map = await life.maps.of(tx, life.world)
    acts += await liveInstant(tx, { life, map, at }, rows)
    turns += rows.length
    instants += 1
    last = at
  }
  await life.lives.save(tx)
  return { turns, acts, instants, ...(last === undefined ? {} : { at: last }) }
}
