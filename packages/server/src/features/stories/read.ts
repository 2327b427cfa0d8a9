// Stories as a reader may see them: lists, one story, and the stories of a pair.
import type {
  CastMember,
  Paging,
  Story,
  StoryDetail,
  StoryEpisode,
  StoryKind,
  StoryState,
} from '@agent-network/contract'
import { firstName, storySentence } from '@agent-network/voice/life'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/access/authenticate.ts'
import { citySwitches, isGateOpen, type Switches } from '../../platform/control/switches.ts'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle, isPossibleId } from '../../platform/core/text.ts'
import { DAY_MS, iso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { StoryEpisodeRow, StoryRow } from './store.ts'

/** What a reader may see besides public texts and happenings. */
export interface StoryRights {
  readonly minds: boolean
  readonly city: boolean
}

const isCityPublic = (switches: Switches, world: World): boolean =>
  isGateOpen(citySwitches(switches, world), 'publicCityViewEnabled')

/** Ties need tier 2 with the scope of minds; games and places need the public city. */
export const rightsOf = ({ key, state }: Pick<Caller, 'key' | 'state'>, world: World): StoryRights => ({
  minds: readsTies(key),
  city: isCityPublic(state.switches, world),
})

export const readsTies = ({ tier, scopes }: Caller['key']): boolean => tier >= 2 && scopes.includes('intelligence:read')

type Episodes = ExpressionBuilder<
  Tables & { e: Tables['story_episodes']; o: Tables['posts']; r: Tables['replies'] },
  'e' | 'o' | 'r'
>

/** A text is public if its post is, and the reply too if it is one. */
const isTextPublic = (eb: Episodes) =>
  eb.and([
    eb('o.visibility', '=', sql.lit('public')),
    eb.or([eb('e.reply_id', '=', sql.lit('')), eb('r.visibility', '=', sql.lit('public'))]),
  ])

function isVisible(eb: Episodes, { minds, city }: StoryRights) {
  const basis = (name: string) => eb('e.basis', '=', sql.lit(name))
  return eb.or([
    basis('happening'),
    eb.and([basis('post'), isTextPublic(eb)]),
    ...(minds ? [basis('ties')] : []),
    city ? basis('game') : eb.and([basis('game'), eb('e.public_text', '<>', sql.lit('')), isTextPublic(eb)]),
  ])
}

const visibleEpisodes = (read: Read, worldId: string, rights: StoryRights) =>
  read.sql
    .selectFrom('story_episodes as e')
    .leftJoin('posts as o', (j) => j.onRef('o.world_id', '=', 'e.world_id').onRef('o.id', '=', 'e.post_id'))
    .leftJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'e.world_id').onRef('r.id', '=', 'e.reply_id'))
    .where('e.world_id', '=', worldId)
    .where((eb) => isVisible(eb as unknown as Episodes, rights))

interface ShownEpisode extends StoryEpisodeRow {
  readonly is_text_public: SqlBool | null
}

export interface StoryFilter {
  readonly state?: StoryState | null
  readonly kind?: StoryKind | null
  /** Agents who all take part; none: all stories. */
  readonly agentIds?: readonly string[]
  /** Stories with a visible episode in this time. */
  readonly during?: { readonly from: number; readonly to: number }
}

/** The agreement before a promise was broken. Alone it is no story: that nobody came is known from ties. */
const PROMISE = 'promise'
const AGREED = 'agreed'

/** Whether ties decide if a story goes on, and the reader may not see ties. Such a story counts as ended. */
const isStateHidden = (kind: string, { minds }: StoryRights): boolean => kind === PROMISE && !minds

/**
 * The time of the latest change that a reader without ties may know: what follows the first episode of a promise rests
 * on ties. The index `stories_latest_public` has the same expression.
 */
const PUBLIC_TIME = sql<number>`case when s.kind = 'promise' then s.started_at else s.updated_at end`

