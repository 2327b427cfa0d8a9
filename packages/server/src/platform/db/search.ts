// Full-text search and positions of posts and agents, for both engines.
import type { Read, Tx, Value } from './database.ts'

/**
 * Both engines index the words of core/text and identify rows by position. A position is unique within a world and
 * ordered like (created_at, id), so the newest row has the highest position. SQLite has one FTS5 table per world, whose
 * row numbers are the positions. PostgreSQL has one table whose words include the world's tag. FTS5 indexes prefixes of
 * three letters. For longer prefixes it would collect all rows of all words first. So the words are also stored in a
 * table, and a prefix is searched as the list of its words.
 */
export type SearchIndex = 'post_search' | 'agent_search'
const INDEXES = ['post_search', 'agent_search'] as const

/** The longest prefix that FTS5 indexes. */
const INDEXED_PREFIX = 3
/** In characters, as FTS5 counts. */
const isLong = (word: string): boolean => [...word].length > INDEXED_PREFIX
/** A prefix with more words is searched as a prefix. */
const WORDS_MAX = 500
/** Sorts behind every word with the same prefix. */
const LAST_CHARACTER = '\u{10ffff}'

interface WorldRef {
  readonly id: string
  readonly tag: string
}

/** Positions per millisecond; a busier millisecond continues in the next. */
const PER_MILLISECOND = 1_024

/** The first position of that moment. */
export const positionsFrom = (moment: number): number => moment * PER_MILLISECOND

/** The millisecond of a position. */
export const momentOf = (position: number): number => Math.floor(position / PER_MILLISECOND)

const tagged = (world: WorldRef, words: readonly string[]): string[] => words.map((word) => world.tag + word)

export async function createSearch(tx: Tx, world: WorldRef): Promise<void> {
  if (tx.engine === 'postgres') return
  for (const index of INDEXES)
    await tx.raw(
      `create virtual table ${index}_${world.tag} using fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 ${INDEXED_PREFIX}', detail=none)`,
      [],
    )
}

export async function dropSearch(tx: Tx, world: WorldRef): Promise<void> {
  for (const index of INDEXES)
    if (tx.engine === 'sqlite') {
      await tx.raw(`drop table if exists ${index}_${world.tag}`, [])
      await tx.raw('delete from search_words where search = ?', [`${index}_${world.tag}`])
    } else await tx.raw(`delete from ${index} where world_id = $1`, [world.id])
}

type Positioned = 'posts' | 'agents'

const highestOf = (table: Positioned, [world, from, to]: readonly string[]): string =>
  `select max(position) as last from ${table} where world_id = ${world} and position >= ${from} and position < ${to}`

/** The highest position of a millisecond. */
async function lastPosition(tx: Tx, table: Positioned, worldId: string, moment: number): Promise<number | null> {
  const places = tx.engine === 'sqlite' ? ['?', '?', '?'] : ['$1', '$2', '$3']
  const range = [positionsFrom(moment), positionsFrom(moment + 1)]
  const [row] = await tx.raw<{ last: number | null }>(highestOf(table, places), [worldId, ...range])
  return row?.last ?? null
}

/** The highest position of each of these milliseconds, in one statement. */
async function lastPositions(
  tx: Tx,
  table: Positioned,
  worldId: string,
  moments: readonly number[],
): Promise<Map<number, number | null>> {
  const range = [`m.moment * ${PER_MILLISECOND}`, `(m.moment + 1) * ${PER_MILLISECOND}`]
  const rows = await tx.raw<{ moment: number; last: number | null }>(
    tx.engine === 'sqlite'
      ? `select m.moment, (${highestOf(table, ['?1', ...range])}) as last from (select value as moment from json_each(?2)) as m`
      : `select m.moment, (${highestOf(table, ['$1', ...range])}) as last from unnest($2::bigint[]) as m(moment)`,
    [worldId, (tx.engine === 'sqlite' ? JSON.stringify(moments) : moments) as Value],
  )
  return new Map(rows.map(({ moment, last }) => [moment, last]))
}

/** The position after the last one of a millisecond, or null when it is full. */
function positionAfter(moment: number, last: number | null): number | null {
  const position = last === null ? positionsFrom(moment) : last + 1
  return momentOf(position) === moment ? position : null
}

/** The lowest free position at or after a moment. */
export async function nextPosition(tx: Tx, table: Positioned, worldId: string, createdAt: number): Promise<number> {
  for (let moment = Math.max(0, createdAt); ; moment++) {
    const position = positionAfter(moment, await lastPosition(tx, table, worldId, moment))
    if (position !== null) return position
  }
}

/** Like `nextPosition` for several rows, oldest first; each position is higher than those before it. */
export async function nextPositions(
  tx: Tx,
  table: Positioned,
  worldId: string,
  createdAt: readonly number[],
): Promise<number[]> {
  const last = await lastPositions(tx, table, worldId, [...new Set(createdAt.map((at) => Math.max(0, at)))])
  const positions: number[] = []
  let moment = 0
  for (const at of createdAt)
    for (moment = Math.max(moment, at); ; moment++) {
      if (!last.has(moment)) last.set(moment, await lastPosition(tx, table, worldId, moment))
      const position = positionAfter(moment, last.get(moment)!)
      if (position === null) continue
      last.set(moment, position)
      positions.push(position)
      break
    }
  return positions
}

interface Indexed {
  readonly position: number
  readonly words: readonly string[]
}

