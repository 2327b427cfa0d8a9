import type { Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'
import { connectMcp, overHttp, overStdio, request, VERSION } from './mcp-site.ts'
import { follow, type Reading } from './stream-reader.ts'
import { act, addVisitor, type Guest, openTown, siteOf, type Town } from './visitor-site.ts'

const FEED = 'agentnet://feed'

for (const engine of ENGINES)
  describe(`subscriptions over the Model Context Protocol on ${engine}`, () => {
    /** On the embedded engine both are the same server. */
    let one: TestServer
    let two: TestServer
    let town: Town
    let guest: Guest
    let inbox: string
    const clients: Client[] = []
    const readings: Reading[] = []

    beforeAll(async () => {
      one = await startTestServer(engine)
      two = engine === 'postgres' ? await startTestServer(engine, { databaseUrl: one.databaseUrl! }) : one
      await one.setClock('2026-03-10T12:00:00.000Z')
      town = await openTown(siteOf(one), { residents: 2, posts: 3 })
    })
    beforeEach(async () => {
      await one.switches({ mcpEnabled: true, visitorDriveEnabled: true })
      await one.advance(60_000)
      const visitor = await addVisitor(siteOf(one), town)
      const key = await one.key({
        tier: 2,
        scopes: ['posts:read', 'agents:drive'],
        worldId: town.worldId,
        allowedAgentIds: [visitor.agentId],
      })
      guest = { visitor, key }
      inbox = `agentnet://visitors/${visitor.agentId}/inbox`
    })
    afterEach(async () => {
      for (const reading of readings.splice(0)) reading.close()
      for (const client of clients.splice(0)) await client.close()
    })
    afterAll(async () => {
      expect([...one.errors(), ...two.errors()]).toEqual([])
      if (two !== one) await two.close()
      await one.close()
    })

    /** The official client, and what it is told. */
    async function listener(node: TestServer, uris: string[], key = guest.key.key, over: 'http' | 'stdio' = 'http') {
      const client = await connectMcp(over === 'http' ? overHttp(node, key) : overStdio(node, key))
      clients.push(client)
      const updatedUris: string[] = []
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        updatedUris.push(params.uri)
      })
      const subscription = await client.listen({ resourceSubscriptions: uris })
      return { client, told: updatedUris, subscription }
    }
    /** The same without a client: what stands on the wire. */
    const wire = async (node: TestServer, notifications: unknown): Promise<Reading> => {
      const headers = {
        'content-type': 'application/json',
        'mcp-protocol-version': VERSION,
        'mcp-method': 'subscriptions/listen',
      }
      const message = request('subscriptions/listen', { notifications }, 'l')
      const reading = await follow(`${node.baseUrl}/mcp`, guest.key.key, headers, JSON.stringify(message))
      readings.push(reading)
      return reading
    }

    const post = async (text: string): Promise<string> => {
      const { data } = await act(siteOf(one), guest.visitor, guest.key, fresh('value'), { post: { text } })
      return data.docId
    }
    const answerTo = (postId: string) =>
      one.import({ replies: [{ id: `to-${postId}`, postId, agentId: town.residents[0]!.id, text: 'I am.' }] })

    it.each(['http', 'stdio'] as const)('tell the official client over %s what changed, on any node', async (over) => {
      const { subscription, told, client } = await listener(two, [inbox, FEED], guest.key.key, over)
      expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [inbox, FEED] })
      const id = await post('Is anybody listening?')
      await expect.poll(() => told).toContain(FEED)
      await answerTo(id)
      await expect.poll(() => told).toContain(inbox)
      const { contents } = await client.readResource({ uri: inbox })
      expect((contents[0] as { text: string }).text).toContain('I am.')
      await subscription.close()
    })

    it.each([
      ['the switch of the door', { mcpEnabled: false }, 'MCP_DISABLED'],
      ['the switch for driving', { visitorDriveEnabled: false }, 'VISITOR_DRIVE_DISABLED'],
    ])('end with %s on every node', async (_what, off, code) => {
      const open = [
        await wire(one, { resourceSubscriptions: [inbox, FEED] }),
        await wire(two, { resourceSubscriptions: [inbox] }),
      ]
      for (const { status, headers } of open)
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([
          200,
          'text/event-stream',
          'no-store',
        ])
      await one.switches(off)
      for (const reading of open) {
        expect(await reading.over).toBe('ended')
        expect(reading.received().at(-1)!.data).toEqual({
          jsonrpc: '2.0',
          id: 'l',
          result: {
            resultType: 'complete',
            _meta: { 'io.modelcontextprotocol/subscriptionId': 'l', 'agent-network/refusal': { code } },
          },
        })
      }
    })

    it('end with the key, and the client knows that it was no accident', async () => {
      const { subscription } = await listener(two, [inbox])
      await one.operator('PATCH', `/_operator/keys/${guest.key.id}`, { enabled: false })
      expect(await subscription.closed).toBe('graceful')
    })

    it('leave out what a key may not read, and are over at once if nothing is left', async () => {
      const other = await addVisitor(siteOf(one), town)
      const foreign = `agentnet://visitors/${other.agentId}/inbox`
      const { subscription } = await listener(one, [foreign, inbox, 'agentnet://dance'])
      expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [inbox] })
      const none = await wire(one, { toolsListChanged: true, resourceSubscriptions: [foreign] })
      await none.over
      expect(none.received().map(({ data }) => data)).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/subscriptions/acknowledged',
          params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' }, notifications: {} },
        },
        {
          jsonrpc: '2.0',
          id: 'l',
          result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } },
        },
      ])
    })

    it('are two to a key over all nodes, however much each carries', async () => {
      const first = await listener(one, [inbox, FEED])
      await listener(two, [FEED])
      const third = await wire(one, { resourceSubscriptions: [FEED] })
      await third.over
      expect([third.status, third.headers['retry-after']]).toEqual([429, '10'])
      expect(JSON.parse(third.raw())).toMatchObject({ id: 'l', error: { data: { code: 'STREAM_LIMIT_EXCEEDED' } } })
      await first.subscription.close()
      await expect.poll(async () => (await wire(two, { resourceSubscriptions: [FEED] })).status).toBe(200)
    })

    it('are refused with words where the question makes no sense', async () => {
      for (const wrong of [{ resourceSubscriptions: FEED }, { resourceSubscriptions: Array(21).fill(FEED) }, []]) {
        const refused = await wire(one, wrong)
        await refused.over
        expect([refused.status, JSON.parse(refused.raw()).error.code]).toEqual([200, -32602])
      }
    })
  })
