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

/**
 * The lines of one chunk, oldest first: a JSON list of the words in it (routes, codes, gates), then a line for each request,
 * `milliseconds since the line before,route,status,left,id`, and of refusals and acts also `,code,gate,left today`. A word is the
 * number of its place. Half as long as JSON all the way, in half the time: most of what a logged request costs is writing this.
 */
export function packNotes(notes: readonly RequestNote[]): string {
  const words: string[] = []
  const placeOf = (word: string | null): number | '' => {
    if (word === null) return ''
    const place = words.indexOf(word)
    return place === -1 ? words.push(word) - 1 : place
  }
  let lines = ''
  let before = 0
  for (const { at, requestId, route, status, code, refusedAt, remaining, remainingToday } of notes) {
    const id =
      requestId === null ? '' : OWN_ID.test(requestId) ? requestId.slice(ID_START.length) : `:${placeOf(requestId)}`
    lines += `\n${at - before},${placeOf(route)},${status},${remaining ?? ''},${id}`
    if (code !== null || remainingToday !== null)
      lines += `,${placeOf(code)},${placeOf(refusedAt)},${remainingToday ?? ''}`
    before = at
  }
  return JSON.stringify(words) + lines
}

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))

function unpackLines(text: string): RequestNote[] {
  const [head, ...lines] = text.split('\n')
  const words = JSON.parse(head!) as string[]
  const wordOf = (place: string | undefined): string | null =>
    place === undefined || place === '' ? null : words[Number(place)]!
  let at = 0
  return lines.map((line) => {
    const [since, route, status, left, id, code, gate, leftToday] = line.split(',')
    at += Number(since)
    return {
      at,
      requestId: id === '' ? null : id!.startsWith(':') ? wordOf(id!.slice(1)) : ID_START + id,
      route: wordOf(route)!,
      status: Number(status),
      code: wordOf(code),
      refusedAt: wordOf(gate) as RequestGate | null,
      remaining: numberOf(left),
      remainingToday: numberOf(leftToday),
    }
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
