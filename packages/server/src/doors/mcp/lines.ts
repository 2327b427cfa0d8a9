import { boundedMap } from '../../core/bounded-map.ts'
import { tokensAtMost } from './tokens.ts'

/** A line of a page, and what it takes of a model's room. */
export interface PageLine {
  readonly text: string
  readonly tokens: number
}

export const lineOf = (text: string): PageLine => ({ text, tokens: tokensAtMost(text) })

/** How many lines are kept of each kind; each is half a kilobyte or so. */
const KEPT_MAX = 2_000

/** A loop, since this runs for every line of every page. */
function isSame<T>(one: T, other: T, members: readonly (keyof T)[]): boolean {
  for (const name of members) if (one[name] !== other[name]) return false
  return true
}

/**
 * Lines about things that are shown again and again and seldom change: writing one down and counting its tokens takes longer
 * than reading it from the store. `members` are all that a line says; the same line serves as long as they are the same.
 */
export function keptLines<T extends { readonly id: string }>(
  members: readonly (keyof T)[],
  write: (item: T) => string,
): (item: T) => PageLine {
  const kept = boundedMap<{ readonly item: T; readonly line: PageLine }>(KEPT_MAX)
  return (item) => {
    const found = kept.get(item.id)
    if (found !== undefined && isSame(found.item, item, members)) return found.line
    const line = lineOf(write(item))
    kept.set(item.id, { item, line })
    return line
  }
}
