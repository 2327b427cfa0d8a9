import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ApiError } from '../../platform/core/api-error.ts'

/**
 * What goes out, and how. Text leaves in one write together with the headers, where a Buffer would need two; cached
 * text holds one byte per character (latin1), so that sending it again encodes nothing.
 */
export interface Body {
  readonly data: string | Buffer
  readonly encoding: 'utf8' | 'latin1'
  /** In bytes. */
  readonly length: number
}

export const textBody = (text: string): Body => ({ data: text, encoding: 'utf8', length: Buffer.byteLength(text) })
export const bytesBody = (data: Buffer): Body => ({ data, encoding: 'latin1', length: data.length })
/** A text with as many bytes as characters is plain ASCII, which is the same in both encodings. */
export const cachedBody = ({ data, length }: Body): Body => ({
  data: data.length === length ? data : Buffer.from(data as string).toString('latin1'),
  encoding: 'latin1',
  length,
})

/** Content codings, the better first: it wins where a caller has no preference. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Compressed forms of bytes that are kept; a promise while one is being made, so that it is made once. */
export type CompressedForms = { [C in Coding]?: Body | Promise<Body> }

export interface Response {
  readonly status: number
  readonly body: Body
  /** JSON unless said otherwise. */
  readonly type?: string
  readonly headers?: readonly string[]
  /** Names the plain bytes; on a 200 that depends on content alone, so that a caller who has them need not get them. */
  readonly tag?: string
  /** Where compressed forms are kept, beside bytes that are kept. */
  readonly forms?: CompressedForms
  /** Goes on with the response once its head is sent, in place of a body. */
  readonly stream?: StreamBody
}

export type StreamBody = (response: ServerResponse) => void

const TAG_CHARS = 27

export const tagOf = (content: string | Buffer): string => hash('sha256', content, 'base64url').slice(0, TAG_CHARS)

export const JSON_TYPE = 'application/json; charset=utf-8'

export const jsonResponse = (status: number, value: unknown, headers: readonly string[] = []): Response => ({
  status,
  body: textBody(JSON.stringify(value)),
  headers,
})

/** JSON that depends on content alone. */
export function jsonWithETag(value: unknown, headers: readonly string[] = []): Response {
  const answer = jsonResponse(200, value, headers)
  return { ...answer, tag: tagOf(answer.body.data) }
}

/** The one envelope for errors (2.1); further members stand inside `error`. */
export function apiErrorResponse(refusal: ApiError, headers: readonly string[] = []): Response {
  const { extra, retryAfterSeconds } = refusal.details
  const { code, message, status } = refusal
  const own = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]
  return jsonResponse(status, { error: { code, message, ...extra } }, [...own, ...headers])
}

/** Strong, and one for each coding: two forms of one text are not the same bytes (RFC 9110, 8.8.3). */
export const etagOf = (tag: string, coding: Coding | null): string =>
  coding === null ? `"${tag}"` : `"${tag}-${coding}"`

/** Weak comparison, as conditional reads want it (RFC 9110, 13.1.2). */
export const matchesETag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** The same answer without its bytes, for a caller who has them. */
export const notModified = (answer: Response): Response => ({ ...answer, status: 304, body: textBody('') })
