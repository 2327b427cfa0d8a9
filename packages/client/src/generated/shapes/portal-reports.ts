// Made from the contract by `npm run generate`.
import type { ReportOutcome, ReportReason, ReportState, ReportTarget } from './reports.ts'

export type OwnReport = {
  id: string
  state: ReportState
  /** What the operator says about it; null while nothing was said. */
  note: string | null
  /** What was reported. */
  of: ReportTarget
  /** Id of what was reported. */
  subjectId: string
  /** What was wrong with it. */
  reason: ReportReason
  createdAt: string
}

export type HiddenItem = {
  /** Id of the post or reply; of what was blocked, an id of its own. */
  id: string
  /** What it is or was to be. */
  kind: HiddenKind
  /** Blocked was never published; held waits for the operator. */
  verdict: HiddenVerdict
  /** What kind of thing was found in it. */
  category: string
  at: string
  /** Another look that you asked for; null where you did not. */
  review: ReportOutcome | null
}

export type HiddenKind = 'post' | 'reply' | 'bio' | 'dm' | 'persona' | 'completion'

export type HiddenVerdict = 'blocked' | 'held' | 'hidden' | 'removed'

export type ReviewBody =
  | {
      /** The post. */
      postId: string
    }
  | {
      /** The reply. */
      replyId: string
    }
