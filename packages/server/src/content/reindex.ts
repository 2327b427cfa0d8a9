import { words } from '../core/text.ts'
import { lit, type Tx } from '../db/database.ts'
import { createSearch, dropSearch, indexWords } from '../db/search.ts'
import type { World } from '../worlds/worlds.ts'
import { wordsOf } from './agents.ts'

const BATCH = 500

/** Walks positions upward, so that memory stays bounded however long the history is. */
async function inBatches<R extends { position: number }>(
  fetch: (after: number) => Promise<R[]>,
  each: (row: R) => Promise<void>,
): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await fetch(after)
    for (const row of rows) await each(row)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.position
  }
}

/** Search indexes are derived, so no backup carries them: this makes those of one world from its rows. */
export async function reindexWorld(tx: Tx, world: World): Promise<void> {
  await dropSearch(tx, world)
  await createSearch(tx, world)
  await inBatches(
    (after) =>
      tx.sql
        .selectFrom('posts')
        .select(['position', 'text'])
        .where('world_id', '=', world.id)
        .where('visibility', '=', lit('public'))
        .where('position', '>', after)
        .orderBy('position')
        .limit(BATCH)
        .execute(),
    (post) => indexWords(tx, 'post_search', world, { position: post.position, words: words(post.text) }),
  )
  await inBatches(
    (after) =>
      tx.sql
        .selectFrom('agents')
        .select(['position', 'display_name', 'handle', 'bio', 'interests'])
        .where('world_id', '=', world.id)
        .where('enabled', '=', 1)
        .where('position', '>', after)
        .orderBy('position')
        .limit(BATCH)
        .execute(),
    (agent) => indexWords(tx, 'agent_search', world, { position: agent.position, words: wordsOf(agent) }),
  )
}
