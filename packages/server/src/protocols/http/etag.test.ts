// ETag comparison.
import { describe, expect, it } from 'vitest'
import { etagOf, matchesETag } from './response.ts'

describe('entity tags', () => {
  const etag = etagOf('one', 'br')

  it.each([etag, `W/${etag}`, `"x", ${etag}`, `"x",${etag},"y"`, '*'])('%s matches', (header) => {
    expect(matchesETag(header, etag)).toBe(true)
  })

  it.each([undefined, '', '"x"', 'one-br', etagOf('two', 'br'), etagOf('one', 'gzip'), etagOf('one', null)])(
    '%s does not match',
    (header) => {
      expect(matchesETag(header, etag)).toBe(false)
    },
  )
})
