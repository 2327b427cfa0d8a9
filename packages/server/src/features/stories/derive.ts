// Periodic job: derives stories from affairs, disputes, promises, happenings and grudges.
import { affairStory, stagesOf, storySentence } from '@agent-network/voice/life'
import type { Ambient } from '../../platform/core/ambient.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/core/time.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import type { PeriodicJob, PeriodicJobDeps } from '../../platform/jobs/scheduler.ts'
import { isPurged, type World } from '../../platform/worlds/worlds.ts'
import {
  addPairEvent,
  endForgiven,
  FORMING_MS,
  forgivenGrudge,
  grudgeStoryOf,
  missedGame,
  pairEventOf,
  promiseStoryOf,
  QUIET_MS,
  sidesOf,
  WAITED_MS,
} from './pairs.ts'
import {
  type AffairSource,
  about,
  BATCH,
  byTime,
  deleteStory,
  endStory,
  finishedGames,
  type GameSource,
  type GrudgeSource,
  type HappeningSource,
  happeningById,
  happeningsAround,
  idOf,
  isPublicText,
  type Marks,
  PLANS,
  type PromiseSource,
  promisesUnder,
  putMarks,
  putStory,
  quietStories,
  type Run,
  readMarks,
  refsOf,
  SOURCES,
  type StoryRow,
  type StoryStep,
  sentence,
  type TextSource,
  textsUnder,
  token,
} from './store.ts'

// ── Affairs and matches ──

interface Parties {
  readonly owner: string
  readonly other: string
  readonly third: string
}
const ROLE_NAMES = ['owner', 'other', 'third'] as const
const MATCH = 'match'
const CAMPAIGNS: ReadonlySet<string> = new Set(['petition'])

async function affairStoryOf(run: Run, row: AffairSource): Promise<void> {
  const parties = JSON.parse(row.parties) as Parties
  const story = affairStory(row.kind, wordsOf(row, parties))
  const texts = await textsUnder(run, row.id)
  if (texts.length === 0) return
  const roleOf = (id: string) => ROLE_NAMES.find((role) => parties[role] === id) ?? 'third'
  const stages = stagesOf(
    row.kind,
    texts.map((text) => ({
      role: roleOf(text.agent_id),
      as: text.own_post === null ? 'reply' : 'post',
      text: text.text ?? '',
    })),
  )
  const words = wordsOf(row, parties)
  const isCampaign = CAMPAIGNS.has(row.kind)
  const episodes = texts.map((text, i): StoryStep => {
    const found = storySentence(`${row.kind} ${stages[i]}`, words)
    const { text: wording, open } = found ?? about(isCampaign ? 'campaign wrote' : 'affair wrote', text.agent_id)
    const named = ROLE_NAMES.map((role) => parties[role]).filter(
      (id) => id === text.agent_id || (id !== '' && wording.includes(token(id))),
    )
    return {
      id: text.id,
      at: text.created_at,
      basis: 'post',
      step: stages[i]!,
      text: wording,
      open,
      agents: [...new Set(named)],
      ...refsOf(text),
    }
  })
  const isOver = row.status !== 'running'
  const active = new Set(episodes.flatMap(({ agents }) => agents))
  const title = story?.title ?? `${token(parties.owner)} and ${token(parties.other)}: ${row.thing}`
  // The title names nobody whose part is not known yet.
  const isKnown = ROLE_NAMES.every((role) => active.has(parties[role]) || !title.includes(token(parties[role])))
  await putStory(run.tx, run.world.id, {
    id: idOf(run, row.id, row.created_at),
    kind: isCampaign ? 'campaign' : 'affair',
    state: isOver ? 'ended' : 'open',
    title: isKnown ? title : episodes[0]!.text.replace(/\.$/u, ''),
    roles: Object.fromEntries(
      ROLE_NAMES.filter((role) => active.has(parties[role])).map((role) => [parties[role], story?.roles[role] ?? role]),
    ),
    source: row.id,
    episodes,
    endedAt: isOver ? row.updated_at : null,
  })
}

const wordsOf = ({ thing }: AffairSource, parties: Parties) => ({
  thing,
  owner: token(parties.owner),
  other: token(parties.other),
  third: token(parties.third),
})

