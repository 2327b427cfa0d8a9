// Tables of exported research data: their columns, types and queries, read in batches of bounded size.
import { iso, isoOrEmpty } from '../../platform/core/time.ts'
import type { Read, Value } from '../../platform/db/database.ts'

/** Types as Frictionless names them. Lists and objects are JSON text in files without such types. */
export type ColumnType = 'string' | 'integer' | 'number' | 'boolean' | 'datetime' | 'date' | 'array' | 'object'

/** A value as files contain it; null is a missing value. Times are milliseconds. */
export type Cell = string | number | boolean | object | null

interface Column {
  readonly name: string
  readonly type: ColumnType
  /** SQL expression; the name if absent. */
  readonly sql?: string
  /** Private text is null unless the caller asked for it. A condition in SQL limits this to some rows. */
  readonly isPrivate?: boolean | string
}

export interface DataTable {
  readonly name: string
  readonly columns: readonly Column[]
  /** Names of the columns that identify a row. */
  readonly key: readonly string[]
  /** Rows in batches, in the order of their key. */
  read(read: Read, range: DataRange): AsyncGenerator<Cell[][]>
}

/** Which rows to export: `from` is inclusive, `to` exclusive, both in milliseconds. */
export interface DataRange {
  readonly worldId: string
  readonly from: number
  readonly to: number
  readonly withPrivate: boolean
}

const BATCH = 500
const DAY_MS = 86_400_000

const placeOf = (read: Read, n: number): string => (read.engine === 'sqlite' ? `?${n}` : `$${n}`)

const dateOf = (day: number): string => iso(day * DAY_MS).slice(0, 10)

function cellOf(value: Value, type: ColumnType): Cell {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'boolean':
      return Number(value) === 1
    case 'datetime':
      return isoOrEmpty(Number(value)) === '' ? null : Number(value)
    case 'date':
      return dateOf(Number(value))
    case 'array':
    case 'object':
      return JSON.parse(String(value)) as object
    case 'string':
      return String(value)
    default:
      return Number(value)
  }
}

const column = (name: string, type: ColumnType = 'string', sql?: string): Column =>
  sql === undefined ? { name, type } : { name, type, sql }
/** An empty text means that there is none. */
const reference = (name: string, sql: string = name): Column => column(name, 'string', `nullif(t.${sql}, '')`)
const time = (name: string, sql: string = name): Column => column(name, 'datetime', `t.${sql}`)
const hidden = (name: string, sql: string, isPrivate: boolean | string = true): Column => ({
  ...column(name, 'string', sql),
  isPrivate,
})

interface Source {
  readonly name: string
  /** The stored table; `t` in expressions. */
  readonly table: string
  readonly joins?: string
  /** Stored columns that order the rows and follow `world_id` in the primary key. */
  readonly orderedBy: readonly string[]
  readonly key?: readonly string[]
  /** Time of a row in milliseconds, as an expression; absent for rows without a time. */
  readonly at?: string
  readonly where?: string
  readonly columns: readonly Column[]
}

function expressionOf({ name, sql = `t.${name}`, isPrivate }: Column, withPrivate: boolean): string {
  if (withPrivate || isPrivate === undefined || isPrivate === false) return sql
  return isPrivate === true ? 'null' : `case when ${isPrivate} then null else ${sql} end`
}

/** A table of stored rows, read by key set. */
function storedTable(source: Source): DataTable {
  const { table, joins = '', orderedBy, columns, at, where } = source
  async function* readRows(read: Read, { worldId, from, to, withPrivate }: DataRange): AsyncGenerator<Cell[][]> {
    const expressions = columns.map((one, n) => `${expressionOf(one, withPrivate)} as c${n}`)
    const keys = orderedBy.map((name, n) => `t.${name} as k${n}`)
    const order = orderedBy.map((name) => `t.${name}`).join(', ')
    let last: Value[] | null = null
    for (;;) {
      const params: Value[] = [worldId]
      const bound = (value: Value): string => {
        params.push(value)
        return placeOf(read, params.length)
      }
      const conditions = [`t.world_id = ${placeOf(read, 1)}`, ...(where === undefined ? [] : [where])]
      if (at !== undefined) conditions.push(`${at} >= ${bound(from)}`, `${at} < ${bound(to)}`)
      if (last !== null) conditions.push(`(${order}) > (${last.map(bound).join(', ')})`)
      const rows: Record<string, Value>[] = await read.raw(
        `select ${[...expressions, ...keys].join(', ')} from ${table} t ${joins} where ${conditions.join(' and ')} order by ${order} limit ${BATCH}`,
        params,
      )
      if (rows.length > 0) yield rows.map((row) => columns.map(({ type }, n) => cellOf(row[`c${n}`]!, type)))
      if (rows.length < BATCH) return
      last = orderedBy.map((_, n) => rows.at(-1)![`k${n}`]!)
    }
  }
  return { name: source.name, columns, key: source.key ?? ['id'], read: readRows }
}

