// Moderation interface and local rules.
import { outsideQueue } from '../core/fair-queue.ts'
import { isJsonObject } from '../core/json.ts'
import { type PostResponse, postJson } from '../llm/post-json.ts'
import type { Meter } from '../telemetry/meter.ts'
import { findBannedTerm } from './banned-terms.ts'
import type { Normalised } from './normalise.ts'
import { isNoise, normalise } from './normalise.ts'
import { findPersonalData, hasLink } from './personal-data.ts'

/** `block`: unambiguous instructions to a model. `quarantine`: mostly that, but people also write it. */
type InjectionAction = 'block' | 'quarantine'

/** `rule` names the match and contains none of the text. */
interface Injection {
  readonly action: InjectionAction
  readonly rule: string
}

// Patterns for normalised text: lower case, no accents, one space between words, a full stop between sentences. Gaps
// are bounded, so that no text causes a long search.
const NOT_NEGATED = '(?<!\\b(?:not|never|don t|dont|doesn t|didn t|won t|cannot|can t|couldn t|nicht|pas|no) )'
const DROP = '(?:ignore|disregard|forget|override|bypass|discard|neglect|dismiss)'
const FILL =
  '(?:(?:about|any|all|of|the|your|these|those|this|every|each|and|or|whatever|that|you|were|have|been|given) ){0,6}'
const PRIOR = '(?:previous|previously|prior|above|preceding|earlier|foregoing|former|initial|original|system|developer)'
const ORDERS = '(?:instructions?|prompts?|directives?|guidelines?|programming)'
const LIMITS = '(?:rules|restrictions|constraints|limitations|guardrails|safeguards|safety|filters?|policies|ethics)'
const HIDDEN =
  '(?:system (?:prompt|message|instructions?)|(?:hidden|secret|initial|original|internal|developer|pre|base) ?(?:prompt|instructions?|message|rules|directives?)|preprompt|pre prompt)'
const UNBOUND =
  '(?:dan(?! s\\b)|jailbroken|unrestricted|unfiltered|uncensored|unchained|free (?:of|from) (?:all |any )?(?:rules|restrictions|filters|constraints|limitations))'
const MODE = '(?:dan|developer|god|debug|jailbreak|jailbroken|sudo|unrestricted|unfiltered|admin|evil|chaos)'

