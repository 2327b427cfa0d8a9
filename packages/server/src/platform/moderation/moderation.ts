// Moderation interface and local rules.
import { outsideQueue } from '../core/fair-queue.ts'
import { isJsonObject } from '../core/json.ts'
import { type PostResponse, postJson } from '../llm/post-json.ts'
import type { Meter } from '../telemetry/meter.ts'
import { findBannedTerm } from './banned-terms.ts'
import { findInjection } from './injection.ts'
import { isNoise, normalise } from './normalise.ts'
import { findPersonalData, hasLink } from './personal-data.ts'

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

// ── Remote moderation with the OpenAI protocol, behind the local rules ──

export interface RemoteSettings {
  readonly url: string
  /** The model; empty or null for the endpoint's default. */
  readonly name: string | null
  readonly key: string | null
}

const ANSWER_MAX = 1_000_000
/** Score from which a text is not permitted although the endpoint did not flag it. */
const UNCERTAIN_SCORE = 0.5
const UNNAMED = 'flagged'
const BLOCK_REASON = 'A moderation model objected.'
const DOUBT_REASON = 'A moderation model was not sure.'
const RULE = 'endpoint'

const PATH = '/moderations'

/** Operators configure the base URL, as for any client, or the full address. */
function addressOf(configuredUrl: string): string {
  if (!URL.canParse(configuredUrl)) throw new ModerationUnavailable('the moderation address is not a URL')
  const url = new URL(configuredUrl)
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = path.endsWith(PATH) ? path : path + PATH
  return url.href
}

interface Result {
  readonly flagged: boolean
  readonly categories: Readonly<Record<string, boolean>>
  readonly scores: Readonly<Record<string, number>>
}

/** Null categories and scores count as absent; any other wrong type makes the response invalid. */
function ofType<T>(value: unknown, isRight: (entry: unknown) => entry is T): Record<string, T> {
  if (value === undefined || value === null) return {}
  const entries = isJsonObject(value) ? Object.entries(value).filter(([, entry]) => entry !== null) : null
  if (!entries?.every((entry): entry is [string, T] => isRight(entry[1])))
    throw new ModerationUnavailable('the moderation answer cannot be understood')
  return Object.fromEntries(entries)
}
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isScore = (value: unknown): value is number => typeof value === 'number'

function readResults(text: string): Result[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new ModerationUnavailable('the moderation answer is not JSON')
  }
  const results = isJsonObject(answer) ? answer.results : undefined
  if (!Array.isArray(results) || results.length === 0) throw new ModerationUnavailable('the moderation answer is empty')
  return results.map((result: unknown) => {
    if (!isJsonObject(result) || !isBoolean(result.flagged))
      throw new ModerationUnavailable('the moderation answer cannot be understood')
    return {
      flagged: result.flagged,
      categories: ofType(result.categories, isBoolean),
      scores: ofType(result.category_scores, isScore),
    }
  })
}

const PLAIN_NAME = /^[\w/ -]{1,64}$/

/** Names come from outside and appear in responses; a name that is not plain is not repeated. */
function highest(names: readonly string[], scores: Readonly<Record<string, number>>): string {
  const [first] = [...names].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  return first !== undefined && PLAIN_NAME.test(first) ? first : UNNAMED
}

function verdictOf(results: readonly Result[]): Verdict {
  const flagged = results.find((result) => result.flagged)
  if (flagged) {
    const { categories, scores } = flagged
    const named = Object.keys(categories).filter((name) => categories[name])
    return { action: 'block', category: highest(named, scores), reason: BLOCK_REASON, rule: RULE }
  }
  for (const { scores } of results) {
    const doubtful = Object.keys(scores).filter((name) => scores[name]! >= UNCERTAIN_SCORE)
    if (doubtful.length > 0)
      return { action: 'uncertain', category: highest(doubtful, scores), reason: DOUBT_REASON, rule: RULE }
  }
  return ALLOWED
}

/** Any OpenAI-compatible `/moderations`. The result is a verdict or ModerationUnavailable. */
export function makeRemote({ url, name, key }: RemoteSettings): Moderation {
  return {
    async review({ text, timeoutMs }) {
      const address = addressOf(url)
      let answer: PostResponse
      try {
        const body = { ...(name ? { model: name } : {}), input: text }
        answer = await outsideQueue(() => postJson({ url: address, key, body, timeoutMs, maxBytes: ANSWER_MAX }))
      } catch (error) {
        throw new ModerationUnavailable('the moderation endpoint gave no answer', { cause: error })
      }
      if (answer.status !== 200) throw new ModerationUnavailable(`the moderation endpoint answered ${answer.status}`)
      return verdictOf(readResults(answer.text))
    },
  }
}

/** The local rules, then the endpoint if configured: text that the rules refuse is not sent. */
export function makeModeration(settings: RemoteSettings | null): Moderation {
  const remote = settings === null ? null : makeRemote(settings)
  return {
    async review(review) {
      const verdict = reviewLocally(review)
      return verdict.action === 'allow' && remote !== null ? remote.review(review) : verdict
    },
  }
}

export const countVerdict = (meter: Meter, action: VerdictAction): void => meter.add('moderation_verdicts', action)

/** Counts verdicts by action; a failed review counts as `unavailable`. */
export const meterModeration = (moderation: Moderation, meter: Meter): Moderation => ({
  async review(review) {
    try {
      const verdict = await moderation.review(review)
      countVerdict(meter, verdict.action)
      return verdict
    } catch (error) {
      meter.add('moderation_verdicts', 'unavailable')
      throw error
    }
  },
})
