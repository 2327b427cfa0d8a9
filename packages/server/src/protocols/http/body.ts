// Request bodies: reading within limits, JSON decoding, ids of JSON-RPC requests, discarding after the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type JsonRpcId, LIMITS } from '@agent-network/contract'
import { outsideQueue } from '../../platform/core/fair-queue.ts'
import { BadJson, jsonObjectOf, parseStrictJson, parseStrictJsonInTurns } from '../../platform/core/json.ts'

/** The client disconnected before its body was complete, or before its response was sent. */
export class ClientDisconnected extends Error {}

/** A body in more chunks is rejected as too large: each chunk costs a call, however small it is. */
const CHUNKS_MAX = 1_024
const OVERFLOW = Symbol('overflow')

/**
 * Drops the chunks of a request after the first `CHUNKS_MAX`. One packet may contain 10,000 chunks of one byte, which the
 * parser emits in one turn of the event loop. Dropping a chunk costs a tenth of passing it through the stream.
 */
export function limitChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const originalPush = request.push
  let chunks = 0
  request.push = function push(chunk, encoding) {
    chunks += 1
    if (chunks <= CHUNKS_MAX || chunk === null) return originalPush.call(this, chunk, encoding)
    if (chunks === CHUNKS_MAX + 1) this.emit(OVERFLOW)
    return false
  }
  request.once(OVERFLOW, () => overflowedRequests.add(request))
}

const overflowedRequests = new WeakSet<IncomingMessage>()

const EMPTY = Buffer.alloc(0)

/** The whole body, or null as soon as it is certain to be larger than `limit` bytes. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const contentLength = Number(request.headers['content-length'] ?? 0)
  if (contentLength > limit) return null
  // After this, a body that arrived in one packet with the headers has been parsed.
  await null
  if (overflowedRequests.has(request)) return null
  const isWhole = request.complete || (contentLength > 0 && request.readableLength === contentLength)
  if (!isWhole || request.destroyed || request.readableFlowing !== null) return readChunks(request, limit)
  const bytes = request.readableLength > limit ? null : ((request.read() as Buffer | null) ?? EMPTY)
  // The `end` event must be emitted before the connection can take the next request.
  request.resume()
  return bytes
}

function readChunks(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const body = new Promise<Buffer | null>((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const removeListeners = (): void => {
      request
        .off('data', onData)
        .off('end', onEnd)
        .off('close', onDisconnect)
        .off('error', onDisconnect)
        .off(OVERFLOW, onTooLarge)
    }
    function onData(chunk: Buffer): void {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else onTooLarge()
    }
    function onTooLarge(): void {
      removeListeners()
      request.pause()
      resolve(null)
    }
    function onEnd(): void {
      removeListeners()
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    }
    function onDisconnect(): void {
      removeListeners()
      // A later error of the closed connection must not end the process.
      request.on('error', () => {})
      reject(new ClientDisconnected('the request ended before its body did'))
    }
    if (request.destroyed && !request.readableEnded) return onDisconnect()
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('close', onDisconnect)
      .on('error', onDisconnect)
      .on(OVERFLOW, onTooLarge)
  })
  return request.complete ? body : outsideQueue(() => body)
}

const contentLengthOf = ({ headers }: IncomingMessage): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

/** How long an error response waits for a small body. */
const SMALL_BODY_WAIT_MS = 250

/**
 * Reads a small body with a Content-Length, for error responses: in JSON-RPC they repeat the id of the request. Null if
 * the body is large or late: before authentication, the server reads no large body.
 */
