import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { JSON_TYPE } from './answer.ts'
import type { CommonHeaders } from './common-headers.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Requests that never became one: unreadable, too long or too slow. They get the common envelope too. */
function answerBrokenRequest(common: CommonHeaders, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request line and headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time']
        : ['400 Bad Request', 'The request is not valid HTTP']
  const body = JSON.stringify({ error: { code: 'INVALID_QUERY', message } })
  const headers = ['Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close']
  common.add(headers, common.newId())
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Slow senders are cut off: the whole request has 30 seconds, its headers 15. */
const TIMEOUTS = { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }
const MAX_HEADER_BYTES = 16_384

/**
 * Fastify carries the listener's life: listening, idle connections, shutdown. Requests go straight to us, because the
 * specification fixes an order of checks, a reading of paths and a set of codes that no framework has.
 */
export function makeServer(listener: Listener, common: CommonHeaders): FastifyInstance {
  // A browser opens connections ahead. The platform takes them for busy until the first request, and a close would wait.
  const unused = new Set<Socket>()
  const server = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(common, error, socket),
    serverFactory: () => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        unused.delete(request.socket)
        void listener(request, response)
      }
      const options = { ...TIMEOUTS, connectionsCheckingInterval: 5_000, maxHeaderSize: MAX_HEADER_BYTES }
      // A missing Host and an odd Expect get an answer in our envelope and not in that of the platform.
      return createServer({ ...options, requireHostHeader: false }, answer)
        .on('checkExpectation', answer)
        .on('connection', (socket) => {
          unused.add(socket)
          socket.once('close', () => unused.delete(socket))
        })
    },
  })
  server.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
  return server
}
