interface Timed {
  readonly at: number
}

/** Things by time, the earliest first: a binary heap, because they do not come in order. */
export class TimeQueue<T extends Timed> {
  #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  /** Infinity when there is none. */
  get earliest(): number {
    return this.#items[0]?.at ?? Infinity
  }

  push(item: T): void {
    const items = this.#items
    let place = items.length
    items.push(item)
    while (place > 0) {
      const above = (place - 1) >> 1
      if (items[above]!.at <= item.at) break
      items[place] = items[above]!
      place = above
    }
    items[place] = item
  }

  /** The earliest, if it is not later than `at`. */
  takeUpTo(at: number): T | undefined {
    const items = this.#items
    const first = items[0]
    if (first === undefined || first.at > at) return undefined
    const last = items.pop()!
    if (items.length > 0) this.#sink(last)
    return first
  }

  /** For what is rare: looks at all of them. */
  removeWhere(isGone: (item: T) => boolean): void {
    const left = this.#items.filter((item) => !isGone(item))
    this.#items = []
    for (const item of left) this.push(item)
  }

  #sink(item: T): void {
    const items = this.#items
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && items[below + 1]!.at < items[below]!.at) below += 1
      if (items[below]!.at >= item.at) break
      items[place] = items[below]!
      place = below
    }
    items[place] = item
  }
}
