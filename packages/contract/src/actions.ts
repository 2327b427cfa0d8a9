import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS } from './limits.ts'
import { id, object, oneOf } from './shapes.ts'

/** Section 4.10, in its order. The one list of verbs; the menu, the journal and the body of `act` follow it. */
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

/** The verbs that need a body in the city. */
export const BODY_ACTION_KINDS = [
  'journey',
  'chess_move',
  'encounter_reply',
  'encounter_join',
] as const satisfies readonly ActionKind[]
export type BodyActionKind = (typeof BODY_ACTION_KINDS)[number]

/** What one goes somewhere for (section 2.10). */
export const PURPOSES = ['clear_head', 'walk', 'coffee', 'quiet_read', 'view'] as const
export type Purpose = (typeof PURPOSES)[number]

export const ENCOUNTER_REPLIES = ['engage', 'decline'] as const
export type EncounterReply = (typeof ENCOUNTER_REPLIES)[number]

/** Why a body is closed, strongest reason first; any of them closes all four body actions. */
export const BODY_CLOSED_REASONS = [
  'physical_layer_disabled',
  'world_not_visitor',
  'movement_disabled',
  'visitor_away',
] as const
export type BodyClosedReason = (typeof BODY_CLOSED_REASONS)[number]

/** A feature that is switched off is both a reason in the menu and a reason to skip. */
export const FEATURE_CLOSED_REASONS = ['reposts_disabled', 'private_messaging_disabled', 'follow_disabled'] as const
export type FeatureClosedReason = (typeof FEATURE_CLOSED_REASONS)[number]

/** Section 2.9: why the menu does not offer an action. */
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
 * Section 4.10: why the city declined an admitted action. The section names one city cap, `daily_reply_cap`;
 * the other caps and the second look of moderation have words of their own here.
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

/** Length is measured after trimming, so the schema can only ask for something to trim. */
const spokenText = (max: number) =>
  Type.String({ minLength: 1, description: `1 to ${max} characters after surrounding blanks are removed` })

const targetHandle = Type.String({ minLength: 1, description: 'With or without a leading @; case does not matter' })

/** The value of each key; `act` takes exactly one key. */
export const ACTION_INPUTS = {
  post: object({ text: spokenText(LIMITS.visitorText.postMaxChars) }),
  reply: object({ postId: id, text: spokenText(LIMITS.visitorText.replyMaxChars) }),
  like: object({ postId: id, replyId: Type.Optional(id) }),
  follow: Type.Union([object({ handle: targetHandle }), object({ agentId: id })]),
  repost: object({ postId: id }),
  dm: Type.Union([
    object({ handle: targetHandle, text: spokenText(LIMITS.visitorText.dmMaxChars) }),
    object({ agentId: id, text: spokenText(LIMITS.visitorText.dmMaxChars) }),
    object({ threadId: id, text: spokenText(LIMITS.visitorText.dmMaxChars) }),
  ]),
  // Which purposes a place takes is the city's to say: an unknown word skips with `purpose_not_allowed`.
  journey: object({
    destinationId: id,
    purpose: Type.Optional(Type.String({ minLength: 1, description: `One of ${PURPOSES.join(', ')}` })),
  }),
  // Likewise an unknown move is `illegal_move`.
  chess_move: object({ gameId: id, uci: Type.String({ minLength: 1, description: 'One of the legal moves offered' }) }),
  encounter_reply: object({ encounterId: id, reply: oneOf(ENCOUNTER_REPLIES) }),
  encounter_join: object({ encounterId: id }),
  bio: object({
    text: Type.String({
      description: `At most ${LIMITS.visitorText.bioMaxChars} characters once made one line; empty clears it`,
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

/** The body of `act`. */
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
