import { ERRORS, type ErrorCode, OPERATOR_ROUTES, PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import { OPERATOR_TOKEN } from '../../test/harness.ts'
import type { RawReply } from '../../test/raw-http.ts'
import { encoded, HOSTILE, SERVED } from './contract-wishes.ts'

/** In whose form an answer has to be. */
type Envelope = 'ours' | 'json-rpc' | 'oauth' | 'openai' | 'page'
type Listener = 'main' | 'operator' | 'metrics'

/** One way in, made from the contract where the contract knows it. */
interface Target {
  readonly name: string
  readonly listener: Listener
  readonly method: string
  readonly path: string
  readonly envelope: Envelope
  /** Members that a body of this target knows. */
  readonly members: readonly string[]
  readonly headers: readonly string[]
}

export interface DoorFixture {
  readonly ids: readonly string[]
  /** Of somebody who has signed in and owns an app. */
  readonly idToken: string
  /** Replaced by a fresh one with every use, since a key has 600 requests a minute. */
  readonly keys: { readonly invoker: string; readonly driver: string }
}

export interface DoorWish {
  readonly target: Target
  readonly bytes: Buffer
  readonly head: boolean
}

const JSON_BODY = 'Content-Type: application/json'
const membersOf = ({ body }: Route): string[] => Object.keys((body as { properties?: object } | null)?.properties ?? {})

const ofRoute = (listener: Listener, route: Route): Target => ({
  name: route.name,
  listener,
  method: route.method,
  path: route.path,
  envelope: 'ours',
  members: membersOf(route),
  headers: [JSON_BODY],
})

/** What would take the ground from under all later requests. */
const LEFT_OUT: readonly string[] = ['deleteAccount', 'changeConfig', 'moveClock']

const fromContract: readonly Target[] = [
  ...(Object.values(ROUTES) as Route[]).filter((route) => !SERVED.includes(route)).map((r) => ofRoute('main', r)),
  ...(Object.values(PORTAL_ROUTES) as Route[]).map((route) => ofRoute('main', route)),
  ...(Object.values(OPERATOR_ROUTES) as Route[]).map((route) => ofRoute('operator', route)),
].filter(({ name }) => !LEFT_OUT.includes(name))

const RPC = ['jsonrpc', 'id', 'method', 'params']
const target = (
  name: string,
  [method, path]: readonly [string, string],
  envelope: Envelope,
  { members = [], headers = [JSON_BODY], listener = 'main' }: Partial<Target> = {},
): Target => ({ name, method, path, envelope, members, headers, listener })

const identity = (name: string, members: readonly string[]): Target =>
  target(`identity ${name}`, ['POST', `/_developer/identity/${name}`], 'ours', { members })

const THINGS = ['posts', 'topics', 'ideas', 'challenges', 'games', 'days', 'docs', 'developer', 'w', 'watch']
const PAGES = ['/', '/{id}', '/@{id}', '/search?q={id}', ...THINGS.map((thing) => `/${thing}/{id}`)]

/** Doors whose paths are not routes of the contract. */
const BESIDE: readonly Target[] = [
  target('a2a', ['POST', '/a2a/v1'], 'json-rpc', { members: RPC, headers: [JSON_BODY, 'A2A-Version: 1.0'] }),
  target('a2a agent', ['POST', '/a2a/v1/agents/{id}'], 'json-rpc', { members: RPC }),
  target('a2a card', ['GET', '/a2a/agents/{id}/agent-card.json'], 'ours'),
  target('mcp', ['POST', '/mcp'], 'json-rpc', {
    members: RPC,
    headers: [JSON_BODY, 'MCP-Protocol-Version: 2025-06-18'],
  }),
  target('openai chat', ['POST', '/openai/v1/chat/completions'], 'openai', {
    members: ['model', 'messages', 'n', 'stop', 'max_tokens'],
  }),
  target('openai models', ['GET', '/openai/v1/models/{id}'], 'openai'),
  target('token', ['POST', '/oidc/token'], 'oauth', {
    members: ['grant_type', 'client_id', 'client_secret', 'scope'],
    headers: ['Content-Type: application/x-www-form-urlencoded'],
  }),
  identity('sign-up', ['email', 'password']),
  identity('sign-in', ['email', 'password', 'code']),
  identity('verify', ['token', 'password']),
  identity('forgot', ['email']),
  identity('reset', ['token', 'password']),
  identity('second-factor', ['password']),
  identity('second-factor/confirm', ['code']),
  target('session', ['POST', '/_developer/session'], 'ours', { members: ['idToken', 'email', 'password'] }),
  target('sessions', ['DELETE', '/_developer/sessions/{id}'], 'ours'),
  target('join', ['POST', '/join/{id}'], 'ours', { members: ['code', 'handle'] }),
  target('console', ['GET', '/console/session'], 'ours', { listener: 'operator' }),
  target('console page', ['GET', '/{id}'], 'page', { listener: 'operator' }),
  target('metrics', ['GET', '/metrics'], 'page', { listener: 'metrics' }),
  target('metrics path', ['GET', '/{id}'], 'page', { listener: 'metrics' }),
  ...PAGES.map((path) => target(`page ${path}`, ['GET', path], 'page')),
  ...['/openapi.json', '/llms.txt', '/.well-known/{id}', '/healthz', '/readyz', '/robots.txt'].map((path) =>
    target(`file ${path}`, ['GET', path], 'page'),
  ),
]

const TARGETS: readonly Target[] = [...fromContract, ...BESIDE]
export const TARGET_NAMES: readonly string[] = [...new Set(TARGETS.map(({ name }) => name))].sort()

const bodyOf = (members: readonly string[]): fc.Arbitrary<string> => {
  const member = fc.constantFrom(...members, '__proto__', 'constructor', 'x'.repeat(300))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', ' ', '\u0000', '\ud800', 'x'.repeat(2_000), 1e308, -1, 0, true, [], {}, null, '2.0', 'a@b.c'),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.dictionary(member, value, { maxKeys: 4 }).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.jsonValue().map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('', '{', '[]', '"', 'null', '{"a":1,"a":2}', '['.repeat(3_000), 'a=b&a=c&%', '\u0000'),
    },
  )
}

