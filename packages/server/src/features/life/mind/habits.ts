// Habits of residents, the time of their next tick, and the table `lives` with their current feelings.
import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { insertOf } from '../../../platform/db/statements.ts'
import type { AgentRow, Tables } from '../../../platform/db/tables/tables.ts'
import { putDue, putDueIfAbsent } from '../../../platform/jobs/due.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { type Feelings, fade, temperament } from './feelings.ts'

/** Permanent traits of a resident: waking hours and tendencies. They are derived from its id and its trade. */
export interface Habits {
  /** Hour of the UTC day at which it gets up, with a fraction. */
  readonly wakesAt: number
  readonly awakeHours: number
  /** Ticks per waking day. */
  readonly turnsPerDay: number
  /** Tendency to each activity, around 1. */
  readonly talks: number
  readonly answers: number
  readonly likes: number
  readonly walks: number
  readonly meets: number
  readonly plays: number
  readonly writesPrivately: number
  readonly questions: number
}

type Chance = () => number

const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low)

/** A skewed distribution around a median: the sum of three rolls is bell-shaped, and the exponent adds a tail. */
const tailed = (chance: Chance, median: number, spread: number): number =>
  median * Math.exp((chance() + chance() + chance() - 1.5) * 2 * spread)

/** The part of an agent's row that habits are derived from. */
export type Trade = Pick<AgentRow, 'id' | 'specialty' | 'bio'>

/** Hours between which a resident of a trade gets up. The first trade that fits applies. */
const SHIFTS: readonly (readonly [trade: RegExp, earliest: number, latest: number])[] = [
  [/\b(?:by night|night|lamps?|stars?|bells?|great agnes|watchman|tide-watcher|forecaster)\b/i, 15, 18],
  [/\b(?:bak\w+|bread|oven)\b/i, 1.5, 3],
  [/\b(?:chess|music|translat\w+|poets?|clocks?|ferry)\b/i, 10.5, 14],
]
const USUAL_SHIFT = [4.5, 9.5] as const

function wakingHour(chance: Chance, { specialty, bio }: Trade): number {
  const text = `${specialty ?? ''} ${bio}`
  const [, earliest, latest] = SHIFTS.find(([trade]) => trade.test(text)) ?? [null, ...USUAL_SHIFT]
  return between(chance, earliest, latest)
}

export const habitsOf = (random: (...seed: (string | number)[]) => Chance, trade: Trade): Habits => {
  const chance = random('habits', trade.id)
  return {
    wakesAt: wakingHour(chance, trade),
    awakeHours: between(chance, 14, 17),
    // The minimum gives about 30 acts a week.
    turnsPerDay: Math.round(Math.min(15, Math.max(3, tailed(chance, 4.2, 0.75)))),
    talks: tailed(chance, 0.45, 1.9),
    answers: tailed(chance, 0.9, 0.4),
    likes: between(chance, 0.5, 1.5),
    walks: between(chance, 0.4, 1.6),
    meets: between(chance, 0.4, 1.6),
    plays: between(chance, 0, 1.4),
    writesPrivately: between(chance, 0.3, 1.3),
    questions: between(chance, 0.3, 1.5),
  }
}

/**
 * Grid of ticks. Residents with the same tick decide on the same state and act in the order of their ids. A short grid
 * keeps the number of simultaneous ticks in a large world low, so that requests do not wait.
 */
const TICK_MS = 10_000
export const toTick = (at: number): number => Math.ceil(at / TICK_MS) * TICK_MS

const DAY_HOURS = 24

const hourOf = (at: number): number => (at / HOUR_MS) % DAY_HOURS

/** Hours since it woke up; null while it sleeps. */
export function hoursUp({ wakesAt, awakeHours }: Habits, at: number): number | null {
  const up = (hourOf(at) - wakesAt + DAY_HOURS) % DAY_HOURS
  return up < awakeHours ? up : null
}

/** Time of the next waking up. */
export function nextMorning(habits: Habits, at: number): number {
  const wait = (habits.wakesAt - hourOf(at) + DAY_HOURS) % DAY_HOURS
  return toTick(at + (wait === 0 ? DAY_HOURS : wait) * HOUR_MS)
}

/** Time of the last waking up. */
export function lastMorning(habits: Habits, at: number): number {
  const since = (hourOf(at) - habits.wakesAt + DAY_HOURS) % DAY_HOURS
  return toTick(at - since * HOUR_MS)
}

/** Time of the next tick: spread over the waking day, with a last one at bedtime for the daily reflection. */
export function nextTick(habits: Habits, chance: Chance, at: number): number {
  const usual = (habits.awakeHours / habits.turnsPerDay) * HOUR_MS
  const next = toTick(at + usual * between(chance, 0.4, 1.6))
  if (hoursUp(habits, at) === null) return nextMorning(habits, at)
  const bedtime = toTick(lastMorning(habits, at) + habits.awakeHours * HOUR_MS)
  return next < bedtime || bedtime <= at ? next : bedtime
}

