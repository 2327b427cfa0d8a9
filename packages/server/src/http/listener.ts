import type { IncomingMessage, ServerResponse } from 'node:http'
import { notFound } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Answer, refusalAnswer, send } from './answer.ts'
import { goneSignal, hasUnreadBody } from './body.ts'
import { answerAt, type Door } from './door.ts'
import type { Gate } from './gate.ts'
import type { RequestMetrics } from './metrics.ts'
import type { Pipeline } from './pipeline.ts'
import type { Listener } from './server.ts'
import type { Site } from './site.ts'
import { splitTarget } from './target.ts'

export interface Parts {
  readonly pipeline: Pipeline
  readonly doors: readonly Door[]
  readonly site: Site
  readonly gate: Gate
  readonly metrics: RequestMetrics
  readonly closing: () => boolean
}

const REST = /^\/v1(?:[/?]|$)/

/** The main listener: the REST routes under `/v1`, then the doors of other protocols, then pages without a key. */
export function makeListener(deps: Deps, { pipeline, doors, site, gate, metrics, closing }: Parts): Listener {
  const sendTo = (request: IncomingMessage, response: ServerResponse, answer: Answer) =>
    send(response, answer, {
      head: request.method === 'HEAD',
      limits: null,
      origin: null,
      close: closing() || hasUnreadBody(request),
    })

  async function serveDoor(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = deps.ambient.elapsed()
    const answer = await answerAt(door, deps, request, goneSignal(response))
    sendTo(request, response, answer)
    metrics.observe(door.name, answer.status, deps.ambient.elapsed() - started)
  }

  async function serveOther(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = splitTarget(request.url ?? '/')
    const door = doors.find((candidate) => candidate.opens(path))
    if (door !== undefined) return serveDoor(door, request, response)
    const page = site.find(request.method ?? 'GET', path)
    sendTo(request, response, page === null ? refusalAnswer(notFound('Not found')) : await page())
  }

  return async (request, response) => {
    for (let shut = gate.shut(); shut !== null; shut = gate.shut()) await shut
    gate.enter()
    try {
      await (REST.test(request.url ?? '/') ? pipeline.handle(request, response) : serveOther(request, response))
    } finally {
      gate.leave()
    }
  }
}
