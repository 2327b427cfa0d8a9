// Chess games of residents: with each other at a table, and replies to visitors.
import { type Skill, skillOf, tableMove } from '@agent-network/chess/players'
import type { MoveChooser } from '@agent-network/chess/threads'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import { type DueRow, putDue, takeDue } from '../../../platform/jobs/due.ts'
import { placeIdAt, readBody } from '../../../stores/city/bodies.ts'
import {
  agreeDraw,
  applyMove,
  createChallenge,
  type GameRow,
  gameAt,
  gamesAtPlace,
  isPlayer,
  moveInGame,
  movesOf,
  openGames,
  opponentOf,
  readGame,
  resign,
  startResidentGame,
} from '../../../stores/city/games/games.ts'
import { CHESS_REPLY, scheduleReply } from '../../../stores/city/games/own-games.ts'
import { extendStays, setBodyLeaveTime } from '../../../stores/city/gathering.ts'
import { inWorld, publishChallenge, publishMove } from '../../../stores/city/notices.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import type { Intention } from '../decide/view.ts'
import { mayChallenge, recordSharedExperience } from '../engine/consequences.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import type { Person } from '../mind/people.ts'
import { putWant } from '../strive/wants.ts'
import { recordMatchGame, SIT_MS, TABLE } from './matches.ts'

/** Plies after which the players agree on a draw. */
const PLIES_MAX = 90
const LINGERS_MS = 10 * MINUTE_MS

async function challengeVisitor(
  tx: Tx,
  { instant, person, ambient }: Mover,
  visitorId: string,
): Promise<ActionOutcome | null> {
  const { life, at } = instant
  const open = await openGames(tx, life.world.id, visitorId, at)
  if (open.some((game) => isPlayer(game, person.agent.id)) || !(await mayChallenge(tx, instant, visitorId))) return null
  const game = await createChallenge(tx, { ambient, world: life.world, challengerId: person.agent.id, visitorId }, at)
  await publishChallenge(tx, { world: life.world, switches: life.city }, game, at)
  return { status: 'created', docId: game.id }
}

const skillIn = ({ life }: Instant, { agent }: Pick<Person, 'agent'>): Skill =>
  skillOf(agent, life.base.random('chess', agent.id))

/** Starts the computation of a game's remaining moves in the worker thread, if there is one. */
function prefetchMoves(instant: Instant, game: GameRow, players: readonly (Person | null)[]): void {
  const { life } = instant
  const [white, black] = [game.white_agent_id, game.black_agent_id].map((id) =>
    players.find((player) => player?.agent.id === id),
  )
  if (life.movePrefetcher === null || !white || !black || game.start_fen !== null) return
  const seats = { white: skillIn(instant, white), black: skillIn(instant, black) }
  const { ply, fen, moves } = game
  life.movePrefetcher.begin({ worldId: life.world.id, gameId: game.id, ply, fen, moves, ...seats })
}

/** Starts a game with a resident at a table, or challenges a visitor. */
export async function play(
  tx: Tx,
  mover: Mover,
  { agentId }: Extract<Intention, { kind: 'play' }>,
): Promise<ActionOutcome | null> {
  const { instant, person, location, ambient } = mover
  const { life, at } = instant
  const other = await life.people.of(tx, agentId, at)
  if (location === null || other === null || placeIdAt(await readBody(tx, life.world.id, agentId), at) !== location)
    return null
  if (other.agent.kind === 'visitor') return challengeVisitor(tx, mover, agentId)
  const playing = (game: GameRow) => isPlayer(game, agentId) || isPlayer(game, person.agent.id)
  if ((await gamesAtPlace(tx, life.world.id, location, at)).some(playing)) return null
  const game = await startResidentGame(
    tx,
    { ambient, world: life.world, destinationId: location, whiteId: person.agent.id, blackId: agentId },
    at,
  )
  await extendStays(tx, life.world.id, [person.agent.id, agentId], at + SIT_MS)
  await putDue(tx, { worldId: life.world.id, kind: TABLE, subjectId: game.id }, at + MINUTE_MS)
  prefetchMoves(instant, game, [person, other])
  return { status: 'created', docId: game.id }
}

const RESULTS = {
  won: 'Won a game of chess against',
  lost: 'Lost a game of chess to',
  drew: 'Drew a game of chess with',
} as const

/** Completes a want to beat this opponent. */
async function completeBeatWant(tx: Tx, person: Person, otherId: string, at: number): Promise<void> {
  const { want } = person
  if (want?.kind !== 'beat' || want.status !== 'open' || want.other_id !== otherId) return
  const row = { ...want, progress: 1, updated_at: at }
  await putWant(tx, row)
  person.want = row
}

/** Ends a game for both players: feelings, memories, and release from the table. */
async function rememberGame(tx: Tx, instant: Instant, game: GameRow): Promise<void> {
  const { life, at } = instant
  const ambient = ambientOfTick(life.base, at, `${life.world.id} ${game.id} end`)
  for (const id of [game.white_agent_id, game.black_agent_id]) {
    const person = await life.people.of(tx, id, at)
    if (person === null || person.agent.kind !== 'resident') continue
    const other = opponentOf(game, id)
    const name = await displayNameOf(tx, instant, other)
    const own = game.white_agent_id === id ? 'white_won' : 'black_won'
    const result = game.result === 'draw' ? 'drew' : game.result === own ? 'won' : 'lost'
    await recordSharedExperience(tx, instant, {
      person,
      ambient,
      otherIds: [other],
      dealing: 'played',
      happened: result === 'drew' ? null : { happening: result, name },
      episode: { text: `${RESULTS[result]} ${name}`, importance: 0.4 },
    })
    await setBodyLeaveTime(tx, life.world.id, id, at + LINGERS_MS)
    if (result === 'won') await completeBeatWant(tx, person, other, at)
  }
  await recordMatchGame(tx, instant, game)
}

