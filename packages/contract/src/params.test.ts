import { describe, expect, it } from 'vitest'
import { DOCUMENTED_ROUTES } from './documented.ts'
import { OPERATOR_ROUTES } from './operator/routes.ts'
import {
  choice,
  cursor,
  days,
  InvalidParameter,
  instant,
  optionalChoice,
  paging,
  searchText,
  strictInteger,
} from './params.ts'
import { errorsOf, type Route } from './route.ts'
import { STREAM_ROUTES } from './streams.ts'

const HUGE = '9'.repeat(400)

describe('lenient numbers (4.2)', () => {
  it.each([
    [undefined, 25],
    ['', 25],
    ['abc', 25],
    ['0', 25],
    ['-0', 25],
    ['0x10', 25],
    ['-5', 1],
    ['1', 1],
    ['10abc', 10],
    ['2.9', 2],
    ['1e2', 1],
    [' 7', 7],
    ['+5', 5],
    ['100', 100],
    ['101', 100],
    [HUGE, 100],
    [`-${HUGE}`, 1],
  ])('perPage %j is %i', (raw, expected) => {
    expect(paging.perPage.read(raw, false)).toBe(expected)
  })

  it.each([
    [undefined, 1],
    ['0', 1],
    ['-5', 1],
    ['x', 1],
    ['3', 3],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    [HUGE, Number.MAX_SAFE_INTEGER],
  ])('page %j is %i', (raw, expected) => {
    expect(paging.page.read(raw, false)).toBe(expected)
  })

  it.each([
    [undefined, 30],
    ['0', 30],
    ['-1', 1],
    ['7', 7],
    ['365', 90],
  ])('days %j is %i', (raw, expected) => {
    expect(days.read(raw, false)).toBe(expected)
  })
})

describe('strict numbers (4.11, 4.13)', () => {
  const limit = strictInteger('limit', '', 25, 100)

  it.each([
    [undefined, 25],
    ['1', 1],
    ['100', 100],
  ])('limit %j is %i', (raw, expected) => {
    expect(limit.read(raw, false)).toBe(expected)
  })

  it.each(['', '0', '101', '-1', '+5', ' 5', '2.0', '1e1', '0x10', 'abc', HUGE])('limit %j is refused', (raw) => {
    expect(() => limit.read(raw, false)).toThrow(InvalidParameter)
  })
})

describe('words', () => {
  const kind = choice('type', '', ['all', 'agents', 'posts'])
  const view = optionalChoice('view', '', ['recent', 'history'])

  it('a choice has a default and refuses what it does not know', () => {
    expect(kind.read(undefined, false)).toBe('all')
    expect(kind.read('posts', false)).toBe('posts')
    for (const raw of ['', 'Posts', 'toString']) expect(() => kind.read(raw, false)).toThrow(InvalidParameter)
  })

  it('an optional choice is null when absent', () => {
    expect(view.read(undefined, false)).toBe(null)
    expect(view.read('history', false)).toBe('history')
    expect(() => view.read('', false)).toThrow(InvalidParameter)
  })

  it('a search has 1 to 200 characters, counted as code points after trimming', () => {
    expect(searchText.read('  ada ', false)).toBe('ada')
    expect(searchText.read('😀'.repeat(200), false)).toBe('😀'.repeat(200))
    for (const raw of [undefined, '', '   ', '😀'.repeat(201)])
      expect(() => searchText.read(raw, false)).toThrow(InvalidParameter)
    expect(() => searchText.read('ada', true)).toThrow(InvalidParameter)
    expect(() => searchText.read('😀'.repeat(201), false)).toThrow('q: 201 characters, at most 200')
  })

  it('an id to follow says how long it may be', () => {
    const { topic } = STREAM_ROUTES.followWorld.query
    expect(topic.read('tides', false)).toBe('tides')
    expect(() => topic.read('x'.repeat(257), false)).toThrow('topic: 257 characters, an id has 1 to 256')
    expect(() => topic.read('', false)).toThrow('topic: 0 characters, an id has 1 to 256')
  })

  it('an empty cursor is refused with the code of its reader', () => {
    const position = cursor('cursor', '', 'INVALID_OBSERVE_CURSOR')
    expect(position.read(undefined, false)).toBe(null)
    expect(position.read('abc', false)).toBe('abc')
    expect(() => position.read('', false)).toThrow(expect.objectContaining({ code: 'INVALID_OBSERVE_CURSOR' }))
  })
})

describe('instants (4.13)', () => {
  const from = instant('from', '')

  it.each([
    ['2026-03-10T00:00:00Z', '2026-03-10T00:00:00.000Z'],
    ['2026-03-10T02:00+02:00', '2026-03-10T00:00:00.000Z'],
    ['2024-02-29T23:59:59.123-01:00', '2024-03-01T00:59:59.123Z'],
  ])('%s is %s', (raw, expected) => {
    expect(new Date(from.read(raw, false) ?? Number.NaN).toISOString()).toBe(expected)
  })

  it.each([
    '',
    '2026-03-10',
    '2026-03-10T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-03-10T25:00:00Z',
    '2026-03-10T00:00:00+99:00',
    '1773100800000',
  ])('%j is refused', (raw) => {
    expect(() => from.read(raw, false)).toThrow(InvalidParameter)
  })
})

describe('query parameters of all routes', () => {
  const routes: readonly Route[] = [...Object.values(DOCUMENTED_ROUTES), ...Object.values(OPERATOR_ROUTES)]
  const codeOf = (route: Route, read: () => unknown) => {
    try {
      read()
    } catch (error) {
      if (error instanceof InvalidParameter) return error.code ?? route.invalid
      throw error
    }
    return null
  }

  it.each(routes.map((route) => [route.name, route] as const))(
    '%s lists the error codes of its parameters',
    (_, route) => {
      for (const [name, param] of Object.entries(route.query))
        for (const raw of [undefined, '', 'no such value', HUGE])
          for (const broken of [false, true]) {
            const code = codeOf(route, () => param.read(raw, broken))
            if (code !== null) expect(errorsOf(route), `${name}=${raw}`).toContain(code)
          }
    },
  )
})
