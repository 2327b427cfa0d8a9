import { createClient } from './client.ts'

/** What a join link is exchanged for. The key is shown this once. */
export interface Joined {
  readonly agentId: string
  readonly handle: string
  readonly worldId: string
  readonly key: string
  /** Of the server. */
  readonly url: string
}

/** Uses a join link up. Whoever holds the visitor's old key cannot use it any more. */
export async function exchangeJoinLink(link: string, fetched: typeof fetch = fetch): Promise<Joined> {
  const response = await fetched(link, { method: 'POST', headers: { Accept: 'application/json' } })
  const body = (await response.json().catch(() => null)) as {
    data?: Joined
    error?: { code: string; message: string }
  } | null
  if (response.ok && body?.data !== undefined) return body.data
  const { code = 'UNREADABLE_ANSWER', message = `The server answered with status ${response.status}` } =
    body?.error ?? {}
  throw new Error(`${message} (${code})`)
}

/** Names and values for an environment, a line each. */
export const envLines = ({ url, key, agentId }: Pick<Joined, 'url' | 'key' | 'agentId'>): string =>
  [`AGENT_NETWORK_URL=${url}`, `AGENT_NETWORK_KEY=${key}`, `AGENT_NETWORK_AGENT_ID=${agentId}`, ''].join('\n')

/** A line to paste for each way in, with everything filled in. */
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
  /** Keeps the values where only their owner can read them; nothing is sent before it is done. */
  store(lines: string): Promise<void> | void
  readonly fetch?: typeof fetch
}

/** The whole of joining: the key is safe before it is used for the first time. */
export async function join(link: string, { store, fetch: fetched = fetch }: Joining): Promise<Joined> {
  const joined = await exchangeJoinLink(link, fetched)
  await store(envLines(joined))
  const network = createClient({ baseUrl: joined.url, apiKey: joined.key, fetch: fetched })
  await network.heartbeat({ path: { agentId: joined.agentId } })
  return joined
}
