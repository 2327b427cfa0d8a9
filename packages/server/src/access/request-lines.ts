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

const ID_START = 'req_'

/** Ids are made of letters, digits and low lines; what is not ours is stored among the words. */
const OWN_ID = /^req_\w+$/

/** Letters of an own id that are the same for about a second: its start and the first eight of its time. */
const HEAD_LETTERS = 12

/**
 * The lines of one chunk, oldest first: a JSON list of the words in it (routes, codes, gates), then a line for each request,
 * `milliseconds since the line before,route,status,left,id`, and of refusals and acts also `,code,gate,left today`. A word is the
 * number of its place. A line that goes on like the one before (route, status, one less left, no code) is `milliseconds;rest of
 * the id`: the head of the id is that of the last line which had it whole. Less than a third of JSON: what a logged request
 * costs is mostly the bytes that are written.
 */
export function packNotes(notes: readonly RequestNote[]): string {
  const words: string[] = []
  const placeOf = (word: string | null): number | '' => {
    if (word === null) return ''
    const place = words.indexOf(word)
    return place === -1 ? words.push(word) - 1 : place
  }
  let lines = ''
  let head: string | null = null
  let last: RequestNote | null = null
  for (const note of notes) {
    const { at, requestId, route, status, code, refusedAt, remaining, remainingToday } = note
    const since = at - (last?.at ?? 0)
    const goesOn =
      head !== null && code === null && remainingToday === null && last!.route === route && last!.status === status
    if (
      goesOn &&
      remaining !== null &&
      remaining + 1 === last!.remaining &&
      requestId?.startsWith(head!) &&
      OWN_ID.test(requestId)
    ) {
      lines += `\n${since};${requestId.slice(HEAD_LETTERS)}`
    } else {
      const isOwn = requestId !== null && OWN_ID.test(requestId)
      const id = requestId === null ? '' : isOwn ? requestId.slice(ID_START.length) : `:${placeOf(requestId)}`
      lines += `\n${since},${placeOf(route)},${status},${remaining ?? ''},${id}`
      if (code !== null || remainingToday !== null)
        lines += `,${placeOf(code)},${placeOf(refusedAt)},${remainingToday ?? ''}`
      if (isOwn && requestId.length > HEAD_LETTERS) head = requestId.slice(0, HEAD_LETTERS)
    }
    last = note
  }
  return JSON.stringify(words) + lines
}

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))

const AS_USUAL = { code: null, refusedAt: null, remainingToday: null } as const

function unpackLines(text: string): RequestNote[] {
  const [listed, ...lines] = text.split('\n')
  const words = JSON.parse(listed!) as string[]
  const wordOf = (place: string | undefined): string | null =>
    place === undefined || place === '' ? null : words[Number(place)]!
  let at = 0
  let head = ''
  let last: RequestNote | null = null
  const goOn = (line: string): RequestNote => {
    const end = line.indexOf(';')
    at += Number(line.slice(0, end))
    return { ...last!, at, requestId: head + line.slice(end + 1), ...AS_USUAL, remaining: last!.remaining! - 1 }
  }
  const readWhole = (line: string): RequestNote => {
    const [since, route, status, left, id, code, gate, leftToday] = line.split(',')
    at += Number(since)
    const isOwn = id !== '' && !id!.startsWith(':')
    if (isOwn && ID_START.length + id!.length > HEAD_LETTERS) head = (ID_START + id).slice(0, HEAD_LETTERS)
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
