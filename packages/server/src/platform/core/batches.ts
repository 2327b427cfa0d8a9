// Batching of concurrent requests to one server.

/** One request waiting for the next batch. */
interface PendingRequest<A, R> {
  readonly request: A
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

export interface BatchOptions<A, R> {
  /** Returns one result per request, in order. */
  readonly send: (requests: readonly A[]) => Promise<readonly R[]>
  readonly max: number
  /** Maximum wait for the previous batch. */
  readonly patienceMs: number
}

/**
 * Requests of one event-loop iteration form a batch, and so do requests that arrive while a batch is in flight. A
 * request never receives a result that was requested before it arrived.
 */
export function makeBatches<A, R>({ send, max, patienceMs }: BatchOptions<A, R>): (request: A) => Promise<R> {
  let waiting: PendingRequest<A, R>[] = []
  let underWay = 0
  let isDue = false
  let timer: NodeJS.Timeout | null = null

  async function sendOne(batch: readonly PendingRequest<A, R>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ request }) => request))
      for (const [n, { resolve }] of batch.entries()) resolve(results[n]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function flush(): void {
    isDue = false
    if (timer !== null) clearTimeout(timer)
    timer = null
    const gathered = waiting
    waiting = []
    for (let from = 0; from < gathered.length; from += max) {
      underWay += 1
      void sendOne(gathered.slice(from, from + max)).then(() => {
        underWay -= 1
        if (underWay === 0 && waiting.length > 0) flush()
      })
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (underWay > 0) timer ??= setTimeout(flush, patienceMs)
      else if (!isDue) {
        isDue = true
        setImmediate(flush)
      }
    })
}
