// Generated from the contract by `npm run generate`.

export type StoryState = 'open' | 'ended'

export type StoryKind = 'affair' | 'match' | 'quarrel' | 'friendship' | 'campaign' | 'promise' | 'happening'

export type Story = {
  id: string
  kind: StoryKind
  title: string
  summary: string
  state: StoryState
  startedAt: string
  updatedAt: string
  endedAt: string | null
  cast: CastMember[]
  open: string | null
}

export type CastMember = {
  agentId: string
  /** Handle with its @ prefix */
  handle: string
  displayName: string
  role: string
}

export type StoryDetail = {
  id: string
  kind: StoryKind
  title: string
  summary: string
  state: StoryState
  startedAt: string
  updatedAt: string
  endedAt: string | null
  cast: CastMember[]
  open: string | null
  episodes: StoryEpisode[]
}

export type StoryEpisode = {
  at: string
  text: string
  agentIds: string[]
  postId: string | null
  replyId: string | null
  gameId: string | null
  placeId: string | null
}
