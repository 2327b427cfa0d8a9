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
import { type JsonObject, jsonObjectOf } from '../../platform/core/json.ts'
import { quoteSafely } from '../../platform/core/text.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import { decodeJson, isJsonRpcId } from '../http/body.ts'
import type { InternalCall } from '../http/context.ts'

/** A JSON-RPC error with its HTTP status. */
export class McpError extends Error {
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

export const parseFault = (message: string): McpError => new McpError(JSON_RPC_ERRORS.parse, message, { status: 400 })
export const requestFault = (message: string, status = 400): McpError =>
  new McpError(JSON_RPC_ERRORS.invalidRequest, message, { status })
/** The new revision uses HTTP 404; clients of older revisions would read 404 as the end of a session. */
export const methodFault = (method: string, status: number): McpError =>
  new McpError(JSON_RPC_ERRORS.methodNotFound, `Method not found: ${quoteSafely(method)}`, { status })
export const paramsFault = (message: string, status = 200, data?: unknown): McpError =>
  new McpError(JSON_RPC_ERRORS.invalidParams, message, { status, data })
export const headerFault = (message: string): McpError =>
  new McpError(MCP_ERRORS.headerMismatch, `Header mismatch: ${message}`, { status: 400 })
export const versionFault = (requested: string): McpError =>
  new McpError(MCP_ERRORS.unsupportedVersion, 'Unsupported protocol version', {
    status: 400,
    data: { supported: MCP_VERSIONS, requested: quoteSafely(requested) },
  })

/** Protocol generation: `modern` is stateless (2026-07-28), `legacy` has a handshake. */
export type Era = 'modern' | 'legacy'

export interface McpRequest {
  readonly era: Era
  readonly id: JsonRpcId
  readonly method: string
  readonly params: JsonObject
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
function requireSameHeaders(method: string, params: JsonObject, header: Headers): void {
  const methodHeader = header('mcp-method')
  if (methodHeader === undefined) throw headerFault('Mcp-Method is required')
  if (methodHeader !== method) throw headerFault('Mcp-Method differs from the method in the body')
  const member = NAMED[method]
  if (member === undefined) return
  const name = header('mcp-name')
  if (name === undefined) throw headerFault('Mcp-Name is required')
  if (decodedName(name) !== params[member]) throw headerFault(`Mcp-Name differs from params.${member}`)
}

function requireModern(method: string, params: JsonObject, header: Headers): void {
  const versionHeader = header('mcp-protocol-version')
  const meta = jsonObjectOf(params._meta) ?? {}
  const version = meta[MCP_META.protocolVersion]
  if (versionHeader === undefined) throw headerFault('MCP-Protocol-Version is required')
  if (typeof version !== 'string') throw paramsFault(`_meta must have ${MCP_META.protocolVersion}`, 400)
  if (versionHeader !== version) throw headerFault('MCP-Protocol-Version differs from the version in the body')
  if (version !== MCP_VERSION) throw versionFault(version)
  if (jsonObjectOf(meta[MCP_META.clientCapabilities]) === null)
    throw paramsFault(`_meta must have ${MCP_META.clientCapabilities}`, 400)
  requireSameHeaders(method, params, header)
}

const isLegacy = (version: string): boolean => (MCP_LEGACY_VERSIONS as readonly string[]).includes(version)

/** A version in `_meta` means modern; `initialize` or an old version header means legacy. */
function eraOf(method: string, params: JsonObject, header: Headers): Era {
  const versionHeader = header('mcp-protocol-version')
  const hasMeta = jsonObjectOf(params._meta)?.[MCP_META.protocolVersion] !== undefined
  if (hasMeta || versionHeader === MCP_VERSION) return 'modern'
  if (versionHeader === undefined && method !== 'initialize') throw headerFault('MCP-Protocol-Version is required')
  if (versionHeader !== undefined && !isLegacy(versionHeader)) throw versionFault(versionHeader)
  return 'legacy'
}

/**
 * Validates the envelope from the outside in. Returns null for messages without a response: notifications and responses.
 */
export function readRequest(bytes: Uint8Array, header: Headers): McpRequest | null {
  const decoded = decodeJson(bytes)
  if ('fault' in decoded) throw parseFault(decoded.fault)
  if (Array.isArray(decoded.value)) throw requestFault('Batches are not accepted; send one message')
  const message = jsonObjectOf(decoded.value)
  if (message === null) throw requestFault('The message must be an object')
  const { jsonrpc, id, method } = message
  if (jsonrpc !== '2.0') throw requestFault('jsonrpc must be "2.0"')
  if (method === undefined && isJsonRpcId(id) && ('result' in message || 'error' in message)) return null
  if (typeof method !== 'string') throw requestFault('method must be a string')
  if (!('id' in message)) return null
  if (!isJsonRpcId(id)) throw requestFault('id must be a string or an integer')
  const params = message.params === undefined ? {} : jsonObjectOf(message.params)
  if (params === null) throw paramsFault('params must be an object', 400)
  const era = eraOf(method, params, header)
  if (era === 'modern') requireModern(method, params, header)
  return { era, id, method, params }
}

const TRANSPORT_METHOD = /^(?:initialize|server\/discover|ping)$|\/list$/

function messageIn(bytes: Uint8Array): JsonObject | null {
  const decoded = decodeJson(bytes)
  return 'fault' in decoded ? null : jsonObjectOf(decoded.value)
}

/** Whether a message is part of the transport: handshake, ping, list, notification or response. */
export function isTransportMessage(bytes: Uint8Array): boolean {
  const message = messageIn(bytes)
  if (message === null) return false
  const { method } = message
  return typeof method === 'string' ? !('id' in message) || TRANSPORT_METHOD.test(method) : method === undefined
}

export const isToolCall = (bytes: Uint8Array): boolean => messageIn(bytes)?.method === 'tools/call'

/** A request as received. */
export interface ReceivedMcpRequest {
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
export interface McpCall extends ReceivedMcpRequest {
  readonly rest: InternalCall
}
