// Owner streams: live updates of a visitor for its owner in the portal.
import { LIMITS } from '@agent-network/contract'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import type { VisitorRow } from '../../platform/db/tables/tables.ts'
import { readVisitor } from '../../platform/worlds/roster.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { currentInboxPosition, inboxCursor, inboxPositionOf } from '../visitors/heartbeat/inbox.ts'
import type { ChangeNotifications } from './outlet.ts'
import { makePageStreams, type PageStream, type PendingStream, type StreamGroup } from './page-streams.ts'
import { type VisitorStream, visitorStream } from './visitor-stream.ts'

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
