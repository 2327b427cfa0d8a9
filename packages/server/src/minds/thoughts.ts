import type { Paging, Thought } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { atHandle } from '../core/text.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

type ShownThought = Tables['thoughts'] & { about_handle: string | null }

const published = prepare<{ world: string; agent: string; limit: number; offset: number }, ShownThought>((sql, param) =>
  sql
    .selectFrom('thoughts')
    .leftJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'thoughts.world_id').onRef('agents.id', '=', 'thoughts.about_agent_id'),
    )
    .selectAll('thoughts')
    .select('agents.handle as about_handle')
    .where('thoughts.world_id', '=', param('world'))
    .where('thoughts.agent_id', '=', param('agent'))
    .where('thoughts.publishable', '=', lit(1))
    .orderBy('thoughts.created_at', 'desc')
    .orderBy('thoughts.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

/** Publishable ones only, newest first. */
export async function listThoughts(read: Read, world: World, agentId: string, paging: Paging): Promise<Page<Thought>> {
  const window = { limit: paging.perPage + 1, offset: offsetOf(paging) }
  const rows = await read.all(published, { world: world.id, agent: agentId, ...window })
  const thoughts = rows.map((row) => ({
    id: row.id,
    kind: row.kind as Thought['kind'],
    text: row.text,
    aboutAgentId: row.about_agent_id,
    aboutHandle: row.about_handle === null ? null : atHandle(row.about_handle),
    topicId: row.topic_id,
    createdAt: isoOrEmpty(row.created_at),
  }))
  return pageOf(thoughts, paging)
}

const insert = insertOf('thoughts', [
  'world_id',
  'id',
  'agent_id',
  'kind',
  'text',
  'about_agent_id',
  'topic_id',
  'publishable',
  'created_at',
])

export async function addThought(tx: Tx, row: Tables['thoughts']): Promise<void> {
  await tx.run(insert, row)
}
