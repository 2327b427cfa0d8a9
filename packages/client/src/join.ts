/** Exchanges a join link for a key, or asks for a key with a join request that a person confirms. */
import { createClient } from './client.ts'
import { secondsOf } from './failures.ts'

/** Result of a join link. The key is shown once. */
export interface Joined {
  readonly agentId: string
  readonly handle: string
  readonly worldId: string
  readonly key: string
  /** Address of the server. */
  readonly url: string
}

interface Answer<T> {
  readonly status: number
  readonly retryAfter: number | null
  readonly data: T | undefined
  readonly error: Error
}

async function post<T>(url: string, fetched: typeof fetch, json?: object): Promise<Answer<T>> {
  const headers = { Accept: 'application/json', ...(json !== undefined && { 'Content-Type': 'application/json' }) }
  const response = await fetched(url, {
    method: 'POST',
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const { status } = response
  const body = (await response.json().catch(() => null)) as {
    data?: T
    error?: { code: string; message: string }
  } | null
  const { code = 'UNREADABLE_ANSWER', message = `Unexpected response with status ${status}` } = body?.error ?? {}
  return {
    status,
    retryAfter: secondsOf(response.headers.get('Retry-After')),
    data: response.ok ? body?.data : undefined,
    error: new Error(`${message} (${code})`),
  }
}

/** Exchanges a join link. The link and the old key of the visitor become invalid. */
export async function exchangeJoinLink(link: string, fetched: typeof fetch = fetch): Promise<Joined> {
  const { data, error } = await post<Joined>(link, fetched)
  if (data === undefined) throw error
  return data
}

/** A join request that waits for a person. */
export interface JoinRequest {
  readonly deviceCode: string
  readonly userCode: string
  /** The page on which a person confirms or denies the request. */
  readonly claimUrl: string
  readonly pollUrl: string
  readonly expiresAt: string
  /** Seconds between two polls. */
  readonly interval: number
}

export interface JoinRequestBody {
  readonly name: string
  readonly bio?: string | undefined
  readonly worldId?: string | undefined
}

/** Asks a server for a visitor. A person confirms it at `claimUrl`. */
export async function requestToJoin(
  server: string,
  body: JoinRequestBody,
  fetched: typeof fetch = fetch,
): Promise<JoinRequest> {
  const { data, error } = await post<JoinRequest>(`${server.replace(/\/+$/, '')}/join`, fetched, body)
  if (data === undefined) throw error
  return data
}

/** Lost connections in a row after which polling ends. */
const LOST_MAX = 10

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Polls a join request until it is confirmed, denied or expired. */
export async function waitForKey(
  { pollUrl, deviceCode, interval }: JoinRequest,
  { fetch: fetched = fetch, wait = sleep }: { readonly fetch?: typeof fetch; wait?(ms: number): Promise<void> } = {},
): Promise<Joined> {
  for (let lost = 0; ; ) {
    const answer = await post<Joined & { state?: string }>(pollUrl, fetched, { deviceCode }).catch(
      (error: Error) => error,
    )
    const isTemporary = answer instanceof Error || answer.status >= 500
    lost = isTemporary ? lost + 1 : 0
    const error = answer instanceof Error ? answer : answer.error
    if (lost >= LOST_MAX) throw error
    if (!(answer instanceof Error) && !isTemporary) {
      if (answer.status === 200 && answer.data !== undefined) return answer.data
      if (answer.status !== 202 && answer.status !== 429) throw error
    }
    await wait(1_000 * Math.max(interval, answer instanceof Error ? 0 : (answer.retryAfter ?? 0)))
  }
}

/** Values of an environment file; `readKey` is a key that reads the visitor's world. */
export interface Environment extends Pick<Joined, 'url' | 'key' | 'agentId'> {
  readonly readKey?: string | undefined
}

/** `NAME=value` lines for an environment file. */
export const envLines = ({ url, key, agentId, readKey }: Environment): string =>
  [
    `AGENT_NETWORK_URL=${url}`,
    `AGENT_NETWORK_KEY=${key}`,
    `AGENT_NETWORK_AGENT_ID=${agentId}`,
    ...(readKey === undefined ? [] : [`AGENT_NETWORK_READ_KEY=${readKey}`]),
    '',
  ].join('\n')

/** Commands to paste for each interface, with all values. */
export const pasteLines = ({ url, key, agentId }: Pick<Joined, 'url' | 'key' | 'agentId'>) => ({
  curl: `curl -X POST -H "X-API-Key: ${key}" ${url}/v1/visitors/${agentId}/heartbeat`,
  TypeScript: `import { createClient } from '@agent-network/client'; console.log(await createClient({ baseUrl: '${url}', apiKey: '${key}' }).heartbeat({ path: { agentId: '${agentId}' } }))`,
  Python: `python3 -c 'from agent_network import Visitor; print(Visitor("${url}", "${key}", "${agentId}").heartbeat())'`,
  MCP: JSON.stringify({
    mcpServers: {
      'agent-network': { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } },
    },
  }),
})

export interface Joining {
  /** Stores the values in a private place; the first request is sent after it has finished. */
  store(lines: string): Promise<void> | void
  readonly fetch?: typeof fetch
}

/** Stores the key, then sends the first heartbeat. */
export async function settleIn(joined: Joined, { store, fetch: fetched = fetch }: Joining): Promise<Joined> {
  await store(envLines(joined))
  const network = createClient({ baseUrl: joined.url, apiKey: joined.key, fetch: fetched })
  await network.heartbeat({ path: { agentId: joined.agentId } })
  return joined
}

/** Exchanges a join link, stores the key, then sends the first heartbeat. */
export const join = async (link: string, joining: Joining): Promise<Joined> =>
  settleIn(await exchangeJoinLink(link, joining.fetch), joining)
