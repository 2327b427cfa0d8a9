// Public log of a world: positions of public events, for streams and replays.
import { LIMITS, type WorldEventKind } from '@agent-network/contract'
import { prepare, type Tx } from '../../platform/db/database.ts'
import { insertOf } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

export type LogRow = Tables['world_log']

/** A public event and the id under which it can be read. Its view is read when it is sent. */
export interface PublicEvent {
  readonly kind: WorldEventKind
  readonly at: number
  /** The id of the post, reply, repost, idea or challenge; for a removal, the id of the removed text. */
  readonly subjectId: string
  /** For a removal: the kind of the removed text. */
  readonly of?: 'post' | 'reply'
  readonly agentId?: string
  readonly topicId?: string
}

/** Topic of the notification that a new event exists. Streams subscribe to it. */
export const worldTopic = (worldId: string): string => `world ${worldId}`

const advance = prepare<{ world: string; n: number }, unknown>((sql, param) =>
  sql
    .insertInto('world_log_heads')
    .values({ world_id: param('world'), position: param('n') })
    .onConflict((c) =>
      c.column('world_id').doUpdateSet((eb) => ({ position: eb('world_log_heads.position', '+', param('n')) })),
    ),
)
const headOf = prepare<{ world: string }, { position: number }>((sql, param) =>
  sql.selectFrom('world_log_heads').select('position').where('world_id', '=', param('world')),
)
const insertEvent = insertOf('world_log', [
  'world_id',
  'position',
  'kind',
  'at',
  'subject_id',
  'of_kind',
  'agent_id',
  'topic_id',
])

const pending = new WeakMap<object, Map<string, PublicEvent[]>>()

/**
 * Every world has one position sequence. Its row is locked last, because every writer of the world needs it until its
 * commit.
 */
async function write(tx: Tx, events: ReadonlyMap<string, readonly PublicEvent[]>): Promise<void> {
  for (const [worldId, some] of [...events].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx.run(advance, { world: worldId, n: some.length })
    const last = (await tx.first(headOf, { world: worldId }))!.position
    for (const [i, { kind, at, subjectId, of = '', agentId = '', topicId = '' }] of some.entries())
      await tx.run(insertEvent, {
        world_id: worldId,
        position: last - some.length + 1 + i,
        kind,
        at,
        subject_id: subjectId,
        of_kind: of,
        agent_id: agentId,
        topic_id: topicId,
      })
    tx.announce(worldTopic(worldId))
  }
}

/** Adds a public event of a world to the log, in the transaction in which it happens. */
export function logPublicEvent(tx: Tx, worldId: string, event: PublicEvent): void {
  let events = pending.get(tx.identity)
  if (events === undefined) {
    const eventsByWorld = new Map<string, PublicEvent[]>()
    pending.set(tx.identity, eventsByWorld)
    tx.atEnd(() => write(tx, eventsByWorld))
    events = eventsByWorld
  }
  const some = events.get(worldId)
  if (some === undefined) events.set(worldId, [event])
  else some.push(event)
}

const oldEvents = prepare<{ before: number; limit: number }, { world_id: string; position: number }>((sql, param) =>
  sql
    .selectFrom('world_log')
    .select(['world_id', 'position'])
    .where('at', '<', param('before'))
    .orderBy('at')
    .limit(param('limit')),
)
const dropEvent = prepare<{ world: string; position: number }, unknown>((sql, param) =>
  sql.deleteFrom('world_log').where('world_id', '=', param('world')).where('position', '=', param('position')),
)

/** Deletes events older than 7 days; a replay cannot go back further. */
export async function sweepPublicLog(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.all(oldEvents, { before: at - LIMITS.streams.replayMs, limit })
  for (const { world_id, position } of old) await tx.run(dropEvent, { world: world_id, position })
  return old.length
}
