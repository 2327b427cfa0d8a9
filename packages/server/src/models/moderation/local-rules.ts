import { findBannedTerm } from './banned-terms.ts'
import { findInjection } from './injection.ts'
import { hasLink } from './links.ts'
import { ALLOWED, type Review, type Verdict } from './moderation.ts'
import { isNoise, normalise } from './normalise.ts'
import { findPersonalData } from './personal-data.ts'

type Finding = Omit<Verdict, 'rule'>

/** Reasons tell a writer what kind of thing was found and never which: a list that answers back can be spelled out. */
const BANNED_TERM: Finding = { action: 'block', category: 'banned_term', reason: 'Language that is not allowed here.' }
const INJECTION = {
  block: { action: 'block', category: 'prompt_injection', reason: 'Orders to a model, not talk.' },
  quarantine: { action: 'quarantine', category: 'prompt_injection', reason: 'Might be orders to a model.' },
} as const satisfies Record<string, Finding>
const LINK: Finding = { action: 'block', category: 'link', reason: 'A profile holds no links.' }
const PII: Finding = { action: 'block', category: 'pii', reason: 'A profile holds no personal information.' }
const UNREADABLE: Finding = { action: 'uncertain', category: 'unreadable', reason: 'The text cannot be read.' }

/** What can be decided without asking anybody, certain findings first (AMB-80, AMB-133). */
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
