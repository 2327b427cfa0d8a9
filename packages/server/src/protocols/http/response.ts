// The response of a handler, before the pipeline adds headers, compression and ETag.

import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { errorsOf, type Route } from '@agent-network/contract'
import { type Body, CODINGS, type Coding, type CompressedForms } from '../../platform/cache/response-cache.ts'
import { type ApiError, compileSchema } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'

export const textBody = (text: string): Body => ({ data: text, encoding: 'utf8', length: Buffer.byteLength(text) })
export const bytesBody = (data: Buffer): Body => ({ data, encoding: 'latin1', length: data.length })

/** From this length on bytes are cheaper to send than text, which Node copies twice; a short text takes less memory. */
const BYTES_FROM = 4_096

/** A body in the form in which it is sent often. */
export const bodyToRepeat = (body: Body): Body =>
  typeof body.data === 'string' && body.length >= BYTES_FROM ? bytesBody(Buffer.from(body.data, body.encoding)) : body

export interface Response {
  readonly status: number
  readonly body: Body
  /** Content type; JSON if absent. */
  readonly type?: string
  /** Names and values in turn. */
  readonly headers?: readonly string[]
  /** Hash of the plain body. Present on a 200 that depends on content alone: the ETag is made from it. */
  readonly tag?: string
  /** Where compressed forms of a cached body are stored. */
  readonly forms?: CompressedForms
  /** Writes the rest of the response once its head is sent, instead of a body. */
  readonly stream?: StreamBody
}

export type StreamBody = (response: ServerResponse) => void

const TAG_CHARS = 27

export const tagOf = (content: string | Buffer): string => hash('sha256', content, 'base64url').slice(0, TAG_CHARS)

export const JSON_TYPE = 'application/json; charset=utf-8'

export const jsonResponse = (status: number, value: unknown, headers: readonly string[] = []): Response => ({
  status,
  body: textBody(status === 204 ? '' : JSON.stringify(value)),
  headers,
})

/** JSON that depends on content alone. */
export function jsonWithETag(value: unknown, headers: readonly string[] = []): Response {
  const response = jsonResponse(200, value, headers)
  return { ...response, tag: tagOf(response.body.data) }
}

/** The common error envelope (2.1); further members stand inside `error`. */
export function apiErrorResponse(error: ApiError, headers: readonly string[] = []): Response {
  const { extra, retryAfterSeconds } = error.details
  const { code, message, status } = error
  const retryHeader = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]
  return jsonResponse(status, { error: { code, message, ...extra } }, [...retryHeader, ...headers])
}

/** A strong ETag, one per coding: two forms of one text are not the same bytes (RFC 9110, 8.8.3). */
export const etagOf = (tag: string, coding: Coding | null): string =>
  coding === null ? `"${tag}"` : `"${tag}-${coding}"`

/** Weak comparison, as conditional reads ask for (RFC 9110, 13.1.2). */
export const matchesETag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

export const notModified = (response: Response): Response => ({ ...response, status: 304, body: textBody('') })

/** A larger body is written in parts of this many bytes, with other requests served in between. */
export const PART_BYTES = 64 * 1_024

export const isLong = (body: Body): body is Body & { readonly data: Buffer } =>
  typeof body.data !== 'string' && body.length > PART_BYTES

/** Writes a long body in parts, each in its own turn of the event loop. `onWritten` is called after each. */
export function endInParts(response: ServerResponse, data: Buffer, onWritten: () => void): void {
  let at = 0
  const writeNext = (): void => {
    const part = data.subarray(at, at + PART_BYTES)
    at += PART_BYTES
    const isLast = at >= data.length
    if (isLast) response.end(part)
    // Not on `drain`: it comes in the same turn of the event loop if the system takes everything.
    else response.write(part, (error) => (error ? undefined : setImmediate(writeNext)))
    onWritten()
  }
  writeNext()
}

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
  // As text (latin1), because the buffer of a short form has room for 16 KB.
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

// ── Checks against the contract ──

/** Checks results and errors against the contract of their route if `config.checks` is set (tests). */
export interface ContractCheck {
  /** Throws on a result that breaks the contract. */
  result(contract: Route, result: unknown): void
  /** Logs an error code that the contract does not name. */
  error(contract: Route, error: ApiError): void
}

const UNCHECKED: ContractCheck = { result: () => {}, error: () => {} }

export function makeContractCheck({ config, log }: Pick<Deps, 'config' | 'log'>) {
  if (!config.checks) return UNCHECKED
  const check: ContractCheck = {
    result({ name, result: schema }, result) {
      const shape = compileSchema(schema)
      if (shape.Check(result)) return
      throw new Error(`the result of ${name} breaks its contract: ${JSON.stringify([...shape.Errors(result)][0])}`)
    },
    error(contract, { code }) {
      if (code !== 'INTERNAL_ERROR' && !errorsOf(contract).includes(code))
        log.error(
          { event: 'http.refusal_not_in_contract', code, route: contract.name },
          'error code is missing from the contract of the route',
        )
    },
  }
  return check
}
