/**
 * A cache that forgets everything when it is full. Reading it costs one look-up and nothing else, which is what a hot
 * path wants; being emptied once in a long while is cheaper than keeping an order of use on every request.
 */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V, weight?: number): void
  clear(): void
}

export function boundedMap<V>(capacity: number): BoundedMap<V> {
  const entries = new Map<string, V>()
  let held = 0
  const clear = (): void => {
    entries.clear()
    held = 0
  }
  return {
    get: (key) => entries.get(key),
    set(key, value, weight = 1) {
      if (held + weight > capacity) clear()
      entries.set(key, value)
      held += weight
    },
    clear,
  }
}
