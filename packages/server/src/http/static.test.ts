import { describe, expect, it } from 'vitest'
import { textBody } from './answer.ts'
import { etagOf, fileAnswer, isKnown } from './static.ts'

describe('entity tags', () => {
  const etag = etagOf('one')

  it.each([etag, `W/${etag}`, `"x", ${etag}`, '*'])('%s matches', (header) => {
    expect(isKnown(header, etag)).toBe(true)
  })

  it.each([undefined, '', '"x"', etag.slice(1, -1), etagOf('two')])('%s does not match', (header) => {
    expect(isKnown(header, etag)).toBe(false)
  })
})

describe('a file', () => {
  const file = { body: textBody('body {}'), type: 'text/css; charset=utf-8', etag: etagOf('body {}') }

  it('comes with its tag and is asked about each time', () => {
    expect(fileAnswer(file, undefined)).toEqual({
      status: 200,
      body: file.body,
      type: file.type,
      headers: ['Cache-Control', 'no-cache', 'ETag', file.etag],
    })
  })

  it('is not sent again to a browser that has it', () => {
    const { status, body, headers } = fileAnswer(file, `W/${file.etag}`)
    expect([status, body.data, body.length]).toEqual([304, '', 7])
    expect(headers).toContain(file.etag)
  })
})
