// HTTP and database access to the server that the access matrix tests.
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { OPERATOR_TOKEN } from '../../../test/harness.ts'
import type { Issuer } from './issuer.ts'

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly text: string
}

export interface SiteRequest {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: unknown
  /** As it is, instead of a body in JSON. */
  readonly form?: string
}

/** One server, wherever it runs, and its identity provider. */
export interface Site {
  readonly baseUrl: string
  readonly issuer: Issuer
  send(request: SiteRequest): Promise<Answer>
  /** Answers with the data, and throws what was refused. */
  operator(method: string, path: string, body?: unknown): Promise<any>
  /** Likewise, as somebody at the portal or with a key. */
  must(request: SiteRequest): Promise<any>
  /** Runs a statement on the store directly, for states that no API can create. */
  store(text: string, ...values: readonly string[]): Promise<void>
  /** Counts from one, for each thing apart. */
  next(thing: string): number
  /** By the tag of an estate: what belongs to it and must not reach others. */
  readonly secrets: Map<string, readonly string[]>
  close(): void
}

export interface Address {
  readonly baseUrl: string
  readonly operatorUrl: string
  readonly data: string
}

export function siteAt({ baseUrl, operatorUrl, data }: Address, issuer: Issuer): Site {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const numbers = new Map<string, number>()

  const call = (origin: string, { method, path, headers, body, form }: SiteRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = form ?? (body === undefined ? undefined : JSON.stringify(body))
      const own =
        sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
      const asking = request(origin + path, { method, agent, headers: { ...own, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      asking.once('error', reject)
      asking.end(sent)
    })

  const mustAt = async (origin: string, request: SiteRequest): Promise<any> => {
    const { status, text } = await call(origin, request)
    if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text}`)
    return JSON.parse(text).data
  }

  return {
    baseUrl,
    issuer,
    send: (request) => call(baseUrl, request),
    must: (request) => mustAt(baseUrl, request),
    operator: (method, path, body) =>
      mustAt(operatorUrl, {
        method,
        path: `/_operator${path}`,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
        body,
      }),
    async store(text, ...values) {
      // Waiting inside SQLite would keep a server of this very process from finishing what it holds.
      for (let tries = 0; ; tries++) {
        const file = new DatabaseSync(join(data, 'agent-network.db'))
        try {
          file.prepare(text).run(...(values as never[]))
          return
        } catch (error) {
          if (tries === 500 || !/locked|busy/i.test(String(error))) throw error
        } finally {
          file.close()
        }
        await new Promise((resume) => setTimeout(resume, 10))
      }
    },
    secrets: new Map(),
    next(thing) {
      const n = (numbers.get(thing) ?? 0) + 1
      numbers.set(thing, n)
      return n
    },
    close: () => agent.destroy(),
  }
}

/** Status and error code of a response, as one text for tables. */
export function statusAndCode({ status, text }: Answer): string {
  if (status < 300) return String(status)
  const { error } = JSON.parse(text) as { error: { code: string; reasonCode?: string } }
  return [status, error.code, ...(error.reasonCode === undefined ? [] : [error.reasonCode])].join(' ')
}
