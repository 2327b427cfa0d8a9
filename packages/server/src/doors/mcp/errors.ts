import { JSON_RPC_ERRORS, MCP_ERRORS, MCP_VERSIONS } from '@agent-network/contract'
import { quotable } from '../../core/text.ts'

/** Thrown between the envelope and the answer: an error of the protocol, with the HTTP status that goes with it. */
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
/** The new revision answers with 404 as well; the older ones would take that for the end of a session. */
export const methodFault = (method: string, status: number): McpFault =>
  new McpFault(JSON_RPC_ERRORS.methodNotFound, `There is no method ${quotable(method)}`, { status })
export const paramsFault = (message: string, status = 200, data?: unknown): McpFault =>
  new McpFault(JSON_RPC_ERRORS.invalidParams, message, { status, data })
export const headerFault = (message: string): McpFault =>
  new McpFault(MCP_ERRORS.headerMismatch, `Header mismatch: ${message}`, { status: 400 })
export const versionFault = (requested: string): McpFault =>
  new McpFault(MCP_ERRORS.unsupportedVersion, 'Unsupported protocol version', {
    status: 400,
    data: { supported: MCP_VERSIONS, requested: quotable(requested) },
  })
