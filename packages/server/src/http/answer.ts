import type { Refusal } from '../core/refusal.ts'

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
export const cachedBody = ({ data, length }: Body): Body => ({
  data: Buffer.from(data as string).toString('latin1'),
  encoding: 'latin1',
  length,
})

export interface Answer {
  readonly status: number
  readonly body: Body
  /** JSON unless said otherwise. */
  readonly type?: string
  readonly headers?: readonly string[]
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export const jsonAnswer = (status: number, value: unknown, headers: readonly string[] = []): Answer => ({
  status,
  body: textBody(JSON.stringify(value)),
  headers,
})

/** The one envelope for errors (2.1); further members stand inside `error`. */
export function refusalAnswer(refusal: Refusal, headers: readonly string[] = []): Answer {
  const { extra, retryAfterSeconds } = refusal.details
  const { code, message, status } = refusal
  const own = retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]
  return jsonAnswer(status, { error: { code, message, ...extra } }, [...own, ...headers])
}
