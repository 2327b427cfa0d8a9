// Storage of promises, and the rules for agreeing, forgetting and apologising.
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { insertOf, upsertOf } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { putDue } from '../../../platform/jobs/due.ts'
import type { Instant } from '../engine/world-life.ts'
import { type Habits, hoursUp, toTick } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import { bearGrudge } from '../mind/relationships.ts'

export type PromiseRow = Tables['promises']

const COLUMNS = [
  'world_id',
  'id',
  'maker_id',
  'other_id',
  'place_id',
  'at',
  'kind',
  'root_id',
  'status',
  'created_at',
] as const
const insert = insertOf('promises', COLUMNS)
const upsert = upsertOf('promises', COLUMNS)

const promiseById = prepare<{ world: string; id: string }, PromiseRow>((sql, param) =>
  sql.selectFrom('promises').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

type Span = { world: string; agent: string; from: number; to: number }
const within = (role: 'maker_id' | 'other_id') =>
  prepare<Span, PromiseRow>((sql, param) =>
    sql
      .selectFrom('promises')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(role, '=', param('agent'))
      .where('at', '>', param('from'))
      .where('at', '<', param('to'))
      .orderBy('at')
      .orderBy('id')
      .limit(literal(8)),
  )
const promisesAsMaker = within('maker_id')
const promisesAsOther = within('other_id')

export const putPromise = (tx: Tx, row: PromiseRow): Promise<number> => tx.run(insert, row)
export const settlePromise = (tx: Tx, row: PromiseRow): Promise<number> => tx.run(upsert, row)

export const promiseOf = (read: Read, worldId: string, id: string): Promise<PromiseRow | undefined> =>
  read.first(promiseById, { world: worldId, id })

/** Promises of an agent in a time span, as either party. */
export async function promisesOf(
  read: Read,
  { worldId, agentId }: { worldId: string; agentId: string },
  from: number,
  to: number,
): Promise<PromiseRow[]> {
  const span = { world: worldId, agent: agentId, from, to }
  return [...(await read.all(promisesAsMaker, span)), ...(await read.all(promisesAsOther, span))]
}

/** Conditions of a decision about an appointment. */
export interface Disposition {
  /** -1 to 1. */
  readonly affinity: number
  /** 0 to 1. */
  readonly trust: number
  readonly fatigue: number
  readonly bearsGrudge: boolean
  /** Whether there is another promise at about that time. */
  readonly isPromised: boolean
  readonly isUp: boolean
}

/** Whether a resident agrees: never while asleep or promised elsewhere, seldom with a grudge. */
export function agreesTo({ affinity, trust, fatigue, bearsGrudge, isPromised, isUp }: Disposition, roll: number) {
  if (isPromised || !isUp) return false
  if (bearsGrudge) return roll < 0.08
  return roll < 0.7 + affinity * 0.4 + (trust - 0.3) * 0.3 - Math.max(0, fatigue - 0.3) * 0.5
}

/** Whether a resident forgets a promise: more likely with fatigue, dislike or a grudge. */
export function forgetsPromise(
  { affinity, fatigue, bearsGrudge }: Pick<Disposition, 'affinity' | 'fatigue' | 'bearsGrudge'>,
  roll: number,
): boolean {
  return roll < 0.04 + Math.max(0, -affinity) * 0.3 + Math.max(0, fatigue - 0.3) * 0.15 + (bearsGrudge ? 0.25 : 0)
}

/** Whether a resident apologises; stubbornness (0 to 1) makes it less likely. */
export const apologises = (stubborn: number, affinity: number, roll: number): boolean =>
  roll < 0.85 - stubborn * 0.6 + affinity * 0.2

/** Whether an apology is accepted. */
export const acceptsApology = (stubborn: number, affinity: number, roll: number): boolean =>
  roll < 0.95 - stubborn * 0.5 + Math.min(0, affinity) * 0.3

/** Hours of the day at which residents meet. */
const MEETING_HOURS = [10, 11, 12, 14, 15, 16, 17, 18, 19] as const

/** A whole hour within the next two days at which both are awake; null if there is none. */
export function hourForBoth(one: Habits, other: Habits, at: number, roll: number): number | null {
  const midnight = Math.floor(at / (24 * HOUR_MS)) * 24 * HOUR_MS
  const hours = [0, 1]
    .flatMap((day) => MEETING_HOURS.map((hour) => midnight + (day * 24 + hour) * HOUR_MS))
    .filter((hour) => hour > at + HOUR_MS && hoursUp(one, hour) !== null && hoursUp(other, hour) !== null)
  return hours[Math.floor(roll * hours.length)] ?? null
}

/** Kind of the due row: a possible apology for an offence. */
export const AMENDS = 'amends'

interface NewGrudge {
  readonly person: Person
  readonly otherId: string
  readonly reason: string
  readonly seed: string
}

/** Records a grudge, and schedules a possible apology after one to three days. */
export async function holdGrudge(
  tx: Tx,
  { life, at }: Instant,
  { person, otherId, reason, seed }: NewGrudge,
): Promise<void> {
  if (!(await bearGrudge(tx, person, { otherId, reason }, at))) return
  const days = 1 + life.base.random('amends', seed)() * 2
  const subjectId = `${person.agent.id} ${otherId}`
  await putDue(tx, { worldId: life.world.id, kind: AMENDS, subjectId }, toTick(at + days * DAY_MS))
}
