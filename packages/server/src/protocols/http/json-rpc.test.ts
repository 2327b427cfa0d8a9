// Ids of JSON-RPC requests.
import { describe, expect, it } from 'vitest'
import { jsonRpcIdIn } from './body.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const request = (members: object) => ({ jsonrpc: '2.0', id: 1, method: 'SendMessage', ...members })

describe('JSON-RPC id of an error response', () => {
  it.each([
    [request({ id: 'a' }), 'a'],
    [{ id: 7 }, 7],
    [request({ id: 1.5 }), null],
    [request({ id: null }), null],
    [[request({})], null],
    ['{', null],
  ])('%j gives %j', (value, id) => {
    expect(jsonRpcIdIn(bytes(value))).toBe(id)
  })

  it('is null for a body that was not read', () => {
    expect(jsonRpcIdIn(null)).toBeNull()
  })
})
