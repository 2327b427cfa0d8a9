import { addVerdict } from '../content/verdicts.ts'
import type { Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import { type Skipped, skip, type Turn } from './action.ts'

/** AMB-71: stored but not shown, with the verdict beside it for the operator's queue. */
export async function hold(tx: Tx, world: World, id: string, { held, at }: Turn): Promise<Skipped> {
  const { action, category, reason } = held!
  await addVerdict(tx, { world_id: world.id, id, action, category, reason, created_at: at })
  return skip('held_for_review')
}
