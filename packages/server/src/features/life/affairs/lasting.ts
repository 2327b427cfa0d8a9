// Lasting changes: affairs after which somebody has another trade, home, companion or city.
import { affairOf, isLasting, lastingText, newcomers, ROLES, type Role, tradeName } from '@agent-network/voice/life'
import { ambientOfTick } from '../../../platform/core/ambient.ts'
import { foldHandle } from '../../../platform/core/text.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import { dropDue, putDue, scheduleWorldReload } from '../../../platform/jobs/due.ts'
import { HOME, isOffered, moveIn } from '../../../stores/city/bodies.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { openGames } from '../../../stores/city/games/games.ts'
import { nearest } from '../../../stores/city/map/city-map.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { leaveCity } from '../../../stores/city/movement.ts'
import { putAgent, readAgent, readAgentByHandle } from '../../../stores/posts/agents.ts'
import { planHappening } from '../../../stores/town/happenings.ts'
import { putThing, type Thing } from '../../../stores/town/things.ts'
import { pick } from '../decide/decide.ts'
import { displayNameOf, type Mover } from '../engine/mover.ts'
import type { Instant } from '../engine/world-life.ts'
import { recordFact } from '../gossip/facts.ts'
import { habitsOf, TICK } from '../mind/habits.ts'
import { type Person, remember } from '../mind/people.ts'
import { LIVING_TOGETHER, raiseTie } from '../mind/relationships.ts'
import { midSentence } from '../walk/obstacles.ts'
import { workplaceOf } from '../walk/workplaces.ts'
import { AFFAIR, type AffairRow, insertAffair, lastingAffairs, partiesOf, runningAffairs } from './store.ts'

/** The stage at which the change is made. */
export const CHANGE_STAGE = 'done'

/** One change per period; it begins in the first half, so that 30 days have one to three of them. */
const PERIOD_DAYS = 14
const START_DAYS = 7
const DISTANCE_MS = 7 * DAY_MS
/** Time without another change for those concerned. */
const PERSON_MS = 60 * DAY_MS
const ANNOUNCED_AFTER_MS = 9 * HOUR_MS
/** A smaller world stays as it is, and nobody leaves one below the second number. */
const RESIDENTS_MIN = 12
const LEAVING_MIN = 22
const RESIDENTS_MAX = 200

const WEIGHTS = { trade: 3, takeover: 3, couple: 2, newcomer: 2, move: 1.5, leave: 1.5 } as const
type Kind = keyof typeof WEIGHTS
const KINDS = Object.keys(WEIGHTS) as Kind[]

const residentsOf = prepare<{ world: string }, { id: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents as a')
    .innerJoin('lives as l', (j) => j.onRef('l.world_id', '=', 'a.world_id').onRef('l.agent_id', '=', 'a.id'))
    .select(['a.id', 'a.handle'])
    .where('a.world_id', '=', param('world'))
    .where('a.kind', '=', literal('resident'))
    .where('a.enabled', '=', literal(1))
    .where('l.departed_at', 'is', null)
    .orderBy('a.id')
    .limit(literal(RESIDENTS_MAX + 1)),
)

interface Facts {
  /** The thing that passes to another keeper. */
  readonly thingId?: string
  /** Handle of the newcomer. */
  readonly handle?: string
}

const factsOf = ({ facts }: AffairRow): Facts => (facts === '' ? {} : (JSON.parse(facts) as Facts))

interface Choice {
  readonly owner: Person
  readonly other: Person
  readonly thing: string
  readonly facts?: Facts
}

/** The residents among whom a change is chosen. */
interface Cast {
  readonly instant: Instant
  readonly people: readonly Person[]
  /** Those without a change in the last 60 days. */
  readonly fresh: readonly Person[]
  readonly things: readonly Thing[]
  readonly map: OpenMap
  readonly chance: () => number
}

const idOf = ({ agent }: Person): string => agent.id
const affinityTo = ({ edges }: Person, other: Person): number => edges.get(idOf(other))?.affinity ?? 0
const isKeeper = ({ things }: Cast, person: Person): boolean => things.some(({ keeperId }) => keeperId === idOf(person))

/** A person rather close to another. */
const pickFriend = ({ chance }: Cast, person: Person, others: readonly Person[]): Person =>
  pick(others, (other) => 0.05 + Math.max(0, affinityTo(person, other)), chance)

