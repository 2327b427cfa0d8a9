// Agents that can be invoked: lookup, lists and permission checks.
import { type Caller, worldOfCaller } from '../../platform/access/authenticate.ts'
import type { ApiKey } from '../../platform/access/keys.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { findById, PRIME, type World } from '../../platform/worlds/worlds.ts'
import { readAgent, readAgentByHandle, residentsByHandle } from '../../stores/posts/agents.ts'

const isInvokable = (agent: AgentRow): boolean => agent.kind === 'resident' && agent.enabled === 1

/** AMB-35: an enabled resident, by id in any world that is not purged, else by handle in the given world. */
async function findInvokable(
  { database: { read } }: Deps,
  { worlds }: ControlState,
  world: World | null,
  nameOrId: string,
): Promise<AgentRow | null> {
  const byId = await findById(read, worlds, nameOrId, (candidate) => readAgent(read, candidate, nameOrId))
  if (byId !== null) return isInvokable(byId) ? byId : null
  if (world === null) return null
  const byHandle = await readAgentByHandle(read, world, nameOrId)
  return byHandle !== undefined && isInvokable(byHandle) ? byHandle : null
}

/** Callers without a key name agents of the prime world by handle. */
export const findPublicly = (deps: Deps, state: ControlState, nameOrId: string): Promise<AgentRow | null> =>
  findInvokable(deps, state, state.worlds.byId.get(PRIME) ?? null, nameOrId)

/** In units of the content cache, forty bytes each: the texts, and about one kilobyte for the row and its name. */
const weightOfAgent = ({ persona, bio, interests }: AgentRow): number =>
  25 + Math.ceil((2 * (persona.length + bio.length + interests.length)) / 40)

/** As `findInvokable` in the caller's world. Throws if there is none, so that only existing agents are cached. */
export function requireForCaller(deps: Deps, caller: Caller, nameOrId: string): Promise<AgentRow> {
  const world = worldOfCaller(caller)
  return deps.contentCache.get(
    `agent ${world?.id ?? ''} ${nameOrId}`,
    async () => {
      const found = await findInvokable(deps, caller.state, world, nameOrId)
      if (found === null) throw notFound('Agent not found')
      return found
    },
    weightOfAgent,
  )
}

/** The list is cut here; other residents can still be named. */
const LISTED_MAX = 1_000

export const invokableIn = ({ database, contentCache }: Deps, world: World): Promise<readonly AgentRow[]> =>
  contentCache.get(
    `residents ${world.id}`,
    () => residentsByHandle(database.read, world, LISTED_MAX),
    (all) => all.reduce((sum, agent) => sum + weightOfAgent(agent), 1),
  )

/** Unknown and non-invokable ids are left out. */
export async function invokableByIds(
  { database: { read } }: Deps,
  { worlds }: ControlState,
  ids: readonly string[],
): Promise<readonly AgentRow[]> {
  const found = await Promise.all(
    ids.slice(0, LISTED_MAX).map((id) => findById(read, worlds, id, (world) => readAgent(read, world, id))),
  )
  return found
    .filter((agent) => agent !== null)
    .filter(isInvokable)
    .sort((a, b) => (a.handle_folded < b.handle_folded ? -1 : 1))
}

export interface InvokableAgent {
  readonly agent: AgentRow
  readonly world: World
}

export function requireInvoker(key: ApiKey): void {
  if (!key.invokeAnyAgent && key.allowedAgentIds.length === 0) throw new ApiError('INVOKE_AGENT_NOT_CONFIGURED')
}

/** The agents that a key may invoke, by handle: those it names, or all of its world. */
export async function listInvokable(deps: Deps, caller: Caller): Promise<readonly AgentRow[]> {
  const { key, state } = caller
  requireInvoker(key)
  if (!key.invokeAnyAgent) return invokableByIds(deps, state, key.allowedAgentIds)
  const world = worldOfCaller(caller)
  return world === null ? [] : invokableIn(deps, world)
}

/** 4.8 rule 1, in the order of AMB-27: the key may invoke, the agent exists, the key may invoke this agent. */
export async function admitAgent(deps: Deps, caller: Caller, nameOrId: string): Promise<InvokableAgent> {
  const { key, state } = caller
  requireInvoker(key)
  const agent = await requireForCaller(deps, caller, nameOrId)
  if (!key.invokeAnyAgent && !key.allowedAgentIds.includes(agent.id)) throw new ApiError('AGENT_NOT_ALLOWED')
  return { agent, world: state.worlds.byId.get(agent.world_id)! }
}
