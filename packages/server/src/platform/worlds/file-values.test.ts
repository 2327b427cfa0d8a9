// Tests of world file values.
import { describe, expect, it } from 'vitest'
import { UNKNOWN_TIME, UNKNOWN_TIME_ASCENDING } from '../core/time.ts'
import { isCurrent, refsOfEach, refTo } from './file-list.ts'
import {
  resolveFlag,
  resolveJson,
  resolveRequiredTime,
  resolveTime,
  resolveTimeOrNull,
  resolveValue,
  stamp,
  stampOrNull,
} from './file-parts.ts'

const NOON = '2026-04-01T12:00:00.000Z'
const AT = Date.parse(NOON)

describe('a value of a world file', () => {
  it.each([
    ['given', 'given', 'stored', 'given'],
    ['stored, where the file is silent', undefined, 'stored', 'stored'],
    ['the default, where nothing is stored either', undefined, undefined, 'default'],
    ['empty, if the file says so', '', 'stored', ''],
  ])('is %s', (_, fileValue, stored, expected) => {
    expect(resolveValue(fileValue, stored, 'default')).toBe(expected)
  })

  it('stores a flag as 0 or 1', () => {
    expect([resolveFlag(true, 0, false), resolveFlag(false, 1, true), resolveFlag(undefined, 1, false)]).toEqual([
      1, 0, 1,
    ])
    expect([resolveFlag(undefined, undefined, true), resolveFlag(undefined, undefined, false)]).toEqual([1, 0])
  })

  it('stores lists and objects as JSON text', () => {
    expect(resolveJson(['a'], '["b"]', [])).toBe('["a"]')
    expect(resolveJson(undefined, '["b"]', [])).toBe('["b"]')
    expect(resolveJson(undefined, undefined, [])).toBe('[]')
  })
})

describe('a time of a world file', () => {
  it.each([
    ['read as milliseconds', NOON, 5, AT],
    ['unknown, if it is null', null, 5, UNKNOWN_TIME],
    ['the stored one, if it is left out', undefined, 5, 5],
    ['the default, if nothing is stored', undefined, undefined, 7],
  ])('is %s', (_, input, stored, expected) => {
    expect(resolveTime(input, stored, 7)).toBe(expected)
  })

  it('counts null as absent for a required time', () => {
    expect([
      resolveRequiredTime(null, 5, 7),
      resolveRequiredTime(null, undefined, 7),
      resolveRequiredTime(NOON, 5, 7),
    ]).toEqual([5, 7, AT])
  })

  it('stays null for an optional time', () => {
    expect([
      resolveTimeOrNull(null, 5),
      resolveTimeOrNull(undefined, 5),
      resolveTimeOrNull(undefined, undefined),
    ]).toEqual([null, 5, null])
    expect(resolveTimeOrNull(NOON, null)).toBe(AT)
  })

  it('is exported as it was imported', () => {
    expect([stamp(AT), stamp(UNKNOWN_TIME), stamp(UNKNOWN_TIME_ASCENDING)]).toEqual([NOON, null, null])
    expect([stampOrNull(null), stampOrNull(AT)]).toEqual([null, NOON])
  })

  it.each([
    ['left out', undefined, true],
    ['of this moment', NOON, true],
    ['of the future', '2026-04-01T12:00:00.001Z', true],
    ['of the past', '2026-04-01T11:59:59.999Z', false],
    ['unknown', null, false],
  ])('is current if it is %s: %s is %s (AMB-143)', (_, input, expected) => {
    expect(isCurrent(input, AT)).toBe(expected)
  })
})

describe('a reference of a world file', () => {
  it('is empty if the member is absent or null', () => {
    for (const id of [undefined, null, '']) expect(refTo('posts', id, 'postId')).toEqual([])
    expect(refTo('posts', 'p1', 'postId')).toEqual([{ kind: 'posts', id: 'p1', member: 'postId' }])
  })

  it('of a part has the path of the part', () => {
    const refs = refsOfEach(['a', ''], 'witnesses', (id, path) => refTo('agents', id, path))
    expect(refs).toEqual([{ kind: 'agents', id: 'a', member: 'witnesses[0]' }])
    expect(refsOfEach(undefined, 'witnesses', () => [])).toEqual([])
  })
})
