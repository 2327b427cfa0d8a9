// Memory summaries of agents (2.5).
import type { MemorySummary } from '@agent-network/contract'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { upsertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

type MemoryRow = Tables['memories']

const memoryView = (row: MemoryRow): MemorySummary => ({
  agentId: row.agent_id,
  summary: row.summary,
  beliefs: JSON.parse(row.beliefs),
  openQuestions: JSON.parse(row.open_questions),
  topics: JSON.parse(row.topics),
  styleNotes: JSON.parse(row.style_notes),
  recentHighlights: JSON.parse(row.recent_highlights),
  activeIdeas: JSON.parse(row.active_ideas),
  lastCompressedAt: isoOrEmpty(row.last_compressed_at),
})

const ofAgent = prepare<{ world: string; agent: string }, MemoryRow>((sql, param) =>
  sql.selectFrom('memories').selectAll().where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** 2.5 */
export async function readMemory(read: Read, world: World, agentId: string): Promise<MemorySummary | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  return row && memoryView(row)
}

const upsert = upsertOf('memories', [
  'world_id',
  'agent_id',
  'summary',
  'beliefs',
  'open_questions',
  'topics',
  'style_notes',
  'recent_highlights',
  'active_ideas',
  'last_compressed_at',
])

type Unchanging<T> = { readonly [K in keyof T]: T[K] extends (infer U)[] ? readonly Readonly<U>[] : T[K] }

export type NewMemory = Unchanging<Omit<MemorySummary, 'lastCompressedAt'>>

export async function putMemory(tx: Tx, world: World, memory: NewMemory, at: number): Promise<void> {
  await tx.run(upsert, {
    world_id: world.id,
    agent_id: memory.agentId,
    summary: memory.summary,
    beliefs: JSON.stringify(memory.beliefs),
    open_questions: JSON.stringify(memory.openQuestions),
    topics: JSON.stringify(memory.topics),
    style_notes: JSON.stringify(memory.styleNotes),
    recent_highlights: JSON.stringify(memory.recentHighlights),
    active_ideas: JSON.stringify(memory.activeIdeas),
    last_compressed_at: at,
  })
}
