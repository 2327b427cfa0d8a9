// Collects the view that a decision is based on: feed, friends, surroundings, ideas.
import { DAY_MS, HOUR_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { isUnderway } from '../../../stores/city/bodies.ts'
import { isTalking } from '../../../stores/city/encounters.ts'
import { gamesAtPlace, isPlayer } from '../../../stores/city/games/games.ts'
import type { Destination } from '../../../stores/city/map/city-map.ts'
import { type HappeningKind, weekdayOf } from '../../../stores/town/almanac.ts'
import { isOpen, metersNow } from '../../../stores/town/closures.ts'
import type { Mover } from '../engine/mover.ts'
import type { RecentPost, Scene } from '../engine/scene.ts'
import { ideasForPerson } from '../ideas/ideas.ts'
import { hoursUp } from '../mind/habits.ts'
import { type Person, strongest } from '../mind/people.ts'
import { isWorkingTime, workplaceOf } from '../walk/workplaces.ts'
import type { FeedPost, Other, Surroundings, View } from './view.ts'

/** Posts of the feed per tick. */
const FEED_SIZE = 8
const postSlots = Array.from({ length: FEED_SIZE }, (_, i) => `p${i}`)

type Slots = Record<string, string>

/** Current reply counts of posts, and whether the agent has replied to or liked each. Hidden posts are left out. */
const presentState = prepare<Slots, { id: string; reply_count: number; dealt_with: number }>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .select(['p.id', 'p.reply_count'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.or([
            eb.exists(
              eb
                .selectFrom('likes as l')
                .select(literal(1).as('one'))
                .whereRef('l.world_id', '=', 'p.world_id')
                .whereRef('l.post_id', '=', 'p.id')
                .where('l.reply_id', '=', literal(''))
                .where('l.agent_id', '=', param('agent')),
            ),
            eb.exists(
              eb
                .selectFrom('replies as r')
                .select(literal(1).as('one'))
                .whereRef('r.world_id', '=', 'p.world_id')
                .whereRef('r.post_id', '=', 'p.id')
                .where('r.agent_id', '=', param('agent')),
            ),
          ]),
        )
        .then(literal(1))
        .else(literal(0))
        .end()
        .as('dealt_with'),
    )
    .where('p.world_id', '=', param('world'))
    .where(
      'p.id',
      'in',
      postSlots.map((slot) => param(slot)),
    )
    .where('p.visibility', '=', literal('public')),
)

const otherOf = ({ edges, followed }: Person, id: string, visitor: boolean): Other => {
  const edge = edges.get(id)
  return {
    id,
    visitor,
    affinity: edge?.affinity ?? 0,
    familiarity: edge?.familiarity ?? 0,
    followed: followed.has(id),
  }
}

/** Relevance by shared words; three words give 1. */
const relevanceOf = (shared: number): number => Math.min(1, shared / 3)

interface RelevantPost {
  readonly post: RecentPost
  readonly relevance: number
}

type RankedPost = RelevantPost & { readonly rank: number }

const isBefore = (one: RankedPost, other: RankedPost): boolean =>
  one.rank > other.rank || (one.rank === other.rank && one.post.id < other.post.id)

const HALF_LIFE_MS = 10 * HOUR_MS
/** Decay factor by age in whole half-lives: an upper bound. Older posts use the last entry. */
const DECAY_BOUNDS = Array.from({ length: 12 }, (_, halves) => 0.5 ** halves)
/** Upper bound of a resident's post before chance and age, with a margin for rounding. */
const RANK_BOUND = 1.75 * 1.000001

/** Bonus of a visitor's post, since visitors have few followers. Questions get more. */
const visitorBonus = ({ text }: RecentPost): number => (text.includes('?') ? 1 : 0.4)

/** A sample of recent posts. Posts of followed agents and posts about own interests are more likely. */
function rankFeed(person: Person, scene: Scene, at: number, chance: () => number): RelevantPost[] {
  const shared = scene.about(person.cares)
  const best: RankedPost[] = []
  const { recent } = scene
  for (let place = 0; place < recent.length; place++) {
    const post = recent[place]!
    if (post.agentId === person.agent.id || post.createdAt > at) continue
    const randomFactor = 0.35 + chance()
    // Most posts rank below the last of the best eight. Cheap upper bounds reject them before the exact rank.
    const least = best.length === FEED_SIZE ? best[FEED_SIZE - 1]!.rank : 0
    const decayBound =
      DECAY_BOUNDS[Math.min(DECAY_BOUNDS.length - 1, Math.floor((at - post.createdAt) / HALF_LIFE_MS))]!
    if (!post.visitor && RANK_BOUND * randomFactor * decayBound < least) continue
    const relevance = relevanceOf(shared(place))
    const interest = relevance + (person.followed.has(post.agentId) ? 0.5 : 0) + (post.visitor ? visitorBonus(post) : 0)
    if ((0.25 + interest) * randomFactor < least) continue
    const rank = (0.25 + interest) * 0.5 ** ((at - post.createdAt) / HALF_LIFE_MS) * randomFactor
    if (rank < least) continue
    const ranked = { post, relevance, rank }
    const before = best.findIndex((other) => isBefore(ranked, other))
    best.splice(before === -1 ? best.length : before, 0, ranked)
    if (best.length > FEED_SIZE) best.pop()
  }
  return best
}

