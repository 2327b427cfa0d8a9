// Runs the due rows of a world instant by instant, and skips those missed during a pause.
import type { ExpressionBuilder } from 'kysely'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { agendaOf, type DueRow, dropDue, putDue, WORLD_CHANGED, withAgenda } from '../../../platform/jobs/due.ts'
import { CHESS_REPLY } from '../../../stores/city/games/games.ts'
import { STAY } from '../../../stores/city/movement.ts'
import { ANSWER, LETTER } from '../../actions/attention.ts'
import { RETORT, TRIAL } from '../argue/arguments.ts'
import { makeDecision, RESIDENT_HANDLERS, runDueTick, type TickDecision } from '../decide/tick.ts'
import { createLifeRows, nextTick, readHabits, TICK, toTick } from '../mind/habits.ts'
import { NIGHT_HANDLERS } from '../mind/reflect.ts'
import { SPOKEN_OF } from '../promise/meetings.ts'
import { AMENDS } from '../promise/store.ts'
import { scheduleTown } from '../town/happenings.ts'
import { schedulePulse } from '../walk/pulse.ts'
import { noteLife } from './acts.ts'
import type { DueHandlers, Instant, WorldLife } from './world-life.ts'

const SOON_MS = 1_000

/**
 * Handles a change of the world from outside: new residents get their first tick, and memory is read again from the
 * store. A large world is processed in batches; the due row stores where the next batch begins.
 */
async function reloadWorld(tx: Tx, { life, at }: Instant, { world_id, subject_id }: DueRow): Promise<number> {
  const begins = subject_id === world_id
  if (begins) {
    await life.save(tx)
    life.clear()
  }
  const next = await createLifeRows(
    tx,
    { random: life.base.random, world: life.world, after: begins ? '' : subject_id },
    at,
  )
  if (next !== null) await putDue(tx, { worldId: world_id, kind: WORLD_CHANGED, subjectId: next }, at + SOON_MS)
  if (begins) await life.scene.refresh(tx, at)
  if (begins) {
    await scheduleTown(tx, { life, map: null, at })
    await schedulePulse(tx, { life, map: null, at })
  }
  return 0
}

/** Handlers of all due rows except ticks, by kind. */
const HANDLERS: DueHandlers = { ...RESIDENT_HANDLERS, ...NIGHT_HANDLERS, [WORLD_CHANGED]: reloadWorld }

/**
 * Runs one instant. First all residents with a due tick decide on the same state; then the due rows are applied by kind
 * and id. The outcome therefore depends neither on the order of decisions nor on the number of instants per call.
 */
async function runInstant(tx: Tx, instant: Instant, rows: readonly DueRow[]): Promise<number> {
  const { life, at } = instant
  await life.scene.refresh(tx, at)
  life.acts.begin(null)
  const decided = new Map<string, TickDecision | null>()
  for (const { kind, subject_id } of rows)
    if (kind === TICK) decided.set(subject_id, await makeDecision(tx, instant, subject_id))
  let acts = 0
  for (const due of rows) {
    life.acts.begin(due)
    // The next tick of the resident reuses the row.
    if (due.kind !== TICK) await dropDue(tx, { worldId: due.world_id, kind: due.kind, subjectId: due.subject_id })
    if (due.kind === TICK)
      acts += await runDueTick(tx, instant, {
        agentId: due.subject_id,
        turn: decided.get(due.subject_id) ?? null,
      })
    else acts += await HANDLERS[due.kind]!(tx, instant, due)
  }
  return acts
}

/** Excludes the due rows of city jobs. Two comparisons are cheaper than a lookup in a list of kinds. */
export const isResidentRow = (eb: ExpressionBuilder<Tables, 'due'>) =>
  eb.and([eb('kind', '<>', literal(STAY)), eb('kind', '<>', literal(CHESS_REPLY))])

const isResidentKind = (kind: string): boolean => kind !== STAY && kind !== CHESS_REPLY

/** Runs several hours of a world in one transaction: due rows stay in memory, and state is written once at the end. */
export async function inOneCommit<T>(tx: Tx, life: WorldLife, until: number, work: () => Promise<T>): Promise<T> {
  const worldId = life.world.id
  if (agendaOf(tx, worldId) !== undefined) return work()
  const done = await withAgenda(tx, { worldId, until, holds: isResidentKind }, work)
  await life.save(tx)
  return done
}

const firstDue = prepare<{ world: string }, { at: number }>((sql, param) =>
  sql
    .selectFrom('due')
    .select('at')
    .where('world_id', '=', param('world'))
    .where(isResidentRow)
    .orderBy('at')
    .limit(literal(1)),
)
/** An instant has usually fewer rows than this. */
const ROWS_AHEAD = 4
const nextRows = prepare<{ world: string; until: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '<=', param('until'))
    .where(isResidentRow)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(literal(ROWS_AHEAD)),
)
const rowsAt = prepare<{ world: string; at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '=', param('at'))
    .where(isResidentRow)
    .orderBy('kind')
    .orderBy('subject_id'),
)

