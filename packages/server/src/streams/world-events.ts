import type { WorldEvent } from '@agent-network/contract'
import type { LogRow } from '../chronicle/public-log.ts'
import { readPublicPosts } from '../content/posts.ts'
import { readPublicReplies } from '../content/replies.ts'
import { readPublicReposts } from '../content/ties.ts'
import { iso } from '../core/day.ts'
import type { Seals } from '../core/seals.ts'
import { prepare, type Read } from '../db/database.ts'
import { readChallengesById } from '../network/challenges.ts'
import { readIdeasById } from '../network/ideas.ts'
import type { World } from '../worlds/worlds.ts'
import type { StreamEvent } from './outlet.ts'
import { worldCursor } from './world-cursors.ts'

/** What one look at the log takes at most; with words of 500 characters each it stays below the backlog of a reader. */
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

/** An event that can still be seen, beside the row that says whom it may concern. */
export interface SeenEvent {
  readonly row: LogRow
  /** Null where what it tells of can no longer be seen; its removal has a row of its own. */
  readonly event: StreamEvent | null
}

const idsOf = (rows: readonly LogRow[], kind: string): string[] => [
  ...new Set(rows.filter((row) => row.kind === kind).map(({ subject_id }) => subject_id)),
]

/** The rows as they may be shown now: one query for each kind among them. */
export async function tellRows(
  { read, seals }: { read: Read; seals: Seals },
  world: World,
  rows: readonly LogRow[],
  at: number,
): Promise<SeenEvent[]> {
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
  return rows.map((row): SeenEvent => {
    const view = viewOf(row)
    if (view === undefined) return { row, event: null }
    const cursor = worldCursor(seals, { worldId: world.id, position: row.position, at: row.at })
    const json = JSON.stringify({ cursor, kind: row.kind, at: iso(row.at), [row.kind]: view })
    return { row, event: { cursor, kind: row.kind, json } }
  })
}
