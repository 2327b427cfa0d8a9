import { LIMITS, type Observation } from '@agent-network/contract'
import { spend, used } from '../../access/budgets.ts'
import { dayStart, iso, utcDay } from '../../core/day.ts'
import { retryHint } from '../../core/outage.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { type ObservedVisitor, readCeilings } from './subject.ts'

export type Allowances = Observation['allowances']

const { windowMs } = LIMITS.rate

const share = (spent: number, cap: number) => ({ used: spent, cap, remaining: Math.max(0, cap - spent) })

const secondsTo = (end: number, at: number): number => Math.max(1, Math.ceil((end - at) / 1_000))

/**
 * One read out of the minute and then out of the day, counted per owner and visitor whichever key or session asks.
 * A count that cannot be checked lets nothing through.
 */
export async function spendRead(
  deps: Deps,
  { world, agent, ownerUid, switches, at }: ObservedVisitor,
): Promise<Allowances> {
  const { perDay, perMinute } = readCeilings(switches)
  const whose = `${agent.id} ${ownerUid}`
  const unavailable = (error: unknown): never => {
    deps.log.error({ event: 'visitors.observe_not_counted', err: error }, 'an observe read could not be counted')
    throw new Refusal('OBSERVE_QUOTA_UNAVAILABLE', retryHint(error))
  }
  const take = {
    keyId: `observe ${world.id} ${whose}`,
    limit: perMinute,
    probationEndsAt: 0,
    limitInProbation: perMinute,
  }
  const minute = await Promise.resolve()
    .then(() => deps.sharedState.admit(null, at, take))
    .catch(unavailable)
  const window = minute.current ? minute.window : null
  if (window === null) return unavailable(new Error('the window was not counted'))
  const minuteEnd = at - (at % windowMs) + windowMs
  if (!window.admitted) throw new Refusal('OBSERVE_RATE_LIMITED', { retryAfterSeconds: secondsTo(minuteEnd, at) })
  const budget = { worldId: world.id, subject: whose, counter: 'observe' }
  const today = await deps.database
    .transact(async (tx) => ((await spend(tx, budget, perDay, at)) ? used(tx, budget, at) : null), { quiet: true })
    .catch(unavailable)
  // Section 7: both say how long to wait.
  const midnight = dayStart(utcDay(at) + 1)
  if (today === null) throw new Refusal('OBSERVE_DAILY_BUDGET_EXCEEDED', { retryAfterSeconds: secondsTo(midnight, at) })
  return {
    reads: { ...share(today, perDay), resetsAt: iso(midnight) },
    perMinute: share(window.used, perMinute),
  }
}
