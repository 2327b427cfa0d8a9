// Chess boards and the puzzle of the day.
import { type Puzzle, puzzlesOf } from '@agent-network/chess/puzzles'
import { assess } from '@agent-network/chess/search'
import type { EndReason } from '@agent-network/contract'
import { boundedMap } from '../../../platform/cache/content-cache.ts'
import { yieldToEventLoop } from '../../../platform/core/event-loop-budget.ts'
import { dayStart, utcDay } from '../../../platform/core/time.ts'
import { listGamesWithMoves, type PublicGame, type WatchedGame } from '../../../stores/city/games/public-games.ts'
import { type Html, html, many } from '../html.ts'
import type { PageRequest } from '../page.ts'

/** Pieces as outlines on a field of 45, so that a board needs no font and no picture. */
const PIECES: Readonly<Record<string, string>> = {
  p: 'M22.5 9a4.5 4.5 0 0 0-3.4 7.500c-2.3 1.3-3.9 3.8-3.9 6.7 0 2.4 1.1 4.5 2.8 5.9-3.6 1.3-6.5 4.8-6.5 9.900h22c0-5.1-2.9-8.6-6.5-9.9 1.7-1.4 2.8-3.5 2.8-5.9 0-2.9-1.6-5.4-3.9-6.700A4.5 4.5 0 0 0 22.5 9z',
  r: 'M9 39h27v-3H9zM12 36v-4h21v4zM11 14V9h4v2h5V9h5v2h5V9h4v5l-3 3v12.500l2 2.500H12l2-2.500V17z',
  n: 'M22 10c10.5 1 16.5 8 16 29H15c0-9 10-6.5 8-21-1 4-4 6-6 7.5-2 1.5-2.5 4-4.5 4-1 0-1-1 0-1.5-2 0-4-1-4-4 0-2 5-8 6-10.5.5-1.5.5-3 1-4 1 0 2.5 2 2.5 2s1-2 4-2z',
  b: 'M9 36c3.4-1 10.1.4 13.5-2 3.4 2.4 10.1 1 13.5 2 0 0 1.6.5 3 2-.7 1-1.6 1-3 .5-3.4-1-10.1.5-13.5-1-3.4 1.5-10.1 0-13.5 1-1.4.5-2.3.5-3-.5 1.4-1.5 3-2 3-2zM15 32c2.5 2.5 12.5 2.5 15 0 .5-1.5 0-2 0-2 0-2.5-2.5-4-2.5-4 5.5-1.5 6-11.5-5-15.5-11 4-10.5 14-5 15.5 0 0-2.5 1.5-2.5 4 0 0-.5.5 0 2zM25 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  q: 'M9 26c8.5-1.5 21-1.5 27 0l2.5-12.500L31 25l-.3-14.1-5.2 13.6-3-14.5-3 14.5-5.2-13.600L14 25 6.5 13.500zM9 26c0 2 1.5 2 2.5 4 1 1.5 1 1 .5 3.5-1.5 1-1 2.5-1 2.5-1.5 1.5 0 2.5 0 2.5 6.5 1 16.5 1 23 0 0 0 1.5-1 0-2.5 0 0 .5-1.5-1-2.5-.5-2.5-.5-2 .5-3.5 1-2 2.5-2 2.5-4-8.5-1.5-18.5-1.5-27 0z',
  k: 'M21 5h3v3h3v3h-3v2.500c3.5.5 4 5.5 1 9.5 5-6 15-4 14 3-.5 4-5 5-6 8v5c-6 2.5-15 2.5-21 0v-5c-1-3-5.5-4-6-8-1-7 9-9 14-3-3-4-2.5-9 1-9.500V11h-3V8h3z',
}

const NAMES: Readonly<Record<string, string>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
}

interface PlacedPiece {
  readonly piece: string
  readonly file: number
  readonly rank: number
}

export function piecesOf(fen: string): PlacedPiece[] {
  const found: PlacedPiece[] = []
  for (const [rank, row] of fen.split(' ')[0]!.split('/').entries()) {
    let file = 0
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter)
      else {
        found.push({ piece: letter, file, rank })
        file += 1
      }
    }
  }
  return found
}

const DARK = Array.from({ length: 64 }, (_, i) => i)
  .filter((i) => ((i >> 3) + i) % 2 === 1)
  .map((i) => `M${(i & 7) * 45} ${(i >> 3) * 45}h45v45h-45z`)
  .join('')

/** The position in words. */
export function positionInWords(fen: string): string {
  const piecesInWords = (isWhite: boolean) =>
    piecesOf(fen)
      .filter(({ piece }) => (piece === piece.toUpperCase()) === isWhite)
      .map(({ piece, file, rank }) => `${NAMES[piece.toLowerCase()] ?? piece} ${'abcdefgh'[file]}${8 - rank}`)
      .join(', ')
  return `White: ${piecesInWords(true)}. Black: ${piecesInWords(false)}.`
}

/** The running game that is worth watching most: the latest move, and of those the longest game. */
export const bestGame = (games: readonly PublicGame[]): PublicGame | undefined =>
  games.toSorted((a, b) => (a.updatedAt === b.updatedAt ? b.ply - a.ply : a.updatedAt < b.updatedAt ? 1 : -1))[0]

