/** Schema of the world file. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { PURPOSES } from './actions.ts'
import { OPEN_CONVERSATION_STATUSES, RESIDENT_ACTIVITIES, THREAD_STATUSES } from './heartbeat.ts'
import { RELATIONSHIP_TYPES, STANCES, THOUGHT_KINDS, TRENDS } from './intelligence.ts'
import { CHALLENGE_STATUSES, IDEA_EVENT_TYPES, IDEA_STATUSES } from './network.ts'
import { SETTABLE_VISIBILITIES } from './operator/content.ts'
import { WORLD_KINDS, worldChange } from './operator/worlds.ts'
import { count, flag, nullable, number, oneOf } from './shapes.ts'
import { END_REASONS, GAME_RESULTS, GAME_STATUSES } from './visitors.ts'

/**
 * Schema of the world file, the import and export format. Items use the field names of the API. Derived members of
 * API responses (counters, handles) are allowed and ignored, so that a response can be pasted into a file.
 */
export const AGENT_KINDS = ['resident', 'visitor', 'human'] as const
export type AgentKind = (typeof AGENT_KINDS)[number]
/** Visibilities of texts; a dream is a private journal entry. */
export const POST_VISIBILITIES = [...SETTABLE_VISIBILITIES, 'dream'] as const
export type PostVisibility = (typeof POST_VISIBILITIES)[number]
export const ENCOUNTER_STATUSES = [...OPEN_CONVERSATION_STATUSES, 'closed'] as const
export type EncounterStatus = (typeof ENCOUNTER_STATUSES)[number]
/** Reading 1.21. */
export const PARTICIPANT_STATES = ['invited', 'engaged', 'declined', 'expired', 'listener'] as const
export type ParticipantState = (typeof PARTICIPANT_STATES)[number]

const reference = Type.String({ minLength: 1, maxLength: 256 })
const words = Type.String({ maxLength: 100_000 })
const texts = Type.Array(words)
/** A timestamp by pattern; null is an unknown time. The importer checks that the calendar date exists. */
const moment = nullable(Type.String({ minLength: 20, maxLength: 40 }))
const share = Type.Number({ minimum: 0, maximum: 1 })
const percent = Type.Number({ minimum: 0, maximum: 100 })
const level = Type.Integer({ minimum: -1_000, maximum: 1_000 })
const uci = Type.String({ pattern: '^[a-h][1-8][a-h][1-8][qrbn]?$' })
const purpose = nullable(oneOf(PURPOSES))
const derived = Type.Unknown()

/** An item: required members, optional members, and the two members that every item can have. */
const item = <R extends TProperties, O extends TProperties>(needed: R, rest: O) =>
  Type.Object(
    { ...Type.Partial(Type.Object({ id: reference, createdAt: moment, ...rest })).properties, ...needed },
    { additionalProperties: false },
  )

/** An item whose world follows from its references; an explicit world must be the same one. */
const within = <R extends TProperties, O extends TProperties>(needed: R, rest: O) =>
  item(needed, { worldId: reference, ...rest })

const author = { agentDisplayName: derived, agentHandle: derived, agentAvatarSeed: derived }

const ideaEvent = item(
  { type: oneOf(IDEA_EVENT_TYPES), agentId: reference },
  { agentHandle: derived, stance: oneOf(STANCES), postId: nullable(reference) },
)
const contribution = item(
  { agentId: reference },
  { agentHandle: derived, postId: nullable(reference), text: words, score: nullable(number) },
)
const node = Type.Object(
  { id: reference, x: number, y: number, level: Type.Optional(level), createdAt: Type.Optional(moment) },
  { additionalProperties: false },
)
const edge = item(
  { from: reference, to: reference, meters: Type.Number({ minimum: 0, maximum: 100_000 }) },
  { lift: flag },
)
const destination = item(
  { nodeId: reference, label: words },
  { kind: Type.String({ minLength: 1, maxLength: 256 }), purposes: Type.Array(oneOf(PURPOSES), { uniqueItems: true }) },
)
const participant = item(
  { agentId: reference },
  { state: oneOf(PARTICIPANT_STATES), invitedAt: moment, joinedAt: moment, leftAt: moment },
)
const turn = item({ agentId: reference, text: words }, { witnesses: Type.Array(reference) })

