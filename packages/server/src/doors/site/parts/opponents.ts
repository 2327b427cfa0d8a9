import { type CrossTable, type Met, type Opponents, PAIRED_GAMES, type Pairing } from '../../../city/pairings.ts'
import type { Player } from '../../../city/public-games.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { many, moment } from '../words.ts'

/** With fewer a grid says nothing that the list below it does not. */
const GRID_FROM = 3
/** Shades of a cell, from one game to this many and more. */
const SHADES = 5

const nameOf = ({ paths }: PageRequest, { handle, displayName }: Player): Html =>
  handle === ''
    ? html`<bdi>${displayName}</bdi>`
    : html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`

/** `4 games: 2 won, 1 lost, 1 drawn`, from the row's side. */
function metInWords({ games, won, lost }: Met): string {
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

/** The darkest cell is that of the two who met most often. */
const shadeOf = (games: number, most: number): number => Math.max(1, Math.ceil((games / most) * SHADES))

function grid(request: PageRequest, { players, cells }: CrossTable): Html | null {
  if (players.length < GRID_FROM) return null
  const { portraits } = request
  const most = Math.max(...cells.flat().map((met) => met?.games ?? 0))
  const cell = (met: Met | null, isSelf: boolean): Html =>
    met === null
      ? html`<td${isSelf ? html` class="self"` : null}></td>`
      : html`<td class="met-${shadeOf(met.games, most)}" title="${metInWords(met)}">${met.games}<span class="out"> (${metInWords(met)})</span></td>`
  return html`<div class="scroll"><table class="grid-of-games"><caption>How often each of them met the others. The darker, the more often.</caption><thead><tr><td></td>${players.map(
    ({ displayName, avatarSeed }) =>
      html`<th scope="col" title="${displayName}">${portraits.face(avatarSeed, 'tiny')}<span class="out"><bdi>${displayName}</bdi></span></th>`,
  )}</tr></thead><tbody>${players.map(
    (player, i) =>
      html`<tr><th scope="row">${portraits.face(player.avatarSeed, 'tiny')} ${nameOf(request, player)}</th>${cells[i]!.map((met, j) => cell(met, i === j))}</tr>`,
  )}</tbody></table></div>`
}

const pairRow = (request: PageRequest, { players: [a, b], games, wins, lastId, lastAt }: Pairing): Html =>
  html`<tr><th scope="row">${nameOf(request, a)} and ${nameOf(request, b)}</th><td>${games}</td><td>${wins[0]} : ${wins[1]}</td><td>${games - wins[0] - wins[1]}</td><td><a href="${request.paths.game(lastId)}">${moment(lastAt) ?? 'undated'}</a></td></tr>`

/** Who plays whom how often: a grid of those who play most, and the pairs that met most often. */
export function opponentsSection(request: PageRequest, { games, pairs, table }: Opponents): Html | null {
  if (pairs.length === 0) return null
  return html`<section><h2>Who plays whom</h2><p class="meta">${games < PAIRED_GAMES ? `In ${many(games, 'finished game')}.` : `In the last ${games} games that were finished.`}</p>
${grid(request, table)}
<div class="scroll"><table class="pairs"><caption class="out">Who met most often</caption><thead><tr><th scope="col">Between</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Last</th></tr></thead><tbody>${pairs.map((pair) => pairRow(request, pair))}</tbody></table></div></section>`
}
