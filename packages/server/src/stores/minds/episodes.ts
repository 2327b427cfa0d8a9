// Episodes of agents: storage, gists, cues and retention.
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World, Worlds } from '../../platform/worlds/worlds.ts'
import { echoMarks, putEchoes } from './echoes.ts'
import { cuesOf, gistOf, publicWords } from './recall.ts'

export type EpisodeRow = Tables['episodes']
export type EpisodeDraft = Omit<EpisodeRow, 'gist' | 'source_agent_id'> & Partial<Pick<EpisodeRow, 'source_agent_id'>>

const ROWS = 250

async function putCues(tx: Tx, rows: readonly Tables['episode_cues'][]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS)
    await tx.sql
      .insertInto('episode_cues')
      .values(rows.slice(start, start + ROWS))
      .onConflict((c) => c.doNothing())
      .execute()
}

/** Removes the cues of replaced episodes. */
async function deleteReplacedCues(tx: Tx, world: World, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS) {
    const replaced = await tx.sql
      .selectFrom('episodes')
      .select(['id', 'agent_id'])
      .where('world_id', '=', world.id)
      .where('id', 'in', ids.slice(start, start + ROWS))
      .execute()
    for (const { id, agent_id } of replaced)
      await tx.sql
        .deleteFrom('episode_cues')
        .where('world_id', '=', world.id)
        .where('agent_id', '=', agent_id)
        .where('episode_id', '=', id)
        .execute()
  }
}

/**
 * Computes gists and cues of episodes and stores the marks that must never be repeated. A private episode gets no gist
 * and no cues: it cannot be recalled, but its text is guarded.
 */
export async function describeEpisodes(tx: Tx, world: World, drafts: readonly EpisodeDraft[]): Promise<EpisodeRow[]> {
  const publicWordsOf = await publicWords(
    tx,
    world,
    drafts.filter((draft) => draft.private === 0).map((draft) => ({ agentId: draft.agent_id, text: draft.text })),
  )
  const cues: Tables['episode_cues'][] = []
  const rows = drafts.map((draft): EpisodeRow => {
    const source_agent_id = draft.source_agent_id ?? null
    if (draft.private === 1) return { ...draft, source_agent_id, gist: '' }
    const described = gistOf(draft.text, draft.importance, publicWordsOf(draft.agent_id))
    for (const cue of described.cues)
      cues.push({
        world_id: world.id,
        agent_id: draft.agent_id,
        cue,
        created_at: draft.created_at,
        episode_id: draft.id,
      })
    return { ...draft, source_agent_id, gist: described.gist }
  })
  await putCues(tx, cues)
  await putEchoes(
    tx,
    world,
    drafts.flatMap((draft) => echoMarks(draft.text).map((mark) => ({ agentId: draft.agent_id, mark }))),
  )
  return rows
}

/** Adds episodes, or replaces those with the same id. */
export async function putEpisodes(tx: Tx, world: World, drafts: readonly EpisodeDraft[]): Promise<void> {
  await deleteReplacedCues(
    tx,
    world,
    drafts.map(({ id }) => id),
  )
  const rows = await describeEpisodes(tx, world, drafts)
  for (let start = 0; start < rows.length; start += ROWS)
    await tx.sql
      .insertInto('episodes')
      .values(rows.slice(start, start + ROWS))
      .onConflict((c) =>
        c.columns(['world_id', 'id']).doUpdateSet((eb) => ({
          agent_id: eb.ref('excluded.agent_id'),
          text: eb.ref('excluded.text'),
          importance: eb.ref('excluded.importance'),
          private: eb.ref('excluded.private'),
          gist: eb.ref('excluded.gist'),
          surface: eb.ref('excluded.surface'),
          key_id: eb.ref('excluded.key_id'),
          created_at: eb.ref('excluded.created_at'),
          source_agent_id: eb.ref('excluded.source_agent_id'),
        })),
      )
      .execute()
}

