/** Who waits for news of what. A hint only says that looking is worth while: what there is to see, the store knows. */
export interface Hints {
  /** Calls `wake` at every hint of the topic; the function that is returned ends it. */
  on(topic: string, wake: () => void): () => void
  announce(topics: readonly string[]): void
}

export function makeHints(): Hints {
  const waiting = new Map<string, Set<() => void>>()
  return {
    on(topic, wake) {
      const some = waiting.get(topic) ?? new Set()
      waiting.set(topic, some.add(wake))
      return () => {
        some.delete(wake)
        if (some.size === 0 && waiting.get(topic) === some) waiting.delete(topic)
      }
    },
    announce(topics) {
      if (waiting.size === 0) return
      for (const topic of topics) for (const wake of waiting.get(topic) ?? []) wake()
    },
  }
}
