// Content coding.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CompressedForms } from '../../platform/cache/response-cache.ts'
import { codingFor, formOf, isCodable, type Response, textBody } from './response.ts'

describe('content coding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br; q=0.5 , gzip;q=0.50', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['identity, gzip;q=0.9', null],
    ['identity;q=0.5, gzip;q=0.9', 'gzip'],
    ['identity;q=0', null],
    ['identity;q=0, br;q=0.1', 'br'],
    ['gzip;q=2', null],
    ['gzip;level=9', null],
    ['brotli, x-gzip', null],
  ])('%s: %s', (header, coding) => {
    expect([codingFor(header), codingFor(header)]).toEqual([coding, coding])
  })

  const makeResponse = (text: string, more: Partial<Response> = {}): Response => ({
    status: 200,
    body: textBody(text),
    ...more,
  })

  it.each([
    [makeResponse('x'.repeat(1_024)), true],
    [makeResponse('x'.repeat(1_023)), false],
    [makeResponse('x'.repeat(2_000), { type: 'text/html; charset=utf-8' }), true],
    [makeResponse('x'.repeat(2_000), { type: 'image/svg+xml' }), true],
    [makeResponse('x'.repeat(2_000), { type: 'application/feed+json' }), true],
    [makeResponse('x'.repeat(2_000), { type: 'image/png' }), false],
    [makeResponse('x'.repeat(2_000), { type: 'application/octet-stream' }), false],
  ])('applies to textual bodies of at least 1 KiB (%#)', (response, codable) => {
    expect(isCodable(response)).toBe(codable)
  })

  it('compresses without loss, and compresses a cached response once', async () => {
    const text = JSON.stringify(Array.from({ length: 300 }, (_, n) => ({ n, name: `Größe ${n}` })))
    const forms: CompressedForms = {}
    const cachedResponse = makeResponse(text, { forms })
    const [one, other] = await Promise.all([formOf(cachedResponse, 'br'), formOf(cachedResponse, 'br')])
    expect(one).toBe(other)
    expect(formOf(cachedResponse, 'br')).toBe(one)
    expect(one.length).toBeLessThan(text.length / 2)
    const bytes = Buffer.from(one.data as string, one.encoding)
    expect([bytes.length, brotliDecompressSync(bytes).toString()]).toEqual([one.length, text])
    const gzipped = await formOf(makeResponse(text), 'gzip')
    expect(gunzipSync(Buffer.from(gzipped.data as string, gzipped.encoding)).toString()).toBe(text)
  })
})
