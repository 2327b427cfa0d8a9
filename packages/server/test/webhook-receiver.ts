// Fixture of the webhook tests: a receiver that verifies every request with the library of Standard Webhooks.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { waitUntil } from './wait-until.ts'

export interface ReceivedRequest {
  readonly path: string
  readonly id: string
  readonly headers: Record<string, string>
  readonly text: string
  readonly body: any
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void

export interface Receiver {
  readonly url: string
  readonly port: number
  /** Requests with a path that begins with this text; all of them without one. */
  received(path?: string): ReceivedRequest[]
  /** Waits for this many requests. */
  count(n: number, path?: string): Promise<ReceivedRequest[]>
  /** Most requests that were open at the same time. */
  mostOpen(): number
  respond(answer: Respond): void
  close(): Promise<void>
}

export const verifies = (secret: string, { text, headers }: ReceivedRequest): boolean => {
  try {
    new Webhook(secret).verify(text, headers)
    return true
  } catch {
    return false
  }
}

export async function startReceiver(port = 0): Promise<Receiver> {
  const all: ReceivedRequest[] = []
  let answer: Respond = (response) => response.writeHead(204).end()
  let [open, most] = [0, 0]
  const server = createServer(async (request: IncomingMessage, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const headers = request.headers as Record<string, string>
    const received = { path: request.url!, id: headers['webhook-id']!, headers, text, body: JSON.parse(text) }
    all.push(received)
    answer(response, received)
  })
  await new Promise<void>((resume) => server.listen(port, '127.0.0.1', resume))
  const { port: bound } = server.address() as AddressInfo
  const received = (path = ''): ReceivedRequest[] => all.filter((one) => one.path.startsWith(path))
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    received,
    mostOpen: () => most,
    async count(n, path = '') {
      await waitUntil(`${n} requests to ${path || 'the receiver'}`, () => received(path).length >= n, {
        withinMs: 40_000,
      })
      return received(path)
    },
    respond(next) {
      answer = next
    },
    close: () =>
      new Promise((resume) => {
        server.close(() => resume())
        server.closeAllConnections()
      }),
  }
}
