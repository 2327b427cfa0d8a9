// Tests of JSON object detection.
import { describe, expect, it } from 'vitest'
import { isJsonObject, jsonObjectOf } from './json.ts'

describe('a JSON object', () => {
  it.each([[null], [undefined], [[]], [[{}]], ['{}'], [7], [true]])('is not %j', (value) => {
    expect([isJsonObject(value), jsonObjectOf(value)]).toEqual([false, null])
  })

  it('is any object, including an empty one', () => {
    for (const value of [{}, { a: 1 }, JSON.parse('{"__proto__":1}')]) expect(jsonObjectOf(value)).toBe(value)
  })
})
