import type { IncomingMessage, ServerResponse } from 'node:http'

export class BodyTooLarge extends Error {}

/** The whole body as bytes, or BodyTooLarge as soon as that is certain. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) throw new BodyTooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

const DRAINED_MAX = 65_536

/**
 * Reads a body that nobody wants and throws it away, so that the connection can be used again. Clients send `{}` where
 * nothing is asked for; what is larger than that is not worth waiting for.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return
  await readBody(request, DRAINED_MAX).catch((error: unknown) => {
    if (!(error instanceof BodyTooLarge)) throw error
  })
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Parameters of the type are allowed (AMB-36). */
export const isJson = (contentType: string | undefined): boolean => JSON_TYPE.test(contentType ?? '')

/** Answered before its body was read: the connection cannot be used again. */
export const hasUnreadBody = (request: IncomingMessage): boolean =>
  !request.complete &&
  (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)

/** Aborts when the caller hangs up before the answer has been sent. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}
