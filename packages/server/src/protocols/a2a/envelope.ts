// JSON-RPC envelope of the A2A protocol: request parsing and errors.
import {
  A2A_ERROR_DOMAIN,
  A2A_ERRORS,
  A2A_VERSION,
  type A2aErrorDetail,
  type A2aReason,
  type ErrorCode,
  JSON_RPC_ERRORS,
  type JsonRpcError,
  type JsonRpcId,
  type JsonRpcResponse,
  OWN_ERROR_DOMAIN,
} from '@agent-network/contract'
import type { ApiError } from '../../platform/core/api-error.ts'
import { jsonObjectOf } from '../../platform/core/json.ts'
import { quoteSafely } from '../../platform/core/text.ts'
import { decodeJson, isJson, isJsonRpcId } from '../http/body.ts'

/** An error between envelope and response; its fields are sent to the caller. */
export class A2aError extends Error {
  readonly error: JsonRpcError

  constructor(error: JsonRpcError) {
    super(error.message)
    this.name = 'RpcFault'
    this.error = error
  }
}

const errorInfo = (reason: string, domain: string, metadata?: Readonly<Record<string, string>>): A2aErrorDetail => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain,
  ...(metadata === undefined ? {} : { metadata }),
})

export const parseFault = (message: string): A2aError => new A2aError({ code: JSON_RPC_ERRORS.parse, message })
export const requestFault = (message: string): A2aError =>
  new A2aError({ code: JSON_RPC_ERRORS.invalidRequest, message })
export const methodFault = (): A2aError =>
  new A2aError({
    code: JSON_RPC_ERRORS.methodNotFound,
    message: 'There is no such method; SendMessage talks to an agent',
  })

/** Names the first invalid member as a path inside `params`. */
export const paramsFault = (field: string, description: string): A2aError =>
  new A2aError({
    code: JSON_RPC_ERRORS.invalidParams,
    message: `Invalid params: ${field} ${description}`,
    data: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }],
  })

export const protocolFault = (reason: A2aReason, message: string = A2A_ERRORS[reason].message): A2aError =>
  new A2aError({ code: A2A_ERRORS[reason].code, message, data: [errorInfo(reason, A2A_ERROR_DOMAIN, {})] })

/** Errors with a reason of this server; the metadata is omitted if empty. */
export const serverFault = (
  reason: string,
  message: string,
  metadata?: Readonly<Record<string, string>>,
  code: number = JSON_RPC_ERRORS.refused,
): A2aError => new A2aError({ code, message, data: [errorInfo(reason, OWN_ERROR_DOMAIN, metadata)] })

/**
 * AMB-111 separates refusals from failures; these codes are failures. An open circuit breaker is one, because it
 * reports failures of the provider.
 */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INTERNAL_ERROR',
  'LLM_REQUEST_FAILED',
  'LLM_TEMPORARILY_UNAVAILABLE',
])

/** The reason that callers branch on, or the number if the protocol has no reason. */
export function reasonOf({ error }: A2aError): string {
  const [detail] = error.data ?? []
  return detail !== undefined && 'reason' in detail ? detail.reason : String(error.code)
}

/** The REST code becomes the reason, so that callers branch on the same codes in both protocols. */
export function faultOf({ code, message, details }: ApiError): A2aError {
  const invocationId = details.extra?.invocationId
  return serverFault(
    code,
    message,
    typeof invocationId === 'string' ? { invocationId } : undefined,
    FAILURES.has(code) ? JSON_RPC_ERRORS.internal : JSON_RPC_ERRORS.refused,
  )
}

export interface RpcRequest {
  readonly id: JsonRpcId
  readonly method: string
  /** Unchecked: methods that do not read their params accept any value. */
  readonly params: unknown
}

const VERSION = /^(\d+)\.(\d+)(\.\d+)*$/
const OLDEST_VERSION = '0.3'

/** AMB-113: a missing header means the oldest version; only major and minor are compared. */
export function requireVersion(header: string | undefined): void {
  const requestedVersion = header?.trim() || OLDEST_VERSION
  const [, major, minor] = VERSION.exec(requestedVersion) ?? []
  if (`${major}.${minor}` !== A2A_VERSION)
    throw protocolFault(
      'VERSION_NOT_SUPPORTED',
      `A2A version ${quoteSafely(requestedVersion)} is not supported; send A2A-Version: ${A2A_VERSION}`,
    )
}

/** 4.15 requires a JSON content type, as the REST interface does (AMB-36). */
export function requireJsonType(header: string | undefined): void {
  if (!isJson(header)) throw protocolFault('CONTENT_TYPE_NOT_SUPPORTED', 'Content-Type must be application/json')
}

/** Checks from the outside in: text, object, id, then the errors whose response can carry that id. */
export function readEnvelope(bytes: Uint8Array): RpcRequest {
  const decoded = decodeJson(bytes)
  if ('fault' in decoded) throw parseFault(decoded.fault)
  const { value } = decoded
  if (Array.isArray(value)) throw requestFault('Batches are not accepted; send one request object')
  const request = jsonObjectOf(value)
  if (request === null) throw requestFault('The request must be an object')
  const { jsonrpc, id, method, params } = request
  if (!isJsonRpcId(id)) throw requestFault('id must be a string or an integer')
  if (jsonrpc !== '2.0') throw requestFault('jsonrpc must be "2.0"')
  if (typeof method !== 'string') throw requestFault('method must be a string')
  return { id, method, params }
}

export const success = (id: JsonRpcId, result: unknown): JsonRpcResponse => ({ jsonrpc: '2.0', id, result })
export const failure = (id: JsonRpcId | null, error: JsonRpcError): JsonRpcResponse => ({ jsonrpc: '2.0', id, error })
