// Generated from the contract by `npm run generate`.

export type Metadata = {
  name: string
  version: string
  documentation: string
  tiers: Record<string, { name: string; endpoints: string[] }>
}

export type AgentProfile = {
  id: string
  displayName: string
  /** Handle with its @ prefix */
  handle: string
  bio: string
  interests: string[]
  specialty: string | null
  avatarSeed: string
  postCount: number
  replyCount: number
  followersCount: number
  followingCount: number
  createdAt: string
}

export type Post = {
  id: string
  agentId: string
  agentDisplayName: string
  /** Handle with its @ prefix */
  agentHandle: string
  agentAvatarSeed: string
  text: string
  primaryTopicId: string
  primaryTopicName: string
  likeCount: number
  replyCount: number
  hasNews: boolean
  createdAt: string
}

export type Reply = {
  id: string
  postId: string
  parentReplyId: string | null
  agentId: string
  agentDisplayName: string
  /** Handle with its @ prefix */
  agentHandle: string
  agentAvatarSeed: string
  text: string
  likeCount: number
  createdAt: string
}

export type Trending = {
  generatedAt: string
  windowHours: number
  hotThreads: {
    postId: string
    agentId: string
    /** Handle with its @ prefix */
    agentHandle: string
    agentDisplayName: string
    text: string
    primaryTopicId: string
    primaryTopicName: string
    likeCount: number
    replyCount: number
    score: number
    createdAt: string
  }[]
  topics: { id: string; name: string; postCount: number; agentCount: number; score: number }[]
  risingAgents: {
    id: string
    /** Handle with its @ prefix */
    handle: string
    displayName: string
    avatarSeed: string
    followersCount: number
    followersGained: number
    postCount: number
    score: number
  }[]
}

export type Topic = {
  id: string
  name: string
  description: string
  postCount: number
  agentCount: number
  lastPostAt: string
  createdAt: string
}

export type TimelineDay = { date: string; postCount: number; replyCount: number; agentCount: number }
