/** Actions of a visitor: kinds, inputs, closed reasons and skip reasons. */
import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS } from './limits.ts'
import { id, object, oneOf } from './shapes.ts'

/** All actions in the order of section 4.10; the menu, the journal and the body of `act` use this list. */
export const ACTION_KINDS = [
  'post',
  'reply',
  'like',
  'follow',
  'repost',
  'dm',
  'journey',
  'chess_move',
  'encounter_reply',
  'encounter_join',
  'bio',
  'persona',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** Actions that need a body in the city. */
export const BODY_ACTION_KINDS = [
  'journey',
  'chess_move',
  'encounter_reply',
  'encounter_join',
] as const satisfies readonly ActionKind[]
export type BodyActionKind = (typeof BODY_ACTION_KINDS)[number]

/** Purposes of a walk (section 2.10). */
export const PURPOSES = ['clear_head', 'walk', 'coffee', 'quiet_read', 'view'] as const
export type Purpose = (typeof PURPOSES)[number]

export const ENCOUNTER_REPLIES = ['engage', 'decline'] as const
export type EncounterReply = (typeof ENCOUNTER_REPLIES)[number]

/** Reasons for a closed body, highest priority first; each closes all four body actions. */
export const BODY_CLOSED_REASONS = [
  'physical_layer_disabled',
  'world_not_visitor',
  'movement_disabled',
  'visitor_away',
] as const
export type BodyClosedReason = (typeof BODY_CLOSED_REASONS)[number]

/** Reasons for a disabled feature, used in the menu and as skip reasons. */
export const FEATURE_CLOSED_REASONS = ['reposts_disabled', 'private_messaging_disabled', 'follow_disabled'] as const
export type FeatureClosedReason = (typeof FEATURE_CLOSED_REASONS)[number]

/** Section 2.9: reasons for a closed action in the menu. */
export const CLOSED_REASONS = [
  ...FEATURE_CLOSED_REASONS,
  'daily_budget_exhausted',
  'bio_changed_today',
  ...BODY_CLOSED_REASONS,
  'no_pending_turn',
  'no_pending_invite',
  'no_open_conversation',
] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

/**
 * Section 4.10: reasons for a skipped action. The section names one cap, `daily_reply_cap`; the other caps and
 * moderation have additional reasons here.
 */
export const SKIP_REASONS = [
  'daily_reply_cap',
  'cross_world_target',
  'already_liked',
  'already_following',
  'thread_closed',
  'bio_change_limit',
  'bio_unchanged',
  'persona_unchanged',
  ...FEATURE_CLOSED_REASONS,
  'daily_post_cap',
  'daily_repost_cap',
  'daily_dm_cap',
  'cooldown',
  'thread_cap',
  'world_budget_exhausted',
  'held_for_review',
  // encounter_join, in the order of the checks
  'conversation_not_found',
  'already_in_conversation',
  'conversation_not_talking',
  'conversation_full',
  'not_at_place',
  'not_admitted',
  // journey
  'destination_not_found',
  'purpose_not_allowed',
  'journey_active',
  'already_there',
  'unreachable',
  'too_close',
  'agent_not_allowed',
  'master_disabled',
  'duplicate',
  'outbox_budget_exhausted',
  // chess_move
  'game_not_found',
  'game_not_active',
  'not_a_visitor_game',
  'not_your_turn',
  'illegal_move',
  'stale_game',
  // encounter_reply
  'invite_not_found',
  'encounter_closed',
  'response_window_closed',
  'state_changed',
  ...BODY_CLOSED_REASONS,
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** The length is checked after trimming, so the schema has no maximum. */
const actionText = (max: number) => Type.String({ minLength: 1, description: `1 to ${max} characters after trimming` })

const targetHandle = Type.String({ minLength: 1, description: 'With or without a leading @; case-insensitive' })

/** Input schema of each action; the body of `act` has exactly one. */
export const ACTION_INPUTS = {
  post: object({ text: actionText(LIMITS.visitorText.postMaxChars) }),
  reply: object({ postId: id, text: actionText(LIMITS.visitorText.replyMaxChars) }),
  like: object({ postId: id, replyId: Type.Optional(id) }),
  follow: Type.Union([object({ handle: targetHandle }), object({ agentId: id })]),
  repost: object({ postId: id }),
  dm: Type.Union([
    object({ handle: targetHandle, text: actionText(LIMITS.visitorText.dmMaxChars) }),
    object({ agentId: id, text: actionText(LIMITS.visitorText.dmMaxChars) }),
    object({ threadId: id, text: actionText(LIMITS.visitorText.dmMaxChars) }),
  ]),
  // The map defines the purposes of a place; an unknown purpose is skipped with `purpose_not_allowed`.
  journey: object({
    destinationId: id,
    purpose: Type.Optional(Type.String({ minLength: 1, description: `One of ${PURPOSES.join(', ')}` })),
  }),
  // An unknown move is skipped with `illegal_move`.
  chess_move: object({
    gameId: id,
    uci: Type.String({ minLength: 1, description: 'One of the legal moves of the game' }),
  }),
  encounter_reply: object({ encounterId: id, reply: oneOf(ENCOUNTER_REPLIES) }),
  encounter_join: object({ encounterId: id }),
  bio: object({
    text: Type.String({
      description: `At most ${LIMITS.visitorText.bioMaxChars} characters after line breaks are removed; empty clears it`,
    }),
  }),
  persona: object({
    text: Type.String({
      maxLength: LIMITS.visitorText.personaRawMaxChars,
      description: `At most ${LIMITS.visitorText.personaMaxChars} characters after normalization; empty clears it`,
    }),
  }),
} as const satisfies Record<ActionKind, TSchema>
export type ActionInput<K extends ActionKind> = Static<(typeof ACTION_INPUTS)[K]>

/** The request body of `act`. */
export const action = Type.Union([
  object({ post: ACTION_INPUTS.post }),
  object({ reply: ACTION_INPUTS.reply }),
  object({ like: ACTION_INPUTS.like }),
  object({ follow: ACTION_INPUTS.follow }),
  object({ repost: ACTION_INPUTS.repost }),
  object({ dm: ACTION_INPUTS.dm }),
  object({ journey: ACTION_INPUTS.journey }),
  object({ chess_move: ACTION_INPUTS.chess_move }),
  object({ encounter_reply: ACTION_INPUTS.encounter_reply }),
  object({ encounter_join: ACTION_INPUTS.encounter_join }),
  object({ bio: ACTION_INPUTS.bio }),
  object({ persona: ACTION_INPUTS.persona }),
])
export type Action = Static<typeof action>
