// Interventions of an operator in a world: happenings and facts, with their audit entries.
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import { audit } from '../../../platform/access/audit.ts'
import type { Ambient } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { tellFact } from '../gossip/facts.ts'
import { planOperatorHappening } from './happenings.ts'

/** Where an intervention happens, and who makes it. */
export interface InterventionContext {
  readonly ambient: Ambient
  readonly world: Pick<World, 'id' | 'tag'>
  readonly actor: string
}

/** Plans a happening and returns its id. */
export async function happenInWorld(
  tx: Tx,
  { ambient, world, actor }: InterventionContext,
  plan: HappeningPlan,
  at: number,
): Promise<string> {
  const happeningId = ambient.id('happening', world.tag)
  await planOperatorHappening(tx, { world, id: happeningId, plan }, at)
  const detail = { happeningId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.happen', target: world.id, detail })
  return happeningId
}

/** Tells a fact to a resident and returns its id. */
export async function tellInWorld(
  tx: Tx,
  { ambient, world, actor }: InterventionContext,
  plan: FactPlan,
  at: number,
): Promise<string> {
  const factId = await tellFact(tx, { ambient, world }, plan, at)
  const detail = { factId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.tell', target: world.id, detail })
  return factId
}
