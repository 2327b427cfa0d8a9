// Invariants of simulated worlds, checked on the rows of the store.
import { Chess } from 'chess.js'
import type { Query } from './city-store.ts'
import { BEGINNING } from './life-world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A time in which residents were to keep still: all of them, or one that an operator had stopped. */
export interface Stillness {
  readonly agentId: string | null
  readonly from: number
  readonly to: number
}

export interface Fence {
  readonly maxResidentRepliesPerVisitorPerDay: number
  readonly maxInvitesPerVisitorPerDay: number
  readonly maxChessChallengesPerVisitorPerDay: number
  readonly residentDmToVisitorEnabled: boolean
}
export const USUAL_FENCE: Fence = {
  maxResidentRepliesPerVisitorPerDay: 40,
  maxInvitesPerVisitorPerDay: 6,
  maxChessChallengesPerVisitorPerDay: 3,
  residentDmToVisitorEnabled: true,
}

export interface Lived {
  readonly worldId: string
  readonly query: Query
  readonly now: number
  /** Whether everything that was due by now has been lived. */
  readonly caughtUp: boolean
  readonly still: readonly Stillness[]
  readonly fence: Fence
}

type Row = Record<string, any>

/** PostgreSQL gives its long integers as text. */
const INTEGER =
  /(^|_)(at|by|until|to|day|n|used|count|ply|turn|turns|deadline|seat|fence|position|enabled|private|publishable|resident|since|figure)$/
const plain = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && INTEGER.test(name) && /^-?\d+$/.test(value) ? Number(value) : value,
    ]),
  )

export type Rows = Record<string, Row[]>

const TABLES = [
  ...['agents', 'posts', 'replies', 'likes', 'follows', 'reposts', 'threads', 'messages', 'topics', 'tallies'],
  ...['bodies', 'journeys', 'encounters', 'encounter_participants', 'encounter_turns', 'games'],
  ...['due', 'lives', 'life_worlds', 'budgets', 'episodes', 'thoughts', 'idea_events', 'contributions', 'echoes'],
  ...['plans', 'affairs', 'promises', 'wants', 'grudges', 'things', 'thing_changes', 'happenings'],
]

export async function readRows(query: Query, worldId: string): Promise<Rows> {
  const rows: Rows = {}
  for (const table of TABLES)
    rows[table] = (await query(`select * from ${table} where world_id = '${worldId}'`)).map(plain)
  return rows
}

const countBy = (rows: readonly Row[], key: (row: Row) => string | null): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = key(row)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

