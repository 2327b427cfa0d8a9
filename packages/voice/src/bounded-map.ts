// A small cache, shared by all folders of the engine.

/** A cache of at most `capacity` entries. A full one is emptied whole: a read costs one look-up and no order of use. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

export function boundedMap<V>(capacity: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      if (entries.size >= capacity && !entries.has(key)) entries.clear()
      entries.set(key, value)
    },
  }
}