const RESULTS = { white_won: '1–0', black_won: '0–1', draw: '½–½' } as const

const ENDED: Readonly<Record<EndReason, string>> = {
  checkmate: 'by checkmate',
  stalemate: 'by stalemate',
  draw_rule: 'by the rules',
  resignation: 'by resignation',
  timeout: 'on time',
}

/** The state or result of a game in words, with the name of the winner. */
export function outcomeOf(game: PublicGame): string {
  if (game.result === null) return stateOf(game)
  const how = game.endReason === null ? '' : ` ${ENDED[game.endReason]}`
  if (game.result === 'draw') return `drawn${how}`
  return `${(game.result === 'white_won' ? game.white : game.black).displayName} wins${how}`
}

/** The state or result of a game. */
export function stateOf(game: PublicGame): string {
  if (game.result !== null)
    return `${RESULTS[game.result]}${game.endReason === null ? '' : ` ${ENDED[game.endReason]}`}`
  return `${game.toMove} to move`
}

const FILES = 'abcdefgh'

/** The coordinates of a square in the drawing; null for anything else. */
function squareAt(name: string): { readonly x: number; readonly y: number } | null {
  const [file, rank] = [FILES.indexOf(name[0] ?? '-'), Number(name[1])]
  return file < 0 || !(rank >= 1 && rank <= 8) ? null : { x: file * 45, y: (8 - rank) * 45 }
}

/** The squares of the last move, in UCI such as `e2e4`. */
const lastMoveOf = (uci: string | null): Html =>
  html`<g class="last">${[uci?.slice(0, 2) ?? '', uci?.slice(2, 4) ?? ''].map((name) => {
    const square = squareAt(name)
    return square === null ? null : html`<rect x="${square.x}" y="${square.y}" width="45" height="45"/>`
  })}</g>`

const COORDINATES: Html = html`<g class="coordinates" aria-hidden="true">${[...FILES].map((file, i) => html`<text class="${i % 2 === 0 ? 'on-dark' : 'on-light'}" x="${i * 45 + 42}" y="357" text-anchor="end">${file}</text><text class="${i % 2 === 0 ? 'on-light' : 'on-dark'}" x="2" y="${i * 45 + 11}">${8 - i}</text>`)}</g>`

interface BoardOptions {
  readonly id?: string
  /** The last move in UCI; null for none. */
  readonly last?: string | null
  /** Letters and numbers at the edges. */
  readonly isLarge?: boolean
}

/** A board with its position. The shapes come from `PIECE_SHEET`, once per page. */
export function board(fen: string, label: string, { id, last = null, isLarge = false }: BoardOptions = {}): Html {
  return html`<svg class="board"${id === undefined ? null : html` id="${id}"`} viewBox="0 0 360 360" role="img" aria-label="${label}"><path class="light" d="M0 0h360v360H0z"/><path class="dark" d="${DARK}"/>${last === null && !isLarge ? null : lastMoveOf(last)}${isLarge ? COORDINATES : null}<g class="pieces">${piecesOf(
    fen,
  ).map(
    ({ piece, file, rank }) =>
      html`<use href="#piece-${piece.toLowerCase()}" x="${file * 45}" y="${rank * 45}" width="45" height="45" class="${piece === piece.toUpperCase() ? 'white' : 'black'}"/>`,
  )}</g></svg>`
}

/**
 * A board with inline colours, for pictures without a style sheet. It contains only known piece letters of the
 * position.
 */
export function boardDrawing(fen: string): string {
  const pieces = piecesOf(fen).map(({ piece, file, rank }) => {
    const isWhite = piece === piece.toUpperCase()
    const shape = PIECES[piece.toLowerCase()]
    return shape === undefined
      ? ''
      : `<path transform="translate(${file * 45} ${rank * 45})" d="${shape}" fill="${isWhite ? '#fffdf8' : '#2b2622'}" stroke="${isWhite ? '#2b2622' : '#fffdf8'}" stroke-width="1.2"/>`
  })
  return `<path fill="#efe3cb" d="M0 0h360v360H0z"/><path fill="#b08b62" d="${DARK}"/>${pieces.join('')}`
}

export const PIECE_SHEET: Html = html`<svg class="sheet" aria-hidden="true">${Object.entries(PIECES).map(
  ([piece, d]) => html`<symbol id="piece-${piece}" viewBox="0 0 45 45"><path d="${d}"/></symbol>`,
)}</svg>`

const AT_START: Readonly<Record<string, number>> = { q: 1, r: 2, b: 2, n: 2, p: 8 }

/** The pieces that each side has captured, most valuable first. Promoted pawns count as captured. */
function capturesOf(fen: string): Readonly<Record<'white' | 'black', readonly string[]>> {
  const missing = (isWhite: boolean) =>
    Object.entries(AT_START).flatMap(([piece, n]) => {
      const letter = isWhite ? piece.toUpperCase() : piece
      const present = [...fen.split(' ')[0]!].filter((one) => one === letter).length
      return Array.from({ length: Math.max(0, n - present) }, () => letter)
    })
  return { white: missing(false), black: missing(true) }
}

