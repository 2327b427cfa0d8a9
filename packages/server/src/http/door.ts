import type { IncomingMessage } from 'node:http'
import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { type Answer, refusalAnswer } from './answer.ts'
import { splitTarget, type Target } from './target.ts'

/** A protocol beside the REST routes, with paths, checks and an error form of its own. */
export interface Door {
  readonly name: string
  /** Whether a path is this door's to answer. */
  opens(path: string): boolean
  /** Everything the protocol has a form for is answered, not thrown. `gone` aborts when the caller hangs up. */
  answer(request: IncomingMessage, target: Target, gone: AbortSignal): Promise<Answer>
}

/** What a door did not foresee is our fault: logged with an id, never shown. */
export async function answerAt(door: Door, deps: Deps, request: IncomingMessage, gone: AbortSignal): Promise<Answer> {
  try {
    return await door.answer(request, splitTarget(request.url ?? '/'), gone)
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error)
    const requestId = deps.ambient.id('request')
    deps.log.error({ requestId, err: error, method: request.method, door: door.name }, 'request failed')
    return { ...refusalAnswer(new Refusal('INTERNAL_ERROR')), headers: ['X-Request-Id', requestId] }
  }
}
