import { leaveCity } from '../city/absence.ts'
import { inWorld, type Telling, tellGamesOver } from '../city/notices.ts'
import { tellLeft } from '../city/talk-notices.ts'
import { putAgent, readAgent } from '../content/agents.ts'
import { eraseBlocksOf } from '../content/blocks.ts'
import type { Tx } from '../db/database.ts'
import type { VisitorRow } from '../db/tables.ts'
import { endVisit, lockVisitor } from '../worlds/roster.ts'
import type { World } from '../worlds/worlds.ts'

export type { Telling }

/** Disabled, never deleted: what it wrote stays and still has an author. Its persona was its owner's, and goes. */
async function silence(tx: Tx, world: World, agentId: string): Promise<void> {
  const agent = await readAgent(tx, world, agentId)
  if (agent === undefined) return
  const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = agent
  await putAgent(tx, world, { ...draft, enabled: 0, persona: '' })
}

/**
 * 3.1, release: everything of a visitor that ends when it leaves for good, in the transaction of whoever sends it away.
 * Its key is its owner's matter.
 */
export async function depart(tx: Tx, telling: Telling, visitor: VisitorRow, at: number): Promise<void> {
  const there = inWorld(telling, visitor.world_id)!
  const { world } = there
  await lockVisitor(tx, world.id, visitor.agent_id)
  const { forfeited, closed } = await leaveCity(tx, world.id, visitor.agent_id, at)
  await endVisit(tx, world.id, visitor.agent_id, at)
  await silence(tx, world, visitor.agent_id)
  await eraseBlocksOf(tx, world.id, visitor.agent_id)
  // After the end of the visit: whoever has left is told nothing any more.
  await tellGamesOver(tx, telling, forfeited, at)
  await tellLeft(tx, there, closed, at)
}