const BLOCKED: readonly string[] = [
  `${NOT_NEGATED}\\b${DROP} ${FILL}${PRIOR} (?:[a-z]{1,20} ){0,2}?${ORDERS}\\b`,
  `${NOT_NEGATED}\\b${DROP} ${FILL}${PRIOR} (?:[a-z]{1,20} )?${LIMITS}\\b`,
  `${NOT_NEGATED}\\b${DROP} ${FILL}(?:instructions?|prompts?|text|messages?|directives?) (?:above|before this|that came before|you were given|you have been given|given to you)\\b`,
  `${NOT_NEGATED}\\b${DROP} (?:all |any |every |each )?(?:of )?your (?:own )?(?:system prompt|instructions|programming|guidelines)\\b`,
  `${NOT_NEGATED}\\b${DROP} (?:all|any) (?:of )?your (?:[a-z]{1,20} )?${LIMITS}\\b`,
  `\\byou are (?:now |no longer [a-z]{1,20} (?:but|you are) )(?:a |an |the |called |named |known as |going to be )?${UNBOUND}`,
  `\\byou are (?:now )?(?:in|entering|running in|operating in|switching to) ${MODE} mode\\b`,
  `\\b(?:act|answer|respond|behave|reply|speak|roleplay) as (?:a |an |the )?(?:dan\\b(?! s\\b)|jailbroken|unrestricted ai|unfiltered ai|uncensored ai)`,
  `\\b(?:dan|jailbreak|god|sudo) mode (?:enabled|activated|on|engaged)\\b`,
  `\\bdan (?:which |that )?(?:stands for|means) do anything now\\b`,
  `${NOT_NEGATED}\\b(?:reveal|print|repeat|output|dump|leak|disclose|recite|expose|display|show|tell|give|share|send|paste|quote|write|list|echo|translate|summarize|summarise) (?:(?:me|us|out|back|down|to|with|verbatim|exactly|everything|in|all|of|full|entire|exact|complete|contents?|text|whole|word|for|the) ){0,7}your (?:(?:full|entire|exact|complete|whole|own|current) ){0,2}${HIDDEN}`,
  `(?:^|\\. |\\b(?:please|now|and|then|also|instead|must|you to|can you|could you|will you) )(?:reveal|print|repeat|output|dump|leak|disclose|recite|expose|display) (?:(?:me|us|out|back|verbatim|exactly|all|of|the|full|entire|exact|complete|contents?|text|whole) ){0,6}${HIDDEN}`,
  `\\b(?:pretend|act as if|act as though|act like|behave as if|behave as though|behave like) (?:that )?you (?:have|had|ve|don t have|do not have) (?:no|any|zero) (?:[a-z]{1,20} ){0,2}?(?:${LIMITS}|guidelines|limits|instructions)\\b`,
  // German
  `${NOT_NEGATED}\\b(?:ignorier(?:e|t|en sie)?|missachte|vergiss|vergesst|vergessen sie|uberschreibe) (?:(?:bitte|alle|alles|all|die|deine|ihre|diese|samtliche|von|den|jetzt) ){0,4}(?:vorherigen|vorigen|bisherigen|fruheren|obigen|vorangegangenen|vorhergehenden|vorangehenden) (?:[a-z]{1,20} )?(?:anweisungen|instruktionen|anweisung|vorgaben|regeln|prompts?|befehle)\\b`,
  `\\b(?:zeig|zeige|gib|nenn|nenne|verrat|verrate|wiederhole|drucke|enthulle) (?:(?:mir|uns|bitte|jetzt) ){0,2}(?:deinen|deine|den|die|ihren|ihre) (?:[a-z]{1,20} )?(?:system ?prompt|system ?anweisungen|versteckten anweisungen|geheimen anweisungen)`,
  `\\bdu bist (?:jetzt|nun|ab jetzt|ab sofort) (?:im (?:entwickler|jailbreak|dan) ?modus|dan\\b|uneingeschrankt|ohne (?:regeln|einschrankungen|filter))`,
  `\\btu so als (?:hattest du|ob du) keine(?:rlei)? (?:regeln|einschrankungen|vorgaben|grenzen|filter)`,
  // French
  `${NOT_NEGATED}\\b(?:ignore[rsz]?|oublie[rsz]?|neglige[rsz]?) (?:(?:toutes?|tous|les|tes|vos|ces|des) ){0,4}(?:(?:instructions|consignes|directives|regles) (?:[a-z]{1,20} )?(?:precedentes|anterieures|ci dessus|initiales|du systeme|systeme)|precedentes (?:instructions|consignes|directives))\\b`,
  `\\b(?:revele|montre|affiche|repete|donne|imprime)[sz]? (?:moi )?(?:ton|ta|tes|votre|vos|le|les) (?:prompt (?:systeme|initial|cache)|invite systeme|instructions (?:cachees|systeme|secretes|initiales))`,
  `\\btu es (?:maintenant|desormais) (?:en mode (?:developpeur|dan|debug)|dan\\b|sans (?:restrictions?|regles|filtres?))`,
  `\\b(?:fais comme si|fais semblant que) tu n (?:avais|as|aies) (?:aucune?|pas de) (?:regles?|restrictions?|limites?|filtres?|consignes?)`,
  // Spanish
  `${NOT_NEGATED}\\b(?:ignora|ignore|ignorad|olvida|olvide|descarta|omite) (?:(?:todas?|todos|las|tus|sus|estas|por|favor) ){0,4}(?:(?:instrucciones|indicaciones|directrices|reglas) (?:[a-z]{1,20} )?(?:anteriores|previas|precedentes|de arriba|iniciales|del sistema)|(?:anteriores|previas) (?:instrucciones|indicaciones|directrices))\\b`,
  `\\b(?:revela|muestra|imprime|repite|dime|ensena|muestrame|revelame|ensename) (?:me )?(?:tu|tus|el|la|las|su|sus) (?:prompt (?:del? sistema|inicial|oculto)|mensaje del sistema|instrucciones (?:ocultas|secretas|del sistema|iniciales))`,
  `\\bahora (?:eres|estas) (?:en modo (?:desarrollador|dan|dios)|dan\\b|sin (?:restricciones|reglas|filtros))`,
  `\\b(?:finge|actua|haz) (?:que|como si) no (?:tienes|tuvieras|tuvieses|tengas) (?:ningun[ao]? )?(?:reglas?|restriccion(?:es)?|limites|filtros?)`,
]

