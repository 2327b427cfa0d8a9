// Minds in world files: memories, moods, reputations, episodes, thoughts, signals and relationships.
import { UNKNOWN_TIME } from '../../platform/core/time.ts'
import { upsertRows } from '../../platform/db/statements.ts'
import { rowsBy } from '../../platform/db/world-rows.ts'
import {
  type FileList,
  type ImportWriter,
  type Item,
  refsOfEach,
  refTo,
  refToAgent,
  rowList,
  stateList,
} from '../../platform/worlds/file-list.ts'
import { resolveFlag, resolveJson, resolveTime, resolveValue, stamp } from '../../platform/worlds/file-parts.ts'
import { putEpisodes } from './episodes.ts'
import { putMoodRows } from './topic-profiles.ts'

/** A memory may list its ideas by id only; their labels are then read from the ideas. */
function ideasOf(writer: ImportWriter, { activeIdeas }: Item<'memories'>): object[] | undefined {
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

const memories = stateList({
  list: 'memories',
  table: 'memories',
  references: (item) => [
    ...refToAgent(item),
    ...refsOfEach(item.activeIdeas, 'activeIdeas', (idea, path) => refTo('ideas', idea.ideaId, `${path}.ideaId`)),
  ],
  rowOf: (item, stored, key, writer) => ({
    ...key,
    summary: resolveValue(item.summary, stored?.summary, ''),
    beliefs: resolveJson(item.beliefs, stored?.beliefs, []),
    open_questions: resolveJson(item.openQuestions, stored?.open_questions, []),
    topics: resolveJson(
      item.topics?.map(({ tag, weight = 0 }) => ({ tag, weight })),
      stored?.topics,
      [],
    ),
    style_notes: resolveJson(item.styleNotes, stored?.style_notes, []),
    recent_highlights: resolveJson(item.recentHighlights, stored?.recent_highlights, []),
    active_ideas: resolveJson(ideasOf(writer, item), stored?.active_ideas, []),
    last_compressed_at: resolveTime(item.lastCompressedAt, stored?.last_compressed_at, UNKNOWN_TIME),
  }),
  viewOf: (row) => ({
    agentId: row.agent_id,
    summary: row.summary,
    beliefs: JSON.parse(row.beliefs) as string[],
    openQuestions: JSON.parse(row.open_questions) as string[],
    topics: JSON.parse(row.topics) as { tag: string; weight: number }[],
    styleNotes: JSON.parse(row.style_notes) as string[],
    recentHighlights: JSON.parse(row.recent_highlights) as string[],
    activeIdeas: JSON.parse(row.active_ideas) as { ideaId: string; label: string; stance: string }[],
    lastCompressedAt: stamp(row.last_compressed_at),
  }),
  put: (tx, rows) => upsertRows(tx, 'memories', rows),
})

const moods = stateList({
  list: 'moods',
  table: 'moods',
  references: refToAgent,
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    mood: item.mood,
    emoji: resolveValue(item.emoji, stored?.emoji, ''),
    reason: resolveValue(item.reason, stored?.reason, ''),
    intensity: resolveValue(item.intensity, stored?.intensity, 0),
    updated_at: resolveTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }),
  viewOf: (row) => ({
    agentId: row.agent_id,
    mood: row.mood,
    emoji: row.emoji,
    reason: row.reason,
    intensity: row.intensity,
    updatedAt: stamp(row.updated_at),
  }),
  put: putMoodRows,
})

const reputations = stateList({
  list: 'reputations',
  table: 'reputations',
  references: refToAgent,
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    score: item.score,
    percentile: resolveValue(item.percentile, stored?.percentile, 0),
    quality: resolveValue(item.components?.quality, stored?.quality, 0),
    engagement: resolveValue(item.components?.engagement, stored?.engagement, 0),
    consistency: resolveValue(item.components?.consistency, stored?.consistency, 0),
    influence: resolveValue(item.components?.influence, stored?.influence, 0),
    badges: resolveJson(item.badges, stored?.badges, []),
    updated_at: resolveTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }),
  viewOf: (row) => ({
    agentId: row.agent_id,
    score: row.score,
    percentile: row.percentile,
    components: {
      quality: row.quality,
      engagement: row.engagement,
      consistency: row.consistency,
      influence: row.influence,
    },
    badges: JSON.parse(row.badges) as string[],
    updatedAt: stamp(row.updated_at),
  }),
  put: (tx, rows) => upsertRows(tx, 'reputations', rows),
})

const topicProfiles = stateList({
  list: 'topicProfiles',
  table: 'topic_profiles',
  references: (item) => [
    ...refToAgent(item),
    ...refsOfEach(item.topics, 'topics', (topic, path) => refTo('topics', topic.topicId, `${path}.topicId`)),
  ],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    topics: resolveJson(
      item.topics?.map(({ topicId, weight = 0 }) => ({ topicId, weight })),
      stored?.topics,
      [],
    ),
    updated_at: resolveTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
  }),
  viewOf: (row) => ({
    agentId: row.agent_id,
    topics: JSON.parse(row.topics) as { topicId: string; weight: number }[],
    updatedAt: stamp(row.updated_at),
  }),
  put: (tx, rows) => upsertRows(tx, 'topic_profiles', rows),
})

