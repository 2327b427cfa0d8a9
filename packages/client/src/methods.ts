import type { AnyCall, CallOptions, RouteRow } from './call.ts'
import { itemsOf } from './list.ts'
import { requestOf } from './request.ts'
import { send } from './retry.ts'

/** What every client takes; `timeout` and `maxRetries` can be overridden by a call. */
export interface ConnectionOptions extends Omit<CallOptions, 'signal'> {
  /** The host root, without `/v1`. Empty in a browser means the page's own host. `AGENT_NETWORK_URL` when left out. */
  readonly baseUrl?: string | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly fetch?: typeof fetch | undefined
}

const TIMEOUT = 60_000
const MAX_RETRIES = 2

/** A variable of the environment, where there is one; asked for only when the option was left out. */
export const fromEnvironment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name]

export function required(value: string | undefined, option: string, variable: string): string {
  if (value === undefined) throw new TypeError(`${option} is missing: pass it, or set ${variable}`)
  return value
}

/** Where requests go and what each of them carries, with what was left out filled in. */
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

/** One method per row, under its name. Made for the contract's routes; good for routes of your own as well. */
export function createMethods<Methods>(
  rows: Readonly<Record<string, RouteRow>>,
  options: ConnectionOptions,
  credential: Readonly<Record<string, string>> = {},
): Methods {
  const { connection, timeout, maxRetries } = connectionOf(options, credential)

  const ask = async (row: RouteRow, call: AnyCall): Promise<unknown> =>
    send(requestOf(row, call, connection), {
      // Looked up at each call, so that a fetch that is replaced later counts.
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
  // Rows and methods are generated from the same routes; what is lost on the way is only their pairing.
  return Object.fromEntries(methods) as Methods
}
