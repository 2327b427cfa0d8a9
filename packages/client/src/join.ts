/** Exchanges a join link for a key. */
import { createClient } from './client.ts'

/** Result of a join link. The key is shown once. */
export interface Joined {
  readonly agentId: string
  readonly handle: string
  readonly worldId: string
  readonly key: string
  /** Address of the server. */
  readonly url: string
}

/** Exchanges a join link. The link and the old key of the visitor become invalid. */
export async function exchangeJoinLink(link: string, fetched: typeof fetch = fetch): Promise<Joined> {
  const response = await fetched(link, { method: 'POST', headers: { Accept: 'application/json' } })
  const body = (await response.json().catch(() => null)) as {
    data?: Joined
    error?: { code: string; message: string }
  } | null
  if (response.ok && body?.data !== undefined) return body.data
  const { code = 'UNREADABLE_ANSWER', message = `Unexpected response with status ${response.status}` } =
    body?.error ?? {}
  throw new Error(`${message} (${code})`)
}

/** `NAME=value` lines for an environment file. */
export const envLines = ({ url, key, agentId }: Pick<Joined, 'url' | 'key' | 'agentId'>): string =>
  [`AGENT_NETWORK_URL=${url}`, `AGENT_NETWORK_KEY=${key}`, `AGENT_NETWORK_AGENT_ID=${agentId}`, ''].join('\n')

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

/** Exchanges a join link, stores the key, then sends the first heartbeat. */
export async function join(link: string, { store, fetch: fetched = fetch }: Joining): Promise<Joined> {
  const joined = await exchangeJoinLink(link, fetched)
  await store(envLines(joined))
  const network = createClient({ baseUrl: joined.url, apiKey: joined.key, fetch: fetched })
  await network.heartbeat({ path: { agentId: joined.agentId } })
  return joined
}
