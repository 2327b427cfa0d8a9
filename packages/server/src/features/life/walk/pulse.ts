// Keeps the city watchable at every hour: sends residents out while few are, and two of them to a chess board.
import { HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type DueRow, putDue, putDueIfAbsent } from '../../../platform/jobs/due.ts'
import { isOffered } from '../../../stores/city/bodies.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { gamesAtPlace, isPlayer } from '../../../stores/city/games/games.ts'
import { extendStays } from '../../../stores/city/gathering.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { isOpen } from '../../../stores/town/closures.ts'
import { pick } from '../decide/decide.ts'
import { type Mover, moverOf } from '../engine/mover.ts'
import type { DueHandlers, Instant } from '../engine/world-life.ts'
import { hoursUp, toTick } from '../mind/habits.ts'
import type { Person } from '../mind/people.ts'
import { play } from '../play/chess-table.ts'
import { PULSE } from '../play/matches.ts'
import { SEPARATOR } from './obstacles.ts'
import { arrivalOf, startWalk } from './walking.ts'
import { isWorkingTime, workplaceOf } from './workplaces.ts'

/** Kind of the due row: two players meet at a board. */
const SEATING = 'seating'

/** Every window of this length gets an event. */
const WINDOW_MS = 10 * MINUTE_MS
/** A smaller world has quiet hours; in a larger one something happens without help. */
const RESIDENTS_MIN = 12
const RESIDENTS_MAX = 200
/** Share of residents who are out of the house at any hour. */
const OUT_SHARE = 0.31
/** The longest time between two checks. */
const CHECK_GAP_MS = 16 * MINUTE_MS
/** Places considered for a walk. */
const PLACES_MAX = 6

interface Position {
  readonly id: string
  readonly destination_id: string | null
  readonly depart_at: number | null
  readonly arrive_at: number | null
  readonly leaves_at: number | null
}

