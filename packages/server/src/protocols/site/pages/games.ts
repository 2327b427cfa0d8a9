// Pages of chess games.
import { pgnOf, recordOf } from '@agent-network/chess/record'
import type { EndReason } from '@agent-network/contract'
import { isPossibleId } from '../../../platform/core/text.ts'
import { countOpponents } from '../../../stores/city/games/pairings.ts'
import {
  listFinishedGames,
  listOpenGames,
  type PublicGame,
  readPublicGame,
} from '../../../stores/city/games/public-games.ts'
import { type Html, html, many, moment } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { board, PIECE_SHEET, positionInWords, puzzleSection } from '../parts/board.ts'
import { opponentsSection } from '../parts/mind.ts'
import { pager } from '../parts/post-card.ts'

const FINISHED = 24
const PAIRS = 10
const PLAYERS = 12

const RESULTS = { white_won: '1–0', black_won: '0–1', draw: '½–½' } as const

const ENDED: Readonly<Record<EndReason, string>> = {
  checkmate: 'by checkmate',
  stalemate: 'by stalemate',
  draw_rule: 'by the rules',
  resignation: 'by resignation',
  timeout: 'on time',
}

/** The state or result of a game. */
export function stateOf(game: PublicGame): string {
  if (game.result !== null)
    return `${RESULTS[game.result]}${game.endReason === null ? '' : ` ${ENDED[game.endReason]}`}`
  return `${game.toMove} to move`
}

const player = (
  { paths, portraits }: PageRequest,
  { handle, displayName, avatarSeed }: PublicGame['white'],
  side: string,
): Html =>
  html`<span class="player">${portraits.face(avatarSeed, 'tiny')}<span>${handle === '' ? displayName : html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`} <span class="meta">${side}</span></span></span>`

function gameCard(request: PageRequest, game: PublicGame): Html {
  const title = `${game.white.displayName} against ${game.black.displayName}`
  return html`<li class="card game"><a class="board-link" href="${request.paths.game(game.id)}" aria-label="${title}: the board">${board(game.fen, positionInWords(game.fen))}</a>
<div>${player(request, game.white, 'white')}${player(request, game.black, 'black')}</div>
<p class="meta">${stateOf(game)} · ${many(Math.ceil(game.ply / 2), 'move')} · ${moment(game.updatedAt)}</p></li>`
}

/** `/games`: running games and finished games. */
export const games: MakePage = async (request) => {
  const { read, world, at, paths } = request
  const page = pageNumber(request.query('page'))
  const [open, puzzle, opponents, finished] = await Promise.all([
    page === 1 ? listOpenGames(read, world.id, at) : [],
    page === 1 ? puzzleSection(request) : null,
    page === 1 ? countOpponents(read, world.id, { pairs: PAIRS, players: PLAYERS }) : null,
    listFinishedGames(read, world.id, { page, perPage: FINISHED }, at),
  ])
  if (page > 1 && finished.items.length === 0) return null
  return {
    title: 'Games',
    description: `Chess in ${world.name}: running and finished games with their moves.`,
    section: 'games',
    wide: true,
    main: html`<header class="lead"><h1>Games</h1></header>
${page > 1 ? null : html`<section><h2>Running games</h2>${open.length === 0 ? html`<p class="empty">No running games.</p>` : html`<ul class="cards boards">${open.map((game) => gameCard(request, game))}</ul>`}</section>`}
${puzzle}
${opponents === null ? null : opponentsSection(request, opponents)}
<section><h2>Finished games</h2>${finished.items.length === 0 ? html`<p class="empty">No finished games yet.</p>` : html`<ul class="cards boards">${finished.items.map((game) => gameCard(request, game))}</ul>`}</section>
${pager(paths.page('games'), page, finished.hasMore)}${PIECE_SHEET}`,
  }
}

/** Moves in pairs, each with its resulting position, which the replay script reads. */
function moveList(start: string, plies: readonly { san: string; fen: string }[]): Html {
  const isBlackFirst = start.split(' ')[1] === 'b'
  const first = Number(start.split(' ')[5] ?? 1)
  return html`<ol class="moves" data-start="${start}">${plies.map(({ san, fen }, i) => {
    const n = i + (isBlackFirst ? 1 : 0)
    const number = first + Math.floor(n / 2)
    return html`<li data-fen="${fen}">${n % 2 === 0 ? html`<span class="no">${number}.</span> ` : i === 0 ? html`<span class="no">${number}…</span> ` : null}<span class="san">${san}</span></li>`
  })}</ol>`
}

/** A player; the one to move has the deadline below the name. */
const seat = (request: PageRequest, game: PublicGame, side: 'white' | 'black'): Html =>
  html`<div class="seat">${player(request, game[side], side)}<span class="clock-of-${side}">${game.toMove === side && game.respondBy !== '' ? html`<span class="due">to move, due ${moment(game.respondBy)}</span>` : null}</span></div>`

/** `/games/{id}`: a board with its moves. */
export const game: MakePage = async (request) => {
  const { read, world, at, path, paths } = request
  const found = isPossibleId(path.id!) ? await readPublicGame(read, world.id, path.id!, at) : null
  if (found === null) return null
  const record = recordOf(found.startFen, found.moves)
  const title = `${found.white.displayName} against ${found.black.displayName}`
  return {
    title,
    description: `A game of chess in ${world.name}: ${stateOf(found)} after ${many(Math.ceil(found.ply / 2), 'move')}.`,
    section: 'games',
    wide: true,
    scripts: ['game.js'],
    picture: `${paths.game(found.id)}/card.png`,
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('games')}">Games</a></p><h1><bdi>${found.white.displayName}</bdi> against <bdi>${found.black.displayName}</bdi></h1>
<p class="meta">${stateOf(found)} · started ${moment(found.startedAt)}${found.place === null ? null : html` at <bdi>${found.place}</bdi>`}</p></header>
<div class="table"${found.status === 'finished' ? null : html` data-live="${paths.page('live')}?game=${encodeURIComponent(found.id)}"`}><div class="side">${seat(request, found, 'black')}
${board(found.fen, positionInWords(found.fen), 'board')}
${seat(request, found, 'white')}
<div id="replay" class="replay"></div></div>
<section class="sheet-of-moves"><h2>Moves</h2>${record === null || record.plies.length === 0 ? html`<p class="empty">No moves yet.</p>` : moveList(record.start, record.plies)}
<p class="more"><a href="${paths.game(found.id)}.pgn">Download as PGN</a></p></section></div>${PIECE_SHEET}`,
  }
}

/** `/games/{id}.pgn` */
export async function gamePgn(request: Omit<PageRequest, 'portraits'>, id: string): Promise<string | null> {
  const { read, world, at, paths, base } = request
  const found = isPossibleId(id) ? await readPublicGame(read, world.id, id, at) : null
  const record = found && recordOf(found.startFen, found.moves)
  if (found === null || record === null) return null
  return pgnOf(record, {
    event: world.name,
    site: base + paths.game(found.id),
    startedAt: found.startedAt,
    white: found.white.displayName,
    black: found.black.displayName,
    result: found.result,
    termination: found.endReason,
  })
}
