// Checks of results and errors against the contract in tests, and ids of JSON-RPC requests.
import { errorsOf, type JsonRpcId, type Route } from '@agent-network/contract'
import { type ApiError, compileSchema } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { jsonObjectOf } from '../../platform/core/json.ts'
import { decodeJson } from './body.ts'

/** Checks results and errors against the contract of their route if `config.checks` is set (tests). */
export interface ContractCheck {
  /** Throws on a result that breaks the contract. */
  result(contract: Route, result: unknown): void
  /** Logs an error code that the contract does not name. */
  error(contract: Route, error: ApiError): void
}

const UNCHECKED: ContractCheck = { result: () => {}, error: () => {} }

export function makeContractCheck({ config, log }: Pick<Deps, 'config' | 'log'>) {
  if (!config.checks) return UNCHECKED
  const check: ContractCheck = {
    result({ name, result: schema }, result) {
      const shape = compileSchema(schema)
      if (shape.Check(result)) return
      throw new Error(`the result of ${name} breaks its contract: ${JSON.stringify([...shape.Errors(result)][0])}`)
    },
    error(contract, { code }) {
      if (code !== 'INTERNAL_ERROR' && !errorsOf(contract).includes(code))
        log.error(
          { event: 'http.refusal_not_in_contract', code, route: contract.name },
          'error code is missing from the contract of the route',
        )
    },
  }
  return check
}

/** Ids that a response can repeat exactly: a string or a safe integer. */
export const isJsonRpcId = (value: unknown): value is JsonRpcId =>
  typeof value === 'string' || Number.isSafeInteger(value)

/** The id for an error response; null if the body has no valid one. */
export function jsonRpcIdIn(bytes: Uint8Array | null): JsonRpcId | null {
  const decoded = bytes === null ? null : decodeJson(bytes)
  const id = decoded === null || 'fault' in decoded ? null : jsonObjectOf(decoded.value)?.id
  return isJsonRpcId(id) ? id : null
}
