// JSON-RPC envelope of the Model Context Protocol: request parsing, protocol versions and errors.
import {
  JSON_RPC_ERRORS,
  type JsonRpcId,
  MCP_ERRORS,
  MCP_LEGACY_VERSIONS,
  MCP_META,
  MCP_VERSION,
  MCP_VERSIONS,
} from '@agent-network/contract'
import type { Caller } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { ApiError } from '../../platform/core/api-error.ts'
import { type Members, membersOf } from '../../platform/core/json.ts'
import { quotable } from '../../platform/core/text.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { decodeJson } from '../http/body.ts'
import { isJsonRpcId } from '../http/contract-check.ts'
import type { InternalCall } from '../http/internal-call.ts'

/** A JSON-RPC error with its HTTP status. */
export class McpFault extends Error {
  readonly code: number
  readonly status: number
  readonly data: unknown

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: unknown } = {}) {
    super(message)
    this.name = 'McpFault'
    this.code = code
    this.status = status
    this.data = data
  }
}

export const parseFault = (message: string): McpFault => new McpFault(JSON_RPC_ERRORS.parse, message, { status: 400 })
export const requestFault = (message: string, status = 400): McpFault =>
  new McpFault(JSON_RPC_ERRORS.invalidRequest, message, { status })
/** The new revision uses HTTP 404; clients of older revisions would read 404 as the end of a session. */
export const methodFault = (method: string, status: number): McpFault =>
  new McpFault(JSON_RPC_ERRORS.methodNotFound, `Method not found: ${quotable(method)}`, { status })
export const paramsFault = (message: string, status = 200, data?: unknown): McpFault =>
  new McpFault(JSON_RPC_ERRORS.invalidParams, message, { status, data })
export const headerFault = (message: string): McpFault =>
  new McpFault(MCP_ERRORS.headerMismatch, `Header mismatch: ${message}`, { status: 400 })
export const versionFault = (requested: string): McpFault =>
  new McpFault(MCP_ERRORS.unsupportedVersion, 'Unsupported protocol version', {
    status: 400,
    data: { supported: MCP_VERSIONS, requested: quotable(requested) },
  })

/** Protocol generation: `modern` is stateless (2026-07-28), `legacy` has a handshake. */
export type Era = 'modern' | 'legacy'

export interface McpRequest {
  readonly era: Era
  readonly id: JsonRpcId
  readonly method: string
  readonly params: Members
}

export type Headers = (name: 'mcp-protocol-version' | 'mcp-method' | 'mcp-name') => string | undefined

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

/** Non-ASCII names are sent in base64. */
const decodedName = (header: string): string => {
  const encoded = ENCODED.exec(header)?.[1]
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8')
}

/** The parameter that `Mcp-Name` must repeat, by method. */
const NAMED: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Headers must match the body, because a proxy may have routed by them. */
function requireSameHeaders(method: string, params: Members, header: Headers): void {
  const told = header('mcp-method')
  if (told === undefined) throw headerFault('Mcp-Method is required')
  if (told !== method) throw headerFault('Mcp-Method differs from the method in the body')
  const member = NAMED[method]
  if (member === undefined) return
  const name = header('mcp-name')
  if (name === undefined) throw headerFault('Mcp-Name is required')
  if (decodedName(name) !== params[member]) throw headerFault(`Mcp-Name differs from params.${member}`)
}

function requireModern(method: string, params: Members, header: Headers): void {
  const told = header('mcp-protocol-version')
  const meta = membersOf(params._meta) ?? {}
  const version = meta[MCP_META.protocolVersion]
  if (told === undefined) throw headerFault('MCP-Protocol-Version is required')
  if (typeof version !== 'string') throw paramsFault(`_meta must have ${MCP_META.protocolVersion}`, 400)
  if (told !== version) throw headerFault('MCP-Protocol-Version differs from the version in the body')
  if (version !== MCP_VERSION) throw versionFault(version)
  if (membersOf(meta[MCP_META.clientCapabilities]) === null)
    throw paramsFault(`_meta must have ${MCP_META.clientCapabilities}`, 400)
  requireSameHeaders(method, params, header)
}

const isLegacy = (version: string): boolean => (MCP_LEGACY_VERSIONS as readonly string[]).includes(version)

/** A version in `_meta` means modern; `initialize` or an old version header means legacy. */
function eraOf(method: string, params: Members, header: Headers): Era {
  const told = header('mcp-protocol-version')
  const hasMeta = membersOf(params._meta)?.[MCP_META.protocolVersion] !== undefined
  if (hasMeta || told === MCP_VERSION) return 'modern'
  if (told === undefined && method !== 'initialize') throw headerFault('MCP-Protocol-Version is required')
  if (told !== undefined && !isLegacy(told)) throw versionFault(told)
  return 'legacy'
}

/**
 * Validates the envelope from the outside in. Returns null for messages without a response: notifications and responses.
 */
export function readRequest(bytes: Uint8Array, header: Headers): McpRequest | null {
  const decoded = decodeJson(bytes)
  if ('fault' in decoded) throw parseFault(decoded.fault)
  if (Array.isArray(decoded.value)) throw requestFault('Batches are not accepted; send one message')
  const message = membersOf(decoded.value)
  if (message === null) throw requestFault('The message must be an object')
  const { jsonrpc, id, method } = message
  if (jsonrpc !== '2.0') throw requestFault('jsonrpc must be "2.0"')
  if (method === undefined && isJsonRpcId(id) && ('result' in message || 'error' in message)) return null
  if (typeof method !== 'string') throw requestFault('method must be a string')
  if (!('id' in message)) return null
  if (!isJsonRpcId(id)) throw requestFault('id must be a string or an integer')
  const params = message.params === undefined ? {} : membersOf(message.params)
  if (params === null) throw paramsFault('params must be an object', 400)
  const era = eraOf(method, params, header)
  if (era === 'modern') requireModern(method, params, header)
  return { era, id, method, params }
}

/** A request as received. */
export interface Received {
  readonly deps: MapDeps
  readonly version: string
  readonly caller: Caller
  readonly request: McpRequest
  readonly traceparent: string | undefined
  /** Aborts when the client disconnects; created on first use. */
  readonly abortSignal: () => AbortSignal
  readonly onReplay: OnReplay
  /** Reports the error of a tool call to the request log. */
  refused(refusal: ApiError): void
}

/** A request with the context that a method needs. */
export interface McpCall extends Received {
  readonly rest: InternalCall
}
