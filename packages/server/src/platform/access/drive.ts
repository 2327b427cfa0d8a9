// Permission to drive visitors, driver budgets, and usage statistics of a key.
import { type ErrorCode, type KeyUse, LIMITS, type LoggedRequest, SCOPE_TIERS } from '@agent-network/contract'
import { isGateOpen, type Switches } from '../control/switches.ts'
import { ApiError } from '../core/api-error.ts'
import { isPossibleId } from '../core/text.ts'
import { DAY_MS, dayText, HOUR_MS, iso, parseIso, utcDay } from '../core/time.ts'
import { prepare, type Read } from '../db/database.ts'
import type { AgentRow } from '../db/tables/tables.ts'
import { isPurged, type World } from '../worlds/worlds.ts'
import { type Caller, probationEndsAt } from './authenticate.ts'
import type { Budget, BudgetIncrement } from './budgets.ts'
import { type ApiKey, hasDriveBinding } from './keys.ts'

/** A visitor that this caller may drive, in its world. */
export interface DrivenVisitor {
  readonly world: World
  readonly agent: AgentRow
}

interface Facts {
  readonly switches: Switches
  readonly key: ApiKey
  /** Over REST always the key's own world: a world is never a request parameter (AMB-46). */
  readonly worldId: string | null
  readonly agentId: string
  readonly world: World | undefined
  readonly agent: AgentRow | undefined
}

type Check = readonly [holds: (facts: Facts) => boolean, code: ErrorCode, message?: (facts: Facts) => string]

const tier = SCOPE_TIERS['agents:drive']

/** Section 5.7: the first failing check decides. Archived and purging worlds cannot be driven (AMB-48). */
export const DRIVE_CHECKS: readonly Check[] = [
  [({ switches }) => isGateOpen(switches, 'visitorDriveEnabled'), 'VISITOR_DRIVE_DISABLED'],
  [({ key }) => key.tier >= tier, 'INSUFFICIENT_TIER', ({ key }) => `Requires tier ${tier}; key is tier ${key.tier}`],
  [
    ({ key }) => key.scopes.includes('agents:drive'),
    'INSUFFICIENT_SCOPE',
    () => 'Missing required scope: agents:drive',
  ],
  [({ key }) => hasDriveBinding(key), 'DRIVE_BINDING_INVALID'],
  [({ key, worldId }) => worldId === key.worldId, 'DRIVE_WORLD_MISMATCH'],
  [({ key, agentId }) => key.allowedAgentIds.includes(agentId), 'DRIVE_AGENT_NOT_ALLOWED'],
  [({ world }) => world?.status === 'running' && world.kind === 'fork', 'WORLD_NOT_FOUND'],
  [({ world }) => world?.visitorsPaused === false, 'VISITORS_PAUSED'],
  [({ agent }) => agent?.kind === 'visitor', 'DRIVE_AGENT_NOT_VISITOR'],
  [({ agent }) => agent?.enabled === 1, 'DRIVE_AGENT_DISABLED'],
]

const agentById = prepare<{ world: string; id: string }, AgentRow>((sql, param) =>
  sql.selectFrom('agents').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)

/** Runs on every request to a visitor's routes, including replays and reads (5.8). */
export async function authorizeDrive(
  read: Read,
  { key, state }: Caller,
  agentId: string,
  worldId: string | null = key.worldId,
): Promise<DrivenVisitor> {
  const world = worldId === null ? undefined : state.worlds.byId.get(worldId)
  const agent =
    world === undefined || !isPossibleId(agentId)
      ? undefined
      : await read.first(agentById, { world: world.id, id: agentId })
  return runDriveChecks({ switches: state.switches, key, worldId, agentId, world, agent })
}

function runDriveChecks(facts: Facts): DrivenVisitor {
  for (const [holds, code, message] of DRIVE_CHECKS)
    if (!holds(facts)) throw new ApiError(code, message === undefined ? {} : { message: message(facts) })
  return { world: facts.world!, agent: facts.agent! }
}

