// Chess games of residents: with each other at a table, and replies to visitors.

import { OpenGame } from '@agent-network/chess'
import { materialBalance, type Skill, skillOf, tableMove } from '@agent-network/chess/players'
import type { MoveChooser } from '@agent-network/chess/threads'
import type { ChessSide } from '@agent-network/contract'
import { isGateOpen, isSandbox } from '../../../platform/control/switches.ts'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import type { AgentRow } from '../../../platform/db/tables/tables.ts'
import { agendaOf, type DueRow, putDue, takeDue } from '../../../platform/jobs/due.ts'
import { placeIdAt, readBody } from '../../../stores/city/bodies.ts'
import {
  agreeDraw,
  CHESS_REPLY,
  createChallenge,
  type GameRow,
  gameAfter,
  gameAt,
  gamesAtPlace,
  isPlayer,
  moveInGame,
  movesOf,
  openGames,
  opponentOf,
  readGame,
  resign,
  scheduleReply,
  startResidentGame,
  storeGame,
} from '../../../stores/city/games/games.ts'
import { extendStays, setBodyLeaveTime } from '../../../stores/city/gathering.ts'
import { inWorld, publishChallenge, publishMove } from '../../../stores/city/notices.ts'
import type { ActionOutcome } from '../../actions/action.ts'
import type { Intention } from '../decide/view.ts'
import { mayChallenge, recordSharedExperience } from '../engine/consequences.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { toTick } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import { putWant } from '../strive/wants.ts'
import { PULSE, recordMatchGame, SIT_MS, TABLE } from './matches.ts'

/** Time before which no player resigns, and after which the game is ended. */
const RESIGNS_AFTER_MS = 20 * MINUTE_MS
const GAME_MS = 36 * MINUTE_MS
/** Shortest and longest time for a move. */
const MOVE_MIN_MS = 50_000
const MOVE_SPREAD_MS = 60_000
const LINGERS_MS = 10 * MINUTE_MS
/** In a sandbox residents do not move while visitors are paused or cannot be driven. */
const POSTPONED_MS = 10 * MINUTE_MS

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

/** Share of games without a checkmate that the players remember. Residents play several games a day. */
const REMEMBERED_SHARE = 0.25
/** Time until a check whether the next two can play. */
const BOARD_FREE_MS = 2 * MINUTE_MS

/** Ends a game for both players: feelings, memories, and release from the table. */
async function rememberGame(tx: Tx, instant: Instant, game: GameRow): Promise<void> {
  const { life, at } = instant
  const isRemembered = game.end_reason === 'checkmate' || life.base.random('remembers', game.id)() < REMEMBERED_SHARE
  const ambient = ambientOfTick(life.base, at, `${life.world.id} ${game.id} end`)
  for (const id of [game.white_agent_id, game.black_agent_id]) {
    const person = await life.people.of(tx, id, at)
    if (person === null || person.agent.kind !== 'resident') continue
    const other = opponentOf(game, id)
    const name = await displayNameOf(tx, instant, other)
    const own = game.white_agent_id === id ? 'white_won' : 'black_won'
    const result = game.result === 'draw' ? 'drew' : game.result === own ? 'won' : 'lost'
    if (isRemembered)
      await recordSharedExperience(tx, instant, {
        person,
        ambient,
        otherIds: [other],
        dealing: 'played',
        happened: result === 'drew' ? null : { happening: result, name },
        episode: { text: `${RESULTS[result]} ${name}`, importance: 0.3 },
      })
    await setBodyLeaveTime(tx, life.world.id, id, at + LINGERS_MS)
    if (result === 'won') await completeBeatWant(tx, person, other, at)
  }
  await recordMatchGame(tx, instant, game)
  // The board should not stay empty for long.
  await putDue(tx, { worldId: life.world.id, kind: PULSE, subjectId: life.world.id }, toTick(at + BOARD_FREE_MS))
}