const groupBy = (rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

const isPublic = ({ visibility }: Row): boolean => visibility === 'public'

/** Everything that is counted as it comes and goes, against the rows that are there. */
function* counters(rows: Rows): Iterable<string> {
  const publicPosts = rows.posts!.filter(isPublic)
  const replies = rows.replies!.filter(isPublic)
  const expected: [string, string, Map<string, number>][] = [
    ['posts', 'like_count', countBy(rows.likes!, ({ post_id, reply_id }) => (reply_id === '' ? post_id : null))],
    ['posts', 'reply_count', countBy(replies, ({ post_id }) => post_id)],
    ['replies', 'like_count', countBy(rows.likes!, ({ reply_id }) => (reply_id === '' ? null : reply_id))],
    ['agents', 'post_count', countBy(publicPosts, ({ agent_id }) => agent_id)],
    ['agents', 'reply_count', countBy(replies, ({ agent_id }) => agent_id)],
    ['agents', 'following_count', countBy(rows.follows!, ({ agent_id }) => agent_id)],
    ['agents', 'followers_count', countBy(rows.follows!, ({ target_agent_id }) => target_agent_id)],
    ['threads', 'message_count', countBy(rows.messages!.filter(isPublic), ({ thread_id }) => thread_id)],
    ['topics', 'post_count', countBy(publicPosts, ({ topic_id }) => topic_id)],
  ]
  for (const [table, column, counts] of expected)
    for (const row of rows[table]!)
      if (row[column] !== (counts.get(row.id) ?? 0))
        yield `${table}.${column} of ${row.id} is ${row[column]}, not ${counts.get(row.id) ?? 0}`
  const days = countBy(publicPosts, ({ created_at }) => String(Math.floor(created_at / DAY)))
  for (const { day, n } of rows.tallies!.filter(({ scope }) => scope === 'posts'))
    if (n !== (days.get(String(day)) ?? 0)) yield `the tally of day ${day} is ${n}, not ${days.get(String(day)) ?? 0}`
}

/** An agent is in one place at a time. */
function* bodies(rows: Rows, { now }: Lived): Iterable<string> {
  const journeys = new Map(rows.journeys!.map((walk) => [walk.id, walk]))
  const last = new Map<string, Row>()
  for (const walk of rows.journeys!.toSorted((a, b) => a.depart_at - b.depart_at)) {
    const before = last.get(walk.agent_id)
    if (before !== undefined && before.arrive_at > walk.depart_at)
      yield `${walk.agent_id} sets out on ${walk.id} while it walks ${before.id}`
    last.set(walk.agent_id, walk)
  }
  for (const body of rows.bodies!) {
    const who = `the body of ${body.agent_id}`
    if (body.leaves_at < body.arrive_at) yield `${who} leaves at ${body.leaves_at} and comes at ${body.arrive_at}`
    const walk = journeys.get(body.journey_id)
    if (walk !== undefined && (walk.destination_id !== body.destination_id || walk.arrive_at !== body.arrive_at))
      yield `${who} is not where its walk ${walk.id} led`
    if (walk !== undefined && last.get(body.agent_id) !== walk) yield `${who} is not on its last walk`
  }
  const places = new Map(rows.bodies!.map((body) => [body.agent_id, body]))
  const isAt = (agentId: string, place: string): boolean => {
    const body = places.get(agentId)
    return body !== undefined && body.destination_id === place && body.arrive_at <= now && now < body.leaves_at
  }
  for (const game of rows.games!)
    if (game.status !== 'finished' && game.destination_id !== null && game.due_at > now)
      for (const id of [game.white_agent_id, game.black_agent_id])
        if (!isAt(id, game.destination_id)) yield `${id} plays ${game.id} and is not at its table`
}

/** Every game is one that chess.js plays too, and stands where the row says. */
function* games(rows: Rows): Iterable<string> {
  for (const game of rows.games!) {
    const board = game.start_fen === null ? new Chess() : new Chess(game.start_fen)
    const moves: string[] = JSON.parse(game.moves)
    try {
      for (const uci of moves)
        board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci.slice(4) || 'q' })
    } catch (error) {
      yield `${game.id}: ${String(error)}`
      continue
    }
    if (board.fen() !== game.fen) yield `${game.id} stands at ${board.fen()}, not ${game.fen}`
    if (game.ply !== moves.length) yield `${game.id} has ${moves.length} plies, not ${game.ply}`
    const mover = board.turn() === 'w' ? game.white_agent_id : game.black_agent_id
    if (game.to_move !== mover) yield `${game.id}: it is the turn of ${mover}, not ${game.to_move}`
    const over = game.status === 'finished'
    if (over !== (game.result !== null) || over !== (game.end_reason !== null) || over !== (game.due_at === null))
      yield `${game.id} is ${game.status} with ${game.result}, ${game.end_reason}, ${game.due_at}`
    if (board.isGameOver() && !over) yield `${game.id} goes on after its end`
    const winner = board.turn() === 'w' ? 'black_won' : 'white_won'
    if (board.isCheckmate() && (game.result !== winner || game.end_reason !== 'checkmate'))
      yield `${game.id} is mate and ends with ${game.result} by ${game.end_reason}`
  }
}

const ROSTER = 6

