// Grammar check of a text before it is said. Rules are cautious: what is unusual but possible passes.
import * as lists from '../english/grammar.ts'
import * as english from '../english/verbs.ts'
import { isPlural, straighten, wordSet } from './words.ts'

export interface GrammarFault {
  readonly rule: string
  /** The words at fault. */
  readonly excerpt: string
}

interface Rule {
  readonly name: string
  readonly find: RegExp
  /** Whether a match is correct after all. */
  readonly unless?: (match: RegExpMatchArray, text: string) => boolean
}

const alternatives = (list: string): string => [...wordSet(list)].join('|')

/** Past forms that are no plain forms: `did not came` is wrong, `did not put` is right. */
const SAME_AS_PLAIN = wordSet(lists.SAME_AS_PLAIN)
const PASTS = [...wordSet(english.PASTS)].filter((word) => !SAME_AS_PLAIN.has(word)).join('|')
const THIRDS = alternatives(lists.THIRDS)

const NUMBER = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|[1-9]\\d+'
const COUNTED = alternatives(lists.COUNTED)
/** Words in -s that are no plurals. */
const SINGULARS = wordSet(lists.SINGULARS_IN_S)

/** Words that may stand twice in a row. */
const REPEATABLE = wordSet(lists.REPEATABLE)

const SILENT = '(?:hour|honest|honour|heir)'
/** Words that are written with a vowel and begin with a consonant. */
const VOWEL_AS_CONSONANT = /^(?:one|once|ones|eu|uni(?![nm])|unan|us(?:e|ual|u[a-z])|uten|ubiq|u-|ewe)/i

