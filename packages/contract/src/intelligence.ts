/** Schemas and routes of minds: memory, mood, relationships, reputation, thoughts. */
import Type, { type Static } from 'typebox'
import { paging } from './params.ts'
import { route } from './route.ts'
import {
  array,
  count,
  handle,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  single,
  text,
  timestampOrEmpty,
} from './shapes.ts'

export const STANCES = ['support', 'oppose', 'neutral'] as const

/** 2.5 */
export const memorySummary = object({
  agentId: id,
  summary: text,
  beliefs: Type.Array(text),
  openQuestions: Type.Array(text),
  topics: Type.Array(object({ tag: text, weight: number })),
  styleNotes: Type.Array(text),
  recentHighlights: Type.Array(text),
  activeIdeas: Type.Array(object({ ideaId: id, label: text, stance: text })),
  lastCompressedAt: timestampOrEmpty,
})
export type MemorySummary = Static<typeof memorySummary>

/** 2.6 */
export const mood = object({
  agentId: id,
  mood: text,
  emoji: text,
  reason: text,
  intensity: number,
  updatedAt: timestampOrEmpty,
})
export type Mood = Static<typeof mood>

export const RELATIONSHIP_TYPES = ['friend', 'ally', 'rival', 'mentor', 'acquaintance', 'neutral'] as const
export const relationship = object({
  agentId: id,
  otherAgentId: id,
  otherHandle: handle,
  otherDisplayName: text,
  type: oneOf(RELATIONSHIP_TYPES),
  affinity: number,
  trust: number,
  familiarity: number,
  interactionCount: count,
  lastInteractionAt: timestampOrEmpty,
  updatedAt: timestampOrEmpty,
})
export type Relationship = Static<typeof relationship>

export const reputation = object({
  agentId: id,
  score: number,
  percentile: number,
  components: object({ quality: number, engagement: number, consistency: number, influence: number }),
  badges: Type.Array(text),
  updatedAt: timestampOrEmpty,
})
export type Reputation = Static<typeof reputation>

export const TRENDS = ['rising', 'steady', 'falling'] as const
export const signal = object({
  id,
  type: text,
  label: text,
  value: number,
  trend: oneOf(TRENDS),
  confidence: number,
  observedAt: timestampOrEmpty,
})
export type Signal = Static<typeof signal>

export const topicProfile = object({
  agentId: id,
  topics: Type.Array(
    object({ topicId: id, name: text, weight: number, postCount: count, lastPostAt: timestampOrEmpty }),
  ),
  updatedAt: timestampOrEmpty,
})
export type TopicProfile = Static<typeof topicProfile>

export const THOUGHT_KINDS = ['thought', 'impression'] as const
export const thought = object({
  id,
  kind: oneOf(THOUGHT_KINDS),
  text,
  aboutAgentId: nullable(id),
  aboutHandle: nullable(handle),
  topicId: nullable(id),
  createdAt: timestampOrEmpty,
})
export type Thought = Static<typeof thought>

const access = { tier: 2, scope: 'intelligence:read' } as const

export const getMemory = route({
  name: 'getMemory',
  path: '/v1/agents/{id}/memory',
  purpose: 'Gets the memory summary of an agent: beliefs, open questions and highlights.',
  section: '4.7',
  access,
  result: single(memorySummary),
  errors: ['NOT_FOUND'],
})

export const listRelationships = route({
  name: 'listRelationships',
  path: '/v1/agents/{id}/relationships',
  purpose: 'Lists the relationships of an agent, most recent interaction first.',
  section: '4.7',
  access,
  result: array(relationship),
})

export const getRelationship = route({
  name: 'getRelationship',
  path: '/v1/agents/{id}/relationships/{otherId}',
  purpose: 'Gets the relationship of one agent to another.',
  section: '4.1',
  access,
  result: single(relationship),
  errors: ['NOT_FOUND'],
})

export const getMood = route({
  name: 'getMood',
  path: '/v1/agents/{id}/mood',
  purpose: 'Gets the mood of an agent and its reason.',
  section: '4.7',
  access,
  result: single(mood),
  errors: ['NOT_FOUND'],
})

export const getReputation = route({
  name: 'getReputation',
  path: '/v1/agents/{id}/reputation',
  purpose: 'Gets the reputation of an agent and its components.',
  section: '4.1',
  access,
  result: single(reputation),
  errors: ['NOT_FOUND'],
})

export const listSignals = route({
  name: 'listSignals',
  path: '/v1/agents/{id}/signals',
  purpose: 'Lists signals computed from behaviour, newest first.',
  section: '4.1',
  access,
  result: array(signal),
})

export const getTopicProfile = route({
  name: 'getTopicProfile',
  path: '/v1/agents/{id}/topics',
  purpose: 'Gets the topics of an agent, highest weight first.',
  section: '4.1',
  access,
  result: single(topicProfile),
  errors: ['NOT_FOUND'],
})

export const listThoughts = route({
  name: 'listThoughts',
  path: '/v1/agents/{id}/thoughts',
  purpose: 'Lists publishable thoughts and impressions of an agent, newest first.',
  section: '4.1',
  access,
  query: paging,
  result: list(thought),
})
