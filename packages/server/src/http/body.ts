import type { IncomingMessage, ServerResponse } from 'node:http'
import { BadJson, parseStrictJson } from '../core/strict-json.ts'

/** The caller hung up before the body was whole: no fault of ours, and nobody is there to be told. */
export class HungUp extends Error {}

/** Each chunk costs a call, however small it is: a body in more pieces than this is no better than one too large. */
const CHUNKS_MAX = 4_096

/** The whole body, or null as soon as it is certain to be larger than `limit` bytes. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (): void => {
      request.off('data', take).off('end', end).off('close', cut).off('error', cut)
    }
    function take(chunk: Buffer): void {
      size += chunk.length
      if (size <= limit && chunks.push(chunk) <= CHUNKS_MAX) return
      stop()
      request.pause()
      resolve(null)
    }
    function end(): void {
      stop()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    }
    function cut(): void {
      stop()
      // Nothing else may end the process over what is left of a connection that is gone.
      request.on('error', () => {})
      reject(new HungUp('the request ended before its body did'))
    }
    if (request.destroyed && !request.readableEnded) return cut()
    request.on('data', take).on('end', end).on('close', cut).on('error', cut)
  })
}

/** In bytes. */
const DRAINED_MAX = 65_536

/**
 * Reads a body that nobody wants and throws it away, so that the connection can be used again. Clients send `{}` where
 * nothing is asked for; what is larger than that is not worth waiting for.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (!request.complete) await readBytes(request, DRAINED_MAX)
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Parameters of the type are allowed (AMB-36). */
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? '')

export type Decoded = { readonly value: unknown } | { readonly fault: string }

export function decodeJson(bytes: Uint8Array): Decoded {
  try {
    return { value: parseStrictJson(bytes) }
  } catch (error) {
    if (error instanceof BadJson) return { fault: error.message }
    throw error
  }
}

/** What can be wrong with a body before anybody looks at its members. */
export type BodyFault = 'type' | 'size' | 'syntax'

export interface JsonBody {
  /** In bytes. */
  readonly limit: number
  /** Whether the header must say JSON, which a form on a foreign page cannot send without a preflight. */
  readonly typed: boolean
  /** Whether no body at all stands for an empty object. */
  readonly optional: boolean
  /** The refusal to throw, in the words of the route. */
  refuse(fault: BodyFault, message: string): Error
}

export async function readJson(request: IncomingMessage, { limit, typed, optional, refuse }: JsonBody) {
  if (typed && !isJson(request.headers['content-type'])) throw refuse('type', 'Content-Type must be application/json')
  const bytes = await readBytes(request, limit)
  if (bytes === null) throw refuse('size', `The body is larger than ${limit} bytes`)
  if (optional && bytes.length === 0) return {}
  const decoded = decodeJson(bytes)
  if ('fault' in decoded) throw refuse('syntax', decoded.fault)
  return decoded.value
}

/** Answered before its body was read: the connection cannot be used again. */
export const hasUnreadBody = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)

/** Aborts when the caller hangs up before the answer has been sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) stop()
  else response.once('close', stop)
  return controller.signal
}
