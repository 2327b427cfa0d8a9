import { utcDay } from '../core/time.ts'
import { ID_LETTERS, ID_START, type RequestNote, type WaitingLines } from './request-lines.ts'

/**
 * Requests that wait to be written, as columns of numbers and bytes. Objects that live for seconds are copied by the garbage
 * collector twice, which cost a warm request more than all else that is done for its line.
 */
interface RequestColumns {
  add(keyId: string, note: RequestNote): void
  /** Everything since the last call. */
  take(): WaitingRequests
}

/** Requests of one day, and those of them that were refused. */
export interface DayCount {
  requests: number
  refused: number
}

interface WaitingRequests {
  /** In their own order. */
  readonly keyIds: readonly string[]
  /** The lines of one key, oldest first, no more than so many of the last. */
  linesOf(keyId: string, most: number): WaitingLines
  /** How many requests of a key there were on each day. */
  countsOf(keyId: string): ReadonlyMap<number, DayCount>
}

/** A note with another id is kept as it is. */
const ID_LENGTH = ID_START.length + ID_LETTERS
const FIRST_ROOM = 4_096
/** About eleven megabytes; beyond it the older half is given up, while the store does not take what waits. */
const MOST_ROOM = 262_144
const NONE = -1

/** Of each code of a letter whether own ids may have it: letters, digits and low lines. */
const IS_LETTER = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0))

interface Columns {
  readonly at: Float64Array
  readonly key: Uint32Array
  readonly route: Uint16Array
  readonly status: Uint16Array
  readonly remaining: Int32Array
  readonly id: Buffer
}

const makeColumns = (room: number): Columns => ({
  at: new Float64Array(room),
  key: new Uint32Array(room),
  route: new Uint16Array(room),
  status: new Uint16Array(room),
  remaining: new Int32Array(room),
  id: Buffer.alloc(room * ID_LETTERS),
})

/** Texts, each with its place in a list that only grows. */
interface Words {
  readonly words: string[]
  placeOf(word: string): number
}

function makeWords(): Words {
  const places = new Map<string, number>()
  const words: string[] = []
  return {
    words,
    placeOf(word: string): number {
      let place = places.get(word)
      if (place === undefined) {
        place = words.push(word) - 1
        places.set(word, place)
      }
      return place
    },
  }
}

/** What the columns cannot hold: refusals, acts, and ids of another form. */
const isPlain = ({ requestId, code, refusedAt, remaining, remainingToday }: RequestNote): boolean =>
  code === null &&
  refusedAt === null &&
  remainingToday === null &&
  requestId !== null &&
  requestId.length === ID_LENGTH &&
  requestId.startsWith(ID_START) &&
  (remaining === null || (Number.isInteger(remaining) && remaining >= 0))

interface Filled {
  readonly columns: Columns
  readonly size: number
  readonly keys: Words
  readonly routes: Words
  readonly odd: ReadonlyMap<number, RequestNote>
}

/** The places of each key's lines, one key after the other, and where each key's places end. */
function sortByKey({ columns, size, keys }: Filled): { readonly places: Uint32Array; readonly ends: Uint32Array } {
  const ends = new Uint32Array(keys.words.length)
  for (let place = 0; place < size; place++) ends[columns.key[place]!]! += 1
  for (let n = 1; n < ends.length; n++) ends[n]! += ends[n - 1]!
  const places = new Uint32Array(size)
  const next = ends.slice()
  for (let place = size - 1; place >= 0; place--) {
    const key = columns.key[place]!
    next[key]! -= 1
    places[next[key]!] = place
  }
  return { places, ends }
}

function waitingOf(filled: Filled): WaitingRequests {
  const { columns, keys, routes, odd } = filled
  const { places, ends } = sortByKey(filled)

  const placesOf = (keyId: string): Uint32Array => {
    const n = keys.placeOf(keyId)
    return places.subarray(n === 0 ? 0 : ends[n - 1], ends[n])
  }
  return {
    keyIds: keys.words.filter((keyId) => placesOf(keyId).length > 0).sort(),
    linesOf(keyId, most) {
      const own = placesOf(keyId).slice(-most)
      return {
        length: own.length,
        oddAt: (n) => (odd.size === 0 ? undefined : odd.get(own[n]!)),
        timeAt: (n) => columns.at[own[n]!]!,
        routeAt: (n) => routes.words[columns.route[own[n]!]!]!,
        statusAt: (n) => columns.status[own[n]!]!,
        leftAt: (n) => columns.remaining[own[n]!]!,
        ids: columns.id,
        idStart: (n) => own[n]! * ID_LETTERS,
      }
    },
    countsOf(keyId) {
      const days = new Map<number, DayCount>()
      for (const place of placesOf(keyId)) {
        const strange = odd.size === 0 ? undefined : odd.get(place)
        const day = utcDay(strange?.at ?? columns.at[place]!)
        const counted = days.get(day)
        const refused = strange === undefined || strange.code === null ? 0 : 1
        if (counted === undefined) days.set(day, { requests: 1, refused })
        else {
          counted.requests += 1
          counted.refused += refused
        }
      }
      return days
    },
  }
}

export function makeRequestColumns(mostRoom = MOST_ROOM): RequestColumns {
  let columns = makeColumns(FIRST_ROOM)
  let room = FIRST_ROOM
  let size = 0
  let keys = makeWords()
  let routes = makeWords()
  /** Notes that are kept as they are, by their places. */
  let odd = new Map<number, RequestNote>()

  function grow(): void {
    const wider = makeColumns(room * 2)
    for (const name of Object.keys(columns) as (keyof Columns)[]) wider[name].set(columns[name] as never)
    columns = wider
    room *= 2
  }

  function forgetOlderHalf(): void {
    const from = size >>> 1
    for (const name of Object.keys(columns) as (keyof Columns)[]) {
      const letters = name === 'id' ? ID_LETTERS : 1
      columns[name].copyWithin(0, from * letters, size * letters)
    }
    odd = new Map([...odd].filter(([place]) => place >= from).map(([place, note]) => [place - from, note]))
    size -= from
  }

  return {
    add(keyId, note) {
      if (size === room) {
        if (room < mostRoom) grow()
        else forgetOlderHalf()
      }
      columns.key[size] = keys.placeOf(keyId)
      if (isPlain(note)) {
        const id = note.requestId!
        const at = size * ID_LETTERS
        let isOwn = 1
        let wide = 0
        for (let n = 0; n < ID_LETTERS; n++) {
          const letter = id.charCodeAt(n + ID_START.length)
          isOwn &= IS_LETTER[letter & 127]!
          wide |= letter
          columns.id[at + n] = letter
        }
        columns.at[size] = note.at
        columns.route[size] = routes.placeOf(note.route)
        columns.status[size] = note.status
        columns.remaining[size] = note.remaining ?? NONE
        if (isOwn === 0 || wide > 127) odd.set(size, note)
      } else odd.set(size, note)
      size += 1
    },
    take() {
      const taken = waitingOf({ columns, size, keys, routes, odd })
      if (size > 0) columns = makeColumns(room)
      size = 0
      keys = makeWords()
      routes = makeWords()
      odd = new Map()
      return taken
    },
  }
}