const inHalves = (points: number): string =>
  points % 1 === 0 ? String(points) : `${Math.floor(points) === 0 ? '' : Math.floor(points)}½`

/** The state of a match in its affair; a seed may begin it with earlier games. */
interface MatchFacts {
  readonly of: number
  readonly played: number
  readonly owner: number
  readonly other: number
}

/** Time between an agreed game and the end of the game. */
const GAME_MS = 4 * HOUR_MS

/** A game of a match, or a game that was missed. */
interface Round {
  readonly promise: PromiseSource
  readonly game: GameSource | undefined
  readonly at: number
  /** The post about it. */
  readonly text: TextSource | undefined
}

/** A post about a game comes within this time. */
const REPORTED_MS = 1.5 * DAY_MS

/** The rounds of a match in order, and the posts that belong to none. */
async function roundsOf(
  { tx, world }: Run,
  { row, owner, other }: { row: AffairSource; owner: string; other: string },
  texts: readonly TextSource[],
): Promise<{ rounds: Round[]; rest: TextSource[] }> {
  const from = row.created_at
  const agreed = (await tx.all(promisesUnder, { world: world.id, agent: owner, from })).filter(
    ({ root_id, status }) => root_id === row.id && (status === 'kept' || status.startsWith('broken')),
  )
  const games = await finishedGames(tx, world.id, { one: owner, two: other, from })
  const rest = [...texts]
  const rounds: Round[] = []
  for (const promise of agreed) {
    const isOf = ({ created_at, destination_id }: GameSource) =>
      destination_id === promise.place_id && created_at >= promise.at - MINUTE_MS && created_at <= promise.at + GAME_MS
    const [game] = promise.status === 'kept' ? games.filter(isOf).sort((a, b) => a.created_at - b.created_at) : []
    if (promise.status === 'kept' && game === undefined) continue
    const at = game?.updated_at ?? promise.at + WAITED_MS
    const i = rest.findIndex(({ created_at }) => created_at >= at && created_at < at + REPORTED_MS)
    rounds.push({ promise, game, at, text: i < 0 ? undefined : rest.splice(i, 1)[0] })
  }
  return { rounds, rest }
}

const winnerOf = ({ result, white_agent_id, black_agent_id }: GameSource): string =>
  result === 'draw' ? '' : result === 'white_won' ? white_agent_id : black_agent_id

/** Points of a player in these rounds. */
const pointsIn = (rounds: readonly Round[], player: string): number =>
  rounds.reduce((sum, { game }) => {
    const winner = game === undefined ? null : winnerOf(game)
    return sum + (winner === player ? 1 : winner === '' ? 0.5 : 0)
  }, 0)

interface Standing {
  readonly owner: string
  readonly other: string
  /** Points of both. */
  readonly points: readonly [number, number]
}

/** The leader's points first. */
const scoreOf = ({ points: [one, two] }: Standing): string =>
  `${inHalves(Math.max(one, two))} to ${inHalves(Math.min(one, two))}`

const wroteOf = ({ agent_id }: TextSource, owner: string, other: string) =>
  about('match wrote', agent_id, agent_id === owner ? other : owner)

function roundEpisode(
  { promise, game, at, text }: Round,
  { owner, other, points, n, of }: Standing & { n: number; of: number },
): StoryStep {
  const refs = text === undefined ? {} : { publicText: wroteOf(text, owner, other).text, ...refsOf(text) }
  const common = { at, basis: 'game', agents: [owner, other], placeId: promise.place_id, ...refs } as const
  if (game === undefined) {
    const { waiter, absent } = sidesOf(promise)
    return { ...common, id: promise.id, step: 'missed', ...about('match missed', waiter, absent) }
  }
  const winner = winnerOf(game)
  const [a, b] = winner === other ? [other, owner] : [owner, other]
  const head = `match ${winner === '' ? 'drawn' : 'won'}${points[0] === points[1] ? ' even' : ''}`
  const leader = token(points[0] >= points[1] ? owner : other)
  const more = { n: String(n), of: String(of), score: scoreOf({ owner, other, points }), leader }
  return { ...common, id: game.id, step: 'game', gameId: game.id, ...about(head, a, b, more) }
}

