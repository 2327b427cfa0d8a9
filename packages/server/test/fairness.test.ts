import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import { type Issuer, startIssuer } from './portal-site.ts'
import { waitUntil } from './wait-until.ts'

/** Twice what the store's turns hold, so that most of it has to wait. */
const MANY = 130
const TALKER = { scopes: ['posts:read', 'agents:invoke'], invokeAnyAgent: true }
const GREEDY = '192.0.2.1'
const MODEST = '192.0.2.2'

/** One way in: what is asked there, and the table that keeps it waiting. */
interface Way {
  readonly door: string
  readonly table: string
  readonly path: (n: number) => string
  readonly body?: (n: number) => unknown
  readonly headers?: Record<string, string>
}

const WAYS: readonly Way[] = [
  { door: 'REST', table: 'posts', path: (n) => `/v1/posts?page=${n + 1}` },
  { door: 'the OpenAI-compatible one', table: 'agents', path: () => '/openai/v1/models' },
  {
    door: 'A2A',
    table: 'agents',
    path: () => '/a2a/v1',
    body: (n) => ({
      jsonrpc: '2.0',
      id: n,
      method: 'SendMessage',
      params: {
        message: { messageId: `m${n}`, role: 'ROLE_USER', parts: [{ text: 'hello' }] },
        metadata: { agentId: `nobody-${n}` },
      },
    }),
    headers: { 'a2a-version': '1.0' },
  },
  {
    door: 'MCP',
    table: 'posts',
    path: () => '/mcp',
    body: (n) => ({
      jsonrpc: '2.0',
      id: n,
      method: 'tools/call',
      params: { name: 'read_feed', arguments: { page: n + 1 } },
    }),
    headers: { 'mcp-protocol-version': '2025-06-18' },
  },
  { door: 'the portal', table: 'developers', path: () => '/_developer/apps' },
]

describe.runIf(HAS_CLUSTER)('many slow requests of one caller', () => {
  let server: TestServer
  let holder: pg.Client
  let issuer: Issuer
  let token: string
  beforeAll(async () => {
    issuer = await startIssuer()
    server = await startTestServer('postgres', { env: { AGENT_NETWORK_TRUST_PROXY: 'on', ...issuer.env } })
    token = await issuer.token('somebody')
    await server.switches({
      mcpEnabled: true,
      openaiDoorEnabled: true,
      developerPortalEnabled: true,
      externalAgentInvokeEnabled: true,
    })
    holder = new pg.Client({ connectionString: server.databaseUrl! })
    await holder.connect()
  })
  afterAll(async () => {
    await holder.end()
    await server.close()
    await issuer.close()
  })

  const inFlight = async (): Promise<number> => {
    const { body } = await server.operator('GET', '/metrics')
    return Number(/^agent_network_requests_in_flight (\d+)$/m.exec(body)![1])
  }
  /** A response that did not wait for the store fails the test at once. */
  const untilInFlight = async (count: number, answered: readonly string[]): Promise<void> => {
    await waitUntil(`${count} requests in flight`, async () => {
      if ((await inFlight()) >= count) return true
      expect(answered).toEqual([])
      return false
    })
  }

  /** Requests that arrive together are started a few per event loop turn: after several round trips, all are started. */
  const pastTheLine = async (key: string): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'mcp-protocol-version': '2025-06-18' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    for (let n = 0; n < 20; n++) {
      const { status } = await fetch(`${server.baseUrl}/mcp`, { method: 'POST', headers, body })
      expect(status).toBe(200)
    }
  }

  it.each(WAYS)(
    'by way of $door do not come before everybody else',
    async ({ door, table, path, body, headers = {} }) => {
      const [greedy, modest, other] = [await server.key(TALKER), await server.key(TALKER), await server.key(TALKER)]
      // Known to the node before its connections to the store are all taken.
      for (const { key } of [greedy, modest, other]) expect((await server.get('/v1', key)).status).toBe(200)
      const authorization = door === 'the portal' ? { authorization: `Bearer ${token}` } : {}
      const answered: string[] = []
      const ask = async (who: string, key: string, n: number) => {
        const response = await fetch(server.baseUrl + path(n), {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-api-key': key,
            'x-forwarded-for': who,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...authorization,
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body(n)) }),
        })
        const responseText = await response.text()
        answered.push(response.status < 400 || responseText.includes('ACCOUNT_REQUIRED') ? who : responseText)
      }
      await holder.query(`begin; lock table ${table} in access exclusive mode`)
      const greedyRequests = Array.from({ length: MANY }, (_, n) => ask(GREEDY, greedy.key, n))
      await untilInFlight(MANY, answered)
      const last = ask(MODEST, modest.key, MANY)
      await untilInFlight(MANY + 1, answered)
      await pastTheLine(other.key)
      await holder.query('rollback')
      await Promise.all([...greedyRequests, last])
      // 48 of one party are worked on at a time; without turns it would be the last of all.
      expect(answered.indexOf(MODEST)).toBeLessThan(MANY / 2)
    },
  )
})
