import { type ErrorCode, LIMITS, SCOPE_TIERS } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import { isPossibleId } from '../core/text.ts'
import { prepare, type Read } from '../db/database.ts'
import type { AgentRow } from '../db/tables.ts'
import { gate, type Switches } from '../settings/switches.ts'
import type { World } from '../worlds/worlds.ts'
import type { Caller } from './authenticate.ts'
import { type ApiKey, hasDriveBinding } from './keys.ts'

/** A visitor that this caller may drive, in its world. */
export interface Driven {
  readonly world: World
  readonly agent: AgentRow
}

interface Facts {
  readonly switches: Switches
  readonly key: ApiKey
  /** Over REST always the key's own: a world is never a request parameter (AMB-46). */
  readonly worldId: string | null
  readonly agentId: string
  readonly world: World | undefined
  readonly agent: AgentRow | undefined
}

type Check = readonly [holds: (facts: Facts) => boolean, code: ErrorCode, message?: (facts: Facts) => string]

const tier = SCOPE_TIERS['agents:drive']

/** Section 5.7, first failure wins. An archived or purging world is no world to drive in (AMB-48). */
export const DRIVE_CHAIN: readonly Check[] = [
  [({ switches }) => gate(switches, 'visitorDriveEnabled'), 'VISITOR_DRIVE_DISABLED'],
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

/** Runs on every request to a visitor's routes, replays and readers included (5.8). */
export async function authorizeDrive(
  read: Read,
  { key, state }: Caller,
  agentId: string,
  worldId: string | null = key.worldId,
): Promise<Driven> {
  const world = worldId === null ? undefined : state.worlds.byId.get(worldId)
  const agent =
    world === undefined || !isPossibleId(agentId)
      ? undefined
      : await read.first(agentById, { world: world.id, id: agentId })
  return chainOf({ switches: state.switches, key, worldId, agentId, world, agent })
}

function chainOf(facts: Facts): Driven {
  for (const [holds, code, message] of DRIVE_CHAIN)
    if (!holds(facts)) throw new Refusal(code, message === undefined ? {} : { message: message(facts) })
  return { world: facts.world!, agent: facts.agent! }
}

/** The same chain for whoever has just read the agent. */
export const requireDrive = (
  { key, state }: Pick<Caller, 'key' | 'state'>,
  agentId: string,
  agent: AgentRow | undefined,
): Driven =>
  chainOf({
    switches: state.switches,
    key,
    worldId: key.worldId,
    agentId,
    world: key.worldId === null ? undefined : state.worlds.byId.get(key.worldId),
    agent,
  })

const isProbation = (key: ApiKey, at: number): boolean =>
  key.createdAt === null || at < key.createdAt + LIMITS.probationMs

/** Section 8: what a key may do in a UTC day; probation only ever lowers it (AMB-73). */
export const driveCap = (key: ApiKey, at: number): number => {
  const { perDayInProbation, perDayDefault, perDayMax } = LIMITS.drive
  const given = key.driveDailyBudget
  const own = Math.min(perDayMax, given !== null && Number.isInteger(given) && given > 0 ? given : perDayDefault)
  return isProbation(key, at) ? Math.min(perDayInProbation, own) : own
}

export const heartbeatCap = (key: ApiKey, at: number): number =>
  isProbation(key, at) ? LIMITS.heartbeat.perDayInProbation : LIMITS.heartbeat.perDay