const ID = column('id')
const AGENT = column('agent_id')
const CREATED = time('created_at')
const NOT_PUBLIC = "t.visibility <> 'public'"

// ── Acts, whose targets are in the rows that they created ──

const ACT_COLUMNS: readonly Column[] = [
  ID,
  AGENT,
  column('verb'),
  time('at'),
  column('target_id'),
  column('cause_kind'),
  column('cause_id'),
]

/** The rows that an act of this verb created, and the expression of its target. */
const ACT_ROWS: Readonly<Record<string, readonly [table: string, target: string]>> = {
  post: ['posts', 'null'],
  reply: ['replies', 'coalesce(parent_reply_id, post_id)'],
  like: ['likes', "coalesce(nullif(reply_id, ''), post_id)"],
  follow: ['follows', 'target_agent_id'],
  repost: ['reposts', 'post_id'],
  write: ['messages', 'thread_id'],
  walk: ['journeys', 'destination_id'],
  meet: ['encounters', 'destination_id'],
  say: ['encounter_turns', 'encounter_id'],
  play: ['games', 'black_agent_id'],
  introduce: ['ideas', 'null'],
  adopt: ['idea_events', 'idea_id'],
  contribute: ['contributions', 'challenge_id'],
  promise: ['promises', 'other_id'],
}

/** Targets of some acts by id. An act whose row was deleted since is absent. */
async function targetsOf(read: Read, worldId: string, acts: readonly Cell[][]): Promise<Map<string, string | null>> {
  const targets = new Map<string, string | null>()
  const byVerb = new Map<string, Cell[][]>()
  for (const act of acts) {
    const verb = String(act[2])
    const some = byVerb.get(verb)
    if (some === undefined) byVerb.set(verb, [act])
    else some.push(act)
  }
  for (const [verb, some] of byVerb) {
    const [table, target] = ACT_ROWS[verb] ?? []
    if (table === undefined) continue
    const places = some.map((_, n) => placeOf(read, n + 2)).join(', ')
    const rows = await read.raw<{ id: string; target: string | null }>(
      `select id, ${target} as target from ${table} where world_id = ${placeOf(read, 1)} and id in (${places})`,
      [worldId, ...some.map(([id]) => String(id))],
    )
    for (const row of rows) targets.set(row.id, row.target)
  }
  return targets
}

const storedActs = storedTable({
  name: 'acts',
  table: 'acts',
  orderedBy: ['id'],
  at: 't.at',
  columns: ACT_COLUMNS.map((one) => (one.name === 'target_id' ? column('target_id', 'string', 'null') : one)),
})
const acts: DataTable = {
  ...storedActs,
  async *read(read, range) {
    for await (const rows of storedActs.read(read, range)) {
      const targets = await targetsOf(read, range.worldId, rows)
      const existing = rows.filter(([id]) => targets.has(String(id)))
      yield existing.map(([id, agentId, verb, at, , ...cause]) => [
        id!,
        agentId!,
        verb!,
        at!,
        targets.get(String(id))!,
        ...cause,
      ])
    }
  },
}

// ── Stances of residents at the end of each day ──

const VALUE_OF_SIDE: Readonly<Record<string, number>> = { for: 1, against: -1 }

/** The last side of each resident on each issue, for each day on which it spoke about it. Read day by day. */
const stances: DataTable = {
  name: 'stances_daily',
  key: ['date', 'agent_id', 'issue_id'],
  columns: [column('date', 'date'), AGENT, column('issue_id'), column('stance'), column('value', 'number')],
  async *read(read, { worldId, from, to }) {
    const [p1, p2, p3] = [1, 2, 3].map((n) => placeOf(read, n))
    const bounds = await read.raw<{ first: number | null; last: number | null }>(
      `select min(created_at) as first, max(created_at) as last from plans where world_id = ${p1}`,
      [worldId],
    )
    const { first, last } = bounds[0]!
    if (first === null || last === null) return
    const start = Math.floor(Math.max(first, from) / DAY_MS)
    for (let day = start; day * DAY_MS <= last && day * DAY_MS < to; day++) {
      const rows = await read.raw<{ agent_id: string; issue: string; side: string }>(
        `select agent_id, issue, side from plans where world_id = ${p1} and created_at >= ${p2} and created_at < ${p3}
         and issue <> '' and side in ('for', 'against') order by created_at, id`,
        [worldId, day * DAY_MS, (day + 1) * DAY_MS],
      )
      const latest = new Map(rows.map((row) => [`${row.agent_id} ${row.issue}`, row]))
      const sorted = [...latest].sort(([a], [b]) => (a < b ? -1 : 1))
      if (sorted.length > 0)
        yield sorted.map(([, { agent_id, issue, side }]) => [
          dateOf(day),
          agent_id,
          issue,
          side,
          VALUE_OF_SIDE[side] ?? 0,
        ])
    }
  },
}

