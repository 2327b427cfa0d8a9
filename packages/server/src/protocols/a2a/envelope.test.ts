// Tests of the A2A JSON-RPC envelope.
import { describe, expect, it } from 'vitest'
import { A2aError, readEnvelope, requireJsonType, requireVersion } from './envelope.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const codeOf = (work: () => unknown): number | null => {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof A2aError)) throw error
    return error.error.code
  }
}
const request = (members: object) => ({ jsonrpc: '2.0', id: 1, method: 'SendMessage', ...members })

describe('the version of the protocol', () => {
  it.each(['1.0', '1.0.3', ' 1.0 ', '1.0.0.9'])('accepts %j: only major and minor count', (version) => {
    expect(codeOf(() => requireVersion(version))).toBeNull()
  })

  it.each([undefined, '', ' ', '0.3', '1', '1.1', '2.0', '10.0', '1.0-rc', '1.0, 1.0', 'v1.0', 'latest'])(
    '%j is not supported',
    (version) => {
      expect(codeOf(() => requireVersion(version))).toBe(-32009)
    },
  )
})

describe('the media type of a request', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=utf-8'])(
    'takes %s',
    (type) => {
      expect(codeOf(() => requireJsonType(type))).toBeNull()
    },
  )

  it.each([undefined, '', 'text/plain', 'application/jsonl', 'application/x-www-form-urlencoded'])(
    'refuses %s',
    (type) => {
      expect(codeOf(() => requireJsonType(type))).toBe(-32005)
    },
  )
})

describe('the envelope of a request', () => {
  it.each([1, 0, -7, '', 'a', 'ü', 2 ** 53 - 1])('accepts the id %j', (id) => {
    expect(readEnvelope(bytes(request({ id })))).toEqual({ id, method: 'SendMessage', params: undefined })
  })

  it.each([
    ['no id', { id: undefined }],
    ['a null id', { id: null }],
    ['a fraction as id', { id: 1.5 }],
    ['an object as id', { id: {} }],
    ['a list as id', { id: [1] }],
    ['a boolean as id', { id: true }],
    ['no version', { jsonrpc: undefined }],
    ['another version', { jsonrpc: '1.0' }],
    ['a number as version', { jsonrpc: 2 }],
    ['no method', { method: undefined }],
    ['a number as method', { method: 7 }],
  ])('%s is an invalid request', (_, members) => {
    expect(codeOf(() => readEnvelope(bytes(request(members))))).toBe(-32600)
  })

  it.each([
    ['a batch', [request({})]],
    ['an empty batch', []],
    ['a text', '"hello"'],
    ['null', 'null'],
    ['a number', '7'],
  ])('%s is an invalid request', (_, value) => {
    expect(codeOf(() => readEnvelope(bytes(value)))).toBe(-32600)
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"jsonrpc":'],
    ['a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}'],
    ['a prototype', '{"__proto__":{},"jsonrpc":"2.0","id":1,"method":"x"}'],
    ['half a surrogate pair', '{"jsonrpc":"2.0","id":"\\ud800","method":"x"}'],
    ['a number beyond doubles', '{"jsonrpc":"2.0","id":1e999,"method":"x"}'],
  ])('%s does not parse', (_, text) => {
    expect(codeOf(() => readEnvelope(bytes(text)))).toBe(-32700)
  })

  it('rejects bytes that are not UTF-8', () => {
    expect(codeOf(() => readEnvelope(Buffer.from([0x7b, 0xff, 0x7d])))).toBe(-32700)
  })

  it('does not check the params', () => {
    expect(readEnvelope(bytes(request({ params: [1] }))).params).toEqual([1])
  })
})
