import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'

export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Requests that never became one: unreadable, too long or too slow. They get the common envelope too. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
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
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/**
 * Fastify carries connections, time-outs and shutdown. Routing, bodies and errors are ours, because the specification
 * fixes an order of checks that no framework has; so every request is handed over whole.
 */
export function makeServer(listener: Listener): FastifyInstance {
  const server = Fastify({
    logger: false,
    // Our router reads the raw path; Fastify's must not judge it first.
    rewriteUrl: () => '/',
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384 },
    clientErrorHandler: answerBrokenRequest,
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const whole = (
    request: { raw: IncomingMessage; originalUrl: string },
    reply: { hijack(): void; raw: ServerResponse },
  ) => {
    reply.hijack()
    request.raw.url = request.originalUrl
    void listener(request.raw, reply.raw)
  }
  server.route({ method: [...METHODS], url: '/', handler: whole })
  server.setNotFoundHandler(whole)
  return server
}
