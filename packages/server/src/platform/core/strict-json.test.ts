// Tests of the strict JSON parser.
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './json.ts'

const parse = (text: string | Buffer) => parseStrictJson(Buffer.from(text))

describe('strict JSON', () => {
  it('reads what JSON.parse reads', () => {
    for (const text of [
      '{}',
      '[1,-2.5e3,true,null]',
      '{"a":{"b":["x\\n\\u00e9"]}}',
      '  "\\\\ \\" {[,:"  ',
      '{"a":1,"b":{"a":2}}',
      '"😀"',
      '0.1',
    ])
      expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['a syntax error', '{'],
    ['nothing at all', ''],
    ['a member twice', '{"a":1,"b":2,"a":3}'],
    ['a member twice, spelled differently', '{"a":1,"\\u0061":3}'],
    ['__proto__', '{"__proto__":{}}'],
    ['constructor, deep down', '[{"x":{"constructor":1}}]'],
    ['depth', '['.repeat(33) + ']'.repeat(33)],
    ['an integer past 2^53', '9007199254740993'],
    ['a negative one', '{"n":[-9007199254740993]}'],
    ['infinity', '1e400'],
    ['NUL', '"a\\u0000b"'],
    ['half a surrogate pair', '"\\ud83d"'],
    ['half a pair in a name', '{"\\udc00":1}'],
  ])('refuses %s', (_what, text) => {
    expect(() => parse(text)).toThrow()
  })

  it('checks depth and size before parsing', () => {
    const few = (text: string) => () => parseStrictJson(Buffer.from(text), 10)
    expect(few('[1,2,3,4]')()).toEqual([1, 2, 3, 4])
    expect(few('[1,2,3,4,5]')).toThrow('more than 10')
    expect(few('"'.repeat(100))).toThrow('more than 10')
    expect(() => parse('['.repeat(100))).toThrow('deeper than 32')
    // Characters inside strings are not structure, whatever is escaped.
    expect(few('["[[[[,,,,{{{{\\\\","\\"[[[[,,,,"]')()).toEqual(['[[[[,,,,{{{{\\', '"[[[[,,,,'])
  })

  it.each(['"', '"\\', '"a\\"', '{"a', '[1,"b\\\\\\"', '-', '1.2.3', '{"a":1', '}', ']]'])(
    'refuses half of a body: %s',
    (text) => {
      expect(() => parse(text)).toThrow('not valid JSON')
    },
  )
})