/** Workplace after a change of trade or of the things kept. */
const workplaceWith = (
  { map, things }: Cast,
  person: Person,
  change: { readonly specialty?: string | null; readonly things?: readonly Thing[] },
): string | null => {
  const specialty = change.specialty === undefined ? person.agent.specialty : change.specialty
  const changed = { ...person, agent: { ...person.agent, specialty } }
  return workplaceOf(changed, { map, things: change.things ?? things })?.id ?? null
}

/** The things that pass on with this one: those of its keeper at the same place. */
const thingsWith = (things: readonly Thing[], { keeperId, placeId }: Thing): Thing[] =>
  things.filter((thing) => thing.keeperId === keeperId && thing.placeId === placeId)

const handedOver = (things: readonly Thing[], passing: readonly Thing[], keeperId: string): Thing[] =>
  things.map((thing) => (passing.includes(thing) ? { ...thing, keeperId } : thing))

/** The first thing that gives the owner a new workplace and the other one another. A book is no work to hand over. */
function thingToTakeOver(cast: Cast, owner: Person, other: Person): Thing | undefined {
  return cast.things.find((thing) => {
    if (thing.keeperId !== idOf(other) || thing.kind === 'book') return false
    const things = handedOver(cast.things, thingsWith(cast.things, thing), idOf(owner))
    return (
      workplaceWith(cast, owner, {}) !== thing.placeId &&
      workplaceWith(cast, owner, { things }) === thing.placeId &&
      workplaceWith(cast, other, { things }) !== thing.placeId
    )
  })
}

/** What somebody takes over: the thing, or the place whose yield it counts. */
const workNameOf = ({ map }: Cast, { kind, name, placeId }: Thing): string =>
  kind === 'tally' ? midSentence(map.destination(placeId)!.label) : name

/** An owner and another who fit, in random order of owners. */
function choosePair(
  cast: Cast,
  isOwner: (owner: Person) => boolean,
  fits: (owner: Person, other: Person) => boolean,
): { owner: Person; other: Person } | null {
  const rest = cast.fresh.filter(isOwner)
  while (rest.length > 0) {
    const owner = pick(rest, () => 1, cast.chance)
    rest.splice(rest.indexOf(owner), 1)
    const others = cast.fresh.filter((other) => other !== owner && fits(owner, other))
    if (others.length > 0) return { owner, other: pickFriend(cast, owner, others) }
  }
  return null
}

const COUPLE_AFFINITY = 0.3
const livesWithSomebody = ({ edges }: Person): boolean =>
  [...edges.values()].some(({ familiarity }) => familiarity === LIVING_TOGETHER)

const bioSentence = (kind: string, role: Role, words: Readonly<Record<string, string>>): string =>
  lastingText('bio', `${kind} ${role}`, words) ?? ''

/** Labels of places to live by. A label that suggests other working hours is excluded. */
function homesFor({ instant: { life }, map }: Cast, { agent, habits }: Person): string[] {
  const labels = map.destinations.filter(isOffered).map(({ label }) => midSentence(label))
  return labels.filter((thing) => {
    if (agent.bio.includes(thing.replace(/^the /u, ''))) return false
    const bio = `${agent.bio} ${bioSentence('move', 'owner', { thing })}`
    return habitsOf(life.base.random, { ...agent, bio }).wakesAt === habits.wakesAt
  })
}

const anybody = (): boolean => true