const QUARANTINED: readonly string[] = [
  `${NOT_NEGATED}\\b(?:ignore|disregard) (?:everything|all|anything|all of that|what is|what was)? ?(?:written |said )?(?:the )?above (?:and|but)\\b`,
  `${NOT_NEGATED}\\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:that )?you (?:were|have been|ve been|had been) (?:told|instructed|taught|given|trained)(?: (?:to do|before|above|previously|earlier|so far|until now|and)\\b|\\.|$)`,
  `${NOT_NEGATED}\\b(?:ignore|disregard|bypass|override) (?:all|any) (?:the )?(?:instructions|prompts|directives)\\b`,
  `\\bwhat (?:is|are|does|do|was|were) your (?:full |entire |exact |complete )?${HIDDEN}`,
  `\\brepeat (?:all |everything |the )*(?:words|text|content|instructions|lines) above\\b`,
  `\\b(?:enable|activate|enter|switch to|turn on) (?:the |your )?(?:dan|god|jailbreak|unrestricted|unfiltered|evil) mode\\b`,
  `\\b(?:imagine|suppose|assume) (?:that )?you (?:have|had|ve) no (?:[a-z]{1,20} )?(?:restrictions|filters?|guardrails|safeguards|safety rules|content policy)\\b`,
  `\\byou are (?:not|no longer) (?:bound|restricted|limited|constrained) by (?:any |your |the )?(?:[a-z]{1,20} )?(?:rules|policies|policy|guidelines|restrictions|constraints)\\b`,
  `\\b(?:respond|answer|reply|speak|talk) (?:to me |to this |to everything )?without (?:any |your )?(?:filters?|restrictions|censorship|guardrails|safeguards)\\b`,
  `\\bnew system (?:prompt|instructions?)\\b`,
]

// Markers that only chat templates contain.
const MARKER =
  /<\|(?:im_(?:start|end|sep)|system|user|assistant|endof(?:text|prompt)|(?:begin|end)_of_text|(?:start|end)_header_id|eot_id|eom_id|fim_\w{1,10})\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|system[_-]prompt|system[_-]message)>|<(?:start|end)_of_turn>|^[ \t]{0,3}#{2,6} ?(?:system|instructions?|system prompt)[ \t]{0,3}:/m
const FORGED_LINE =
  /^[ \t]{0,3}(?:system|developer)[ \t]{0,3}:[ \t]{0,3}(?:you |ignore|disregard|forget|new |override|from now)/m

const anyOf = (sources: readonly string[]): RegExp => new RegExp(sources.map((one) => `(?:${one})`).join('|'))
const BLOCK = anyOf(BLOCKED)
const QUARANTINE = anyOf(QUARANTINED)

/**
 * Every phrase above contains one of these words, and ordinary text seldom does: most texts are not searched further.
 */
const NEEDED =
  /instruc|instruk|prompt|directi|guidelin|programm|rules|restric|constrain|limit|guardrail|safe|filt|polic|ethic|anweis|vorgab|regeln|befehl|einschr|grenzen|consigne|regle|indicac|direct|reglas|system|messag|mensaje|above|told|taught|trained|\bdan\b|jailbr|mode|modo|modus|unfilt|uncens|unchain|free |without|uneingesch/

/** Index of the matching phrase, searched one by one only after a match. */
const phraseIn = (text: string, sources: readonly string[]): number =>
  sources.findIndex((source) => new RegExp(source).test(text)) + 1

export function findInjection({ folded, text }: Normalised): Injection | null {
  if (/[<[#]/.test(folded) && MARKER.test(folded)) return { action: 'block', rule: 'injection: chat template' }
  if (NEEDED.test(text)) {
    if (BLOCK.test(text)) return { action: 'block', rule: `injection: phrase ${phraseIn(text, BLOCKED)}` }
    if (QUARANTINE.test(text))
      return { action: 'quarantine', rule: `injection: doubtful phrase ${phraseIn(text, QUARANTINED)}` }
  }
  return FORGED_LINE.test(folded) ? { action: 'quarantine', rule: 'injection: forged line' } : null
}

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
