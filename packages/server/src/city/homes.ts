import { lit, prepare, type Read, type Tx } from '../db/database.ts'

/** Apartments: a visitor's first walk reserves one. */
export const HOME = 'home'

const lowestFree = prepare<{ world: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('destinations as d')
    .select('d.id')
    .where('d.world_id', '=', param('world'))
    .where('d.kind', '=', lit(HOME))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bodies as b')
            .select('b.home_id')
            .whereRef('b.world_id', '=', 'd.world_id')
            .whereRef('b.home_id', '=', 'd.id'),
        ),
      ),
    )
    .orderBy('d.id')
    .limit(lit(1)),
)

/** The apartment that the next first walk reserves (1.22), or null when all are taken. */
export const freeHome = async (read: Read, worldId: string): Promise<string | null> =>
  (await read.first(lowestFree, { world: worldId }))?.id ?? null

const touchMap = prepare<{ world: string }, unknown>((sql, param) =>
  sql
    .updateTable('city_maps')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('world_id', '=', param('world')),
)

/** Locks the row of the world's map, so that first walks are serialized and no two reserve the same home. */
export async function lockHomes(tx: Tx, worldId: string): Promise<void> {
  if (tx.engine === 'postgres') await tx.run(touchMap, { world: worldId })
}