async function readFeed(
  read: Read,
  { person, scene, chance }: { person: Person; scene: Scene; chance: () => number },
  at: number,
): Promise<FeedPost[]> {
  const feed = rankFeed(person, scene, at, chance)
  if (feed.length === 0) return []
  const named: Slots = { world: person.agent.world_id, agent: person.agent.id }
  for (const [i, slot] of postSlots.entries()) named[slot] = feed[i]?.post.id ?? ''
  const open = (await read.all(presentState, named)).filter(({ dealt_with }) => dealt_with === 0)
  const replies = new Map(open.map((row) => [row.id, row.reply_count]))
  return feed
    .filter(({ post }) => replies.has(post.id))
    .map(({ post, relevance }) => ({
      id: post.id,
      author: otherOf(person, post.agentId, post.visitor),
      ageMs: at - post.createdAt,
      replyCount: replies.get(post.id)!,
      relevance,
      isQuestion: post.text.includes('?'),
      argues: post.argues,
      news: post.news,
    }))
}

const peopleAtPlace = prepare<{ world: string; place: string; at: number }, { agent_id: string; kind: string }>(
  (sql, param) =>
    sql
      .selectFrom('bodies as b')
      .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'b.world_id').onRef('a.id', '=', 'b.agent_id'))
      .select(['b.agent_id', 'a.kind'])
      .where('b.world_id', '=', param('world'))
      .where('b.destination_id', '=', param('place'))
      .where('b.leaves_at', '>', param('at'))
      .where('b.arrive_at', '<=', param('at'))
      .where('a.enabled', '=', literal(1))
      .orderBy('b.agent_id')
      .limit(literal(12)),
)

/** Places considered for a walk. */
const WALK_PLACES = 6
const walkSlots = Array.from({ length: WALK_PLACES }, (_, i) => `w${i}`)
/** People counted at a place. */
const PEOPLE_COUNTED = 3
const peopleAtPlaces = prepare<Slots & { at: number }, { destination_id: string; agent_id: string }>((sql, param) => {
  const at = (walk: string) =>
    sql
      .selectFrom(
        sql
          .selectFrom('bodies')
          .select(['destination_id', 'agent_id'])
          .where('world_id', '=', param('world'))
          .where('destination_id', '=', param(walk))
          .where('leaves_at', '>', param('at'))
          .where('arrive_at', '<=', param('at'))
          .orderBy('leaves_at')
          .orderBy('agent_id')
          .limit(literal(PEOPLE_COUNTED))
          .as(walk),
      )
      .select(['destination_id', 'agent_id'])
  const [first, ...others] = walkSlots
  return others.reduce((query, walk) => query.unionAll(at(walk)), at(first!))
})

/** Attraction of the people at each of these places. */
async function companyAt(read: Read, { agent, edges }: Person, places: readonly string[], at: number) {
  const named = Object.fromEntries(walkSlots.map((walk, i) => [walk, places[i] ?? '']))
  const company = new Map<string, number>()
  for (const { destination_id, agent_id } of await read.all(peopleAtPlaces, {
    world: agent.world_id,
    at,
    ...named,
  } as never)) {
    const liking = 0.4 + Math.max(-0.4, edges.get(agent_id)?.affinity ?? 0)
    company.set(destination_id, (company.get(destination_id) ?? 0) + liking)
  }
  return company
}

