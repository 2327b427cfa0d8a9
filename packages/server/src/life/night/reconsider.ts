import type { Tx } from '../../db/database.ts'
import { takeIdeaStep } from '../world/idea-steps.ts'
import { ideasSeenBy } from '../world/ideas.ts'
import type { Mover } from '../world/mover.ts'

/** Chance of a night that somebody lets go of an idea nobody near carries. */
const LETS_GO = 0.04

/** Ideas somebody has carried for a while and lets go of: friends gone over, or simply worn. */
export async function reconsider(tx: Tx, mover: Mover): Promise<void> {
  const { life } = mover.instant
  const chance = mover.chance('reconsider')
  for (const { id, stance, pull } of await ideasSeenBy(tx, life.ideas, mover.person)) {
    const roll = chance()
    if (stance !== 'support' || roll >= (pull < 0 ? 5 * LETS_GO : LETS_GO)) continue
    await takeIdeaStep(tx, mover, { ideaId: id, type: 'dropped', stance: 'neutral' })
  }
}
