// Total model budgets per UTC day and month, over all worlds and completions, in tokens and in money.
import type { Logger } from 'pino'
import { addUncappedBatch, type Budget, type BudgetIncrement, readUsed, reserve } from '../access/budgets.ts'
import type { ModelPrice } from '../config/config.ts'
import { numberSwitch, type Switches, type SwitchName } from '../control/switches.ts'
import { dayStart, iso, utcDay } from '../core/time.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Usage } from './model.ts'

type Unit = 'tokens' | 'cost'
type Period = 'day' | 'month'

interface BudgetKind {
  readonly name: SwitchName
  readonly unit: Unit
  readonly period: Period
  readonly budget: Budget
}

const kind = (name: SwitchName, unit: Unit, period: Period): BudgetKind => ({
  name,
  unit,
  period,
  budget: { worldId: '', subject: 'models', counter: `model_${unit}_${period}` },
})

/** In the order in which their rows are locked. */
const KINDS: readonly BudgetKind[] = [
  kind('modelDailyTokenBudget', 'tokens', 'day'),
  kind('modelMonthlyTokenBudget', 'tokens', 'month'),
  kind('modelDailyCostBudget', 'cost', 'day'),
  kind('modelMonthlyCostBudget', 'cost', 'month'),
]

/** Costs are stored as whole millionths of the currency. */
const MILLION = 1_000_000

const monthStart = (at: number, months = 0): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

/** A month is counted in the row of its first day. */
const periodStart = (period: Period, at: number): number => (period === 'day' ? dayStart(utcDay(at)) : monthStart(at))
const periodEnd = (period: Period, at: number): number =>
  period === 'day' ? dayStart(utcDay(at) + 1) : monthStart(at, 1)

