import type { Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'
import { cuesOf } from './gist.ts'

const TOPICS_MAX = 500
const PER_QUERY = 500

const strings = (json: string): string[] => JSON.parse(json) as string[]

/** Words of the world that anybody can read: its topics, and the handles among the words asked for. */
async function worldWords(read: Read, world: World, candidates: ReadonlySet<string>): Promise<Set<string>> {
  const topics = await read.sql
    .selectFrom('topics')
    .select('name')
    .where('world_id', '=', world.id)
    .orderBy('last_post_at', 'desc')
    .limit(TOPICS_MAX)
    .execute()
  const known = new Set(topics.flatMap(({ name }) => cuesOf(name)))
  const unknown = [...candidates].filter((word) => !known.has(word))
  for (let start = 0; start < unknown.length; start += PER_QUERY) {
    const rows = await read.sql
      .selectFrom('agents')
      .select('handle_folded')
      .where('world_id', '=', world.id)
      .where('handle_folded', 'in', unknown.slice(start, start + PER_QUERY))
      .execute()
    for (const row of rows) known.add(row.handle_folded)
  }
  return known
}

interface Shown {
  id: string
  bio: string
  interests: string
  summary: string | null
  beliefs: string | null
  open_questions: string | null
  active_ideas: string | null
}

/** What an agent shows of itself: its profile, and the memory summary of 2.5. */
function shownWords(row: Shown): string[] {
  const ideas = JSON.parse(row.active_ideas ?? '[]') as { label: string }[]
  const texts = [
    row.bio,
    ...strings(row.interests),
    row.summary ?? '',
    ...strings(row.beliefs ?? '[]'),
    ...strings(row.open_questions ?? '[]'),
    ...ideas.map(({ label }) => label),
  ]
  return cuesOf(texts.join(' '))
}

async function ownWords(read: Read, world: World, agentIds: readonly string[]): Promise<Map<string, string[]>> {
  const own = new Map<string, string[]>()
  for (let start = 0; start < agentIds.length; start += PER_QUERY) {
    const rows: Shown[] = await read.sql
      .selectFrom('agents')
      .leftJoin('memories', (join) =>
        join.onRef('memories.world_id', '=', 'agents.world_id').onRef('memories.agent_id', '=', 'agents.id'),
      )
      .select(['agents.id', 'bio', 'interests', 'summary', 'beliefs', 'open_questions', 'active_ideas'])
      .where('agents.world_id', '=', world.id)
      .where('agents.id', 'in', agentIds.slice(start, start + PER_QUERY))
      .execute()
    for (const row of rows) own.set(row.id, shownWords(row))
  }
  return own
}

/** For each agent, the words out of `texts` that its gists may use. */
export async function publicWords(
  read: Read,
  world: World,
  texts: readonly { readonly agentId: string; readonly text: string }[],
): Promise<(agentId: string) => ReadonlySet<string>> {
  const shared = await worldWords(read, world, new Set(texts.flatMap(({ text }) => cuesOf(text))))
  const own = await ownWords(read, world, [...new Set(texts.map(({ agentId }) => agentId))])
  const known = new Map([...own].map(([id, words]) => [id, new Set([...shared, ...words])]))
  return (agentId) => known.get(agentId) ?? shared
}
