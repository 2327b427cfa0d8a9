import type { Read } from '../db/database.ts'

/** Handles of a few agents at once; the city speaks of nobody by anything else (2.9). */
export async function handlesOf(read: Read, worldId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await read.sql
    .selectFrom('agents')
    .select(['id', 'handle'])
    .where('world_id', '=', worldId)
    .where('id', 'in', wanted)
    .execute()
  return new Map(rows.map(({ id, handle }) => [id, handle]))
}