export async function indexWords(
  tx: Tx,
  index: SearchIndex,
  world: WorldRef,
  { position, words }: Indexed,
): Promise<void> {
  if (tx.engine === 'sqlite') {
    const table = `${index}_${world.tag}`
    await tx.raw(`insert or replace into ${table} (rowid, words) values (?, ?)`, [position, words.join(' ')])
    const long = words.filter(isLong)
    await tx.raw('insert or ignore into search_words (search, word) select ?, value from json_each(?)', [
      table,
      JSON.stringify(long),
    ])
  } else {
    await tx.raw(
      `insert into ${index} (world_id, position, words) values ($1, $2, array_to_tsvector($3::text[]))
       on conflict (world_id, position) do update set words = excluded.words`,
      [world.id, position, tagged(world, words) as unknown as Value],
    )
  }
}

/** Indexes the words of new rows with different positions. */
export async function indexAllWords(
  tx: Tx,
  index: SearchIndex,
  world: WorldRef,
  rows: readonly Indexed[],
): Promise<void> {
  if (tx.engine === 'sqlite') {
    // SQLite needs no round trip per statement.
    for (const row of rows) await indexWords(tx, index, world, row)
    return
  }
  const positions = rows.map(({ position }) => position)
  const texts = rows.map(({ words }) => tagged(world, words).join(' '))
  await tx.raw(
    `insert into ${index} (world_id, position, words)
     select $1, r.position, array_to_tsvector(string_to_array(r.words, ' ')) from unnest($2::bigint[], $3::text[]) as r(position, words)`,
    [world.id, positions as unknown as Value, texts as unknown as Value],
  )
}

export async function unindexWords(
  tx: Tx,
  index: SearchIndex,
  world: WorldRef,
  { position, words }: Indexed,
): Promise<void> {
  if (tx.engine === 'postgres') {
    await tx.raw(`delete from ${index} where world_id = $1 and position = $2`, [world.id, position])
    return
  }
  const table = `${index}_${world.tag}`
  await tx.raw(`delete from ${table} where rowid = ?`, [position])
  // Words without rows are also removed from the word table.
  for (const word of words.filter(isLong)) {
    const others = await tx.raw(`select 1 from ${table} where ${table} match ? limit 1`, [`"${word}"`])
    if (others.length === 0) await tx.raw('delete from search_words where search = ? and word = ?', [table, word])
  }
}

interface WordQuery {
  readonly index: SearchIndex
  readonly world: WorldRef
  readonly words: readonly string[]
  /** Whether only whole words match, instead of prefixes. */
  readonly isWhole?: boolean
}

/** SQLite: the fastest FTS5 expression for one search word; null if no indexed word has this prefix. */
async function fastestExpression(read: Read, table: string, word: string): Promise<string | null> {
  if (!isLong(word)) return `"${word}"*`
  const rows = await read.raw<{ word: string }>(
    `select word from search_words where search = ? and word >= ? and word < ? limit ${WORDS_MAX + 1}`,
    [table, word, word + LAST_CHARACTER],
  )
  if (rows.length > WORDS_MAX) return `"${word}"*`
  return rows.length === 0 ? null : `(${rows.map((row) => `"${row.word}"`).join(' OR ')})`
}

/** Queries for the matching rows, newest first and unordered. */
interface MatchQuery {
  readonly newest: string
  readonly some: string
  /** The first parameters of both queries. */
  readonly params: Value[]
}

/** Null if there can be no match. */
async function buildMatchQuery(
  read: Read,
  { index, world, words, isWhole = false }: WordQuery,
): Promise<MatchQuery | null> {
  if (words.length === 0) return null
  if (read.engine === 'sqlite') {
    const table = `${index}_${world.tag}`
    const terms: string[] = []
    for (const word of words) {
      const one = isWhole ? `"${word}"` : await fastestExpression(read, table, word)
      if (one === null) return null
      terms.push(one)
    }
    const matched = `from ${table} where ${table} match ?`
    return {
      newest: `select rowid as position ${matched} order by rowid desc`,
      some: `select 1 ${matched}`,
      params: [terms.join(' AND ')],
    }
  }
  const query = tagged(world, words)
    .map((word) => (isWhole ? `'${word}'` : `'${word}':*`))
    .join(' & ')
  const newest = `select position from ${index} where world_id = $1 and words @@ $2::tsquery order by position desc`
  // With an unordered limit PostgreSQL would scan all rows for a word that no row has.
  return { newest, some: newest, params: [world.id, query] }
}

export interface WordMatches {
  /** Rows in which every search word is a prefix of some word (or a whole word), newest first. */
  readonly positions: number[]
  /** Number of matches, counted up to `most`. */
  readonly counted: number
}

interface Window {
  readonly limit: number
  readonly offset: number
  readonly most: number
}

/** The engine counts, since transferring 1,000 rows takes longer than finding them. */
export async function findWords(read: Read, wanted: WordQuery, { limit, offset, most }: Window): Promise<WordMatches> {
  const matchQuery = await buildMatchQuery(read, wanted)
  if (matchQuery === null) return { positions: [], counted: 0 }
  const { newest, some, params } = matchQuery
  if (read.engine === 'postgres' && offset + limit <= most) {
    // PostgreSQL collects all rows of a rare word, so one statement does both.
    const [row] = await read.raw<{ n: number; positions: string[] }>(
      `with found as materialized (${newest} limit ${most}) select (select count(*) from found) as n,
         array(select position from found order by position desc limit $3 offset $4) as positions`,
      [...params, limit, offset],
    )
    return { positions: row!.positions.map(Number), counted: row!.n }
  }
  const window = read.engine === 'sqlite' ? 'limit ? offset ?' : 'limit $3 offset $4'
  const rows = await read.raw<{ position: number }>(`${newest} ${window}`, [...params, limit, offset])
  // FTS5 counts twice as fast in ascending order without row numbers.
  const [all] = await read.raw<{ n: number }>(`select count(*) as n from (${some} limit ${most}) as found`, params)
  return { positions: rows.map((row) => row.position), counted: all!.n }
}
