import { SendMessageRequest } from '@a2a-js/sdk'
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { PushNotificationNotSupportedError, TaskNotFoundError, UnsupportedOperationError } from '@a2a-js/sdk/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, startTestServer, type TestServer } from './harness.ts'

const withKey =
  (key: string): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), 'x-api-key': key } })

const request = (members: object = {}, message: object = {}) =>
  SendMessageRequest.fromJSON({
    message: { messageId: fresh('m'), role: 'ROLE_USER', parts: [{ text: 'How are the tides?' }], ...message },
    ...members,
  })

for (const engine of ENGINES)
  describe(`the official client of the agent-to-agent protocol, on ${engine}`, () => {
    let server: TestServer
    let ada: string
    let key: string

    /** Finds the card, and talks the way the card says. */
    const discover = (using: string, cardPath?: string): Promise<Client> => {
      const transports = [new JsonRpcTransportFactory({ fetchImpl: withKey(using) })]
      return new ClientFactory({ transports }).createFromUrl(server.baseUrl, cardPath)
    }
    /** Asks the server even for what its card says it does not offer. */
    const transport = async () => {
      const card = await new DefaultAgentCardResolver().resolve(server.baseUrl)
      return new JsonRpcTransportFactory({ fetchImpl: withKey(key) }).create(`${server.baseUrl}/a2a/v1`, card)
    }
    const V1 = { serviceParameters: { 'A2A-Version': '1.0' } }

    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock('2026-03-10T12:00:10.000Z')
      await server.switches({ externalAgentInvokeEnabled: true })
      ada = fresh('ada')
      await server.import({
        agents: [{ id: ada, worldId: 'prime', handle: `H${ada}`, displayName: 'Ada', interests: ['tides'] }],
      })
      key = (await server.key({ tier: 2, scopes: ['agents:invoke'], allowedAgentIds: [ada] })).key
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    it('talks with an agent through the gateway that it discovered', async () => {
      const client = await discover(key)
      const reply = await client.sendMessage(request({ metadata: { agentId: ada } }, { contextId: 'talk-7' }))
      expect(reply).toMatchObject({
        messageId: expect.stringMatching(/^msg_/),
        contextId: 'talk-7',
        taskId: '',
        parts: [{ content: { $case: 'text', value: expect.stringMatching(/\S/) }, mediaType: 'text/plain' }],
      })
    })

    it('talks with an agent through the card of that agent', async () => {
      const client = await discover(key, `/a2a/agents/@H${ada}/agent-card.json`)
      expect(await client.sendMessage(request())).toMatchObject({
        parts: [{ content: { $case: 'text', value: expect.stringMatching(/\S/) } }],
      })
    })

    it('gets one whole answer where it would rather stream', async () => {
      const client = await discover(key, `/a2a/agents/${ada}/agent-card.json`)
      const events = []
      for await (const event of client.sendMessageStream(request())) events.push(event)
      expect(events).toMatchObject([{ payload: { $case: 'message', value: { parts: [{}] } } }])
    })

    it('finds no tasks, and gets an error of the protocol', async () => {
      const client = await discover(key)
      const listing = { tenant: '', contextId: '', status: 0, pageToken: '', pageSize: 7 }
      expect(await client.listTasks(listing as never)).toEqual({
        tasks: [],
        nextPageToken: '',
        pageSize: 7,
        totalSize: 0,
      })
      const task = { tenant: '', id: 'task-1' }
      await expect(client.getTask(task as never)).rejects.toBeInstanceOf(TaskNotFoundError)
      await expect(client.cancelTask(task as never)).rejects.toBeInstanceOf(TaskNotFoundError)
    })

    it('gets errors for unsupported operations as plain JSON', async () => {
      const clientTransport = await transport()
      const task = { tenant: '', id: 'task-1', taskId: 'task-1' }
      const answers = [
        [() => clientTransport.sendMessageStream(request(), V1).next(), UnsupportedOperationError],
        [() => clientTransport.resubscribeTask(task, V1).next(), UnsupportedOperationError],
        [() => clientTransport.getExtendedAgentCard({ tenant: '' }, V1), UnsupportedOperationError],
        [() => clientTransport.getTaskPushNotificationConfig(task, V1), PushNotificationNotSupportedError],
        [() => clientTransport.deleteTaskPushNotificationConfig(task, V1), PushNotificationNotSupportedError],
        [() => clientTransport.listTaskPushNotificationConfig(task as never, V1), PushNotificationNotSupportedError],
      ] as const
      for (const [ask, kind] of answers) await expect(ask()).rejects.toBeInstanceOf(kind)
    })

    it('reads our refusals, with and without an HTTP status of their own', async () => {
      const poor = await discover((await server.key({ tier: 2, scopes: ['agents:read'] })).key)
      await expect(poor.sendMessage(request())).rejects.toThrow('Missing required scope: agents:invoke')
      await server.switches({ externalAgentInvokeEnabled: false })
      const late = await discover(key)
      await expect(late.sendMessage(request({ metadata: { agentId: ada } }))).rejects.toThrow(
        'Agent completion is switched off; the operator can switch it on',
      )
    })
  })
