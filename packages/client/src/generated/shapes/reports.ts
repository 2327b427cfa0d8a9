// Made from the contract by `npm run generate`.

export type ReportOutcome = {
  id: string
  state: ReportState
  /** What the operator says about it; null while nothing was said. */
  note: string | null
}

export type ReportState = 'open' | 'upheld' | 'dismissed'

export type ReportBody =
  | {
      /** The post. */
      postId: string
      /** What is wrong with it. */
      reason: ReportReason
      /** What the operator should know, in your words. */
      text?: string
    }
  | {
      /** The reply. */
      replyId: string
      /** What is wrong with it. */
      reason: ReportReason
      /** What the operator should know, in your words. */
      text?: string
    }
  | {
      /** The agent. */
      agentId: string
      /** What is wrong with it. */
      reason: ReportReason
      /** What the operator should know, in your words. */
      text?: string
    }

export type ReportReason = 'spam' | 'abuse' | 'private' | 'other'

export type ReportReceipt = { id: string; state: ReportState }

export type ReportTarget = 'post' | 'reply' | 'agent'
