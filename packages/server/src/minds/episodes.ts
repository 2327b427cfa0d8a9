import type { Read, Tx } from '../db/database.ts'
import { insertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World, Worlds } from '../worlds/worlds.ts'
import { echoMarks, putEchoes } from './echoes.ts'
import { cuesOf, gistOf } from './gist.ts'
import { publicWords } from './public-words.ts'

export type EpisodeRow = Tables['episodes']
export type EpisodeDraft = Omit<EpisodeRow, 'gist'>

const ROWS = 250

async function putCues(tx: Tx, rows: readonly Tables['episode_cues'][]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS)
    await tx.sql
      .insertInto('episode_cues')
      .values(rows.slice(start, start + ROWS))
      .onConflict((c) => c.doNothing())
      .execute()
}

/** Episodes that are replaced come to mind by their new words only. */
async function forgetReplaced(tx: Tx, world: World, ids: readonly string[]): Promise<void> {
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
 * Writes down what episodes were about, the words by which they come to mind, and the runs that must never be
 * repeated. A private episode gets no gist and no cues: nothing of it can be recalled, yet all of it is guarded.
 */
export async function describeEpisodes(tx: Tx, world: World, drafts: readonly EpisodeDraft[]): Promise<EpisodeRow[]> {
  const known = await publicWords(
    tx,
    world,
    drafts.filter((draft) => draft.private === 0).map((draft) => ({ agentId: draft.agent_id, text: draft.text })),
  )
  const cues: Tables['episode_cues'][] = []
  const rows = drafts.map((draft): EpisodeRow => {
    if (draft.private === 1) return { ...draft, gist: '' }
    const described = gistOf(draft.text, draft.importance, known(draft.agent_id))
    for (const cue of described.cues)
      cues.push({
        world_id: world.id,
        agent_id: draft.agent_id,
        cue,
        created_at: draft.created_at,
        episode_id: draft.id,
      })
    return { ...draft, gist: described.gist }
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
  await forgetReplaced(
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
        })),
      )
      .execute()
}

export const hasUndescribed = async (read: Read): Promise<boolean> =>
  (await read.sql.selectFrom('episodes').select('id').where('gist', 'is', null).limit(1).executeTakeFirst()) !==
  undefined

/** Episodes that came from a store or backup older than gists: described later, in batches. */
export async function describeOld(tx: Tx, worlds: Worlds, limit: number): Promise<number> {
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
])
const insertCue = insertOf('episode_cues', ['world_id', 'agent_id', 'cue', 'created_at', 'episode_id'], {
  orNothing: true,
})
const insertEcho = insertOf('echoes', ['world_id', 'agent_id', 'mark'], { orNothing: true })

/**
 * Adds one new episode that was put together from names and labels anybody may read, so that it is its own gist and no
 * word of it has to be looked up; guarded like every other.
 */
export async function putOwnEpisode(tx: Tx, draft: EpisodeDraft): Promise<void> {
  const { world_id, agent_id, id, text, created_at } = draft
  await tx.run(insertEpisode, { ...draft, gist: draft.private === 1 ? '' : text })
  for (const mark of echoMarks(text)) await tx.run(insertEcho, { world_id, agent_id, mark })
  if (draft.private === 1) return
  for (const cue of cuesOf(text)) await tx.run(insertCue, { world_id, agent_id, cue, created_at, episode_id: id })
}

/**
 * Adds the episode of a talk with a caller. Its text is made of public words already, so it is its own gist; it gets
 * cues only where it may shape what the agent does.
 */
export async function putTalkEpisode(
  tx: Tx,
  draft: EpisodeDraft & { surface: 'world' | 'completion' },
  cues: readonly string[],
): Promise<void> {
  const { world_id, agent_id, id, text, created_at } = draft
  await tx.run(insertEpisode, { ...draft, gist: text })
  if (draft.surface !== 'world') return
  for (const cue of cues) await tx.run(insertCue, { world_id, agent_id, cue, created_at, episode_id: id })
}
