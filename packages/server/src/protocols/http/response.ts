// The response of a handler, before the pipeline adds headers, compression and ETag.
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Body, Coding, CompressedForms } from '../../platform/cache/response-cache.ts'
import type { ApiError } from '../../platform/core/api-error.ts'

export const textBody = (text: string): Body => ({ data: text, encoding: 'utf8', length: Buffer.byteLength(text) })
export const bytesBody = (data: Buffer): Body => ({ data, encoding: 'latin1', length: data.length })

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