const CHOOSERS: Readonly<Record<Kind, (cast: Cast) => Choice | null>> = {
  trade(cast) {
    const pair = choosePair(
      cast,
      (owner) => !isKeeper(cast, owner),
      (owner, other) => {
        const { specialty } = other.agent
        if (specialty === null || specialty === owner.agent.specialty) return false
        const place = workplaceWith(cast, owner, { specialty })
        return place !== null && place !== workplaceWith(cast, owner, {})
      },
    )
    return pair === null ? null : { ...pair, thing: tradeName(pair.other.agent.specialty!) }
  },
  takeover(cast) {
    const pair = choosePair(
      cast,
      (owner) => !isKeeper(cast, owner),
      (owner, other) => thingToTakeOver(cast, owner, other) !== undefined,
    )
    if (pair === null) return null
    const thing = thingToTakeOver(cast, pair.owner, pair.other)!
    return { ...pair, thing: workNameOf(cast, thing), facts: { thingId: thing.id } }
  },
  couple(cast) {
    const pair = choosePair(
      cast,
      (owner) => !livesWithSomebody(owner),
      (owner, other) =>
        !livesWithSomebody(other) && Math.min(affinityTo(owner, other), affinityTo(other, owner)) >= COUPLE_AFFINITY,
    )
    return pair === null ? null : { ...pair, thing: 'the house' }
  },
  move(cast) {
    const pair = choosePair(cast, (owner) => homesFor(cast, owner).length > 0, anybody)
    return pair === null ? null : { ...pair, thing: pick(homesFor(cast, pair.owner), () => 1, cast.chance) }
  },
  leave(cast) {
    if (cast.people.length < LEAVING_MIN) return null
    const pair = choosePair(cast, (owner) => !isKeeper(cast, owner) && !livesWithSomebody(owner), anybody)
    return pair === null ? null : { ...pair, thing: 'the city' }
  },
  newcomer(cast) {
    const candidates = newcomers().flatMap(({ host, handle, displayName }) => {
      const owner = cast.fresh.find(({ agent }) => agent.handle === host)
      const isHere = cast.people.some(({ agent }) => agent.handle === handle)
      return owner === undefined || isHere ? [] : [{ owner, handle, displayName }]
    })
    if (candidates.length === 0 || cast.fresh.length < 2) return null
    const { owner, handle, displayName } = pick(candidates, () => 1, cast.chance)
    const others = cast.fresh.filter((person) => person !== owner)
    return { owner, other: pickFriend(cast, owner, others), thing: displayName, facts: { handle } }
  },
}

/** Those whose life a change concerns. The third only comments on it, unless it is the newcomer. */
const concernedBy = (row: AffairRow): string[] => {
  const { owner, other, third } = partiesOf(row)
  return row.kind === 'newcomer' ? [owner, other, third] : [owner, other]
}

/** The residents of the phrase book's own city; null in other worlds, whose profiles stay as they were imported. */
async function readCast(tx: Tx, instant: Instant, recent: readonly AffairRow[]): Promise<Cast | null> {
  const { life, map, at } = instant
  const rows = await tx.all(residentsOf, { world: life.world.id })
  if (map === null || rows.length < RESIDENTS_MIN || rows.length > RESIDENTS_MAX) return null
  if (!newcomers().some(({ host }) => rows.some(({ handle }) => handle === host))) return null
  const people: Person[] = []
  for (const { id } of rows) {
    const person = await life.people.of(tx, id, at)
    if (person !== null) people.push(person)
  }
  const concerned = new Set(recent.flatMap(concernedBy))
  return {
    instant,
    people,
    fresh: people.filter((person) => !concerned.has(idOf(person))),
    things: await life.town.things(tx),
    map,
    chance: life.base.random('lasting change', life.world.id, at),
  }
}

/** The kinds by weighted chance, without the last one; nobody leaves twice in 60 days. */
function orderedKinds({ chance }: Cast, recent: readonly AffairRow[]): Kind[] {
  const rest = KINDS.filter(
    (kind) => kind !== recent.at(-1)?.kind && !(kind === 'leave' && recent.some((row) => row.kind === 'leave')),
  )
  const order: Kind[] = []
  while (rest.length > 0) {
    const kind = pick(rest, (one) => WEIGHTS[one], chance)
    rest.splice(rest.indexOf(kind), 1)
    order.push(kind)
  }
  return order
}

/** Starts the lasting change of the current period, from its day on, unless there was one. */
export async function startLastingChange(tx: Tx, instant: Instant): Promise<void> {
  const { life, at } = instant
  const day = Math.floor(at / DAY_MS)
  const period = Math.floor(day / PERIOD_DAYS)
  const firstDay = period * PERIOD_DAYS
  if (day < firstDay + Math.floor(life.base.random('lasting day', life.world.id, period)() * START_DAYS)) return
  const running = (await runningAffairs(tx, life.world.id)).filter(({ kind }) => isLasting(kind))
  const recent = [...(await lastingAffairs(tx, life.world.id, at - PERSON_MS)), ...running]
  if (running.length > 0 || recent.some(({ created_at }) => created_at >= firstDay * DAY_MS)) return
  if (recent.some(({ created_at }) => at - created_at < DISTANCE_MS)) return
  const cast = await readCast(tx, instant, recent)
  if (cast === null) return
  for (const kind of orderedKinds(cast, recent)) {
    const choice = CHOOSERS[kind](cast)
    if (choice === null) continue
    const { owner, other, thing, facts } = choice
    const third = pickFriend(
      cast,
      owner,
      cast.people.filter((person) => person !== owner && person !== other),
    )
    const id = ambientOfTick(life.base, at, `${life.world.id} lasting change`).id('affair', life.world.tag)
    await insertAffair(tx, {
      world_id: life.world.id,
      id,
      kind,
      stage: affairOf(kind)!.first,
      parties: JSON.stringify({ owner: idOf(owner), other: idOf(other), third: idOf(third) }),
      thing,
      root_id: '',
      status: 'running',
      created_at: at,
      updated_at: at,
      facts: facts === undefined ? '' : JSON.stringify(facts),
    })
    await putDue(tx, { worldId: life.world.id, kind: AFFAIR, subjectId: id }, at + ANNOUNCED_AFTER_MS)
    return
  }
}