const BE =
  /\b(?:am|is|are|was|were|be|been|had|has|have|do|does|did|will|would|could|can|should|shall|may|might|must|nor|so|than|as|neither|isn't|wasn't|aren't|weren't|don't|didn't|doesn't|won't|can't)\s$/i
const before = (match: RegExpMatchArray, text: string, length = 24): string =>
  text.slice(Math.max(0, match.index! - length), match.index)

const RULES: readonly Rule[] = [
  // Spacing and punctuation.
  { name: 'space', find: / {2,}/ },
  { name: 'space', find: /\p{L} [,.;:?!](?!\.)/u },
  { name: 'space', find: /\p{L}{2}[,;:?!]\p{L}/u },
  { name: 'space', find: /\p{Ll}{2}\.\p{Lu}\p{Ll}/u },
  { name: 'punctuation', find: /[,;:][,;:.?!]|[?!]\.(?!\.)|(?<!\.)\.\.(?!\.)|[.!?],|^[,;:.?!]/m },
  { name: 'punctuation', find: /[,;:–-]\s*$/ },
  { name: 'slot', find: /[{}[\]|<>]|\bundefined\b|\bnull\b|\bNaN\b/ },
  // Quotations.
  { name: 'quotation', find: /“\s|\s”|“”|“[^”]*“|”[^“]*”/ },
  { name: 'quotation', find: /“[^”]*$|^[^“]*”/ },
  { name: 'quotation', find: /[.!?]”[.]/ },
  { name: 'bracket', find: /\([^)]*$|^[^(]*(?<!\d)\)|\(\s|\(\)/ },
  // Doubled words.
  {
    name: 'doubled word',
    find: /\b([a-z']+) \1\b(?![-'])/i,
    unless: ([, word], text) =>
      REPEATABLE.has(word!.toLowerCase()) || new RegExp(`\\b${word} ${word} ${word}\\b`, 'i').test(text),
  },
  { name: 'doubled name', find: /\b(\p{Lu}\p{Ll}+) (?:and|or) \1\b/u },
  // Articles and determiners.
  {
    name: 'article',
    find: new RegExp(`\\b[Aa] (?=[aeiou]|${SILENT})(\\p{L}+)`, 'u'),
    unless: ([, word]) => VOWEL_AS_CONSONANT.test(word!),
  },
  {
    name: 'article',
    find: new RegExp(`\\b[Aa]n (?!${SILENT})(?=[b-df-hj-np-tv-z])(\\p{Ll}+)`, 'u'),
  },
  { name: 'article', find: /\b[Aa]n ((?:one|once|eu|unanim|unique|uniform|union|unit|universal|use|usual)\p{L}*)/u },
  {
    name: 'article',
    find: /\b[Aa]n? (\p{Ll}+s)(?=[.,;!?]| (?:of|in|on|at|is|was|are|were|and|from)\b)/u,
    unless: ([, word]) => SINGULARS.has(word!) || !isPlural(word!),
  },
  {
    name: 'determiner',
    find: /\b(?:the|a|an|my|your|our|their|its|every|this) (?:the|a|an|my|your|our|their|its|this|these|those)\b(?!-)/i,
    unless: (m) => /^(?:its|this) /i.test(m[0]) || (/ a$/.test(m[0]) && /\b(?:letter|grade)\b/.test(m.input ?? '')),
  },
  {
    name: 'determiner',
    find: /\b(?:the|a|an|my|your|our|their) (?:is|was|are|were|has|had|of|and|or|but|at|with|from|I|he|they|we)\b(?![-'])/,
  },
  {
    name: 'number',
    find: new RegExp(
      `(?<![-\\d.,½])\\b(?:${NUMBER}|several|many|both|these|those) (?:${COUNTED})(?=[.,;:!?]| (?:of|in|on|at|and|ago|later|before|after|since|with|from)\\b)`,
      'i',
    ),
    unless: (m, text) =>
      /\b(?:a|an|the|at|of|number|page|game|table|chapter|stair|line|and) $/i.test(before(m, text, 9)),
  },
  {
    name: 'number',
    find: new RegExp(`(?<![-\\d.,½:]|at )\\b(?:one|1|a|every|another) (?:${COUNTED})s\\b(?!')`, 'i'),
    unless: (m, text) =>
      /\b(?:and|or) $/i.test(before(m, text, 5)) ||
      (/^every/i.test(m[0]) && /(?:answers|questions|names|words|pages|steps)$/i.test(m[0])) ||
      /\bno $/i.test(before(m, text, 3)),
  },
  // Agreement of subject and verb.
  {
    name: 'agreement',
    find: /\bI (?:is|are|has|does|goes|were(?! (?:to|you)\b))\b/,
    unless: (m, text) =>
      /\b(?:if|as though|as if|wish|than|and|or|nor|only|what|of|than|like) $/i.test(before(m, text, 12)),
  },
  {
    name: 'agreement',
    find: /\b(?:they|we|you) (?:is|was|has|does|am)\b/i,
    unless: (m, text) =>
      /\b(?:of|to|for|with|than|between|and|like|about|from|at|none|what|tell|told|by) $/i.test(before(m, text, 10)),
  },
  {
    name: 'agreement',
    find: /\b(?:he|she|it) (?:are|am)\b/i,
    unless: (m, text) =>
      /\b(?:of|and|with|in|for|to|from|about|behind|under|over|on|beside|like) $/i.test(before(m, text, 10)),
  },
  {
    name: 'agreement',
    find: /\b(?:he|she) (?:have|do)\b/i,
    unless: (m, text) =>
      BE.test(before(m, text)) ||
      /\b(?:let|make|made|see|saw|heard|that|what|else|and|or|but|watch|help|did|not) $/i.test(before(m, text)),
  },
  {
    name: 'agreement',
    find: new RegExp(`\\b[Tt]here (?:is|was) (?:${NUMBER}|many|several)\\b(?! (?:of the clock|o'clock|to one))`),
    unless: (m, text) => /^ (?:per cent|to|o'clock|hundred|and)/.test(text.slice(m.index! + m[0].length)),
  },
  {
    name: 'agreement',
    find: /\b[Tt]here (?:are|were) (?:one|a|an|no one|nobody|somebody)\b(?! (?:few|good many|great many|lot|number|hundred|dozen|couple|thousand|or two|of|handful))/,
  },
  {
    name: 'agreement',
    find: /\b(?:nobody|somebody|everybody|someone|everyone|no one|anyone|anybody) (?:are|have|were|do)\b/i,
    unless: (m, text) =>
      /\b(?:let|had|have|did|does|do|will|would|of|that|if|can|could|should|may|might|see|saw|and|or|but|what) $/i.test(
        before(m, text),
      ),
  },
  // Verb forms.
  {
    name: 'verb form',
    find: new RegExp(
      `\\b(?:will|would|can|could|shall|should|must|cannot|won't|can't|wouldn't|couldn't|shouldn't)(?: not| never)? (${THIRDS}|had|${PASTS})\\b`,
    ),
    unless: (m, text) =>
      /\b(?:the|a|an|his|her|my|your|their|this|that|tin|good|free|last|old|ill|I|it|he|she|we|they|who|as|than|you|nobody|somebody) $/i.test(
        before(m, text, 12),
      ) &&
      /^(?:will|can|must|might)/.test(m[0]) &&
      /(?:is|was|has|does|goes|says|made|came|had|took|stood|went|lost)$/.test(m[0]) &&
      !/\b(?:I|it|he|she|we|they|you) $/i.test(before(m, text, 6)),
  },
  {
    name: 'verb form',
    find: new RegExp(`\\b(?:did|does|do)(?: not|n't)(?: ever| even| just)? (?:${THIRDS}|${PASTS})\\b`, 'i'),
  },
  {
    name: 'verb form',
    find: new RegExp(
      `\\b(?:want|wants|wanted|need|needs|needed|ought|going|how|meant|means|mean|like|tried|try) to (?:${PASTS}|is|are|was|were|has|goes|comes)\\b`,
    ),
  },
  {
    name: 'verb form',
    find: /\b(?:I|you|he|she|we|they|it) (?:been|gone|done|seen|taken|begun|spoken|broken|written|driven|given|shown|grown|chosen|forgotten|hidden|eaten|fallen)\b/,
    unless: (m, text) =>
      BE.test(before(m, text)) ||
      /'s $/.test(before(m, text)) ||
      /\b(?:having|seen|what|have|has|had|once|get|got|not|for|to|with|of|let|saw|see|find|want|wanted|keep|kept|hear|heard|make|made|leave|left|like|had|never)(?: \w+)? $/i.test(
        before(m, text),
      ) ||
      / (?:given|taken|shown)$/.test(m[0]),
  },
  {
    name: 'verb form',
    find: /\b(?:is|are|was|were|am) (?:is|are|was|were|am|has|have|does|did|will|would)\b/,
    unless: (m, text) =>
      /\b(?:what|who|how|where|all|which|that|as|when|why|ever|one)\b[^.,;]*$/i.test(before(m, text, 40)),
  },
  {
    name: 'verb form',
    find: /\b(?:I'm am|it's is|that's is|there's is|there's are|I've have|I'd would|I'll will|he's is|she's is|you're are|who's is)\b/i,
  },
  {
    name: 'verb form',
    find: /\b(?:two|three|four|five|seven|eight|nine|ten|good|bad|happy|the|not|very|no|old|new)ing\b/i,
  },
  {
    name: 'comparison',
    find: /\b(?:more|most) (?:better|best|worse|worst|older|oldest|bigger|biggest|smaller|smallest|longer|longest|easier|easiest|harder|hardest|later|latest|louder|nearer|nearest|colder|warmer)\b/i,
    unless: (m, text) =>
      /\b(?:no|once|any|what's|what is|not|the) $/i.test(before(m, text, 10)) &&
      / (?:later|nearer|nearest|best|worst)$/i.test(m[0]),
  },
  // Pronouns.
  {
    name: 'pronoun',
    find: /\b(?:to|with|from|at|about|like|without|between|beside|behind) (?:I|he|she|they|we)(?=[.,;!?])/,
  },
  {
    name: 'pronoun',
    find: /\b(?:I|he|she|they|we) (?:a|an|the|my)\b(?!-)/,
    unless: (m, text) =>
      BE.test(before(m, text)) || /\b(?:what|gave|give|made|make|call|called|of|I) $/i.test(before(m, text)),
  },
  {
    name: 'pronoun',
    find: /\b(?:I|he|she|we|they) (?:I|he|she|we|they)\b/,
    unless: (m, text) => BE.test(before(m, text)),
  },
  {
    name: 'pronoun',
    find: /\b(?:your's|our's|their's|her's|it's own|its (?:a|the|not|is|was|been)|you're own|your are|your is|my is)\b/i,
  },
  { name: 'pronoun', find: /(?<![\p{L}'’.-])i(?![\p{L}'’.-])(?!\))/u, unless: (_, text) => !/\p{Lu}/u.test(text) },
  // Conjunctions and ends of sentences.
  {
    name: 'dangling word',
    find: /\b(?:and|or|but|because|although|the|a|an|my|your|our|their|than|nor|whether|unless|every)[.;!?](?:\s|["”)]|$)/,
    unless: (m, text) =>
      /[“"(]\s*[\p{L} ]*$/u.test(before(m, text, 30)) ||
      /\b(?:letter|word|if|big|no|an?|what) $/i.test(before(m, text, 8)),
  },
  {
    name: 'dangling word',
    find: /\b(?:and|or|but|because) (?:and|but|because|or)\b|, (?:and|or|but),? (?:and|or|but)\b/i,
    unless: (m) => /^(?:and|but|or) because$/i.test(m[0]),
  },
  { name: 'dangling word', find: /\bat (?:at|in|on) (?:the|a|my|home|his|her)\b/i },
  // Tenses.
  { name: 'tense', find: /\byesterday(?: at [a-z ]+)?,? (?:I|he|she|we|they) (?:will|shall)\b/i },
  { name: 'tense', find: /\btomorrow,? (?:I|he|she|we|they) (?:went|came|was|did|had|saw|met|were)\b/i },
]

const GLOBAL_RULES = RULES.map((rule) => ({ ...rule, find: new RegExp(rule.find.source, `${rule.find.flags}g`) }))

/** Words that begin with a capital inside a sentence only by mistake. */
const MISPLACED_CAPITAL =
  /(?:\p{L}|[,;]) (?:And|But|So|Then|It|He|She|They|You|Is|Was|Has|There|This|That|If|When|Because|Or|Nor|Of|With|From|By)(?= \p{Ll})/u
/** A small letter after the end of a sentence; numbers, abbreviations and dots of omission end none. */
const MISSING_CAPITAL = /(?:\p{Ll}{2}|\d)[.!?]["”)]? (\p{Ll}\p{L}*)/u

function checkCapitals(text: string): GrammarFault[] {
  // Some residents write without capitals.
  if (!/\p{Lu}/u.test(text.replace(/\bI\b/g, ''))) return []
  const faults: GrammarFault[] = []
  const misplaced = MISPLACED_CAPITAL.exec(text)
  if (misplaced !== null) faults.push({ rule: 'capital', excerpt: misplaced[0] })
  const missing = MISSING_CAPITAL.exec(text)
  if (missing !== null && !/[!?]/.test(missing[0])) faults.push({ rule: 'capital', excerpt: missing[0] })
  const start = /^[(]?(\p{Ll}\p{L}*)/u.exec(text)
  if (start !== null) faults.push({ rule: 'capital', excerpt: start[1]! })
  return faults
}

function matchFrom(text: string, find: RegExp, from: number): RegExpExecArray | null {
  find.lastIndex = from
  return find.exec(text)
}

/** The faults of a text; empty if it may be said. */
export function checkGrammar(text: string): GrammarFault[] {
  const plain = straighten(text)
  const faults: GrammarFault[] = []
  for (const { name, find, unless } of GLOBAL_RULES) {
    for (let from = 0; from < plain.length; ) {
      const match = matchFrom(plain, find, from)
      if (match === null) break
      if (unless?.(match, plain) !== true) {
        faults.push({ rule: name, excerpt: match[0] })
        break
      }
      from = match.index! + 1
    }
  }
  return [...faults, ...checkCapitals(plain)]
}

/** Whether a text has no fault. */
export const isGrammatical = (text: string): boolean => checkGrammar(text).length === 0

/** Whether a text has no fault outside its quotations, whose words belong to others. */
export const isGrammaticalOutsideQuotations = (text: string): boolean =>
  isGrammatical(text.replaceAll(/“[^“”]*”/gu, '“Yes”'))
