// MCP clients over HTTP and stdio for tests.
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Reply, TestServer } from './harness.ts'

export const VERSION = '2026-07-28'
/** Metadata that every request of this revision carries. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const BRIDGE = fileURLToPath(new URL('../../mcp/dist/main.js', import.meta.url))

export const overHttp = (server: TestServer, key: string) =>
  new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })

/** Through the program of packages/mcp. */
export const overStdio = (server: TestServer, key: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [BRIDGE],
    env: { PATH: process.env.PATH ?? '', AGENT_NETWORK_URL: server.baseUrl, AGENT_NETWORK_KEY: key },
  })

export type Mode = 'legacy' | { pin: string }

/** The official client, connected. */
export async function connectMcp(
  transport: ReturnType<typeof overHttp | typeof overStdio>,
  mode: Mode = { pin: VERSION },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return client
}

export const request = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { _meta: META, ...params },
})

export type Sent = Record<string, string | undefined>

/** A message as it goes over the wire, with the headers that its body asks for unless said otherwise. */
export function sendMcp(server: TestServer, key: string, message: unknown, headers: Sent = {}): Promise<Reply> {
  const { method, params } = (message ?? {}) as { method?: string; params?: { name?: string; uri?: string } }
  const name = params?.name ?? params?.uri
  const all = {
    'mcp-protocol-version': VERSION,
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(name === undefined ? {} : { 'mcp-name': name }),
    ...headers,
  }
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return server.post('/mcp', key, message, Object.fromEntries(sent))
}
