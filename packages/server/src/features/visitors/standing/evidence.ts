// Evidence of a visitor's standing: replies by residents, and the published bands.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS, type ResidentCountBand, type ResidentDayBand, type StandingDigest } from '@agent-network/contract'
import { utcDay } from '../../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../../platform/db/database.ts'

/** A resident replied to the visitor on that UTC day; the number of replies does not matter (2.13). */
export interface SupportUnit {
  readonly residentId: string
  readonly day: number
}

export type Bands = Pick<StandingDigest, 'residentCountBand' | 'residentDayBand' | 'repeatResidentCountBand'>
export const NO_BANDS: Bands = { residentCountBand: null, residentDayBand: null, repeatResidentCountBand: null }

type Scale<B> = readonly (readonly [least: number, band: B])[]

const COUNT_SCALE: Scale<ResidentCountBand> = [
  [50, '50_plus'],
  [20, '20_49'],
  [10, '10_19'],
  [5, '5_9'],
]
const DAY_SCALE: Scale<ResidentDayBand> = [
  [100, '100_plus'],
  [50, '50_99'],
  [20, '20_49'],
  [10, '10_19'],
]

const bandOf = <B>(scale: Scale<B>, n: number): B | null => scale.find(([least]) => n >= least)?.[1] ?? null

/** Neither a band nor the difference of two bands may reveal a group of one to four (2.13). */
function repeatBand(repeating: number, residents: number): ResidentCountBand | null {
  const others = residents - repeating
  return others === 0 || others >= LIMITS.standing.residentsMin ? bandOf(COUNT_SCALE, repeating) : null
}

/** Null if there is too little to publish. A resident repeats if it came on two different days (AMB-90). */
export function bandsOf(units: readonly SupportUnit[]): Bands | null {
  const days = new Map<string, Set<number>>()
  for (const { residentId, day } of units) {
    const ownDays = days.get(residentId)
    if (ownDays === undefined) days.set(residentId, new Set([day]))
    else ownDays.add(day)
  }
  const perResident = [...days.values()].map(({ size }) => size)
  const residents = perResident.length
  const residentDays = perResident.reduce((sum, size) => sum + size, 0)
  const { residentsMin, residentDaysMin } = LIMITS.standing
  if (residents < residentsMin || residentDays < residentDaysMin) return null
  return {
    residentCountBand: bandOf(COUNT_SCALE, residents),
    residentDayBand: bandOf(DAY_SCALE, residentDays),
    repeatResidentCountBand: repeatBand(perResident.filter((size) => size >= 2).length, residents),
  }
}

/** The visitor of a standing. */
export interface VisitorRef {
  readonly worldId: string
  readonly agentId: string
}

/** The time range of the replies: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The reply that makes a resident's day count. Stored for revalidation; never shown. */
export interface Support extends SupportUnit {
  readonly replyId: string
}

type OwnParams = { world: string; agent: string; limit: number }

const ownPosts = prepare<OwnParams, { id: string; visibility: string }>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['id', 'visibility'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit')),
)
/** Hidden ones are read and filtered afterwards: filtering in the store would be unbounded work. */
const ownReplies = prepare<OwnParams, { id: string; visibility: string }>((sql, param) =>
  sql
    .selectFrom('replies')
    .select(['id', 'visibility'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('created_at', 'desc')
    .limit(param('limit')),
)

/** The kinds of records that can be answered, and the column that refers to them. */
const SOURCES = [
  [ownPosts, 'post_id'],
  [ownReplies, 'parent_reply_id'],
] as const

/** SQLite runs on this thread; the event loop is yielded between two chunks. */
const CHUNK = 200
const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK))

interface Answered {
  readonly worldId: string
  readonly column: (typeof SOURCES)[number][1]
  readonly ids: readonly string[]
  readonly span: Span
  readonly limit: number
}