export async function readIfSmall(request: IncomingMessage): Promise<Buffer | null> {
  const contentLength = contentLengthOf(request)
  if (contentLength === null || contentLength > LIMITS.body_bytes.small) return null
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, SMALL_BODY_WAIT_MS, null)
  })
  try {
    return await Promise.race([readBytes(request, LIMITS.body_bytes.small).catch(() => null), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** The body if its Content-Length is small; null otherwise, and the body stays unread. */
export const readSmall = async (request: IncomingMessage): Promise<Buffer | null> => {
  const contentLength = contentLengthOf(request)
  return contentLength === null || contentLength > LIMITS.body_bytes.small
    ? null
    : readBytes(request, LIMITS.body_bytes.small)
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Parameters of the type are allowed (AMB-36). */
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? '')

export type DecodedJson = { readonly value: unknown } | { readonly fault: string }

/** JSON tokens allowed in a body: parsing blocks all other requests. */
const TOKENS_MAX = 10_000

export function decodeJson(bytes: Uint8Array, tokensMax = TOKENS_MAX): DecodedJson {
  try {
    return { value: parseStrictJson(bytes, tokensMax) }
  } catch (error) {
    if (error instanceof BadJson) return { fault: error.message }
    throw error
  }
}

/** The same for large bodies, in two turns of the event loop. */
export async function decodeJsonInTurns(bytes: Uint8Array): Promise<DecodedJson> {
  try {
    return { value: await parseStrictJsonInTurns(bytes, TOKENS_MAX) }
  } catch (error) {
    if (error instanceof BadJson) return { fault: error.message }
    throw error
  }
}

/** Faults of a body that are found before its members are checked. */
export type BodyFault = 'type' | 'size' | 'syntax'

export interface JsonBody {
  /** In bytes. */
  readonly limit: number
  /** Whether Content-Type must be JSON. A form on another site cannot send it without a preflight. */
  readonly typed: boolean
  /** Whether a missing body counts as an empty object. */
  readonly optional: boolean
  /** Makes the error to throw, with the code of the route. */
  refuse(fault: BodyFault, message: string): Error
}

export async function readJson(request: IncomingMessage, { limit, typed, optional, refuse }: JsonBody) {
  if (typed && !isJson(request.headers['content-type'])) throw refuse('type', 'Content-Type must be application/json')
  const bytes = await readBytes(request, limit)
  if (bytes === null) throw refuse('size', `The body is larger than ${limit} bytes`)
  if (optional && bytes.length === 0) return {}
  const decoded = await decodeJsonInTurns(bytes)
  if ('fault' in decoded) throw refuse('syntax', decoded.fault)
  return decoded.value
}

const hasUnreadBody = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)

/** Whether the unread rest of the body may be large, so that the connection cannot be used again. */
export const mustCloseConnection = (request: IncomingMessage): boolean =>
  hasUnreadBody(request) && (contentLengthOf(request) ?? Number.POSITIVE_INFINITY) > LIMITS.body_bytes.dropped

const discardingSockets = new WeakSet<Socket>()

/** Whether the current request of a connection has its response, and the rest of its body is discarded. */
export const isDiscardingBody = (socket: Socket): boolean => discardingSockets.has(socket)

/**
 * Reads and discards the rest of a body after the response. The client can then read the response, and the connection can
 * be used again if the body is small. Some clients send `{}` to routes without a body.
 */
export function discardBody(request: IncomingMessage): void {
  if (!hasUnreadBody(request)) return
  let bytes = 0
  const { socket } = request
  discardingSockets.add(socket)
  request.once('end', () => discardingSockets.delete(socket))
  request.on('error', () => {})
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LIMITS.body_bytes.dropped) request.destroy()
  })
  request.resume()
}

/** Aborts when the client disconnects before the response is sent. */
export function abortSignalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (!response.writableFinished) controller.abort(new ClientDisconnected('The client disconnected'))
  }
  if (response.closed) stop()
  else response.once('close', stop)
  return controller.signal
}

/** Ids that a response can repeat exactly: a string or a safe integer. */
export const isJsonRpcId = (value: unknown): value is JsonRpcId =>
  typeof value === 'string' || Number.isSafeInteger(value)

/** The id for an error response; null if the body has no valid one. */
export function jsonRpcIdIn(bytes: Uint8Array | null): JsonRpcId | null {
  const decoded = bytes === null ? null : decodeJson(bytes)
  const id = decoded === null || 'fault' in decoded ? null : jsonObjectOf(decoded.value)?.id
  return isJsonRpcId(id) ? id : null
}