/** A match: its games, the games that were missed, and the posts about them. */
async function matchStoryOf(run: Run, row: AffairSource): Promise<void> {
  const { owner, other } = JSON.parse(row.parties) as Parties
  const facts = JSON.parse(row.facts) as MatchFacts
  const { of } = facts
  const { rounds, rest } = await roundsOf(run, { row, owner, other }, await textsUnder(run, row.id))
  const counted = rounds.filter(({ game }) => game !== undefined).length
  // A seed may begin a match with earlier games.
  const earlier = {
    played: Math.max(0, facts.played - counted),
    points: [facts.owner - pointsIn(rounds, owner), facts.other - pointsIn(rounds, other)] as const,
  }
  const episodes: StoryStep[] = []
  const standingAfter = (so: readonly Round[]): Standing => ({
    ...{ owner, other },
    points: [earlier.points[0] + pointsIn(so, owner), earlier.points[1] + pointsIn(so, other)],
  })
  for (const [i, round] of rounds.entries()) {
    const so = rounds.slice(0, i + 1)
    const n = earlier.played + so.filter(({ game }) => game !== undefined).length
    episodes.push(roundEpisode(round, { ...standingAfter(so), n, of }))
    if (round.game === undefined) await missedGame(run, round.promise, round.text)
  }
  for (const text of rest) {
    const common = { id: text.id, at: text.created_at, basis: 'post', step: 'wrote', agents: [owner, other] } as const
    episodes.push({ ...common, ...wroteOf(text, owner, other), ...refsOf(text) })
  }
  if (episodes.length === 0) return
  const isOver = row.status !== 'running'
  if (isOver) episodes.push(matchEnd(row, standingAfter(rounds)))
  const player = sentence('role player', {}).text
  await putStory(run.tx, run.world.id, {
    id: idOf(run, row.id, row.created_at),
    kind: 'match',
    state: isOver ? 'ended' : 'open',
    title: about('match title', owner, other, { of: String(of) }).text,
    roles: { [owner]: player, [other]: player },
    source: row.id,
    episodes: byTime(episodes),
    endedAt: isOver ? row.updated_at : null,
  })
}

function matchEnd({ id, stage, status, updated_at: at }: AffairSource, standing: Standing): StoryStep {
  const { owner, other, points } = standing
  const [a, b] = points[1] > points[0] ? [other, owner] : [owner, other]
  const isGivenUp = stage === 'abandoned' || status === 'dropped'
  const head = isGivenUp ? 'match abandoned' : `match over${points[0] === points[1] ? ' even' : ''}`
  const wording = about(head, a, b, { score: scoreOf(standing) })
  return { id: `${id} end`, at, basis: 'game', step: 'end', ...wording, agents: [owner, other] }
}

/** The texts of residents: disputes, support, and posts about happenings. */
async function readTexts(run: Run, plans: readonly TextSource[]): Promise<void> {
  const happenings = new Set<string>()
  for (const plan of plans.filter(isPublicText)) {
    if (plan.issue.startsWith(CITY)) happenings.add(plan.issue.slice(CITY.length))
    else if (plan.issue.startsWith(THING)) for (const id of await causesOf(run, plan)) happenings.add(id)
    else {
      const event = await pairEventOf(run, plan)
      if (event !== null) await addPairEvent(run, event)
    }
  }
  for (const id of happenings) {
    const row = await run.tx.first(happeningById, { world: run.world.id, id })
    if (row !== undefined) await happeningStoryOf(run, row)
  }
}

// ── Happenings ──

const CITY = 'city:'
const THING = 'thing:'
const TOLD_KINDS: ReadonlySet<string> = new Set('storm flood feast fair blackout funeral guest lift closure'.split(' '))
/** How long texts about a happening belong to its story. */
const AFTERMATH_MS = 1.5 * DAY_MS

/** Happenings that a text about a thing names as the cause. */
async function causesOf({ tx, world }: Run, { reason, created_at }: TextSource): Promise<string[]> {
  const rows = await tx.all(happeningsAround, { world: world.id, after: created_at - AFTERMATH_MS })
  return rows.filter(({ name, kind }) => TOLD_KINDS.has(kind) && reason.includes(name)).map(({ id }) => id)
}

const thingIn = ({ reason }: TextSource): string =>
  reason.replace(/ (?:is|are|has|have|was|were|shows|stands) .*$/u, '')

