import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '@agent-network/contract'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { invalidInput, notFound, Refusal } from '../core/refusal.ts'
import { sameText } from '../core/seals.ts'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'
import type { Deps } from '../deps.ts'
import type { ControlState } from '../settings/control.ts'
import { type Answer, jsonAnswer, refusalAnswer, send } from './answer.ts'
import { BodyTooLarge, hasUnreadBody, readBody } from './body.ts'
import { makeRouter } from './router.ts'
import { parseQuery, splitTarget } from './target.ts'

export interface OperatorCall {
  readonly path: Readonly<Record<string, string>>
  readonly query: ReadonlyMap<string, string>
  readonly state: ControlState
  readonly at: number
  /** The body as bytes, within the limit of its route. */
  bytes(): Promise<Buffer>
}

export interface OperatorRoute {
  readonly method: string
  readonly path: string
  /** For the reference and the CLI. */
  readonly purpose: string
  readonly bodyLimit: number
  handle(call: OperatorCall): Promise<Answer>
}

export const operatorRoute = (
  method: string,
  path: string,
  purpose: string,
  handle: (call: OperatorCall) => Promise<unknown>,
  options: { status?: number; bodyLimit?: number } = {},
): OperatorRoute => ({
  method,
  path,
  purpose,
  bodyLimit: options.bodyLimit ?? LIMITS.body_bytes.request,
  handle: async (call) => {
    const result = await handle(call)
    return result instanceof RawAnswer ? result.answer : jsonAnswer(options.status ?? 200, result)
  },
})

/** An answer that is not JSON of ours (metrics, a large export). */
export class RawAnswer {
  readonly answer: Answer
  constructor(answer: Answer) {
    this.answer = answer
  }
}

export async function readJson(call: OperatorCall): Promise<unknown> {
  try {
    const bytes = await call.bytes()
    return bytes.length === 0 ? {} : parseStrictJson(bytes)
  } catch (error) {
    if (error instanceof BadJson) throw invalidInput(error.message)
    throw error
  }
}

/** A reader for one kind of body; a fault is named by its path. */
export function bodyReader<S extends TSchema>(schema: S): (call: OperatorCall) => Promise<Static<S>> {
  const check = Compile(schema)
  return async (call) => {
    const value = await readJson(call)
    if (!check.Check(value)) {
      const [fault] = check.Errors(value)
      throw invalidInput(
        `${(fault?.instancePath ?? '').slice(1).replaceAll('/', '.') || 'body'}: ${fault?.message ?? 'is not valid'}`,
      )
    }
    return value as Static<S>
  }
}

/** The operator listener: one token, JSON, the common envelopes. */
export function makeOperatorDoor(deps: Deps, token: string, routes: readonly OperatorRoute[], closing: () => boolean) {
  const router = makeRouter<OperatorRoute>()
  for (const route of routes) router.add(route.method, route.path, route)

  async function answer(request: IncomingMessage): Promise<Answer> {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!sameText(given, token))
      throw new Refusal('UNAUTHORIZED', { message: 'The operator token is missing or wrong' })
    const { path, query } = splitTarget(request.url ?? '/')
    const match = router.find(request.method ?? 'GET', path)
    if (match === null) throw notFound('Operator endpoint not found')
    const { state, at } = await deps.control.current()
    return match.value.handle({
      path: match.path,
      query: new Map(
        parseQuery(query)
          .reverse()
          .map((param) => [param.name, param.value]),
      ),
      state,
      at,
      bytes: () => readBody(request, match.value.bodyLimit),
    })
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let result: Answer
    try {
      result = await answer(request)
    } catch (error) {
      if (error instanceof BodyTooLarge) result = refusalAnswer(invalidInput('The body is too large'))
      else if (error instanceof Refusal) result = refusalAnswer(error)
      else {
        deps.log.error({ err: error, method: request.method }, 'operator request failed')
        result = refusalAnswer(new Refusal('INTERNAL_ERROR'))
      }
    }
    const close = closing() || hasUnreadBody(request)
    send(response, result, { head: request.method === 'HEAD', limits: null, origin: null, close })
  }
}