const LATE_MAX = 1_000
const countLate = prepare<{ world: string; before: number }, { n: number }>((sql, param) =>
  sql
    .selectFrom((eb) =>
      eb
        .selectFrom('due')
        .select('at')
        .where('world_id', '=', param('world'))
        .where('at', '<', param('before'))
        .where(isResidentRow)
        .limit(literal(LATE_MAX))
        .as('late'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n')),
)

/** Number of rows that were due before that time, at most 1,000. */
export const lateRows = async (read: Read, worldId: string, before: number): Promise<number> =>
  Number((await read.first(countLate, { world: worldId, before }))?.n ?? 0)

export interface RunSummary {
  readonly turns: number
  readonly acts: number
  readonly instants: number
  /** The last instant that was run. */
  readonly at?: number
}

/** Time of the next due row of a world; null if there is none. */
export const nextDue = async (read: Read, worldId: string): Promise<number | null> =>
  (await read.first(firstDue, { world: worldId }))?.at ?? null

export const dueAt = (read: Read, worldId: string, at: number): Promise<DueRow[]> =>
  read.all(rowsAt, { world: worldId, at })

/** Rows of the next instant, if it is due by `until`. */
async function nextInstant(tx: Tx, worldId: string, until: number): Promise<DueRow[]> {
  const agenda = agendaOf(tx, worldId)
  if (agenda !== undefined) return agenda.next(until)
  const ahead = await tx.all(nextRows, { world: worldId, until })
  const at = ahead[0]?.at
  const rows = ahead.filter((row) => row.at === at)
  return at !== undefined && rows.length === ROWS_AHEAD ? dueAt(tx, worldId, at) : rows
}

/** Runs every instant up to and including `until`. */
export const runUntil = (tx: Tx, life: WorldLife, until: number): Promise<RunSummary> =>
  inOneCommit(tx, life, until, () => runInstants(tx, life, until, Number.POSITIVE_INFINITY))

/** Runs the next instant, if it is due by `until`. */
export async function runNext(tx: Tx, life: WorldLife, until: number): Promise<RunSummary> {
  const lived = await runInstants(tx, life, until, 1)
  await life.save(tx)
  return lived
}

async function runInstants(tx: Tx, life: WorldLife, until: number, most: number): Promise<RunSummary> {
  let [turns, acts, instants] = [0, 0, 0]
  let last: number | undefined
  while (instants < most) {
    const rows = await nextInstant(tx, life.world.id, until)
    if (rows.length === 0) break
    const { at } = rows[0]!
    const map = await life.maps.of(tx, life.world)
    acts += await runInstant(tx, { life, map, at }, rows)
    turns += rows.length
    instants += 1
    last = at
  }
  return { turns, acts, instants, ...(last === undefined ? {} : { at: last }) }
}

/** Rows that are later than this were missed while the world was not running. */
export const MISSED_MS = 10 * MINUTE_MS
const SKIPPED_PER_COMMIT = 1_000
/** Overdue answers are spread over this time. */
const SPREAD_MS = 30 * MINUTE_MS
const ANSWER_KINDS: ReadonlySet<string> = new Set([ANSWER, LETTER, RETORT, TRIAL, SPOKEN_OF, AMENDS])

const overdue = prepare<{ world: string; before: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '<', param('before'))
    .where(isResidentRow)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(literal(SKIPPED_PER_COMMIT)),
)

/** Skips a missed tick and schedules the next one. */
const skipTick = async (tx: Tx, { random }: Ambient, { world_id, subject_id }: DueRow, now: number): Promise<void> => {
  const habits = await readHabits(tx, random, world_id, subject_id)
  const next = nextTick(habits, random('resumed', subject_id, now), now)
  return putDue(tx, { worldId: world_id, kind: TICK, subjectId: subject_id }, next)
}

/**
 * After a pause, ticks are skipped, overdue answers are spread out, and rows with a deadline of their own run now.
 * Returns the number of rows it moved, at most 1,000. The caller repeats it until it returns 0.
 */
export async function skipMissed(tx: Tx, ambient: Ambient, worldId: string, now: number): Promise<number> {
  const rows = await tx.all(overdue, { world: worldId, before: now - MISSED_MS })
  if (rows.length > 0) await noteLife(tx, worldId, 'skipped', now)
  for (const row of rows) {
    if (row.kind === TICK) await skipTick(tx, ambient, row, now)
    else {
      const wait = ANSWER_KINDS.has(row.kind) ? ambient.random('owed', row.subject_id, now)() * SPREAD_MS : 0
      await putDue(tx, { worldId, kind: row.kind, subjectId: row.subject_id }, toTick(now + wait))
    }
  }
  return rows.length
}

/** Skips rows that failed repeatedly, so that they cannot stop the world. */
export async function skipFailed(tx: Tx, ambient: Ambient, rows: readonly DueRow[], now: number): Promise<void> {
  if (rows.length > 0) await noteLife(tx, rows[0]!.world_id, 'failed', now)
  for (const row of rows)
    if (row.kind === TICK) await skipTick(tx, ambient, row, now)
    else await dropDue(tx, { worldId: row.world_id, kind: row.kind, subjectId: row.subject_id })
}