/** Captured pieces of one side as small drawings. */
export function capturedPieces(fen: string, side: 'white' | 'black'): Html {
  const pieces = capturesOf(fen)[side]
  return html`<span class="captured captured-by-${side}" role="img" aria-label="${pieces.length === 0 ? 'captured nothing' : `captured ${pieces.map((piece) => NAMES[piece.toLowerCase()]!).join(', ')}`}">${pieces.map((piece) => html`<svg viewBox="0 0 45 45"><use href="#piece-${piece.toLowerCase()}" class="${side === 'white' ? 'black' : 'white'}"/></svg>`)}</span>`
}

/** Values of positions by FEN, in centipawns for White. */
const assessments = boundedMap<number>(20_000)
/** Positions assessed between two releases of the event loop. */
const ASSESSED_PER_SLICE = 4

/** The value of each position for White, in centipawns. */
export async function assessAll(fens: readonly string[]): Promise<number[]> {
  const values: number[] = []
  let assessed = 0
  for (const fen of fens) {
    const stored = assessments.get(fen)
    const value = stored ?? assess(fen) ?? 0
    if (stored === undefined) {
      assessments.set(fen, value)
      assessed += 1
      if (assessed % ASSESSED_PER_SLICE === 0) await yieldToEventLoop()
    }
    values.push(value)
  }
  return values
}

const MATED = 20_000

/** The advantage in words. */
export function advantageInWords(value: number): string {
  if (Math.abs(value) > MATED) return `${value > 0 ? 'White' : 'Black'} has won`
  if (Math.abs(value) < 40) return 'The position is even'
  return `${value > 0 ? 'White' : 'Black'} is better by ${(Math.abs(value) / 100).toFixed(1)} pawns`
}

/** White's part of the bar, 0 to 100. */
export const whiteShare = (value: number): number => Math.round(100 / (1 + Math.exp(-value / 350)))

/** A bar beside the board: its light part grows with White's advantage. */
export function advantageBar(value: number): Html {
  const share = whiteShare(value)
  return html`<svg class="advantage" viewBox="0 0 8 100" preserveAspectRatio="none" role="img" aria-label="${advantageInWords(value)}"><rect class="black" width="8" height="100"/><rect class="white" y="${100 - share}" width="8" height="${share}"/></svg>`
}

/** Finished games searched for puzzles. Only games before today count, so the puzzle stays the same all day. */
const GAMES = 24
/** A finished game never changes, so it is searched once. */
const puzzlesByGame = boundedMap<readonly Puzzle[]>(2_000)

async function puzzlesIn(worldId: string, game: WatchedGame): Promise<readonly Puzzle[]> {
  const name = `${worldId} ${game.id} ${game.ply}`
  const found = puzzlesByGame.get(name)
  if (found !== undefined) return found
  // One game takes some milliseconds; other requests run in between.
  await yieldToEventLoop()
  const puzzles = puzzlesOf(game.startFen, game.moves)
  puzzlesByGame.set(name, puzzles)
  return puzzles
}

interface FoundPuzzle {
  readonly game: WatchedGame
  readonly puzzle: Puzzle
}

/** Prefers missed mates and mates in two over the last move of a game. */
async function puzzleOfTheDay({ read, world, at }: PageRequest): Promise<FoundPuzzle | null> {
  const day = utcDay(at)
  const games = await listGamesWithMoves(read, { worldId: world.id, before: dayStart(day), limit: GAMES }, at)
  const all: FoundPuzzle[] = []
  for (const game of games) for (const puzzle of await puzzlesIn(world.id, game)) all.push({ game, puzzle })
  const better = all.filter(({ puzzle }) => puzzle.missedFor !== null || puzzle.mateIn === 2)
  const pool = better.length > 0 ? better : all
  return pool[day % pool.length] ?? null
}

/** A position to solve; the solution is hidden until a click. */
export async function puzzleSection(request: PageRequest): Promise<Html | null> {
  const found = await puzzleOfTheDay(request)
  if (found === null) return null
  const { game, puzzle } = found
  const player = game[puzzle.toMove]
  const side = puzzle.toMove === 'white' ? 'White' : 'Black'
  const playerNote =
    puzzle.missedFor === null
      ? html`<bdi>${player.displayName}</bdi> found it.`
      : html`<bdi>${player.displayName}</bdi> missed it and played ${puzzle.missedFor}.`
  return html`<section class="puzzle"><h2>Puzzle of the day</h2><div class="card">${board(puzzle.fen, positionInWords(puzzle.fen))}
<div><p class="task">${side} to move: mate in ${many(puzzle.mateIn, 'move')}.</p>
<p>From <a href="${request.paths.game(game.id)}"><bdi>${game.white.displayName}</bdi> against <bdi>${game.black.displayName}</bdi></a>. ${playerNote}</p>
<details><summary>Show the answer</summary><p class="answer">${puzzle.answers.join(' or ')}</p></details></div></div></section>`
}