async function happeningStoryOf(run: Run, row: HappeningSource): Promise<void> {
  const { tx, world } = run
  if (!TOLD_KINDS.has(row.kind) || row.stage === 'planned') return
  const span = { from: row.starts_at - 3 * DAY_MS, to: row.ends_at + AFTERMATH_MS }
  const plans = await tx.all(PLANS.news, { world: world.id, root: `${CITY}${row.id}`, ...span, limit: 120 })
  const name = row.name
  const episodes: StoryStep[] = []
  for (const plan of plans.filter(isPublicText)) {
    const isEffect = plan.issue.startsWith(THING)
    if (isEffect && !plan.reason.includes(name)) continue
    const at = plan.created_at
    const isFirst = episodes.length === 0 && at < row.starts_at
    const step = isEffect ? 'effect' : isFirst ? 'announced' : at > row.ends_at ? 'after' : 'wrote'
    const wording = about(`happening ${step}`, plan.agent_id, '', { name, thing: thingIn(plan) })
    episodes.push({ id: plan.id, at, basis: 'post', step, ...wording, agents: [plan.agent_id], ...refsOf(plan) })
  }
  const kind = storySentence(`happening ${row.kind} begun`, {}) === null ? 'other' : row.kind
  const placeId = row.place_id === '' ? {} : { placeId: row.place_id }
  const stages = [
    ['begun', row.starts_at, row.stage === 'begun' || row.stage === 'over'],
    ['over', row.ends_at, row.stage === 'over'],
  ] as const
  for (const [step, at, isReached] of stages) {
    const wording = sentence(`happening ${kind} ${step}`, { name, guest: name.replace(/^the visit of /u, '') })
    if (isReached) episodes.push({ id: step, at, basis: 'happening', step, ...wording, agents: [], ...placeId })
  }
  if (episodes.length === 0) return
  const witness = sentence('role witness', {}).text
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(row.starts_at)
  const isNamed = row.kind === 'storm' || row.kind === 'feast' || row.kind === 'guest' || row.kind === 'funeral'
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  await putStory(tx, world.id, {
    id: idOf(run, row.id, row.starts_at),
    kind: 'happening',
    state: row.stage === 'over' ? 'ended' : 'open',
    title: isNamed ? title : `${title} of ${day}`,
    roles: Object.fromEntries(episodes.flatMap(({ agents }) => agents.map((id) => [id, witness]))),
    source: row.id,
    episodes: byTime(episodes),
    endedAt: row.stage === 'over' ? row.ends_at : null,
  })
}

// ── The job ──

const HANDLERS = {
  affairs: async (run: Run, rows: readonly AffairSource[]) => {
    for (const row of rows) await (row.kind === MATCH ? matchStoryOf(run, row) : affairStoryOf(run, row))
  },
  promises: async (run: Run, rows: readonly PromiseSource[]) => {
    for (const row of rows) await promiseStoryOf(run, row)
  },
  begun: async (run: Run, rows: readonly HappeningSource[]) => {
    for (const row of rows) await happeningStoryOf(run, row)
  },
  ended: async (run: Run, rows: readonly HappeningSource[]) => {
    for (const row of rows) await happeningStoryOf(run, row)
  },
  grudges: async (run: Run, rows: readonly GrudgeSource[]) => {
    for (const row of rows) await grudgeStoryOf(run, row)
  },
  texts: readTexts,
} as const
type Source = keyof typeof HANDLERS
const ORDER = ['texts', 'affairs', 'promises', 'begun', 'ended', 'grudges'] as const satisfies readonly Source[]

const TIME_OF: Readonly<Record<Source, string>> = {
  texts: 'created_at',
  affairs: 'updated_at',
  promises: 'at',
  begun: 'starts_at',
  ended: 'ends_at',
  grudges: 'created_at',
}

interface NewRows {
  readonly source: Source
  readonly rows: readonly object[]
  readonly mark: readonly [number, number]
}