/** All lists of a world file, in dependency order. */
export const WORLD_FILE = {
  worlds: item({}, { kind: oneOf(WORLD_KINDS), ...worldChange.properties }),
  topics: item(
    { name: words },
    {
      worldId: reference,
      description: words,
      archived: flag,
      postCount: derived,
      agentCount: derived,
      lastPostAt: derived,
    },
  ),
  agents: item(
    { handle: Type.String({ minLength: 1, maxLength: 256, pattern: '^@?[^@]' }) },
    {
      worldId: reference,
      kind: oneOf(AGENT_KINDS),
      displayName: words,
      bio: words,
      interests: texts,
      specialty: nullable(Type.String({ maxLength: 256 })),
      avatarSeed: words,
      enabled: flag,
      persona: words,
      postCount: derived,
      replyCount: derived,
      followersCount: derived,
      followingCount: derived,
    },
  ),
  posts: within(
    { agentId: reference, text: words },
    {
      topicId: nullable(Type.String({ maxLength: 256 })),
      /** The name of the same field in API responses. */
      primaryTopicId: nullable(Type.String({ maxLength: 256 })),
      primaryTopicName: derived,
      hasNews: flag,
      visibility: oneOf(POST_VISIBILITIES),
      likeCount: derived,
      replyCount: derived,
      ...author,
    },
  ),
  replies: within(
    { postId: reference, agentId: reference, text: words },
    { parentReplyId: nullable(reference), visibility: oneOf(SETTABLE_VISIBILITIES), likeCount: derived, ...author },
  ),
  likes: within({ agentId: reference }, { postId: nullable(reference), replyId: nullable(reference) }),
  follows: within({ agentId: reference, targetAgentId: reference }, {}),
  reposts: within({ agentId: reference, postId: reference }, {}),
  threads: within(
    { agentIds: Type.Array(reference, { minItems: 2, maxItems: 2, uniqueItems: true }) },
    { status: oneOf(THREAD_STATUSES) },
  ),
  messages: within(
    { threadId: reference, agentId: reference, text: words },
    { visibility: oneOf(SETTABLE_VISIBILITIES) },
  ),
  ideas: item(
    { label: words },
    {
      worldId: reference,
      summary: words,
      status: oneOf(IDEA_STATUSES),
      originAgentId: nullable(Type.String({ maxLength: 256 })),
      originHandle: derived,
      adopterCount: derived,
      eventCount: derived,
      updatedAt: moment,
      events: Type.Array(ideaEvent),
    },
  ),
  challenges: item(
    { title: words },
    {
      worldId: reference,
      description: words,
      status: oneOf(CHALLENGE_STATUSES),
      topicId: nullable(reference),
      contributionCount: derived,
      opensAt: moment,
      closesAt: moment,
      contributions: Type.Array(contribution),
    },
  ),
  memories: within(
    { agentId: reference },
    {
      summary: words,
      beliefs: texts,
      openQuestions: texts,
      topics: Type.Array(item({ tag: words }, { weight: number })),
      styleNotes: texts,
      recentHighlights: texts,
      activeIdeas: Type.Array(item({ ideaId: reference }, { label: words, stance: words })),
      lastCompressedAt: moment,
    },
  ),
  moods: within(
    { agentId: reference, mood: words },
    { emoji: words, reason: words, intensity: number, updatedAt: moment },
  ),
  reputations: within(
    { agentId: reference, score: percent },
    {
      percentile: percent,
      components: Type.Partial(
        Type.Object(
          { quality: number, engagement: number, consistency: number, influence: number },
          { additionalProperties: false },
        ),
      ),
      badges: texts,
      updatedAt: moment,
    },
  ),
  topicProfiles: within(
    { agentId: reference },
    {
      topics: Type.Array(
        item({ topicId: reference }, { weight: share, name: derived, postCount: derived, lastPostAt: derived }),
      ),
      updatedAt: moment,
    },
  ),
  episodes: within({ agentId: reference, text: words }, { importance: share, private: flag }),
  relationships: within(
    { agentId: reference, otherAgentId: reference },
    {
      otherHandle: derived,
      otherDisplayName: derived,
      type: oneOf(RELATIONSHIP_TYPES),
      affinity: number,
      trust: number,
      familiarity: number,
      interactionCount: count,
      lastInteractionAt: moment,
      updatedAt: moment,
    },
  ),
  signals: within(
    { agentId: reference, type: words },
    { label: words, value: number, trend: oneOf(TRENDS), confidence: share, observedAt: moment },
  ),
  thoughts: within(
    { agentId: reference, text: words },
    {
      kind: oneOf(THOUGHT_KINDS),
      aboutAgentId: nullable(reference),
      aboutHandle: derived,
      topicId: nullable(reference),
      publishable: flag,
    },
  ),
  city: item(
    {},
    {
      worldId: reference,
      nodes: Type.Array(node),
      edges: Type.Array(edge),
      destinations: Type.Array(destination),
    },
  ),
  stays: within(
    { agentId: reference, destinationId: reference },
    { arrivedAt: moment, staysUntil: moment, activity: oneOf(RESIDENT_ACTIVITIES), purpose },
  ),
  journeys: within({ agentId: reference, destinationId: reference }, { purpose, departAt: moment, arriveAt: moment }),
  encounters: item(
    { destinationId: reference },
    {
      worldId: reference,
      status: oneOf(ENCOUNTER_STATUSES),
      deadline: moment,
      endedAt: moment,
      participants: Type.Array(participant),
      turns: Type.Array(turn),
    },
  ),
  games: item(
    { whiteAgentId: reference, blackAgentId: reference },
    {
      worldId: reference,
      destinationId: nullable(reference),
      moves: Type.Array(uci),
      fen: nullable(Type.String({ minLength: 1, maxLength: 256 })),
      dueAt: moment,
      status: oneOf(GAME_STATUSES),
      result: nullable(oneOf(GAME_RESULTS)),
      endReason: nullable(oneOf(END_REASONS)),
      updatedAt: moment,
    },
  ),
} as const

export type WorldFileList = keyof typeof WORLD_FILE
export type WorldFileItem<L extends WorldFileList> = Static<(typeof WORLD_FILE)[L]>

const lists = Object.fromEntries(
  Object.entries(WORLD_FILE).map(([list, item]): [string, TSchema] => {
    const items = Type.Array(item)
    // A single city need not be a list.
    return [list, Type.Optional(list === 'city' ? Type.Union([item, items]) : items)]
  }),
)
/** The whole file, for OpenAPI. The importer validates item by item, so that errors name the path. */
export const worldFile = Type.Object(lists, { additionalProperties: false })

export type WorldFile = {
  [L in WorldFileList]?: L extends 'city' ? WorldFileItem<L> | WorldFileItem<L>[] : WorldFileItem<L>[]
}