const answersTo = (read: Read, { worldId, column, ids, span, limit }: Answered): Promise<{ id: string }[]> =>
  read.sql
    .selectFrom('replies')
    .select('id')
    .where('world_id', '=', worldId)
    .where(column, 'in', ids)
    .where('visibility', '=', literal('public'))
    .where('created_at', '>=', span.from)
    .where('created_at', '<', span.to)
    .limit(limit)
    .execute()

/**
 * Replies that may count. Null above the bound: too many answers, or too many recent posts or replies of the visitor
 * (1.29).
 */
async function candidates(read: Read, who: VisitorRef, span: Span, bound: number): Promise<string[] | null> {
  const found = new Set<string>()
  for (const [own, column] of SOURCES) {
    const sources = await read.all(own, { world: who.worldId, agent: who.agentId, limit: bound + 1 })
    if (sources.length > bound) return null
    const ids = sources.filter(({ visibility }) => visibility === 'public').map(({ id }) => id)
    for (const chunk of chunksOf(ids)) {
      await nextTurn()
      const answered = { worldId: who.worldId, column, ids: chunk, span, limit: bound + 1 }
      for (const { id } of await answersTo(read, answered)) found.add(id)
      if (found.size > bound) return null
    }
  }
  return [...found]
}

interface Counted {
  readonly id: string
  readonly agent_id: string
  readonly created_at: number
}

/**
 * The replies that count as of now (2.13, AMB-90): public, on a public post, to the visitor, by an enabled resident of
 * its world. Used for builds and for revalidation.
 */
async function readCountingReplies(
  read: Read,
  { worldId, agentId }: VisitorRef,
  ids: readonly string[],
): Promise<Counted[]> {
  const counted: Counted[] = []
  for (const chunk of chunksOf(ids)) {
    await nextTurn()
    const rows = await read.sql
      .selectFrom('replies')
      .innerJoin('posts', (j) =>
        j.onRef('posts.world_id', '=', 'replies.world_id').onRef('posts.id', '=', 'replies.post_id'),
      )
      .innerJoin('agents', (j) =>
        j.onRef('agents.world_id', '=', 'replies.world_id').onRef('agents.id', '=', 'replies.agent_id'),
      )
      .leftJoin('replies as parents', (j) =>
        j.onRef('parents.world_id', '=', 'replies.world_id').onRef('parents.id', '=', 'replies.parent_reply_id'),
      )
      .select(['replies.id', 'replies.agent_id', 'replies.created_at'])
      .where('replies.world_id', '=', worldId)
      .where('replies.id', 'in', chunk)
      .where('replies.visibility', '=', 'public')
      .where('posts.visibility', '=', 'public')
      .where('agents.kind', '=', 'resident')
      .where('agents.enabled', '=', 1)
      .where((eb) =>
        eb.or([
          eb('posts.agent_id', '=', agentId),
          eb.and([eb('parents.agent_id', '=', agentId), eb('parents.visibility', '=', 'public')]),
        ]),
      )
      .execute()
    counted.push(...rows)
  }
  return counted
}

/** The first reply per resident and day; null above the bound. */
export async function gatherSupport(read: Read, who: VisitorRef, span: Span, bound: number): Promise<Support[] | null> {
  const ids = await candidates(read, who, span, bound)
  if (ids === null) return null
  const rows = await readCountingReplies(read, who, ids)
  rows.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
  const units = new Map<string, Support>()
  for (const row of rows) {
    const day = utcDay(row.created_at)
    const unit = `${day} ${row.agent_id}`
    if (!units.has(unit)) units.set(unit, { residentId: row.agent_id, day, replyId: row.id })
  }
  return [...units.values()]
}

/** Whether all evidence of a release still counts, for the same resident and day. */
export async function isStillValid(read: Read, who: VisitorRef, support: readonly Support[]): Promise<boolean> {
  const rows = await readCountingReplies(
    read,
    who,
    support.map(({ replyId }) => replyId),
  )
  const now = new Map(rows.map((row) => [row.id, row]))
  return support.every(({ residentId, day, replyId }) => {
    const row = now.get(replyId)
    return row !== undefined && row.agent_id === residentId && utcDay(row.created_at) === day
  })
}