// ── Ties ──

const TIE_COLUMNS = [
  column('date', 'date', 't.day'),
  AGENT,
  column('other_agent_id', 'string', 't.other_id'),
  column('affinity', 'number'),
]
const TIE_KEY = ['date', 'agent_id', 'other_agent_id']

const storedTies = storedTable({
  name: 'ties_daily',
  table: 'tie_days',
  orderedBy: ['agent_id', 'other_id', 'day'],
  key: TIE_KEY,
  at: `t.day * ${DAY_MS}`,
  columns: TIE_COLUMNS,
})
/** The affinity of each pair on the last day on which it changed, for stores without daily values. */
const latestTies = storedTable({
  name: 'ties_daily',
  table: 'relationships',
  orderedBy: ['agent_id', 'other_agent_id'],
  at: 't.updated_at',
  columns: [
    column('date', 'date', `t.updated_at / ${DAY_MS}`),
    AGENT,
    column('other_agent_id'),
    column('affinity', 'number'),
  ],
})

const hasTable = async (read: Read, table: string): Promise<boolean> => {
  const catalog =
    read.engine === 'sqlite'
      ? `select 1 as n from sqlite_schema where type = 'table' and name = ?1`
      : `select 1 as n from information_schema.tables where table_schema = current_schema() and table_name = $1`
  return (await read.raw(catalog, [table])).length > 0
}

/** The affinity of each pair at the end of each day on which it changed. */
const tiesDaily: DataTable = {
  ...storedTies,
  async *read(read, range) {
    const ties = (await hasTable(read, 'tie_days')) ? storedTies : latestTies
    yield* ties.read(read, range)
  },
}

// ── All tables ──

const listOf = (engine: Read['engine'], name: string): string =>
  engine === 'sqlite' ? `group_concat(${name}, ',')` : `string_agg(${name}, ',')`

const conversations = (engine: Read['engine']): DataTable => {
  const guests = `(select ${listOf(engine, 'p.agent_id')} from encounter_participants p where p.world_id = t.world_id and p.encounter_id = t.id)`
  const stored = storedTable({
    name: 'conversations',
    table: 'encounters',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      column('destination_id'),
      column('status'),
      CREATED,
      time('ended_at'),
      column('agent_ids', 'string', guests),
    ],
  })
  const columns = stored.columns.map((one) => (one.name === 'agent_ids' ? { ...one, type: 'array' as const } : one))
  return {
    ...stored,
    columns,
    async *read(read, range) {
      for await (const rows of stored.read(read, range))
        yield rows.map((row) => [
          ...row.slice(0, -1),
          String(row.at(-1) ?? '')
            .split(',')
            .filter(Boolean)
            .sort(),
        ])
    },
  }
}

