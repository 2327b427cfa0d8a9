/** Counts the requests under way, and can keep new ones waiting. */
export interface Gate {
  /** Null while the gate is open, which is nearly always: a request that need not wait pays for no promise. */
  shut(): Promise<void> | null
  enter(): void
  leave(): void
  inFlight(): number
  /** Keeps new requests waiting until `work` is done; it starts when those under way have been answered. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

export function makeGate(): Gate {
  let inFlight = 0
  let shut: Promise<void> | null = null
  const idle: (() => void)[] = []

  return {
    shut: () => shut,
    enter() {
      inFlight += 1
    },
    leave() {
      inFlight -= 1
      if (inFlight === 0) for (const resume of idle.splice(0)) resume()
    },
    inFlight: () => inFlight,
    async pause(work) {
      while (shut !== null) await shut
      let open = () => {}
      shut = new Promise((resolve) => {
        open = () => {
          shut = null
          resolve()
        }
      })
      try {
        if (inFlight > 0) await new Promise<void>((resume) => idle.push(resume))
        return await work()
      } finally {
        open()
      }
    },
  }
}
