import type { ServerResponse } from 'node:http'
import type { Limits } from '../access/authenticate.ts'
import type { Refusal } from '../core/refusal.ts'

/**
 * What goes out, and how. Text leaves in one write together with the headers, where a Buffer would need two; text kept
 * for later holds one byte per character (latin1), so that sending it again encodes nothing.
 */
export interface Body {
  readonly data: string | Buffer
  readonly encoding: 'utf8' | 'latin1'
  readonly length: number
}

export const textBody = (text: string): Body => ({ data: text, encoding: 'utf8', length: Buffer.byteLength(text) })
export const bytesBody = (data: Buffer): Body => ({ data, encoding: 'latin1', length: data.length })
export const keptBody = ({ data, length }: Body): Body => ({
  data: Buffer.from(data as string).toString('latin1'),
  encoding: 'latin1',
  length,
})

export interface Answer {
  readonly status: number
  readonly body: Body
  readonly type?: string
  readonly headers?: readonly string[]
}

const JSON_TYPE = 'application/json; charset=utf-8'

export const jsonAnswer = (status: number, value: unknown, headers: readonly string[] = []): Answer => ({
  status,
  body: textBody(JSON.stringify(value)),
  headers,
})

/** The one envelope for errors (2.1); further members stand inside `error`. */
export function refusalAnswer(refusal: Refusal): Answer {
  const { extra, retryAfterSeconds } = refusal.details
  return jsonAnswer(
    refusal.status,
    { error: { code: refusal.code, message: refusal.message, ...extra } },
    retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)],
  )
}

/** What users of public APIs look for; additive to the specification. */
export const limitHeaders = (limits: Limits): string[] => [
  'RateLimit-Limit',
  String(limits.limit),
  'RateLimit-Remaining',
  String(limits.remaining),
  'RateLimit-Reset',
  String(limits.resetSeconds),
]

export interface Sending {
  readonly head: boolean
  readonly limits: Limits | null
  readonly origin: string | null
  readonly close: boolean
  readonly isPrivate?: boolean
}

export function send(response: ServerResponse, answer: Answer, how: Sending): void {
  // A flat list is what node writes fastest.
  const headers = ['Content-Type', answer.type ?? JSON_TYPE, 'Content-Length', String(answer.body.length)]
  if (how.limits !== null) headers.push(...limitHeaders(how.limits))
  if (how.origin !== null) headers.push(...corsHeaders(how.origin))
  if (answer.headers !== undefined) headers.push(...answer.headers)
  if (how.isPrivate) headers.push('Cache-Control', 'private, no-store')
  if (how.close) headers.push('Connection', 'close')
  response.writeHead(answer.status, headers)
  if (how.head) response.end()
  else response.end(answer.body.data, answer.body.encoding)
}

export const corsHeaders = (origin: string): string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
  'Vary',
  'Origin',
]

export const preflightHeaders = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  'X-API-Key, Content-Type, Idempotency-Key, Authorization, A2A-Version, A2A-Extensions',
  'Access-Control-Max-Age',
  '600',
] as const
