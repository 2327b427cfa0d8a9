// Answers to a caller: finds the subject of a turn, plans the answer and composes it.

import { isGrammaticalOutsideQuotations } from '../language/check-grammar.ts'
import { deedOf, type Subject, subjectOf, THE_HOUR } from '../language/subject.ts'
import { capitalise, contentStems } from '../language/words.ts'
import type { Material } from '../material.ts'
import { fromPhrases } from '../phrases.ts'
import type { Manner } from '../speaker/manner.ts'
import { clipToTokens, countTokens } from '../tokens.ts'
import { nearSlots, nearTo } from './about-self.ts'
import { type Beat, compose, dress, type Voice } from './compose.ts'
import type { Mind } from './mind.ts'
import { planned } from './plans.ts'
import { type Question, readTurn } from './question.ts'
import { recall, wasSaid } from './recall.ts'

/**
 * Facts in the speaker's spelling: the first, and the second if it fits. If the spelling makes a fault of grammar, the
 * plain sentence is used.
 */
function tellFacts([first = '', second]: readonly string[], manner: Manner, maxTokens: number): string {
  const plain = second === undefined ? [first] : [`${first} ${second}`, first]
  const drafts = [...plain.map((text) => dress(text, manner)), ...plain]
  const found = drafts.find((text) => countTokens(text) <= maxTokens && isGrammaticalOutsideQuotations(text))
  return found ?? clipToTokens(dress(first, manner), maxTokens)
}

const phrases = fromPhrases(({ answers }) => answers.brief)

const lookBack = (turns: Material['turns'], from: number, look: (text: string) => Subject | null): Subject | null => {
  for (let i = from - 1; i >= Math.max(0, from - 6); i--) {
    const turn = turns[i]!
    if (turn.role !== 'user') continue
    const found = look(turn.content)
    if (found !== null) return found
  }
  return null
}

/** The most beats of one answer, 1 to 4: fewer for a terse speaker. */
const beatsOf = (terse: number, rng: () => number): number => {
  if (terse > 0.7) return rng() < 0.08 ? 1 : 2
  if (terse < 0.36) return rng() < 0.5 ? 4 : 3
  return rng() < 0.35 ? 3 : 2
}

