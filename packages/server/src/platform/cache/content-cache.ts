// Caches: values derived from content, and a bounded map for hot paths.

/** Values derived from stored content, each cached until any content changes. */
export interface ContentCache {
  /** `weight` is the value's share of the capacity. Failures are not cached. */
  get<T extends object>(name: string, make: () => Promise<T>, weight?: (value: T) => number): Promise<T>
}

interface Entry {
  readonly version: number
  readonly value: Promise<object>
  weight: number
}

/**
 * Exact, not eventual: an entry is valid only at the content version at which its computation started. With other
 * writing nodes versions never repeat, so nothing is cached. A full cache is cleared.
 */
export function makeContentCache(version: () => number, capacity: number): ContentCache {
  const entries = new Map<string, Entry>()
  let totalWeight = 0

  function resize(name: string, entry: Entry, weight: number): void {
    if (entries.get(name) !== entry) return
    totalWeight += weight - entry.weight
    entry.weight = weight
    if (weight === 0) entries.delete(name)
    if (totalWeight > capacity) {
      entries.clear()
      totalWeight = 0
    }
  }

  return {
    get<T extends object>(name: string, make: () => Promise<T>, weight: (value: T) => number = () => 1): Promise<T> {
      const now = version()
      const cachedEntry = entries.get(name)
      if (cachedEntry?.version === now) return cachedEntry.value as Promise<T>
      const value = make()
      if (version() !== now) return value
      const entry: Entry = { version: now, value, weight: 0 }
      if (cachedEntry !== undefined) resize(name, cachedEntry, 0)
      entries.set(name, entry)
      resize(name, entry, 1)
      value.then(
        (computedValue) => resize(name, entry, weight(computedValue)),
        () => resize(name, entry, 0),
      )
      return value
    },
  }
}

/**
 * A cache that is cleared when it is full. A read costs one look-up. Clearing it rarely is cheaper than tracking the
 * order of use on every request.
 */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V, weight?: number): void
  clear(): void
}

export function boundedMap<V>(capacity: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  let totalWeight = 0
  const clear = (): void => {
    entries.clear()
    totalWeight = 0
  }
  return {
    get: (key) => entries.get(key),
    set(key, value, weight = 1) {
      if (totalWeight + weight > capacity) clear()
      // One value over the capacity is not cached.
      if (weight > capacity) return
      entries.set(key, value)
      totalWeight += weight
    },
    clear,
  }
}