/** Rosters of six; turns by members, heard by exactly those who were there. */
function* encounters(rows: Rows, { now }: Lived): Iterable<string> {
  const kinds = new Map(rows.agents!.map(({ id, kind }) => [id, kind]))
  const rosters = groupBy(rows.encounter_participants!, ({ encounter_id }) => encounter_id)
  const ends = new Map(rows.encounters!.map((row) => [row.id, row.ended_at ?? row.deadline]))
  for (const [id, roster] of rosters) {
    const seats = roster.filter(({ seat }) => seat !== null).map(({ seat }) => seat)
    if (seats.length > ROSTER || new Set(seats).size !== seats.length) yield `${id} has the seats ${seats}`
    for (const row of roster)
      if (row.joined_at !== null && row.left_at !== null && row.left_at < row.joined_at)
        yield `${row.agent_id} leaves ${id} before it comes`
  }
  for (const turn of rows.encounter_turns!) {
    const { id, encounter_id, agent_id, created_at: at } = turn
    const roster = rosters.get(encounter_id) ?? []
    const speaker = roster.find((row) => row.agent_id === agent_id)
    if (speaker?.state !== 'engaged' || speaker.joined_at > at || (speaker.left_at ?? at) < at)
      yield `${id} is spoken by ${agent_id}, who is no member of ${encounter_id}`
    if (at > ends.get(encounter_id)!) yield `${id} is spoken after the end of ${encounter_id}`
    const witnesses = new Set<string>(JSON.parse(turn.witnesses))
    for (const row of roster) {
      if (row.agent_id === agent_id || row.joined_at === null) continue
      const surely = row.joined_at < at && (row.left_at === null || row.left_at > at)
      // A visitor may have come back; when it was there first is not kept.
      const perhaps = kinds.get(row.agent_id) === 'visitor' || (row.joined_at <= at && (row.left_at ?? at) >= at)
      if (surely && !witnesses.has(row.agent_id)) yield `${row.agent_id} was there and did not hear ${id}`
      if (!perhaps && witnesses.has(row.agent_id)) yield `${row.agent_id} was not there and heard ${id}`
    }
    for (const other of witnesses)
      if (other === agent_id || !roster.some((row) => row.agent_id === other)) yield `${other} is no witness of ${id}`
    if (rows.journeys!.some((walk) => walk.agent_id === agent_id && walk.depart_at < at && at < walk.arrive_at))
      yield `${agent_id} speaks ${id} while it walks`
  }
  // A resident is in one conversation at a time; visitors may be asked to another.
  const talks = rows.encounter_participants!.filter(
    (row) => row.joined_at !== null && kinds.get(row.agent_id) === 'resident',
  )
  for (const [agentId, own] of groupBy(talks, ({ agent_id }) => agent_id)) {
    let until = 0
    for (const row of own.toSorted((a, b) => a.joined_at - b.joined_at)) {
      if (row.joined_at < until) yield `${agentId} is in two conversations, one of them ${row.encounter_id}`
      until = Math.min(row.left_at ?? now, ends.get(row.encounter_id)!)
    }
  }
}

/** Every active resident has exactly one next tick, and other agents have none. */
function* turns(rows: Rows, { now, caughtUp }: Lived): Iterable<string> {
  const due = new Map(rows.due!.filter(({ kind }) => kind === 'turn').map((row) => [row.subject_id, row.at]))
  const living = new Set(rows.lives!.map(({ agent_id }) => agent_id))
  for (const id of due.keys()) if (!living.has(id)) yield `${id} has a turn and does not live`
  for (const id of living) if (!due.has(id)) yield `${id} lives and has no next turn`
  if (!caughtUp) return
  for (const { id, kind } of rows.agents!) if (kind === 'resident' && !living.has(id)) yield `${id} never woke up`
  for (const [id, at] of due) if (at <= now) yield `${id} missed its turn at ${at}`
}

/** Rows that carry their author and a time. */
const DONE = [
  'posts',
  'replies',
  'likes',
  'follows',
  'reposts',
  'messages',
  'journeys',
  'encounter_turns',
  'idea_events',
  'contributions',
  'thoughts',
]
/** Acts that were due within this time before the simulation continues are still performed. */
const MISSED = 10 * MINUTE

function* stillness(rows: Rows, { still, now }: Lived): Iterable<string> {
  const residents = new Set(rows.agents!.filter(({ kind }) => kind === 'resident').map(({ id }) => id))
  for (const table of DONE)
    for (const { id, agent_id, created_at: at } of rows[table]!) {
      if (at < BEGINNING || !residents.has(agent_id)) continue
      if (at > now) yield `${table} ${id} is of tomorrow`
      if (still.some(({ agentId, from, to }) => (agentId ?? agent_id) === agent_id && at > from && at < to - MISSED))
        yield `${agent_id} did ${table} ${id} at a time when it was to keep still`
    }
}

