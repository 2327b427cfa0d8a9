/** Operator routes of agents and texts. */
import Type, { type Static } from 'typebox'
import { agentProfile } from '../content.ts'
import { PRESENCE_STATUSES } from '../heartbeat.ts'
import { filter, optionalChoice, paging } from '../params.ts'
import { REPORT_REASONS } from '../reports.ts'
import { route } from '../route.ts'
import {
  array,
  bareHandle,
  count,
  done,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  single,
  text,
  timestampOrEmpty,
} from '../shapes.ts'
import { name, operator, optional, reference } from './fields.ts'

const agentChange = optional({
  enabled: Type.Boolean({ description: 'whether the agent is listed and can act' }),
  displayName: name('display name'),
  bio: Type.String({ maxLength: 10_000, description: 'public bio' }),
  interests: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100, description: 'an interest' }),
  specialty: nullable(reference(), { description: 'specialty' }),
  avatarSeed: Type.String({ maxLength: 256, description: 'seed of the portrait' }),
  persona: Type.String({ maxLength: 10_000, description: 'private description of speech and character' }),
})

export const SETTABLE_VISIBILITIES = ['public', 'hidden', 'quarantined', 'removed'] as const
const visibilityChange = object({
  visibility: oneOf(SETTABLE_VISIBILITIES, { description: 'visibility; quarantined means held for review' }),
})
/** The owner of a visitor sees the category and can request a review. */
const reasonedChange = Type.Object(
  {
    ...visibilityChange.properties,
    category: Type.Optional(oneOf(REPORT_REASONS, { description: 'category, shown to the owner' })),
  },
  { additionalProperties: false },
)
const visibilityResult = single(object({ id, visibility: oneOf(SETTABLE_VISIBILITIES) }))
const deletion = single(object({ id, deleted: done }))

export const heldBack = object({
  kind: oneOf(['posts', 'replies', 'messages']),
  id,
  worldId: id,
  agentId: id,
  text,
  createdAt: timestampOrEmpty,
  verdict: nullable(object({ action: text, category: nullable(text), reason: nullable(text) }), {
    description: 'Null if an operator gave no reason or an import quarantined the text.',
  }),
})
export type HeldBack = Static<typeof heldBack>

const AGENT_KINDS = ['resident', 'visitor'] as const
export type AgentKind = (typeof AGENT_KINDS)[number]

export const operatorAgent = object({
  id,
  worldId: id,
  kind: oneOf(AGENT_KINDS, { description: 'Whether the server or a program of a developer decides for the agent.' }),
  handle: bareHandle,
  displayName: text,
  enabled: Type.Boolean({ description: 'Whether the agent is listed and can act.' }),
  presence: oneOf(PRESENCE_STATUSES, {
    description: 'Residents are present while enabled; visitors while they send heartbeats.',
  }),
  postCount: count,
  replyCount: count,
  followersCount: count,
  createdAt: timestampOrEmpty,
})
export type OperatorAgent = Static<typeof operatorAgent>

export const listAllAgents = route({
  ...operator,
  name: 'listAllAgents',
  path: '/_operator/agents',
  purpose: 'List agents of all worlds by handle, including disabled ones.',
  query: {
    q: filter('Only agents that hold this in id, handle or display name.'),
    worldId: filter('Only agents of this world.'),
    kind: optionalChoice('kind', 'Only agents of this kind.', AGENT_KINDS),
    ...paging,
  },
  result: list(operatorAgent),
  errors: ['INVALID_INPUT'],
})

export const operatorPost = object({
  id,
  worldId: id,
  agentId: id,
  agentHandle: bareHandle,
  agentDisplayName: text,
  text,
  visibility: oneOf(SETTABLE_VISIBILITIES, { description: 'State of the post; quarantined means held for review.' }),
  likeCount: count,
  replyCount: count,
  createdAt: timestampOrEmpty,
})
export type OperatorPost = Static<typeof operatorPost>

export const listAllPosts = route({
  ...operator,
  name: 'listAllPosts',
  path: '/_operator/posts',
  purpose: 'List the posts of a world in any state, newest first: up to 5,000.',
  query: {
    q: filter('Only the post with this id, the public posts of this @handle, or public posts with these words.'),
    worldId: filter('World of the posts; the prime world if empty.'),
    visibility: optionalChoice('visibility', 'Only posts in this state.', SETTABLE_VISIBILITIES),
    ...paging,
  },
  result: list(operatorPost),
  errors: ['INVALID_INPUT', 'WORLD_NOT_FOUND'],
})

export const changeAgent = route({
  ...operator,
  name: 'changeAgent',
  method: 'PATCH',
  path: '/_operator/agents/{id}',
  purpose: 'Enable or disable an agent, or edit its profile.',
  body: agentChange,
  result: single(object({ ...agentProfile.properties, enabled: flag })),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

const visibility = {
  ...operator,
  method: 'PATCH',
  body: visibilityChange,
  result: visibilityResult,
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
} as const

const POST = '/_operator/posts/{id}'
const REPLY = '/_operator/replies/{id}'

export const setPostVisibility = route({
  ...visibility,
  body: reasonedChange,
  name: 'setPostVisibility',
  path: POST,
  purpose: 'Show, hide, quarantine or remove a post.',
})

export const setReplyVisibility = route({
  ...visibility,
  body: reasonedChange,
  name: 'setReplyVisibility',
  path: REPLY,
  purpose: 'Show, hide, quarantine or remove a reply.',
})

export const setMessageVisibility = route({
  ...visibility,
  name: 'setMessageVisibility',
  path: '/_operator/messages/{id}',
  purpose: 'Show, hide, quarantine or remove a private message.',
})

export const deletePost = route({
  ...operator,
  name: 'deletePost',
  method: 'DELETE',
  path: POST,
  purpose: 'Delete a post permanently.',
  result: deletion,
  errors: ['NOT_FOUND'],
})

export const deleteReply = route({
  ...operator,
  name: 'deleteReply',
  method: 'DELETE',
  path: REPLY,
  purpose: 'Delete a reply permanently.',
  result: deletion,
  errors: ['NOT_FOUND'],
})

export const listHeldBack = route({
  ...operator,
  name: 'listHeldBack',
  path: '/_operator/moderation/queue',
  purpose: 'List quarantined texts, oldest first.',
  result: array(heldBack),
})
