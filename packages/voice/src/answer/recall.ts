// Lines of a speaker that are about the subject of a question.
import { boundedMap } from '../bounded-map.ts'
import { isSpeakable, tidy } from '../language/guard.ts'
import type { Subject } from '../language/subject.ts'
import { contentStems, isGeneric, kinOf, stem } from '../language/words.ts'

const SOURCES = ['belief', 'summary', 'episode'] as const
type Source = (typeof SOURCES)[number]

/** One sentence of a belief, of the summary or of an episode. */
export interface Line {
  readonly source: Source
  readonly text: string
  readonly stems: ReadonlySet<string>
}

/** `about`: the line names the subject. `beside`: it shares a word or a thesaurus group with it. */
export type Closeness = 'about' | 'beside'

export interface Recalled {
  readonly line: Line
  readonly closeness: Closeness
  readonly score: number
}

const sentences = (text: string): string[] =>
  tidy(text)
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{Ll}\p{N}])/u)
    .map((s) => s.replace(/[.!…]+$/u, '').trim())
    .filter((s) => s.split(' ').length >= 2 && !s.endsWith('?'))

/** Whether a sentence refers to one before it, or to a person it does not name: such a sentence is not said alone. */
const leans = (sentence: string, first: boolean): boolean => {
  if (
    !first &&
    /^(?:it|he|she|they|this|that|these|those|which|and|but|so|then|there|nothing in)\b|\b(?:it|them|this|that)\b/i.test(
      sentence,
    )
  )
    return true
  const pronoun = /\b(?:he|she|him|her|his|hers|himself|herself|they|them|their|theirs)\b/i.exec(sentence)
  if (pronoun === null) return false
  const before = sentence.slice(0, pronoun.index)
  if (/^th/i.test(pronoun[0]))
    return !/\p{L}+s\b|\b(?:people|everyone|anybody|somebody|nobody|each|person)\b/iu.test(before)
  return (
    !/(?:^|\s)\p{Lu}\p{L}+/u.test(before.replace(/^(?:The|A|An|I|If|When|In|On|At|What|Who|Did|Does|Is|Why)\b/, '')) &&
    !/\b(?:person|somebody|someone|woman|man|child|anyone|objector)\b/i.test(before)
  )
}

/** Lines by source and text: the same episodes are retrieved for many talks. */
const PARSED = boundedMap<readonly Line[]>(4_000)

function parsed(source: Source, text: string): readonly Line[] {
  const key = `${source} ${text}`
  const cached = PARSED.get(key)
  if (cached !== undefined) return cached
  const lines = sentences(text)
    .filter(
      (s, i) =>
        isSpeakable(s) && (source === 'belief' || !s.includes(':')) && !leans(s, i === 0) && s.split(' ').length <= 34,
    )
    .map((s): Line => ({ source, text: s, stems: contentStems(s) }))
  PARSED.set(key, lines)
  return lines
}

export const linesOf = (source: Source, texts: readonly string[]): Line[] =>
  texts.filter((text) => text.length <= 2000).flatMap((text) => parsed(source, text))

export const questionsOf = (openQuestions: readonly string[]): string[] =>
  openQuestions
    .slice(0, 20)
    .map(tidy)
    .filter((q) => q.endsWith('?') && isSpeakable(q) && !leans(q, true) && q.split(' ').length <= 26)
    .map((q) => q.replace(/\?+$/, ''))

const PREFERENCE: Readonly<Record<Source, number>> = { belief: 0.5, summary: 0.1, episode: 0.2 }

const related = (stems: ReadonlySet<string>, wanted: readonly string[]): boolean => {
  const groups = new Set<number>()
  for (const s of wanted) for (const g of kinOf(s) ?? []) groups.add(g)
  if (groups.size === 0) return false
  for (const s of stems) for (const g of kinOf(s) ?? []) if (groups.has(g)) return true
  return false
}

/** The lines that come near the subject or the rest of the turn, nearest first. */
export function recall(
  lines: readonly Line[],
  subject: Subject | null,
  turn: ReadonlySet<string>,
  direct: boolean,
): Recalled[] {
  const wanted = subject?.stems ?? [...turn]
  const headStem = subject === null ? '' : stem(subject.head.split(' ').at(-1) ?? '')
  const specific = wanted.filter((s) => !isGeneric(s)).length
  const whole = subject?.deed !== true && subject?.named !== true
  const found: Recalled[] = []
  for (const line of lines) {
    let score = 0
    let met = 0
    for (const s of wanted) {
      if (!line.stems.has(s)) continue
      if (!isGeneric(s)) met += 1
      score += isGeneric(s) ? (direct && wanted.length === 1 ? 1.2 : 0.2) : s === headStem ? 2 : 1.2
    }
    // One shared word out of many makes a line a neighbour, unless that word is the head of the phrase.
    const few = specific <= 2 && subject?.deed !== true && subject?.named !== true
    const about = score >= 1.2 && (few || met >= 2 || specific <= 1 || (whole && line.stems.has(headStem)))
    if (!about) {
      if (met === 0 && !related(line.stems, wanted)) continue
      score += 0.4
    }
    for (const s of turn) if (!wanted.includes(s) && line.stems.has(s)) score += isGeneric(s) ? 0.2 : 0.6
    score += PREFERENCE[line.source]
    found.push({ line, closeness: about ? 'about' : 'beside', score: about ? score + 2 : score })
  }
  return found.sort((a, b) => b.score - a.score)
}

/** Whether the stems of earlier answers hold most of a line. */
export const wasSaid = (line: Line, stems: ReadonlySet<string>): boolean => {
  if (line.stems.size === 0 || stems.size === 0) return false
  let met = 0
  for (const s of line.stems) if (stems.has(s)) met += 1
  const share = met / line.stems.size
  // Three stems that are two fifths of the line: one of its clauses was said.
  return share >= 0.6 || (met >= 3 && share >= 0.4)
}
