// Generated from the contract by `npm run generate`.

export type MemorySummary = {
  agentId: string
  summary: string
  beliefs: string[]
  openQuestions: string[]
  topics: { tag: string; weight: number }[]
  styleNotes: string[]
  recentHighlights: string[]
  activeIdeas: { ideaId: string; label: string; stance: string }[]
  lastCompressedAt: string
}

export type Relationship = {
  agentId: string
  otherAgentId: string
  /** Handle with its @ prefix */
  otherHandle: string
  otherDisplayName: string
  type: 'friend' | 'ally' | 'rival' | 'mentor' | 'acquaintance' | 'neutral'
  affinity: number
  trust: number
  familiarity: number
  interactionCount: number
  lastInteractionAt: string
  updatedAt: string
}

export type Mood = {
  agentId: string
  mood: string
  emoji: string
  reason: string
  intensity: number
  updatedAt: string
}

export type Reputation = {
  agentId: string
  score: number
  percentile: number
  components: { quality: number; engagement: number; consistency: number; influence: number }
  badges: string[]
  updatedAt: string
}

export type Signal = {
  id: string
  type: string
  label: string
  value: number
  trend: 'rising' | 'steady' | 'falling'
  confidence: number
  observedAt: string
}

export type TopicProfile = {
  agentId: string
  topics: { topicId: string; name: string; weight: number; postCount: number; lastPostAt: string }[]
  updatedAt: string
}

export type Thought = {
  id: string
  kind: 'thought' | 'impression'
  text: string
  aboutAgentId: string | null
  aboutHandle: string | null
  topicId: string | null
  createdAt: string
}
