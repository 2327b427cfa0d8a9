import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '@agent-network/contract'
import { outsideQueue } from '../../platform/core/fair-queue.ts'
import { BadJson, parseStrictJson } from '../../platform/core/json.ts'

/** The caller hung up before the body was whole: no fault of ours, and nobody is there to be told. */
export class ClientDisconnected extends Error {}

/** Each chunk costs a call, however small it is: a body in more pieces than this is no better than one too large. */
const CHUNKS_MAX = 1_024
const OVERFLOW = Symbol('overflow')

/**
 * One packet may hold ten thousand chunks of one byte, and the parser hands on all of them before anybody else gets a
 * turn. What comes after the first thousand is dropped where it arrives, which costs a tenth of passing it through a
 * stream.
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
  // What came in one packet with the head has been parsed by then: a small body is there as a rule.
  await null
  if (overflowedRequests.has(request)) return null
  const isWhole = request.complete || (contentLength > 0 && request.readableLength === contentLength)
  if (!isWhole || request.destroyed || request.readableFlowing !== null) return readChunks(request, limit)
  const bytes = request.readableLength > limit ? null : ((request.read() as Buffer | null) ?? EMPTY)
  // Its end has to be seen, too, before the connection lets go of it.
  request.resume()
  return bytes
}

/** Piece by piece, as it comes. */
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
      // Nothing else may end the process over what is left of a connection that is gone.
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

/** How long a refusal waits for a small body that is still on its way. */
const SMALL_BODY_WAIT_MS = 250

/**
 * The body of a request that is refused anyway, where it is small, says so, and has come: a refusal in JSON-RPC repeats
 * the id. Else null, so that nobody is waited for and nothing large is read before a caller is known.
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

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Parameters of the type are allowed (AMB-36). */
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? '')

export type DecodedJson = { readonly value: unknown } | { readonly fault: string }

/** Of a body that a stranger may send: parsing is paid for by everybody who waits. */
const TOKENS_MAX = 10_000

export function decodeJson(bytes: Uint8Array, tokensMax = TOKENS_MAX): DecodedJson {
  try {
    return { value: parseStrictJson(bytes, tokensMax) }
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

const hasUnreadBody = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)

/** Answered before its body was read, and the rest is not sure to be small: the connection cannot be used again. */
export const mustCloseConnection = (request: IncomingMessage): boolean =>
  hasUnreadBody(request) && (contentLengthOf(request) ?? Number.POSITIVE_INFINITY) > LIMITS.body_bytes.dropped

const discardingSockets = new WeakSet<Socket>()

/** Whether the request that a connection is in the middle of was answered already. */
export const isDiscardingBody = (socket: Socket): boolean => discardingSockets.has(socket)

/**
 * Reads on after the answer and throws away what comes, so that the caller gets to read the answer, and so that the
 * connection can be used again where little was announced. Clients send `{}` where nothing is asked for.
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

/** Aborts when the caller hangs up before the answer has been sent. */
export function abortSignalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.closed) stop()
  else response.once('close', stop)
  return controller.signal
}
