// Makes a long history out of a short one: copies of every row, further in the past and with other ids, and their counters.
// It writes the tables directly, because ten million likes one by one would take hours.
import { serverPackage } from './paths.mjs'
import { tokenize } from './server-code.mjs'
import { HALLMARK } from './vocabulary.mjs'

const DAY_MS = 86_400_000
const PER_MILLISECOND = 1_024
/** Longer than the short history, so that no two copies share a UTC day. */
export const SPAN_DAYS = 32
const SPAN_MS = SPAN_DAYS * DAY_MS

/** Prefix of the ids of rows to copy. */
export const COPIED = 'base-'
const prefixOf = (copy) => `c${String(1_000 - copy).slice(1)}-`

const own = { world_id: 'world_id' }
const later = { created_at: 'created_at - :ms' }
const renamed = (...columns) => Object.fromEntries(columns.map((column) => [column, `:prefix || ${column}`]))
const as = (...columns) => Object.fromEntries(columns.map((column) => [column, column]))

/** The columns of a copy by table, and the column with the id that selects the rows. */
const TABLES = {
  agents: [
    {
      ...own,
      ...renamed('id', 'handle', 'handle_folded'),
      ...as('kind', 'display_name', 'bio', 'interests', 'specialty', 'avatar_seed', 'enabled', 'persona'),
      ...as('post_count', 'reply_count', 'followers_count', 'following_count', 'last_post_at'),
      ...later,
      position: 'position - :positions',
    },
    'id',
  ],
  posts: [
    {
      ...own,
      ...renamed('id', 'agent_id'),
      ...as('text', 'topic_id', 'has_news', 'visibility', 'like_count', 'reply_count'),
      ...later,
      position: 'position - :positions',
    },
    'id',
  ],
  replies: [
    {
      ...own,
      ...renamed('id', 'post_id', 'parent_reply_id', 'agent_id'),
      ...as('text', 'visibility', 'like_count', 'inbox'),
      ...later,
    },
    'id',
  ],
  likes: [{ ...own, ...renamed('id', 'agent_id', 'post_id'), ...as('reply_id'), ...later }, 'post_id'],
  follows: [{ ...own, ...renamed('id', 'agent_id', 'target_agent_id'), ...later }, 'agent_id'],
  directory: [{ ...renamed('id'), ...as('world_id') }, 'id'],
  topic_voices: [
    {
      ...own,
      topic_id: 'topic_id',
      day: 'case when day < 0 then day else day - :days end',
      agent_id: ':prefix || agent_id',
      n: 'n',
    },
    'agent_id',
  ],
}

/** Tallies of an author get the new id; tallies of a topic get other days. */
const AUTHOR = 'posts:agent:'
const TALLIES = {
  ...own,
  scope: `case when scope like '${AUTHOR}%' then '${AUTHOR}' || :prefix || substr(scope, ${AUTHOR.length + 1}) else scope end`,
  day: 'day - :days',
  n: 'n',
}
const OF_COPIED = `(scope like '${AUTHOR}${COPIED}%' or scope like 'posts:topic:${COPIED}%' or scope like 'replies:topic:${COPIED}%')`

