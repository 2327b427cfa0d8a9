// Tests of the worker thread for requests to receivers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { systemAmbient } from '../../platform/core/ambient.ts'
import { makeRequestThread, type RequestThread } from './request-thread.ts'

/** Answers with the status in the path. Other paths make it wait for an abort, fail, exit or throw. */
const STAND_IN = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (requests) => {
    for (const { id, request } of requests) {
      if (request === null) parentPort.postMessage([{ id, response: { fault: 'timeout' } }])
      else if (request.url === 'exit') process.exit(0)
      else if (request.url === 'throw') setImmediate(() => { throw new Error('uncaught') })
      else if (request.url === 'fail') parentPort.postMessage([{ id, failure: 'failed there' }])
      else if (request.url !== 'wait') parentPort.postMessage([{ id, response: { status: Number(request.url), retryAfter: null } }])
    }
  })`
const asFile = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).event) })
const threads: RequestThread[] = []

function openThread(code = STAND_IN): RequestThread {
  const thread = makeRequestThread({ ambient: systemAmbient(), log }, asFile(code))
  threads.push(thread)
  return thread
}
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close()
  lines.length = 0
})

const request = (url: string) => ({ url, headers: {}, body: '{}', allowPrivate: true })
const send = (thread: RequestThread, url: string, signal?: AbortSignal) => thread.send(request(url), signal)

describe('thread of requests', () => {
  it('returns each response to its request', async () => {
    const thread = openThread()
    const statuses = ['200', '410', '500'].map((url) => send(thread, url))
    expect(await Promise.all(statuses)).toEqual([200, 410, 500].map((status) => ({ status, retryAfter: null })))
    await expect(send(thread, 'fail')).rejects.toThrow('failed there')
  })

  it('forwards an abort, also before the request is sent', async () => {
    const thread = openThread()
    const abort = new AbortController()
    const waiting = send(thread, 'wait', abort.signal)
    abort.abort()
    expect(await waiting).toEqual({ fault: 'timeout' })
    expect(await send(thread, 'wait', abort.signal)).toEqual({ fault: 'timeout' })
  })

  for (const [name, url, code] of [
    ['exits', 'exit', STAND_IN],
    ['throws', 'throw', STAND_IN],
    ['cannot start', '200', 'throw new Error("no")'],
  ] as const)
    it(`fails the running requests if the worker ${name}; the main thread sends the next ones`, async () => {
      const server = createServer((_, response) => response.writeHead(503, { 'retry-after': '7' }).end())
      await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
      const thread = openThread(code)
      const lost = [send(thread, 'wait'), send(thread, url)]
      for (const { status } of await Promise.allSettled(lost)) expect(status).toBe('rejected')
      expect(lines).toEqual(['webhooks.worker_lost'])
      const { port } = server.address() as AddressInfo
      expect(await send(thread, `http://127.0.0.1:${port}/`)).toEqual({ status: 503, retryAfter: '7' })
      server.close()
    })
})
