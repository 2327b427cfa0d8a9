import type { RequestGate } from '@agent-network/contract'

/** One request of a key: which route, how it ended, what refused it. Never what was asked for or sent. */
export interface RequestNote {
  readonly at: number
  /** The answer's `Request-Id`; null in lines of before there was one. */
  readonly requestId: string | null
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly refusedAt: RequestGate | null
  /** Requests of that minute. */
  readonly remaining: number | null
  /** Units of that day. */
  readonly remainingToday: number | null
}

/** One key's requests that wait to be written, oldest first, as numbers and bytes; those that are not plain, as they are. */
export interface WaitingLines {
  readonly length: number
  /** A line that the numbers cannot hold. */
  oddAt(n: number): RequestNote | undefined
  timeAt(n: number): number
  routeAt(n: number): string
  statusAt(n: number): number
  /** Minus one where nothing is said of it. */
  leftAt(n: number): number
  /** The letters of a plain line's id behind `req_`, `ID_LETTERS` of them. */
  readonly ids: Uint8Array
  idStart(n: number): number
}

export const ID_START = 'req_'
/** Letters of an own id behind its start: when, by which process, which request of it. */
export const ID_PARTS = { time: 10, process: 9, count: 7 } as const
const { time: TIME, process: PROCESS, count: COUNT } = ID_PARTS
export const ID_LETTERS = TIME + PROCESS + COUNT
const NONE = -1

/** Ids are made of letters, digits and low lines; what is not ours is stored among the words. */
const OWN_ID = /^req_\w+$/

/** Letters of the time that are the same for about a second. */
const HEAD = 8
const COUNT_START = TIME + PROCESS
/** What is left of an id without head and process. */
const REST_LETTERS = TIME - HEAD + COUNT

/** What is packed at a time; a line that is longer than any of ours does not fit at the end. */
const PACKED = Buffer.alloc(65_536)
const LONGEST_LINE = 512

/** Bytes of lines, put together without a text for each of their parts. */
function makeLineBytes() {
  let text = ''
  let size = 0
  const spill = () => {
    text += PACKED.toString('latin1', 0, size)
    size = 0
  }
  return {
    begin(): void {
      if (size > PACKED.length - LONGEST_LINE) spill()
      PACKED[size++] = 10
    },
    byte(code: number): void {
      PACKED[size++] = code
    },
    /** A whole number that is not negative and below 2^31. */
    digits(value: number): void {
      let power = 1
      while (power * 10 <= value) power *= 10
      for (let rest = value; power >= 1; power = (power / 10) | 0) {
        const digit = (rest / power) | 0
        PACKED[size++] = 48 + digit
        rest -= digit * power
      }
    },
    letters(from: Uint8Array, start: number, end: number): void {
      for (let at = start; at < end; at++) PACKED[size++] = from[at]!
    },
    text(part: string): void {
      spill()
      text += part
    },
    taken(): string {
      spill()
      return text
    },
  }
}

const [COMMA, SEMICOLON] = [44, 59]
const SMALL = 2 ** 31

const isSmall = (value: number): boolean => value >= 0 && value < SMALL && Number.isInteger(value)

export const timeOf = (lines: WaitingLines, n: number): number => lines.oddAt(n)?.at ?? lines.timeAt(n)

export function worstOf(lines: WaitingLines): number {
  let worst = 0
  for (let n = 0; n < lines.length; n++) worst = Math.max(worst, lines.oddAt(n)?.status ?? lines.statusAt(n))
  return worst
}

/**
 * The lines of one chunk, oldest first: a JSON list of the words in it (routes, codes, gates), then a line for each request,
 * `milliseconds since the line before,route,status,left,id`, and of refusals and acts also `,code,gate,left today`. A word is the
 * number of its place. A line that goes on like the one before (route, status, one less left, no code) is `milliseconds;rest of
 * the id`: the head of its time and its process are those of the last line which had the id whole. A sixth of JSON: what a logged
 * request costs is mostly the bytes that are written.
 */
