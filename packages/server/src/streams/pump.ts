/**
 * Runs work one at a time: a call while it runs makes it run once more afterwards, however many calls there were. So a
 * hint that comes half way through a look is never lost, and a thousand hints are one look.
 */
export function makePump(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  const run = async () => {
    do {
      again = false
      await work()
    } while (again)
  }
  return () => {
    if (running !== null) {
      again = true
      return running
    }
    running = run().finally(() => {
      running = null
    })
    return running
  }
}