/** Reading 1.24, counted from what was done and not from what was booked. */
function* fence(rows: Rows, { fence: most }: Lived): Iterable<string> {
  const kinds = new Map(rows.agents!.map(({ id, kind }) => [id, kind]))
  const authors = new Map(rows.posts!.map(({ id, agent_id }) => [id, agent_id]))
  const pairs = new Map(rows.threads!.map((row) => [row.id, [row.low_agent_id, row.high_agent_id]]))
  const since = new Map(rows.encounters!.map(({ id, created_at }) => [id, created_at]))
  const onDay = (visitorId: string | undefined, at: number): string | null =>
    visitorId !== undefined && kinds.get(visitorId) === 'visitor' ? `${visitorId} on day ${Math.floor(at / DAY)}` : null
  const ofResident = ({ agent_id }: Row): boolean => kinds.get(agent_id) === 'resident'
  const letters = rows.messages!.filter(ofResident)
  const addressee = ({ thread_id, agent_id }: Row): string | undefined =>
    pairs.get(thread_id)!.find((id) => id !== agent_id)
  const repliesPerDay = countBy([...rows.replies!.filter(ofResident), ...letters], (row) =>
    onDay('thread_id' in row ? addressee(row) : authors.get(row.post_id), row.created_at),
  )
  const invitesPerDay = countBy(rows.encounter_participants!, (row) =>
    row.invited_at === since.get(row.encounter_id) ? onDay(row.agent_id, row.invited_at) : null,
  )
  const challenged = countBy(rows.games!, (game) =>
    game.destination_id === null ? onDay(game.white_agent_id, game.created_at) : null,
  )
  const limits: [string, Map<string, number>, number][] = [
    ['answers', repliesPerDay, most.maxResidentRepliesPerVisitorPerDay],
    ['invitations', invitesPerDay, most.maxInvitesPerVisitorPerDay],
    ['challenges', challenged, most.maxChessChallengesPerVisitorPerDay],
  ]
  for (const [what, counts, cap] of limits)
    for (const [whom, n] of counts) if (n > cap) yield `${n} ${what} to ${whom}, which is more than ${cap}`
  if (!most.residentDmToVisitorEnabled)
    for (const row of letters)
      if (onDay(addressee(row), 0) !== null) yield `${row.agent_id} wrote to a visitor (${row.id})`
}

const LETTERS_A_DAY = 24

/** Words of an argument under one post, the post with them, or at one table; and those of one resident among them. */
const TALK_CAP = 14
const OWN_WORDS = 6
/** Most replies that one party of an affair writes under one post. */
const AFFAIR_WORDS = 4

function* argumentsEnd(rows: Rows): Iterable<string> {
  const texts = new Set(
    [...rows.posts!, ...rows.replies!, ...rows.encounter_turns!, ...rows.messages!].map(({ id }) => id),
  )
  for (const { id } of rows.plans!) if (!texts.has(id)) yield `something is meant by ${id}, which nobody wrote`
  for (const [rootId, talk] of groupBy(rows.plans!, ({ root_id }) => root_id)) {
    if (talk.length > TALK_CAP) yield `${talk.length} words of an argument under ${rootId}`
    for (const [agentId, n] of countBy(talk, ({ agent_id }) => agent_id))
      if (n > OWN_WORDS) yield `${agentId} argues ${n} times under ${rootId}`
  }
}

/** Replies are limited: one under another's post, two or three under one's own, and more only in an affair. */
function* ends(rows: Rows): Iterable<string> {
  const kinds = new Map(rows.agents!.map(({ id, kind }) => [id, kind]))
  const authors = new Map(rows.posts!.map(({ id, agent_id }) => [id, agent_id]))
  const argued = new Set(rows.plans!.map(({ id }) => id))
  const parties = new Set(rows.affairs!.flatMap((row) => Object.values<string>(JSON.parse(row.parties))))
  for (const [postId, replies] of groupBy(rows.replies!, ({ post_id }) => post_id)) {
    const visited = replies.some(({ agent_id }) => kinds.get(agent_id) === 'visitor')
    for (const [agentId, n] of countBy(replies, ({ id, agent_id }) =>
      kinds.get(agent_id) === 'resident' && !argued.has(id) ? agent_id : null,
    )) {
      const own = authors.get(postId) !== agentId ? 1 : visited ? 3 : 2
      const most = own + (parties.has(agentId) ? AFFAIR_WORDS : 0)
      if (n > most) yield `${agentId} answers ${n} times under ${postId}`
    }
  }
  const residents = rows.messages!.filter(({ agent_id }) => kinds.get(agent_id) === 'resident')
  for (const [where, n] of countBy(residents, (row) => `${row.thread_id} on day ${Math.floor(row.created_at / DAY)}`))
    if (n > LETTERS_A_DAY) yield `${n} letters in ${where}`
}

/** A reply to a reply names it as its parent. */
function* parents(rows: Rows): Iterable<string> {
  const replies = new Map(rows.replies!.map((row) => [row.id, row]))
  for (const { id, answers_id } of rows.plans!) {
    const reply = replies.get(id)
    if (reply !== undefined && replies.has(answers_id) && reply.parent_reply_id !== answers_id)
      yield `${id} answers ${answers_id} and has the parent ${reply.parent_reply_id}`
  }
}

const MONTH = 30 * DAY

