// The stream of a visitor's inbox.
import type { InboxItem } from '@agent-network/contract'
import type { DrivenVisitor } from '../../platform/access/drive.ts'
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { parseIso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { inboxTopic } from '../../stores/event-log/inbox.ts'
import { readItems } from '../visitors/heartbeat/inbox.ts'
import { type ChangeNotifications, makePump, type Outlet, type StreamEvent, slicesOf, waitForReader } from './outlet.ts'

/** Items per read; with texts of 500 characters each they stay well below a reader's maximum backlog. */
const ITEMS = 50

export interface VisitorStream {
  /** The last position that was sent. */
  readonly position: () => number
  look(): Promise<void>
  forget(): void
}

const eventOf = (item: InboxItem): StreamEvent => ({
  cursor: item.cursor,
  kind: item.kind,
  json: JSON.stringify(item),
})

interface Terms {
  readonly from: number
  readonly outlet: Outlet
  /** Whether the follower is still authorised; if not, its stream is ended. */
  mayGo(admitted: Admitted): boolean | Promise<boolean>
  failed(error: unknown): void
}

/** Sends a visitor's inbox from a position on, in order. Authorisation is checked before each item is sent. */
export function visitorStream(
  deps: Deps,
  hints: ChangeNotifications,
  driven: DrivenVisitor,
  { from, outlet, mayGo, failed }: Terms,
): VisitorStream {
  let position = from
  const openedAt = deps.control.now()

  /** Only items that arrived while the stream was open; replayed items say nothing about delay. */
  function noteLag(items: readonly InboxItem[]): void {
    const now = deps.control.now()
    for (const { at } of items) {
      const happened = parseIso(at) ?? 0
      if (happened >= openedAt) deps.meter.time('inbox_lag', Math.max(0, now - happened) / 1_000)
    }
  }

  const look = makePump(async () => {
    for (let hasMore = true; hasMore && outlet.open; ) {
      const page = await readItems(deps, driven, { after: position, limit: ITEMS }, deps.control.now())
      if (page.last === position) return
      // Read after the items, so a follower who lost access before an item does not receive it.
      if (!(await mayGo(await deps.control.current()))) return
      const [slice = []] = slicesOf(page.items.map((item) => ({ event: eventOf(item) })))
      outlet.send(slice.map(({ event }) => event))
      noteLag(page.items.slice(0, slice.length))
      // The rest is read again: while a reader is slow, texts may be removed.
      const isAll = slice.length === page.items.length
      position = isAll ? page.last : page.places[slice.length - 1]!
      hasMore = !isAll || page.hasMore
      if (hasMore) await waitForReader(outlet)
    }
  })
  const forget = hints.on(inboxTopic(driven.world.id, driven.agent.id), () => {
    look().catch(failed)
  })
  return { position: () => position, look, forget }
}

export interface VisitorState {
  readonly agent: AgentRow
  /** The last position of its inbox. */
  readonly inbox: number
}

/** Visitors and the ends of their inboxes, in one query; by world and agent. */
export async function readVisitorStates(
  read: Read,
  wanted: readonly { readonly worldId: string; readonly agentId: string }[],
): Promise<Map<string, VisitorState>> {
  const found = new Map<string, VisitorState>()
  for (const worldId of new Set(wanted.map((one) => one.worldId))) {
    const ids = [...new Set(wanted.filter((one) => one.worldId === worldId).map(({ agentId }) => agentId))]
    const rows = await read.sql
      .selectFrom('agents')
      .leftJoin('visitors', (j) =>
        j.onRef('visitors.world_id', '=', 'agents.world_id').onRef('visitors.agent_id', '=', 'agents.id'),
      )
      .selectAll('agents')
      .select('visitors.inbox')
      .where('agents.world_id', '=', worldId)
      .where('agents.id', 'in', ids)
      .execute()
    for (const { inbox, ...agent } of rows) found.set(`${worldId} ${agent.id}`, { agent, inbox: inbox ?? 0 })
  }
  return found
}
