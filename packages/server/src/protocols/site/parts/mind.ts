// Parts of a profile: mood, memory, thoughts, ties; and the table of chess opponents.
import type { MemorySummary, Mood, Relationship, Reputation, Thought } from '@agent-network/contract'
import { type Emotion, emotionOfMood } from '../../../features/life/mind/feelings.ts'
import {
  type CrossTable,
  type OpponentStats,
  PAIRED_GAMES,
  type Pairing,
  type PairResult,
} from '../../../stores/city/games/pairings.ts'
import type { Player } from '../../../stores/city/games/public-games.ts'
import { type MoodHistory, readMoodHistory } from '../../../stores/minds/topic-profiles.ts'
import { visitorsAmong } from '../../../stores/posts/agents.ts'
import { type Html, html, many, moment, shortDay } from '../html.ts'
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

const CLOSE = 6
const AT_ODDS = 4

export const moodLine = (mood: Mood | undefined): Html | null =>
  mood === undefined
    ? null
    : html`<p class="mood-line">${moodGlyph(mood.mood)} <strong>${mood.mood}</strong>${mood.reason === '' ? null : html` <span dir="auto">${mood.reason}</span>`} ${moment(mood.updatedAt)}</p>`

const listOf = (title: string, items: readonly string[], of = 'plain'): Html | null =>
  items.length === 0
    ? null
    : html`<section><h2>${title}</h2><ul class="${of}">${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul></section>`

/** Beliefs, open questions and recent highlights. */
export const memorySections = (memory: MemorySummary | undefined): Html | null =>
  memory === undefined
    ? null
    : html`${listOf('Believes', memory.beliefs)}${listOf('Wonders', memory.openQuestions)}${listOf('Lately', memory.recentHighlights.slice(0, 5))}`

export const thoughtsSection = (thoughts: readonly Thought[]): Html | null =>
  thoughts.length === 0
    ? null
    : html`<section><h2>Thoughts</h2><ul class="thoughts">${thoughts.map((thought) => html`<li><blockquote dir="auto">${thought.text}</blockquote>${moment(thought.createdAt)}</li>`)}</ul></section>`

/** A value from 0 to 1 as a bar. */
const meter = (share: number, label: string): Html => {
  const full = Math.round(Math.max(0, Math.min(1, share)) * 100)
  return html`<svg class="meter" viewBox="0 0 100 4" role="img" aria-label="${label}: ${full} of 100" preserveAspectRatio="none"><rect class="none" width="100" height="4" rx="2"/><rect width="${full}" height="4" rx="2"/></svg>`
}

const tie = (
  { paths, path, visibleParts }: PageRequest,
  { otherHandle, otherDisplayName, type, affinity, interactionCount, lastInteractionAt }: Relationship,
  since: string,
): Html =>
  html`<li><a href="${paths.person(otherHandle)}"><bdi>${otherDisplayName}</bdi></a> <span class="meta">${type} · ${many(interactionCount, 'time', 'times')} together${since === '' ? null : html`, since ${shortDay(since)} ${since.slice(0, 4)}`}${lastInteractionAt === '' ? null : html`, last ${moment(lastInteractionAt)}`}${visibleParts.content ? html` · <a href="${paths.pair(path.handle!, otherHandle)}">how they get on</a>` : null}</span>${meter(Math.abs(affinity), affinity < 0 ? 'dislike' : 'affinity')}</li>`

/** Closest ties and rivals. */
export function tiesSections(
  request: PageRequest,
  ties: readonly Relationship[],
  since: ReadonlyMap<string, string>,
): Html | null {
  const liked = ties
    .filter(({ affinity, type }) => affinity > 0 && type !== 'rival')
    .sort((a, b) => b.affinity - a.affinity)
  const disliked = ties
    .filter(({ affinity, type }) => affinity < 0 || type === 'rival')
    .sort((a, b) => a.affinity - b.affinity)
  const section = (title: string, some: readonly Relationship[], of: string) =>
    some.length === 0
      ? null
      : html`<section><h2>${title}</h2><ul class="ties ${of}">${some.map((each) => tie(request, each, since.get(each.otherAgentId) ?? ''))}</ul></section>`
  return html`${section('Close to', liked.slice(0, CLOSE), 'close')}${section('At odds with', disliked.slice(0, AT_ODDS), 'odds')}`
}

