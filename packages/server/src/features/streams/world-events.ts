// The public log of a world: cursors, rows and events.
import { LIMITS, type WorldEvent } from '@agent-network/contract'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Seals } from '../../platform/core/seals.ts'
import { iso } from '../../platform/core/time.ts'
import { prepare, type Read } from '../../platform/db/database.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { LogRow } from '../../stores/event-log/public-log.ts'
import { readChallengesById } from '../../stores/network/challenges.ts'
import { readIdeasById } from '../../stores/network/ideas.ts'
import { readPublicPosts } from '../../stores/posts/posts.ts'
import { readPublicReplies } from '../../stores/posts/replies.ts'
import { readPublicReposts } from '../../stores/posts/ties.ts'
import type { StreamEvent } from './outlet.ts'

/** A position in the public log of one world, and when it was the newest. */
export interface WorldPosition {
  readonly worldId: string
  /** The last position that was seen. */
  readonly position: number
  readonly at: number
}

const PURPOSE = 'world-cursor'
const VERSION = 'w1'

export function worldCursor(seals: Seals, { worldId, position, at }: WorldPosition): string {
  const payload = Buffer.from(JSON.stringify([worldId, position, at])).toString('base64url')
  return `${VERSION}.${payload}.${seals.sign(PURPOSE, payload)}`
}

function readWorldCursor(seals: Seals, cursor: string): WorldPosition | null {
  const [version, payload = '', signature = '', ...rest] = cursor.split('.')
  if (version !== VERSION || rest.length > 0 || !seals.verify(PURPOSE, payload, signature)) return null
  const [worldId, position, at] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
    string,
    number,
    number,
  ]
  return { worldId, position, at }
}

const headOf = prepare<{ world: string }, { position: number }>((sql, param) =>
  sql.selectFrom('world_log_heads').select('position').where('world_id', '=', param('world')),
)
const firstOf = prepare<{ world: string; since: number }, { position: number | null }>((sql, param) =>
  sql
    .selectFrom('world_log')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('world_id', '=', param('world'))
    .where('at', '>=', param('since')),
)

/** The current end of a world's log. */
export const worldHead = async (read: Read, world: World): Promise<number> =>
  (await read.first(headOf, { world: world.id }))?.position ?? 0

const isLapsed = ({ at }: WorldPosition, now: number): boolean => at < now - LIMITS.streams.replayMs

/** The position of a cursor. Invalid for another world, beyond the replay period, or ahead of this store's log. */
export async function worldPositionOf(
  { read, seals }: { read: Read; seals: Seals },
  world: World,
  { name, cursor }: { name: string; cursor: string },
  at: number,
): Promise<number> {
  const place = readWorldCursor(seals, cursor)
  if (place === null)
    throw new ApiError('INVALID_QUERY', {
      message: `${name} is no cursor of this stream; send the id of an event, or leave it out`,
    })
  const head = await worldHead(read, world)
  if (place.worldId === world.id && !isLapsed(place, at) && place.position <= head) return place.position
  const first = (await read.first(firstOf, { world: world.id, since: at - LIMITS.streams.replayMs }))?.position ?? null
  const position = first === null ? head : first - 1
  throw new ApiError('CURSOR_EXPIRED', { extra: { oldest: worldCursor(seals, { worldId: world.id, position, at }) } })
}

/** Rows per read; with texts of 500 characters each they stay below a reader's maximum backlog. */
export const ROWS = 50

const rowsAfter = prepare<{ world: string; after: number; limit: number }, LogRow>((sql, param) =>
  sql
    .selectFrom('world_log')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('position', '>', param('after'))
    .orderBy('position')
    .limit(param('limit')),
)

export const readLog = (read: Read, world: World, after: number): Promise<LogRow[]> =>
  read.all(rowsAfter, { world: world.id, after, limit: ROWS })

/** An event with its log row, which says whom it concerns. */
export interface LoggedEvent {
  readonly row: LogRow
  /** Null if its subject is no longer visible; the removal has its own row. */
  readonly event: StreamEvent | null
}

const idsOf = (rows: readonly LogRow[], kind: string): string[] => [
  ...new Set(rows.filter((row) => row.kind === kind).map(({ subject_id }) => subject_id)),
]

/** The rows as currently visible: one query per kind. */
export async function renderRows(
  { read, seals }: { read: Read; seals: Seals },
  world: World,
  rows: readonly LogRow[],
  at: number,
): Promise<LoggedEvent[]> {
  const [posts, replies, reposts, ideas, challenges] = await Promise.all([
    readPublicPosts(read, world, idsOf(rows, 'post')),
    readPublicReplies(read, world, idsOf(rows, 'reply')),
    readPublicReposts(read, world, idsOf(rows, 'repost')),
    readIdeasById(read, world, idsOf(rows, 'idea')),
    readChallengesById(read, world, idsOf(rows, 'challenge'), at),
  ])
  const viewOf = ({ kind, subject_id, of_kind }: LogRow): object | undefined => {
    switch (kind as WorldEvent['kind']) {
      case 'post':
        return posts.get(subject_id)
      case 'reply':
        return replies.get(subject_id)
      case 'repost':
        return reposts.get(subject_id)
      case 'idea':
        return ideas.get(subject_id)
      case 'challenge':
        return challenges.get(subject_id)
      case 'removed':
        return { id: subject_id, of: of_kind }
    }
  }
  return rows.map((row): LoggedEvent => {
    const view = viewOf(row)
    if (view === undefined) return { row, event: null }
    const cursor = worldCursor(seals, { worldId: world.id, position: row.position, at: row.at })
    const json = JSON.stringify({ cursor, kind: row.kind, at: iso(row.at), [row.kind]: view })
    return { row, event: { cursor, kind: row.kind, json } }
  })
}