const NOWHERE: Surroundings = {
  location: null,
  underway: false,
  occupied: false,
  present: [],
  places: [],
  work: null,
  working: false,
  invitable: [],
  challengeable: [],
}
/** Friends considered for a direct message. */
const FRIENDS_MAX = 6
async function surroundings(tx: Tx, { instant, person, body, location }: Mover): Promise<Surroundings> {
  const { life, map, at } = instant
  if (map === null) return NOWHERE
  const { world_id, id } = person.agent
  const underway = body !== undefined && isUnderway(body, at)
  if (underway) return { ...NOWHERE, underway }
  // Distances start at the last place of the body. Before its first walk a resident has no place; that walk assigns one.
  const node = (body === undefined ? undefined : map.destination(body.destination_id))?.node ?? 0
  const closures = await life.town.closures(tx, map, at)
  const near: { destination: Destination; meters: number }[] = []
  for (const { destination, meters } of map.near(node)) {
    if (destination.id === location || meters < 20) continue
    const now = metersNow(map, closures, { from: node, to: destination }, meters)
    if (now !== null) near.push({ destination, meters: now })
    if (near.length === WALK_PLACES) break
  }
  const job = isWorkingTime(person, at) ? workplaceOf(person, { map, things: await life.town.things(tx) }) : null
  const working = job !== null && job.id === location
  const work = job === null || working || !isOpen(map, closures, { from: node, to: job }) ? null : job.id
  const company = await companyAt(
    tx,
    person,
    near.map(({ destination }) => destination.id),
    at,
  )
  const places = near.map(({ destination, meters }) => ({
    id: destination.id,
    purposes: destination.purposes,
    meters,
    company: company.get(destination.id) ?? 0,
  }))
  if (location === null) return { ...NOWHERE, places, work }
  const games = await gamesAtPlace(tx, world_id, location, at)
  const talking = await isTalking(tx, world_id, id, at)
  const there = await tx.all(peopleAtPlace, { world: world_id, place: location, at })
  return {
    ...NOWHERE,
    location,
    places,
    work,
    working,
    occupied: talking || games.some((game) => isPlayer(game, id)),
    invitable: there.filter(({ kind }) => kind === 'visitor').map(({ agent_id }) => agent_id),
    challengeable: there.filter(({ kind }) => kind === 'visitor').map(({ agent_id }) => agent_id),
    present: there
      .filter(({ agent_id }) => agent_id !== id)
      .map(({ agent_id, kind }) => otherOf(person, agent_id, kind === 'visitor')),
  }
}

/** Increase of talk by kind of happening while it lasts; half of it while it is recent. */
const TALK_BY_KIND: Partial<Record<HappeningKind, number>> = {
  storm: 4,
  flood: 4,
  feast: 4,
  fair: 3,
  blackout: 2.5,
  funeral: 2,
  guest: 2,
  lift: 0.6,
  market: 0.4,
}
const FRESH_MS = 12 * HOUR_MS
/** Factor for Sundays. */
const SUNDAY_FACTOR = 0.2
/** Latest posts that are checked for city news. */
const NEWS_WINDOW = 20
const NEWS_WEIGHT = 2.5

/** Talkativeness of the day: base level by chance, plus current happenings and recent city news. */
async function talkativenessOf(tx: Tx, { life: { base, world, town, scene }, at }: Mover['instant']): Promise<number> {
  const day = Math.floor(at / DAY_MS)
  let going = 0
  for (const { kind, stage, starts_at, ends_at } of await town.happenings(tx, at)) {
    if (stage === 'planned' || starts_at > at || at > ends_at + FRESH_MS) continue
    going = Math.max(going, (TALK_BY_KIND[kind] ?? 0) * (at < ends_at ? 1 : 0.5))
  }
  const latest = scene.recent.slice(0, NEWS_WINDOW)
  const newsShare = latest.filter(({ news, createdAt }) => news && at - createdAt < FRESH_MS).length / NEWS_WINDOW
  const quiet = 0.2 + base.random('stir', world.id, day)() * 0.8
  return (quiet + going + newsShare * NEWS_WEIGHT) * (weekdayOf(day) === 0 ? SUNDAY_FACTOR : 1)
}

/** Reads everything a decision depends on; null while the resident sleeps. */
export async function collectView(tx: Tx, mover: Mover, chance: () => number): Promise<View | null> {
  const { instant, person, row, feelings } = mover
  const { life, at } = instant
  const { scene } = life
  const up = hoursUp(person.habits, at)
  if (up === null) return null
  const friends = strongest(person, FRIENDS_MAX, ({ affinity }) => affinity).map(({ other_agent_id }) =>
    otherOf(person, other_agent_id, false),
  )
  return {
    habits: person.habits,
    feelings,
    energy: Math.max(0.1, 1 - (up / person.habits.awakeHours) * 0.8),
    stir: await talkativenessOf(tx, instant),
    quietMs: at - row.told_at,
    topics: person.topics.filter(({ id }) => scene.topics.has(id)),
    feed: await readFeed(tx, { person, scene, chance }, at),
    friends,
    around: await surroundings(tx, mover),
    ideas: await ideasForPerson(tx, life.ideas, person),
    challenges: (await life.ideas.challenges(tx, at))
      .filter(({ entrants }) => !entrants.has(person.agent.id))
      .map(({ id }) => ({ id })),
  }
}
