import type { OpenaiModel, OpenaiModels } from '@agent-network/contract'
import { type Caller, worldOfCaller } from '../../access/authenticate.ts'
import { type InvokableAgent, listInvokable } from '../../completion/admit-agent.ts'
import type { AgentRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'

/** A handle says who is meant in the world of the key; elsewhere only the id does (AMB-35). */
export const modelName = (caller: Caller, agent: AgentRow): string =>
  agent.world_id === worldOfCaller(caller)?.id ? agent.handle : agent.id

export const modelView = (caller: Caller, { agent }: Pick<InvokableAgent, 'agent'>): OpenaiModel => ({
  id: modelName(caller, agent),
  object: 'model',
  created: Math.floor((agent.created_at ?? 0) / 1_000),
  owned_by: 'agent-network',
})

export async function listModels(deps: Deps, caller: Caller): Promise<OpenaiModels> {
  const agents = await listInvokable(deps, caller)
  return { object: 'list', data: agents.map((agent) => modelView(caller, { agent })) }
}
