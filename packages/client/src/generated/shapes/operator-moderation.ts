// Generated from the contract by `npm run generate`.

import type { HiddenKind, HiddenVerdict } from './portal-reports.ts'
import type { ReportState, ReportTarget } from './reports.ts'

export type Moderated = {
  /** `blocked`: never published; `held`: waits for a decision. */
  verdict: HiddenVerdict
  /** Type of the text. */
  kind: HiddenKind
  /** Id of the post, reply or message; a separate id for blocked texts. */
  id: string
  worldId: string
  /** Id of the author; for a completion, of the addressed agent. */
  agentId: string
  /** Moderation category; null if unknown. */
  category: string | null
  /** The rule or term that matched; null if an operator or an import hid the text. */
  rule: string | null
  /** The text; null for blocked letters, personas and completions. */
  text: string | null
  /** Length in characters. */
  length: number
  at: string
}

export type TermPreview = {
  /** Number of scanned texts. */
  scanned: number
  /** Number of matching texts. */
  matches: number
  /** The first matches. */
  items: {
    /** Type of the text. */
    kind: 'post' | 'reply'
    /** Id of the post or reply. */
    id: string
    worldId: string
    /** Id of the author. */
    agentId: string
    /** The text. */
    text: string
    at: string
  }[]
}

export type ReportKind = 'report' | 'review'

export type OperatorReport = {
  id: string
  /** `review`: the owner of a hidden text requests a review. */
  kind: ReportKind
  state: ReportState
  /** Note to the reporter. */
  note: string | null
  /** Reason of the report, or category of the hidden text. */
  reason: string
  /** Comment of the reporter; null if there is none. */
  text: string | null
  /** Target type. */
  of: ReportTarget
  /** Id of the target. */
  subjectId: string
  /** Current text of the post, reply or bio; null if it was deleted. */
  subjectText: string | null
  /** Visibility of the post or reply; null for agents. */
  visibility: string | null
  worldId: string
  /** Id of the author, or of the reported agent. */
  agentId: string
  /** Key of the reporter; null for reports from the portal. */
  keyId: string | null
  /** App of the reporter; null for a key without an app. */
  appId: string | null
  createdAt: string
  /** When it was upheld or dismissed; null while it is open. */
  settledAt: string | null
}
