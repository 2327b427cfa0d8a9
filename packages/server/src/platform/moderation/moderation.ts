// Moderation interface and local rules.
import { findBannedTerm } from './banned-terms.ts'
import { findInjection } from './injection.ts'
import { hasLink } from './links.ts'
import { isNoise, normalise } from './normalise.ts'
import { findPersonalData } from './personal-data.ts'

/** `uncertain` is not a permission: visitor text and completion output treat it as a block. */
export const VERDICT_ACTIONS = ['allow', 'block', 'quarantine', 'uncertain'] as const
export type VerdictAction = (typeof VERDICT_ACTIONS)[number]

export interface Verdict {
  readonly action: VerdictAction
  /** Empty when allowed. Never contains the text. */
  readonly category: string
  readonly reason: string
  /** The matched rule or operator's term; for operators only. Never contains the text. */
  readonly rule: string
}

export const ALLOWED: Verdict = { action: 'allow', category: '', reason: '', rule: '' }

/**
 * The applicable rules (AMB-133). `speech`: banned terms and injection phrases. `profile`: also links and personal
 * information, which do not belong in a bio or persona.
 */
export type Policy = 'speech' | 'profile'

export interface Review {
  readonly text: string
  readonly policy: Policy
  /** The operator's terms, in addition to the shipped list. */
  readonly bannedTerms: readonly string[]
  readonly timeoutMs: number
}

export interface Moderation {
  /** Throws ModerationUnavailable when a configured endpoint gives no verdict; the caller decides what follows. */
  review(review: Review): Promise<Verdict>
}

export class ModerationUnavailable extends Error {}

type Finding = Omit<Verdict, 'rule'>

/** Reasons name the category and never the term: otherwise the list could be found out by trial. */
const BANNED_TERM: Finding = { action: 'block', category: 'banned_term', reason: 'Language that is not allowed here.' }
const INJECTION = {
  block: { action: 'block', category: 'prompt_injection', reason: 'Orders to a model, not talk.' },
  quarantine: { action: 'quarantine', category: 'prompt_injection', reason: 'Might be orders to a model.' },
} as const satisfies Record<string, Finding>
const LINK: Finding = { action: 'block', category: 'link', reason: 'A profile holds no links.' }
const PII: Finding = { action: 'block', category: 'pii', reason: 'A profile holds no personal information.' }
const UNREADABLE: Finding = { action: 'uncertain', category: 'unreadable', reason: 'The text cannot be read.' }

/** Local rules, most certain findings first (AMB-80, AMB-133). */
export function reviewLocally({ text, policy, bannedTerms }: Pick<Review, 'text' | 'policy' | 'bannedTerms'>): Verdict {
  const normalised = normalise(text)
  const term = findBannedTerm(normalised, bannedTerms)
  if (term !== null) return { ...BANNED_TERM, rule: term }
  const injection = findInjection(normalised)
  if (injection !== null) return { ...INJECTION[injection.action], rule: injection.rule }
  if (policy === 'profile') {
    if (hasLink(text)) return { ...LINK, rule: 'link' }
    const [personal] = findPersonalData(text)
    if (personal !== undefined) return { ...PII, rule: `personal data: ${personal.kind}` }
  }
  return isNoise(text) ? { ...UNREADABLE, rule: 'unreadable' } : ALLOWED
}