/** The same checks, for callers that have already read the agent. */
export const requireDrive = (
  { key, state }: Pick<Caller, 'key' | 'state'>,
  agentId: string,
  agent: AgentRow | undefined,
): DrivenVisitor =>
  runDriveChecks({
    switches: state.switches,
    key,
    worldId: key.worldId,
    agentId,
    world: key.worldId === null ? undefined : state.worlds.byId.get(key.worldId),
    agent,
  })

/** Visitors that the key may drive, in the order of the key. Disabled visitors are included; residents are not. */
export async function listDrivableAgents(
  read: Read,
  { key, state }: Pick<Caller, 'key' | 'state'>,
): Promise<AgentRow[]> {
  const world = key.worldId === null ? undefined : state.worlds.byId.get(key.worldId)
  const ids = [...new Set(key.allowedAgentIds.filter(isPossibleId))]
  const isDriver = key.tier >= tier && key.scopes.includes('agents:drive') && hasDriveBinding(key)
  if (!isDriver || ids.length === 0 || world === undefined || isPurged(world)) return []
  const rows = await read.sql
    .selectFrom('agents')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('id', 'in', ids)
    .where('kind', '=', 'visitor')
    .execute()
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

const isProbation = (key: ApiKey, at: number): boolean =>
  key.createdAt === null || at < key.createdAt + LIMITS.probationMs

/** Section 8: a key's budget per UTC day. Probation only lowers it (AMB-73). */
export const driveCap = (key: ApiKey, at: number): number => {
  const { perDayInProbation, perDayDefault, perDayMax } = LIMITS.drive
  const configuredBudget = key.driveDailyBudget
  const own = Math.min(
    perDayMax,
    configuredBudget !== null && Number.isInteger(configuredBudget) && configuredBudget > 0
      ? configuredBudget
      : perDayDefault,
  )
  return isProbation(key, at) ? Math.min(perDayInProbation, own) : own
}

export const heartbeatCap = (key: ApiKey, at: number): number =>
  isProbation(key, at) ? LIMITS.heartbeat.perDayInProbation : LIMITS.heartbeat.perDay

/** Requests of one day, and how many of them failed. */
export interface DayCount {
  requests: number
  refused: number
}

const requestsOf = (keyId: string): Budget => ({ worldId: '', subject: keyId, counter: 'requests' })
const refusedOf = (keyId: string): Budget => ({ worldId: '', subject: keyId, counter: 'refused' })

/** The log keeps only the last 1,000 requests of a key, so daily counts are stored separately. */
export const budgetIncrementsOf = (keyId: string, days: ReadonlyMap<number, DayCount>): BudgetIncrement[] =>
  [...days]
    .sort(([a], [b]) => a - b)
    .flatMap(([day, { requests, refused }]) => [
      { budget: requestsOf(keyId), day, amount: requests },
      ...(refused > 0 ? [{ budget: refusedOf(keyId), day, amount: refused }] : []),
    ])

type Count = { counter: string; day: number; used: number }

/** Queries the full primary key, world by world: a driver's spending is counted in its world. */
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
  const countByDay = new Map(rows.flat().map(({ counter, day, used }) => [`${counter} ${day}`, used]))
  return (counter, day) => countByDay.get(`${counter} ${day}`) ?? 0
}

/** Whole hours of the log. If 1,000 requests cover less than a day, the series starts later. */
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

/** Today's caps. A key that can neither drive nor invoke has none. */
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

/** Today's budgets of a key, as used so far. */
export async function readBudgets(read: Read, key: ApiKey, at: number): Promise<KeyUse['budgets']> {
  const today = utcDay(at)
  const counted = await readCounts(read, key, today)
  return budgetsOf(key, at, (counter) => counted(counter, today))
}

/** Usage of a key over time, from counters (kept for 35 days) and from its log. */
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