export const hasUndescribed = async (read: Read): Promise<boolean> =>
  (await read.sql.selectFrom('episodes').select('id').where('gist', 'is', null).limit(1).executeTakeFirst()) !==
  undefined

/** Describes episodes from stores or backups older than gists, in batches. */
export async function describeOldEpisodes(tx: Tx, worlds: Worlds, limit: number): Promise<number> {
  const rows = await tx.sql.selectFrom('episodes').selectAll().where('gist', 'is', null).limit(limit).execute()
  for (const world of worlds.byId.values()) {
    const here = rows.filter((row) => row.world_id === world.id)
    for (const row of here.length === 0 ? [] : await describeEpisodes(tx, world, here))
      await tx.sql
        .updateTable('episodes')
        .set({ gist: row.gist })
        .where('world_id', '=', world.id)
        .where('id', '=', row.id)
        .execute()
  }
  return rows.length
}

const insertEpisode = insertOf('episodes', [
  'world_id',
  'id',
  'agent_id',
  'text',
  'importance',
  'private',
  'surface',
  'key_id',
  'created_at',
  'gist',
  'source_agent_id',
])
const insertCue = insertOf('episode_cues', ['world_id', 'agent_id', 'cue', 'created_at', 'episode_id'], {
  orNothing: true,
})
const insertEcho = insertOf('echoes', ['world_id', 'agent_id', 'mark'], { orNothing: true })

/**
 * Adds an episode built from public names and labels. It is its own gist, so no word of it is looked up. It is guarded
 * like every other episode.
 */
export async function putOwnEpisode(tx: Tx, draft: EpisodeDraft): Promise<void> {
  const { world_id, agent_id, id, text, created_at } = draft
  const source_agent_id = draft.source_agent_id ?? null
  await tx.run(insertEpisode, { ...draft, source_agent_id, gist: draft.private === 1 ? '' : text })
  for (const mark of echoMarks(text)) await tx.run(insertEcho, { world_id, agent_id, mark })
  if (draft.private === 1) return
  for (const cue of cuesOf(text)) await tx.run(insertCue, { world_id, agent_id, cue, created_at, episode_id: id })
}

/**
 * Adds the episode of a talk with a caller. Its text consists of public words, so it is its own gist. It gets cues only
 * if it may affect what the agent does.
 */
export async function putTalkEpisode(
  tx: Tx,
  draft: EpisodeDraft & { surface: 'world' | 'completion' },
  cues: readonly string[],
): Promise<void> {
  const { world_id, agent_id, id, text, created_at } = draft
  await tx.run(insertEpisode, { ...draft, source_agent_id: draft.source_agent_id ?? null, gist: text })
  if (draft.surface !== 'world') return
  for (const cue of cues) await tx.run(insertCue, { world_id, agent_id, cue, created_at, episode_id: id })
}

/** The agent whose episodes are read or deleted. */
interface Owner {
  readonly world: World
  readonly agentId: string
}

type Since = { world: string; agent: string; since: number }

const weightiest = prepare<Since, { text: string }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select('text')
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', literal(0))
    .where('surface', '=', literal('world'))
    .where('created_at', '>', param('since'))
    .orderBy('importance', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(literal(5)),
)

/** Texts of the five most important public episodes since a time. */
export const mostImportantSince = async (read: Read, { world, agentId }: Owner, since: number): Promise<string[]> =>
  (await read.all(weightiest, { world: world.id, agent: agentId, since })).map(({ text }) => text)

