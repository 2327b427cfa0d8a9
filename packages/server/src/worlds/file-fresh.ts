import { parseIso } from '../core/day.ts'
import type { PostRow, ReplyRow, Tables } from '../db/tables.ts'

/** A row that is new to the store and of now or later; everything else that a file brings is history (AMB-143). */
export type Fresh =
  | { readonly kind: 'post'; readonly row: Omit<PostRow, 'position' | 'like_count' | 'reply_count'> }
  | { readonly kind: 'idea'; readonly row: Tables['ideas'] }
  | { readonly kind: 'challenge'; readonly row: Tables['challenges'] }
  | { readonly kind: 'reply'; readonly row: Omit<ReplyRow, 'like_count' | 'inbox'> }
  | { readonly kind: 'like'; readonly row: Tables['likes'] }
  | { readonly kind: 'repost'; readonly row: Tables['reposts'] }
  | { readonly kind: 'follow'; readonly row: Tables['follows'] }
  | { readonly kind: 'message'; readonly row: Tables['messages'] }
  | { readonly kind: 'encounter'; readonly row: Tables['encounters'] }
  | { readonly kind: 'turn'; readonly row: Tables['encounter_turns'] }
  | { readonly kind: 'game'; readonly row: Tables['games'] }

/** No stamp is a stamp of now; a time that nobody knows is history. */
export const isOfNow = (stamp: string | null | undefined, at: number): boolean =>
  stamp === undefined || (stamp !== null && parseIso(stamp)! >= at)
