// Rows of stories, and the rows of residents from which they are derived.
import { createHash } from 'node:crypto'
import type { StoryKind } from '@agent-network/contract'
import { type StorySentence, storySentence } from '@agent-network/voice/life'
import { type Ambient, ambientOfTick } from '../../platform/core/ambient.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertAll, upsertOf, upsertRows } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

export type StoryRow = Tables['stories']
export type StoryEpisodeRow = Tables['story_episodes']

/** What an episode rests on. `ties` needs the scope of minds; `game` needs the public city. */
export type Basis = 'post' | 'happening' | 'ties' | 'game'

/** An episode before it is stored. `{@id}` in a text stands for the name of an agent. */
export interface StoryStep {
  readonly id: string
  readonly at: number
  readonly basis: Basis
  /** Stage or move. */
  readonly step: string
  readonly text: string
  readonly open: string
  /** For readers who see no games and places; absent if `text` names neither. */
  readonly publicText?: string
  readonly agents: readonly string[]
  readonly postId?: string
  readonly replyId?: string
  readonly gameId?: string
  readonly placeId?: string
}

export interface StoryDraft {
  readonly id: string
  readonly kind: StoryKind
  readonly state: 'forming' | 'open' | 'ended'
  readonly title: string
  /** Role in words by agent id. */
  readonly roles: Readonly<Record<string, string>>
  readonly source: string
  /** Oldest first; at least one. */
  readonly episodes: readonly StoryStep[]
  readonly endedAt: number | null
}

const upsertStory = upsertOf('stories', [
  'world_id',
  'id',
  'kind',
  'state',
  'title',
  'roles',
  'source',
  'digest',
  'started_at',
  'updated_at',
  'ended_at',
])
const upsertMarks = upsertOf('story_marks', ['world_id', 'marks'])

