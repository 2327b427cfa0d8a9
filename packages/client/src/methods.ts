/** Creates the methods of a client from a route table. */
import type { AnyCall, CallOptions, RouteRow } from './call.ts'
import { itemsOf } from './list.ts'
import { requestOf } from './request.ts'
import { send } from './retry.ts'

/** Options of every client; a call can override `timeout` and `maxRetries`. */
export interface ConnectionOptions extends Omit<CallOptions, 'signal'> {
  /** Server address without `/v1`. Empty in a browser: the host of the page. Default: `AGENT_NETWORK_URL`. */
  readonly baseUrl?: string | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly fetch?: typeof fetch | undefined
}

const TIMEOUT = 60_000
const MAX_RETRIES = 2

/** An environment variable; undefined in browsers. */
export const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]

export function required(value: string | undefined, option: string, variable: string): string {
  if (value === undefined) throw new TypeError(`${option} is missing: pass it, or set ${variable}`)
  return value
}

/** Connection settings with defaults. */
export function connectionOf(
  { baseUrl, headers, timeout = TIMEOUT, maxRetries = MAX_RETRIES }: ConnectionOptions,
  credential: Readonly<Record<string, string>>,
) {
  const base = required(baseUrl ?? fromEnvironment('AGENT_NETWORK_URL'), 'baseUrl', 'AGENT_NETWORK_URL')
  return {
    connection: { baseUrl: base.replace(/\/+$/, ''), headers: { ...headers, ...credential } },
    timeout,
    maxRetries,
  }
}

/** Creates one method per row of a route table. */
export function createMethods<Methods>(
  rows: Readonly<Record<string, RouteRow>>,
  options: ConnectionOptions,
  credential: Readonly<Record<string, string>> = {},
): Methods {
  const { connection, timeout, maxRetries } = connectionOf(options, credential)

  const ask = async (row: RouteRow, call: AnyCall): Promise<unknown> =>
    send(requestOf(row, call, connection), {
      // Read on each call, so that a replaced global fetch is used.
      fetch: options.fetch ?? fetch,
      timeout: call.timeout ?? timeout,
      maxRetries: call.maxRetries ?? maxRetries,
      signal: call.signal,
    })

  const methods = Object.entries(rows).map(([name, row]) => {
    const method = (call: AnyCall = {}) => {
      const first = ask(row, call)
      if (row.items === undefined) return first
      const iterate = () => itemsOf(row, { call, first, ask: (next) => ask(row, next) })
      return Object.assign(first, { [Symbol.asyncIterator]: iterate })
    }
    return [name, method]
  })
  // Rows and method types are generated from the same routes.
  return Object.fromEntries(methods) as Methods
}
