const NOBODY = -1

/**
 * Ids by score, the highest first and equal ones by id, of which one changes at a time: a tournament. A change plays the
 * games of its own branch again, and the best few are found on the branches they won, however many there are.
 */
export class Ranking {
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  #ids: string[] = []
  #scores: number[] = []
  #capacity = 16
  /** The slot that won below each node; 1 is the root, slot n stands at `capacity + n`. */
  #winners = new Int32Array(2 * this.#capacity).fill(NOBODY)

  get size(): number {
    return this.#slots.size
  }

  /** Null takes an id out. */
  set(id: string, score: number | null): void {
    let slot = this.#slots.get(id)
    if (slot === undefined) {
      if (score === null) return
      slot = this.#free.pop() ?? this.#ids.length
      if (slot >= this.#capacity) this.#grow()
      this.#slots.set(id, slot)
      this.#ids[slot] = id
    }
    if (score === null) {
      this.#slots.delete(id)
      this.#free.push(slot)
    } else this.#scores[slot] = score
    this.#play(slot, score === null ? NOBODY : slot)
  }

  /** Best first; whatever is set meanwhile ends it. */
  *best(): Generator<{ readonly id: string; readonly score: number }> {
    /** Nodes below which nobody was named yet. */
    const open = [1]
    for (;;) {
      let first = -1
      for (let i = 0; i < open.length; i++)
        if (first < 0 || this.#better(this.#winners[open[i]!]!, this.#winners[open[first]!]!)) first = i
      const slot = first < 0 ? NOBODY : this.#winners[open[first]!]!
      if (slot === NOBODY) return
      // Down the branch that it won: whoever it beat may be next.
      let node = open[first]!
      open[first] = open.at(-1)!
      open.pop()
      while (node < this.#capacity) {
        const left = 2 * node
        const won = this.#winners[left] === slot ? left : left + 1
        open.push(won ^ 1)
        node = won
      }
      yield { id: this.#ids[slot]!, score: this.#scores[slot]! }
    }
  }

  #better(a: number, b: number): boolean {
    if (a === NOBODY || b === NOBODY) return b === NOBODY && a !== NOBODY
    const ahead = this.#scores[a]! - this.#scores[b]!
    return ahead > 0 || (ahead === 0 && this.#ids[a]! < this.#ids[b]!)
  }

  #play(slot: number, winner: number): void {
    const winners = this.#winners
    let node = this.#capacity + slot
    winners[node] = winner
    for (node >>= 1; node >= 1; node >>= 1) {
      const [left, right] = [winners[2 * node]!, winners[2 * node + 1]!]
      winners[node] = this.#better(right, left) ? right : left
    }
  }

  #grow(): void {
    this.#capacity *= 2
    this.#winners = new Int32Array(2 * this.#capacity).fill(NOBODY)
    for (const slot of this.#slots.values()) this.#winners[this.#capacity + slot] = slot
    for (let node = this.#capacity - 1; node >= 1; node--) {
      const [left, right] = [this.#winners[2 * node]!, this.#winners[2 * node + 1]!]
      this.#winners[node] = this.#better(right, left) ? right : left
    }
  }
}
