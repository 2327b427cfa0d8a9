// Pages of chess games.
import { type GameRecord, pgnOf, recordOf } from '@agent-network/chess/record'
import { isPossibleId } from '../../../platform/core/text.ts'
import { countOpponents, PAIRED_GAMES, type ScoreRow } from '../../../stores/city/games/pairings.ts'
import {
  listFinishedGames,
  listOpenGames,
  type PublicGame,
  readPublicGame,
  type WatchedGame,
} from '../../../stores/city/games/public-games.ts'
import { type Html, html, many, moment } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import {
  advantageBar,
  assessAll,
  bestGame,
  board,
  capturedPieces,
  PIECE_SHEET,
  positionInWords,
  puzzleSection,
  stateOf,
} from '../parts/board.ts'
import { opponentsSection } from '../parts/mind.ts'
import { pager } from '../parts/post-card.ts'

const FINISHED = 24
const PAIRS = 10
const PLAYERS = 12

const player = (
  { paths, portraits }: PageRequest,
  { handle, displayName, avatarSeed }: PublicGame['white'],
  side: string,
): Html =>
  html`<span class="player">${portraits.face(avatarSeed, 'tiny')}<span>${handle === '' ? displayName : html`<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`} ${side === '' ? null : html`<span class="meta">${side}</span>`}</span></span>`

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
  const watched = page === 1 ? await television(request, open, finished.items) : null
  return {
    title: 'Games',
    description: `Chess in ${world.name}: running and finished games with their moves.`,
    section: 'games',
    wide: true,
    scripts: page === 1 ? ['game.js'] : [],
    main: html`<header class="lead"><h1>Games</h1></header>
${watched}
${page > 1 ? null : html`<section><h2>Running games</h2>${open.length === 0 ? html`<p class="empty">No running games.</p>` : html`<ul class="cards boards">${open.map((game) => gameCard(request, game))}</ul>`}</section>`}
${opponents === null ? null : standingsSection(request, opponents.standings)}
${puzzle}
${opponents === null ? null : opponentsSection(request, opponents)}
<section><h2>Finished games</h2>${finished.items.length === 0 ? html`<p class="empty">No finished games yet.</p>` : html`<ul class="cards boards">${finished.items.map((game) => gameCard(request, game))}</ul>`}</section>
${pager(paths.page('games'), page, finished.hasMore)}${PIECE_SHEET}`,
  }
}

/** Moves in pairs, each with its resulting position and value, which the replay script reads. */
function moveList({ start, plies }: GameRecord, values: readonly number[]): Html {
  const isBlackFirst = start.split(' ')[1] === 'b'
  const first = Number(start.split(' ')[5] ?? 1)
  return html`<ol class="moves" data-start="${start}" data-value="${values[0] ?? 0}">${plies.map(
    ({ uci, san, fen }, i) => {
      const n = i + (isBlackFirst ? 1 : 0)
      const number = first + Math.floor(n / 2)
      return html`<li data-fen="${fen}" data-move="${uci}" data-value="${values[i + 1] ?? 0}">${n % 2 === 0 ? html`<span class="no">${number}.</span> ` : i === 0 ? html`<span class="no">${number}…</span> ` : null}<span class="san">${san}</span></li>`
    },
  )}</ol>`
}

/** A player with captured pieces; the one to move has its clock: thinking since the last move, until the deadline. */
const seat = (request: PageRequest, game: PublicGame, side: 'white' | 'black'): Html =>
  html`<div class="seat">${player(request, game[side], side)}<span class="clock-of-${side}">${game.toMove === side && game.respondBy !== '' ? html`<span class="due">to move, due ${moment(game.respondBy)} · last move ${moment(game.updatedAt)}</span>` : null}</span>${capturedPieces(game.fen, side)}</div>`

/** The large board with both players and the advantage; `id` marks the board that a script changes. */
async function table(request: PageRequest, game: WatchedGame, id: string): Promise<{ side: Html; moves: Html | null }> {
  const record = recordOf(game.startFen, game.moves)
  const fens = record === null ? [game.fen] : [record.start, ...record.plies.map(({ fen }) => fen)]
  const values = await assessAll(fens)
  const last = record?.plies.at(-1)?.uci ?? null
  return {
    side: html`${seat(request, game, 'black')}
<div class="board-with-bar">${advantageBar(values.at(-1) ?? 0)}${board(game.fen, positionInWords(game.fen), { id, last, isLarge: true })}</div>
${seat(request, game, 'white')}`,
    moves: record === null || record.plies.length === 0 ? null : moveList(record, values),
  }
}

/** The game to watch: the best running one, otherwise the latest finished one. */
async function television(
  request: PageRequest,
  open: readonly PublicGame[],
  finished: readonly PublicGame[],
): Promise<Html | null> {
  const { read, world, at, paths } = request
  const chosen = bestGame(open) ?? finished[0]
  const game = chosen === undefined ? null : await readPublicGame(read, world.id, chosen.id, at)
  if (game === null) return null
  const { side, moves } = await table(request, game, 'board')
  const isOver = game.status === 'finished'
  return html`<section class="television"><h2>${isOver ? 'Last game' : 'Game of the moment'}</h2><div class="table"${isOver ? null : html` data-live="${paths.page('live')}?game=${encodeURIComponent(game.id)}"`}><div class="side">${side}
<div id="replay" class="replay"></div></div>
<section class="sheet-of-moves"><h3><a href="${paths.game(game.id)}"><bdi>${game.white.displayName}</bdi> against <bdi>${game.black.displayName}</bdi></a></h3><p class="meta state-of-game">${stateOf(game)}${game.place === null ? null : html` at <bdi>${game.place}</bdi>`}</p>${moves ?? html`<p class="empty">No moves yet.</p>`}</section></div></section>`
}

/** Players by points: one for a win, half for a draw. */
const standingsSection = (request: PageRequest, rows: readonly ScoreRow[]): Html | null =>
  rows.length === 0
    ? null
    : html`<section><h2>Standings</h2><p class="meta">One point for a win, half a point for a draw, in the latest ${PAIRED_GAMES} finished games.</p><div class="scroll"><table class="pairs standings"><thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">Points</th><th scope="col">Games</th><th scope="col">Won</th><th scope="col">Drawn</th><th scope="col">Lost</th></tr></thead><tbody>${rows.map(({ player: who, games: n, won, drawn, lost }, i) => html`<tr><td>${i + 1}</td><th scope="row">${player(request, who, '')}</th><td><strong>${won + drawn / 2}</strong></td><td>${n}</td><td>${won}</td><td>${drawn}</td><td>${lost}</td></tr>`)}</tbody></table></div></section>`

/** `/games/{id}`: a board with its moves. */
export const game: MakePage = async (request) => {
  const { read, world, at, path, paths } = request
  const found = isPossibleId(path.id!) ? await readPublicGame(read, world.id, path.id!, at) : null
  if (found === null) return null
  const { side, moves } = await table(request, found, 'board')
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
<div class="table"${found.status === 'finished' ? null : html` data-live="${paths.page('live')}?game=${encodeURIComponent(found.id)}"`}><div class="side">${side}
<div id="replay" class="replay"></div></div>
<section class="sheet-of-moves"><h2>Moves</h2>${moves ?? html`<p class="empty">No moves yet.</p>`}
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
