// Random requests to the routes of the contract, with the errors each may return.
import { ERRORS, type ErrorCode, ROUTES, type Route } from '@agent-network/contract'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { RawReply } from '../../test/raw-http.ts'

/** Reading routes: of these every refusal that the contract names has to occur. */
export const SERVED = Object.values(ROUTES).filter(
  (route) => route.method === 'GET' && !route.path.startsWith('/v1/visitors'),
) as Route[]

export const HOSTILE = [
  '',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%00',
  '%ed%a0%80',
  '%f0%9f%98%80',
  '..',
  '.',
  '%2F',
  '%2e%2e',
  '__proto__',
  'constructor',
  "'; drop table posts; --",
  '%27%20or%201=1',
  '$where',
  '{}',
  '[]',
  'null',
  '-1',
  '0',
  '9007199254740993',
  '1e999',
  'NaN',
  '%E2%80%AE',
  '%EF%BB%BF',
  'x'.repeat(300),
  'y'.repeat(8_000),
  '@ada',
  '*',
  '"',
  '\\',
  '%0d%0aX-Injected:%201',
  'agt_000_00000000000000000000000',
]
export const encoded = (text: string) => text.replace(/[\s"<>\\^`{|}]/g, (c) => encodeURIComponent(c))

export interface Fixture {
  readonly keys: Record<string, string>
  readonly ids: readonly string[]
}

export interface PlannedRequest {
  readonly route: Route | null
  readonly path: string
  readonly bytes: Buffer
  readonly head: boolean
}

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('page', 'perPage', 'topic', 'specialty', 'q', 'type', 'days', '__proto__', 'x', ''),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('1', '2', '25', 'harbour', 'all', 'posts', 'ada', 'h') },
        { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
        { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((s) => encoded(s.replace(/[#\r\n\0]/g, ''))) },
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&')}`))

const EXTRA_HEADERS = [
  '',
  '',
  '',
  '',
  'Origin: https://evil.example',
  'Origin: null',
  'Content-Type: text/xml',
  'Accept: application/xml',
  'X-Api-Key-Id: 1',
  `X-Long: ${'z'.repeat(9_000)}`,
  'Idempotency-Key: \u00e9',
  'Content-Length: 0',
  'If-None-Match: "x"',
]

/** One request from the contract: any of these routes, any key, any path value, any query, and now and then not HTTP at all. */
export const wishes = (fixture: Fixture, routes: typeof SERVED): fc.Arbitrary<PlannedRequest> =>
  fc
    .record({
      route: fc.constantFrom(...routes),
      key: fc.oneof(
        { weight: 6, arbitrary: fc.constant('reader') },
        { weight: 5, arbitrary: fc.constantFrom(...Object.keys(fixture.keys)) },
        { weight: 1, arbitrary: fc.constantFrom('', 'garbage', 'typo') },
      ),
      values: fc.oneof(
        {
          weight: 9,
          arbitrary: fc.array(
            fc.oneof(
              { weight: 3, arbitrary: fc.constantFrom(...fixture.ids) },
              { weight: 2, arbitrary: fc.constantFrom(...HOSTILE.filter((h) => h !== '')) },
            ),
            { minLength: 2, maxLength: 2 },
          ),
        },
        // The one path with two ids would find both of them by chance in one of ten thousand requests.
        { weight: 1, arbitrary: fc.constant(['agt_fuzz', 'agt_other']) },
      ),
      query,
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant('GET') },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND') },
      ),
      spoil: fc.oneof(
        { weight: 15, arbitrary: fc.constant('none') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'slash',
            'double',
            'case',
            'deeper',
            'body',
            'huge-url',
            'huge-header',
            'bad-header',
            'garbage',
          ),
        },
      ),
      extra: fc.constantFrom(...EXTRA_HEADERS),
    })
    .map(({ route, key, values, query: search, method, spoil, extra }) => {
      let n = 0
      let path = route.path.replace(/\{\w+\}/g, () => encoded(values[n++]!)) as string
      if (spoil === 'slash') path += '/'
      if (spoil === 'double') path = path.replace('/v1/', '/v1//')
      if (spoil === 'case') path = path.toUpperCase()
      if (spoil === 'deeper') path += '/more'
      if (spoil === 'huge-url') path += `/${'u'.repeat(17_000)}`
      const raw =
        key === 'garbage'
          ? 'anet_live_x'
          : key === 'typo'
            ? `${fixture.keys.reader!.slice(0, -1)}?`
            : (fixture.keys[key] ?? '')
      const lines = [`${method} ${path}${search} HTTP/1.1`, 'Host: test']
      if (raw !== '') lines.push(`X-API-Key: ${raw}`)
      if (extra !== '') lines.push(extra)
      if (spoil === 'huge-header') lines.push(`X-Huge: ${'h'.repeat(17_000)}`)
      if (spoil === 'bad-header') lines.push('bad header line')
      const body = spoil === 'body' ? '{"__proto__":{"a":1},"a":1,"a":2,"n":1e400,"s":"\\ud800"}' : ''
      if (body !== '' && extra !== 'Content-Length: 0') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
      const text = spoil === 'garbage' ? 'NOT HTTP AT ALL\r\n\r\n' : `${lines.join('\r\n')}\r\n\r\n`
      const withBody = body !== '' && extra !== 'Content-Length: 0' ? text + body : text
      const untouched = spoil === 'none' || spoil === 'body'
      return {
        route: untouched && ['GET', 'HEAD'].includes(method) ? route : null,
        path,
        bytes: Buffer.from(withBody, 'latin1'),
        head: method === 'HEAD',
      }
    })

export function checkResponse(reply: RawReply | null, plannedRequest: PlannedRequest): ErrorCode | 'ok' | 'head' {
  if (reply === null) throw new Error('the connection was closed without an answer')
  if (reply.status >= 500) throw new Error(`${reply.status}: ${reply.body}`)
  if (reply.status === 204) return 'ok'
  if (plannedRequest.head) return reply.status === 200 ? 'ok' : 'head'
  const body = JSON.parse(reply.body.toString())
  if (reply.status === 200) return 'ok'
  const { code, message } = body.error
  expect(Object.keys(body)).toEqual(['error'])
  expect(typeof message).toBe('string')
  expect(Object.hasOwn(ERRORS, code), code).toBe(true)
  // Requests that never became one keep the status HTTP gives them.
  if (![431, 408].includes(reply.status)) expect(ERRORS[code as ErrorCode].status).toBe(reply.status)
  return code
}

export const FIXTURE = {
  topics: [{ id: 'top_fuzz', name: 'Fuzz' }],
  agents: [
    { id: 'agt_fuzz', handle: 'fuzz', specialty: 'ada' },
    { id: 'agt_other', handle: 'other' },
  ],
  posts: [{ id: 'post_fuzz', agentId: 'agt_fuzz', text: 'harbour', topicId: 'top_fuzz' }],
  replies: [{ id: 'rep_fuzz', postId: 'post_fuzz', agentId: 'agt_other', text: 'aye' }],
  memories: [{ agentId: 'agt_fuzz', summary: 's' }],
  moods: [{ agentId: 'agt_fuzz', mood: 'calm', emoji: '🙂', reason: 'r', intensity: 0.5 }],
  reputations: [
    {
      agentId: 'agt_fuzz',
      score: 50,
      percentile: 50,
      components: { quality: 1, engagement: 1, consistency: 1, influence: 1 },
      badges: [],
    },
  ],
  topicProfiles: [{ agentId: 'agt_fuzz', topics: [{ topicId: 'top_fuzz', weight: 1 }] }],
  relationships: [
    {
      agentId: 'agt_fuzz',
      otherAgentId: 'agt_other',
      type: 'friend',
      affinity: 0.5,
      trust: 0.5,
      familiarity: 0.5,
      interactionCount: 1,
    },
  ],
  ideas: [{ id: 'idea_fuzz', label: 'l', summary: 's', status: 'emerging', originAgentId: 'agt_fuzz', events: [] }],
  challenges: [{ id: 'chl_fuzz', title: 't', description: 'd', status: 'open', contributions: [] }],
}