const episodes = rowList({
  list: 'episodes',
  table: 'episodes',
  kind: 'episode',
  references: refToAgent,
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    agent_id: item.agentId,
    text: item.text,
    importance: resolveValue(item.importance, stored?.importance, 0.5),
    private: resolveFlag(item.private, stored?.private, false),
    surface: stored?.surface ?? 'world',
    key_id: stored?.key_id ?? null,
    source_agent_id: stored?.source_agent_id ?? null,
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    text: row.text,
    importance: row.importance,
    private: row.private === 1,
    createdAt: stamp(row.created_at),
  }),
  // Talks with callers belong to the keys of this installation, so they are not exported.
  isExported: ({ key_id }) => key_id === null,
  put: ({ tx }, rows, world) => putEpisodes(tx, world, rows),
})

const thoughts = rowList({
  list: 'thoughts',
  table: 'thoughts',
  kind: 'thought',
  references: (item) => [
    ...refToAgent(item),
    ...refTo('agents', item.aboutAgentId, 'aboutAgentId'),
    ...refTo('topics', item.topicId, 'topicId'),
  ],
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    agent_id: item.agentId,
    kind: resolveValue(item.kind, stored?.kind, 'thought'),
    text: item.text,
    about_agent_id: resolveValue(item.aboutAgentId, stored?.about_agent_id, null),
    topic_id: resolveValue(item.topicId, stored?.topic_id, null),
    // A thought is private by default.
    publishable: resolveFlag(item.publishable, stored?.publishable, false),
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    kind: row.kind as NonNullable<Item<'thoughts'>['kind']>,
    text: row.text,
    aboutAgentId: row.about_agent_id,
    topicId: row.topic_id,
    publishable: row.publishable === 1,
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'thoughts', rows),
})

const signals = rowList({
  list: 'signals',
  table: 'signals',
  kind: 'signal',
  references: refToAgent,
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    agent_id: item.agentId,
    type: item.type,
    label: resolveValue(item.label, stored?.label, ''),
    value: resolveValue(item.value, stored?.value, 0),
    trend: resolveValue(item.trend, stored?.trend, 'steady'),
    confidence: resolveValue(item.confidence, stored?.confidence, 0),
    // The creation time of a signal is its observation time.
    created_at: resolveTime(resolveValue(item.observedAt, item.createdAt, undefined), stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    type: row.type,
    label: row.label,
    value: row.value,
    trend: row.trend as NonNullable<Item<'signals'>['trend']>,
    confidence: row.confidence,
    observedAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'signals', rows),
})

const pairOf = (agentId: string, otherAgentId: string): string => `${agentId}\0${otherAgentId}`

const relationships = rowList({
  list: 'relationships',
  table: 'relationships',
  kind: 'relationship',
  references: (item) => [...refToAgent(item), ...refTo('agents', item.otherAgentId, 'otherAgentId')],
  /** Matched by its two ends: a file with no id, or another id, means the same relationship. */
  async match({ tx }, world, entries) {
    const from = new Set(entries.map(({ item }) => item.agentId))
    const rows = await rowsBy(tx, { table: 'relationships', column: 'agent_id', worldId: world.id }, from)
    const stored = new Map(rows.map((row) => [pairOf(row.agent_id, row.other_agent_id), row]))
    return ({ agentId, otherAgentId }) => stored.get(pairOf(agentId, otherAgentId))
  },
  rowOf: (item, stored, key, { at }) => ({
    ...key,
    agent_id: item.agentId,
    other_agent_id: item.otherAgentId,
    type: resolveValue(item.type, stored?.type, 'neutral'),
    affinity: resolveValue(item.affinity, stored?.affinity, 0),
    trust: resolveValue(item.trust, stored?.trust, 0),
    familiarity: resolveValue(item.familiarity, stored?.familiarity, 0),
    interaction_count: resolveValue(item.interactionCount, stored?.interaction_count, 0),
    last_interaction_at: resolveTime(item.lastInteractionAt, stored?.last_interaction_at, UNKNOWN_TIME),
    updated_at: resolveTime(item.updatedAt ?? item.createdAt, stored?.updated_at, at),
    created_at: resolveTime(item.createdAt, stored?.created_at, at),
  }),
  viewOf: (row) => ({
    id: row.id,
    agentId: row.agent_id,
    otherAgentId: row.other_agent_id,
    type: row.type as NonNullable<Item<'relationships'>['type']>,
    affinity: row.affinity,
    trust: row.trust,
    familiarity: row.familiarity,
    interactionCount: row.interaction_count,
    lastInteractionAt: stamp(row.last_interaction_at),
    updatedAt: stamp(row.updated_at),
    createdAt: stamp(row.created_at),
  }),
  put: ({ tx }, rows) => upsertRows(tx, 'relationships', rows),
})

/** The mind lists of a world file, in the order in which they are written. */
export const MIND_LISTS = [
  memories,
  moods,
  reputations,
  topicProfiles,
  episodes,
  thoughts,
  relationships,
  signals,
] as const satisfies readonly FileList[]
