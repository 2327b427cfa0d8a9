// Admission, limits and shutdown of page streams.
import { LIMITS } from '@agent-network/contract'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { SemaphoreSlot } from '../../platform/redis/shared-state.ts'
import type { Outlet } from './outlet.ts'
import { makeTicker } from './outlet.ts'
import { makeSlotRenewal, slotLimitError } from './request.ts'

/** A stream of a page. It has no key; its slot counts for the reader of the page. */
export interface PageStream {
  readonly place: SemaphoreSlot
  readonly outlet: Outlet
  commentedAt: number
  /** Releases its resources except the slot; called once. */
  forget(): void
}

/** A stream that starts after the response head is sent. */
export interface PendingStream {
  start(outlet: Outlet): void
  closed(): void
}

/** The common interface of all page streams. */
export interface StreamGroup {
  count(): number
  /** Ends every open and future stream with this code. */
  end(code: 'SERVER_DRAINING'): void
  close(): Promise<void>
}

interface Terms {
  /** The name in slots and log lines. */
  readonly name: 'portal' | 'site'
  /** Maximum of streams on one node, and the error message above it. */
  readonly max: number
  readonly full: string
  /** Maximum of streams of one reader over all nodes, and the error message above it. */
  readonly perReader: number
  readonly readerFull: string
  /** Checks all streams, every 750 ms. */
  tick(elapsed: number): Promise<void>
}

interface Opening<Stream> {
  readonly place: SemaphoreSlot
  open(outlet: Outlet): Stream
  begin(stream: Stream): Promise<void>
  /** Releases the resources of a stream that never started. */
  unused?(): void
}

export interface PageStreams<Stream> extends StreamGroup {
  readonly open: ReadonlySet<Stream>
  /** Throws while the server shuts down. */
  requireServing(): void
  /** Throws if no slot is free. */
  takePlace(reader: string): Promise<SemaphoreSlot>
  leave(place: SemaphoreSlot): void
  startOf(opening: Opening<Stream>): PendingStream
  endWith(stream: Stream, error: unknown): void
  /** Sends a keep-alive comment if nothing was sent for a while. */
  comment(stream: Stream, elapsed: number): void
}

/** As for streams of keys: loss of access takes effect within a second, and lost notifications are recovered. */
const TICK_MS = 750

/** The page streams of one kind on this node. */
export function makePageStreams<Stream extends PageStream>(deps: Deps, terms: Terms): PageStreams<Stream> {
  const { sharedState, ambient, log } = deps
  const open = new Set<Stream>()
  const renew = makeSlotRenewal(sharedState)
  let admittedCount = 0
  let ending: 'SERVER_DRAINING' | null = null

  /** A slot that cannot be released expires. */
  function leave(place: SemaphoreSlot): void {
    admittedCount -= 1
    void sharedState.leavePlace(place).catch(() => {})
  }

  function remove(stream: Stream): void {
    if (!open.delete(stream)) return
    stream.forget()
    leave(stream.place)
  }

  /** Any error that is not a refusal is an internal error, as for the next request. */
  function endWith(stream: Stream, error: unknown): void {
    const isRefusal = error instanceof ApiError
    if (!isRefusal)
      log.warn({ event: 'streams.look_failed', err: error, stream: terms.name }, 'stream check failed, stream closed')
    stream.outlet.end(isRefusal ? error.code : 'INTERNAL_ERROR')
    remove(stream)
  }

  async function takePlace(reader: string): Promise<SemaphoreSlot> {
    if (admittedCount >= terms.max) throw slotLimitError(terms.full)
    const place = { name: `${terms.name}:${reader}`, id: ambient.secret(9).toString('base64url') }
    admittedCount += 1
    try {
      if (await sharedState.takePlace(place, terms.perReader)) return place
    } catch (error) {
      admittedCount -= 1
      throw error
    }
    admittedCount -= 1
    throw slotLimitError(terms.readerFull)
  }

  function prepareStream({ place, open: opened, begin, unused }: Opening<Stream>): PendingStream {
    let stream: Stream | null = null
    let isOver = false
    return {
      start(outlet) {
        if (isOver) return
        const own = opened(outlet)
        stream = own
        open.add(own)
        if (ending !== null) endWith(own, new ApiError(ending))
        else begin(own).catch((error: unknown) => endWith(own, error))
      },
      closed() {
        if (isOver) return
        isOver = true
        if (stream !== null) return remove(stream)
        unused?.()
        leave(place)
      },
    }
  }

  async function tick(): Promise<void> {
    const elapsed = ambient.elapsed()
    await renew(open, elapsed)
    await terms.tick(elapsed)
  }

  const ticker = makeTicker(TICK_MS, { isIdle: () => open.size === 0, tick, log })

  const end = (code: 'SERVER_DRAINING'): void => {
    ending = code
    for (const stream of [...open]) endWith(stream, new ApiError(code))
  }

  return {
    open,
    requireServing() {
      if (ending !== null) throw new ApiError(ending)
    },
    takePlace,
    leave,
    startOf: prepareStream,
    endWith,
    comment(stream, elapsed) {
      if (elapsed - stream.commentedAt < LIMITS.streams.commentMs) return
      stream.commentedAt = elapsed
      stream.outlet.comment()
    },
    count: () => open.size,
    end,
    async close() {
      const stopped = ticker.stop()
      end('SERVER_DRAINING')
      await stopped
    },
  }
}
