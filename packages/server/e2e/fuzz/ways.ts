// Catalogue of every route and protocol entry point that the fuzz test calls.
import { OPERATOR_ROUTES, PORTAL_ROUTES, ROUTES, type Route, STREAM_ROUTES } from '@agent-network/contract'
import type { BodyPlan } from './bodies.ts'

/** In whose form a refusal has to be. */
export type Envelope = 'ours' | 'json-rpc' | 'oauth' | 'openai' | 'page'
export type Listener = 'main' | 'operator' | 'metrics'
/** Whose credentials fit. */
type Caller = 'key' | 'driver' | 'owner' | 'operator' | 'nobody'

/** One way in, made from the contract where the contract knows it. */
export interface Way {
  readonly name: string
  readonly listener: Listener
  readonly method: string
  readonly path: string
  readonly envelope: Envelope
  readonly caller: Caller
  readonly body: BodyPlan
  readonly headers: readonly string[]
  readonly query: readonly string[]
  /** Requests that would break all later ones if they were served. */
  readonly spare?: 'ids' | 'body' | 'method' | 'caller'
  /** Costs many times as much as others: a password is hashed, a picture drawn, everything is written out. */
  readonly isDear?: true
}

const JSON_BODY = 'Content-Type: application/json'

const SPARED: Readonly<Record<string, Way['spare']>> = {
  deleteAccount: 'caller',
  deleteApiKey: 'ids',
  releaseVisitor: 'ids',
  changeConfig: 'body',
  moveClock: 'body',
  rotateSigningKey: 'method',
}
/** Served with all there is in a world, a document or a process. */
const DEAR: ReadonlySet<string> = new Set([
  'exportWorld',
  'getMetrics',
  'getOpenApi',
  'getActivity',
  'listErrors',
  'listRequests',
  'previewTerm',
])
const sparedOf = ({ name, method, path }: Route, listener: Listener): Way['spare'] =>
  SPARED[name] ?? (listener === 'operator' && method !== 'GET' && path.includes('{') ? 'ids' : undefined)

function ofRoute(route: Route, listener: Listener): Way {
  const { name, method, path, body, query } = route
  const spare = sparedOf(route, listener)
  const caller = listener === 'operator' ? 'operator' : path.startsWith('/_developer') ? 'owner' : 'key'
  return {
    name: `${listener} ${name} ${method}`,
    listener,
    method,
    path,
    envelope: path === '/metrics' ? 'page' : 'ours',
    caller: path.startsWith('/v1/visitors') ? 'driver' : caller,
    body: body === null || body === undefined ? null : { schema: body },
    headers: [JSON_BODY],
    query: Object.keys(query ?? {}),
    ...(spare === undefined ? {} : { spare }),
    ...(DEAR.has(name) ? { isDear: true as const } : {}),
  }
}

const FROM_CONTRACT: readonly Way[] = [
  ...([...Object.values(ROUTES), ...Object.values(STREAM_ROUTES), ...Object.values(PORTAL_ROUTES)] as Route[]).map(
    (route) => ofRoute(route, 'main'),
  ),
  ...(Object.values(OPERATOR_ROUTES) as Route[]).map((route) => ofRoute(route, 'operator')),
]

type WayOptions = Partial<Omit<Way, 'name' | 'method' | 'path'>>

const way = (request: string, options: WayOptions = {}): Way => {
  const [method = '', path = ''] = request.split(' ')
  const { listener = 'main', envelope = 'page', caller = 'nobody', body = null, headers = [JSON_BODY] } = options
  return {
    name: `${listener} ${request}`,
    query: [],
    ...options,
    listener,
    method,
    path,
    envelope,
    caller,
    body,
    headers,
  }
}

