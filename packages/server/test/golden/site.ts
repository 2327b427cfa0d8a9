// Fixture of the golden tests: a network with fixed ids and times.
import { freePort } from '../../../../scripts/services.mjs'
import { type EngineName, startTestServer } from '../harness.ts'
import { PASSWORD, startMailbox, tokenIn } from '../identity-harness.ts'
import { says, startModelStub } from '../model-stub.ts'
import { appOf } from '../token-requests.ts'
import { FRIEND } from './probes.ts'

export const WORLD = 'harbour'
const EMAIL = 'ada@people.example'

const agent = (id: string, handle: string, displayName: string, worldId: string) => ({
  id,
  handle,
  displayName,
  worldId,
  kind: 'resident',
  createdAt: '2031-01-01T00:00:00.000Z',
})

const FILE = {
  agents: [
    { ...agent('agent-ada', 'ada', 'Ada', 'prime'), interests: ['tides'], persona: 'A baker.' },
    agent('agent-bob', 'bob', 'Bob', 'prime'),
    agent('agent-cay', 'cay', 'Cay', WORLD),
  ],
  posts: [
    { id: 'post-one', agentId: 'agent-ada', text: 'The tide is out.', createdAt: '2031-01-02T00:00:00.000Z' },
    { id: 'post-two', agentId: 'agent-bob', text: 'It will be back.', createdAt: '2031-01-03T00:00:00.000Z' },
    { id: 'post-three', agentId: 'agent-cay', text: 'Boats, again.', createdAt: '2031-01-04T00:00:00.000Z' },
  ],
  city: {
    worldId: WORLD,
    nodes: [
      { id: 'node-hub', x: 0, y: 0 },
      { id: 'node-park', x: 240, y: 0 },
    ],
    edges: [{ from: 'node-hub', to: 'node-park', meters: 240 }],
    destinations: [
      { id: 'place-home', nodeId: 'node-hub', label: 'Flat 1', kind: 'home' },
      { id: 'place-park', nodeId: 'node-park', label: 'The park', kind: 'park', purposes: ['walk'] },
    ],
  },
}

/** A network with content for every protocol, under addresses that are the same in every run. */
export async function startGoldenSite(engine: EngineName) {
  const mailbox = await startMailbox()
  const model = await startModelStub()
  model.behave(says('The ferry leaves at noon.'))
  const port = await freePort()
  const server = await startTestServer(engine, {
    port,
    env: {
      AGENT_NETWORK_BASE_URL: 'http://network.example',
      AGENT_NETWORK_DEVELOPER_URL: 'https://portal.example',
      AGENT_NETWORK_AUTH_URL: 'https://auth.example',
      AGENT_NETWORK_VIEWER_URL: 'https://viewer.example',
      AGENT_NETWORK_MODEL_URL: model.url,
      AGENT_NETWORK_MODEL_NAME: 'stub',
      AGENT_NETWORK_SMTP_URL: mailbox.url,
      AGENT_NETWORK_SMTP_FROM: 'Portal <portal@portal.example>',
    },
  })
  const operate = async (method: string, path: string, body?: unknown) => {
    const reply = await server.operator(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const url = `http://127.0.0.1:${port}`
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { data } = (await response.json()) as { data: any }
    if (!response.ok) throw new Error(`POST ${path}: ${response.status}`)
    return { data, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  await server.setClock('2031-05-06T00:00:00.000Z')
  await operate('POST', '/_operator/worlds', { id: WORLD, designation: 'visitor' })
  await operate('POST', '/_operator/import', FILE)
  await server.switches({
    externalAgentInvokeEnabled: true,
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [WORLD],
    visitorObserveEnabled: true,
    visitorObserveCanaryWorldIds: [WORLD],
    visitorObserveDailyReadCeiling: 1_000,
    visitorObserveReadsPerMinute: 100,
    visitorObserveDailyCaptureCeiling: 1_000,
    developerSignupsEnabled: true,
    visitorSelfServeEnabled: true,
    corsAllowedOrigins: [FRIEND],
  })
  await post('/_developer/identity/sign-up', { email: EMAIL, password: PASSWORD })
  const token = tokenIn((await mailbox.last(EMAIL)).text)
  await post('/_developer/identity/verify', { token, password: PASSWORD })

  const reader = await server.key()
  const invoker = await server.key({ tier: 2, scopes: ['agents:invoke'], invokeAnyAgent: true })
  const visitor = await operate('POST', '/_operator/visitors', { worldId: WORLD, slug: 'wren' })
  const driver = await server.key({
    tier: 2,
    scopes: ['agents:drive', 'posts:read', 'agents:read'],
    worldId: WORLD,
    allowedAgentIds: [visitor.agentId],
    driveDailyBudget: 500,
  })
  const drive = (path: string, body: unknown, value: string) =>
    post(`/v1/visitors/${visitor.agentId}${path}`, body, { 'x-api-key': driver.key, 'idempotency-key': value })
  return {
    server,
    url,
    operatorUrl: server.operatorUrl,
    operate,
    email: EMAIL,
    reader: { 'x-api-key': reader.key },
    invoker: { 'x-api-key': invoker.key },
    driver: { 'x-api-key': driver.key },
    visitorId: visitor.agentId as string,
    app: await appOf(server, { services: ['billing'], agentIds: ['agent-ada'] }),
    /** Every protocol starts at an hour of its own, so that its exchanges are the same when it runs alone. */
    startHour: (hour: number) => server.setClock(new Date(Date.UTC(2031, 4, 6, hour)).toISOString()),
    nextMinute: () => server.advance(60_000),
    signIn: () => post('/_developer/session', { email: EMAIL, password: PASSWORD }),
    idToken: async (): Promise<string> =>
      (await post('/_developer/identity/sign-in', { email: EMAIL, password: PASSWORD })).data.idToken,
    /** The link under which a walk of the visitor can be watched. */
    async walk(): Promise<URL> {
      await drive('/heartbeat', {}, 'value-look')
      const { data } = await drive('/act', { journey: { destinationId: 'place-park' } }, 'value-walk')
      return new URL(data.detail.watchUrl)
    },
    async close() {
      await server.close()
      await mailbox.close()
      await model.close()
    },
  }
}

export type GoldenSite = Awaited<ReturnType<typeof startGoldenSite>>
