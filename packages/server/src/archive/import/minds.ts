import { UNKNOWN_TIME } from '../../core/day.ts'
import { upsertRows } from '../../db/statements.ts'
import type { Tables } from '../../db/tables.ts'
import { type EpisodeDraft, putEpisodes } from '../../minds/episodes.ts'
import type { World } from '../../worlds/worlds.ts'
import type { Item } from './lists.ts'
import { rowsBy } from './stored.ts'
import { byWorld, keep, keepFlag, keepJson, keepTime, placed, type Writer } from './writer.ts'

/** Records that an agent has one of, under the name of its list. */
const STATES = {
  memories: 'memories',
  moods: 'moods',
  reputations: 'reputations',
  topicProfiles: 'topic_profiles',
} as const
type StateList = keyof typeof STATES
type StateRow<L extends StateList> = Tables[(typeof STATES)[L]]

async function writeStates<L extends StateList>(
  writer: Writer,
  list: L,
  rowOf: (item: Item<L>, stored: StateRow<L> | undefined, key: { world_id: string; agent_id: string }) => StateRow<L>,
): Promise<void> {
  const table = STATES[list]
  for (const [world, entries] of byWorld(placed(writer, list))) {
    const agents = entries.map(({ item }) => item.agentId)
    const stored = new Map<string, StateRow<L>>()
    for (const row of await rowsBy(writer.tx, table, 'agent_id', world.id, agents))
      stored.set(row.agent_id, row as unknown as StateRow<L>)
    const rows = entries.map(({ item, index }) => {
      writer.note(list, index, item.agentId)
      return rowOf(item, stored.get(item.agentId), { world_id: world.id, agent_id: item.agentId })
    })
    await upsertRows(writer.tx, table, rows)
  }
}

/** A memory may name its ideas by id alone; what they are called is then taken from the ideas. */
function ideasOf(writer: Writer, { activeIdeas }: Item<'memories'>): object[] | undefined {
  return activeIdeas?.map(({ ideaId, label, stance }) => ({
    ideaId,
    label:
      label ??
      writer.lists.ideas.find((idea) => idea.id === ideaId)?.label ??
      writer.stored.get('ideas', ideaId)?.label ??
      '',
    stance: stance ?? 'neutral',
  }))
}

async function writeOwnStates(writer: Writer): Promise<void> {
  const { at } = writer
  await writeStates(writer, 'memories', (item, stored, key) => ({
    ...key,
    summary: keep(item.summary, stored?.summary, ''),
    beliefs: keepJson(item.beliefs, stored?.beliefs, []),
    open_questions: keepJson(item.openQuestions, stored?.open_questions, []),
    topics: keepJson(
      item.topics?.map(({ tag, weight = 0 }) => ({ tag, weight })),
      stored?.topics,
      [],
    ),
    style_notes: keepJson(item.styleNotes, stored?.style_notes, []),
    recent_highlights: keepJson(item.recentHighlights, stored?.recent_highlights, []),
    active_ideas: keepJson(ideasOf(writer, item), stored?.active_ideas, []),
    last_compressed_at: keepTime(item.lastCompressedAt, stored?.last_compressed_at, UNKNOWN_TIME),
  }))
  await writeStates(writer, 'moods', (item, stored, key) => ({
    ...key,
    mood: item.mood,
    emoji: keep(item.emoji, stored?.emoji, ''),
    reason: keep(item.reason, stored?.reason, ''),
    intensity: keep(item.intensity, stored?.intensity, 0),
    updated_at: keepTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }))
  await writeStates(writer, 'reputations', (item, stored, key) => ({
    ...key,
    score: item.score,
    percentile: keep(item.percentile, stored?.percentile, 0),
    quality: keep(item.components?.quality, stored?.quality, 0),
    engagement: keep(item.components?.engagement, stored?.engagement, 0),
    consistency: keep(item.components?.consistency, stored?.consistency, 0),
    influence: keep(item.components?.influence, stored?.influence, 0),
    badges: keepJson(item.badges, stored?.badges, []),
    updated_at: keepTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }))
  await writeStates(writer, 'topicProfiles', (item, stored, key) => ({
    ...key,
    topics: keepJson(
      item.topics?.map(({ topicId, weight = 0 }) => ({ topicId, weight })),
      stored?.topics,
      [],
    ),
    updated_at: keepTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }))
}

