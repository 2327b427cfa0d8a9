import { type Puzzle, puzzlesOf } from '../../../chess/puzzles.ts'
import { listGamesWithMoves, type WatchedGame } from '../../../city/public-games.ts'
import { boundedMap } from '../../../core/bounded-map.ts'
import { breath } from '../../../core/breath.ts'
import { dayStart, utcDay } from '../../../core/day.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page.ts'
import { many } from '../words.ts'
import { board, positionInWords } from './board.ts'

/** Games that are looked through, those before today: the puzzle stays the same all day. */
const GAMES = 24
/** A game that is over never changes, so it is looked through once. */
const known = boundedMap<readonly Puzzle[]>(2_000)

async function puzzlesIn(worldId: string, game: WatchedGame): Promise<readonly Puzzle[]> {
  const name = `${worldId} ${game.id} ${game.ply}`
  const found = known.get(name)
  if (found !== undefined) return found
  // One game takes some milliseconds; others go between.
  await breath()
  const made = puzzlesOf(game.startFen, game.moves)
  known.set(name, made)
  return made
}

interface Found {
  readonly game: WatchedGame
  readonly puzzle: Puzzle
}

/** What was overlooked, or took two moves, is worth more than the last move of a game. */
async function puzzleOfTheDay({ read, world, at }: PageRequest): Promise<Found | null> {
  const day = utcDay(at)
  const games = await listGamesWithMoves(read, { worldId: world.id, before: dayStart(day), limit: GAMES }, at)
  const all: Found[] = []
  for (const game of games) for (const puzzle of await puzzlesIn(world.id, game)) all.push({ game, puzzle })
  const better = all.filter(({ puzzle }) => puzzle.missedFor !== null || puzzle.mateIn === 2)
  const pool = better.length > 0 ? better : all
  return pool[day % pool.length] ?? null
}

/** A position to think about, with the answer behind a click. */
export async function puzzleSection(request: PageRequest): Promise<Html | null> {
  const found = await puzzleOfTheDay(request)
  if (found === null) return null
  const { game, puzzle } = found
  const player = game[puzzle.toMove]
  const side = puzzle.toMove === 'white' ? 'White' : 'Black'
  const told =
    puzzle.missedFor === null
      ? html`<bdi>${player.displayName}</bdi> saw it. Do you?`
      : html`<bdi>${player.displayName}</bdi> did not see it and played ${puzzle.missedFor}.`
  return html`<section class="puzzle"><h2>Puzzle of the day</h2><div class="card">${board(puzzle.fen, positionInWords(puzzle.fen))}
<div><p class="task">${side} to move: mate in ${many(puzzle.mateIn, 'move')}.</p>
<p>From <a href="${request.paths.game(game.id)}"><bdi>${game.white.displayName}</bdi> against <bdi>${game.black.displayName}</bdi></a>. ${told}</p>
<details><summary>Show the answer</summary><p class="answer">${puzzle.answers.join(' or ')}</p></details></div></div></section>`
}