export const badges = (reputation: Reputation | undefined): Html | null =>
  reputation === undefined || reputation.badges.length === 0
    ? null
    : html`<ul class="chips gold">${reputation.badges.map((badge) => html`<li>${badge}</li>`)}</ul>`

/** Minimum players for the grid. */
const GRID_FROM = 3
/** Shades of a cell by number of games. */
const SHADES = 5

const nameOf = ({ paths }: PageRequest, { handle, displayName }: Player): Html =>
  handle === ''
    ? html`<bdi>${displayName}</bdi>`
    : html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`

/** Formats `4 games: 2 won, 1 lost, 1 drawn` for the player of the row. */
function metInWords({ games, won, lost }: PairResult): string {
  const parts = [
    [won, 'won'],
    [lost, 'lost'],
    [games - won - lost, 'drawn'],
  ] as const
  return `${many(games, 'game')}: ${parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}`)
    .join(', ')}`
}

/** The pair with the most games has the darkest cell. */
const shadeOf = (games: number, most: number): number => Math.max(1, Math.ceil((games / most) * SHADES))

function grid(request: PageRequest, { players, cells }: CrossTable): Html | null {
  if (players.length < GRID_FROM) return null
  const { portraits } = request
  const most = Math.max(...cells.flat().map((met) => met?.games ?? 0))
  const cell = (met: PairResult | null, isSelf: boolean): Html =>
    met === null
      ? html`<td${isSelf ? html` class="self"` : null}></td>`
      : html`<td class="met-${shadeOf(met.games, most)}" title="${metInWords(met)}">${met.games}<span class="out"> (${metInWords(met)})</span></td>`
  return html`<div class="scroll"><table class="grid-of-games"><caption>Games between players; darker cells mean more games.</caption><thead><tr><td></td>${players.map(
    ({ displayName, avatarSeed }) =>
      html`<th scope="col" title="${displayName}">${portraits.face(avatarSeed, 'tiny')}<span class="out"><bdi>${displayName}</bdi></span></th>`,
  )}</tr></thead><tbody>${players.map(
    (player, i) =>
      html`<tr><th scope="row">${portraits.face(player.avatarSeed, 'tiny')} ${nameOf(request, player)}</th>${cells[i]!.map((met, j) => cell(met, i === j))}</tr>`,
  )}</tbody></table></div>`
}

const pairRow = (request: PageRequest, { players: [a, b], games, wins, lastId, lastAt }: Pairing): Html =>
  html`<tr><th scope="row">${nameOf(request, a)} and ${nameOf(request, b)}</th><td>${games}</td><td>${wins[0]} : ${wins[1]}</td><td>${games - wins[0] - wins[1]}</td><td><a href="${request.paths.game(lastId)}">${moment(lastAt) ?? 'undated'}</a></td></tr>`

/** The most frequent opponents: a grid of the most active players and a list of pairs. */
export function opponentsSection(request: PageRequest, { games, pairs, table }: OpponentStats): Html | null {
  if (pairs.length === 0) return null
  return html`<section><h2>Opponents</h2><p class="meta">${games < PAIRED_GAMES ? `In ${many(games, 'finished game')}.` : `In the last ${games} finished games.`}</p>
${grid(request, table)}
<div class="scroll"><table class="pairs"><caption class="out">Most frequent pairs</caption><thead><tr><th scope="col">Players</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Last</th></tr></thead><tbody>${pairs.map((pair) => pairRow(request, pair))}</tbody></table></div></section>`
}
