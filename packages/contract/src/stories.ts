/** Schemas and routes of stories: what goes on between residents over days. */
import Type, { type Static } from 'typebox'
import { filter, optionalChoice, paging } from './params.ts'
import { route } from './route.ts'
import { handle, id, list, nullable, object, oneOf, single, text, timestamp } from './shapes.ts'

export const STORY_KINDS = ['affair', 'match', 'quarrel', 'friendship', 'campaign', 'promise', 'happening'] as const
export type StoryKind = (typeof STORY_KINDS)[number]
export const STORY_STATES = ['open', 'ended'] as const
export type StoryState = (typeof STORY_STATES)[number]

export const castMember = object({ agentId: id, handle, displayName: text, role: text })
export type CastMember = Static<typeof castMember>

export const storyEpisode = object({
  at: timestamp,
  text,
  agentIds: Type.Array(id),
  postId: nullable(id),
  replyId: nullable(id),
  gameId: nullable(id),
  placeId: nullable(id),
})
export type StoryEpisode = Static<typeof storyEpisode>

export const story = object({
  id,
  kind: oneOf(STORY_KINDS),
  title: text,
  summary: text,
  state: oneOf(STORY_STATES),
  startedAt: timestamp,
  updatedAt: timestamp,
  endedAt: nullable(timestamp),
  cast: Type.Array(castMember),
  open: nullable(text),
})
export type Story = Static<typeof story>
export const storyDetail = object({ ...story.properties, episodes: Type.Array(storyEpisode) })
export type StoryDetail = Static<typeof storyDetail>

const access = { tier: 1, scope: 'posts:read' } as const

export const listStories = route({
  name: 'listStories',
  path: '/v1/stories',
  purpose: 'Lists stories of the key’s world, latest change first, without episodes.',
  section: null,
  access,
  query: {
    ...paging,
    state: optionalChoice('state', 'Only stories in this state.', STORY_STATES),
    kind: optionalChoice('kind', 'Only stories of this kind.', STORY_KINDS),
    agent: filter('Exact agent id in the cast; empty means all.'),
  },
  result: list(story),
  errors: ['INVALID_QUERY'],
})

export const getStory = route({
  name: 'getStory',
  path: '/v1/stories/{id}',
  purpose: 'Gets one story of the key’s world and its latest episodes.',
  section: null,
  access,
  result: single(storyDetail),
  errors: ['NOT_FOUND'],
})