/** Material lead, in pawns, at which the player behind resigns when the time is over. */
const LEAD = 3

/** The next event of a game between residents: a move, or its end without one. */
type TableStep =
  | { readonly kind: 'moves'; readonly move: number; readonly waitMs: number }
  | { readonly kind: 'resigns' | 'agrees to a draw' | 'has no move' }

/** A game between residents in progress. */
interface TableGame {
  readonly row: GameRow
  readonly game: OpenGame
  readonly skills: Readonly<Record<ChessSide, Skill>>
}

function nextStep({ life }: Instant, { row, game, skills }: TableGame, at: number): TableStep {
  if (at - row.created_at >= GAME_MS) {
    const balance = materialBalance(game.board)
    if (balance <= -LEAD) return { kind: 'resigns' }
    if (balance < LEAD) return { kind: 'agrees to a draw' }
  }
  const mayResign = at - row.created_at >= RESIGNS_AFTER_MS
  const skill = skills[game.toMove]
  const chosen = tableMove(life.base, { worldId: life.world.id, gameId: row.id, game, skill, mayResign })
  if (chosen.kind === 'resigns') return { kind: 'resigns' }
  if (chosen.move === null) return { kind: 'has no move' }
  return { kind: 'moves', move: chosen.move, waitMs: MOVE_MIN_MS + chosen.chance * MOVE_SPREAD_MS }
}

/**
 * Handles the next event at a table. While a history is simulated nobody watches, so all moves up to the last but one
 * are played at once and stored together.
 */
export async function runTableMove(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, at } = instant
  const worldId = life.world.id
  const stored = await readGame(tx, worldId, due.subject_id)
  const row = stored === undefined ? null : gameAt(stored, at)
  if (row === null || row.status === 'finished') return 0
  const white = await life.people.of(tx, row.white_agent_id, at)
  const black = await life.people.of(tx, row.black_agent_id, at)
  // A disabled player's time runs out.
  if (white?.agent.enabled !== 1 || black?.agent.enabled !== 1) return 0
  const game = OpenGame.from(row.start_fen, movesOf(row))
  if (game === null) return 0
  const table = { row, game, skills: { white: skillIn(instant, white), black: skillIn(instant, black) } }
  const until = agendaOf(tx, worldId)?.until ?? at
  let now = at
  let movedAt = at
  while (now <= until) {
    const step = nextStep(instant, table, now)
    if (step.kind !== 'moves') {
      if (now > at) break
      return endGame(tx, instant, row, step.kind)
    }
    game.play(step.move)
    if (game.ended !== null && now > at) {
      game.takeBack()
      break
    }
    movedAt = now
    if (game.ended !== null) break
    now = toTick(now + step.waitMs)
  }
  const position = gameAfter(row, game.moves, game.state(), movedAt)
  if (!(await storeGame(tx, position, row.ply))) return 0
  if (position.status === 'finished') await rememberGame(tx, instant, position)
  else await putDue(tx, { worldId, kind: TABLE, subjectId: row.id }, now)
  return 1
}

/** Ends a game without a move. */
async function endGame(tx: Tx, instant: Instant, game: GameRow, kind: TableStep['kind']): Promise<number> {
  if (kind === 'has no move') return 0
  const end = kind === 'resigns' ? resign : agreeDraw
  await rememberGame(tx, instant, await end(tx, game, instant.at))
  return kind === 'resigns' ? 1 : 0
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
  const world = state.worlds.byId.get(due.world_id)
  const isStopped = !isGateOpen(state.switches, 'visitorDriveEnabled') || world?.visitorsPaused === true
  if (isStopped && isSandbox(state.switches, due.world_id)) {
    const key = { worldId: due.world_id, kind: due.kind, subjectId: due.subject_id }
    await database.transact((tx) => putDue(tx, key, at + POSTPONED_MS), { quiet: true })
    return
  }
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
      await scheduleReply(tx, { ambient }, moved.game, at)
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
