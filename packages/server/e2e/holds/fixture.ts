// Fixture of the event-loop tests: measures how long one request blocks the event loop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import { launch } from '../../test/planted.ts'
import { tempFolder } from '../../test/processes.ts'
import { CATALOGUE, PARSED, READ_AS_JSON, sendTo, type Target } from './catalogue.ts'

const WATCH = fileURLToPath(new URL('./loop-watch.mjs', import.meta.url))
const BARE = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))

/** Section 9 of what is asked of every request: nobody holds the event loop for longer, in milliseconds. */
export const HOLD_MAX_MS = 20
/** A first request compiles code and warms caches; what holds every time is a fault of the request. */
const TRIES = 4
/** Measurements of a request that seems too long: beside other work, a garbage collection can fall into each of a few. */
const LONG_TRIES = 12
const REQUESTS_PER_KEY = 200
/** Residents whose names a question is compared with. */
const NEIGHBOURS = 100
const GIVEN_NAMES = 'Odile Nan Hannes Teo Bruna Wick Mirrin Casimir Lotte Ciro'.split(' ')
const FAMILY_NAMES = 'Barm Tolliver Rusk Lasko Halyard Fennel Tack Roque Ferrule Vole'.split(' ')
/** Methods with which no route of ours reads a body. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'OPTIONS'])
const REQUESTS_PER_MINUTE = 25

export interface Hold {
  readonly request: string
  readonly route: string
  readonly caller: 'nobody' | 'a key'
  readonly ms: number
  /** Time that a server without work needs for the same bytes; 0 where node's parser is not involved. */
  readonly bareMs: number
}

export const isTooLong = ({ ms, bareMs }: Hold): boolean => ms > HOLD_MAX_MS && ms - bareMs > HOLD_MAX_MS / 2

const OPEN = {
  externalAgentInvokeEnabled: true,
  visitorDriveEnabled: true,
  visitorJournalEnabled: true,
  visitorStandingDigestEnabled: true,
  visitorObserveEnabled: true,
  developerPortalEnabled: true,
  developerSignupsEnabled: true,
  visitorSelfServeEnabled: true,
  mcpEnabled: true,
  mcpOAuthEnabled: true,
  openaiDoorEnabled: true,
}

/** Requests that are in neither the table of routes nor that of the portal. */
const OTHERS: readonly string[] = [
  'POST /a2a/v1',
  'POST /a2a/v1/agents/holder',
  'GET /a2a/agents/holder/agent-card.json',
  'GET /.well-known/agent-card.json',
  'POST /oidc/token',
  'GET /oidc/jwks',
  'GET /.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server',
  'GET /oauth/authorize',
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST /oauth/register',
  'POST /mcp',
  'GET /openai/v1/models',
  'POST /openai/v1/chat/completions',
  'POST /openai/v1/responses',
  'POST /_developer/identity/sign-up',
  'POST /_developer/identity/verify',
  'POST /_developer/identity/sign-in',
  'POST /_developer/identity/forgot',
  'POST /_developer/identity/reset',
  'POST /_developer/session',
  'GET /_developer/session',
  'POST /city/watch',
  'GET /city/',
  'POST /join/abc',
  'GET /join/abc',
  'GET /',
  'GET /docs/',
  'GET /docs/reference',
  'GET /openapi.json',
  'GET /packages/',
  'GET /packages/client.tgz',
  'GET /skill.md',
  'GET /llms.txt',
  'GET /developer/',
  'GET /people',
  'GET /network',
  'GET /search',
  'GET /healthz',
  'GET /nothing/here',
  'OPTIONS /v1/agents',
]

export interface HoldFixture {
  /** Walks the targets whose name the pattern fits with the requests of the catalogue whose name fits. */
  walk(only?: { readonly routes?: RegExp; readonly requests?: RegExp }): Promise<readonly Hold[]>
  /** Asks a resident each of these questions, by name. */
  ask(questions: Readonly<Record<string, string>>): Promise<readonly Hold[]>
  /** Many connections with pipelined requests that are reset together: the shortest of our holds, the longest of bare node. */
  reset(connections: number, requests: number): Promise<Pick<Hold, 'ms' | 'bareMs'>>
  /** The longest hold during the first interview of all residents of a world file, in milliseconds, and the answers. */
  interview(worldFile: {
    readonly worlds: readonly { readonly id: string }[]
  }): Promise<{ ms: number; answers: number }>
  stop(): Promise<void>
}

