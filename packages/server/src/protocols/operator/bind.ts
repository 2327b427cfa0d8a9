// Binds operator handlers to their contract routes: reads and checks path, query and body.
import {
  type BodyOf,
  bytesTypeOf,
  errorsOf,
  maySend,
  type OperatorRoute,
  type OperatorRoutes,
  type PathOf,
  type QueryOf,
  type ResultOf,
} from '@agent-network/contract'
import type { Operator } from '../../platform/access/operators.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError, invalidInput, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { findOutage } from '../../platform/core/outage.ts'
import { isStorable } from '../../platform/core/text.ts'
import { decodeJson } from '../http/body.ts'
import { readQuery } from '../http/routing.ts'

/** The input of an operator handler: all parameters of its contract, read and checked. */
export interface OperatorCall<R> {
  readonly path: PathOf<R>
  readonly query: QueryOf<R>
  /** An empty body counts as an empty object; binary bodies stay bytes. */
  readonly body: BodyOf<R>
  /** The name of the operator, for the audit log. */
  readonly actor: string
  readonly state: ControlState
  readonly at: number
}

/** A request whose route was found, before its input is read. */
export interface OperatorRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: string
  readonly operator: Operator
  readonly state: ControlState
  readonly at: number
  bytes(): Promise<Buffer>
}

export interface OperatorBound {
  readonly contract: OperatorRoute
  /** The result in the format of the contract; bytes if the contract says so. */
  handle(request: OperatorRequest): Promise<unknown>
  /** The result while the store or the shared state is unavailable, for routes that have one. */
  readonly offline?: () => Promise<unknown>
}

type Handler<R> = (call: OperatorCall<R>) => Promise<ResultOf<R>>

function parse(bytes: Buffer): unknown {
  const decoded = bytes.length === 0 ? { value: {} } : decodeJson(bytes, Number.POSITIVE_INFINITY)
  if ('fault' in decoded) throw invalidInput(decoded.fault)
  return decoded.value
}

function makeBodyReader({ body }: OperatorRoute): (request: OperatorRequest) => Promise<unknown> {
  if (body === null) return async () => undefined
  if (bytesTypeOf(body) !== null) return (request) => request.bytes()
  const shape = schemaCheckerOf(body)
  return async (request) => {
    const value = parse(await request.bytes())
    if (!shape.fits(value)) throw invalidInput(shape.explain(value))
    return value
  }
}

/** Text that cannot be stored matches no id, and PostgreSQL rejects it as a parameter. */
function requireIds(contract: OperatorRoute, path: Readonly<Record<string, string>>): void {
  const odd = Object.keys(path).find((name) => !isStorable(path[name]!))
  if (odd === undefined) return
  const missing = errorsOf(contract).find((code) => code.endsWith('NOT_FOUND'))
  throw missing === undefined ? invalidInput(`${odd}: holds NUL or half a surrogate pair`) : new ApiError(missing)
}

/** Search text that no row can contain is replaced by a character without matches. */
function storableText(query: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string' && !isStorable(value)) query[name] = value.replaceAll('\0', '\ufffd')
  return query
}

/** Binds a handler to its contract, which defines the input and the order of the checks. */
export function bind<R extends OperatorRoute>(
  contract: R,
  handle: Handler<R>,
  offline?: () => Promise<ResultOf<R>>,
): OperatorBound {
  const readBody = makeBodyReader(contract)
  return {
    contract,
    ...(offline === undefined ? {} : { offline }),
    async handle(request) {
      const { path, operator, state, at } = request
      const query = storableText(readQuery(contract, request.query))
      const call = { path, query, body: await readBody(request), actor: operator.name, state, at }
      if (!maySend(operator.role, contract.name as keyof OperatorRoutes, call.body))
        throw new ApiError('OPERATOR_ROLE_REQUIRED', {
          message: `The role ${operator.role} may not send these fields or values; ask an admin`,
        })
      requireIds(contract, path)
      return handle(call as unknown as OperatorCall<R>)
    },
  }
}

/** A result that is written piece by piece, so that its size does not matter. */
export type StreamedText = AsyncIterable<string>

/** Like `bind`, for a result of bytes that the handler produces in pieces. */
export const bindStream = <R extends OperatorRoute>(
  contract: R,
  handle: (call: OperatorCall<R>) => Promise<StreamedText>,
): OperatorBound => bind(contract, handle as unknown as Handler<R>)

/** Runs the handler on the current state. During an outage it returns the offline result of the route, if any. */
export async function performBound(
  { control }: Pick<Deps, 'control'>,
  bound: OperatorBound,
  request: Pick<OperatorRequest, 'path' | 'query' | 'operator' | 'bytes'>,
): Promise<unknown> {
  try {
    const { state, at } = await control.current()
    return await bound.handle({ ...request, state, at })
  } catch (error) {
    if (bound.offline === undefined || findOutage(error) === null) throw error
    return bound.offline()
  }
}