const isCopied = (column) => `${column} >= '${COPIED}' and ${column} < '${COPIED}~'`
const copying = (table, columns, where) =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from ${table} where ${where}`

/** The statements of one copy with named parameters. */
function* statements() {
  for (const [table, [columns, key]] of Object.entries(TABLES)) yield copying(table, columns, isCopied(key))
  // The short history covers the last days; copies are older.
  yield copying('tallies', TALLIES, `day > :youngest and ${OF_COPIED}`)
  // The days of all posts, of all authors.
  yield `insert into tallies (world_id, scope, day, n) select world_id, 'posts', created_at / ${DAY_MS} - :days, count(*)
    from posts where ${isCopied('id')} group by world_id, created_at / ${DAY_MS}`
}

const filled = (text, values) =>
  text.replaceAll(/:(prefix|ms|positions|days|youngest)\b/g, (_, name) =>
    typeof values[name] === 'string' ? `'${values[name]}'` : String(values[name]),
  )

const valuesOf = (copy, now) => ({
  prefix: prefixOf(copy),
  ms: copy * SPAN_MS,
  positions: copy * SPAN_MS * PER_MILLISECOND,
  days: copy * SPAN_DAYS,
  youngest: Math.floor(now / DAY_MS) - SPAN_DAYS,
})

/** Updates counters of topics and agents, which all copies share. */
const shared = (copies) => [
  `update topics set post_count = post_count * ${copies + 1}, agent_count = agent_count * ${copies + 1} where ${isCopied('id')}`,
  `update tallies set n = n * ${copies + 1} where scope like 'agents:${COPIED}%'`,
  `update tallies set n = n + ${copies} * (select count(*) from agents where ${isCopied('id')}) where scope = 'agents'`,
]

/** Sums of 64 days each, computed after all copies. */
const STRETCHES = [
  `delete from tallies where scope like 'stretch:%'`,
  `insert into tallies (world_id, scope, day, n) select world_id, 'stretch:' || scope, day / 64, cast(sum(n) as bigint) from tallies
   where scope = 'posts' or scope like 'posts:%' group by world_id, scope, day / 64`,
]

/** PostgreSQL: copies the rows of the search tables without the hallmark, which stays as rare as before. */
const searchOf = (tag) =>
  ['post_search', 'agent_search'].map(
    (index) =>
      `insert into ${index} (world_id, position, words) select s.world_id, s.position - :positions, ts_delete(s.words, '${tag}${HALLMARK}')
       from ${index} as s join ${index === 'post_search' ? 'posts' : 'agents'} as r on r.world_id = s.world_id and r.position = s.position
       where ${isCopied('r.id')}`,
  )

export async function copyInPostgres(client, { copies, tag, now, say }) {
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  for (const index of ['post_search', 'agent_search']) await client.query(`drop index ${index}_words`)
  for (const text of shared(copies)) await client.query(text)
  // Oldest first, so that indexes by time only grow at their end.
  for (let copy = copies; copy > 0; copy--) {
    await client.query('begin')
    for (const text of [...statements(), ...searchOf(tag)]) await client.query(filled(text, valuesOf(copy, now)))
    await client.query('commit')
    if (copy % 10 === 0) say(`${copies - copy} copies`)
  }
  for (const text of STRETCHES) await client.query(text)
  for (const index of ['post_search', 'agent_search'])
    await client.query(`create index ${index}_words on ${index} using gin (words) with (fastupdate = off)`)
  await client.query('vacuum analyze')
}

/** SQLite: the search index does not store the words, so they are computed from the texts. */
export function copyInSqlite(file, { copies, tag, now, say }) {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  const store = new DatabaseSync(file)
  store.exec('pragma synchronous = off; pragma cache_size = -1000000; pragma temp_store = 2; pragma mmap_size = 0')
  for (const text of shared(copies)) store.exec(text)
  const texts = {
    post_search: store.prepare(`select position, text from posts where ${isCopied('id')} order by 1`).all(),
    agent_search: store
      .prepare(
        `select position, handle || ' ' || display_name || ' ' || bio as text from agents where ${isCopied('id')} order by 1`,
      )
      .all(),
  }
  for (const rows of Object.values(texts))
    for (const row of rows)
      row.words = tokenize(row.text)
        .filter((word) => word !== HALLMARK)
        .join(' ')
  for (let copy = copies; copy > 0; copy--) {
    const values = valuesOf(copy, now)
    store.exec('begin')
    for (const text of statements()) store.exec(filled(text, values))
    for (const [index, rows] of Object.entries(texts)) {
      const insert = store.prepare(`insert into ${index}_${tag} (rowid, words) values (?, ?)`)
      for (const row of rows) insert.run(row.position - values.positions, row.words)
    }
    store.exec('commit')
    if (copy % 10 === 0) say(`${copies - copy} copies`)
  }
  for (const text of STRETCHES) store.exec(text)
  store.exec('pragma wal_checkpoint(truncate)')
  store.close()
}
