// Owner streams: live updates of a visitor for its owner in the portal.
import { type InboxItem, LIMITS } from '@agent-network/contract'
import type { DrivenVisitor } from '../../platform/access/drive.ts'
import type { Admitted } from '../../platform/control/control.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso, parseIso } from '../../platform/core/time.ts'
import type { Read } from '../../platform/db/database.ts'
import type { AgentRow, VisitorRow } from '../../platform/db/tables/tables.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { inboxTopic } from '../../stores/event-log/inbox.ts'
import { currentInboxPosition, inboxCursor, inboxPositionOf, readItems } from '../visitors/heartbeat/inbox.ts'
import { type ChangeNotifications, makePump, type Outlet, type StreamEvent, slicesOf, waitForReader } from './outlet.ts'
import { makePageStreams, type PageStream, type PendingStream, type StreamGroup } from './page-streams.ts'

type Driven = Parameters<typeof currentInboxPosition>[1]

/** A portal user who watches one of their visitors. */
export interface OwnerStreamRequest {
  readonly world: World
  readonly agent: Driven['agent']
  /** The developer that the limit counts. */
  readonly uid: string
  /** The inbox cursor to resume after, and the name of its parameter or header. */
  readonly resume: { readonly name: string; readonly cursor: string } | null
  /** Rejects with the error that the next request would get. */
  require(): Promise<void>
}

/**
 * Streams of the portal's pages: the visitor's inbox, and a `changed` event for other changes. They use a session
 * instead of a key; it is checked at every tick.
 */
export interface OwnerStreams extends StreamGroup {
  follow(request: OwnerStreamRequest, at: number): Promise<PendingStream>
}

/** Per node. An authorisation check reads a few rows, so this many load neither store nor event loop. */
const OWNER_STREAMS_MAX = 200
const PER_DEVELOPER = LIMITS.portal.streamsPerDeveloper

/** The fields outside the inbox whose change a page must show. */
const marksOf = (row: VisitorRow | undefined): string =>
  row === undefined ? '' : `${row.event_sequence} ${row.last_heartbeat_at} ${row.present}`

interface Open extends PageStream {
  readonly request: OwnerStreamRequest
  readonly inner: VisitorStream
  marks: string
}

export function makeOwnerStreams(deps: Deps, hints: ChangeNotifications): OwnerStreams {
  const { control, database, ambient, seals } = deps
  const { read } = database
  const pages = makePageStreams<Open>(deps, {
    name: 'portal',
    max: OWNER_STREAMS_MAX,
    full: 'As many visitors are being watched as this server allows',
    perReader: PER_DEVELOPER,
    readerFull: `One account watches on at most ${PER_DEVELOPER} pages at a time`,
    tick,
  })

  async function mayGo(stream: Open): Promise<boolean> {
    if (!stream.outlet.open) return false
    try {
      await stream.request.require()
      return stream.outlet.open
    } catch (error) {
      pages.endWith(stream, error)
      return false
    }
  }

  async function follow(request: OwnerStreamRequest, at: number): Promise<PendingStream> {
    pages.requireServing()
    const { world, agent, uid, resume } = request
    const { position } =
      resume === null ? await currentInboxPosition(read, request, at) : await inboxPositionOf(deps, request, resume, at)
    const marks = marksOf(await readVisitor(read, world.id, agent.id))
    const place = await pages.takePlace(uid)
    return pages.startOf({
      place,
      open(outlet) {
        const inner = visitorStream(deps, hints, request, {
          from: position,
          outlet,
          mayGo: () => mayGo(own),
          failed: (error) => pages.endWith(own, error),
        })
        const { forget } = inner
        const own: Open = { request, place, outlet, inner, forget, marks, commentedAt: ambient.elapsed() }
        return own
      },
      begin: ({ inner }) => inner.look(),
    })
  }

  /** Acts and heartbeats of the visitor itself have no inbox item; its row shows them. */
  async function look(stream: Open): Promise<void> {
    const { world, agent } = stream.request
    const row = await readVisitor(read, world.id, agent.id)
    if (row !== undefined && row.inbox > stream.inner.position())
      stream.inner.look().catch((error: unknown) => pages.endWith(stream, error))
    const marks = marksOf(row)
    if (row === undefined || marks === stream.marks) return
    stream.marks = marks
    const at = control.now()
    const here = { worldId: world.id, agentId: agent.id, position: stream.inner.position(), at }
    const change = {
      kind: 'changed',
      at: iso(at),
      lastHeartbeatAt: row.last_heartbeat_at === null ? null : iso(row.last_heartbeat_at),
    }
    stream.outlet.send([{ cursor: inboxCursor(seals, here), kind: change.kind, json: JSON.stringify(change) }])
  }

  async function tick(elapsed: number): Promise<void> {
    for (const stream of [...pages.open]) {
      if (!(await mayGo(stream))) continue
      pages.comment(stream, elapsed)
      await look(stream).catch((error: unknown) => pages.endWith(stream, error))
    }
  }

  return { follow, count: pages.count, end: pages.end, close: pages.close }
}

// ── The stream of a visitor's inbox ──

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
