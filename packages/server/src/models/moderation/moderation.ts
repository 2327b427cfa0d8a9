/** `uncertain` is no permission: visitor text and completion output treat it as a block. */
export const VERDICT_ACTIONS = ['allow', 'block', 'quarantine', 'uncertain'] as const
export type VerdictAction = (typeof VERDICT_ACTIONS)[number]

export interface Verdict {
  readonly action: VerdictAction
  /** Empty when allowed. Never repeats the text. */
  readonly category: string
  readonly reason: string
  /** The rule or the operator's term that was met; for operators alone. Never repeats the text either. */
  readonly rule: string
}

export const ALLOWED: Verdict = { action: 'allow', category: '', reason: '', rule: '' }

/**
 * Which rules apply (AMB-133). `speech`: banned terms and injection phrasings. `profile`: those, and links and personal
 * information, which have no place in a bio or persona.
 */
export type Policy = 'speech' | 'profile'

export interface Review {
  readonly text: string
  readonly policy: Policy
  /** The operator's own terms, beside the shipped list. */
  readonly bannedTerms: readonly string[]
  readonly timeoutMs: number
}

export interface Moderation {
  /** Throws ModerationUnavailable when a configured endpoint gives no verdict; whoever asked decides what that means. */
  review(review: Review): Promise<Verdict>
}

export class ModerationUnavailable extends Error {}