const positionsOf = prepare<{ world: string }, Position>((sql, param) =>
  sql
    .selectFrom('agents as a')
    .leftJoin('bodies as b', (j) => j.onRef('b.world_id', '=', 'a.world_id').onRef('b.agent_id', '=', 'a.id'))
    .leftJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'a.world_id').onRef('l.agent_id', '=', 'a.id'))
    .select(['a.id', 'b.destination_id', 'b.depart_at', 'b.arrive_at', 'b.leaves_at'])
    .where('a.world_id', '=', param('world'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .where('l.departed_at', 'is', null)
    .orderBy('a.id')
    .limit(literal(RESIDENTS_MAX + 1)),
)
const tableGames = prepare<{ world: string }, { white_agent_id: string; black_agent_id: string }>((sql, param) =>
  sql
    .selectFrom('games')
    .select(['white_agent_id', 'black_agent_id'])
    .where('world_id', '=', param('world'))
    .where('destination_id', 'is not', null)
    .where('status', '<>', literal('finished'))
    .limit(literal(20)),
)

/** Schedules the check of the next window, unless there is one. */
export const schedulePulse = (tx: Tx, { life, at }: Instant): Promise<void> =>
  putDueIfAbsent(tx, { worldId: life.world.id, kind: PULSE, subjectId: life.world.id }, nextCheck({ life, at }))

/** A time in the middle of the next window. */
function nextCheck({ life, at }: Pick<Instant, 'life' | 'at'>): number {
  const start = (Math.floor(at / WINDOW_MS) + 1) * WINDOW_MS
  return toTick(start + (2 + life.base.random('pulse', life.world.id, start)() * 6) * MINUTE_MS)
}

const isOut = ({ leaves_at }: Position, at: number): boolean => leaves_at !== null && leaves_at > at

/** A resident who is awake and neither walks, talks nor plays; null otherwise. */
async function freeMover(tx: Tx, instant: Instant, agentId: string): Promise<Mover | null> {
  const { life, at } = instant
  const person = await life.people.of(tx, agentId, at)
  if (person === null || hoursUp(person.habits, at) === null) return null
  const mover = await moverOf(tx, instant, { agentId, seedOf: () => `pulse ${at} ${agentId}` })
  if (mover === null) return null
  const { body } = mover
  if (body !== undefined && body.arrive_at > at) return null
  return (await isTalking(tx, life.world.id, agentId, at)) ? null : mover
}

/** In working hours the workplace; otherwise a place nearby, rather one with company. */
async function destinationOf(tx: Tx, mover: Mover, map: OpenMap, company: ReadonlyMap<string, number>) {
  const { instant, person, body, location, chance } = mover
  const { life, at } = instant
  const closures = await life.town.closures(tx, map, at)
  const node = (body === undefined ? undefined : map.destination(body.destination_id))?.node ?? 0
  const isReachable = (place: Destination) => isOpen(map, closures, { from: node, to: place })
  if (isWorkingTime(person, at)) {
    const work = workplaceOf(person, { map, things: await life.town.things(tx) })
    if (work !== null && work.id !== location && isReachable(work)) return work
  }
  const near: Destination[] = []
  for (const { destination, meters } of map.near(node)) {
    if (near.length === PLACES_MAX) break
    if (destination.id !== location && meters >= 20 && isOffered(destination) && isReachable(destination))
      near.push(destination)
  }
  return near.length === 0 ? null : pick(near, ({ id }) => 1 + (company.get(id) ?? 0), chance('where to'))
}

/** Sends a resident to a place; returns the time of arrival, or null if it stays. */
async function sendOut(tx: Tx, mover: Mover, place: Destination): Promise<number | null> {
  const purpose = place.purposes[0]
  const walk = { destinationId: place.id, ...(purpose === undefined ? {} : { purpose }) }
  const arrival = arrivalOf(await startWalk(tx, mover, walk))
  if (arrival === null) return null
  const stay = (isWorkingTime(mover.person, mover.instant.at) ? 2 * HOUR_MS : 0) + 40 * MINUTE_MS
  const until = toTick(arrival + stay + mover.chance('stays')() * HOUR_MS)
  await extendStays(tx, mover.instant.life.world.id, [mover.person.agent.id], until)
  return arrival
}

const shuffle = <T>(items: readonly T[], chance: () => number): T[] =>
  items
    .map((item) => ({ item, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

/** Sends so many residents out; those at home first. */
async function sendResidentsOut(tx: Tx, instant: Instant, positions: readonly Position[], count: number) {
  if (count === 0) return 0
  const { life, map, at } = instant
  const company = new Map<string, number>()
  for (const position of positions)
    if (isOut(position, at)) company.set(position.destination_id!, (company.get(position.destination_id!) ?? 0) + 1)
  const order = shuffle(positions, life.base.random('pulse order', life.world.id, at)).toSorted(
    (a, b) => Number(isOut(a, at)) - Number(isOut(b, at)),
  )
  let acts = 0
  for (const { id } of order) {
    if (acts === count) break
    const mover = await freeMover(tx, instant, id)
    if (mover === null) continue
    const place = await destinationOf(tx, mover, map!, company)
    if (place !== null && (await sendOut(tx, mover, place)) !== null) acts += 1
  }
  return acts
}

/** Pairs tried for a game in one check. */
const PAIRS_MAX = 3
/** Somebody who is there already is preferred to somebody who has to walk. */
const PRESENT_FACTOR = 12

/** Residents who are up, with their inclination to play. */
async function playersOf(tx: Tx, { life, at }: Instant, positions: readonly Position[]) {
  const players: { position: Position; person: Person }[] = []
  for (const position of positions) {
    const person = await life.people.of(tx, position.id, at)
    if (person !== null && hoursUp(person.habits, at) !== null) players.push({ position, person })
  }
  return players
}

const keenness = ({ person }: { readonly person: Person }): number => 0.1 + person.habits.plays
const isThere = (position: Position, at: number): boolean => isOut(position, at) && position.arrive_at! <= at

/** Begins a game between two residents at one place, or sends one to the other. Returns the number of acts. */
async function seatPlayers(tx: Tx, instant: Instant, positions: readonly Position[]): Promise<number> {
  const { life, map, at } = instant
  const chance = life.base.random('board', life.world.id, at)
  let players = await playersOf(tx, instant, positions)
  for (let tried = 0; tried < PAIRS_MAX; tried++) {
    const hosts = players.filter(({ position }) => isThere(position, at))
    if (hosts.length === 0 || players.length < 2) return 0
    const host = pick(hosts, keenness, chance)
    const placeId = host.position.destination_id!
    const guest = pick(
      players.filter((player) => player !== host),
      (player) => {
        const isPresent = isThere(player.position, at) && player.position.destination_id === placeId
        return keenness(player) * (isPresent ? PRESENT_FACTOR : 1)
      },
      chance,
    )
    const pair = [host.position.id, guest.position.id] as const
    const movers = [await freeMover(tx, instant, pair[0]), await freeMover(tx, instant, pair[1])] as const
    const place = map!.destination(placeId)
    if (movers[0] !== null && movers[1] !== null && place !== undefined)
      return seatPair(tx, [movers[0], movers[1]], place)
    players = players.filter(({ position: { id } }) => !pair.some((one, n) => one === id && movers[n] === null))
  }
  return 0
}

async function seatPair(tx: Tx, [host, guest]: readonly [Mover, Mover], place: Destination): Promise<number> {
  const { life } = host.instant
  const ids = [host.person.agent.id, guest.person.agent.id]
  if (guest.location === place.id) return beginGame(tx, host, { guestId: ids[1]!, placeId: place.id })
  const arrival = await sendOut(tx, guest, place)
  if (arrival === null) return 0
  const meets = toTick(arrival + MINUTE_MS)
  await extendStays(tx, life.world.id, ids, meets + MINUTE_MS)
  await putDue(tx, { worldId: life.world.id, kind: SEATING, subjectId: [...ids, place.id].join(SEPARATOR) }, meets)
  return 1
}

/** Begins a game if the place of the host is the agreed one and neither plays there already. */
async function beginGame(
  tx: Tx,
  host: Mover,
  { guestId, placeId }: { readonly guestId: string; readonly placeId: string },
): Promise<number> {
  const { life, at } = host.instant
  const hostId = host.person.agent.id
  if (host.location !== placeId) return 0
  const games = await gamesAtPlace(tx, life.world.id, placeId, at)
  if (games.some((game) => isPlayer(game, hostId) || isPlayer(game, guestId))) return 0
  return (await play(tx, host, { kind: 'play', agentId: guestId }))?.status === 'created' ? 1 : 0
}

/** Handles the meeting at the board: a game begins if both are there and free. */
async function meetAtBoard(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const [hostId = '', guestId = '', placeId = ''] = due.subject_id.split(SEPARATOR)
  const host = await freeMover(tx, instant, hostId)
  const guest = await freeMover(tx, instant, guestId)
  return host === null || guest?.location !== placeId ? 0 : beginGame(tx, host, { guestId, placeId })
}

/** Whether somebody has set out or posted since the window began. */
function isEventful({ life, at }: Instant, positions: readonly Position[]): boolean {
  const start = Math.floor(at / WINDOW_MS) * WINDOW_MS
  if (positions.some(({ depart_at }) => depart_at !== null && depart_at >= start && depart_at <= at)) return true
  const latest = life.scene.recent[0]
  return latest !== undefined && latest.createdAt >= start && latest.createdAt <= at
}

/** Handles one window of a world. */
async function checkWindow(tx: Tx, instant: Instant, due: DueRow): Promise<number> {
  const { life, map, at } = instant
  const worldId = life.world.id
  await putDue(tx, { worldId, kind: PULSE, subjectId: due.subject_id }, nextCheck(instant))
  if (map === null) return 0
  const positions = await tx.all(positionsOf, { world: worldId })
  if (positions.length < RESIDENTS_MIN || positions.length > RESIDENTS_MAX) return 0
  const games = await tx.all(tableGames, { world: worldId })
  const busy = new Set(games.flatMap(({ white_agent_id, black_agent_id }) => [white_agent_id, black_agent_id]))
  const idle = positions.filter(({ id }) => !busy.has(id))
  // Who leaves before the next check is replaced now.
  const out = positions.filter((position) => isOut(position, at + CHECK_GAP_MS)).length
  const seated = games.length === 0 ? await seatPlayers(tx, instant, idle) : 0
  const missing = Math.ceil(positions.length * OUT_SHARE) - out - seated
  const isQuiet = seated === 0 && games.length === 0 && !isEventful(instant, positions)
  return seated + (await sendResidentsOut(tx, instant, idle, Math.max(missing, isQuiet ? 1 : 0)))
}

export const PULSE_HANDLERS: DueHandlers = { [PULSE]: checkWindow, [SEATING]: meetAtBoard }
