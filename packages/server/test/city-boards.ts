// Chess fixtures: games and their time-outs.
import { attempt, type City, clock, enter, look, MINUTE, openCity, pass, put, setTime, tryTo } from './city-site.ts'
import type { Site } from './visitor-site.ts'

export const move = (gameId: string, uci: string) => ({ chess_move: { gameId, uci } })

let gameCount = 0
/** A game as an operator would bring it in; without other players the first two visitors play. */
export async function board(
  site: Site,
  city: City,
  players: readonly [string, string],
  more: object = {},
): Promise<string> {
  gameCount += 1
  const id = city.id(`g${gameCount}`)
  const [whiteAgentId, blackAgentId] = players
  await put(site, { games: [{ id, worldId: city.worldId, whiteAgentId, blackAgentId, ...more }] })
  return id
}

/** Two visitors at a board, white first. */
export async function match(site: Site, more: object = {}) {
  const city = await openCity(site)
  const white = await enter(site, city)
  const black = await enter(site, city)
  const game = await board(site, city, [white.visitor.agentId, black.visitor.agentId], more)
  return { city, white, black, game, at: await clock(site) }
}

/** Outcomes of a game around its time-out, on any site; the player to move is shown until then. */
export async function timeouts(site: Site): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (const offset of [-1, 0, 1]) {
    const { white, black, game, at } = await match(site)
    await pass(site, MINUTE)
    await attempt(site, white, move(game, 'e2e4'))
    const end = at + MINUTE + 150 * MINUTE
    for (let next = at + 50 * MINUTE; next < end; next += 50 * MINUTE) {
      await setTime(site, next)
      for (const guest of [white, black]) await look(site, guest)
    }
    await setTime(site, end + offset)
    const visibleGames = (await look(site, white)).body.chess.length
    outcomes.push([
      offset,
      visibleGames,
      await tryTo(site, black, move(game, 'e7e5')),
      await tryTo(site, white, move(game, 'd2d4')),
    ])
  }
  return outcomes
}
export const TIMEOUTS = [
  [-1, 1, 'created', 'created'],
  [0, 1, 'created', 'created'],
  [1, 0, 'game_not_active', 'game_not_active'],
]
