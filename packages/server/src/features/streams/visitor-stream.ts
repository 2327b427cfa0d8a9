import type { InboxItem } from '@agent-network/contract'
import type { Driven } from '../../platform/access/drive.ts'
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { parseIso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { inboxTopic } from '../../stores/event-log/inbox.ts'
import { readItems } from '../visitors/heartbeat/inbox.ts'
import { type Hints, makePump, type Outlet, type StreamEvent, slicesOf, untilTaken } from './outlet.ts'

/** Items of one look; with words of 500 characters each they stay well below the backlog that a reader may have. */
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
  /** Whether it may be sent to at this moment; ended otherwise. */
  mayGo(admitted: Admitted): boolean | Promise<boolean>
  failed(error: unknown): void
}

/** Sends a visitor's inbox from a position on, in order, each item once it was looked whether it still may be sent. */
export function visitorStream(
  deps: Deps,
  hints: Hints,
  driven: Driven,
  { from, outlet, mayGo, failed }: Terms,
): VisitorStream {
  let position = from
  const openedAt = deps.control.now()

  /** What came while it was open: what is sent again to somebody who was away says nothing about delay. */
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
      // After the items were read: whoever was refused before one of them came about is refused here.
      if (!(await mayGo(await deps.control.current()))) return
      const [slice = []] = slicesOf(page.items.map((item) => ({ event: eventOf(item) })))
      outlet.send(slice.map(({ event }) => event))
      noteLag(page.items.slice(0, slice.length))
      // The rest is read again: while a reader takes its time, words may go.
      const isAll = slice.length === page.items.length
      position = isAll ? page.last : page.places[slice.length - 1]!
      hasMore = !isAll || page.hasMore
      if (hasMore) await untilTaken(outlet)
    }
  })
  const forget = hints.on(inboxTopic(driven.world.id, driven.agent.id), () => {
    look().catch(failed)
  })
  return { position: () => position, look, forget }
}

export interface VisitorNow {
  readonly agent: AgentRow
  /** The last position of its inbox. */
  readonly inbox: number
}

/** What a visitor is and where its inbox ends, for many at once; by world and agent. */
export async function visitorsNow(
  read: Read,
  wanted: readonly { readonly worldId: string; readonly agentId: string }[],
): Promise<Map<string, VisitorNow>> {
  const found = new Map<string, VisitorNow>()
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
