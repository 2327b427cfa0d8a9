import type { LifeMaterial } from '@agent-network/voice/life'
import { prepare, type Read } from '../../db/database.ts'

export type Name = Omit<LifeMaterial['ties'][number], 'type'>

const nameOf = prepare<{ world: string; id: string }, { display_name: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['display_name', 'handle'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

export async function readName(read: Read, worldId: string, id: string): Promise<Name | null> {
  const row = await read.first(nameOf, { world: worldId, id })
  return row === undefined ? null : { displayName: row.display_name, handle: row.handle }
}
