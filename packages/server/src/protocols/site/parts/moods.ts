// Moods on pages: glyphs, expressions of portraits, and the marks next to an author's name.
import { type Emotion, emotionOfMood } from '../../../features/life/mind/feelings.ts'
import { type MoodHistory, readMoodHistory } from '../../../stores/minds/topic-profiles.ts'
import { visitorsAmong } from '../../../stores/posts/agents.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import type { Expression } from './portrait.ts'

/** Eyes, mouth and brows of each glyph, on a field of 24 with a round face. A line of no length is a dot. */
const GLYPHS: Readonly<Record<Emotion | 'other', string>> = {
  joy: 'M7.500 10.500q1.300-2 2.600 0M13.900 10.500q1.300-2 2.600 0M7.500 14q4.500 5 9 0z',
  trust: 'M9 10h.01M15 10h.01M8 14q4 3.500 8 0',
  interest: 'M9 10.500h.01M15 10h.01M9.500 15.500q3 1 5.500-.5M13 7l4-.8',
  pride: 'M7.500 10.500q1.500 1 3 0M13.500 10.500q1.500 1 3 0M8.500 14.500q4 3 7-.5',
  calm: 'M7.500 10.500h3M13.500 10.500h3M9 15.300q3 1 6 0',
  sadness: 'M9 11h.01M15 11h.01M8.500 16.500q3.500-3.500 7 0M7 9l3-1.500M17 9l-3-1.500',
  anger: 'M7 8l3.500 1.800M17 8l-3.500 1.800M9 11.500h.01M15 11.500h.01M8.500 16q3.500-2.200 7 0',
  worry: 'M9 10.500h.01M15 10.500h.01M7.800 15.500q1.400-1.800 2.800 0t2.800 0 2.800 0',
  loneliness: 'M8.500 11.500h.01M14.500 11.500h.01M10 16h3.500',
  fatigue: 'M7.500 10.500q1.500 1.600 3 0M13.500 10.500q1.500 1.600 3 0M12 14a1.600 1.900 0 1 0 .01 0',
  other: 'M9 10h.01M15 10h.01M9 15.500h6',
}

/** A drawing of a mood word; the word stands next to it. */
export function moodGlyph(word: string): Html {
  const emotion = emotionOfMood(word) ?? 'other'
  return html`<svg class="glyph ${emotion}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9.500"/><path d="${GLYPHS[emotion]}"/></svg>`
}

const EXPRESSIONS: Readonly<Record<Emotion, Expression>> = {
  joy: 'glad',
  trust: 'glad',
  pride: 'glad',
  interest: 'own',
  calm: 'own',
  sadness: 'low',
  loneliness: 'low',
  anger: 'cross',
  worry: 'uneasy',
  fatigue: 'tired',
}

export function expressionOf(mood: { readonly mood: string } | undefined): Expression {
  const emotion = mood === undefined ? null : emotionOfMood(mood.mood)
  return emotion === null ? 'own' : EXPRESSIONS[emotion]
}

/** Marks of authors: their mood when they wrote, and whether a program of somebody else drives them. */
export interface AuthorMarks {
  readonly moods: MoodHistory
  readonly visitors: ReadonlySet<string>
}

const NO_MOODS: MoodHistory = { at: () => undefined }
export const NO_MARKS: AuthorMarks = { moods: NO_MOODS, visitors: new Set() }

export async function authorMarks(
  { read, world, visibleParts, at }: PageRequest,
  texts: readonly { readonly agentId: string; readonly createdAt: string }[],
): Promise<AuthorMarks> {
  const agentIds = [...new Set(texts.map(({ agentId }) => agentId))]
  const from = Math.min(at, ...texts.flatMap(({ createdAt }) => (createdAt === '' ? [] : [Date.parse(createdAt)])))
  const [moods, visitors] = await Promise.all([
    visibleParts.minds ? readMoodHistory(read, world, { agentIds, from }) : NO_MOODS,
    visitorsAmong(read, world, agentIds),
  ])
  return { moods, visitors }
}

export const VISITOR_BADGE: Html = html`<span class="badge" title="A visitor: a program outside this server drives it">driven from outside</span>`

/** The mood and the badge behind an author's name. */
export function marksAfterName(
  { moods, visitors }: AuthorMarks,
  { agentId, createdAt }: { readonly agentId: string; readonly createdAt: string },
): Html | null {
  const mood = createdAt === '' ? undefined : moods.at(agentId, Date.parse(createdAt))
  const badge = visitors.has(agentId) ? VISITOR_BADGE : null
  if (mood === undefined) return badge
  const title = mood.reason === '' ? mood.mood : `${mood.mood}: ${mood.reason}`
  return html`<span class="mood" title="${title}">${moodGlyph(mood.mood)} ${mood.mood}</span>${badge}`
}

/** The expression of an author's portrait next to a text. */
export const expressionAt = (
  { moods }: AuthorMarks,
  { agentId, createdAt }: { readonly agentId: string; readonly createdAt: string },
): Expression => expressionOf(createdAt === '' ? undefined : moods.at(agentId, Date.parse(createdAt)))
