import {
  type BodyOf,
  bytesTypeOf,
  errorsOf,
  type OperatorRoute,
  type PathOf,
  type QueryOf,
  type ResultOf,
} from '@agent-network/contract'
import { invalidInput, Refusal } from '../../core/refusal.ts'
import { shapeOf } from '../../core/schema-faults.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, bytesBody, jsonAnswer } from '../../http/answer.ts'
import { decodeJson } from '../../http/body.ts'
import { readQuery } from '../../http/query.ts'
import type { ControlState } from '../../settings/control.ts'

/** What an operator handler is given: everything its contract names, read and checked. */
export interface OperatorCall<R> {
  readonly path: PathOf<R>
  readonly query: QueryOf<R>
  /** Nothing at all counts as an empty object; bytes stay bytes. */
  readonly body: BodyOf<R>
  readonly state: ControlState
  readonly at: number
}

/** A request whose route has been found, before anything of it was read. */
export interface OperatorRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: string
  readonly state: ControlState
  readonly at: number
  bytes(): Promise<Buffer>
}

export interface OperatorBound {
  readonly contract: OperatorRoute
  answer(request: OperatorRequest, deps: Deps): Promise<Answer>
}

type Handler<R> = (call: OperatorCall<R>) => Promise<ResultOf<R>>

const JSON_TYPE = 'application/json'

function parse(bytes: Buffer): unknown {
  const decoded = bytes.length === 0 ? { value: {} } : decodeJson(bytes)
  if ('fault' in decoded) throw invalidInput(decoded.fault)
  return decoded.value
}

function makeBodyReader({ body }: OperatorRoute): (request: OperatorRequest) => Promise<unknown> {
  if (body === null) return async () => undefined
  if (bytesTypeOf(body) !== null) return (request) => request.bytes()
  const shape = shapeOf(body)
  return async (request) => {
    const value = parse(await request.bytes())
    if (!shape.fits(value)) throw invalidInput(shape.explain(value))
    return value
  }
}

/** Binds a handler to its contract object. Results and refusals are checked against it where `checks` are on. */
export function bind<R extends OperatorRoute>(contract: R, handle: Handler<R>): OperatorBound {
  const readBody = makeBodyReader(contract)
  const result = shapeOf(contract.result)
  const bytesType = bytesTypeOf(contract.result)
  const [status = 200] = contract.statuses

  async function perform(request: OperatorRequest): Promise<ResultOf<R>> {
    const { path, state, at } = request
    const query = readQuery(contract, request.query)
    const call = { path, query, body: await readBody(request), state, at }
    return handle(call as unknown as OperatorCall<R>)
  }

  function answerOf(value: ResultOf<R>, checks: boolean): Answer {
    if (bytesType !== null) {
      const body = bytesBody(Buffer.from(value as Uint8Array))
      return bytesType === JSON_TYPE ? { status, body } : { status, body, type: bytesType }
    }
    if (checks && !result.fits(value))
      throw new Error(`the answer of ${contract.name} breaks its contract: ${result.explain(value)}`)
    return jsonAnswer(status, value)
  }

  return {
    contract,
    async answer(request, { config, log }) {
      try {
        return answerOf(await perform(request), config.checks)
      } catch (error) {
        if (config.checks && error instanceof Refusal && !errorsOf(contract).includes(error.code))
          log.error({ code: error.code, route: contract.name }, 'a refusal is missing from its contract')
        throw error
      }
    },
  }
}
