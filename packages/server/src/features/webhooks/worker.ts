// Entry point of the worker thread that sends requests to receivers.
import { parentPort } from 'node:worker_threads'
import { type ReceiverRequest, type RequestMessage, sendToReceiver, type ThreadResult } from './request-thread.ts'

const abortControllers = new Map<number, AbortController>()

/** Results of one event loop turn are posted together. */
let results: ThreadResult[] = []

function post(result: ThreadResult): void {
  results.push(result)
  if (results.length > 1) return
  setImmediate(() => {
    parentPort!.postMessage(results)
    results = []
  })
}

async function perform(id: number, request: ReceiverRequest): Promise<void> {
  const controller = new AbortController()
  abortControllers.set(id, controller)
  try {
    post({ id, response: await sendToReceiver(request, controller.signal) })
  } catch (error) {
    post({ id, failure: (error as Error).stack ?? String(error) })
  } finally {
    abortControllers.delete(id)
  }
}

parentPort!.on('message', (requests: readonly RequestMessage[]) => {
  for (const { id, request } of requests) {
    if (request === null) abortControllers.get(id)?.abort()
    else void perform(id, request)
  }
})
