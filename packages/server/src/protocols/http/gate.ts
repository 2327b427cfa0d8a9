import { type Ambient, encode32 } from '../../platform/core/ambient.ts'

/** Counts the requests under way, and can keep new ones waiting. */
export interface Gate {
  /** Null while the gate is open, which is nearly always: a request that need not wait pays for no promise. */
  untilOpen(): Promise<void> | null
  enter(): void
  leave(): void
  inFlight(): number
  /** Keeps new requests waiting until `work` is done; it starts when those under way have been answered. */
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
/** Characters behind the start: the time, the process and the number of the request. */
const ID_PARTS = { time: 10, process: 9, count: 7 } as const

/** Two characters of the count, looked up; the others change once in as many requests. */
const LAST_CHARS = Array.from({ length: 1_024 }, (_, n) => encode32(n, 2))

/**
 * Ids of requests: when (10 characters), which process (9, by chance), which request of it (7). Every answer carries one,
 * so a request pays for three joined texts and no draw of chance. Never the caller's own, which could be anybody's.
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

/** Headers that every answer of a listener carries, whichever door made it and whether or not one did. */
export interface CommonHeaders {
  newId(): string
  add(out: string[], requestId: string): void
}

/** A year, for this name alone: what else the operator serves under the domain is not ours to promise. */
const HSTS = ['Strict-Transport-Security', 'max-age=31536000'] as const

/** `isSecure` says whether callers reach this listener over TLS, which ends before it. */
export function makeCommonHeaders(ambient: Pick<Ambient, 'now' | 'secret'>, isSecure: () => boolean): CommonHeaders {
  return {
    newId: makeRequestIds(ambient),
    add(out, requestId) {
      out.push('Request-Id', requestId, 'X-Content-Type-Options', 'nosniff')
      if (isSecure()) out.push(...HSTS)
    },
  }
}
