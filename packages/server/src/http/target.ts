/** A request target, split but not yet decoded: routing works on the raw path (AMB-09). */
export interface Target {
  readonly path: string
  readonly query: string
}

export function splitTarget(url: string): Target {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

/** Decodes one path segment once; null if it is not valid percent-encoded UTF-8. */
export function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

export interface QueryParam {
  readonly name: string
  readonly value: string
  /** The encoding was not valid UTF-8; the value holds replacement characters. */
  readonly broken: boolean
}

const decodePart = (part: string): { text: string; broken: boolean } => {
  const spaced = part.replaceAll('+', ' ')
  if (!spaced.includes('%')) return { text: spaced, broken: false }
  try {
    return { text: decodeURIComponent(spaced), broken: false }
  } catch {
    // The lenient reading that browsers and URLSearchParams use.
    return { text: new URLSearchParams(`v=${part}`).get('v') ?? '', broken: true }
  }
}

export function parseQuery(query: string): QueryParam[] {
  if (query === '') return []
  const params: QueryParam[] = []
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const mark = pair.indexOf('=')
    const name = decodePart(mark < 0 ? pair : pair.slice(0, mark))
    const value = decodePart(mark < 0 ? '' : pair.slice(mark + 1))
    params.push({ name: name.text, value: value.text, broken: name.broken || value.broken })
  }
  return params
}
