// Request targets and queries.
import { describe, expect, it } from 'vitest'
import { decodeSegment, parseQuery, splitTarget } from './routing.ts'

describe('request target', () => {
  it('is split at the first question mark, and not decoded', () => {
    expect(splitTarget('/v1/a%2Fb?q=1?2')).toEqual({ path: '/v1/a%2Fb', query: 'q=1?2' })
    expect(splitTarget('/v1')).toEqual({ path: '/v1', query: '' })
  })

  it('has segments that are decoded once; invalid ones give null', () => {
    expect(['plain', '%C3%A9', '%252F', '%zz', '%ff', '%'].map(decodeSegment)).toEqual([
      'plain',
      'é',
      '%2F',
      null,
      null,
      null,
    ])
  })
})

describe('query', () => {
  it('keeps names and values in their order, empty ones included', () => {
    expect(parseQuery('a=1&&b&a=2=3&=x').map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', ''],
      ['a', '2=3'],
      ['', 'x'],
    ])
    expect(parseQuery('')).toEqual([])
  })

  it('reads plus as a space, and marks invalid UTF-8', () => {
    expect(parseQuery('q=a+b%2B%20c')).toEqual([{ name: 'q', value: 'a b+ c', broken: false }])
    expect(parseQuery('q=%ffx')).toEqual([{ name: 'q', value: '\ufffdx', broken: true }])
    expect(parseQuery('%zz=1')[0]).toMatchObject({ broken: true })
  })
})
