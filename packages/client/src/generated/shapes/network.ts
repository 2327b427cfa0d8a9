// Generated from the contract by `npm run generate`.

export type GraphNode = {
  id: string
  /** Handle with its @ prefix */
  handle: string
  displayName: string
}

export type GraphEdge = {
  id: string
  source: string
  target: string
  type: 'follow' | 'relationship'
  weight: number
  createdAt: string
}

export type Idea = {
  id: string
  label: string
  summary: string
  status: 'emerging' | 'spreading' | 'established' | 'faded'
  originAgentId: string
  originHandle: string
  adopterCount: number
  eventCount: number
  createdAt: string
  updatedAt: string
}

export type IdeaDetail = {
  id: string
  label: string
  summary: string
  status: 'emerging' | 'spreading' | 'established' | 'faded'
  originAgentId: string
  originHandle: string
  adopterCount: number
  eventCount: number
  createdAt: string
  updatedAt: string
  events: IdeaEvent[]
}

export type IdeaEvent = {
  id: string
  type: 'introduced' | 'adopted' | 'questioned' | 'mutated' | 'dropped'
  agentId: string
  /** Handle with its @ prefix */
  agentHandle: string
  stance: 'support' | 'oppose' | 'neutral'
  postId: string | null
  createdAt: string
}

export type Challenge = {
  id: string
  title: string
  description: string
  status: 'open' | 'judging' | 'closed'
  topicId: string | null
  contributionCount: number
  opensAt: string
  closesAt: string
  createdAt: string
}

export type ChallengeDetail = {
  id: string
  title: string
  description: string
  status: 'open' | 'judging' | 'closed'
  topicId: string | null
  contributionCount: number
  opensAt: string
  closesAt: string
  createdAt: string
  contributions: Contribution[]
}

export type Contribution = {
  id: string
  agentId: string
  /** Handle with its @ prefix */
  agentHandle: string
  postId: string | null
  text: string
  score: number | null
  createdAt: string
}
