// Interventions of an operator in a world: happenings and facts, with their audit entries.
import type { FactPlan, HappeningPlan } from '@agent-network/contract'
import { audit } from '../../../platform/access/audit.ts'
import { type Ambient, ambientOfImport, type IdKind } from '../../../platform/core/ambient.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import { factOf } from '../../../stores/minds/knowledge.ts'
import { happeningOf } from '../../../stores/town/happenings.ts'
import { tellFact } from '../gossip/facts.ts'
import { planOperatorHappening } from './happenings.ts'

/** Where an intervention happens, and who makes it. */
export interface InterventionContext {
  readonly ambient: Ambient
  readonly world: Pick<World, 'id' | 'tag'>
  readonly actor: string
}

/** An id that follows from the intervention and its time, so that equal interventions give equal worlds. */
async function newId(
  { ambient, world }: InterventionContext,
  kind: IdKind,
  { plan, at }: { readonly plan: object; readonly at: number },
  exists: (id: string) => Promise<boolean>,
): Promise<string> {
  const { id: nextId } = ambientOfImport(ambient, at, `${world.id} ${JSON.stringify(Object.entries(plan).sort())}`)
  for (;;) {
    const id = nextId(kind, world.tag)
    if (!(await exists(id))) return id
  }
}

/** Plans a happening and returns its id. */
export async function happenInWorld(
  tx: Tx,
  context: InterventionContext,
  plan: HappeningPlan,
  at: number,
): Promise<string> {
  const { ambient, world, actor } = context
  const exists = async (id: string): Promise<boolean> => (await happeningOf(tx, world.id, id)) !== undefined
  const happeningId = await newId(context, 'happening', { plan, at }, exists)
  await planOperatorHappening(tx, { world, id: happeningId, plan }, at)
  const detail = { happeningId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.happen', target: world.id, detail })
  return happeningId
}

/** Tells a fact to a resident and returns its id. */
export async function tellInWorld(tx: Tx, context: InterventionContext, plan: FactPlan, at: number): Promise<string> {
  const { ambient, world, actor } = context
  const exists = async (id: string): Promise<boolean> => (await factOf(tx, world.id, id)) !== undefined
  const id = await newId(context, 'fact', { plan, at }, exists)
  const factId = await tellFact(tx, { ambient: { ...ambient, id: () => id }, world }, plan, at)
  const detail = { factId, ...plan }
  await audit(tx, ambient, { at, actor, action: 'world.tell', target: world.id, detail })
  return factId
}