const tradeOf = prepare<{ world: string; id: string }, Trade>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['id', 'specialty', 'bio'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

/** Habits of a resident by its id. */
export async function readHabits(read: Read, random: Random, worldId: string, id: string): Promise<Habits> {
  const trade = await read.first(tradeOf, { world: worldId, id })
  return habitsOf(random, trade ?? { id, specialty: null, bio: '' })
}

export type LifeRow = Tables['lives']
type Random = (...seed: (string | number)[]) => () => number

/** Kind of the due rows of ticks. */
export const TICK = 'turn'

const lifeRow = prepare<{ world: string; agent: string }, LifeRow>((sql, param) =>
  sql.selectFrom('lives').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

const saveRow = prepare<{ [K in keyof LifeRow]: LifeRow[K] }, unknown>((sql, param) =>
  sql
    .updateTable('lives')
    .set({
      turn: param('turn'),
      feelings: param('feelings'),
      cause: param('cause'),
      felt_at: param('felt_at'),
      told_at: param('told_at'),
      departed_at: param('departed_at'),
    })
    .where('world_id', '=', param('world_id'))
    .where('agent_id', '=', param('agent_id')),
)

/** Life rows of one world. The lease holder is the only writer, so cached rows stay valid. */
export interface LifeRows {
  /** Undefined for agents without a row: visitors, and residents before their first tick is scheduled. */
  of(read: Read, agentId: string): Promise<LifeRow | undefined>
  /** Takes effect at once; `save` writes the last version once per commit. */
  put(row: LifeRow): void
  save(tx: Tx): Promise<void>
  clear(): void
}

/** Cached rows: about as many as residents active at a time. */
const CACHED_ROWS_MAX = 4_000

export function makeLifeRows(worldId: string): LifeRows {
  const cachedRows = new LRUCache<string, LifeRow>({ max: CACHED_ROWS_MAX })
  const changed = new Map<string, LifeRow>()
  return {
    async of(read, agentId) {
      const cachedRow = changed.get(agentId) ?? cachedRows.get(agentId)
      if (cachedRow !== undefined) return cachedRow
      const row = await read.first(lifeRow, { world: worldId, agent: agentId })
      if (row !== undefined) cachedRows.set(agentId, row)
      return row
    },
    put: (row) => void changed.set(row.agent_id, row),
    async save(tx) {
      for (const row of changed.values()) {
        await tx.run(saveRow, row)
        cachedRows.set(row.agent_id, row)
      }
      changed.clear()
    },
    clear() {
      cachedRows.clear()
      changed.clear()
    },
  }
}

const insertLife = prepare<{ world: string; agent: string; feelings: string; at: number }, unknown>((sql, param) =>
  sql.insertInto('lives').values({
    world_id: param('world'),
    agent_id: param('agent'),
    turn: literal(0),
    feelings: param('feelings'),
    cause: literal(''),
    felt_at: param('at'),
    told_at: literal(0),
  }),
)

const insertDeparted = insertOf('lives', [
  'world_id',
  'agent_id',
  'turn',
  'feelings',
  'cause',
  'felt_at',
  'told_at',
  'departed_at',
])

/** Stores the life row of a resident who left the city, in a copy of its world. It gets no tick. */
export const putDepartedLife = (tx: Tx, row: LifeRow): Promise<number> => tx.run(insertDeparted, row)

/** The temperament of a resident. */
export const temperamentOf = (random: Random, agentId: string): Feelings => temperament(random('temperament', agentId))

const PARSED_FEELINGS = new WeakMap<LifeRow, Feelings>()

/** Feelings of a row. Rows are immutable, so each is parsed once. */
export function feelingsOf(row: LifeRow): Feelings {
  let feelings = PARSED_FEELINGS.get(row)
  if (feelings === undefined) {
    feelings = JSON.parse(row.feelings) as Feelings
    PARSED_FEELINGS.set(row, feelings)
  }
  return feelings
}

/** A copy of the row with other feelings. */
export function withFeelings(row: LifeRow, feelings: Feelings): LifeRow {
  const next = { ...row, feelings: JSON.stringify(feelings) }
  PARSED_FEELINGS.set(next, feelings)
  return next
}

/** Feelings after fading since the last tick. */
export const fadedFeelings = (row: LifeRow, rest: Feelings, sinceMs: number): Feelings =>
  fade(feelingsOf(row), rest, Math.max(0, sinceMs) / 3_600_000)

/** Schedules the first midnight of a world. Each midnight schedules the next. */
async function startDays(tx: Tx, world: World, at: number): Promise<void> {
  await putDueIfAbsent(
    tx,
    { worldId: world.id, kind: 'day', subjectId: world.id },
    (Math.floor(at / DAY_MS) + 1) * DAY_MS,
  )
}

/** Residents per transaction. More would make other writers wait. */
const RESIDENTS_PER_COMMIT = 400

const residentsAfter = prepare<{ world: string; after: string }, Trade & { living: string | null }>((sql, param) =>
  sql
    .selectFrom('agents as a')
    .leftJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'a.world_id').onRef('l.agent_id', '=', 'a.id'))
    .select(['a.id', 'a.specialty', 'a.bio', 'l.agent_id as living'])
    .where('a.world_id', '=', param('world'))
    .where('a.id', '>', param('after'))
    .where('a.kind', '=', literal('resident'))
    .orderBy('a.id')
    .limit(literal(RESIDENTS_PER_COMMIT)),
)

/**
 * Creates the life rows of new residents, one page per call in the order of ids. Returns the last id of the page, or
 * null after the last page.
 */
export async function createLifeRows(
  tx: Tx,
  { random, world, after }: { random: Random; world: World; after: string },
  at: number,
): Promise<string | null> {
  if (after === '') await startDays(tx, world, at)
  const page = await tx.all(residentsAfter, { world: world.id, after })
  for (const resident of page) {
    const { id, living } = resident
    if (living !== null) continue
    const feelings = JSON.stringify(temperamentOf(random, id))
    await tx.run(insertLife, { world: world.id, agent: id, feelings, at })
    const first = nextTick(habitsOf(random, resident), random('first turn', id), at)
    await putDue(tx, { worldId: world.id, kind: TICK, subjectId: id }, first)
  }
  return page.length < RESIDENTS_PER_COMMIT ? null : page.at(-1)!.id
}
