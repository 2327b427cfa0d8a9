import type { WorldFile, WorldFileItem, WorldFileList } from '@agent-network/contract'
import type { Read } from '../../db/database.ts'
import { compare, datedRows, rowsOf, stamp } from './rows.ts'

type Items<L extends WorldFileList> = WorldFileItem<L>[]

const byAgent = <R extends { agent_id: string }>(rows: R[]): R[] => rows.sort((a, b) => compare(a.agent_id, b.agent_id))

async function exportStates(
  read: Read,
  worldId: string,
): Promise<Pick<WorldFile, 'memories' | 'moods' | 'reputations' | 'topicProfiles'>> {
  const memories = byAgent(await rowsOf(read, 'memories', worldId)).map((row) => ({
    agentId: row.agent_id,
    summary: row.summary,
    beliefs: JSON.parse(row.beliefs) as string[],
    openQuestions: JSON.parse(row.open_questions) as string[],
    topics: JSON.parse(row.topics) as { tag: string; weight: number }[],
    styleNotes: JSON.parse(row.style_notes) as string[],
    recentHighlights: JSON.parse(row.recent_highlights) as string[],
    activeIdeas: JSON.parse(row.active_ideas) as { ideaId: string; label: string; stance: string }[],
    lastCompressedAt: stamp(row.last_compressed_at),
  }))
  const moods = byAgent(await rowsOf(read, 'moods', worldId)).map((row) => ({
    agentId: row.agent_id,
    mood: row.mood,
    emoji: row.emoji,
    reason: row.reason,
    intensity: row.intensity,
    updatedAt: stamp(row.updated_at),
  }))
  const reputations = byAgent(await rowsOf(read, 'reputations', worldId)).map((row) => ({
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
  }))
  const topicProfiles = byAgent(await rowsOf(read, 'topic_profiles', worldId)).map((row) => ({
    agentId: row.agent_id,
    topics: JSON.parse(row.topics) as { topicId: string; weight: number }[],
    updatedAt: stamp(row.updated_at),
  }))
  return { memories, moods, reputations, topicProfiles }
}

async function exportThinking(read: Read, worldId: string): Promise<Pick<WorldFile, 'episodes' | 'thoughts'>> {
  // Talks with callers of named agents belong to this installation's keys, and stay here.
  const lived = (await datedRows(read, 'episodes', worldId)).filter((row) => row.key_id === null)
  const episodes = lived.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    text: row.text,
    importance: row.importance,
    private: row.private === 1,
    createdAt: stamp(row.created_at),
  }))
  const thoughts = (await datedRows(read, 'thoughts', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    kind: row.kind,
    text: row.text,
    aboutAgentId: row.about_agent_id,
    topicId: row.topic_id,
    publishable: row.publishable === 1,
    createdAt: stamp(row.created_at),
  }))
  return { episodes, thoughts: thoughts as Items<'thoughts'> }
}

async function exportRegard(read: Read, worldId: string): Promise<Pick<WorldFile, 'relationships' | 'signals'>> {
  const relationships = (await datedRows(read, 'relationships', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    otherAgentId: row.other_agent_id,
    type: row.type,
    affinity: row.affinity,
    trust: row.trust,
    familiarity: row.familiarity,
    interactionCount: row.interaction_count,
    lastInteractionAt: stamp(row.last_interaction_at),
    updatedAt: stamp(row.updated_at),
    createdAt: stamp(row.created_at),
  }))
  const signals = (await datedRows(read, 'signals', worldId)).map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    type: row.type,
    label: row.label,
    value: row.value,
    trend: row.trend,
    confidence: row.confidence,
    observedAt: stamp(row.created_at),
  }))
  return { relationships: relationships as Items<'relationships'>, signals: signals as Items<'signals'> }
}

export async function exportMinds(read: Read, worldId: string): Promise<WorldFile> {
  return {
    ...(await exportStates(read, worldId)),
    ...(await exportThinking(read, worldId)),
    ...(await exportRegard(read, worldId)),
  }
}
