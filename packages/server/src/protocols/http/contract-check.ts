import { errorsOf, type JsonRpcId, type Route } from '@agent-network/contract'
import type { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { membersOf } from '../../platform/core/json.ts'
import { compiledOf } from '../../platform/core/schema-faults.ts'
import { decodeJson } from './body.ts'

/** Holds answers and refusals against the contract of their route, where `config.checks` asks for it (tests). */
export interface ContractCheck {
  /** Throws on a result that breaks the contract. */
  result(contract: Route, result: unknown): void
  /** Logs a refusal that the contract does not name. */
  error(contract: Route, error: ApiError): void
}

const UNCHECKED: ContractCheck = { result: () => {}, error: () => {} }

export function makeContractCheck({ config, log }: Pick<Deps, 'config' | 'log'>) {
  if (!config.checks) return UNCHECKED
  const check: ContractCheck = {
    result({ name, result: schema }, result) {
      const shape = compiledOf(schema)
      if (shape.Check(result)) return
      throw new Error(`the answer of ${name} breaks its contract: ${JSON.stringify([...shape.Errors(result)][0])}`)
    },
    error(contract, { code }) {
      if (code !== 'INTERNAL_ERROR' && !errorsOf(contract).includes(code))
        log.error(
          { event: 'http.refusal_not_in_contract', code, route: contract.name },
          'a refusal is missing from its contract',
        )
    },
  }
  return check
}

/** Ids that an answer can repeat exactly: a text, or a number that JavaScript holds without loss. */
export const isJsonRpcId = (value: unknown): value is JsonRpcId =>
  typeof value === 'string' || Number.isSafeInteger(value)

/** The id to answer a refusal with; null unless the body is a request with a usable one. */
export function jsonRpcIdIn(bytes: Uint8Array | null): JsonRpcId | null {
  const decoded = bytes === null ? null : decodeJson(bytes)
  const id = decoded === null || 'fault' in decoded ? null : membersOf(decoded.value)?.id
  return isJsonRpcId(id) ? id : null
}
