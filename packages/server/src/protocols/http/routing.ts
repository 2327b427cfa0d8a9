// Request targets, query parameters and the router.
import { InvalidParameter, type Query, type Route } from '@agent-network/contract'
import { ApiError } from '../../platform/core/api-error.ts'
import { quoteSafely } from '../../platform/core/text.ts'

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
  /** Whether the encoding was not valid UTF-8; the value then contains replacement characters. */
  readonly broken: boolean
}

const decodePart = (part: string): { text: string; broken: boolean } => {
  const encoded = part.replaceAll('+', ' ')
  if (!encoded.includes('%')) return { text: encoded, broken: false }
  try {
    return { text: decodeURIComponent(encoded), broken: false }
  } catch {
    // Lenient decoding, as in browsers.
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

/** Reads the parameters of a route. Lenient routes take the first value and ignore unknown parameters (AMB-18). */
export function readQuery(contract: Route, query: string): Record<string, unknown> {
  const definitions: Query = contract.query
  const params = parseQuery(query)
  const values: Record<string, unknown> = {}
  try {
    if (contract.strictQuery) rejectUnexpected(definitions, params)
    for (const name in definitions) {
      const found = params.find((param) => param.name === name)
      values[name] = definitions[name]!.read(found?.value, found?.broken ?? false)
    }
  } catch (error) {
    if (error instanceof InvalidParameter)
      throw new ApiError(error.code ?? contract.invalid, { message: error.message })
    throw error
  }
  return values
}

const IGNORED_NAMES_MAX = 10
const IGNORED_NAME_CHARS_MAX = 40

/** Names of query parameters that the route does not have, as the value of `X-Ignored-Parameters`; empty if none. */
export function ignoredParameters({ query: definitions }: Route, query: string): string {
  const unknown = parseQuery(query).filter(({ name }) => name !== '' && !Object.hasOwn(definitions, name))
  if (unknown.length === 0) return ''
  const names = new Set(unknown.map(({ name }) => [...name].slice(0, IGNORED_NAME_CHARS_MAX).join('')))
  const listed = [...names].slice(0, IGNORED_NAMES_MAX)
  return listed.map((name) => encodeURIComponent(name.toWellFormed())).join(',')
}

const describeNames = (definitions: Query): string => {
  const names = Object.keys(definitions)
  return names.length === 0 ? 'this route takes none' : `known are ${names.join(', ')}`
}

function rejectUnexpected(definitions: Query, params: readonly { name: string; broken: boolean }[]): void {
  const seenNames = new Set<string>()
  for (const { name, broken } of params) {
    if (!Object.hasOwn(definitions, name))
      throw new InvalidParameter(`unknown parameter: ${quoteSafely(name)}; ${describeNames(definitions)}`)
    if (seenNames.has(name)) throw new InvalidParameter(`${name} is given twice`)
    if (broken) throw new InvalidParameter(`${name} is not valid percent-encoded UTF-8`)
    seenNames.add(name)
  }
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>
  param: Node<T> | null
  readonly targets: Map<string, { value: T; names: readonly string[] }>
}

export interface RouteMatch<T> {
  readonly value: T
  readonly path: Readonly<Record<string, string>>
}

export interface Router<T> {
  add(method: string, path: string, value: T): void
  /** Paths are exact and case-sensitive; HEAD finds the GET route (AMB-05, AMB-08). */
  find(method: string, path: string): RouteMatch<T> | null
}

const NO_PATH: Readonly<Record<string, string>> = Object.freeze({})

export function makeRouter<T>(): Router<T> {
  const makeNode = (): Node<T> => ({ fixed: new Map(), param: null, targets: new Map() })
  const root = makeNode()
  // Fast path: most requests have a path without parameters.
  const fixedRoutes = new Map<string, RouteMatch<T>>()

  /** Finds the node of a path and appends the values of its parameters to `values`. */
  function walk(path: string, values: string[]): Node<T> | null {
    let at = root
    for (let start = 1; start <= path.length; ) {
      const slash = path.indexOf('/', start)
      const end = slash < 0 ? path.length : slash
      const segment = path.slice(start, end)
      const next = at.fixed.get(segment)
      if (next !== undefined) {
        at = next
      } else {
        const value = at.param === null || segment === '' ? null : decodeSegment(segment)
        if (value === null) return null
        values.push(value)
        at = at.param!
      }
      start = end + 1
      if (slash < 0) return at
    }
    // The path ended in a slash: one more, empty segment.
    return null
  }

  return {
    add(method, path, value) {
      const names: string[] = []
      let at = root
      for (const segment of path.split('/').slice(1)) {
        const name = /^\{(.+)\}$/.exec(segment)?.[1]
        if (name === undefined) {
          let next = at.fixed.get(segment)
          if (next === undefined) {
            next = makeNode()
            at.fixed.set(segment, next)
          }
          at = next
        } else {
          names.push(name)
          at.param ??= makeNode()
          at = at.param
        }
      }
      at.targets.set(method, { value, names })
      if (names.length === 0) fixedRoutes.set(`${method} ${path}`, { value, path: NO_PATH })
    },
    find(method, path) {
      const routeMethod = method === 'HEAD' ? 'GET' : method
      const exact = fixedRoutes.get(`${routeMethod} ${path}`)
      if (exact !== undefined) return exact
      if (!path.startsWith('/')) return null
      const values: string[] = []
      const target = walk(path, values)?.targets.get(routeMethod)
      if (target === undefined) return null
      return { value: target.value, path: Object.fromEntries(target.names.map((name, i) => [name, values[i]!])) }
    },
  }
}
