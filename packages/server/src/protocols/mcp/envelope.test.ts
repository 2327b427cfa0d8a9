// Tests of the MCP JSON-RPC envelope.
import { MCP_META, MCP_VERSION } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { type Headers, McpError, readRequest } from './envelope.ts'

const META = { [MCP_META.protocolVersion]: MCP_VERSION, [MCP_META.clientCapabilities]: {} }
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const message = (members: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: { _meta: META },
  ...members,
})
const headers =
  (values: { [Name in Parameters<Headers>[0]]?: string | undefined }): Headers =>
  (name) =>
    values[name]
const MODERN = { 'mcp-protocol-version': MCP_VERSION, 'mcp-method': 'tools/list' }
const faultOf = (value: unknown, headerValues: Parameters<typeof headers>[0] = MODERN): [number, number] | null => {
  try {
    readRequest(bytes(value), headers(headerValues))
    return null
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    return [error.status, error.code]
  }
}

describe('the envelope of a request', () => {
  it('is checked from the outside in', () => {
    const wrong: [unknown, number][] = [
      ['{', -32700],
      [[message({ jsonrpc: '1.0' })], -32600],
      ['"text"', -32600],
      [message({ jsonrpc: '1.0', id: null }), -32600],
      [message({ method: 7 }), -32600],
      [message({ id: 1.5 }), -32600],
      [message({ params: [] }), -32602],
    ]
    for (const [value, code] of wrong) expect([value, faultOf(value)]).toEqual([value, [400, code]])
  })

  it('needs no response for a notification or a response', () => {
    for (const value of [
      { jsonrpc: '2.0', method: 'notifications/cancelled' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ])
      expect(readRequest(bytes(value), headers({}))).toBeNull()
  })

  it('requires headers that match the body', () => {
    expect(faultOf(message())).toBeNull()
    expect(faultOf(message(), { 'mcp-protocol-version': MCP_VERSION })).toEqual([400, -32020])
    expect(faultOf(message(), { ...MODERN, 'mcp-method': 'tools/call' })).toEqual([400, -32020])
    const call = message({ method: 'tools/call', params: { _meta: META, name: 'größe' } })
    const named = (name?: string) => faultOf(call, { ...MODERN, 'mcp-method': 'tools/call', 'mcp-name': name })
    expect(named()).toEqual([400, -32020])
    expect(named('other')).toEqual([400, -32020])
    expect(named(`=?base64?${Buffer.from('größe').toString('base64')}?=`)).toBeNull()
  })

  it('requires a supported version', () => {
    expect(faultOf(message({ params: { _meta: { ...META, [MCP_META.protocolVersion]: '1900-01-01' } } }))).toEqual([
      400, -32020,
    ])
    expect(faultOf(message({ params: {} }), { 'mcp-protocol-version': '1900-01-01' })).toEqual([400, -32022])
    expect(faultOf(message({ params: {} }), {})).toEqual([400, -32020])
    expect(faultOf(message({ params: { _meta: { [MCP_META.protocolVersion]: MCP_VERSION } } }))).toEqual([400, -32602])
  })

  it('distinguishes the revisions with a handshake from the stateless one', () => {
    const eraOf = (value: object, headerValues: object) => readRequest(bytes(value), headers(headerValues))?.era
    expect(eraOf(message(), MODERN)).toBe('modern')
    expect(eraOf(message({ method: 'initialize', params: {} }), {})).toBe('legacy')
    expect(eraOf(message({ params: {} }), { 'mcp-protocol-version': '2025-11-25' })).toBe('legacy')
  })
})
