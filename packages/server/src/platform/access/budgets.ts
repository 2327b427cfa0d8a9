// Daily budgets: counters with a cap that reset at UTC midnight.
import type { Kysely } from 'kysely'
import { utcDay } from '../core/time.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'
import { prepareRows, runRows } from '../db/world-rows.ts'

/** A counter with a cap that resets at every UTC midnight (section 8). */
export interface Budget {
  /** Empty for counters of a key that has no world. */
  readonly worldId: string
  /** The owner of the counter: a key, a visitor or a world. */
  readonly subject: string
  readonly counter: string
}

type Slot = { world: string; subject: string; counter: string; day: number }
const slotOf = (budget: Budget, day: number): Slot => ({
  world: budget.worldId,
  subject: budget.subject,
  counter: budget.counter,
  day,
})

type Spending = Slot & { cap: number }
const spendingOf = ({ worldId, subject, counter }: Budget, at: number, cap: number): Spending => ({
  world: worldId,
  subject,
  counter,
  day: utcDay(at),
  cap,
})
const spending = (sql: Kysely<Tables>, param: (name: keyof Spending & string) => never) =>
  sql
    .insertInto('budgets')
    .values({
      world_id: param('world'),
      subject: param('subject'),
      counter: param('counter'),
      day: param('day'),
      used: 1,
    })
    .onConflict((c) =>
      c
        .columns(['world_id', 'subject', 'counter', 'day'])
        .doUpdateSet((eb) => ({ used: eb('budgets.used', '+', 1) }))
        .where('budgets.used', '<', param('cap')),
    )
/** One statement: with a read before the write, concurrent callers could exceed the cap. */
const spendOne = prepare<Spending, unknown>(spending)
const spendReturning = prepare<Spending, { used: number }>((sql, param) => spending(sql, param).returning('used'))
const refundOne = prepare<Slot, unknown>((sql, param) =>
  sql
    .updateTable('budgets')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('world_id', '=', param('world'))
    .where('subject', '=', param('subject'))
    .where('counter', '=', param('counter'))
    .where('day', '=', param('day'))
    .where('used', '>', 0),
)
const usedNow = prepare<Slot, { used: number }>((sql, param) =>
  sql
    .selectFrom('budgets')
    .select('used')
    .where('world_id', '=', param('world'))
    .where('subject', '=', param('subject'))
    .where('counter', '=', param('counter'))
    .where('day', '=', param('day')),
)

/** Takes one unit from the day of `at`. Returns false and takes nothing when the cap is reached. */
export async function spend(tx: Tx, budget: Budget, configuredCap: number, at: number): Promise<boolean> {
  // An operator may set a cap of 1.5, which PostgreSQL cannot compare with an integer. Counts below 1.5 are counts
  // below 2.
  const cap = Math.ceil(configuredCap)
  const isTaken = cap >= 1 && (await tx.run(spendOne, spendingOf(budget, at, cap))) === 1
  if (isTaken) tx.count(`budgets ${budget.counter}`, at)
  return isTaken
}

/** Like `spend`, but returns the day's new count, or null when the cap is reached. */
export async function spendCounted(tx: Tx, budget: Budget, configuredCap: number, at: number): Promise<number | null> {
  // RETURNING saves PostgreSQL a round trip but makes the statement ten times as expensive on SQLite.
  if (tx.engine === 'sqlite') return (await spend(tx, budget, configuredCap, at)) ? readUsed(tx, budget, at) : null
  const cap = Math.ceil(configuredCap)
  const updatedRow = cap < 1 ? undefined : await tx.first(spendReturning, spendingOf(budget, at, cap))
  if (updatedRow !== undefined) tx.count(`budgets ${budget.counter}`, at)
  return updatedRow?.used ?? null
}

const addMany = prepare<Slot & { amount: number; below: number }, unknown>((sql, param) =>
  sql
    .insertInto('budgets')
    .values({
      world_id: param('world'),
      subject: param('subject'),
      counter: param('counter'),
      day: param('day'),
      used: param('amount'),
    })
    .onConflict((c) =>
      c
        .columns(['world_id', 'subject', 'counter', 'day'])
        .doUpdateSet((eb) => ({ used: eb('budgets.used', '+', param('amount')) }))
        .where('budgets.used', '<=', param('below')),
    ),
)

/** Takes an amount from the day's budget: all of it or nothing. */
export const reserve = async (
  tx: Tx,
  { budget, amount, cap }: { budget: Budget; amount: number; cap: number },
  at: number,
): Promise<boolean> =>
  amount <= cap && (await tx.run(addMany, { ...slotOf(budget, utcDay(at)), amount, below: cap - amount })) === 1

/** Adjusts a reservation of that day to the actual amount. */
export const settle = (tx: Tx, budget: Budget, by: number, at: number): Promise<number> =>
  tx.run(addMany, { ...slotOf(budget, utcDay(at)), amount: by, below: Number.MAX_SAFE_INTEGER })

/** The growth of one uncapped counter on one day. */
export interface BudgetIncrement {
  readonly budget: Budget
  readonly day: number
  readonly amount: number
}

type GrownSlot = Slot & { amount: number }

const addRows = prepareRows<GrownSlot>(['world', 'subject', 'counter', 'day', 'amount'], (sql, rows) =>
  sql
    .insertInto('budgets')
    .values(
      rows.map(({ world, subject, counter, day, amount }) => ({
        world_id: world,
        subject,
        counter,
        day,
        used: amount,
      })),
    )
    .onConflict((c) =>
      c
        .columns(['world_id', 'subject', 'counter', 'day'])
        .doUpdateSet((eb) => ({ used: eb('budgets.used', '+', eb.ref('excluded.used')) })),
    ),
)

/** Adds to many counters in the given order. No counter may occur twice. */
export const addUncappedBatch = (tx: Tx, all: readonly BudgetIncrement[]): Promise<void> =>
  runRows(
    tx,
    addRows,
    all.map(({ budget, day, amount }) => ({ ...slotOf(budget, day), amount })),
  )

/** Returns a unit to the day it was spent on, which may be a past day. */
export async function refund(tx: Tx, budget: Budget, day: number): Promise<void> {
  await tx.run(refundOne, slotOf(budget, day))
}

export const readUsed = async (read: Read, budget: Budget, at: number): Promise<number> =>
  (await read.first(usedNow, slotOf(budget, utcDay(at))))?.used ?? 0

const RETENTION_DAYS = 35

/** Deletes counters of past days that are no longer read. */
export async function sweepBudgets(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('budgets')
    .select(['world_id', 'subject', 'counter', 'day'])
    .where('day', '<', utcDay(at) - RETENTION_DAYS)
    .limit(limit)
    .execute()
  for (const row of old)
    await tx.sql
      .deleteFrom('budgets')
      .where('world_id', '=', row.world_id)
      .where('subject', '=', row.subject)
      .where('counter', '=', row.counter)
      .where('day', '=', row.day)
      .execute()
  return old.length
}