/** Handles one move at a table. */
export async function runTableMove(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const stored = await readGame(tx, life.world.id, due.subject_id)
  const game = stored === undefined ? null : gameAt(stored, at)
  if (game === null || game.status === 'finished') return 0
  // A disabled player's time runs out.
  const player = await life.people.of(tx, game.to_move, at)
  if (player?.agent.enabled !== 1) return 0
  if (game.ply >= PLIES_MAX) {
    await rememberGame(tx, instant, await agreeDraw(tx, game, at))
    return 0
  }
  const { ply, fen } = game
  const turn = { worldId: life.world.id, gameId: game.id, ply, fen, skill: skillIn(instant, player) }
  const prefetchResult = life.movePrefetcher?.moveFor(turn) ?? null
  const move = prefetchResult?.move ?? tableMove(life.base, turn)
  if (move.kind === 'resigns') {
    await rememberGame(tx, instant, await resign(tx, game, at))
    return 1
  }
  if (move.uci === null) return 0
  const played = prefetchResult?.moves === game.moves ? prefetchResult.result : null
  const moved = await applyMove(tx, { game, uci: move.uci, permit: async () => null, computedMove: played }, at)
  if (typeof moved === 'string') return 0
  if (moved.game.status === 'finished') await rememberGame(tx, instant, moved.game)
  else {
    const next = at + (1 + Math.floor(move.chance * 2)) * MINUTE_MS
    await putDue(tx, { worldId: life.world.id, kind: TABLE, subjectId: game.id }, next)
    // A game of a match, or one started before this process.
    if (prefetchResult === null && life.movePrefetcher !== null)
      prefetchMoves(instant, moved.game, [player, await life.people.of(tx, moved.game.to_move, at)])
  }
  return 1
}

/** Entry file of the chess worker threads. */
export const CHESS_WORKER = new URL('./chess-worker.js', import.meta.url)

const dueGames = prepare<{ at: number }, DueRow>((sql, param) =>
  sql
    .selectFrom('due as d')
    .innerJoin('worlds as w', 'w.id', 'd.world_id')
    .select(['d.world_id', 'd.kind', 'd.subject_id', 'd.at'])
    .where('d.kind', '=', literal(CHESS_REPLY))
    .where('d.at', '<=', param('at'))
    // Games of a paused world wait.
    .where('w.residents_paused', '=', literal(0))
    .where('w.status', '=', literal('running'))
    .orderBy('d.at')
    .orderBy('d.subject_id')
    .limit(literal(20)),
)
const nextGame = prepare<Record<string, never>, { at: number }>((sql) =>
  sql
    .selectFrom('due as d')
    .innerJoin('worlds as w', 'w.id', 'd.world_id')
    .select('d.at')
    .where('d.kind', '=', literal(CHESS_REPLY))
    .where('w.residents_paused', '=', literal(0))
    .where('w.status', '=', literal('running'))
    .orderBy('d.at')
    .limit(literal(1)),
)
const playerOf = prepare<
  { world: string; id: string },
  Pick<AgentRow, 'enabled' | 'specialty' | 'interests' | 'bio' | 'persona'>
>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['enabled', 'specialty', 'interests', 'bio', 'persona'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)
/** Computes a reply outside any transaction. The move itself checks whether the position has changed meanwhile. */
async function reply(deps: Deps, moveChooser: MoveChooser, due: DueRow, at: number): Promise<void> {
  const { database, ambient } = deps
  const { state } = await deps.control.current()
  const stored = await readGame(database.read, due.world_id, due.subject_id)
  const game = stored === undefined ? null : gameAt(stored, at)
  const mover =
    game === null ? undefined : await database.read.first(playerOf, { world: due.world_id, id: game.to_move })
  // A disabled player's time runs out.
  const open = game !== null && game.status !== 'finished' && mover?.enabled === 1
  const seed = `${due.world_id} ${due.subject_id} ${game?.ply}`
  const skill = open ? skillOf(mover, ambient.random('chess', game.to_move)) : undefined
  const uci = open ? await moveChooser.choose(game.start_fen, movesOf(game), seed, skill) : null
  await database.transact(
    async (tx) => {
      if (!(await takeDue(tx, due)) || !open || uci === null) return
      const moved = await moveInGame(
        tx,
        { worldId: due.world_id, agentId: game.to_move, gameId: game.id, uci, permit: async () => null },
        at,
      )
      if (typeof moved === 'string') return
      await scheduleReply(tx, ambient, moved.game, at)
      const there = inWorld(state, due.world_id)
      if (there !== null) await publishMove(tx, there, { game: moved.game, moverId: game.to_move }, at)
    },
    { quiet: true },
  )
}

/** Periodic job: replies of residents in games with visitors. */
export const chessReplies = (deps: Deps, moveChooser: MoveChooser) => ({
  name: 'chess-replies',
  async run(at: number): Promise<number> {
    const due = await deps.database.read.all(dueGames, { at })
    for (const row of due) await reply(deps, moveChooser, row, at)
    return due.length
  },
  next: async (): Promise<number | null> => (await deps.database.read.first(nextGame, {}))?.at ?? null,
})
