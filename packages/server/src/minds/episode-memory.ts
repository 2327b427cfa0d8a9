import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** Whose episodes. */
interface Owner {
  readonly world: World
  readonly agentId: string
}

type Since = { world: string; agent: string; since: number }

const weightiest = prepare<Since, { text: string }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select('text')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', lit(0))
    .where('surface', '=', lit('world'))
    .where('created_at', '>', param('since'))
    .orderBy('importance', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(lit(5)),
)

/** Texts of the five most important public episodes since then. */
export const weightiestSince = async (read: Read, { world, agentId }: Owner, since: number): Promise<string[]> =>
  (await read.all(weightiest, { world: world.id, agent: agentId, since })).map(({ text }) => text)

const countOf = prepare<{ world: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Deletes the oldest episodes until `most` are left; those of talks with callers have a sweep of their own. */
export async function forgetOldest(tx: Tx, { world, agentId }: Owner, most: number): Promise<void> {
  const n = Number((await tx.first(countOf, { world: world.id, agent: agentId }))!.n)
  if (n <= most) return
  const oldest = await tx.sql
    .selectFrom('episodes')
    .select('id')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('surface', '=', lit('world'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(n - most)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.sql
    .deleteFrom('episode_cues')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('episode_id', 'in', ids)
    .execute()
  await tx.sql.deleteFrom('episodes').where('world_id', '=', world.id).where('id', 'in', ids).execute()
}

/** Deletes episodes that stayed with their callers and are no newer than `until`, oldest first; returns how many. */
export async function forgetCallers(tx: Tx, until: number, limit: number): Promise<number> {
  const faded = await tx.sql
    .selectFrom('episodes')
    .select(['world_id', 'id'])
    .where('surface', '=', lit('completion'))
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { world_id, id } of faded)
    await tx.sql.deleteFrom('episodes').where('world_id', '=', world_id).where('id', '=', id).execute()
  return faded.length
}
