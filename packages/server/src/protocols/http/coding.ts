// Content coding: negotiation by Accept-Encoding, and compression.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Body, CODINGS, type Coding } from '../../platform/cache/response-cache.ts'
import { bytesBody, PART_BYTES, type Response } from './response.ts'

/** A smaller body fits into one packet anyway; compressing a larger one takes too much memory. */
const CODABLE_BYTES_MIN = 1_024
const CODABLE_BYTES_MAX = 16 * 1_024 * 1_024

const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/

const isTextual = (type: string | undefined): boolean => type === undefined || TEXTUAL.test(type)

/** Whether a response of this type and size is compressed on request; it then has a `Vary` header. */
export const isCodable = ({ body, type }: Response): boolean =>
  body.length >= CODABLE_BYTES_MIN && body.length <= CODABLE_BYTES_MAX && isTextual(type)

const MEMBER = /^([\w*-]+)(?:[ \t]*;[ \t]*q=([01](?:\.\d{0,3})?))?$/i

/** RFC 9110, 12.5.3: the weight of each coding that is named; a malformed member names none. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const member of header.split(',')) {
    const [, name, weight = '1'] = MEMBER.exec(member.trim()) ?? []
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight))
  }
  return weights
}

/** The coding that the client prefers; null for the plain bytes. */
function negotiate(header: string): Coding | null {
  const weights = weightsOf(header)
  const anyWeight = weights.get('*')
  // `identity` has the lowest weight unless the header names it.
  let best: Coding | null = null
  let highest = weights.get('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? anyWeight ?? 0
    if (weight > highest || (weight === highest && weight > 0 && best === null)) {
      best = coding
      highest = weight
    }
  }
  return best
}

/** Not cached by header: any caller could fill such a cache. */
export const codingFor = (header: string | undefined): Coding | null =>
  header === undefined || header === '' ? null : negotiate(header)

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses in the thread pool, so that other requests do not wait. Cached forms use a higher level. */
async function compress({ data, encoding }: Body, coding: Coding, isCached: boolean): Promise<Body> {
  const bytes = typeof data === 'string' ? Buffer.from(data, encoding) : data
  const compressedBytes =
    coding === 'gzip'
      ? await compressGzip(bytes, { level: isCached ? 6 : 3 })
      : await compressBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isCached ? 5 : 3,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        })
  if (compressedBytes.length > PART_BYTES) return bytesBody(compressedBytes)
  // As text (latin1) it is sent in one write with the headers.
  return { data: compressedBytes.toString('latin1'), encoding: 'latin1', length: compressedBytes.length }
}

/** The compressed form of a response, cached or new. */
export function formOf({ body, forms }: Response, coding: Coding): Body | Promise<Body> {
  if (forms === undefined) return compress(body, coding, false)
  forms[coding] ??= compress(body, coding, true).then(
    (form) => {
      forms[coding] = form
      return form
    },
    (error: unknown) => {
      delete forms[coding]
      throw error
    },
  )
  return forms[coding]
}
