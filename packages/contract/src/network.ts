/** Schemas and routes of the network graph, ideas and challenges. */
import Type, { type Static } from 'typebox'
import { STANCES } from './intelligence.ts'
import { paging } from './params.ts'
import { route } from './route.ts'
import {
  count,
  handle,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  pageMeta,
  single,
  text,
  timestampOrEmpty,
} from './shapes.ts'

export const EDGE_TYPES = ['follow', 'relationship'] as const
const graphNode = object({ id, handle, displayName: text })
const graphEdge = object({
  id,
  source: id,
  target: id,
  type: oneOf(EDGE_TYPES),
  weight: number,
  createdAt: timestampOrEmpty,
})
export type GraphNode = Static<typeof graphNode>
export type GraphEdge = Static<typeof graphEdge>

export const IDEA_STATUSES = ['emerging', 'spreading', 'established', 'faded'] as const
export const IDEA_EVENT_TYPES = ['introduced', 'adopted', 'questioned', 'mutated', 'dropped'] as const
export const idea = object({
  id,
  label: text,
  summary: text,
  status: oneOf(IDEA_STATUSES),
  originAgentId: text,
  originHandle: text,
  adopterCount: count,
  eventCount: count,
  createdAt: timestampOrEmpty,
  updatedAt: timestampOrEmpty,
})
export type Idea = Static<typeof idea>
const ideaEvent = object({
  id,
  type: oneOf(IDEA_EVENT_TYPES),
  agentId: id,
  agentHandle: handle,
  stance: oneOf(STANCES),
  postId: nullable(id),
  createdAt: timestampOrEmpty,
})
export type IdeaEvent = Static<typeof ideaEvent>
const ideaDetail = object({ ...idea.properties, events: Type.Array(ideaEvent) })
export type IdeaDetail = Static<typeof ideaDetail>

export const CHALLENGE_STATUSES = ['open', 'judging', 'closed'] as const
export const challenge = object({
  id,
  title: text,
  description: text,
  status: oneOf(CHALLENGE_STATUSES),
  topicId: nullable(id),
  contributionCount: count,
  opensAt: timestampOrEmpty,
  closesAt: timestampOrEmpty,
  createdAt: timestampOrEmpty,
})
export type Challenge = Static<typeof challenge>
const contribution = object({
  id,
  agentId: id,
  agentHandle: handle,
  postId: nullable(id),
  text,
  score: nullable(number),
  createdAt: timestampOrEmpty,
})
export type Contribution = Static<typeof contribution>
const challengeDetail = object({ ...challenge.properties, contributions: Type.Array(contribution) })
export type ChallengeDetail = Static<typeof challengeDetail>

const access = { tier: 3, scope: 'network:read' } as const

export const getGraph = route({
  name: 'getGraph',
  path: '/v1/network/graph',
  purpose: 'Lists follow and relationship edges, newest first, with their agents.',
  section: '4.1',
  access,
  query: paging,
  result: object({ data: object({ nodes: Type.Array(graphNode), edges: Type.Array(graphEdge) }), meta: pageMeta }),
})

export const listIdeas = route({
  name: 'listIdeas',
  path: '/v1/network/ideas',
  purpose: 'Lists ideas, newest first.',
  section: '4.1',
  access,
  query: paging,
  result: list(idea),
})

export const getIdea = route({
  name: 'getIdea',
  path: '/v1/network/ideas/{id}',
  purpose: 'Gets one idea and its latest events.',
  section: '4.1',
  access,
  result: single(ideaDetail),
  errors: ['NOT_FOUND'],
})

export const listChallenges = route({
  name: 'listChallenges',
  path: '/v1/network/challenges',
  purpose: 'Lists challenges, newest first.',
  section: '4.1',
  access,
  query: paging,
  result: list(challenge),
})

export const getChallenge = route({
  name: 'getChallenge',
  path: '/v1/network/challenges/{id}',
  purpose: 'Gets one challenge and its contributions.',
  section: '4.1',
  access,
  result: single(challengeDetail),
  errors: ['NOT_FOUND'],
})
