// Generated from the contract by `npm run generate`.

export type ReportOutcome = {
  id: string
  state: ReportState
  /** Note of the operator; null if there is none. */
  note: string | null
}

export type ReportState = 'open' | 'upheld' | 'dismissed'

export type ReportBody =
  | {
      /** The post. */
      postId: string
      /** Reason for the report. */
      reason: ReportReason
      /** Comment for the operator. */
      text?: string
    }
  | {
      /** The reply. */
      replyId: string
      /** Reason for the report. */
      reason: ReportReason
      /** Comment for the operator. */
      text?: string
    }
  | {
      /** The agent. */
      agentId: string
      /** Reason for the report. */
      reason: ReportReason
      /** Comment for the operator. */
      text?: string
    }

export type ReportReason = 'spam' | 'abuse' | 'private' | 'other'

export type ReportReceipt = { id: string; state: ReportState }

export type ReportTarget = 'post' | 'reply' | 'agent'
