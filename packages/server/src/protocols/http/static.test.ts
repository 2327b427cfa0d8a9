// Static files.
import { describe, expect, it } from 'vitest'
import { tagOf } from './response.ts'
import { fileResponse, textFile } from './static.ts'

describe('static file', () => {
  const file = textFile('body {}', 'text/css; charset=utf-8')

  it('has a tag, is revalidated on each use, and caches its compressed forms', () => {
    expect(fileResponse(file, ['X-Robots-Tag', 'noindex'])).toEqual({
      status: 200,
      body: { data: 'body {}', encoding: 'utf8', length: 7 },
      type: file.type,
      tag: file.tag,
      forms: {},
      headers: ['Cache-Control', 'no-cache', 'X-Robots-Tag', 'noindex'],
    })
    expect(fileResponse(file).forms).toBe(file.forms)
  })

  it('is stored as bytes if it is large, with the same tag', () => {
    const text = 'é'.repeat(20_000)
    const { body, tag } = textFile(text, file.type)
    expect([body.data, body.length]).toEqual([Buffer.from(text), 40_000])
    expect(tag).toBe(tagOf(text))
  })

  it('has a different tag if its text differs', () => {
    expect(textFile('body {} ', file.type).tag).not.toBe(file.tag)
  })
})