/** A pair does not debate a standing question again within 30 days, unless one of them has changed sides. */
function* debates(rows: Rows): Iterable<string> {
  const talks = new Set(rows.encounters!.map(({ id }) => id))
  const standing = rows.plans!.filter(
    ({ issue, root_id, addressee_id }) =>
      issue !== '' && !issue.includes(':') && talks.has(root_id) && addressee_id !== '',
  )
  const pairOf = ({ issue, agent_id, addressee_id }: Row) => `${issue} ${[agent_id, addressee_id].sort().join(' ')}`
  for (const [pair, plans] of groupBy(standing, pairOf)) {
    const inOrder = [...plans].sort((one, other) => one.created_at - other.created_at)
    for (const [n, plan] of inOrder.entries()) {
      const before = inOrder[n - 1]
      if (before === undefined || before.root_id === plan.root_id || plan.created_at - before.created_at > MONTH)
        continue
      const earlier = inOrder.slice(0, n).filter(({ root_id }) => root_id === before.root_id)
      const later = inOrder.filter(({ root_id }) => root_id === plan.root_id)
      const isChanged = earlier.some((one) =>
        rows.plans!.some(
          ({ issue, agent_id, side, created_at }) =>
            issue === one.issue &&
            agent_id === one.agent_id &&
            side !== one.side &&
            created_at > one.created_at &&
            created_at <= later.at(-1)!.created_at,
        ),
      )
      if (!isChanged) yield `${pair} debate again in ${plan.root_id}`
    }
  }
}

/** A mended lift does not stop again, and an affair of one kind does not begin again, within 30 days. */
function* repetitions(rows: Rows): Iterable<string> {
  const lifts = rows.happenings!.filter(({ kind }) => kind === 'lift')
  for (const [thingId, stops] of groupBy(lifts, ({ thing_id }) => thing_id)) {
    const inOrder = [...stops].sort((one, other) => one.starts_at - other.starts_at)
    for (const [n, { starts_at }] of inOrder.entries())
      if (n > 0 && starts_at - inOrder[n - 1]!.ends_at < MONTH - DAY) yield `${thingId} stops again at ${starts_at}`
  }
  const affairs = rows.affairs!.filter(({ kind }) => kind !== 'match')
  for (const [kind, own] of groupBy(affairs, (row) => row.kind)) {
    const starts = own.map(({ created_at }) => created_at).sort((one, other) => one - other)
    for (const [n, at] of starts.entries())
      if (n > 0 && at - starts[n - 1]! < MONTH) yield `an affair ${kind} begins again at ${at}`
  }
}

/** Only the resident who lived something tells it as its own; others cite it. */
function* anecdotes(rows: Rows): Iterable<string> {
  const owners = new Map<string, readonly string[]>([
    ...rows.games!.map((row) => [`game:${row.id}`, [row.white_agent_id, row.black_agent_id]] as const),
    ...rows.promises!.map((row) => [`promise:${row.id}`, [row.maker_id, row.other_id]] as const),
    ...rows.episodes!.map((row) => [`episode:${row.id}`, [row.agent_id]] as const),
  ])
  for (const { id, issue, move, agent_id, side } of rows.plans!) {
    const who = issue.startsWith('lived:') ? owners.get(issue.slice('lived:'.length)) : undefined
    if (who === undefined || !['tell', 'shared', 'cited'].includes(move)) continue
    if (!who.includes(side)) yield `${id} tells ${issue} of ${side}, who did not live it`
    if (move !== 'cited' && agent_id !== side) yield `${id}: ${agent_id} tells ${issue} as its own`
  }
}

/** A question about what was told is answered next, and one who is asked about itself does not cite others. */
function* questions(rows: Rows): Iterable<string> {
  const ofLives = rows.plans!.filter(({ issue }) => issue.startsWith('lived:'))
  for (const [talk, plans] of groupBy(ofLives, ({ root_id }) => root_id)) {
    const inOrder = [...plans].sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    for (const [n, { id, move, reason, addressee_id }] of inOrder.entries()) {
      const next = inOrder[n + 1]
      if (next === undefined) continue
      if (move === 'ask' && (next.move !== 'answer' || next.agent_id !== addressee_id))
        yield `${id}: a question in ${talk} is followed by ${next.move} of ${next.agent_id}`
      if (move === 'inquire' && reason !== 'news' && next.move === 'cited')
        yield `${id}: asked about itself, ${next.agent_id} cites others`
    }
  }
}

const CHECKS = [
  parents,
  debates,
  repetitions,
  anecdotes,
  questions,
  counters,
  bodies,
  games,
  encounters,
  turns,
  stillness,
  fence,
  argumentsEnd,
  ends,
]

/** Everything that is wrong with a world as it is stored; nothing, as a rule. */
export async function faultsIn(lived: Lived): Promise<string[]> {
  const rows = await readRows(lived.query, lived.worldId)
  return CHECKS.flatMap((check) => [...check(rows, lived)])
}