/** The limit in stored units; null without one. A value that is not a number counts as not set. */
function limitOf({ name, unit }: BudgetKind, switches: Switches): number | null {
  const value = switches[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  return Math.max(0, Math.floor(unit === 'cost' ? value * MILLION : value))
}

/** A call whose tokens are reserved. The caller settles it exactly once. */
export interface BudgetReservation {
  /** Replaces the reservation by the actual use; null returns it. */
  settle(usage: Usage | null): Promise<void>
}

export interface ModelBudgetState {
  /** The switch that sets the limit. */
  readonly name: SwitchName
  readonly unit: Unit
  readonly period: Period
  /** With reservations of running calls. Null for a cost without a price. */
  readonly used: number | null
  readonly limit: number | null
  readonly resetsAt: number
}

export interface ModelBudgets {
  /** Reserves the estimated use of one call; null if a budget has less left. */
  reserve(estimate: Usage, switches: Switches): Promise<BudgetReservation | null>
  state(switches: Switches): Promise<ModelBudgetState[]>
  /** Writes pending counts. */
  stop(): Promise<void>
}

export interface ModelBudgetDeps {
  readonly database: Database
  readonly price: ModelPrice | null
  readonly now: () => number
  readonly log: Logger
}

/** Thrown to undo the reservations of a call that a later budget refuses. */
class BudgetSpent extends Error {
  constructor(readonly refusedBy: BudgetKind) {
    super(`${refusedBy.name} is used up`)
  }
}

/** Use that needs no reservation is written in batches. */
const WRITE_EVERY_MS = 1_000

export function makeModelBudgets({ database, price, now, log }: ModelBudgetDeps): ModelBudgets {
  let pending = new Map<string, BudgetIncrement>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  /** The last day of the log line, which is written once a day. */
  let loggedDay = -1

  /** The prices of the settings, else the single price of the switch. */
  function priceOf(switches: Switches): ModelPrice | null {
    if (price !== null) return price
    const single = switches.llmPricePerMillionTokens === null ? 0 : numberSwitch(switches, 'llmPricePerMillionTokens')
    return single > 0 ? { in: single, out: single } : null
  }

  /** The use in stored units. A price of one million tokens is a price in millionths of one token. */
  function amountOf(unit: Unit, { promptTokens, completionTokens }: Usage, switches: Switches): number {
    if (unit === 'tokens') return promptTokens + completionTokens
    const { in: read, out: written } = priceOf(switches) ?? { in: 0, out: 0 }
    return Math.ceil(promptTokens * read + completionTokens * written)
  }

  const incrementsOf = (at: number, amount: (unit: Unit) => number): BudgetIncrement[] =>
    KINDS.map(({ budget, unit, period }) => ({
      budget,
      day: utcDay(periodStart(period, at)),
      amount: amount(unit),
    })).filter((increment) => increment.amount !== 0)

  async function take(tx: Tx, estimate: Usage, switches: Switches, at: number): Promise<void> {
    for (const one of KINDS) {
      const amount = amountOf(one.unit, estimate, switches)
      const cap = limitOf(one, switches) ?? Number.MAX_SAFE_INTEGER
      if (one.unit === 'cost' && amount === 0) continue
      if (!(await reserve(tx, { budget: one.budget, amount, cap }, periodStart(one.period, at))))
        throw new BudgetSpent(one)
    }
  }

  function logSpent({ name, period }: BudgetKind, at: number): void {
    if (utcDay(at) === loggedDay) return
    loggedDay = utcDay(at)
    const resetsAt = iso(periodEnd(period, at))
    log.warn({ event: 'models.budget_spent', budget: name, resetsAt }, 'model budget used up, using the local voice')
  }

  async function write(): Promise<void> {
    const increments = [...pending.values()]
    pending = new Map()
    if (increments.length === 0) return
    try {
      await database.transact((tx) => addUncappedBatch(tx, increments), { quiet: true })
    } catch (error) {
      log.warn({ event: 'models.usage_not_stored', err: error }, 'write of model usage failed')
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  function addLater(increments: readonly BudgetIncrement[]): void {
    for (const increment of increments) {
      const name = `${increment.budget.counter} ${increment.day}`
      const amount = increment.amount + (pending.get(name)?.amount ?? 0)
      pending.set(name, { ...increment, amount })
    }
    timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS)
  }

  /** Without a limit nothing is reserved, so a call costs no commit of its own. */
  const unlimited = (switches: Switches, at: number): BudgetReservation => ({
    async settle(usage) {
      if (usage !== null) addLater(incrementsOf(at, (unit) => amountOf(unit, usage, switches)))
    },
  })

  return {
    async reserve(estimate, switches) {
      const at = now()
      if (KINDS.every((one) => limitOf(one, switches) === null)) return unlimited(switches, at)
      try {
        await database.transact((tx) => take(tx, estimate, switches, at), { quiet: true })
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error
        logSpent(error.refusedBy, at)
        return null
      }
      return {
        async settle(usage) {
          const actual = usage ?? { promptTokens: 0, completionTokens: 0 }
          const increments = incrementsOf(
            at,
            (unit) => amountOf(unit, actual, switches) - amountOf(unit, estimate, switches),
          )
          if (increments.length === 0) return
          await database
            .transact((tx) => addUncappedBatch(tx, increments), { quiet: true })
            .catch((error: unknown) => {
              // The reservation stays counted, so the budget is not exceeded.
              log.warn({ event: 'models.usage_not_stored', err: error }, 'write of model usage failed')
            })
        },
      }
    },
    async state(switches) {
      await flush()
      const at = now()
      const hasPrice = priceOf(switches) !== null
      return Promise.all(
        KINDS.map(async (one) => {
          const { name, unit, period, budget } = one
          const scale = unit === 'cost' ? MILLION : 1
          const limit = limitOf(one, switches)
          const used = await readUsed(database.read, budget, periodStart(period, at))
          return {
            ...{ name, unit, period, resetsAt: periodEnd(period, at) },
            used: unit === 'cost' && !hasPrice ? null : used / scale,
            limit: limit === null ? null : limit / scale,
          }
        }),
      )
    },
    stop: flush,
  }
}