const storyById = prepare<{ world: string; id: string }, StoryRow>((sql, param) =>
  sql.selectFrom('stories').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const latestOfSource = prepare<{ world: string; source: string }, StoryRow>((sql, param) =>
  sql
    .selectFrom('stories')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('source', '=', param('source'))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(literal(1)),
)
const quietSince = prepare<{ world: string; state: string; before: number; limit: number }, StoryRow>((sql, param) =>
  sql
    .selectFrom('stories')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('state', '=', param('state'))
    .where('updated_at', '<', param('before'))
    .orderBy('updated_at')
    .orderBy('id')
    .limit(param('limit')),
)
const episodesOfStory = prepare<{ world: string; story: string }, StoryEpisodeRow>((sql, param) =>
  sql
    .selectFrom('story_episodes')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('story_id', '=', param('story'))
    .orderBy('at')
    .orderBy('id'),
)
const dropEpisodes = prepare<{ world: string; story: string }, unknown>((sql, param) =>
  sql.deleteFrom('story_episodes').where('world_id', '=', param('world')).where('story_id', '=', param('story')),
)
const dropCast = prepare<{ world: string; story: string }, unknown>((sql, param) =>
  sql.deleteFrom('story_cast').where('world_id', '=', param('world')).where('story_id', '=', param('story')),
)
const dropRow = prepare<{ world: string; story: string }, unknown>((sql, param) =>
  sql.deleteFrom('stories').where('world_id', '=', param('world')).where('id', '=', param('story')),
)
const marksOf = prepare<{ world: string }, Tables['story_marks']>((sql, param) =>
  sql.selectFrom('story_marks').selectAll().where('world_id', '=', param('world')),
)

export const storyOf = (read: Read, worldId: string, id: string): Promise<StoryRow | undefined> =>
  read.first(storyById, { world: worldId, id })

/** The latest story of a source. */
export const latestStory = (read: Read, worldId: string, source: string): Promise<StoryRow | undefined> =>
  read.first(latestOfSource, { world: worldId, source })

/** Stories in a state without a change since `before`, oldest change first. */
export const quietStories = (
  read: Read,
  worldId: string,
  { state, before, limit }: { state: StoryRow['state']; before: number; limit: number },
): Promise<StoryRow[]> => read.all(quietSince, { world: worldId, state, before, limit })

/** All episodes of a story, oldest first. */
export async function readEpisodes(read: Read, worldId: string, storyId: string): Promise<StoryStep[]> {
  return (await read.all(episodesOfStory, { world: worldId, story: storyId })).map(episodeOf)
}

const episodeOf = (row: StoryEpisodeRow): StoryStep => ({
  id: row.id,
  at: row.at,
  basis: row.basis as Basis,
  step: row.step,
  text: row.text,
  open: row.open_text,
  publicText: row.public_text,
  agents: JSON.parse(row.agents) as string[],
  postId: row.post_id,
  replyId: row.reply_id,
  gameId: row.game_id,
  placeId: row.place_id,
})

/** Episodes of a story: above this number the middle ones are dropped. */
export const EPISODES_MAX = 60
const FIRST_EPISODES = 10

/** The first and the latest episodes. Those from ties do not count, so that they displace no public one. */
function bounded(episodes: readonly StoryStep[]): readonly StoryStep[] {
  const dropped = new Set(
    episodes.filter(({ basis }) => basis !== 'ties').slice(FIRST_EPISODES, FIRST_EPISODES - EPISODES_MAX),
  )
  return episodes.filter((episode) => !dropped.has(episode))
}

/** Stores a story with its episodes and cast. Writes nothing if it is stored like this already. */
export async function putStory(tx: Tx, worldId: string, draft: StoryDraft): Promise<void> {
  const episodes = bounded(draft.episodes)
  const digest = createHash('sha256')
    .update(JSON.stringify({ ...draft, episodes }))
    .digest('base64url')
  const before = await storyOf(tx, worldId, draft.id)
  if (before?.digest === digest) return
  await tx.run(upsertStory, {
    world_id: worldId,
    id: draft.id,
    kind: draft.kind,
    state: draft.state,
    title: draft.title,
    roles: JSON.stringify(draft.roles),
    source: draft.source,
    digest,
    started_at: episodes[0]!.at,
    updated_at: episodes.at(-1)!.at,
    ended_at: draft.endedAt,
  })
  if (before !== undefined) {
    await tx.run(dropEpisodes, { world: worldId, story: draft.id })
    await tx.run(dropCast, { world: worldId, story: draft.id })
  }
  await insertAll(
    tx,
    'story_cast',
    Object.keys(draft.roles).map((agent_id) => ({ world_id: worldId, agent_id, story_id: draft.id })),
  )
  await upsertRows(
    tx,
    'story_episodes',
    episodes.map((one) => ({
      world_id: worldId,
      story_id: draft.id,
      id: one.id,
      at: one.at,
      basis: one.basis,
      step: one.step,
      text: one.text,
      open_text: one.open,
      public_text: one.publicText ?? '',
      agents: JSON.stringify(one.agents),
      post_id: one.postId ?? '',
      reply_id: one.replyId ?? '',
      game_id: one.gameId ?? '',
      place_id: one.placeId ?? '',
    })),
  )
}

/** Ends a story without a further episode. */
export const endStory = (tx: Tx, row: StoryRow): Promise<number> =>
  tx.run(upsertStory, { ...row, state: 'ended', ended_at: row.updated_at, digest: '' })

export async function deleteStory(tx: Tx, worldId: string, storyId: string): Promise<void> {
  await tx.run(dropEpisodes, { world: worldId, story: storyId })
  await tx.run(dropCast, { world: worldId, story: storyId })
  await tx.run(dropRow, { world: worldId, story: storyId })
}

/** Up to where the rows of each source were read: a time, and the number of rows at this time. */
export type Marks = Readonly<Record<string, readonly [at: number, rows: number]>>

export async function readMarks(read: Read, worldId: string): Promise<Marks> {
  const row = await read.first(marksOf, { world: worldId })
  return row === undefined ? {} : (JSON.parse(row.marks) as Marks)
}

export const putMarks = (tx: Tx, worldId: string, marks: Marks): Promise<number> =>
  tx.run(upsertMarks, { world_id: worldId, marks: JSON.stringify(marks) })

// ── The rows of residents ──

export type AffairSource = Tables['affairs']
export type PromiseSource = Tables['promises']
export type HappeningSource = Tables['happenings']
export type GrudgeSource = Tables['grudges']
export type GameSource = Tables['games']
/** A plan with its text: a post, or a reply under a post. Both are null for letters and talk. */
export type TextSource = Omit<Tables['plans'], 'world_id'> & {
  own_post: string | null
  under_post: string | null
  text: string | null
}

/** The world and the transaction of a run. */
export interface Run {
  readonly tx: Tx
  readonly world: World
  readonly ambient: Ambient
  /** Up to here the life of the world is complete. */
  readonly until: number
}

export const token = (id: string): string => `{@${id}}`

export const idOf = ({ ambient, world }: Run, source: string, at: number): string =>
  ambientOfTick(ambient, at, `${world.id} ${source}`).id('story', world.tag)

const NO_SENTENCE: StorySentence = { text: '', open: '' }
export const sentence = (head: string, words: Readonly<Record<string, string>>): StorySentence =>
  storySentence(head, words) ?? NO_SENTENCE

/** A sentence about `a` and, if given, `b`. */
export const about = (head: string, a: string, b = '', more: Readonly<Record<string, string>> = {}): StorySentence =>
  sentence(head, { a: token(a), b: token(b), ...more })

export const refsOf = ({ id, own_post, under_post }: Pick<TextSource, 'id' | 'own_post' | 'under_post'>) =>
  own_post === null ? { postId: under_post!, replyId: id } : { postId: own_post }

export const isPublicText = ({ own_post, under_post }: TextSource): boolean => own_post !== null || under_post !== null

/** Rows of one source per transaction. */
export const BATCH = 50

const planColumns = [
  'p.id',
  'p.root_id',
  'p.agent_id',
  'p.issue',
  'p.move',
  'p.side',
  'p.reason',
  'p.addressee_id',
  'p.answers_id',
  'p.created_at',
] as const

const plansWhere = (narrow: 'time' | 'root' | 'news') =>
  prepare<{ world: string; from: number; to: number; root: string; limit: number }, TextSource>((sql, param) => {
    const plans = sql
      .selectFrom('plans as p')
      .leftJoin('posts as o', (j) => j.onRef('o.world_id', '=', 'p.world_id').onRef('o.id', '=', 'p.id'))
      .leftJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.id', '=', 'p.id'))
      .select(planColumns)
      .select((eb) => ['o.id as own_post', 'r.post_id as under_post', eb.fn.coalesce('o.text', 'r.text').as('text')])
      .where('p.world_id', '=', param('world'))
      .where('p.created_at', '>=', param('from'))
      .where('p.created_at', '<=', param('to'))
      .orderBy('p.created_at')
      .orderBy('p.id')
      .limit(param('limit'))
    if (narrow === 'root') return plans.where('p.root_id', '=', param('root'))
    if (narrow === 'news')
      return plans.where((eb) => eb.or([eb('p.issue', '=', param('root')), eb('p.issue', 'like', literal('thing:%'))]))
    return plans
  })
export const PLANS = { time: plansWhere('time'), root: plansWhere('root'), news: plansWhere('news') }

const EVER = { from: -1, to: Number.MAX_SAFE_INTEGER }

export const textsUnder = async ({ tx, world }: Run, root: string): Promise<TextSource[]> =>
  (await tx.all(PLANS.root, { world: world.id, root, ...EVER, limit: 60 })).filter(isPublicText)

type Since = { world: string; from: number; to: number; limit: number }

export const SOURCES = {
  affairs: prepare<Since, AffairSource>((sql, param) =>
    sql
      .selectFrom('affairs')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('updated_at', '>=', param('from'))
      .where('updated_at', '<=', param('to'))
      .orderBy('updated_at')
      .orderBy('id')
      .limit(param('limit')),
  ),
  promises: prepare<Since, PromiseSource>((sql, param) =>
    sql
      .selectFrom('promises')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('at', '>=', param('from'))
      .where('at', '<=', param('to'))
      .orderBy('at')
      .orderBy('id')
      .limit(param('limit')),
  ),
  begun: prepare<Since, HappeningSource>((sql, param) =>
    sql
      .selectFrom('happenings')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('starts_at', '>=', param('from'))
      .where('starts_at', '<=', param('to'))
      .orderBy('starts_at')
      .orderBy('id')
      .limit(param('limit')),
  ),
  ended: prepare<Since, HappeningSource>((sql, param) =>
    sql
      .selectFrom('happenings')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('ends_at', '>=', param('from'))
      .where('ends_at', '<=', param('to'))
      .orderBy('ends_at')
      .orderBy('id')
      .limit(param('limit')),
  ),
  grudges: prepare<Since, GrudgeSource>((sql, param) =>
    sql
      .selectFrom('grudges')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('created_at', '>=', param('from'))
      .where('created_at', '<=', param('to'))
      .orderBy('created_at')
      .orderBy('agent_id')
      .orderBy('other_id')
      .limit(param('limit')),
  ),
} as const

export const happeningById = prepare<{ world: string; id: string }, HappeningSource>((sql, param) =>
  sql.selectFrom('happenings').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const happeningsAround = prepare<{ world: string; after: number }, HappeningSource>((sql, param) =>
  sql
    .selectFrom('happenings')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('ends_at', '>', param('after'))
    .orderBy('ends_at')
    .orderBy('id')
    .limit(literal(24)),
)
export const planById = prepare<{ world: string; id: string }, Pick<Tables['plans'], 'id' | 'issue' | 'root_id'>>(
  (sql, param) =>
    sql
      .selectFrom('plans')
      .select(['id', 'issue', 'root_id'])
      .where('world_id', '=', param('world'))
      .where('id', '=', param('id')),
)
export const promiseById = prepare<{ world: string; id: string }, PromiseSource>((sql, param) =>
  sql.selectFrom('promises').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
export const grudgeOf = prepare<{ world: string; agent: string; other: string }, GrudgeSource>((sql, param) =>
  sql
    .selectFrom('grudges')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_id', '=', param('other')),
)
export const tieOf = prepare<{ world: string; agent: string; other: string }, { type: string }>((sql, param) =>
  sql
    .selectFrom('relationships')
    .select('type')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('other_agent_id', '=', param('other')),
)
const residentById = prepare<{ world: string; id: string }, { id: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('id')
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('kind', '=', literal('resident')),
)
const finishedOf = (side: 'white_agent_id' | 'black_agent_id', other: 'white_agent_id' | 'black_agent_id') =>
  prepare<{ world: string; one: string; two: string; from: number }, GameSource>((sql, param) =>
    sql
      .selectFrom('games')
      .selectAll()
      .where('world_id', '=', param('world'))
      .where('status', '=', literal('finished'))
      .where(side, '=', param('one'))
      .where(other, '=', param('two'))
      .where('updated_at', '>=', param('from'))
      .orderBy('updated_at')
      .limit(literal(40)),
  )
const FINISHED = [
  finishedOf('white_agent_id', 'black_agent_id'),
  finishedOf('black_agent_id', 'white_agent_id'),
] as const

/** Finished games of two players that ended since a time. */
export async function finishedGames(
  read: Read,
  worldId: string,
  { one, two, from }: { one: string; two: string; from: number },
): Promise<GameSource[]> {
  const games: GameSource[] = []
  for (const query of FINISHED) games.push(...(await read.all(query, { world: worldId, one, two, from })))
  return games
}

export const promisesUnder = prepare<{ world: string; agent: string; from: number }, PromiseSource>((sql, param) =>
  sql
    .selectFrom('promises')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('maker_id', '=', param('agent'))
    .where('kind', '=', literal('game'))
    .where('at', '>=', param('from'))
    .orderBy('at')
    .limit(literal(60)),
)

export async function areResidents({ tx, world }: Run, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) if ((await tx.first(residentById, { world: world.id, id })) === undefined) return false
  return true
}

/** Oldest first. */
export const byTime = (episodes: readonly StoryStep[]): StoryStep[] =>
  episodes.toSorted((x, y) => x.at - y.at || (x.id < y.id ? -1 : 1))
