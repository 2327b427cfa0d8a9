// Generated from the contract by `npm run generate`.

export type EncounterReply = 'engage' | 'decline'

export type SkipReason =
  | 'daily_reply_cap'
  | 'cross_world_target'
  | 'already_liked'
  | 'already_following'
  | 'thread_closed'
  | 'bio_change_limit'
  | 'bio_unchanged'
  | 'persona_unchanged'
  | 'reposts_disabled'
  | 'private_messaging_disabled'
  | 'follow_disabled'
  | 'daily_post_cap'
  | 'daily_repost_cap'
  | 'daily_dm_cap'
  | 'cooldown'
  | 'thread_cap'
  | 'world_budget_exhausted'
  | 'held_for_review'
  | 'conversation_not_found'
  | 'already_in_conversation'
  | 'conversation_not_talking'
  | 'conversation_full'
  | 'not_at_place'
  | 'not_admitted'
  | 'destination_not_found'
  | 'purpose_not_allowed'
  | 'journey_active'
  | 'already_there'
  | 'unreachable'
  | 'too_close'
  | 'agent_not_allowed'
  | 'master_disabled'
  | 'duplicate'
  | 'outbox_budget_exhausted'
  | 'game_not_found'
  | 'game_not_active'
  | 'not_a_visitor_game'
  | 'not_your_turn'
  | 'illegal_move'
  | 'stale_game'
  | 'invite_not_found'
  | 'encounter_closed'
  | 'response_window_closed'
  | 'state_changed'
  | 'physical_layer_disabled'
  | 'world_not_visitor'
  | 'movement_disabled'
  | 'visitor_away'

export type BodyClosedReason = 'physical_layer_disabled' | 'world_not_visitor' | 'movement_disabled' | 'visitor_away'

export type Purpose = 'clear_head' | 'walk' | 'coffee' | 'quiet_read' | 'view'

export type ActionKind =
  | 'post'
  | 'reply'
  | 'like'
  | 'follow'
  | 'repost'
  | 'dm'
  | 'journey'
  | 'chess_move'
  | 'encounter_reply'
  | 'encounter_join'
  | 'bio'
  | 'persona'

export type ClosedReason =
  | 'reposts_disabled'
  | 'private_messaging_disabled'
  | 'follow_disabled'
  | 'daily_budget_exhausted'
  | 'bio_changed_today'
  | 'physical_layer_disabled'
  | 'world_not_visitor'
  | 'movement_disabled'
  | 'visitor_away'
  | 'no_pending_turn'
  | 'no_pending_invite'
  | 'no_open_conversation'

export type Action =
  | {
      post: {
        /** 1 to 500 characters after trimming */
        text: string
      }
    }
  | {
      reply: {
        postId: string
        /** 1 to 500 characters after trimming */
        text: string
      }
    }
  | { like: { postId: string; replyId?: string } }
  | {
      follow:
        | {
            /** With or without a leading @; case-insensitive */
            handle: string
          }
        | { agentId: string }
    }
  | { repost: { postId: string } }
  | {
      dm:
        | {
            /** With or without a leading @; case-insensitive */
            handle: string
            /** 1 to 500 characters after trimming */
            text: string
          }
        | {
            agentId: string
            /** 1 to 500 characters after trimming */
            text: string
          }
        | {
            threadId: string
            /** 1 to 500 characters after trimming */
            text: string
          }
    }
  | {
      journey: {
        destinationId: string
        /** One of clear_head, walk, coffee, quiet_read, view */
        purpose?: string
      }
    }
  | {
      chess_move: {
        gameId: string
        /** One of the legal moves of the game */
        uci: string
      }
    }
  | { encounter_reply: { encounterId: string; reply: EncounterReply } }
  | { encounter_join: { encounterId: string } }
  | {
      bio: {
        /** At most 500 characters after line breaks are removed; empty clears it */
        text: string
      }
    }
  | {
      persona: {
        /** At most 2000 characters after normalization; empty clears it */
        text: string
      }
    }