async function askWatch(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write('x'))
    socket.once('error', reject)
    socket.once('data', (reading) => {
      socket.destroy()
      resolve(Number(reading))
    })
  })
}

/** Opens connections, sends pipelined requests on each without reading, and resets all of them in one turn. */
async function resetTogether(port: number, connections: number, requests: number): Promise<void> {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').pause())
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write('GET /v1/agents HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
  await probe(port)
  for (const socket of sockets) socket.resetAndDestroy()
  await probe(port)
}

/** Resolves when the server has answered, which it does after all that came before. */
async function probe(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
}

/** A server of node alone, watched in the same way. */
async function startBare(folder: string): Promise<{ port: number; watch: string; stop(): void }> {
  const watch = join(folder, 'bare-watch')
  const child = spawn(process.execPath, ['--import', WATCH, BARE], {
    env: { LOOP_WATCH: watch },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { port: Number(port), watch, stop: () => child.kill('SIGKILL') }
}

export async function openHoldFixture(main?: string): Promise<HoldFixture> {
  const data = tempFolder()
  const watch = join(data, 'watch')
  const node = await launch({
    main,
    flags: [`--data=${join(data, 'data')}`, '--test-clock'],
    env: { NODE_OPTIONS: `--import ${WATCH}`, LOOP_WATCH: watch, AGENT_NETWORK_CHECKS: 'off' },
  })
  const operate = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await node.operator(method, `/_operator${path}`, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const worldId = 'holds'
  await operate('PATCH', '/config', {
    ...OPEN,
    visitorJournalCanaryWorldIds: [worldId],
    visitorObserveCanaryWorldIds: [worldId],
  })
  await operate('POST', '/worlds', { id: worldId })
  const ids = { agent: 'agt_holder', topic: 'top_holder', post: 'pst_holder' }
  const { agentId } = await operate('POST', '/visitors', { worldId, slug: 'guest' })
  await operate('POST', '/import', {
    topics: [{ id: ids.topic, worldId, name: 'tides' }],
    agents: [
      { id: ids.agent, worldId, kind: 'resident', handle: 'holder', displayName: 'Hilda Marrow' },
      ...Array.from({ length: NEIGHBOURS }, (_, n) => ({
        id: `agt_neighbour_${n}`,
        worldId,
        kind: 'resident',
        handle: `neighbour${n}`,
        displayName: `${GIVEN_NAMES[n % GIVEN_NAMES.length]} ${FAMILY_NAMES[Math.floor(n / GIVEN_NAMES.length)]}`,
      })),
    ],
    posts: [
      { id: ids.post, agentId: ids.agent, topicId: ids.topic, text: 'The tide is out' },
      ...Array.from({ length: 200 }, (_, n) => ({ agentId: ids.agent, topicId: ids.topic, text: `tide ${n} é a` })),
    ],
  })
  const newKey = async (): Promise<string> =>
    (
      await operate('POST', '/keys', {
        tier: 3,
        rateLimitPerMinute: 600,
        createdAt: '2020-01-01T00:00:00.000Z',
        scopes:
          'agents:read posts:read trending:read search:read topics:read intelligence:read network:read agents:invoke agents:drive'.split(
            ' ',
          ),
        worldId,
        allowedAgentIds: [agentId],
        invokeAnyAgent: true,
      })
    ).key
  const pathOf = ({ path }: Route): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'agentId'
        ? agentId
        : path.includes('/posts/')
          ? ids.post
          : path.includes('/topics/')
            ? ids.topic
            : ids.agent,
    )
  const routes = [
    ...([...Object.values(ROUTES), ...Object.values(PORTAL_ROUTES)] as Route[]).map(
      (route) => `${route.method} ${pathOf(route)}`,
    ),
    ...OTHERS,
  ]
  const port = Number(new URL(node.baseUrl).port)
  const bare = await startBare(data)
  let key = await newKey()
  let sent = 0

  async function measureHold(request: string, target: Target): Promise<number> {
    sent += 1
    if (sent % REQUESTS_PER_MINUTE === 0) await operate('PUT', '/clock', { advanceMs: 61_000 })
    if (sent % REQUESTS_PER_KEY === 0) key = await newKey()
    return holdOf(CATALOGUE[request]!(target))
  }

  async function holdOf(bytes: Buffer): Promise<number> {
    await askWatch(watch)
    await sendTo(port, bytes)
    return askWatch(watch)
  }

  async function holdOfQuestion(input: string): Promise<number> {
    sent += 1
    if (sent % REQUESTS_PER_MINUTE === 0) await operate('PUT', '/clock', { advanceMs: 61_000 })
    if (sent % REQUESTS_PER_KEY === 0) key = await newKey()
    const body = Buffer.from(JSON.stringify({ input }))
    const lines = [
      `POST /v1/agents/${ids.agent}/complete HTTP/1.1`,
      'Host: holds.test',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]
    return holdOf(Buffer.concat([Buffer.from([...lines, '', ''].join('\r\n')), body]))
  }

  async function bareHold(request: string, target: Target): Promise<number> {
    if (!PARSED.includes(request)) return 0
    let ms = 0
    for (let tries = 0; tries < TRIES; tries += 1) {
      await askWatch(bare.watch)
      await sendTo(bare.port, CATALOGUE[request]!(target))
      ms = Math.max(ms, await askWatch(bare.watch))
    }
    return ms
  }

  async function least(request: string, target: () => Target): Promise<Pick<Hold, 'ms' | 'bareMs'>> {
    let ms = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < LONG_TRIES && ms > HOLD_MAX_MS; tries += 1)
      ms = Math.min(ms, await measureHold(request, target()))
    return { ms, bareMs: ms > HOLD_MAX_MS ? await bareHold(request, target()) : 0 }
  }

  return {
    async walk({ routes: route = /./, requests = /./ } = {}) {
      const holds: Hold[] = []
      for (const request of Object.keys(CATALOGUE).filter((name) => requests.test(name)))
        for (const name of routes.filter((candidate) => route.test(candidate)))
          for (const caller of ['nobody', 'a key'] as const) {
            const [method = '', path = ''] = name.split(' ')
            if (BODILESS.has(method) && READ_AS_JSON.includes(request)) continue
            const target = (): Target => ({
              method,
              path,
              headers:
                caller === 'nobody' ? [] : [`X-API-Key: ${key}`, `Idempotency-Key: hold-${sent}`, 'A2A-Version: 1.0'],
            })
            holds.push({ request, route: name, caller, ...(await least(request, target)) })
          }
      return holds
    },
    async ask(questions) {
      const route = 'POST /v1/agents/{id}/complete'
      const holds: Hold[] = []
      for (const [request, input] of Object.entries(questions)) {
        let ms = Number.POSITIVE_INFINITY
        for (let tries = 0; tries < LONG_TRIES && ms > HOLD_MAX_MS; tries += 1)
          ms = Math.min(ms, await holdOfQuestion(input))
        holds.push({ request, route, caller: 'a key', ms, bareMs: 0 })
      }
      return holds
    },
    async reset(connections, requests) {
      const longestHold = async (place: { port: number; watch: string }): Promise<number> => {
        await askWatch(place.watch)
        await resetTogether(place.port, connections, requests)
        // The reading itself waits for a turn after the last reset.
        const first = await askWatch(place.watch)
        return Math.max(first, await askWatch(place.watch))
      }
      const [ours, bares]: [number[], number[]] = [[], []]
      for (let tries = 0; tries < TRIES; tries += 1) {
        ours.push(await longestHold({ port, watch }))
        bares.push(await longestHold(bare))
      }
      return { ms: Math.min(...ours), bareMs: Math.max(...bares) }
    },
    async interview(worldFile) {
      await operate('POST', '/import', worldFile)
      const path = `/_operator/worlds/${worldFile.worlds[0]!.id}/interviews`
      const questions = ['Who are your friends?', 'How content are you these days?', 'What did you do yesterday?']
      const plan = { agentIds: 'all', questions: questions.map((text, n) => ({ id: `q${n}`, text, answer: 'text' })) }
      // Refused, so that the code of the route is compiled and no resident is asked.
      await node.operator('POST', path, { agentIds: [] })
      await askWatch(watch)
      const response = await node.operator('POST', path, plan)
      const lines = (await response.text()).trimEnd().split('\n')
      return { ms: await askWatch(watch), answers: lines.filter((line) => JSON.parse(line).text !== '').length }
    },
    async stop() {
      bare.stop()
      await node.stop('SIGKILL')
    },
  }
}