const TABLES: readonly DataTable[] = [
  storedTable({
    name: 'agents',
    table: 'agents',
    orderedBy: ['id'],
    columns: [
      ID,
      ...['kind', 'handle', 'display_name', 'bio'].map((name) => column(name)),
      column('interests', 'array'),
      ...['specialty', 'avatar_seed'].map((name) => column(name)),
      column('enabled', 'boolean'),
      ...['post_count', 'reply_count', 'followers_count', 'following_count'].map((name) => column(name, 'integer')),
      CREATED,
      hidden('persona', 't.persona'),
    ],
  }),
  storedTable({
    name: 'posts',
    table: 'posts',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      AGENT,
      hidden('text', 't.text', NOT_PUBLIC),
      reference('topic_id'),
      column('has_news', 'boolean'),
      column('visibility'),
      column('like_count', 'integer'),
      column('reply_count', 'integer'),
      CREATED,
    ],
  }),
  storedTable({
    name: 'replies',
    table: 'replies',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      column('post_id'),
      reference('parent_reply_id'),
      AGENT,
      hidden('text', 't.text', NOT_PUBLIC),
      column('visibility'),
      column('like_count', 'integer'),
      CREATED,
    ],
  }),
  storedTable({
    name: 'likes',
    table: 'likes',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [ID, AGENT, reference('post_id'), reference('reply_id'), CREATED],
  }),
  storedTable({
    name: 'follows',
    table: 'follows',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [ID, AGENT, column('target_agent_id'), CREATED],
  }),
  storedTable({
    name: 'reposts',
    table: 'reposts',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [ID, AGENT, column('post_id'), CREATED],
  }),
  storedTable({
    name: 'conversation_turns',
    table: 'encounter_turns',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [ID, column('conversation_id', 'string', 't.encounter_id'), AGENT, hidden('text', 't.text'), CREATED],
  }),
  storedTable({
    name: 'promises',
    table: 'promises',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      column('agent_id', 'string', 't.maker_id'),
      column('other_agent_id', 'string', 't.other_id'),
      column('kind'),
      reference('place_id'),
      time('at'),
      column('status'),
      reference('root_id'),
      CREATED,
    ],
  }),
  storedTable({
    name: 'affairs',
    table: 'affairs',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      column('kind'),
      column('stage'),
      column('status'),
      column('parties', 'object'),
      column('thing'),
      reference('root_id'),
      CREATED,
      time('updated_at'),
    ],
  }),
  storedTable({
    name: 'grudges',
    table: 'grudges',
    orderedBy: ['agent_id', 'other_id'],
    key: ['agent_id', 'other_agent_id'],
    at: 't.created_at',
    columns: [AGENT, column('other_agent_id', 'string', 't.other_id'), hidden('reason', 't.reason'), CREATED],
  }),
  tiesDaily,
  stances,
  storedTable({
    name: 'moods_daily',
    table: 'mood_days',
    orderedBy: ['agent_id', 'day'],
    key: ['date', 'agent_id'],
    at: `t.day * ${DAY_MS}`,
    columns: [column('date', 'date', 't.day'), AGENT, column('mood'), column('emoji'), column('intensity', 'number')],
  }),
  storedTable({
    name: 'ideas',
    table: 'ideas',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      column('label'),
      column('summary'),
      column('status'),
      column('origin_agent_id'),
      CREATED,
      time('updated_at'),
    ],
  }),
  storedTable({
    name: 'idea_steps',
    table: 'idea_events',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [ID, column('idea_id'), column('type'), AGENT, column('stance'), reference('post_id'), CREATED],
  }),
  storedTable({
    name: 'games',
    table: 'games',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      reference('destination_id'),
      column('white_agent_id'),
      column('black_agent_id'),
      column('moves', 'array'),
      column('status'),
      column('result'),
      column('end_reason'),
      CREATED,
      time('updated_at'),
    ],
  }),
  storedTable({
    name: 'walks',
    table: 'journeys',
    orderedBy: ['id'],
    at: 't.created_at',
    columns: [
      ID,
      AGENT,
      column('destination_id'),
      column('purpose'),
      time('depart_at'),
      time('arrive_at'),
      column('meters', 'number'),
      column('lifts', 'integer'),
      CREATED,
    ],
  }),
  storedTable({
    name: 'happenings',
    table: 'happenings',
    orderedBy: ['id'],
    at: 't.starts_at',
    columns: [
      ID,
      column('kind'),
      column('name'),
      reference('place_id'),
      reference('thing_id'),
      column('stage'),
      column('figure', 'number'),
      column('outcome'),
      reference('root_id'),
      time('starts_at'),
      time('ends_at'),
    ],
  }),
  acts,
  storedTable({
    name: 'knowledge',
    table: 'knowledge',
    joins: 'join facts f on f.world_id = t.world_id and f.id = t.fact_id',
    orderedBy: ['agent_id', 'fact_id'],
    key: ['agent_id', 'fact_id'],
    at: 't.at',
    columns: [
      column('id', 'string', "t.agent_id || ':' || t.fact_id"),
      AGENT,
      column('fact_id'),
      hidden('text', "coalesce(nullif(t.variant, ''), f.text)", "f.audience <> 'public'"),
      reference('heard_from'),
      time('at'),
      column('belief', 'number'),
      column('kind', 'string', 'f.kind'),
      hidden('about', 'f.about', "f.audience <> 'public'"),
      column('subject_id', 'string', "nullif(f.subject_id, '')"),
      column('audience', 'string', 'f.audience'),
      column('is_true', 'boolean', 'f.is_true'),
      column('source_kind', 'string', "nullif(f.source_kind, '')"),
      column('source_id', 'string', "nullif(f.source_id, '')"),
      column('created_at', 'datetime', 'f.created_at'),
    ],
  }),
]

/** All tables of an export, in the order of its files. */
export function dataTables(engine: Read['engine']): DataTable[] {
  const before = TABLES.findIndex(({ name }) => name === 'conversation_turns')
  return TABLES.toSpliced(before, 0, conversations(engine))
}