export function packLines(lines: WaitingLines): string {
  const words: string[] = []
  const placeOf = (word: string | null): number | '' => {
    if (word === null) return ''
    const place = words.indexOf(word)
    return place === -1 ? words.push(word) - 1 : place
  }
  const { ids } = lines
  const out = makeLineBytes()
  let lastTime = 0
  /** The plain line before, or minus one. */
  let last = NONE
  /** Where the head of ids is that lines which go on have. */
  let head = NONE

  const hasHead = (start: number): boolean => {
    for (let n = 0; n < HEAD; n++) if (ids[head + n] !== ids[start + n]) return false
    for (let n = TIME; n < COUNT_START; n++) if (ids[head + n] !== ids[start + n]) return false
    return true
  }
  const goesOn = (n: number): boolean =>
    last !== NONE &&
    lines.leftAt(n) !== NONE &&
    lines.leftAt(n) + 1 === lines.leftAt(last) &&
    lines.statusAt(n) === lines.statusAt(last) &&
    lines.routeAt(n) === lines.routeAt(last) &&
    hasHead(lines.idStart(n))

  function writePlain(n: number): void {
    const [start, left, time] = [lines.idStart(n), lines.leftAt(n), lines.timeAt(n)]
    const since = time - lastTime
    out.begin()
    if (isSmall(since)) out.digits(since)
    else out.text(String(since))
    if (goesOn(n)) {
      out.byte(SEMICOLON)
      out.letters(ids, start + HEAD, start + TIME)
      out.letters(ids, start + COUNT_START, start + ID_LETTERS)
    } else {
      out.text(`,${placeOf(lines.routeAt(n))},${lines.statusAt(n)},${left === NONE ? '' : left}`)
      out.byte(COMMA)
      out.letters(ids, start, start + ID_LETTERS)
      head = start
    }
    last = n
    lastTime = time
  }

  function writeOdd({ at, requestId, route, status, code, refusedAt, remaining, remainingToday }: RequestNote): void {
    const isOwn = requestId !== null && OWN_ID.test(requestId)
    const id = requestId === null ? '' : isOwn ? requestId.slice(ID_START.length) : `:${placeOf(requestId)}`
    const rest =
      code === null && remainingToday === null ? '' : `,${placeOf(code)},${placeOf(refusedAt)},${remainingToday ?? ''}`
    out.begin()
    out.text(`${at - lastTime},${placeOf(route)},${status},${remaining ?? ''},${id}${rest}`)
    // Whoever reads takes the head of this id for the next ones.
    last = NONE
    lastTime = at
  }

  for (let n = 0; n < lines.length; n++) {
    const odd = lines.oddAt(n)
    if (odd === undefined) writePlain(n)
    else writeOdd(odd)
  }
  return JSON.stringify(words) + out.taken()
}

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))

const AS_USUAL = { code: null, refusedAt: null, remainingToday: null } as const

function unpackLines(text: string): RequestNote[] {
  const [listed, ...lines] = text.split('\n')
  const words = JSON.parse(listed!) as string[]
  const wordOf = (place: string | undefined): string | null =>
    place === undefined || place === '' ? null : words[Number(place)]!
  let at = 0
  /** The last id that was written whole, without its start. */
  let whole = ''
  let last: RequestNote | null = null
  const idAfter = (rest: string): string => {
    const head = ID_START + whole.slice(0, HEAD)
    // Older lines have the process in them.
    if (rest.length !== REST_LETTERS) return head + rest
    return head + rest.slice(0, TIME - HEAD) + whole.slice(TIME, COUNT_START) + rest.slice(TIME - HEAD)
  }
  const goOn = (line: string): RequestNote => {
    const end = line.indexOf(';')
    at += Number(line.slice(0, end))
    return { ...last!, at, requestId: idAfter(line.slice(end + 1)), ...AS_USUAL, remaining: last!.remaining! - 1 }
  }
  const readWhole = (line: string): RequestNote => {
    const [since, route, status, left, id, code, gate, leftToday] = line.split(',')
    at += Number(since)
    const isOwn = id !== '' && !id!.startsWith(':')
    if (isOwn && id!.length > HEAD) whole = id!
    return {
      at,
      requestId: id === '' ? null : isOwn ? ID_START + id : wordOf(id!.slice(1)),
      route: wordOf(route)!,
      status: Number(status),
      code: wordOf(code),
      refusedAt: wordOf(gate) as RequestGate | null,
      remaining: numberOf(left),
      remainingToday: numberOf(leftToday),
    }
  }
  return lines.map((line) => {
    last = line.includes(';') ? goOn(line) : readWhole(line)
    return last
  })
}

/** As chunks were written before: a JSON list of lists. */
type Listed = [
  at: number,
  route: string,
  status: number,
  code: string | null,
  gate: string | null,
  left: number | null,
  leftToday?: number | null,
  id?: string | null,
]

const unlist = ([at, route, status, code, refusedAt, remaining, remainingToday, id]: Listed): RequestNote => ({
  at,
  requestId: id ?? null,
  route,
  status,
  code,
  refusedAt: refusedAt as RequestGate | null,
  remaining,
  remainingToday: remainingToday ?? null,
})

/** The lines of one chunk, oldest first. */
export const unpackNotes = (entries: string): RequestNote[] =>
  entries.startsWith('[[') ? (JSON.parse(entries) as Listed[]).map(unlist) : unpackLines(entries)
