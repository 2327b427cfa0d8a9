import { LIMITS } from '@agent-network/contract'
import { iso } from '../core/day.ts'
import { Refusal } from '../core/refusal.ts'
import type { VisitorRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { SharedPlace } from '../shared-state/shared-state.ts'
import { placeOf, presentPlace } from '../visitors/inbox.ts'
import { inboxCursor } from '../visitors/inbox-cursors.ts'
import { readVisitor } from '../worlds/roster.ts'
import type { World } from '../worlds/worlds.ts'
import type { Hints } from './hints.ts'
import type { Outlet } from './outlet.ts'
import { makeTicker } from './ticker.ts'
import { type VisitorStream, visitorStream } from './visitor-stream.ts'

type Driven = Parameters<typeof presentPlace>[1]

/** Somebody at the portal who watches a visitor of theirs. */
export interface OwnerWatch {
  readonly world: World
  readonly agent: Driven['agent']
  /** Whose places are counted. */
  readonly uid: string
  /** A cursor of the visitor's inbox to go on behind, and the name under which it came. */
  readonly resume: { readonly name: string; readonly cursor: string } | null
  /** Rejects with what the next request would be refused with. */
  require(): Promise<void>
}

interface Begun {
  start(outlet: Outlet): void
  closed(): void
}

/**
 * Streams of the portal's pages: what a visitor receives, and a word whenever something else about it is worth looking at.
 * There is no key behind them but a session, which is asked about again at every look.
 */
export interface Owners {
  follow(asked: OwnerWatch, at: number): Promise<Begun>
  count(): number
  end(code: 'SERVER_DRAINING'): void
  close(): Promise<void>
}

/** On one node. A look at authority reads a handful of rows, so that many hold neither store nor event loop. */
const OWNERS_MAX = 200
/** As for other streams: within a second of a refusal, and lost hints are made up for. */
const TICK_MS = 750
const RENEW_MS = 3_000
const RETRY_SECONDS = LIMITS.streams.placeLeaseMs / 1_000

/** What a page shows beside the inbox, and has changed when one of these has. */
const marksOf = (row: VisitorRow | undefined): string =>
  row === undefined ? '' : `${row.event_sequence} ${row.last_heartbeat_at} ${row.present}`

interface Open {
  readonly asked: OwnerWatch
  readonly place: SharedPlace
  readonly outlet: Outlet
  readonly inner: VisitorStream
  marks: string
  commentedAt: number
}

const refused = (message: string): Refusal =>
  new Refusal('STREAM_LIMIT_EXCEEDED', { message, retryAfterSeconds: RETRY_SECONDS })

export function makeOwners(deps: Deps, hints: Hints): Owners {
  const { control, database, sharedState, ambient, log, seals } = deps
  const { read } = database
  const open = new Set<Open>()
  let admittedCount = 0
  let ending: 'SERVER_DRAINING' | null = null

  /** A place that cannot be given back lapses by itself. */
  function leave(place: SharedPlace): void {
    admittedCount -= 1
    void sharedState.leavePlace(place).catch(() => {})
  }

  function remove(stream: Open): void {
    if (!open.delete(stream)) return
    stream.inner.forget()
    leave(stream.place)
  }

  function endWith(stream: Open, error: unknown): void {
    const isRefusal = error instanceof Refusal
    if (!isRefusal)
      log.warn({ event: 'streams.look_failed', err: error, stream: 'portal' }, 'a stream could not be served')
    stream.outlet.end(isRefusal ? error.code : 'INTERNAL_ERROR')
    remove(stream)
  }

  async function mayGo(stream: Open): Promise<boolean> {
    if (!stream.outlet.open) return false
    try {
      await stream.asked.require()
      return stream.outlet.open
    } catch (error) {
      endWith(stream, error)
      return false
    }
  }

  async function takePlace(uid: string): Promise<SharedPlace> {
    if (admittedCount >= OWNERS_MAX) throw refused('As many visitors are being watched as this server allows')
    const place = { name: `portal:${uid}`, id: ambient.secret(9).toString('base64url') }
    admittedCount += 1
    try {
      if (await sharedState.takePlace(place, LIMITS.portal.streamsPerDeveloper)) return place
    } catch (error) {
      admittedCount -= 1
      throw error
    }
    admittedCount -= 1
    throw refused(`One account watches on at most ${LIMITS.portal.streamsPerDeveloper} pages at a time`)
  }

  async function follow(asked: OwnerWatch, at: number): Promise<Begun> {
    if (ending !== null) throw new Refusal(ending)
    const { world, agent, resume } = asked
    const { position } = resume === null ? await presentPlace(read, asked, at) : await placeOf(deps, asked, resume, at)
    const marks = marksOf(await readVisitor(read, world.id, agent.id))
    return begun(asked, { place: await takePlace(asked.uid), from: position, marks })
  }

  function begun(
    asked: OwnerWatch,
    { place, from, marks }: { place: SharedPlace; from: number; marks: string },
  ): Begun {
    let stream: Open | null = null
    let isOver = false
    return {
      start(outlet) {
        if (isOver) return
        const inner = visitorStream(deps, hints, asked, {
          from,
          outlet,
          mayGo: () => mayGo(own),
          failed: (error) => endWith(own, error),
        })
        const own: Open = { asked, place, outlet, inner, marks, commentedAt: ambient.elapsed() }
        stream = own
        open.add(own)
        if (ending !== null) endWith(own, new Refusal(ending))
        else inner.look().catch((error: unknown) => endWith(own, error))
      },
      closed() {
        if (isOver) return
        isOver = true
        if (stream === null) leave(place)
        else remove(stream)
      },
    }
  }

  /** Acts and heartbeats of the visitor itself are addressed to nobody; its row tells that there were some. */
  async function look(stream: Open): Promise<void> {
    const { world, agent } = stream.asked
    const row = await readVisitor(read, world.id, agent.id)
    if (row !== undefined && row.inbox > stream.inner.position())
      stream.inner.look().catch((error: unknown) => endWith(stream, error))
    const marks = marksOf(row)
    if (row === undefined || marks === stream.marks) return
    stream.marks = marks
    const at = control.now()
    const here = { worldId: world.id, agentId: agent.id, position: stream.inner.position(), at }
    const told = {
      kind: 'changed',
      at: iso(at),
      lastHeartbeatAt: row.last_heartbeat_at === null ? null : iso(row.last_heartbeat_at),
    }
    stream.outlet.send([{ cursor: inboxCursor(seals, here), kind: told.kind, json: JSON.stringify(told) }])
  }

  let renewedAt = 0
  async function tick(): Promise<void> {
    const elapsed = ambient.elapsed()
    if (elapsed - renewedAt >= RENEW_MS) {
      renewedAt = elapsed
      await sharedState.keepPlaces([...open].map(({ place }) => place)).catch(() => {})
    }
    for (const stream of [...open]) {
      if (!(await mayGo(stream))) continue
      if (elapsed - stream.commentedAt >= LIMITS.streams.commentMs) {
        stream.commentedAt = elapsed
        stream.outlet.comment()
      }
      await look(stream).catch((error: unknown) => endWith(stream, error))
    }
  }

  const ticker = makeTicker(TICK_MS, { isIdle: () => open.size === 0, tick, log })

  const endAll = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const stream of [...open]) endWith(stream, new Refusal(code))
  }

  return {
    follow,
    count: () => open.size,
    end: endAll,
    async close() {
      const stopped = ticker.stop()
      endAll('SERVER_DRAINING')
      await stopped
    },
  }
}
