import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ambient } from '../core/ambient.ts'
import { notFound } from '../core/refusal.ts'
import { JSON_TYPE, refusalAnswer } from './answer.ts'
import { hasUnreadBody } from './body.ts'
import type { Door, Reply } from './door.ts'
import type { Gate } from './gate.ts'
import type { RequestMetrics } from './metrics.ts'
import type { Listener } from './server.ts'
import { Visit } from './visit.ts'

export interface Parts {
  readonly ambient: Pick<Ambient, 'elapsed'>
  readonly gate: Gate
  readonly metrics: RequestMetrics
  /** Whether the server is shutting down: connections are not kept open any more. */
  readonly closing: () => boolean
}

/** Hands each request to the first door whose path it is. */
export function makeListener(doors: readonly Door[], { ambient, gate, metrics, closing }: Parts): Listener {
  function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
    if (closing() || hasUnreadBody(request)) headers.push('Connection', 'close')
    response.writeHead(status, headers)
    if (request.method === 'HEAD') response.end()
    else response.end(body.data, body.encoding)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = ambient.elapsed()
    const visit = new Visit(request, response)
    const door = doors.find((candidate) => candidate.opens(visit.path))
    if (door === undefined) return send(request, response, nowhere())
    visit.route = door.label
    const reply = await door.answer(visit)
    send(request, response, reply)
    if (visit.route !== null) metrics.observe(visit.route, reply.status, ambient.elapsed() - started)
  }

  return async (request, response) => {
    for (let shut = gate.shut(); shut !== null; shut = gate.shut()) await shut
    gate.enter()
    try {
      await serve(request, response)
    } finally {
      gate.leave()
    }
  }
}

function nowhere(): Reply {
  const { status, body } = refusalAnswer(notFound('Not found'))
  return { status, headers: ['Content-Type', JSON_TYPE, 'Content-Length', String(body.length)], body }
}
