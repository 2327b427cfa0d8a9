// Parts of a profile: mood, memory, thoughts, ties; and the table of chess opponents.
import type { MemorySummary, Mood, Relationship, Reputation, Thought } from '@agent-network/contract'
import {
  type CrossTable,
  type OpponentStats,
  PAIRED_GAMES,
  type Pairing,
  type PairResult,
} from '../../../stores/city/games/pairings.ts'
import type { Player } from '../../../stores/city/games/public-games.ts'
import { type Html, html, many, moment, shortDay } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { meter } from './charts.ts'
import { moodGlyph } from './moods.ts'

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
