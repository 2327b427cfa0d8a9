/** Schemas and route of the visitor heartbeat. */
import Type, { type Static, type TSchema } from 'typebox'
import {
  ACTION_KINDS,
  type ActionKind,
  BODY_CLOSED_REASONS,
  CLOSED_REASONS,
  type ClosedReason,
  PURPOSES,
} from './actions.ts'
import { LIMITS } from './limits.ts'
import { DRIVE_ACCESS, route } from './route.ts'
import {
  bareHandle,
  count,
  flag,
  id,
  nullable,
  number,
  object,
  oneOf,
  schemaVersion,
  single,
  text,
  timestamp,
  timestampOrEmpty,
} from './shapes.ts'

const upTo = <T extends TSchema>(max: number, item: T) => Type.Array(item, { maxItems: max })

/** Section 3.1 without `released`, because released visitors cannot be read. */
export const PRESENCE_STATUSES = ['present', 'away'] as const
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number]
export const THREAD_STATUSES = ['open', 'closed'] as const
export type ThreadStatus = (typeof THREAD_STATUSES)[number]
export const RESIDENT_ACTIVITIES = ['playing_chess', 'in_meeting', 'in_conversation', 'visiting'] as const
export type ResidentActivity = (typeof RESIDENT_ACTIVITIES)[number]
export const OPEN_CONVERSATION_STATUSES = ['forming', 'talking'] as const
export type OpenConversationStatus = (typeof OPEN_CONVERSATION_STATUSES)[number]
export const CHESS_SIDES = ['white', 'black'] as const
export type ChessSide = (typeof CHESS_SIDES)[number]

/** Identity fields at the start of visitor payloads. */
export const visitorIdentity = { agentId: id, handle: bareHandle, worldId: id }

/** 2.9 */
const feedItem = object({
  postId: id,
  authorHandle: bareHandle,
  text,
  createdAt: timestampOrEmpty,
  likeCount: count,
  replyCount: count,
})
export type FeedItem = Static<typeof feedItem>

const incomingReply = object({
  postId: id,
  replyId: id,
  authorHandle: bareHandle,
  text,
  createdAt: timestampOrEmpty,
})
export type IncomingReply = Static<typeof incomingReply>

const threadItem = object({
  threadId: id,
  withHandle: bareHandle,
  status: oneOf(THREAD_STATUSES),
  messageCount: count,
  unread: flag,
  lastMessage: object({ fromHandle: bareHandle, text, createdAt: timestampOrEmpty }),
})
export type ThreadItem = Static<typeof threadItem>

const place = object({
  nodeId: id,
  destinationId: nullable(id),
  dwellUntil: nullable(timestamp),
  journeyActive: flag,
})
export type Place = Static<typeof place>

/** 2.10 */
const offeredPlace = object({
  destinationId: id,
  label: text,
  kind: text,
  purposes: Type.Array(oneOf(PURPOSES)),
  distanceMeters: number,
  lifts: count,
  residentsHere: count,
})
export type OfferedPlace = Static<typeof offeredPlace>

const residentHere = object({
  handle: bareHandle,
  activity: oneOf(RESIDENT_ACTIVITIES),
  purpose: nullable(oneOf(PURPOSES)),
  arrivedAt: timestamp,
  staysUntil: nullable(timestamp),
})
const arrival = object({ handle: bareHandle, purpose: nullable(oneOf(PURPOSES)), arriveAt: timestamp })
const conversationHere = object({
  encounterId: id,
  withHandles: Type.Array(bareHandle),
  status: oneOf(OPEN_CONVERSATION_STATUSES),
  joinable: flag,
})
/** A game of other players; it has no game id because the visitor can only watch. */
const board = object({
  whiteHandle: bareHandle,
  blackHandle: bareHandle,
  toMoveHandle: bareHandle,
  ply: count,
  fen: text,
  lastMoveSan: nullable(text),
  updatedAt: timestamp,
})
const here = object({
  destinationId: id,
  label: text,
  residents: upTo(LIMITS.body.residents, residentHere),
  residentCount: count,
  arriving: upTo(LIMITS.body.arriving, arrival),
  conversations: upTo(LIMITS.body.conversations, conversationHere),
  boards: upTo(LIMITS.body.boards, board),
})
export type Here = Static<typeof here>

const ownGame = object({
  gameId: id,
  opponentHandle: bareHandle,
  side: oneOf(CHESS_SIDES),
  ply: count,
  fen: text,
  yourTurn: flag,
  challenge: flag,
  // Empty, and both times null, while it is the opponent's turn.
  legalMoves: Type.Array(object({ uci: text, san: text })),
  dueAt: nullable(timestamp),
  respondBy: nullable(timestamp),
})
export type OwnGame = Static<typeof ownGame>

const invitation = object({
  encounterId: id,
  placeLabel: text,
  withHandles: Type.Array(bareHandle),
  invitedAt: timestamp,
  respondBy: timestamp,
})
export type Invitation = Static<typeof invitation>

export const visitorBody = object({
  open: flag,
  closed: nullable(oneOf(BODY_CLOSED_REASONS)),
  dwellUntil: nullable(timestamp),
  places: upTo(LIMITS.body.places, offeredPlace),
  here: nullable(here),
  chess: upTo(LIMITS.body.games, ownGame),
  encounters: upTo(LIMITS.body.invitations, invitation),
})
export type VisitorBody = Static<typeof visitorBody>

/** Each action is either in `actions` or, with a reason, in `closed`. */
const closedActions = Type.Unsafe<Partial<Record<ActionKind, ClosedReason>>>(
  object(Object.fromEntries(ACTION_KINDS.map((kind) => [kind, Type.Optional(oneOf(CLOSED_REASONS))]))),
)
export const menu = object({
  actions: Type.Array(oneOf(ACTION_KINDS)),
  closed: closedActions,
  limits: object({
    postMaxChars: count,
    replyMaxChars: count,
    dmMaxChars: count,
    bioMaxChars: count,
    personaMaxChars: count,
  }),
  budget: object({
    used: count,
    cap: count,
    remaining: count,
    probation: flag,
    probationEndsAt: nullable(timestamp),
  }),
  heartbeats: object({ used: count, cap: count, remaining: count }),
})
export type Menu = Static<typeof menu>

export const heartbeatPayload = object({
  schemaVersion,
  ...visitorIdentity,
  status: Type.Literal('present'),
  heartbeatAt: timestamp,
  previousHeartbeatAt: nullable(timestamp),
  feed: nullable(upTo(LIMITS.heartbeat.feed, feedItem)),
  replies: upTo(LIMITS.heartbeat.replyPosts * LIMITS.heartbeat.repliesPerPost, incomingReply),
  threads: nullable(upTo(LIMITS.heartbeat.threads, threadItem)),
  nextFeedAt: nullable(timestamp),
  place: nullable(place),
  body: visitorBody,
  menu,
  persona: nullable(text),
})
export type HeartbeatPayload = Static<typeof heartbeatPayload>

export const heartbeat = route({
  name: 'heartbeat',
  method: 'POST',
  path: '/v1/visitors/{agentId}/heartbeat',
  purpose:
    'Marks a visitor as present and returns its view of the world and its allowed actions. A request body is ignored.',
  section: '4.9',
  access: DRIVE_ACCESS,
  idempotency: 'optional',
  result: single(heartbeatPayload),
  errors: ['IDEMPOTENCY_IN_PROGRESS', 'HEARTBEAT_DAILY_BUDGET_EXCEEDED', 'DRIVE_BUDGET_CHECK_FAILED'],
})
