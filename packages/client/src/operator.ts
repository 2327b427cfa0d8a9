import type { OperatorClient } from './generated/operator.ts'
import { OPERATOR } from './generated/tables/operator.ts'
import { type ConnectionOptions, createMethods, fromEnvironment, required } from './methods.ts'

export * from './errors.ts'
export type { OperatorClient } from './generated/operator.ts'

export interface OperatorClientOptions extends Omit<ConnectionOptions, 'baseUrl'> {
  /** The operator listener, which is not the public one. */
  readonly baseUrl: string
  /** `AGENT_NETWORK_OPERATOR_TOKEN` when left out; null where a cookie says who is signed in. */
  readonly operatorToken?: string | null | undefined
}

/** Everything that the operator of a network does over HTTP. */
export function createOperatorClient(options: OperatorClientOptions): OperatorClient {
  if (options.operatorToken === null) return createMethods(OPERATOR, options)
  const variable = 'AGENT_NETWORK_OPERATOR_TOKEN'
  const token = required(options.operatorToken ?? fromEnvironment(variable), 'operatorToken', variable)
  return createMethods(OPERATOR, options, { Authorization: `Bearer ${token}` })
}
