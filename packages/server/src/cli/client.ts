import { readFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'

/** Something the operator can mend: printed as one line, exit 1. */
export class CliError extends Error {}

/** The server said no; `status` lets a command add what it knows about the reason. */
export class RefusedCall extends CliError {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Envelope {
  readonly data: unknown
  readonly meta?: { readonly page: number; readonly perPage: number; readonly hasMore: boolean }
}

export interface Client {
  bytes(method: string, path: string, body?: Uint8Array): Promise<Buffer>
  call(method: string, path: string, body?: unknown): Promise<Envelope>
}

/** From the environment or from the server's own file; an argument would show in every list of processes. */
export function findToken(data: string, given: string | undefined): string {
  if (given !== undefined && given !== '') return given
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

const json = (bytes: Buffer): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

function refusal(status: number, bytes: Buffer): RefusedCall {
  const error = json(bytes)?.error as { code?: string; message?: string } | undefined
  if (error?.code === undefined) return new RefusedCall(status, `the server answered with status ${status}`)
  const hint = status === 401 ? '; check AGENT_NETWORK_OPERATOR_TOKEN, or whose data directory --data names' : ''
  return new RefusedCall(status, `${error.message} (${error.code})${hint}`)
}

export function makeClient(operatorUrl: string, token: string): Client {
  const base = operatorUrl.replace(/\/+$/, '')
  if (!URL.canParse(base) || !/^https?:/.test(base))
    throw new CliError(`--operator-url is not an http URL: ${operatorUrl}`)
  const send = base.startsWith('https:') ? requestHttps : requestHttp

  // Not fetch: an import may think for longer than fetch is willing to wait for the first byte of an answer.
  const exchange = (method: string, path: string, body: Uint8Array | undefined) =>
    new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
      }
      const sent = send(`${base}/_operator${path}`, { method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  async function bytes(method: string, path: string, body?: Uint8Array): Promise<Buffer> {
    const answer = await exchange(method, path, body).catch((error: NodeJS.ErrnoException) => {
      const what = error.code === 'ECONNRESET' ? `the server at ${base} hung up` : `no server answers at ${base}`
      throw new CliError(
        `${what}; start it with "agent-network serve", or name its operator listener with --operator-url`,
      )
    })
    if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.bytes)
    return answer.bytes
  }

  return {
    bytes,
    async call(method, path, body) {
      const sent = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
      const envelope = json(await bytes(method, path, sent))
      if (envelope === null || !('data' in envelope))
        throw new CliError(`what answers at ${base} is not an operator listener; see --operator-url`)
      return envelope as unknown as Envelope
    },
  }
}