const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] }
const A2A: BodyPlan = {
  samples: [
    rpc('SendMessage', { message }),
    rpc('SendStreamingMessage', { message: { ...message, contextId: 'c', metadata: { agentId: 'agt_fuzz' } } }),
    rpc('GetTask', { id: 't' }),
    rpc('ListTasks', {}),
    rpc('CancelTask', { id: 't' }),
    [rpc('ListTasks')],
  ],
}
const tool = (name: string, args: object) => rpc('tools/call', { name, arguments: args })
const MCP: BodyPlan = {
  samples: [
    rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'f', version: '1' } }),
    rpc('tools/list'),
    rpc('prompts/list'),
    rpc('prompts/get', { name: 'live_one_turn', arguments: {} }),
    rpc('resources/list'),
    rpc('resources/read', { uri: 'agentnet://feed' }),
    rpc('ping'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    tool('read_feed', { page: 1, topic: 'top_fuzz' }),
    tool('search', { q: 'harbour', type: 'posts' }),
    tool('read_thread', { postId: 'post_fuzz' }),
    tool('read_agent', { agent: 'agt_fuzz' }),
    tool('read_network', { part: 'graph' }),
    tool('ask_agent', { agent: 'agt_fuzz', text: 'Hello', idempotencyKey: 'k' }),
    tool('look', {}),
    tool('post', { text: 'Low tide' }),
    tool('reply', { postId: 'post_fuzz', text: 'Aye' }),
    tool('go', { destinationId: 'x' }),
    tool('history', {}),
  ],
}
const CHAT: BodyPlan = {
  samples: [
    { model: 'agt_fuzz', messages: [{ role: 'user', content: 'Hello' }] },
    {
      model: '@fuzz',
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'y' },
      ],
      n: 1,
      stream: true,
    },
    { model: 'fuzz', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }], max_tokens: 5 },
  ],
}
const RESPONSES: BodyPlan = {
  samples: [
    { model: 'agt_fuzz', input: 'Hello', instructions: 'x', metadata: { a: 'b' } },
    {
      model: '@fuzz',
      input: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'y' }] },
      ],
      stream: true,
      max_output_tokens: 5,
    },
    { model: 'fuzz', input: [{ role: 'user', content: 'Hello' }], truncation: 'disabled', tools: [] },
  ],
}
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const TOKENS: BodyPlan = {
  texts: [
    'grant_type=client_credentials&client_id=app_x&client_secret=y',
    'grant_type=client_credentials&grant_type=password',
    'grant_type=password&username=a&password=b',
    'grant_type=client_credentials&scope=agents%3Ainvoke',
    'grant_type=%ff&client_id=%00',
    '&&&===',
    `client_id=${'x'.repeat(5_000)}`,
  ],
}

const identity = (request: string, body: BodyPlan = null, dear: WayOptions = {}): Way => {
  const [method = '', name = ''] = request.split(' ')
  return way(`${method} /_developer/identity/${name}`, { envelope: 'ours', body, ...dear })
}
const credentials = { email: 'somebody@example.org', password: 'correct horse battery' }
const signed: WayOptions = { caller: 'owner' }
const operated: WayOptions = { listener: 'operator', caller: 'operator' }

