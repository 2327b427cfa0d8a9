// Subjects of conversations: what happened to a resident, read from rows, and the choice among them.
import {
  affairName,
  clockWords,
  issueSubject,
  type LifeMove,
  type LivedEvent,
  whenWords,
} from '@agent-network/voice/life'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { type GameRow, opponentOf, readGame } from '../../../stores/city/games/games.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import { knowledgeOf, factOf as storedFact } from '../../../stores/minds/knowledge.ts'
import { type Happening, happeningOf } from '../../../stores/town/happenings.ts'
import { isTrouble } from '../../../stores/town/states.ts'
import { changesOf, type Thing } from '../../../stores/town/things.ts'
import { type AffairRow, affairOf, MATCH, runningAffairs } from '../affairs/store.ts'
import { acquaintanceNamed, displayNameOf } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { newsEvent } from '../gossip/facts.ts'
import { factOf } from '../gossip/news.ts'
import type { Person } from '../mind/people.ts'
import { type PromiseRow, promiseOf, promisesOf } from '../promise/store.ts'
import { plansUnder } from '../speak/plans.ts'

/** Prefix of the issue of plans about lives; the rest identifies the row. */
export const LIVED_ISSUE = 'lived:'

/** Moves that tell a subject; the reason of their plan is its label. */
export const TELLING: ReadonlySet<string> = new Set<LifeMove>(['tell', 'shared', 'cited'])

/** A subject of talk: a row of the store as an event of one resident. */
export interface Subject {
  readonly issue: string
  readonly ownerId: string
  readonly event: LivedEvent
  /** The other parties. */
  readonly partyIds: readonly string[]
  /** The subject inside a sentence. */
  readonly label: string
  readonly weight: number
}

/** How far back a subject may lie. */
const RECENT_MS = 6 * DAY_MS
/** How far ahead an appointment may lie. */
const AHEAD_MS = 3 * DAY_MS
/** Weight of a subject after this time is a third. */
const FADE_MS = 3 * DAY_MS

interface Owner {
  readonly instant: Instant
  readonly person: Person
}

const finishedGames = (side: 'white_agent_id' | 'black_agent_id') =>
  prepare<{ world: string; agent: string; since: number }, GameRow>((sql, param) =>
    sql
      .selectFrom('games')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where(side, '=', param('agent'))
      .where('status', '=', literal('finished'))
      .where('updated_at', '>', param('since'))
      .orderBy('updated_at', 'desc')
      .limit(literal(4)),
  ) as never as ReturnType<typeof prepare<{ world: string; agent: string; since: number }, GameRow>>
const gamesAsWhite = finishedGames('white_agent_id')
const gamesAsBlack = finishedGames('black_agent_id')

