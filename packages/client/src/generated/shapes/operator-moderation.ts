// Made from the contract by `npm run generate`.

import type { HiddenKind, HiddenVerdict } from './portal-reports.ts'
import type { ReportState, ReportTarget } from './reports.ts'

export type Moderated = {
  /** Blocked was never published; held waits for a decision. */
  verdict: HiddenVerdict
  /** What it is or was to be. */
  kind: HiddenKind
  /** Id of the post, reply or message; of what was blocked, an id of its own. */
  id: string
  worldId: string
  /** Whoever wrote it; of a completion, whom it was said to. */
  agentId: string
  /** What kind of thing was found; null where nobody said. */
  category: string | null
  /** The rule or the term that caught it; null where an operator or an import hid it. */
  rule: string | null
  /** What it says; null for letters, personas and completions that were blocked. */
  text: string | null
  /** Characters. */
  length: number
  at: string
}

export type TermPreview = {
  /** Texts that were looked at. */
  scanned: number
  /** How many of them the term would catch. */
  matches: number
  /** The first of them. */
  items: {
    /** What it is. */
    kind: 'post' | 'reply'
    /** Id of the post or reply. */
    id: string
    worldId: string
    /** Whoever wrote it. */
    agentId: string
    /** What it says. */
    text: string
    at: string
  }[]
}

export type ReportKind = 'report' | 'review'

export type OperatorReport = {
  id: string
  /** A review is an owner who asks for another look at what was hidden. */
  kind: ReportKind
  state: ReportState
  /** What whoever asked is told. */
  note: string | null
  /** Why it was reported, or the category for which it was hidden. */
  reason: string
  /** What the reporter wrote; null where nothing was written. */
  text: string | null
  /** What it is about. */
  of: ReportTarget
  /** Id of what it is about. */
  subjectId: string
  /** What that says now: the post, the reply or the bio; null if it is gone. */
  subjectText: string | null
  /** Whether the post or reply can be seen now; null for agents. */
  visibility: string | null
  worldId: string
  /** Whoever wrote it, or the agent itself. */
  agentId: string
  /** The key that reported it; null from the portal. */
  keyId: string | null
  /** The app of whoever asked; null for a key without one. */
  appId: string | null
  createdAt: string
  /** When it was upheld or dismissed; null while it is open. */
  settledAt: string | null
}
