import { LIMITS } from '@agent-network/contract'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { SharedPlace } from '../../platform/redis/shared-state.ts'
import type { Outlet } from './outlet.ts'
import { makeTicker } from './outlet.ts'
import { makeRenewal, placeRefusal } from './request.ts'

/** A stream of a page. No key is behind it, but a place, which is counted for whoever reads the page. */
export interface PageStream {
  readonly place: SharedPlace
  readonly outlet: Outlet
  commentedAt: number
  /** Gives back what it held beside its place; called once. */
  forget(): void
}

/** A stream that may begin as soon as its head is sent. */
export interface Begun {
  start(outlet: Outlet): void
  closed(): void
}

/** What all streams of pages answer to. */
export interface Followed {
  count(): number
  /** Ends every stream, and each that is opened from now on, with this code. */
  end(code: 'SERVER_DRAINING'): void
  close(): Promise<void>
}

interface Terms {
  /** What their places and their lines in the log are called. */
  readonly name: 'portal' | 'site'
  /** Streams on one node, and what is said to the next one. */
  readonly max: number
  readonly full: string
  /** Streams of one reader over all nodes, and what is said to the next one. */
  readonly perReader: number
  readonly readerFull: string
  /** Looks at all of them again, every 750 ms. */
  tick(elapsed: number): Promise<void>
}

interface Opening<Stream> {
  readonly place: SharedPlace
  open(outlet: Outlet): Stream
  begin(stream: Stream): Promise<void>
  /** Gives back what was held for a stream that never began. */
  unused?(): void
}

export interface PageStreams<Stream> extends Followed {
  readonly open: ReadonlySet<Stream>
  /** Throws once the server ends its streams. */
  requireServing(): void
  /** Throws where no place is left. */
  takePlace(reader: string): Promise<SharedPlace>
  leave(place: SharedPlace): void
  begun(opening: Opening<Stream>): Begun
  endWith(stream: Stream, error: unknown): void
  /** Shows that the line is up, where nothing showed it for long enough. */
  comment(stream: Stream, elapsed: number): void
}

/** As for streams of keys: within a second of a refusal, and lost hints are made up for. */
const TICK_MS = 750

/** The streams of one kind of page on this node: lets in, counts, ends. */
export function makePageStreams<Stream extends PageStream>(deps: Deps, terms: Terms): PageStreams<Stream> {
  const { sharedState, ambient, log } = deps
  const open = new Set<Stream>()
  const renew = makeRenewal(sharedState)
  let admittedCount = 0
  let ending: 'SERVER_DRAINING' | null = null

  /** A place that cannot be given back lapses by itself. */
  function leave(place: SharedPlace): void {
    admittedCount -= 1
    void sharedState.leavePlace(place).catch(() => {})
  }

  function remove(stream: Stream): void {
    if (!open.delete(stream)) return
    stream.forget()
    leave(stream.place)
  }

  /** Whatever is no refusal is the server's own fault, and would be 500 for the next request. */
  function endWith(stream: Stream, error: unknown): void {
    const isRefusal = error instanceof ApiError
    if (!isRefusal)
      log.warn({ event: 'streams.look_failed', err: error, stream: terms.name }, 'a stream could not be served')
    stream.outlet.end(isRefusal ? error.code : 'INTERNAL_ERROR')
    remove(stream)
  }

  async function takePlace(reader: string): Promise<SharedPlace> {
    if (admittedCount >= terms.max) throw placeRefusal(terms.full)
    const place = { name: `${terms.name}:${reader}`, id: ambient.secret(9).toString('base64url') }
    admittedCount += 1
    try {
      if (await sharedState.takePlace(place, terms.perReader)) return place
    } catch (error) {
      admittedCount -= 1
      throw error
    }
    admittedCount -= 1
    throw placeRefusal(terms.readerFull)
  }

  function begun({ place, open: opened, begin, unused }: Opening<Stream>): Begun {
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
    begun,
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
