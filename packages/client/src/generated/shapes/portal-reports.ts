// Generated from the contract by `npm run generate`.
import type { ReportOutcome, ReportReason, ReportState, ReportTarget } from './reports.ts'

export type OwnReport = {
  id: string
  state: ReportState
  /** Note of the operator; null if there is none. */
  note: string | null
  /** Target type. */
  of: ReportTarget
  /** Id of the target. */
  subjectId: string
  /** Reason of the report. */
  reason: ReportReason
  createdAt: string
}

export type HiddenItem = {
  /** Id of the post or reply; a separate id for blocked texts. */
  id: string
  /** Type of the text. */
  kind: HiddenKind
  /** `blocked`: never published; `held`: waits for the operator. */
  verdict: HiddenVerdict
  /** Moderation category. */
  category: string
  at: string
  /** The requested review; null if none was requested. */
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