/** Doors whose paths are no routes of the contract. */
const NON_CONTRACT_WAYS: readonly Way[] = [
  ...['POST /a2a/v1', 'POST /a2a/v1/agents/{id}'].map((request) =>
    way(request, { envelope: 'json-rpc', caller: 'key', body: A2A, headers: [JSON_BODY, 'A2A-Version: 1.0'] }),
  ),
  way('GET /a2a/agents/{id}/agent-card.json'),
  way('GET /a2a/{id}'),
  ...['2025-06-18', '2025-11-25', '2026-07-28'].map((version) => ({
    ...way('POST /mcp', {
      envelope: 'json-rpc',
      caller: version === '2025-11-25' ? 'driver' : 'key',
      body: MCP,
      headers: [JSON_BODY, `MCP-Protocol-Version: ${version}`],
    }),
    name: `main POST /mcp ${version}`,
  })),
  way('GET /mcp', { envelope: 'json-rpc' }),
  way('POST /openai/v1/chat/completions', { envelope: 'openai', caller: 'key', body: CHAT }),
  way('POST /openai/v1/responses', { envelope: 'openai', caller: 'key', body: RESPONSES }),
  way('GET /openai/v1/models', { envelope: 'openai', caller: 'key' }),
  way('GET /openai/v1/models/{id}', { envelope: 'openai', caller: 'key' }),
  way('POST /oidc/token', { envelope: 'oauth', body: TOKENS, headers: [FORM] }),
  way('GET /oidc/{id}', { envelope: 'oauth' }),
  way('GET /.well-known/openid-configuration', { envelope: 'oauth' }),
  way('GET /.well-known/oauth-protected-resource/mcp', { envelope: 'oauth' }),
  way('GET /.well-known/oauth-authorization-server', { envelope: 'oauth' }),
  way('GET /oauth/authorize', { envelope: 'oauth' }),
  way('POST /oauth/token', { envelope: 'oauth', body: TOKENS, headers: [FORM] }),
  way('POST /oauth/revoke', { envelope: 'oauth', body: TOKENS, headers: [FORM] }),
  way('POST /oauth/register', { envelope: 'oauth', body: { samples: [{ redirect_uris: ['https://a.example/'] }] } }),
  identity('POST sign-up', { samples: [credentials] }, { isDear: true }),
  identity('POST sign-in', { samples: [{ ...credentials, code: '123456' }] }, { isDear: true }),
  identity('POST verify', { samples: [{ token: 'x', password: credentials.password }] }, { isDear: true }),
  identity('POST forgot', { samples: [{ email: credentials.email }] }),
  identity('POST reset', { samples: [{ token: 'x', password: credentials.password }] }),
  identity('GET second-factor', null, signed),
  identity('POST second-factor', { samples: [{ password: 'not the password' }] }, { ...signed, isDear: true }),
  identity('POST second-factor/confirm', { samples: [{ code: '123456' }] }, signed),
  identity('POST second-factor/remove', { samples: [{ code: '123456' }] }, signed),
  identity('GET jwks'),
  identity('GET {id}'),
  way('POST /_developer/session', { envelope: 'ours', body: { samples: [{ idToken: 'a.b.c' }] } }),
  way('POST /_developer/session/oidc', { envelope: 'ours', body: { samples: [{ code: 'c', state: 's' }] } }),
  way('GET /_developer/session', { envelope: 'ours' }),
  way('DELETE /_developer/session', { envelope: 'ours' }),
  way('GET /_developer/sessions', { envelope: 'ours', ...signed }),
  way('DELETE /_developer/sessions/{id}', { envelope: 'ours', ...signed }),
  way('GET /_developer/apps/{appId}/visitors/{agentId}/stream', { envelope: 'ours', ...signed }),
  way('GET /_developer/{id}', { envelope: 'ours', ...signed }),
  way('GET /join/{id}'),
  // Browsers get a page.
  way('POST /join/{id}'),
  way('POST /city/watch', { envelope: 'ours', body: { samples: [{ journey: 'j', token: 't' }] } }),
  ...[
    ...['/', '/live', '/city', '/city/', '/city.json', '/city-map.json', '/people', '/network', '/about', '/search'],
    ...['/posts/{id}', '/posts/{id}.md', '/topics', '/topics/{id}', '/ideas', '/ideas/{id}', '/challenges'],
    ...['/challenges/{id}', '/games', '/games/{id}', '/games/{id}.pgn', '/days', '/days/{id}', '/days/{id}.md'],
    ...['/@{id}', '/@{id}/feed.xml', '/feed.xml', '/feed.json', '/sitemap.xml', '/w/{id}', '/w/{id}/posts/{id}'],
    ...['/docs', '/docs/', '/docs/{id}', '/docs/errors/{id}', '/docs/search', '/developer/'],
    ...['/developer/{id}', '/assets/{id}', '/{id}', '/healthz', '/readyz', '/packages', '/packages/'],
    ...[
      '/packages/client.tgz',
      '/packages/mcp.tgz',
      '/packages/client.js',
      '/packages/agent_network.py',
      '/packages/{id}',
    ],
    ...['/skill.md', '/skill.json', '/heartbeat.md', '/llms.txt', '/robots.txt', '/favicon.ico', '/mcp/server-card'],
    ...['/.well-known/{id}', '/.well-known/security.txt', '/.well-known/ai-catalog.json'],
    ...['/.well-known/agent-card.json'],
    ...['/.well-known/agent-skills/index.json', '/.well-known/agent-skills/agent-network/SKILL.md'],
  ].map((path) => way(`GET ${path}`, { query: ['q', 'page', 'before', 'journey', 't', 'of', 'game'] })),
  ...[
    '/openapi.json',
    '/asyncapi.json',
    '/docs/reference',
    '/posts/{id}/card.png',
    '/@{id}/card.png',
    '/days/{id}/card.png',
  ].map((path) => way(`GET ${path}`, { isDear: true })),
  ...['GET /', 'GET /console', 'GET /console/session', 'DELETE /console/session', 'GET /console/live'].map((request) =>
    way(request, operated),
  ),
  way('GET /console/{id}', operated),
  way('GET /{id}', operated),
  way('GET /_operator/{id}', { ...operated, envelope: 'ours' }),
  way('GET /metrics', { listener: 'metrics', isDear: true }),
  way('GET /{id}', { listener: 'metrics' }),
]

export const WAYS: readonly Way[] = [...FROM_CONTRACT, ...NON_CONTRACT_WAYS]