/** Stories with an episode that the reader may see, latest change first. */
async function storyRows(
  read: Read,
  { world, rights, filter }: { world: World; rights: StoryRights; filter: StoryFilter },
  span: { limit: number; offset: number },
): Promise<StoryRow[]> {
  const { state, kind, agentIds = [], during } = filter
  let query = read.sql
    .selectFrom('stories as s')
    .selectAll('s')
    .where('s.world_id', '=', world.id)
    .where('s.state', '<>', sql.lit('forming'))
    .where((eb) =>
      eb.exists(
        visibleEpisodes(read, world.id, rights)
          .whereRef('e.story_id', '=', 's.id' as never)
          .$if(!rights.minds, (visible) =>
            visible.where((e) =>
              e.or([e('e.step', '<>', sql.lit(AGREED)), e(sql.ref<string>('s.kind'), '<>', sql.lit(PROMISE))]),
            ),
          )
          .$if(during !== undefined, (visible) =>
            visible.where('e.at', '>=', during!.from).where('e.at', '<', during!.to),
          )
          .select(sql.lit(1).as('one')),
      ),
    )
    .orderBy(rights.minds ? 's.updated_at' : PUBLIC_TIME, 'desc')
    .orderBy('s.id', 'desc')
    .limit(span.limit)
    .offset(span.offset)
  if (state)
    query = query.where((eb) => {
      const [isInState, isPromise] = [eb('s.state', '=', state), eb('s.kind', '=', sql.lit(PROMISE))]
      if (rights.minds) return isInState
      return state === 'ended' ? eb.or([isInState, isPromise]) : eb.and([isInState, eb.not(isPromise)])
    })
  if (kind) query = query.where('s.kind', '=', kind)
  if (during) query = query.where('s.started_at', '<', during.to).where('s.updated_at', '>=', during.from)
  for (const agentId of agentIds)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('story_cast as c')
          .whereRef('c.world_id', '=', 's.world_id')
          .whereRef('c.story_id', '=', 's.id')
          .where('c.agent_id', '=', agentId)
          .select(sql.lit(1).as('one')),
      ),
    )
  return query.execute()
}

async function episodesOf(
  read: Read,
  world: World,
  rights: StoryRights,
  ids: readonly string[],
): Promise<Map<string, ShownEpisode[]>> {
  const found = new Map<string, ShownEpisode[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  const rows = await visibleEpisodes(read, world.id, rights)
    .where('e.story_id', 'in', ids)
    .selectAll('e')
    .select((eb) => isTextPublic(eb as unknown as Episodes).as('is_text_public'))
    .orderBy('e.at')
    .orderBy('e.id')
    .execute()
  for (const row of rows) found.get(row.story_id)!.push(row)
  return found
}

interface Person {
  readonly id: string
  readonly handle: string
  readonly display_name: string
}

async function peopleOf(read: Read, world: World, ids: ReadonlySet<string>): Promise<Map<string, Person>> {
  if (ids.size === 0) return new Map()
  const rows = await read.sql
    .selectFrom('agents')
    .select(['id', 'handle', 'display_name'])
    .where('world_id', '=', world.id)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const TOKEN = /\{@([^}]+)\}/gu
const idsIn = (text: string): string[] => [...text.matchAll(TOKEN)].map(([, id]) => id!)

/** First names, or full names where two people of a story share the first. */
function namer(people: ReadonlyMap<string, Person>, ids: Iterable<string>): (text: string) => string {
  const first = new Map<string, number>()
  const own = [...new Set(ids)].flatMap((id) => people.get(id) ?? [])
  for (const { display_name } of own) {
    const name = firstName(display_name)
    first.set(name, (first.get(name) ?? 0) + 1)
  }
  const names = new Map(
    own.map(({ id, display_name }) => {
      const name = firstName(display_name)
      return [id, first.get(name) === 1 ? name : display_name]
    }),
  )
  return (text) => text.replaceAll(TOKEN, (_, id: string) => names.get(id) ?? 'somebody')
}

/** A text without places and games, for readers who see none. */
const textFor = ({ text, public_text }: StoryEpisodeRow, { city }: StoryRights): string =>
  city || public_text === '' ? text : public_text

const idOrNull = (id: string): string | null => (id === '' ? null : id)

function episodeView(row: ShownEpisode, rights: StoryRights, named: (text: string) => string): StoryEpisode {
  const isPublic = Boolean(row.is_text_public)
  return {
    at: iso(row.at),
    text: named(textFor(row, rights)),
    agentIds: JSON.parse(row.agents) as string[],
    postId: isPublic ? idOrNull(row.post_id) : null,
    replyId: isPublic ? idOrNull(row.reply_id) : null,
    gameId: rights.city ? idOrNull(row.game_id) : null,
    placeId: rights.city ? idOrNull(row.place_id) : null,
  }
}

/** Kinds whose episodes resemble each other: their summary counts them. */
const COUNTED: ReadonlySet<string> = new Set(['quarrel', 'friendship'])

const daysBetween = (from: string, to: string): string => {
  const days = Math.max(1, Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS))
  return days === 1 ? 'one day' : `${days} days`
}

/** The first and the last sentence of a story. */
function summaryOf(kind: string, episodes: readonly StoryEpisode[]): string {
  const [first, last] = [episodes[0]!, episodes.at(-1)!]
  const n = episodes.filter(({ postId }) => postId !== null).length
  if (COUNTED.has(kind) && n > 1) {
    const words = { n: String(n), days: daysBetween(first.at, last.at) }
    return `${storySentence(`${kind} summary`, words)!.text} ${last.text}`
  }
  return first.text === last.text ? first.text : `${first.text} ${last.text}`
}

