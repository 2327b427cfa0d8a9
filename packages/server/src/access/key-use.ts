import { type KeyUse, LIMITS, type LoggedRequest } from '@agent-network/contract'
import { DAY_MS, dayText, HOUR_MS, iso, parseIso, utcDay } from '../core/day.ts'
import { prepare, type Read } from '../db/database.ts'
import { probationEndsAt } from './authenticate.ts'
import type { Budget, Growth } from './budgets.ts'
import { driveCap, heartbeatCap } from './drive.ts'
import type { ApiKey } from './keys.ts'
import type { DayCount } from './request-columns.ts'

const requestsOf = (keyId: string): Budget => ({ worldId: '', subject: keyId, counter: 'requests' })
const refusedOf = (keyId: string): Budget => ({ worldId: '', subject: keyId, counter: 'refused' })

/** The log has only the last thousand requests of a key, so days are counted beside it. */
export const growthOf = (keyId: string, days: ReadonlyMap<number, DayCount>): Growth[] =>
  [...days]
    .sort(([a], [b]) => a - b)
    .flatMap(([day, { requests, refused }]) => [
      { budget: requestsOf(keyId), day, amount: requests },
      ...(refused > 0 ? [{ budget: refusedOf(keyId), day, amount: refused }] : []),
    ])

type Count = { counter: string; day: number; used: number }

/** By the whole primary key, world by world: what a key spends as a driver is counted in its world. */
const countsOf = prepare<{ world: string; subject: string; from: number }, Count>((sql, param) =>
  sql
    .selectFrom('budgets')
    .select(['counter', 'day', 'used'])
    .where('world_id', '=', param('world'))
    .where('subject', '=', param('subject'))
    .where('day', '>=', param('from')),
)

async function readCounts(read: Read, key: ApiKey, from: number): Promise<(counter: string, day: number) => number> {
  const worlds = key.worldId === null || key.worldId === '' ? [''] : ['', key.worldId]
  const rows = await Promise.all(worlds.map((world) => read.all(countsOf, { world, subject: key.id, from })))
  const known = new Map(rows.flat().map(({ counter, day, used }) => [`${counter} ${day}`, used]))
  return (counter, day) => known.get(`${counter} ${day}`) ?? 0
}

/** Hours of the log, whole ones only: where a thousand requests fill less than a day, it begins later. */
function hoursOf(log: readonly LoggedRequest[], at: number): KeyUse['hours'] {
  const times = log.map((entry) => parseIso(entry.at)!)
  const now = Math.floor(at / HOUR_MS)
  const reachesTo = log.length < LIMITS.requestLog.entries ? 0 : Math.floor(times.at(-1)! / HOUR_MS) + 1
  const first = Math.max(now - LIMITS.portal.useHours + 1, Math.min(reachesTo, now))
  const hours = Array.from({ length: now - first + 1 }, (_, n) => ({ requests: 0, refused: 0, hour: first + n }))
  for (const [i, { code }] of log.entries()) {
    const hour = hours[Math.floor(times[i]! / HOUR_MS) - first]
    if (hour === undefined) continue
    hour.requests += 1
    hour.refused += code === null ? 0 : 1
  }
  return hours.map(({ hour, ...counts }) => ({ at: iso(hour * HOUR_MS), ...counts }))
}

/** Caps of today; a key that drives nobody and invokes nobody has none. */
function budgetsOf(key: ApiKey, at: number, spent: (counter: string) => number): KeyUse['budgets'] {
  const { pagesPerDay, pagesPerDayInProbation } = LIMITS.journal
  const drives = key.scopes.includes('agents:drive')
  return [
    ...(drives
      ? ([
          { name: 'actions', used: spent('drive'), cap: driveCap(key, at) },
          { name: 'heartbeats', used: spent('heartbeat'), cap: heartbeatCap(key, at) },
          {
            name: 'journalPages',
            used: spent('journal'),
            cap: at < probationEndsAt(key) ? pagesPerDayInProbation : pagesPerDay,
          },
        ] as const)
      : []),
    ...(key.invokeDailyBudget === null
      ? []
      : [{ name: 'completions' as const, used: spent('invoke'), cap: Math.ceil(Math.max(0, key.invokeDailyBudget)) }]),
  ]
}

/** What a key was used for over time, from counters that are kept for 35 days and from its log. */
export async function readKeyUse(
  read: Read,
  { key, log }: { readonly key: ApiKey; readonly log: readonly LoggedRequest[] },
  at: number,
): Promise<KeyUse> {
  const today = utcDay(at)
  const first = today - LIMITS.portal.useDays + 1
  const counted = await readCounts(read, key, first)
  return {
    days: Array.from({ length: LIMITS.portal.useDays }, (_, n) => first + n).map((day) => ({
      day: dayText(day),
      requests: counted('requests', day),
      refused: counted('refused', day),
      actions: counted('drive', day),
      heartbeats: counted('heartbeat', day),
    })),
    hours: hoursOf(log, at),
    budgets: budgetsOf(key, at, (counter) => counted(counter, today)),
    resetsAt: iso((today + 1) * DAY_MS),
  }
}
