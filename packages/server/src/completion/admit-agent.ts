import { type Caller, worldOfCaller } from '../access/authenticate.ts'
import type { ApiKey } from '../access/keys.ts'
import { Refusal } from '../core/refusal.ts'
import type { AgentRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { World } from '../worlds/worlds.ts'
import { invokableByIds, invokableIn, requireForCaller } from './agents.ts'

export interface InvokableAgent {
  readonly agent: AgentRow
  readonly world: World
}

export function requireInvoker(key: ApiKey): void {
  if (!key.invokeAnyAgent && key.allowedAgentIds.length === 0) throw new Refusal('INVOKE_AGENT_NOT_CONFIGURED')
}

/** Whom a key may talk with, by handle: those it names, or everybody in its world. */
export async function listInvokable(deps: Deps, caller: Caller): Promise<readonly AgentRow[]> {
  const { key, state } = caller
  requireInvoker(key)
  if (!key.invokeAnyAgent) return invokableByIds(deps, state, key.allowedAgentIds)
  const world = worldOfCaller(caller)
  return world === null ? [] : invokableIn(deps, world)
}

/** 4.8 rule 1, in the order of AMB-27: a key that may invoke at all, an agent that exists, an agent it may invoke. */
export async function admitAgent(deps: Deps, caller: Caller, nameOrId: string): Promise<InvokableAgent> {
  const { key, state } = caller
  requireInvoker(key)
  const agent = await requireForCaller(deps, caller, nameOrId)
  if (!key.invokeAnyAgent && !key.allowedAgentIds.includes(agent.id)) throw new Refusal('AGENT_NOT_ALLOWED')
  return { agent, world: state.worlds.byId.get(agent.world_id)! }
}
