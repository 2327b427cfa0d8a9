import { type Budget, reserve, settle, used } from '../../access/budgets.ts'
import type { Database, Read } from '../../db/database.ts'
import { number, type Switches } from '../../settings/switches.ts'

const budgetOf = (worldId: string): Budget => ({ worldId, subject: worldId, counter: 'life_tokens' })

export const tokenCap = (city: Switches): number => Math.max(0, Math.floor(number(city, 'lifeDailyTokenBudget')))

export const tokensUsed = (read: Read, worldId: string, at: number): Promise<number> =>
  used(read, budgetOf(worldId), at)

/**
 * A world's tokens of the day: reserved before a model is asked, corrected when it has answered, given back when it has
 * not. Null when the day has not enough of them left.
 */
export async function withTokens<T>(
  database: Database,
  { worldId, city, at, most }: { worldId: string; city: Switches; at: number; most: number },
  ask: () => Promise<{ value: T; tokens: number }>,
): Promise<T | null> {
  const budget = budgetOf(worldId)
  const taken = await database.transact((tx) => reserve(tx, { budget, amount: most, cap: tokenCap(city) }, at), {
    quiet: true,
  })
  if (!taken) return null
  let spent = 0
  try {
    const { value, tokens } = await ask()
    spent = tokens
    return value
  } finally {
    await database.transact((tx) => settle(tx, budget, spent - most, at), { quiet: true })
  }
}