/** Whether the change can be made now, later today, or never, for example because a handle is in use. */
export async function readinessOf(
  tx: Tx,
  { instant: { life, at } }: Mover,
  row: AffairRow,
): Promise<'ready' | 'later' | 'never'> {
  const { owner, other } = partiesOf(row)
  const { thingId, handle } = factsOf(row)
  if (thingId !== undefined) {
    const thing = (await life.town.things(tx)).find(({ id }) => id === thingId)
    if (thing?.keeperId !== other) return 'never'
  }
  if (handle !== undefined && (await readAgentByHandle(tx, life.world, handle)) !== undefined) return 'never'
  if (row.kind !== 'leave') return 'ready'
  const isBusy =
    (await isTalking(tx, life.world.id, owner, at)) || (await openGames(tx, life.world.id, owner, at)).length > 0
  return isBusy ? 'later' : 'ready'
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthOf = (at: number): string => MONTH.format(at)

/** Adds a sentence to a bio and changes the trade, if one is given. */
async function changeProfile(
  tx: Tx,
  { life }: Instant,
  agentId: string,
  change: { readonly sentence: string; readonly specialty?: string | null },
): Promise<void> {
  const agent = await readAgent(tx, life.world, agentId)
  if (agent === undefined) return
  const { position: _, post_count, reply_count, followers_count, following_count, last_post_at, ...draft } = agent
  await putAgent(tx, life.world, {
    ...draft,
    bio: `${draft.bio} ${change.sentence}`.trim(),
    specialty: change.specialty === undefined ? draft.specialty : change.specialty,
  })
  life.people.renew(agentId)
}

const TIES = {
  teacher: { affinity: 0.6, trust: 0.7, familiarity: 0.8, type: 'mentor' },
  couple: { affinity: 0.85, trust: 0.9, familiarity: LIVING_TOGETHER },
  friends: { affinity: 0.5, trust: 0.6, familiarity: 0.6 },
} as const

/** Raises the tie of each of the two to the other; the second is for the other, if it differs. */
async function raiseTies(
  tx: Tx,
  { instant, ambient }: Mover,
  ids: readonly [string, string],
  ties: readonly [keyof typeof TIES, keyof typeof TIES],
): Promise<void> {
  const { life, at } = instant
  for (const [i, id] of ids.entries()) {
    const person = await life.people.of(tx, id, at)
    if (person === null) continue
    const tie = TIES[ties[i]!]
    await raiseTie(tx, { ambient, world: life.world, person, otherId: ids[1 - i]!, tie }, at)
  }
}

async function takeOver(tx: Tx, { instant: { life } }: Mover, thingId: string, keeperId: string): Promise<void> {
  const things = await life.town.things(tx)
  const thing = things.find(({ id }) => id === thingId)
  if (thing === undefined) return
  for (const passing of thingsWith(things, thing)) await putThing(tx, life.world.id, { ...passing, keeperId })
  life.town.forget()
}

/** Moves a resident to the free home nearest to a place; its walks begin there. */
async function moveHome(tx: Tx, { life, map, at }: Instant, agentId: string, placeName: string): Promise<void> {
  const place = map?.destinations.find(({ label }) => midSentence(label) === placeName)
  if (map === null || place === undefined) return
  const homes = nearest(map, place.node, map.destinations.length, ({ kind }) => kind === HOME)
  const homeIds = homes.map(({ destination }) => destination.id)
  await moveIn(tx, { worldId: life.world.id, agentId }, homeIds, at)
}

/** The resident stays enabled and answers, but has no body and no ticks. */
async function departFromCity(tx: Tx, { life, at }: Instant, agentId: string): Promise<void> {
  await leaveCity(tx, life.world.id, agentId, at)
  await dropDue(tx, { worldId: life.world.id, kind: TICK, subjectId: agentId })
  const row = await life.lives.of(tx, agentId)
  if (row !== undefined) life.lives.put({ ...row, departed_at: at })
}

/** Adds the newcomer as a resident, like an import does, and returns its id. */
async function addNewcomer(tx: Tx, { instant: { life, at }, ambient }: Mover, handle: string): Promise<string> {
  const { displayName, bio, interests, specialty, persona } = newcomers().find((one) => one.handle === handle)!
  const id = ambient.id('agent', life.world.tag)
  await putAgent(tx, life.world, {
    world_id: life.world.id,
    id,
    kind: 'resident',
    handle,
    handle_folded: foldHandle(handle),
    display_name: displayName,
    bio,
    interests: JSON.stringify(interests),
    specialty,
    avatar_seed: handle,
    enabled: 1,
    persona,
    created_at: at,
  })
  await scheduleWorldReload(tx, life.world.id, at + 1_000)
  return id
}

/** Changes ties, things and bodies; returns the parties, the newcomer among them. */
async function changeLives(tx: Tx, mover: Mover, row: AffairRow): Promise<Readonly<Record<Role, string>>> {
  const parties = partiesOf(row)
  const { owner, other } = parties
  const { thingId, handle } = factsOf(row)
  switch (row.kind as Kind) {
    case 'trade':
      await raiseTies(tx, mover, [owner, other], ['friends', 'teacher'])
      return parties
    case 'takeover':
      await takeOver(tx, mover, thingId!, owner)
      await raiseTies(tx, mover, [owner, other], ['friends', 'teacher'])
      return parties
    case 'couple':
      await raiseTies(tx, mover, [owner, other], ['couple', 'couple'])
      return parties
    case 'move':
      await moveHome(tx, mover.instant, owner, row.thing)
      await raiseTies(tx, mover, [owner, other], ['friends', 'friends'])
      return parties
    case 'leave':
      await raiseTies(tx, mover, [owner, other], ['friends', 'friends'])
      await departFromCity(tx, mover.instant, owner)
      return parties
    case 'newcomer': {
      const third = await addNewcomer(tx, mover, handle!)
      await raiseTies(tx, mover, [owner, third], ['friends', 'friends'])
      return { ...parties, third }
    }
  }
}

/** Interest of the news of a lasting change: people talk about it. */
const CHANGE_INTEREST = 0.6

/** Makes the change of an affair: lives, profiles, memories, news and a happening. Returns the row with its new parties. */
export async function applyLastingChange(tx: Tx, mover: Mover, row: AffairRow): Promise<AffairRow> {
  const { instant, ambient } = mover
  const { life, at } = instant
  const { world } = life
  const teacher = await readAgent(tx, world, partiesOf(row).other)
  const parties = await changeLives(tx, mover, row)
  const words = {
    owner: await displayNameOf(tx, instant, parties.owner),
    other: await displayNameOf(tx, instant, parties.other),
    thing: row.thing,
    month: monthOf(at),
  }
  for (const role of ROLES) {
    const agentId = parties[role]
    const sentence = bioSentence(row.kind, role, words)
    const learns = role === 'owner' && (row.kind === 'trade' || row.kind === 'takeover')
    const specialty = learns ? teacher?.specialty : undefined
    if (sentence !== '')
      await changeProfile(tx, instant, agentId, { sentence, ...(specialty === undefined ? {} : { specialty }) })
    const text = lastingText('episode', `${row.kind} ${role}`, words)
    if (text !== null) await remember(tx, { ambient, world, agentId, episode: { text, importance: 0.8 } }, at)
  }
  const news = lastingText('episode', `${row.kind} ${row.kind === 'newcomer' ? 'other' : 'third'}`, words)
  if (news !== null) {
    const isNewcomer = row.kind === 'newcomer'
    const draft = {
      kind: 'affair' as const,
      text: `${news}.`,
      subjectId: isNewcomer ? parties.third : parties.owner,
      about: isNewcomer ? row.thing : words.owner,
      interest: CHANGE_INTEREST,
      ...(row.root_id === '' ? {} : { source: { kind: 'post', id: row.root_id } }),
    }
    await recordFact(tx, { ambient, world }, { draft, knowerIds: Object.values(parties) }, at)
  }
  await planHappening(tx, {
    world_id: world.id,
    id: `change-${row.id}`,
    kind: 'change',
    name: lastingText('happening', row.kind, words) ?? row.thing,
    place_id: '',
    thing_id: '',
    stage: 'over',
    figure: 0,
    outcome: '',
    root_id: '',
    starts_at: at,
    ends_at: at + HOUR_MS,
  })
  life.town.forget()
  return { ...row, parties: JSON.stringify(parties) }
}
