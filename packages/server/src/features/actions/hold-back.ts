// Quarantine of a post or reply that moderation objects to.
import type { Tx } from '../../platform/db/database.ts'
import type { Verdict } from '../../platform/moderation/moderation.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { addVerdict } from '../../stores/posts/verdicts.ts'
import { type Skipped, skip } from './action.ts'

/** AMB-71: the text is stored but not shown. The verdict is stored with it for the operator's queue. */
export async function quarantineText(
  tx: Tx,
  { world, id, verdict }: { world: World; id: string; verdict: Verdict },
  at: number,
): Promise<Skipped> {
  const { action, category, reason, rule } = verdict
  await addVerdict(tx, { world_id: world.id, id, action, category, reason, rule, created_at: at })
  return skip('held_for_review')
}
