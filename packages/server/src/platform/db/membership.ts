// Reads of minds that return many rows as one JSON text.
import type { Read, Value } from './database.ts'

/**
 * Reads whose rows are returned as one JSON text. On SQLite each row that crosses into JavaScript costs some 10 µs, and
 * parsing all of them costs less than two rows.
 */

const placeOf = (read: Read, n: number): string => (read.engine === 'sqlite' ? `?${n}` : `$${n}`)

const jsonRows = (read: Read, columns: readonly string[]): string =>
  read.engine === 'sqlite'
    ? `json_group_array(json_array(${columns.join(', ')}))`
    : `coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]')::text`

/** Rows of an inner query as tuples, in its order. */
async function tuples<T>(
  read: Read,
  columns: readonly string[],
  inner: string,
  params: readonly Value[],
): Promise<T[]> {
  const rows = await read.raw<{ list: string }>(
    `select ${jsonRows(read, columns)} as list from (${inner}) as rows`,
    params,
  )
  return JSON.parse(rows[0]!.list) as T[]
}

/** A list of any length as one bound value, so that one statement fits every length. */
const inList = (read: Read, n: number): string =>
  read.engine === 'sqlite' ? `(select value from json_each(?${n}))` : `(select unnest($${n}::bigint[]))`

/** Whether an agent's echoes contain one of these marks. */
export async function hasEcho(
  read: Read,
  worldId: string,
  agentId: string,
  marks: readonly number[],
): Promise<boolean> {
  if (marks.length === 0) return false
  const list = read.engine === 'sqlite' ? JSON.stringify(marks) : marks
  const rows = await read.raw(
    `select 1 as n from echoes where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)}
     and mark in ${inList(read, 3)} limit 1`,
    [worldId, agentId, list as never],
  )
  return rows.length > 0
}

export async function echoesOf(read: Read, worldId: string, agentId: string, limit: number): Promise<number[]> {
  const inner = `select mark from echoes where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)}
     limit ${Math.floor(limit)}`
  return (await tuples<[number]>(read, ['mark'], inner, [worldId, agentId])).map(([mark]) => mark)
}

/** The fields of an episode that recall uses. The text is never read. */
export interface EpisodeTrace {
  readonly id: string
  readonly gist: string | null
  readonly importance: number
  readonly createdAt: number
}

/** The owner of the episodes. */
interface EpisodeOwner {
  readonly worldId: string
  readonly agentId: string
}

type TraceTuple = [id: string, gist: string | null, importance: number, createdAt: number]
const TRACE = ['id', 'gist', 'importance', 'created_at'] as const
const traceOf = ([id, gist, importance, createdAt]: TraceTuple): EpisodeTrace => ({ id, gist, importance, createdAt })

/** The newest episodes for each of these cue words, at most `limit` per word, once per word. */
export async function tracesByCues(
  read: Read,
  { worldId, agentId }: EpisodeOwner,
  cues: readonly string[],
  limit: number,
): Promise<EpisodeTrace[]> {
  if (cues.length === 0) return []
  const one = (n: number) =>
    `select * from (select episode_id from episode_cues
     where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)} and cue = ${placeOf(read, n)}
     order by created_at desc, episode_id desc limit ${Math.floor(limit)}) as c${n}`
  // SQLite executes a cross join from left to right; otherwise it would start with all of the agent's episodes.
  const inner = `select e.id, e.gist, e.importance, e.created_at
     from (${cues.map((_, i) => one(i + 3)).join(' union all ')}) as hit
     cross join episodes e
     where e.world_id = ${placeOf(read, 1)} and e.id = hit.episode_id and e.private = 0 and e.surface = 'world'`
  return (await tuples<TraceTuple>(read, TRACE, inner, [worldId, agentId, ...cues])).map(traceOf)
}

/** Every cue of an agent with its episodes, newest first; null if there are more than `limit`. */
export async function cueIndex(
  read: Read,
  { worldId, agentId }: EpisodeOwner,
  limit: number,
): Promise<ReadonlyMap<string, readonly EpisodeTrace[]> | null> {
  const inner = `select c.cue, e.id, e.gist, e.importance, e.created_at from (select * from episode_cues
     where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)}
     order by cue desc, created_at desc, episode_id desc limit ${Math.floor(limit) + 1}) as c
     cross join episodes e
     where e.world_id = ${placeOf(read, 1)} and e.id = c.episode_id and e.private = 0 and e.surface = 'world'`
  const rows = await tuples<[string, ...TraceTuple]>(read, ['cue', ...TRACE], inner, [worldId, agentId])
  if (rows.length > limit) return null
  const index = new Map<string, EpisodeTrace[]>()
  for (const [cue, ...trace] of rows) {
    const traces = index.get(cue)
    if (traces === undefined) index.set(cue, [traceOf(trace)])
    else traces.push(traceOf(trace))
  }
  return index
}

/** Newest or most important first, with private episodes and caller conversations separate. */
export async function nearTraces(
  read: Read,
  { worldId, agentId }: EpisodeOwner,
  order: 'newest' | 'weightiest',
  limit: number,
): Promise<EpisodeTrace[]> {
  const inner = `select id, gist, importance, created_at from episodes
     where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)} and private = 0 and surface = 'world'
     order by ${order === 'weightiest' ? 'importance desc, ' : ''}created_at desc, id desc limit ${Math.floor(limit)}`
  return (await tuples<TraceTuple>(read, TRACE, inner, [worldId, agentId])).map(traceOf)
}

/** Conversations of one key with one agent, newest first. */
export async function talksWith(
  read: Read,
  { worldId, agentId, keyId }: EpisodeOwner & { readonly keyId: string },
  limit: number,
): Promise<EpisodeTrace[]> {
  const inner = `select id, gist, importance, created_at from episodes
     where world_id = ${placeOf(read, 1)} and agent_id = ${placeOf(read, 2)} and key_id = ${placeOf(read, 3)}
     and key_id is not null order by created_at desc, id desc limit ${Math.floor(limit)}`
  return (await tuples<TraceTuple>(read, TRACE, inner, [worldId, agentId, keyId])).map(traceOf)
}
