// Client of the operator API for the command line.
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, ConnectionError, createOperatorClient, type OperatorClient } from '@agent-network/client/operator'
import type { OperatorRoute } from '@agent-network/contract'

/** An error that the operator can fix: printed as one line, exit 1. */
export class CliError extends Error {}

/** No server responds at the address of the operator listener. */
export class NoServerError extends CliError {}

/** An error response of the server; commands may add a hint by `status`. */
export class OperatorCallError extends CliError {
  readonly status: number
  /** The response as received. */
  readonly answer: Buffer
  constructor(status: number, answer: Buffer, message: string) {
    super(message)
    this.status = status
    this.answer = answer
  }
}

export interface Envelope {
  readonly data: unknown
  readonly meta?: { readonly perPage: number; readonly hasMore: boolean } & (
    | { readonly page: number }
    | { readonly nextCursor: string | null }
  )
}

/** The parameters of a route. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** JSON, or bytes. */
  readonly body?: unknown
}

export interface OperatorCaller {
  /** The response as received; throws RefusedCall for an error response. */
  send(route: OperatorRoute, sending?: RequestParts): Promise<Buffer>
  /** Writes the response of a GET to `sink` as it arrives, and returns its size in bytes. */
  save(route: OperatorRoute, path: Readonly<Record<string, string>>, sink: Writable): Promise<number>
}

/** Reads the token from the environment or the server's file. A flag would be visible in process lists. */
export function findToken(data: string, fromEnvironment: string | undefined): string {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment
  const file = join(data, 'operator-token')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read'
    throw new CliError(
      `the operator token ${file} ${why}; name the server's data directory with --data, or set AGENT_NETWORK_OPERATOR_TOKEN`,
    )
  }
}

/** The envelope in a response; throws if there is none. */
export function envelopeOf(answer: Buffer): Envelope {
  const envelope = JSON.parse(answer.toString('utf8')) as Record<string, unknown> | null
  if (envelope === null || !('data' in envelope))
    throw new CliError('the server at this address is not an operator listener; see --operator-url')
  return envelope as unknown as Envelope
}

/**
 * A fetch without a timeout: an import may take longer than the built-in fetch waits for the first byte. `answered`
 * receives the raw bytes; the client returns parsed data.
 */
const fetchWithoutTimeout =
  (answered: (bytes: Buffer) => void): typeof fetch =>
  (url, { method, headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const target = String(url)
      const request = target.startsWith('https:') ? requestHttps : requestHttp
      const bytes = body == null ? undefined : Buffer.from(body as string | Uint8Array)
      const sent = request(
        target,
        {
          method,
          headers: {
            ...(headers as Record<string, string>),
            ...(bytes === undefined ? {} : { 'Content-Length': bytes.length }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const whole = Buffer.concat(chunks)
            answered(whole)
            const requestId = response.headers['request-id']
            const headers = typeof requestId === 'string' ? { 'Request-Id': requestId } : {}
            const { statusCode: status = 500 } = response
            // A Response with status 204 may not have a body, not even an empty one.
            resolve(new Response(status === 204 ? null : whole, { status, headers }))
          })
        },
      )
      sent.on('error', reject)
      sent.end(bytes)
    })

/** A GET whose response is not collected in memory. */
const openDownload = (url: string, token: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    request(url, { headers: { Authorization: `Bearer ${token}` } }, resolve)
      .on('error', reject)
      .end()
  })

async function saveTo(response: IncomingMessage, sink: Writable): Promise<number> {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  await pipeline(response, sink, { end: sink !== process.stdout }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`the download failed (${error.code ?? error.message}); the file is incomplete`)
  })
  return size
}

function toCliError(error: unknown, base: string, answer: Buffer): unknown {
  if (error instanceof ConnectionError) {
    const hungUp = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET'
    const fault = hungUp ? `the server at ${base} closed the connection` : `no server responds at ${base}`
    return new (hungUp ? CliError : NoServerError)(
      `${fault}; start it with "agent-network serve", or name its operator listener with --operator-url`,
    )
  }
  // An id that cannot be part of a URL, such as `..`.
  if (error instanceof TypeError && error.message.startsWith('Path parameter')) return new CliError(error.message)
  if (!(error instanceof ApiError)) return error
  const { status, code, message, requestId } = error
  if (code === 'UNREADABLE_ANSWER') {
    if (status < 300) return new CliError(`the server at ${base} is not an operator listener; see --operator-url`)
    return new OperatorCallError(status, answer, `the server responded with status ${status}`)
  }
  const hint = status === 401 ? '; check AGENT_NETWORK_OPERATOR_TOKEN, or whose data directory --data names' : ''
  // The log line of the failure has the same id.
  const id = status >= 500 && requestId !== null ? `; request id ${requestId}` : ''
  return new OperatorCallError(status, answer, `${message} (${code})${hint}${id}`)
}

export function makeClient(operatorUrl: string, token: string): OperatorCaller {
  const base = operatorUrl.replace(/\/+$/, '')
  if (!URL.canParse(base) || !/^https?:/.test(base))
    throw new CliError(`--operator-url is not an http URL: ${operatorUrl}`)
  let answer: Buffer = Buffer.alloc(0)
  const client = createOperatorClient({
    baseUrl: base,
    operatorToken: token,
    timeout: Number.POSITIVE_INFINITY,
    // The operator sees the failure and can repeat the command.
    maxRetries: 0,
    fetch: fetchWithoutTimeout((bytes) => {
      answer = bytes
    }),
  })
  return {
    async save({ path: template }, path, sink) {
      const url = base + template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))
      const response = await openDownload(url, token).catch((error: unknown) => {
        throw new CliError(
          `no server responds at ${base} (${(error as NodeJS.ErrnoException).code}); name its operator listener with --operator-url`,
        )
      })
      if (response.statusCode === 200) return saveTo(response, sink)
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string; message: string } }
      throw new OperatorCallError(response.statusCode!, Buffer.concat(chunks), `${error.message} (${error.code})`)
    },
    async send({ name }, sending = {}) {
      // Methods are named after their routes; the name is known only at run time.
      const call = client[name as keyof OperatorClient] as (sending: RequestParts) => Promise<unknown>
      try {
        await call(sending)
        return answer
      } catch (error) {
        throw toCliError(error, base, answer)
      }
    },
  }
}
