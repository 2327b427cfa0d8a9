// Request gate (counts and pauses requests), request ids and headers of every response.
import { type Ambient, encode32 } from '../../platform/core/ambient.ts'

/** Counts the requests in progress, and can make new ones wait. */
export interface Gate {
  /** Resolves when the gate opens; null while it is open, so that most requests cost no promise. */
  untilOpen(): Promise<void> | null
  enter(): void
  leave(): void
  inFlight(): number
  /** Runs `work` when the requests in progress are finished. New requests wait until it is done. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

export function makeGate(): Gate {
  let inFlight = 0
  let opening: Promise<void> | null = null
  const onIdle: (() => void)[] = []

  return {
    untilOpen: () => opening,
    enter() {
      inFlight += 1
    },
    leave() {
      inFlight -= 1
      if (inFlight === 0) for (const resolve of onIdle.splice(0)) resolve()
    },
    inFlight: () => inFlight,
    async pause(work) {
      while (opening !== null) await opening
      let open = () => {}
      opening = new Promise((resolve) => {
        open = () => {
          opening = null
          resolve()
        }
      })
      try {
        if (inFlight > 0) await new Promise<void>((resolve) => onIdle.push(resolve))
        return await work()
      } finally {
        open()
      }
    },
  }
}

const ID_PREFIX = 'req_'
/** Characters after the prefix: time, process and request count. */
const ID_PARTS = { time: 10, process: 9, count: 7 } as const

/** Lookup table for the last two characters of the count; the others change once in 1,024 requests. */
const LAST_CHARS = Array.from({ length: 1_024 }, (_, n) => encode32(n, 2))

/**
 * Request ids: time (10 characters), process (9, random), request count (7). Every response has one, so an id draws no
 * random bytes. An id sent by the caller is never used: two callers may send the same.
 */
export function makeRequestIds({ now, secret }: Pick<Ambient, 'now' | 'secret'>): () => string {
  const bytes = secret(8)
  const processPart = encode32(bytes.readUIntBE(0, 6), ID_PARTS.process)
  let count = bytes.readUInt16BE(6)
  let lastAt = -1
  let timeAndProcess = ''
  let countHigh = ''
  return () => {
    const at = now()
    if (at !== lastAt) {
      lastAt = at
      timeAndProcess = `${ID_PREFIX}${encode32(at, ID_PARTS.time)}${processPart}`
    }
    const countLow = count % LAST_CHARS.length
    if (countLow === 0 || countHigh === '')
      countHigh = encode32(Math.floor(count / LAST_CHARS.length), ID_PARTS.count - 2)
    count += 1
    return timeAndProcess + countHigh + LAST_CHARS[countLow]
  }
}

/** Headers of every response of a listener, also without a protocol. */
export interface CommonHeaders {
  newId(): string
  add(out: string[], requestId: string): void
}

/** One year, without subdomains: the operator may serve other sites there. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const

/** `isSecure`: whether clients reach this listener over TLS, which a proxy terminates. */
export function makeCommonHeaders(ambient: Pick<Ambient, 'now' | 'secret'>, isSecure: () => boolean): CommonHeaders {
  return {
    newId: makeRequestIds(ambient),
    add(out, requestId) {
      out.push('Request-Id', requestId, 'X-Content-Type-Options', 'nosniff')
      if (isSecure()) out.push(...HSTS)
    },
  }
}