export function answer(
  material: Material,
  mind: Mind,
  maxTokens: number,
  random: (what: string) => () => number,
): string {
  const { turns, speaker } = material
  const { manner, lines, names, interests, knownStems, guard, introduction } = mind
  const at = turns.findLastIndex((t) => t.role === 'user')
  const turn = at === -1 ? '' : turns[at]!.content
  const rng = random(turn.length > 2000 ? turn.slice(-2000) : turn)
  const { facts = [] } = material
  if (facts.length > 0) return tellFacts(facts, manner, maxTokens)
  const self = [speaker.displayName, speaker.displayName.split(' ')[0] ?? '', speaker.handle]
  const question: Question =
    at === -1 ? { kind: 'lately', rest: '', direct: false, inner: false, greeted: false } : readTurn(turn, self)
  const look = (text: string): Subject | null => {
    const q = readTurn(text, self)
    return find(q)
  }
  const find = ({ kind, rest, direct, inner }: Question): Subject | null => {
    if (rest === '') return null
    const phrase = () => subjectOf(rest, names, knownStems, { first: direct, inner })
    if (/^(?:how|should|why)$/.test(kind) || (kind === 'amount' && direct))
      return deedOf(rest, names, inner) ?? phrase()
    // `do you eat meat` is about eating meat; `is meat dear` is about meat.
    const asksOfHabit = kind === 'whether' && /^\s*(?:ever |really |still |even )?you\b/i.test(rest) && inner
    if (asksOfHabit) return deedOf(rest, names, inner) ?? phrase()
    return phrase() ?? (kind === 'moment' && /\b(?:time|hour)\b/i.test(turn) ? THE_HOUR : null)
  }
  const found = theirs(find(question), question.kind, turn)
  // A speaker that is asked about by its own name introduces itself.
  const selfish =
    found !== null &&
    /^(?:opinion|tell|remember|liking|whether|statement)$/.test(question.kind) &&
    self.some((n) => n.toLowerCase() === found.text.toLowerCase())
  const own = selfish ? null : found
  const follows = /^(?:more|reason|meaning|agree|disagree)$/.test(question.kind)
  const subject = follows
    ? ((question.rest === turn ? null : own) ?? lookBack(turns, at, look))
    : (own ?? (question.rest === '' ? null : lookBack(turns, at, look)))

  const earlier = turns
    .filter((t) => t.role === 'assistant')
    .slice(-6)
    .map((t) => t.content.slice(0, 1500))
    .join(' ')
  const earlierStems = contentStems(earlier)
  const fresh = lines.filter((line) => !wasSaid(line, earlierStems))
  const voice: Voice = { manner, rng, guard, earlier }
  const near = nearTo(interests, subject, rng)
  const plan = planned({
    material,
    question: selfish ? { ...question, kind: 'identity' } : question,
    turn,
    subject,
    interests,
    lines: fresh,
    repeatedLines: lines.filter((line) => wasSaid(line, earlierStems)),
    recalled: recall(fresh, subject, contentStems(turn.slice(-600)), question.direct),
    questions: mind.questions.filter((q) => !earlier.includes(q.slice(0, 20))),
    names,
    voice,
    slots: {
      ...nearSlots(near),
      name: speakable(speaker.displayName),
      Name: speakable(speaker.displayName),
      trade: introduction,
      Trade: capitalise(introduction),
    },
  })
  const shape = {
    maxTokens,
    maxBeats: Math.max(plan.owed, beatsOf(manner.traits.terse, rng)),
    tics: plan.tics && maxTokens >= 40,
  }
  for (let tries = 0; tries < COMPOSED_MAX; tries++) {
    const text = compose(voice, plan.beats, shape)
    if (text === null) break
    if (isGrammaticalOutsideQuotations(text)) return text
  }
  const short = shortAnswer(voice, plan.beats, maxTokens)
  return isGrammaticalOutsideQuotations(short) ? short : lastAnswer(voice, maxTokens)
}

/** Compositions tried until one has no fault of grammar. */
const COMPOSED_MAX = 3

/** The caller's own thing gets `your`: `I got a new job` is about your new job. */
const theirs = (subject: Subject | null, kind: string, turn: string): Subject | null =>
  subject !== null && /^(?:joy|sorrow|statement)$/.test(kind) && /^\s*I\b/.test(turn) && /^an? /.test(subject.text)
    ? {
        ...subject,
        text: subject.text.replace(/^an?/, 'your'),
        head: subject.head.replace(/^an?/, 'your'),
        owned: true,
      }
    : subject

const speakable = (name: string): string | undefined => (/^[\p{L}\p{N} .'-]{1,40}$/u.test(name) ? name : undefined)

/** An answer within a few tokens: the line alone, the counsel alone, or a fixed sentence. */
function shortAnswer(voice: Voice, beats: readonly Beat[], maxTokens: number): string {
  const fits = (text: string) => isWithin(voice, text, maxTokens)
  const line = beats[0]?.slots.L
  if (line !== undefined && fits(dress(`${line}.`, voice.manner))) return dress(`${line}.`, voice.manner)
  const counsel = beats[0]?.slots.C
  if (counsel !== undefined && fits(dress(counsel, voice.manner))) return dress(counsel, voice.manner)
  return lastAnswer(voice, maxTokens)
}

const isWithin = (voice: Voice, text: string, maxTokens: number): boolean =>
  countTokens(text) <= maxTokens && !voice.guard.quotes(text)

/** A fixed sentence. */
function lastAnswer(voice: Voice, maxTokens: number): string {
  const { lastWords, least } = phrases()
  const last = dress(lastWords[Math.floor(voice.rng() * lastWords.length)]!, voice.manner)
  return isWithin(voice, last, maxTokens) ? last : least
}