async function writeEpisodes(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'episodes'))) {
    const drafts = entries.map(({ item, index }): EpisodeDraft => {
      const id = item.id ?? writer.ambient.id('episode', world.tag)
      const stored = writer.stored.get('episodes', id)
      writer.note('episodes', index, id)
      return {
        world_id: world.id,
        id,
        agent_id: item.agentId,
        text: item.text,
        importance: keep(item.importance, stored?.importance, 0.5),
        private: keepFlag(item.private, stored?.private, false),
        surface: stored?.surface ?? 'world',
        key_id: stored?.key_id ?? null,
        created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
      }
    })
    await putEpisodes(writer.tx, world, drafts)
  }
}

async function writeThoughts(writer: Writer): Promise<void> {
  const rows = placed(writer, 'thoughts').map(({ item, index, world }): Tables['thoughts'] => {
    const id = item.id ?? writer.ambient.id('thought', world.tag)
    const stored = writer.stored.get('thoughts', id)
    writer.note('thoughts', index, id)
    return {
      world_id: world.id,
      id,
      agent_id: item.agentId,
      kind: keep(item.kind, stored?.kind, 'thought'),
      text: item.text,
      about_agent_id: keep(item.aboutAgentId, stored?.about_agent_id, null),
      topic_id: keep(item.topicId, stored?.topic_id, null),
      // A thought is private until somebody says otherwise.
      publishable: keepFlag(item.publishable, stored?.publishable, false),
      created_at: keepTime(item.createdAt, stored?.created_at, writer.at),
    }
  })
  await upsertRows(writer.tx, 'thoughts', rows)
}

async function writeSignals(writer: Writer): Promise<void> {
  for (const [world, entries] of byWorld(placed(writer, 'signals'))) {
    const given = entries.flatMap(({ item }) => item.id ?? [])
    const found = await rowsBy(writer.tx, 'signals', 'id', world.id, given)
    const stored = new Map(found.map((row) => [row.id, row]))
    const rows = entries.map(({ item, index }): Tables['signals'] => {
      const id = item.id ?? writer.ambient.id('signal', world.tag)
      const before = stored.get(id)
      writer.note('signals', index, id)
      return {
        world_id: world.id,
        id,
        agent_id: item.agentId,
        type: item.type,
        label: keep(item.label, before?.label, ''),
        value: keep(item.value, before?.value, 0),
        trend: keep(item.trend, before?.trend, 'steady'),
        confidence: keep(item.confidence, before?.confidence, 0),
        // A signal is made when it is observed.
        created_at: keepTime(keep(item.observedAt, item.createdAt, undefined), before?.created_at, writer.at),
      }
    })
    await upsertRows(writer.tx, 'signals', rows)
  }
}

/** Keyed by its two ends: a file that gives no id, or another one, still means the same edge. */
async function relationshipRows(
  writer: Writer,
  world: World,
  entries: readonly { item: Item<'relationships'>; index: number }[],
): Promise<Tables['relationships'][]> {
  const stored = new Map<string, Tables['relationships']>()
  const from = new Set(entries.map(({ item }) => item.agentId))
  for (const row of await rowsBy(writer.tx, 'relationships', 'agent_id', world.id, from))
    stored.set(`${row.agent_id}\0${row.other_agent_id}`, row)
  return entries.map(({ item, index }) => {
    const before = stored.get(`${item.agentId}\0${item.otherAgentId}`)
    const id = before?.id ?? item.id ?? writer.ambient.id('relationship', world.tag)
    writer.note('relationships', index, id)
    return {
      world_id: world.id,
      id,
      agent_id: item.agentId,
      other_agent_id: item.otherAgentId,
      type: keep(item.type, before?.type, 'neutral'),
      affinity: keep(item.affinity, before?.affinity, 0),
      trust: keep(item.trust, before?.trust, 0),
      familiarity: keep(item.familiarity, before?.familiarity, 0),
      interaction_count: keep(item.interactionCount, before?.interaction_count, 0),
      last_interaction_at: keepTime(item.lastInteractionAt, before?.last_interaction_at, UNKNOWN_TIME),
      updated_at: keepTime(item.updatedAt ?? item.createdAt, before?.updated_at, writer.at),
      created_at: keepTime(item.createdAt, before?.created_at, writer.at),
    }
  })
}

export async function writeMinds(writer: Writer): Promise<void> {
  await writeOwnStates(writer)
  await writeEpisodes(writer)
  for (const [world, entries] of byWorld(placed(writer, 'relationships')))
    await upsertRows(writer.tx, 'relationships', await relationshipRows(writer, world, entries))
  await writeSignals(writer)
  await writeThoughts(writer)
}
