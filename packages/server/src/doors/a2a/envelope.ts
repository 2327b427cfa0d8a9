import { A2A_VERSION, type JsonRpcError, type JsonRpcId, type JsonRpcResponse } from '@agent-network/contract'
import { membersOf } from '../../core/json-object.ts'
import { quotable } from '../../core/text.ts'
import { decodeJson, isJson } from '../../http/body.ts'
import { isId } from '../../http/json-rpc.ts'
import { parseFault, protocolFault, requestFault } from './errors.ts'

export interface RpcRequest {
  readonly id: JsonRpcId
  readonly method: string
  /** As sent: a method that does not read its params does not mind what they are. */
  readonly params: unknown
}

const VERSION = /^(\d+)\.(\d+)(\.\d+)*$/
const OLDEST_VERSION = '0.3'

/** AMB-113: no header means the version that had none; of a version only major and minor count. */
export function requireVersion(header: string | undefined): void {
  const asked = header?.trim() || OLDEST_VERSION
  const [, major, minor] = VERSION.exec(asked) ?? []
  if (`${major}.${minor}` !== A2A_VERSION)
    throw protocolFault(
      'VERSION_NOT_SUPPORTED',
      `A2A version ${quotable(asked)} is not supported; send A2A-Version: ${A2A_VERSION}`,
    )
}

/** 4.15 asks for JSON by name, as the REST interface does (AMB-36). */
export function requireJsonType(header: string | undefined): void {
  if (!isJson(header)) throw protocolFault('CONTENT_TYPE_NOT_SUPPORTED', 'Content-Type must be application/json')
}

/** Outermost first: the text, one object, its id, and only then what an answer with that id can complain about. */
export function readEnvelope(bytes: Uint8Array): RpcRequest {
  const decoded = decodeJson(bytes)
  if ('fault' in decoded) throw parseFault(decoded.fault)
  const { value } = decoded
  if (Array.isArray(value)) throw requestFault('Batches are not accepted; send one request object')
  const request = membersOf(value)
  if (request === null) throw requestFault('The request must be an object')
  const { jsonrpc, id, method, params } = request
  if (!isId(id)) throw requestFault('id must be a string or an integer')
  if (jsonrpc !== '2.0') throw requestFault('jsonrpc must be "2.0"')
  if (typeof method !== 'string') throw requestFault('method must be a string')
  return { id, method, params }
}

export const success = (id: JsonRpcId, result: unknown): JsonRpcResponse => ({ jsonrpc: '2.0', id, result })
export const failure = (id: JsonRpcId | null, error: JsonRpcError): JsonRpcResponse => ({ jsonrpc: '2.0', id, error })
