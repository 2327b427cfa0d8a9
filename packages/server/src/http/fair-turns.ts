/** Runs work of many parties, so much of it at a time; where some has to wait, parties take turns and not requests. */
export interface FairTurns {
  run<T>(party: string, work: () => Promise<T>): Promise<T>
  waiting(): number
}

export function makeFairTurns(max: number): FairTurns {
  /** In the order in which they get their next turn: whoever had one goes to the end. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0

  function takeNext(): (() => void) | undefined {
    const [first] = lines
    if (first === undefined) return undefined
    const [party, line] = first
    const next = line.shift()
    lines.delete(party)
    if (line.length > 0) lines.set(party, line)
    waiting -= 1
    return next
  }

  function wait(party: string): Promise<void> {
    return new Promise((go) => {
      const line = lines.get(party)
      if (line === undefined) lines.set(party, [go])
      else line.push(go)
      waiting += 1
    })
  }

  return {
    waiting: () => waiting,
    async run(party, work) {
      if (running < max) running += 1
      else await wait(party)
      try {
        return await work()
      } finally {
        // The place is handed over; it is free only when nobody waits.
        const next = takeNext()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
