import type { Caller } from '../access/authenticate.ts'
import { Refusal } from '../core/refusal.ts'
import type { AgentRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { World } from '../worlds/worlds.ts'
import { requireForCaller } from './agents.ts'

export interface Admitted {
  readonly agent: AgentRow
  readonly world: World
}

/** 4.8 rule 1, in the order of AMB-27: a key that may invoke at all, an agent that exists, an agent it may invoke. */
export async function admitAgent(deps: Deps, caller: Caller, nameOrId: string): Promise<Admitted> {
  const { key, state } = caller
  if (!key.invokeAnyAgent && key.allowedAgentIds.length === 0) throw new Refusal('INVOKE_AGENT_NOT_CONFIGURED')
  const agent = await requireForCaller(deps, caller, nameOrId)
  if (!key.invokeAnyAgent && !key.allowedAgentIds.includes(agent.id)) throw new Refusal('AGENT_NOT_ALLOWED')
  return { agent, world: state.worlds.byId.get(agent.world_id)! }
}
