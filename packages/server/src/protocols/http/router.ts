import { decodeSegment } from './query.ts'

interface Node<T> {
  readonly fixed: Map<string, Node<T>>
  param: Node<T> | null
  readonly targets: Map<string, { value: T; names: readonly string[] }>
}

export interface Match<T> {
  readonly value: T
  readonly path: Readonly<Record<string, string>>
}

export interface Router<T> {
  add(method: string, path: string, value: T): void
  /** Exact, case-sensitive paths; HEAD finds what GET finds (AMB-05, AMB-08). */
  find(method: string, path: string): Match<T> | null
}

const NO_PATH: Readonly<Record<string, string>> = Object.freeze({})

export function makeRouter<T>(): Router<T> {
  const node = (): Node<T> => ({ fixed: new Map(), param: null, targets: new Map() })
  const root = node()
  // Paths without parameters are most requests; they need no walk.
  const whole = new Map<string, Match<T>>()

  /** The node a path leads to; the values of its parameters are appended on the way. */
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
            next = node()
            at.fixed.set(segment, next)
          }
          at = next
        } else {
          names.push(name)
          at.param ??= node()
          at = at.param
        }
      }
      at.targets.set(method, { value, names })
      if (names.length === 0) whole.set(`${method} ${path}`, { value, path: NO_PATH })
    },
    find(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : method
      const exact = whole.get(`${wanted} ${path}`)
      if (exact !== undefined) return exact
      if (!path.startsWith('/')) return null
      const values: string[] = []
      const target = walk(path, values)?.targets.get(wanted)
      if (target === undefined) return null
      return { value: target.value, path: Object.fromEntries(target.names.map((name, i) => [name, values[i]!])) }
    },
  }
}
