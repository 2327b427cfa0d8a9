import { InvalidParameter, type Query, type Route } from '@agent-network/contract'
import { Refusal } from '../../platform/core/refusal.ts'
import { quotable } from '../../platform/core/text.ts'

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

/** Reads the parameters a route knows. Lenient routes take the first value and ignore what they do not know (AMB-18). */
export function readQuery(contract: Route, query: string): Record<string, unknown> {
  const known: Query = contract.query
  const given = parseQuery(query)
  const values: Record<string, unknown> = {}
  try {
    if (contract.strictQuery) refuseSurprises(known, given)
    for (const name in known) {
      const found = given.find((param) => param.name === name)
      values[name] = known[name]!.read(found?.value, found?.broken ?? false)
    }
  } catch (error) {
    if (error instanceof InvalidParameter) throw new Refusal(error.code ?? contract.invalid, { message: error.message })
    throw error
  }
  return values
}

const knownNames = (known: Query): string => {
  const names = Object.keys(known)
  return names.length === 0 ? 'this route takes none' : `known are ${names.join(', ')}`
}

function refuseSurprises(known: Query, given: readonly { name: string; broken: boolean }[]): void {
  const seen = new Set<string>()
  for (const { name, broken } of given) {
    if (!Object.hasOwn(known, name))
      throw new InvalidParameter(`unknown parameter: ${quotable(name)}; ${knownNames(known)}`)
    if (seen.has(name)) throw new InvalidParameter(`${name} is given twice`)
    if (broken) throw new InvalidParameter(`${name} is not valid percent-encoded UTF-8`)
    seen.add(name)
  }
}
