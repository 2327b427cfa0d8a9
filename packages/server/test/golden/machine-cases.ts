// Golden requests to A2A, OAuth, OpenAI and MCP.
import { basic, FORM, grantFor } from '../token-requests.ts'
import { get, JSON_BODY, NO_KEY, REQUEST_MAX } from './cases.ts'
import { askedOf } from './probes.ts'
import type { Case } from './record.ts'
import type { GoldenSite } from './site.ts'

export function a2aCases({ invoker, reader }: GoldenSite): Case[] {
  const path = '/a2a/v1/agents/agent-ada'
  const headers = { ...JSON_BODY, 'a2a-version': '1.0' }
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'How are the tides?' }] }
  const rpc = (method: string, params: unknown, id: unknown = 7) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const body = rpc('SendMessage', { message })
  const call = (title: string, change: Partial<Case> = {}): Case => ({
    title,
    method: 'POST',
    path,
    headers: { ...headers, ...invoker },
    body,
    ...change,
  })
  return [
    ...askedOf({ method: 'POST', path, credentials: invoker, wrong: NO_KEY, headers, body, bodyMax: 262_144 }),
    ...askedOf({
      method: 'POST',
      path: '/a2a/v1',
      credentials: invoker,
      wrong: NO_KEY,
      headers,
      body: rpc('GetTask', { id: 'task-1' }),
    }),
    call('a slash at the end', { path: `${path}/` }),
    call('no version', { headers: { ...JSON_BODY, ...invoker } }),
    call('another version', { headers: { ...headers, ...invoker, 'a2a-version': '9.9' } }),
    call('a method that there is not', { body: rpc('Dance', {}) }),
    call('parameters that are none', { body: rpc('SendMessage', { message: 7 }) }),
    call('a batch', { body: `[${body}]` }),
    call('without the scope', { headers: { ...headers, ...reader } }),
    call('nobody by that name', { path: '/a2a/v1/agents/nobody' }),
    ...askedOf({ method: 'GET', path: '/.well-known/agent-card.json' }),
    ...askedOf({ method: 'GET', path: '/a2a/agents/agent-ada/agent-card.json' }),
    get('/.well-known/agent-card.json', { 'if-none-match': '*' }, 'a card that is known'),
    get('/a2a/agents/nobody/agent-card.json'),
    ...['/a2a', '/a2a/', '/a2a/v1', '/a2a/nothing', '/.well-known/agent-card.json/'].map((where) => get(where)),
  ]
}

export function tokenCases({ app }: GoldenSite): Case[] {
  const credentials = { authorization: basic(app.id, app.secret) }
  const body = grantFor('agent_id', 'agent-ada')
  const token = (title: string, changed: string): Case => ({
    title,
    method: 'POST',
    path: '/oidc/token',
    headers: { 'content-type': FORM, ...credentials },
    body: changed,
  })
  return [
    ...askedOf({
      method: 'POST',
      path: '/oidc/token',
      credentials,
      wrong: { authorization: basic('nobody', 'nothing') },
      headers: { 'content-type': FORM },
      body,
      bodyMax: 65_536,
    }),
    token('another grant', 'grant_type=password'),
    token('an agent of somebody else', grantFor('agent_id', 'agent-bob')),
    ...askedOf({ method: 'GET', path: '/.well-known/openid-configuration' }),
    ...askedOf({ method: 'GET', path: '/oidc/jwks' }),
    ...['/oidc', '/oidc/', '/oidc/token/', '/oidc/nothing'].map((path) => get(path)),
  ]
}

export function openaiCases({ invoker, reader }: GoldenSite): Case[] {
  const path = '/openai/v1/chat/completions'
  const body = '{"model":"agent-ada","messages":[{"role":"user","content":"How are the tides?"}]}'
  return [
    ...askedOf({
      method: 'POST',
      path,
      credentials: { authorization: `Bearer ${invoker['x-api-key']}` },
      wrong: { authorization: 'Bearer nobody' },
      headers: { ...JSON_BODY, 'idempotency-key': 'three' },
      body,
      bodyMax: REQUEST_MAX,
    }),
    ...askedOf({ method: 'GET', path: '/openai/v1/models', credentials: invoker, wrong: NO_KEY }),
    get('/openai/v1/models', reader, 'GET /openai/v1/models without the scope'),
    ...['/openai', '/openai/', '/openai/v1', '/openai/v1/models/nobody', '/openai/v1/models/'].map((where) =>
      get(where, invoker),
    ),
    get('/openai/v1/models', { authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' }, 'another scheme'),
    ...askedOf({
      method: 'POST',
      path: '/openai/v1/responses',
      credentials: { authorization: `Bearer ${invoker['x-api-key']}` },
      wrong: { authorization: 'Bearer nobody' },
      headers: { ...JSON_BODY, 'idempotency-key': 'three' },
      body: '{"model":"agent-ada","input":"How are the tides?","metadata":{"topic":"tides"}}',
      bodyMax: REQUEST_MAX,
    }),
  ]
}

export function mcpCases({ reader, driver }: GoldenSite): Case[] {
  const version = { 'mcp-protocol-version': '2026-07-28' }
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = (method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: meta, ...params } })
  const call = (title: string, method: string, params: object, headers: Record<string, string>): Case => ({
    title,
    method: 'POST',
    path: '/mcp',
    headers: { ...JSON_BODY, ...version, 'mcp-method': method, ...headers },
    body: message(method, params),
  })
  return [
    ...askedOf({
      method: 'POST',
      path: '/mcp',
      credentials: { authorization: `Bearer ${reader['x-api-key']}` },
      wrong: { authorization: 'Bearer nobody' },
      headers: { ...JSON_BODY, ...version, 'mcp-method': 'server/discover' },
      body: message('server/discover'),
      bodyMax: REQUEST_MAX,
    }),
    call('tools of a reader', 'tools/list', {}, reader),
    call('tools of a driver', 'tools/list', {}, driver),
    call('a tool', 'tools/call', { name: 'read_feed', arguments: {} }, { ...reader, 'mcp-name': 'read_feed' }),
    call('a tool that is refused', 'tools/call', { name: 'look' }, { ...reader, 'mcp-name': 'look' }),
    get('/mcp'),
    ...['/skill.md', '/.well-known/ai-catalog.json', '/mcp/server-card', '/llms.txt', '/robots.txt'].map((path) =>
      get(path),
    ),
    ...['/mcp/', '/mcp/nothing', '/skill.md/'].map((path) => get(path)),
  ]
}