function detailOf(
  row: StoryRow,
  rows: readonly ShownEpisode[],
  rights: StoryRights,
  people: ReadonlyMap<string, Person>,
): StoryDetail {
  const roles = JSON.parse(row.roles) as Record<string, string>
  const named = namer(people, [...Object.keys(roles), ...idsIn(row.title), ...rows.flatMap(({ text }) => idsIn(text))])
  const episodes = rows.map((one) => episodeView(one, rights, named))
  const active = new Set(episodes.flatMap(({ agentIds }) => agentIds))
  const cast = Object.entries(roles).flatMap(([id, role]): CastMember[] => {
    const person = people.get(id)
    if (person === undefined || !active.has(id)) return []
    return [{ agentId: id, handle: atHandle(person.handle), displayName: person.display_name, role }]
  })
  const isHidden = isStateHidden(row.kind, rights)
  const endedAt = isHidden ? rows.at(-1)!.at : row.ended_at
  const open = row.state === 'open' && !isHidden ? named(rows.at(-1)!.open_text) : ''
  return {
    id: row.id,
    kind: row.kind as StoryKind,
    title: named(row.title),
    summary: summaryOf(row.kind, episodes),
    state: isHidden ? 'ended' : (row.state as StoryState),
    startedAt: episodes[0]!.at,
    updatedAt: episodes.at(-1)!.at,
    endedAt: endedAt === null ? null : iso(endedAt),
    cast,
    open: open === '' ? null : open,
    episodes,
  }
}

async function detailsOf(
  read: Read,
  world: World,
  rights: StoryRights,
  stories: readonly StoryRow[],
): Promise<StoryDetail[]> {
  const ids = stories.map(({ id }) => id)
  const episodes = await episodesOf(read, world, rights, ids)
  const agents = new Set(
    stories.flatMap((row) => [
      ...Object.keys(JSON.parse(row.roles) as object),
      ...idsIn(row.title),
      ...episodes.get(row.id)!.flatMap(({ text, agents: more }) => [...idsIn(text), ...(JSON.parse(more) as string[])]),
    ]),
  )
  const people = await peopleOf(read, world, agents)
  return stories.flatMap((row) => {
    const rows = episodes.get(row.id)!
    const isShown = rows.some(({ step }) => !isStateHidden(row.kind, rights) || step !== AGREED)
    return isShown ? [detailOf(row, rows, rights, people)] : []
  })
}

const withoutEpisodes = ({ episodes: _, ...story }: StoryDetail): Story => story

interface StoryQuery {
  readonly world: World
  readonly rights: StoryRights
  readonly filter: StoryFilter
}

/** Stories with their episodes, for pages. */
export async function listStoryDetails(read: Read, query: StoryQuery, paging: Paging): Promise<Page<StoryDetail>> {
  const { agentIds = [] } = query.filter
  if (!agentIds.every(isPossibleId)) return { items: [], hasMore: false }
  const rows = await storyRows(read, query, { limit: paging.perPage + 1, offset: offsetOf(paging) })
  const { items, hasMore } = pageOf(rows, paging)
  return { items: await detailsOf(read, query.world, query.rights, items), hasMore }
}

export async function listStories(read: Read, query: StoryQuery, paging: Paging): Promise<Page<Story>> {
  const { items, hasMore } = await listStoryDetails(read, query, paging)
  return { items: items.map(withoutEpisodes), hasMore }
}

export async function readStory(
  read: Read,
  { world, rights }: { world: World; rights: StoryRights },
  id: string,
): Promise<StoryDetail | undefined> {
  if (!isPossibleId(id)) return undefined
  const row = await read.sql
    .selectFrom('stories')
    .selectAll()
    .where('world_id', '=', world.id)
    .where('id', '=', id)
    .where('state', '<>', 'forming')
    .executeTakeFirst()
  return row && (await detailsOf(read, world, rights, [row]))[0]
}

export interface Meeting {
  readonly at: string
  readonly placeId: string
}

/** The latest meetings of two residents to which both came as agreed, latest first. */
export async function listMeetings(
  read: Read,
  { worldId, one, two, limit }: { worldId: string; one: string; two: string; limit: number },
  from: number,
): Promise<Meeting[]> {
  const agreedBy = (maker: string, other: string) =>
    read.sql
      .selectFrom('promises')
      .select(['at', 'place_id'])
      .where('world_id', '=', worldId)
      .where('maker_id', '=', maker)
      .where('at', '>=', from)
      .where('other_id', '=', other)
      .where('kind', '=', 'meeting')
      .where('status', '=', 'kept')
      .orderBy('at', 'desc')
      .limit(limit)
      .execute()
  const rows = (await Promise.all([agreedBy(one, two), agreedBy(two, one)])).flat()
  return rows
    .sort((a, b) => b.at - a.at)
    .slice(0, limit)
    .map(({ at, place_id }) => ({ at: iso(at), placeId: place_id }))
}
