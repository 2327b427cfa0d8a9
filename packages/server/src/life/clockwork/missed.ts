import { ANSWER, LETTER } from '../../actions/attention.ts'
import type { Ambient } from '../../core/ambient.ts'
import { MINUTE_MS } from '../../core/day.ts'
import { lit, prepare, type Tx } from '../../db/database.ts'
import { type DueRow, dropDue, putDue } from '../../worlds/due.ts'
import { habitsOf, nextTurn, toTick } from '../resident/habits.ts'
import { TURN } from '../resident/lives.ts'
import { RETORT, TRIAL } from '../turn/arguments.ts'
import { AMENDS } from '../turn/holding.ts'
import { SPOKEN_OF } from '../turn/meetings.ts'
import { isLife } from './engine.ts'

/** Whatever is later than this was missed while nobody ran the world. */
export const MISSED_MS = 10 * MINUTE_MS
const AT_ONCE = 1_000
/** Answers that were owed come within so long, not all at once. */
const SPREAD_MS = 30 * MINUTE_MS
const OWED: ReadonlySet<string> = new Set([ANSWER, LETTER, RETORT, TRIAL, SPOKEN_OF, AMENDS])

const overdue = prepare<{ world: string; before: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('at', '<', param('before'))
    .where(isLife)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('subject_id')
    .limit(lit(AT_ONCE)),
)

/** A missed turn is left out; the next one comes as if this one had been taken. */
const skipTurn = (tx: Tx, { random }: Ambient, { world_id, subject_id }: DueRow, now: number): Promise<void> => {
  const next = nextTurn(habitsOf(random, subject_id), random('resumed', subject_id, now), now)
  return putDue(tx, { worldId: world_id, kind: TURN, subjectId: subject_id }, next)
}

/**
 * After a pause nobody makes up for it: turns are skipped, answers that were owed come one after the other, and what has
 * a deadline of its own goes on from now. Says how many rows it moved; there may be more.
 */
export async function skipMissed(tx: Tx, ambient: Ambient, worldId: string, now: number): Promise<number> {
  const rows = await tx.all(overdue, { world: worldId, before: now - MISSED_MS })
  for (const row of rows) {
    if (row.kind === TURN) await skipTurn(tx, ambient, row, now)
    else {
      const wait = OWED.has(row.kind) ? ambient.random('owed', row.subject_id, now)() * SPREAD_MS : 0
      await putDue(tx, { worldId, kind: row.kind, subjectId: row.subject_id }, toTick(now + wait))
    }
  }
  return rows.length
}

/** What cannot be lived through, however often it is tried, is passed over, so that the world goes on. */
export async function passOver(tx: Tx, ambient: Ambient, rows: readonly DueRow[], now: number): Promise<void> {
  for (const row of rows)
    if (row.kind === TURN) await skipTurn(tx, ambient, row, now)
    else await dropDue(tx, { worldId: row.world_id, kind: row.kind, subjectId: row.subject_id })
}
