import type { Read, Tx, Value } from './database.ts'

/**
 * Both engines index the words that core/text makes, and find rows by their position, which is unique within a world
 * and grows with (created_at, id): newest first is simply the highest position first. SQLite keeps one FTS5 table per
 * world, because its row numbers are the positions; PostgreSQL keeps one table whose words carry the world's tag.
 */
export type SearchIndex = 'post_search' | 'agent_search'
const INDEXES = ['post_search', 'agent_search'] as const

interface WorldRef {
  readonly id: string
  readonly tag: string
}

/** Positions of one millisecond; a busier millisecond spills into the next. */
const PER_MILLISECOND = 1_024

/** Whatever was created at that moment or later stands from here on. */
export const positionsFrom = (moment: number): number => moment * PER_MILLISECOND

/** The millisecond to which a position belongs. */
export const momentOf = (position: number): number => Math.floor(position / PER_MILLISECOND)

const tagged = (world: WorldRef, words: readonly string[]): string[] => words.map((word) => world.tag + word)

export async function createSearch(tx: Tx, world: WorldRef): Promise<void> {
  if (tx.engine === 'postgres') return
  for (const index of INDEXES)
    await tx.raw(
      `create virtual table ${index}_${world.tag} using fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3', detail=none)`,
      [],
    )
}

export async function dropSearch(tx: Tx, world: WorldRef): Promise<void> {
  for (const index of INDEXES)
    if (tx.engine === 'sqlite') await tx.raw(`drop table if exists ${index}_${world.tag}`, [])
    else await tx.raw(`delete from ${index} where world_id = $1`, [world.id])
}

/** The lowest free position at or after a moment. */
export async function nextPosition(
  tx: Tx,
  table: 'posts' | 'agents',
  worldId: string,
  createdAt: number,
): Promise<number> {
  const mark = tx.engine === 'sqlite' ? ['?', '?', '?'] : ['$1', '$2', '$3']
  for (let base = Math.max(0, createdAt) * PER_MILLISECOND; ; base += PER_MILLISECOND) {
    const [row] = await tx.raw<{ last: number | null }>(
      `select max(position) as last from ${table} where world_id = ${mark[0]} and position >= ${mark[1]} and position < ${mark[2]}`,
      [worldId, base, base + PER_MILLISECOND],
    )
    const last = row?.last ?? null
    if (last === null) return base
    if (last + 1 < base + PER_MILLISECOND) return last + 1
  }
}

export async function indexWords(
  tx: Tx,
  index: SearchIndex,
  world: WorldRef,
  { position, words }: { position: number; words: readonly string[] },
): Promise<void> {
  if (tx.engine === 'sqlite') {
    await tx.raw(`insert or replace into ${index}_${world.tag} (rowid, words) values (?, ?)`, [
      position,
      words.join(' '),
    ])
  } else {
    await tx.raw(
      `insert into ${index} (world_id, position, words) values ($1, $2, array_to_tsvector($3::text[]))
       on conflict (world_id, position) do update set words = excluded.words`,
      [world.id, position, tagged(world, words) as unknown as Value],
    )
  }
}

export async function unindexWords(tx: Tx, index: SearchIndex, world: WorldRef, position: number): Promise<void> {
  if (tx.engine === 'sqlite') await tx.raw(`delete from ${index}_${world.tag} where rowid = ?`, [position])
  else await tx.raw(`delete from ${index} where world_id = $1 and position = $2`, [world.id, position])
}

interface Wanted {
  readonly index: SearchIndex
  readonly world: WorldRef
  readonly words: readonly string[]
}

/** What both engines ask for, and the values of its first parameters. */
function matching(read: Read, { index, world, words }: Wanted): [string, Value[]] {
  if (read.engine === 'sqlite') {
    const table = `${index}_${world.tag}`
    return [
      `select rowid as position from ${table} where ${table} match ? order by rowid desc`,
      [words.map((word) => `"${word}"*`).join(' ')],
    ]
  }
  const query = tagged(world, words)
    .map((word) => `'${word}':*`)
    .join(' & ')
  return [
    `select position from ${index} where world_id = $1 and words @@ $2::tsquery order by position desc`,
    [world.id, query],
  ]
}

/** How many there are, counted up to `most`: by the engine, since handing over a thousand rows takes longer than finding them. */
export async function countWords(read: Read, wanted: Wanted, most: number): Promise<number> {
  if (wanted.words.length === 0) return 0
  const [text, params] = matching(read, wanted)
  const [row] = await read.raw<{ n: number }>(`select count(*) as n from (${text} limit ${most}) as found`, params)
  return row!.n
}

/** Positions of rows in which every word begins some word, newest first. */
export async function findWords(
  read: Read,
  wanted: Wanted,
  page: { limit: number; offset: number },
): Promise<number[]> {
  if (wanted.words.length === 0) return []
  const [text, params] = matching(read, wanted)
  const window = read.engine === 'sqlite' ? 'limit ? offset ?' : 'limit $3 offset $4'
  const rows = await read.raw<{ position: number }>(`${text} ${window}`, [...params, page.limit, page.offset])
  return rows.map((row) => row.position)
}
