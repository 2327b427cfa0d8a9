/** Entry point `@agent-network/client/operator`: the operator API. */
import type { OperatorClient } from './generated/operator.ts'
import { OPERATOR } from './generated/tables/operator.ts'
import { type ConnectionOptions, createMethods, fromEnvironment, required } from './methods.ts'

export * from './errors.ts'
export type { OperatorClient } from './generated/operator.ts'
export { OPERATOR } from './generated/tables/operator.ts'

export interface OperatorClientOptions extends Omit<ConnectionOptions, 'baseUrl'> {
  /** Address of the operator listener. */
  readonly baseUrl: string
  /** Default: `AGENT_NETWORK_OPERATOR_TOKEN`; null to use the session cookie. */
  readonly operatorToken?: string | null | undefined
}

/** Creates a client of the operator API. */
export function createOperatorClient(options: OperatorClientOptions): OperatorClient {
  if (options.operatorToken === null) return createMethods(OPERATOR, options)
  const variable = 'AGENT_NETWORK_OPERATOR_TOKEN'
  const token = required(options.operatorToken ?? fromEnvironment(variable), 'operatorToken', variable)
  return createMethods(OPERATOR, options, { Authorization: `Bearer ${token}` })
}