const latestPublic = prepare<Since, { id: string; text: string; created_at: number }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select(['id', 'text', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('private', '=', literal(0))
    .where('surface', '=', literal('world'))
    .where('created_at', '>', param('since'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(literal(8)),
)

/** The latest public episodes since a time, newest first. */
export const publicEpisodesSince = (
  read: Read,
  { world, agentId }: Owner,
  since: number,
): Promise<{ id: string; text: string; created_at: number }[]> =>
  read.all(latestPublic, { world: world.id, agent: agentId, since })

const countOf = prepare<{ world: string; agent: string }, { n: number }>((sql, param) =>
  sql
    .selectFrom('episodes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

/** Deletes the oldest episodes until `most` are left. Talks with callers have a separate sweep. */
export async function deleteOldestEpisodes(tx: Tx, { world, agentId }: Owner, most: number): Promise<void> {
  const n = Number((await tx.first(countOf, { world: world.id, agent: agentId }))!.n)
  if (n <= most) return
  const oldest = await tx.sql
    .selectFrom('episodes')
    .select('id')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('surface', '=', literal('world'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(n - most)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.sql
    .deleteFrom('episode_cues')
    .where('world_id', '=', world.id)
    .where('agent_id', '=', agentId)
    .where('episode_id', 'in', ids)
    .execute()
  await tx.sql.deleteFrom('episodes').where('world_id', '=', world.id).where('id', 'in', ids).execute()
}

/** Deletes talks with callers that are no newer than `until`, oldest first; returns their number. */
export async function deleteCallerTalks(tx: Tx, until: number, limit: number): Promise<number> {
  const faded = await tx.sql
    .selectFrom('episodes')
    .select(['world_id', 'id'])
    .where('surface', '=', literal('completion'))
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { world_id, id } of faded)
    await tx.sql.deleteFrom('episodes').where('world_id', '=', world_id).where('id', '=', id).execute()
  return faded.length
}

/** Completions of these keys that agents remember. */
const talksOf = (read: Read, keyIds: readonly string[]) =>
  read.sql
    .selectFrom('episodes')
    .where('key_id', 'is not', null)
    .where('key_id', 'in', [...keyIds])

export const countTalksOf = async (read: Read, keyIds: readonly string[]): Promise<number> =>
  keyIds.length === 0
    ? 0
    : Number(
        (
          await talksOf(read, keyIds)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )

type TalkRow = Pick<EpisodeRow, 'world_id' | 'id' | 'agent_id' | 'text' | 'created_at'>

/** Up to `limit` remembered completions of one key after `after`, in the order of world and id. */
export const listTalksOf = (
  read: Read,
  keyId: string,
  { after, limit }: { readonly after: Pick<TalkRow, 'world_id' | 'id'>; readonly limit: number },
): Promise<TalkRow[]> =>
  talksOf(read, [keyId])
    .select(['world_id', 'id', 'agent_id', 'text', 'created_at'])
    .where((eb) => eb(eb.refTuple('world_id', 'id'), '>', eb.tuple(after.world_id, after.id)))
    .orderBy('world_id')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Deletes remembered completions of these keys; returns their number. */
export async function eraseTalksOf(tx: Tx, keyIds: readonly string[], limit: number): Promise<number> {
  if (keyIds.length === 0) return 0
  return eraseEpisodes(tx, await talksOf(tx, keyIds).select(['world_id', 'id', 'agent_id']).limit(limit).execute())
}

/** Deletes episodes that record the words or deeds of an agent; returns their number. */
export const eraseEpisodesFrom = async (tx: Tx, worldId: string, agentId: string, limit: number): Promise<number> =>
  eraseEpisodes(
    tx,
    await tx.sql
      .selectFrom('episodes')
      .select(['world_id', 'id', 'agent_id'])
      .where('world_id', '=', worldId)
      .where('source_agent_id', 'is not', null)
      .where('source_agent_id', '=', agentId)
      .limit(limit)
      .execute(),
  )

async function eraseEpisodes(
  tx: Tx,
  episodes: readonly Pick<EpisodeRow, 'world_id' | 'id' | 'agent_id'>[],
): Promise<number> {
  for (const { world_id, id, agent_id } of episodes) {
    await tx.sql
      .deleteFrom('episode_cues')
      .where('world_id', '=', world_id)
      .where('agent_id', '=', agent_id)
      .where('episode_id', '=', id)
      .execute()
    await tx.sql.deleteFrom('episodes').where('world_id', '=', world_id).where('id', '=', id).execute()
  }
  return episodes.length
}