/** Rows of a source from its mark on; null if there are none besides those at the mark. */
async function newRowsOf(
  read: Read,
  { worldId, source, to }: { worldId: string; source: Source; to: number },
  marks: Marks,
): Promise<NewRows | null> {
  const [from, rows] = marks[source] ?? [0, 0]
  const span = { world: worldId, from, to, limit: BATCH + rows }
  const found =
    source === 'texts' ? await read.all(PLANS.time, { ...span, root: '' }) : await read.all(SOURCES[source], span)
  if (found.length <= rows) return null
  const timeOf = (row: object) => (row as Record<string, number>)[TIME_OF[source]]!
  const last = timeOf(found.at(-1)!)
  return { source, rows: found, mark: [last, found.filter((row) => timeOf(row) === last).length] }
}

const livedTo = prepare<{ world: string }, { lived_to: number }>((sql, param) =>
  sql.selectFrom('life_worlds').select('lived_to').where('world_id', '=', param('world')),
)

/** After this time a promise is settled: one came, both or none. */
const SETTLED_MS = 50 * MINUTE_MS

/** Promises are read when they are settled. */
const boundOf = (source: Source, until: number): number => (source === 'promises' ? until - SETTLED_MS : until)

/** Derives the stories of one world from one batch of rows. Returns the number of rows. */
async function deriveBatch(deps: PeriodicJobDeps, ambient: Ambient, world: World, at: number): Promise<number> {
  const { database } = deps
  const life = await database.read.first(livedTo, { world: world.id })
  if (life === undefined) return 0
  const until = Math.min(at, life.lived_to)
  const marks = await readMarks(database.read, world.id)
  for (const source of ORDER) {
    if ((await newRowsOf(database.read, { worldId: world.id, source, to: boundOf(source, until) }, marks)) === null)
      continue
    return database.transact(async (tx) => {
      const current = await readMarks(tx, world.id)
      const found = await newRowsOf(tx, { worldId: world.id, source, to: boundOf(source, until) }, current)
      if (found === null) return 0
      // The lock of this row also keeps other nodes from the same batch.
      await putMarks(tx, world.id, { ...current, [source]: found.mark })
      await HANDLERS[source]({ tx, world, ambient, until }, found.rows as never)
      return found.rows.length
    })
  }
  return endQuiet(deps, ambient, world, until)
}

/** Ends stories without news, deletes those that never began, and notices forgiveness. */
async function endQuiet({ database }: PeriodicJobDeps, ambient: Ambient, world: World, until: number): Promise<number> {
  const { read } = database
  const quiet = { state: 'open', before: until - HOUR_MS, limit: 3 * BATCH }
  const over: StoryRow[] = []
  const forgiven = new Map<StoryRow, StoryStep>()
  for (const row of await quietStories(read, world.id, quiet)) {
    const grudge = /^(?:grudge|promise) /u.test(row.source) ? await forgivenGrudge(read, row) : null
    if (grudge !== null) forgiven.set(row, grudge)
    else if (row.updated_at < until - (QUIET_MS[row.kind] ?? Number.MAX_SAFE_INTEGER)) over.push(row)
  }
  const before = until - FORMING_MS
  const never = await quietStories(read, world.id, { state: 'forming', before, limit: BATCH })
  const changes = over.length + forgiven.size + never.length
  if (changes === 0) return 0
  await database.transact(
    async (tx) => {
      const run = { tx, world, ambient, until }
      for (const [row, grudge] of forgiven) await endForgiven(run, row, grudge)
      for (const row of over) await endStory(tx, row)
      for (const { id } of never) await deleteStory(tx, world.id, id)
    },
    { quiet: over.length + forgiven.size === 0 },
  )
  return changes
}

/** Between two runs, unless the clock moved by more. */
const EVERY_MS = 5_000

/** The periodic job that keeps the stories of all worlds up to date. */
export function storyJob(deps: PeriodicJobDeps, ambient: Ambient): PeriodicJob {
  let doneAt = Number.NEGATIVE_INFINITY
  let doneFor = 0
  return {
    name: 'stories',
    async run(at) {
      const isRecent = ambient.elapsed() - doneAt < EVERY_MS && Math.abs(at - doneFor) < EVERY_MS
      if (isRecent) return 0
      const { state } = await deps.control.current()
      let rows = 0
      for (const world of state.worlds.byId.values())
        if (!isPurged(world)) rows += await deriveBatch(deps, ambient, world, at)
      if (rows > 0) return rows
      doneAt = ambient.elapsed()
      doneFor = at
      return 0
    },
  }
}
