import { decodeSegment } from './target.ts'

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
    },
    find(method, path) {
      if (!path.startsWith('/')) return null
      const values: string[] = []
      let at = root
      for (const segment of path.slice(1).split('/')) {
        const next = at.fixed.get(segment)
        if (next !== undefined) {
          at = next
          continue
        }
        const value = at.param === null || segment === '' ? null : decodeSegment(segment)
        if (value === null) return null
        values.push(value)
        at = at.param!
      }
      const target = at.targets.get(method === 'HEAD' ? 'GET' : method)
      if (target === undefined) return null
      if (target.names.length === 0) return { value: target.value, path: NO_PATH }
      return { value: target.value, path: Object.fromEntries(target.names.map((name, i) => [name, values[i]!])) }
    },
  }
}
