// Random requests to every protocol, including broken HTTP.
import { OPERATOR_TOKEN } from '../../test/harness.ts'
import { bodyFor, MALFORMED } from './bodies.ts'
import type { Chance } from './chance.ts'
import { encoded, HOSTILE } from './contract-requests.ts'
import { WAYS, type Way } from './ways.ts'

/** Callers and ids that requests can use. */
export interface Cast {
  readonly ids: readonly string[]
  /** Valid values of a path parameter, by its name. */
  readonly named: Readonly<Record<string, string>>
  /** Of somebody who has signed in and owns an app. */
  idToken: string
  readonly keys: readonly string[]
  readonly drivers: readonly string[]
}

export interface ProtocolRequest {
  readonly way: Way
  readonly bytes: Buffer
  readonly isHead: boolean
  /** Broken HTTP: refused before or by a protocol adapter, and the connection cannot be used afterwards. */
  readonly spoilt: keyof typeof SPOILS | null
}

const DEAR_ONCE_IN = 40
const SPOILT_ONCE_IN = 15
const HOSTILE_IDS = HOSTILE.filter((text) => text !== '' && text.length < 1_000).map(encoded)
const QUERY_VALUES = [...HOSTILE_IDS, '', '1', '2', '25', 'harbour', 'all', 'posts', '2026-03-10', 'agt_fuzz']
const EXTRAS = [
  'Origin: https://evil.example',
  'Origin: null',
  'Accept: text/html',
  'Accept: application/x-ndjson',
  'Accept-Encoding: br;q=0, gzip',
  'Cookie: a=b; a=c; agent_network_session=x',
  'If-None-Match: "x", *',
  'Last-Event-ID: x',
  'Range: bytes=0-1',
  'traceparent: 00-0-0-0',
  `X-Long: ${'z'.repeat(9_000)}`,
  'Content-Type: text/xml',
  'Connection: close',
]
const OTHER_METHODS = ['HEAD', 'HEAD', 'OPTIONS', 'PUT', 'PROPFIND']

/** Mutations of a request, or the bytes sent in its place. */
const SPOILS = {
  'no HTTP': () => 'NOT HTTP AT ALL\r\n\r\n',
  'another protocol': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no host': (head: string) => head.replace(/Host: .*\r\n/, ''),
  'two hosts': (head: string) => head.replace(/Host: .*\r\n/, '$&Host: other.example\r\n'),
  'an odd expectation': (head: string) => head.replace(/Host: /, 'Expect: a miracle\r\n$&'),
  'a bad line': (head: string) => head.replace(/Host: /, 'bad header line\r\n$&'),
  'too long a line': (head: string) => head.replace(/Host: /, `X-Huge: ${'h'.repeat(17_000)}\r\n$&`),
  'a bad length': (head: string) => head.replace(/Host: /, 'Content-Length: -1\r\n$&'),
  'two lengths': (head: string) => head.replace(/Host: /, 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n$&'),
  'a zero byte': (head: string) => head.replace(' /', ' /\0'),
  'hung up': (head: string) => head.replace(/Host: /, 'Content-Length: 5000\r\n$&').replace(/^\w+/, 'POST'),
} as const
const SPOIL_NAMES = Object.keys(SPOILS) as (keyof typeof SPOILS)[]

function credentialsOf({ caller, spare }: Way, cast: Cast, chance: Chance): string {
  // A wrong operator token delays the next request; an integration test covers it.
  if (caller === 'operator') return `Authorization: Bearer ${OPERATOR_TOKEN}\r\n`
  if (spare === 'caller' || chance.once(8))
    return chance.once(2) ? '' : 'X-API-Key: x\r\nAuthorization: Bearer a.b.c\r\n'
  if (caller === 'owner') return `Authorization: Bearer ${cast.idToken}\r\n`
  if (caller === 'key') return `X-API-Key: ${chance.of(cast.keys)}\r\n`
  return caller === 'driver' ? `X-API-Key: ${chance.of(cast.drivers)}\r\n` : ''
}

function queryOf({ query, path }: Way, chance: Chance): string {
  if (path.includes('?') || chance.once(3)) return ''
  const names = [...query, 'page', '__proto__']
  let queryString = ''
  for (let n = chance.below(3); n > 0; n -= 1)
    queryString += `${queryString === '' ? '?' : '&'}${chance.of(names)}=${chance.of(QUERY_VALUES)}`
  return queryString
}

function chooseWay(chance: Chance): Way {
  for (;;) {
    const way = chance.of(WAYS)
    if (way.isDear !== true || chance.once(DEAR_ONCE_IN)) return way
  }
}

/** One request to any protocol of any listener, with or without permission. */
export function makeProtocolRequest(cast: Cast, chance: Chance): ProtocolRequest {
  const way = chooseWay(chance)
  const idOf = (_: string, name: string): string =>
    way.spare === 'ids' || chance.once(6) ? chance.of(HOSTILE_IDS) : encoded(cast.named[name] ?? chance.of(cast.ids))
  const path = way.path.replace(/\{(\w+)\}/g, idOf)
  const method = way.spare === 'method' || chance.once(20) ? chance.of(OTHER_METHODS) : way.method
  const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  const hasBody = isReading ? chance.once(30) : true
  const body = Buffer.from(hasBody ? (way.spare === 'body' ? chance.of(MALFORMED) : bodyFor(way.body, chance)) : '')
  const head = `${method} ${path}${queryOf(way, chance)} HTTP/1.1\r\nHost: localhost\r\n${
    // Many callers: limits by address are not what is looked at here.
    `X-Forwarded-For: 10.${chance.below(4)}.${chance.below(250)}.${chance.below(250)}\r\n`
  }${credentialsOf(way, cast, chance)}${way.headers.map((line) => `${line}\r\n`).join('')}${
    hasBody && !chance.once(20) ? `Idempotency-Key: fuzz-${chance.below(1e9)}\r\n` : ''
  }${chance.once(4) ? `${chance.of(EXTRAS)}\r\n` : ''}`
  if (chance.once(SPOILT_ONCE_IN)) {
    const spoilt = chance.of(SPOIL_NAMES)
    return { way, bytes: Buffer.from(`${SPOILS[spoilt](head)}\r\n`, 'latin1'), isHead: method === 'HEAD', spoilt }
  }
  const lines = Buffer.from(hasBody ? `${head}Content-Length: ${body.length}\r\n\r\n` : `${head}\r\n`, 'latin1')
  return { way, bytes: hasBody ? Buffer.concat([lines, body]) : lines, isHead: method === 'HEAD', spoilt: null }
}
