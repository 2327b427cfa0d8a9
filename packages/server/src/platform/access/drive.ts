// Permission to drive visitors, driver budgets, and usage statistics of a key.
import { type ErrorCode, type KeyUse, LIMITS, type LoggedRequest, SCOPE_TIERS } from '@agent-network/contract'
import type { ControlState } from '../control/control.ts'
import { isGateOpen, type Switches } from '../control/switches.ts'
import { ApiError } from '../core/api-error.ts'
import { isPossibleId } from '../core/text.ts'
import { DAY_MS, dayText, HOUR_MS, iso, parseIso, utcDay } from '../core/time.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { upsertOf } from '../db/statements.ts'
import type { AgentRow, Tables } from '../db/tables/tables.ts'
import { lockVisitor } from '../worlds/roster.ts'
import { isPurged, type World } from '../worlds/worlds.ts'
import { type Caller, keyStateError, probationEndsAt } from './authenticate.ts'
import type { Budget, BudgetIncrement } from './budgets.ts'
import { lockGrant } from './grants.ts'
import { type ApiKey, findKeyById, hasDriveBinding, lockKey } from './keys.ts'

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

/** A visitor and the key that reads its inbox. */
export interface DriverRef {
  readonly keyId: string
  readonly worldId: string
  readonly agentId: string
}

/**
 * The visitor as the next request of the key for its inbox would find it, or the error code of that request. No request
 * is counted.
 */
export async function findDriven(
  read: Read,
  { keyId, worldId, agentId }: DriverRef,
  { switches, world }: { readonly switches: Switches; readonly world: World | undefined },
): Promise<DrivenVisitor | ErrorCode> {
  const found = await findKeyById(read, keyId)
  if (found === null) return 'INVALID_API_KEY'
  const state = keyStateError(found)
  if (state !== null) return state
  const agent = await read.first(agentById, { world: worldId, id: agentId })
  const facts: Facts = { switches, key: found.key, worldId, agentId, world, agent }
  return DRIVE_CHECKS.find(([holds]) => !holds(facts))?.[1] ?? { world: world!, agent: agent! }
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

/** A key with the switches and the time that decide its caps: a caller, or a key that is looked at. */
export type KeyMoment = Pick<Caller, 'key' | 'at'> & { readonly state: Pick<ControlState, 'switches'> }

export const isProbation = ({ key, state, at }: KeyMoment): boolean => at < probationEndsAt(key, state.switches)

/** Section 8: a key's budget per UTC day. Probation only lowers it (AMB-73). */
export const driveCap = (moment: KeyMoment): number => {
  const { perDayInProbation, perDayDefault, perDayMax } = LIMITS.drive
  const configuredBudget = moment.key.driveDailyBudget
  const own = Math.min(
    perDayMax,
    configuredBudget !== null && Number.isInteger(configuredBudget) && configuredBudget > 0
      ? configuredBudget
      : perDayDefault,
  )
  return isProbation(moment) ? Math.min(perDayInProbation, own) : own
}

export const heartbeatCap = (moment: KeyMoment): number =>
  isProbation(moment) ? LIMITS.heartbeat.perDayInProbation : LIMITS.heartbeat.perDay

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
function budgetsOf(moment: KeyMoment, spent: (counter: string) => number): KeyUse['budgets'] {
  const { pagesPerDay, pagesPerDayInProbation } = LIMITS.journal
  const { key } = moment
  const drives = key.scopes.includes('agents:drive')
  return [
    ...(drives
      ? ([
          { name: 'actions', used: spent('drive'), cap: driveCap(moment) },
          { name: 'heartbeats', used: spent('heartbeat'), cap: heartbeatCap(moment) },
          {
            name: 'journalPages',
            used: spent('journal'),
            cap: isProbation(moment) ? pagesPerDayInProbation : pagesPerDay,
          },
        ] as const)
      : []),
    ...(key.invokeDailyBudget === null
      ? []
      : [{ name: 'completions' as const, used: spent('invoke'), cap: Math.ceil(Math.max(0, key.invokeDailyBudget)) }]),
  ]
}

/** Today's budgets of a key, as used so far. */
export async function readBudgets(read: Read, moment: KeyMoment): Promise<KeyUse['budgets']> {
  const today = utcDay(moment.at)
  const counted = await readCounts(read, moment.key, today)
  return budgetsOf(moment, (counter) => counted(counter, today))
}

/** Usage of a key over time, from counters (kept for 35 days) and from its log. */
export async function readKeyUse(read: Read, moment: KeyMoment, log: readonly LoggedRequest[]): Promise<KeyUse> {
  const { key, at } = moment
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
    budgets: budgetsOf(moment, (counter) => counted(counter, today)),
    resetsAt: iso((today + 1) * DAY_MS),
  }
}

/** A visitor and the credential that looks at its inbox. */
type Looker = Record<'world' | 'agent' | 'credential', string>
type LookRow = Tables['look_positions']

const lookRow = prepare<Looker, LookRow>((sql, param) =>
  sql
    .selectFrom('look_positions')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('credential_id', '=', param('credential')),
)
const putLook = upsertOf('look_positions', ['world_id', 'agent_id', 'credential_id', 'position', 'previous'])

const lookerOf = ({ world, agent }: DrivenVisitor, credential: string): Looker => ({
  world: world.id,
  agent: agent.id,
  credential,
})

/** Where the last `look` of this credential began and ended; undefined before the first. */
export const readLookPosition = (
  read: Read,
  driven: DrivenVisitor,
  credential: string,
): Promise<Pick<LookRow, 'position' | 'previous'> | undefined> => read.first(lookRow, lookerOf(driven, credential))

export interface LookMove {
  readonly credential: string
  /** Where this `look` began. */
  readonly previous: number
  /** The end of what it showed. */
  readonly position: number
  /** The stored position that this `look` has read; absent if it was given a position by its caller. */
  readonly expected?: number | null
}

/** Stores the end of a `look`. Returns false, without a change, if another `look` has moved the position meanwhile. */
export async function moveLookPosition(
  tx: Tx,
  driven: DrivenVisitor,
  { credential, previous, position, expected }: LookMove,
): Promise<boolean> {
  const looker = lookerOf(driven, credential)
  // Looks of one visitor are serial: on PostgreSQL its row is locked, SQLite has one writer at a time.
  await lockVisitor(tx, looker.world, looker.agent)
  // A key or a grant that was deleted during the request stores nothing.
  if (!(await lockKey(tx, credential)) && !(await lockGrant(tx, credential))) return true
  if (expected !== undefined && ((await tx.first(lookRow, looker))?.position ?? null) !== expected) return false
  await tx.run(putLook, {
    world_id: looker.world,
    agent_id: looker.agent,
    credential_id: credential,
    position,
    previous,
  })
  return true
}

/** Deletes the positions of an erased visitor. */
export async function eraseLookPositions(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql.deleteFrom('look_positions').where('world_id', '=', worldId).where('agent_id', '=', agentId).execute()
}