const headerOf = ({ listener, path }: Target, kind: string, { keys, idToken }: DoorFixture): readonly string[] => {
  if (kind === 'nobody' && listener === 'main') return []
  const bearer = (token: string) => [`Authorization: Bearer ${token}`]
  // A wrong token of the operator makes the next one wait.
  if (listener !== 'main') return bearer(OPERATOR_TOKEN)
  if (kind === 'garbage') return ['X-API-Key: anet_live_x', ...bearer('a.b.c')]
  if (path.startsWith('/_developer')) return bearer(idToken)
  return [`X-API-Key: ${path.startsWith('/v1/visitors') ? keys.driver : keys.invoker}`]
}

/** One request to any door of any listener, by somebody who may and by somebody who may not. */
export const doorWishes = (fixture: DoorFixture): fc.Arbitrary<DoorWish> =>
  fc.constantFrom(...TARGETS).chain((aim) =>
    fc
      .record({
        who: fc.oneof(
          { weight: 6, arbitrary: fc.constant('owner') },
          { weight: 1, arbitrary: fc.constantFrom('nobody', 'garbage') },
        ),
        // On the operator's listener nothing that exists is named: what is asked for there is done.
        id: fc.oneof(
          { weight: aim.listener === 'operator' ? 0 : 2, arbitrary: fc.constantFrom(...fixture.ids) },
          { weight: 1, arbitrary: fc.constantFrom(...HOSTILE.filter((hostile) => hostile !== '')) },
        ),
        query: fc.constantFrom('', '', '?page=0', '?perPage=1e9', '?cursor=%ff', '?window=x&window=y', '?q=%00'),
        body: bodyOf(aim.members),
        method: fc.oneof(
          { weight: 15, arbitrary: fc.constant(aim.method) },
          { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'PROPFIND') },
        ),
        extra: fc.constantFrom('', '', 'Idempotency-Key: fuzz', 'Origin: https://evil.example', 'Cookie: a=b; a=c'),
        from: fc.tuple(fc.nat(250), fc.nat(250)),
      })
      .map(({ who, id, query, body, method, extra, from }) => {
        const path = aim.path.replace(/\{\w+\}/g, () => encoded(id))
        const bytes = Buffer.from(body)
        const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
        const lines = [
          `${method} ${path}${path.includes('?') ? '' : query} HTTP/1.1`,
          'Host: localhost',
          // Many callers: limits by address are not what is looked at here.
          `X-Forwarded-For: 10.1.${from[0]}.${from[1]}`,
          ...headerOf(aim, who, fixture),
          ...(hasBody ? [...aim.headers, `Content-Length: ${bytes.length}`] : aim.headers.slice(1)),
          ...(extra === '' ? [] : [extra]),
        ]
        const text = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
        return { target: aim, bytes: hasBody ? Buffer.concat([text, bytes]) : text, head: method === 'HEAD' }
      }),
  )

function judgeOurs(status: number, body: { error: { code: ErrorCode; message: string } }): string {
  const { code, message } = body.error
  expect(Object.hasOwn(ERRORS, code), code).toBe(true)
  expect(typeof message).toBe('string')
  if (![431, 408].includes(status)) expect(ERRORS[code].status).toBe(status)
  return code
}

const judgeError: Readonly<Record<Envelope, (status: number, body: any) => string>> = {
  ours: judgeOurs,
  // A path or an origin is refused before the protocol is known.
  'json-rpc': (status, body) => {
    if (body.jsonrpc === undefined) return judgeOurs(status, body)
    expect(body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.any(String) } })
    return 'fault'
  },
  oauth: (status, body) => {
    if (typeof body.error === 'object') return judgeOurs(status, body)
    expect(body.error).toEqual(expect.any(String))
    return body.error
  },
  openai: (status, body) => {
    if (body.error.type === undefined) return judgeOurs(status, body)
    expect(body.error).toMatchObject({ message: expect.any(String), type: expect.any(String) })
    return body.error.code
  },
  page: (status, body) => judgeOurs(status, body),
}

const isServersFault = (status: number, code: string): boolean =>
  status >= 500 && (!Object.hasOwn(ERRORS, code) || code === 'INTERNAL_ERROR')

/** Throws on what no door may answer; else says what was answered. */
export function judgeDoor(reply: RawReply | null, { target: { envelope, name }, bytes, head }: DoorWish): string {
  const about = () => `${name}: ${bytes.subarray(0, 400)} → ${reply?.status} ${reply?.body.subarray(0, 300)}`
  if (reply === null) throw new Error(`closed without an answer: ${about()}`)
  const { status, body, headers } = reply
  expect(headers.get('x-content-type-options'), about()).toBe('nosniff')
  if (head || body.length === 0) {
    if (status >= 500 && status !== 503) throw new Error(about())
    return String(status)
  }
  const isJson = headers.get('content-type')?.includes('json') === true
  if (!isJson && (envelope !== 'page' || status >= 500)) throw new Error(`not JSON: ${about()}`)
  if (!isJson) return String(status)
  const said = JSON.parse(body.toString())
  if (status < 400) return 'ok'
  try {
    const code = judgeError[envelope](status, said)
    if (isServersFault(status, code)) throw new Error('a fault of the server')
    return code
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${about()}`)
  }
}