interface EpisodeRow {
  id: string
  text: string
  created_at: number
}
const latestEpisodes = prepare<{ world: string; agent: string; since: number }, EpisodeRow>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select(['id', 'text', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', literal(0))
    .where('created_at', '>', param('since'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(16)),
)
const episodeById = prepare<{ world: string; id: string }, EpisodeRow & { agent_id: string }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select(['id', 'text', 'created_at', 'agent_id'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)
const placeBefore = prepare<{ world: string; agent: string; at: number }, { destination_id: string }>((sql, param) =>
  sql
    .selectFrom('journeys')
    .select('destination_id')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('depart_at', '<=', param('at'))
    .orderBy('depart_at', 'desc')
    .limit(literal(1)),
)

const placeOf = ({ instant: { map } }: Owner, id: string | null): Destination | undefined =>
  id === null || id === '' ? undefined : map?.destination(id)

export const inSentence = (label: string): string => label.replace(/^The (?=\p{Lu})/u, 'the ').replace(/,.*$/u, '')

/** `at the Fish Hall`, for facts that name a second place. */
const atPlace = (place: Destination | undefined): string | undefined =>
  place === undefined ? undefined : `at ${inSentence(place.label)}`

const subject = (
  { instant: { at }, person }: Owner,
  {
    ref,
    event,
    partyIds = [],
    label,
    weight,
  }: { ref: string; event: Omit<LivedEvent, 'owner'>; partyIds?: readonly string[]; label: string; weight: number },
): Subject => ({
  issue: `${LIVED_ISSUE}${ref}`,
  ownerId: person.agent.id,
  event: { ...event, owner: person.agent.display_name },
  partyIds,
  label,
  weight: weight * Math.max(0.15, Math.exp(-Math.abs(at - event.at) / FADE_MS)),
})

/** Time and place of the next appointment with the same agent. */
async function nextWith(
  tx: Tx,
  { instant, person }: Owner,
  otherId: string,
): Promise<{ nextwhen?: string; nextat?: string }> {
  const { life, map, at } = instant
  const ahead = await promisesOf(tx, { worldId: life.world.id, agentId: person.agent.id }, at, at + RECENT_MS)
  const row = ahead.find(
    ({ status, maker_id, other_id }) => status === 'open' && (maker_id === otherId || other_id === otherId),
  )
  const place = row === undefined ? undefined : map?.destination(row.place_id)
  return place === undefined ? {} : { nextwhen: whenWords(row!.at, at), nextat: atPlace(place)! }
}

const GAME_MOODS = { won: 'good', lost: 'bad', drew: 'plain' } as const

async function gameSubject(tx: Tx, owner: Owner, game: GameRow): Promise<Subject | null> {
  const { instant, person } = owner
  const ownId = person.agent.id
  const isWhite = game.white_agent_id === ownId
  if (game.status !== 'finished' || (!isWhite && game.black_agent_id !== ownId)) return null
  const won = isWhite ? 'white_won' : 'black_won'
  const result = game.result === 'draw' ? 'drew' : game.result === won ? 'won' : 'lost'
  const otherId = opponentOf(game, ownId)
  const other = await displayNameOf(tx, instant, otherId)
  const next = await nextWith(tx, owner, otherId)
  return subject(owner, {
    ref: `game:${game.id}`,
    event: {
      kind: `game.${result}`,
      mood: GAME_MOODS[result],
      at: game.updated_at,
      other,
      place: placeOf(owner, game.destination_id),
      facts: {
        moves: String(Math.ceil(game.ply / 2)),
        minutes: String(Math.max(1, Math.round((game.updated_at - game.created_at) / MINUTE_MS))),
        end: game.end_reason ?? undefined,
        colour: isWhite ? 'white' : 'black',
        again: next.nextat === undefined ? 'no' : 'yes',
        ...next,
      },
    },
    partyIds: [otherId],
    label: `the game against ${other}`,
    weight: 2,
  })
}

/** Minutes that somebody waited for an absent party. */
const WAITED_MIN = '20'

const brokenBy = ({ status, maker_id, other_id }: PromiseRow): string | null =>
  status === 'broken_by_maker' ? maker_id : status === 'broken_by_other' ? other_id : null

async function promiseSubject(tx: Tx, owner: Owner, row: PromiseRow): Promise<Subject | null> {
  const { instant, person } = owner
  const { at } = instant
  const ownId = person.agent.id
  const otherId = row.maker_id === ownId ? row.other_id : row.maker_id
  const place = placeOf(owner, row.place_id)
  if (place === undefined || (row.maker_id !== ownId && row.other_id !== ownId)) return null
  const other = await displayNameOf(tx, instant, otherId)
  const idea = row.maker_id === ownId ? 'mine' : 'theirs'
  const base = { at: row.at, other, place }
  const about = { ref: `promise:${row.id}`, partyIds: [otherId] }
  if (row.status === 'open' && row.at > at)
    return row.kind === 'trial'
      ? null
      : subject(owner, {
          ...about,
          event: {
            ...base,
            kind: `plan.${row.kind}`,
            mood: 'plain',
            facts: { asked: idea, what: row.kind === 'game' ? undefined : row.kind },
          },
          label: `an appointment with ${other}`,
          weight: 0.5,
        })
  if (row.at > at) return null
  const next = await nextWith(tx, owner, otherId)
  const further = { next: next.nextat === undefined ? 'no' : 'yes', ...next }
  if (row.status === 'kept')
    return row.kind !== 'meeting'
      ? null
      : subject(owner, {
          ...about,
          event: { ...base, kind: 'promise.met', mood: 'good', facts: { asked: idea, ...further } },
          label: `meeting ${other}`,
          weight: 1.4,
        })
  const absentId = brokenBy(row)
  if (absentId === null) return null
  const plans = await plansUnder(tx, instant.life.world.id, row.id)
  const isSorry = plans.some(({ move, agent_id }) => move === 'apologise' && agent_id === absentId)
  const waited = absentId !== ownId
  return subject(owner, {
    ...about,
    event: {
      ...base,
      kind: waited ? 'promise.waited' : 'promise.missed',
      mood: 'bad',
      facts: {
        sorry: isSorry ? 'yes' : 'no',
        reply: isSorry ? 'yes' : 'no',
        forgive: person.grudges.has(otherId) ? 'no' : 'yes',
        waited: WAITED_MIN,
        ...further,
      },
    },
    label: waited ? `waiting for ${other}` : `not meeting ${other}`,
    weight: 2.2,
  })
}

const EPISODES: readonly (readonly [pattern: RegExp, kind: string, weight: number])[] = [
  [
    /^Went to (?<place>.+?) for (?:the (?<fair>market|fair)|the (?:funeral|visit) of (?<person>.+)|(?<event>.+))$/u,
    'attended',
    1.6,
  ],
  [/^Argued with (?<other>.+) over (?<subject>.+)$/u, 'argued.argued', 0.35],
  [/^Was talked round by (?<other>.+) on (?<subject>.+)$/u, 'argued.yielded', 0.5],
  [/^Settled (?<subject>.+) with (?<other>.+)$/u, 'argued.settled', 0.4],
  [/^Came round to (?<label>“.+”)$/u, 'idea', 0.4],
]

/** Longer subjects would stand in too many sentences in the same words. */
const SUBJECT_WORDS_MAX = 4

function attendedKind(episode: string): string {
  const kind = /\bthe (market|fair|funeral|visit)\b/u.exec(episode)?.[1]
  return `attended.${kind === undefined ? 'feast' : kind === 'visit' ? 'guest' : kind}`
}

async function episodeSubject(tx: Tx, owner: Owner, row: EpisodeRow): Promise<Subject | null> {
  const { instant } = owner
  const { life, map, at } = instant
  for (const [pattern, kind, weight] of EPISODES) {
    const found = pattern.exec(row.text)?.groups
    if (found === undefined) continue
    const base = { at: row.created_at, mood: 'plain' as const }
    const about = { ref: `episode:${row.id}`, weight }
    if (kind === 'attended') {
      const name = row.text.slice(row.text.indexOf(' for ') + 5)
      const place = map?.destinations.find(({ label }) => inSentence(label) === found.place || label === found.place)
      const happening = (await life.town.happenings(tx, at)).find((one) => one.name === name)
      const short = found.person === undefined ? name : `the ${/funeral/u.test(name) ? 'funeral' : 'visit'}`
      return subject(owner, {
        ...about,
        event: {
          ...base,
          kind: attendedKind(row.text),
          place,
          facts: {
            event: name,
            short,
            person: found.person?.replace(/,.*$/u, ''),
            personfull: found.person,
            hour: happening && clockWords(happening.starts_at),
            until: happening && happening.ends_at < at ? clockWords(happening.ends_at) : undefined,
          },
        },
        label: short,
      })
    }
    const { other, subject: matter, label } = found
    if (matter !== undefined && matter.split(' ').length > SUBJECT_WORDS_MAX) return null
    const edge = other === undefined ? undefined : await acquaintanceNamed(tx, owner, other)
    return subject(owner, {
      ...about,
      event: {
        ...base,
        kind,
        other,
        facts: { subject: matter, label, now: (edge?.affinity ?? 0) < -0.1 ? 'bad' : 'good' },
      },
      partyIds: edge === undefined ? [] : [edge.other_agent_id],
      label: matter ?? label ?? 'an argument',
    })
  }
  return null
}

const TOWN_KINDS: ReadonlySet<string> = new Set(['storm', 'flood', 'lift', 'blackout', 'forecast'])
const COMING_KINDS: ReadonlySet<string> = new Set(['market', 'feast', 'fair', 'guest'])

async function happeningSubject(tx: Tx, owner: Owner, row: Happening): Promise<Subject | null> {
  const { instant, person } = owner
  const { life, at } = instant
  const place = placeOf(owner, row.place_id)
  const short = row.name.replace(/,.*$/u, '')
  const base = { at: row.starts_at, mood: 'plain' as const, place }
  const about = { ref: `happening:${row.id}`, label: short }
  const times = {
    short,
    hour: clockWords(row.starts_at),
    until:
      row.ends_at < at && row.kind !== 'forecast' ? clockWords(row.ends_at - (row.ends_at % (HOUR_MS / 2))) : undefined,
  }
  if (row.starts_at > at)
    return row.stage !== 'announced' || !COMING_KINDS.has(row.kind) || place === undefined
      ? null
      : subject(owner, {
          ...about,
          event: {
            ...base,
            kind: 'coming',
            facts: { ...times, comingday: whenWords(row.starts_at, at), reply: 'yes' },
          },
          weight: 0.8,
        })
  if (!TOWN_KINDS.has(row.kind)) return null
  if (row.kind === 'forecast' && row.outcome !== 'right' && row.outcome !== 'wrong') return null
  const stay = await tx.first(placeBefore, { world: life.world.id, agent: person.agent.id, at: row.starts_at })
  const thing = (await life.town.things(tx)).find(({ id }) => id === row.thing_id)
  return subject(owner, {
    ...about,
    event: {
      ...base,
      kind: `town.${row.kind}${row.kind === 'forecast' ? `.${row.outcome}` : ''}`,
      facts: {
        ...times,
        thing: thing?.name,
        steps: row.kind === 'flood' ? `${row.figure} steps` : undefined,
        odds: row.kind === 'forecast' ? String(row.figure) : undefined,
        whereat: row.kind === 'forecast' ? undefined : atPlace(placeOf(owner, stay?.destination_id ?? null)),
      },
    },
    weight: row.kind === 'forecast' ? 0.3 : 0.8,
  })
}

/** Whether a keeper speaks of a thing: it is in trouble, lent, or mended. Daily counts are not news. */
const isWorthTelling = ({ state }: Thing): boolean =>
  isTrouble(state) || state.sort === 'working' || (state.sort === 'lent' && state.to !== '')

async function thingSubject(tx: Tx, owner: Owner, thing: Thing): Promise<Subject> {
  const { instant } = owner
  const [last] = await changesOf(tx, instant.life.world.id, thing.id)
  return subject(owner, {
    ref: `thing:${thing.id}:${thing.since}`,
    event: {
      kind: 'work',
      mood: isTrouble(thing.state) ? 'bad' : 'plain',
      at: thing.since,
      facts: { thing: thing.name, fact: await factOf(tx, instant, thing), cause: last?.cause || undefined },
    },
    label: thing.name,
    weight: isTrouble(thing.state) ? 1.4 : 0.7,
  })
}

const ROLES = ['owner', 'other', 'third'] as const

async function affairSubject(tx: Tx, owner: Owner, row: AffairRow): Promise<Subject | null> {
  const parties = JSON.parse(row.parties) as Record<string, string>
  const role = ROLES.find((one) => parties[one] === owner.person.agent.id)
  if (role === undefined || row.kind === MATCH || row.status !== 'running') return null
  const [otherId = '', thirdId = ''] = ROLES.filter((one) => one !== role).map((one) => parties[one] ?? '')
  if (otherId === '') return null
  return subject(owner, {
    ref: `affair:${row.id}`,
    event: {
      kind: `affair.${row.kind}.${role}`,
      mood: 'plain',
      at: row.created_at,
      other: await displayNameOf(tx, owner.instant, otherId),
      third: thirdId === '' ? undefined : await displayNameOf(tx, owner.instant, thirdId),
      facts: { thing: row.thing, short: row.thing.replace(/^(?:that|who|how to) .*$/u, 'it') },
    },
    partyIds: [otherId, thirdId].filter((id) => id !== ''),
    label: affairName(row.kind, row.thing),
    weight: 1.8,
  })
}

function wantSubject(owner: Owner): Subject | null {
  const { want } = owner.person
  if (want?.status !== 'open') return null
  const done = want.target > 0 ? want.progress / want.target : want.progress
  return subject(owner, {
    ref: `want:${want.id}`,
    event: {
      kind: 'want',
      mood: 'plain',
      at: want.created_at,
      facts: { goal: want.goal, far: done < 0.25 ? 'begun' : done < 0.75 ? 'half' : 'near' },
    },
    label: 'a plan',
    weight: 0.4,
  })
}

async function grudgeSubject(tx: Tx, owner: Owner, otherId: string): Promise<Subject | null> {
  const grudge = owner.person.grudges.get(otherId)
  if (grudge === undefined) return null
  const other = await displayNameOf(tx, owner.instant, otherId)
  return subject(owner, {
    ref: `grudge:${otherId}:${grudge.created_at}`,
    event: { kind: 'grudge', mood: 'bad', at: grudge.created_at, other, facts: { reason: inSentence(grudge.reason) } },
    partyIds: [otherId],
    label: `a quarrel with ${other}`,
    weight: 0.8,
  })
}

/** A fact that a resident knows, as a subject of talk with a listener. */
export async function newsSubject(
  tx: Tx,
  owner: Owner,
  fact: Parameters<typeof newsEvent>[2],
  to: { readonly listenerId: string; readonly from: string | null },
): Promise<Subject> {
  const { id, subject_id, about, audience, learned_at } = fact
  return subject(owner, {
    ref: `fact:${id}`,
    event: { at: learned_at, ...(await newsEvent(tx, owner, fact, to)) },
    partyIds: subject_id === '' ? [] : [subject_id],
    // A memory does not show whom a secret is about.
    label: about === '' || audience !== 'public' ? 'news' : `news of ${inSentence(about)}`,
    weight: 1,
  })
}

/** Everything of the last days that a resident can tell, from a bounded number of rows. */
export async function subjectsOf(tx: Tx, owner: Owner): Promise<Subject[]> {
  const { instant, person } = owner
  const { life, at } = instant
  const world = life.world.id
  const agent = person.agent.id
  const since = at - RECENT_MS
  const found: (Subject | null)[] = []
  for (const row of await promisesOf(tx, { worldId: world, agentId: agent }, since, at + AHEAD_MS))
    found.push(await promiseSubject(tx, owner, row))
  for (const statement of [gamesAsWhite, gamesAsBlack])
    for (const game of await tx.all(statement, { world, agent, since })) found.push(await gameSubject(tx, owner, game))
  for (const row of await tx.all(latestEpisodes, { world, agent, since }))
    found.push(await episodeSubject(tx, owner, row))
  for (const row of await runningAffairs(tx, world)) found.push(await affairSubject(tx, owner, row))
  for (const row of await life.town.happenings(tx, at)) found.push(await happeningSubject(tx, owner, row))
  for (const thing of await life.town.things(tx))
    if (thing.keeperId === agent && thing.since > since && isWorthTelling(thing))
      found.push(await thingSubject(tx, owner, thing))
  // A cached resident has its grudges in the order in which they began, others in the order of ids.
  for (const otherId of [...person.grudges.keys()].sort()) found.push(await grudgeSubject(tx, owner, otherId))
  found.push(wantSubject(owner))
  return found.filter((one) => one !== null)
}

/** Whether another resident was at the same event: its memory has the same words. */
export async function isSharedBy(
  tx: Tx,
  { life, at }: Instant,
  { issue, event }: Subject,
  otherId: string,
): Promise<boolean> {
  if (!event.kind.startsWith('attended')) return false
  const world = life.world.id
  const id = issue.slice(issue.lastIndexOf(':') + 1)
  const own = await tx.first(episodeById, { world, id })
  const theirs = await tx.all(latestEpisodes, { world, agent: otherId, since: at - RECENT_MS })
  return theirs.some(({ text }) => text === own?.text)
}

/** The subject of a plan, read again from its row; null if the row is gone. */
export async function subjectOf(tx: Tx, owner: Owner, issue: string, listenerId = ''): Promise<Subject | null> {
  const { life } = owner.instant
  const world = life.world.id
  const [sort = '', id = ''] = issue.slice(LIVED_ISSUE.length).split(':')
  switch (sort) {
    case 'game': {
      const game = await readGame(tx, world, id)
      return game === undefined ? null : gameSubject(tx, owner, game)
    }
    case 'promise': {
      const row = await promiseOf(tx, world, id)
      return row === undefined ? null : promiseSubject(tx, owner, row)
    }
    case 'episode': {
      const row = await tx.first(episodeById, { world, id })
      return row?.agent_id === owner.person.agent.id ? episodeSubject(tx, owner, row) : null
    }
    case 'affair': {
      const row = await affairOf(tx, world, id)
      return row === undefined ? null : affairSubject(tx, owner, row)
    }
    case 'happening': {
      const row = await happeningOf(tx, world, id)
      return row === undefined ? null : happeningSubject(tx, owner, row)
    }
    case 'thing': {
      const thing = (await life.town.things(tx)).find((one) => one.id === id)
      return thing === undefined ? null : thingSubject(tx, owner, thing)
    }
    case 'fact': {
      const one = { worldId: world, agentId: owner.person.agent.id }
      const row = await knowledgeOf(tx, one, id)
      const fact = await storedFact(tx, world, id)
      if (row === undefined || fact === undefined) return null
      const from = row.heard_from === '' ? null : await displayNameOf(tx, owner.instant, row.heard_from)
      return newsSubject(tx, owner, { ...fact, ...row, learned_at: row.at }, { listenerId, from })
    }
    case 'want':
      return owner.person.want?.id === id ? wantSubject(owner) : null
    case 'grudge':
      return grudgeSubject(tx, owner, id)
    default:
      return null
  }
}

/** Whether an issue is a standing question. */
export const isStandingQuestion = (issue: string): boolean => issueSubject(issue) !== undefined
