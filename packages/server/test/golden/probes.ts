// Golden requests that every route gets: methods, origins, credentials and limits.
import type { Case } from './record.ts'

export const OWN_ORIGIN = 'http://network.example'
export const FRIEND = 'https://friend.example'
const STRANGER = 'https://stranger.example'

/** One route of a protocol, with all that a request needs to be served. */
export interface Probe {
  readonly method: string
  readonly path: string
  /** Headers that authenticate the caller. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Other credentials of the same form that nobody has. */
  readonly wrong?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Bytes of the largest body that is read. */
  readonly bodyMax?: number
  readonly before?: () => Promise<unknown>
}

const FOREIGN_TYPE = 'text/plain'

const over = (bytes: number): string => `{"input":"${'x'.repeat(bytes)}"}`

/** The requests that every route gets: origins, credentials, methods, types and body limits. */
export function askedOf(probe: Probe): Case[] {
  const { method, path, credentials = {}, wrong, headers = {}, body, bodyMax, before } = probe
  const all = { ...headers, ...credentials }
  const named = (title: string) => `${method} ${path.split('?')[0]}: ${title}`
  const served = { method, path, ...(body === undefined ? {} : { body }), ...(before && { before }) }
  // A value that was answered once is answered the same again, whatever comes with it.
  const anew = (value: string) => (all['idempotency-key'] === undefined ? all : { ...all, 'idempotency-key': value })
  const { 'content-type': _, ...untyped } = anew('untyped')
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    path,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
  })
  const cases: Case[] = [
    { ...served, title: named('served'), headers: all },
    { ...served, title: named('from its own origin'), headers: { ...all, origin: OWN_ORIGIN } },
    { ...served, title: named('from an origin on the list'), headers: { ...all, origin: FRIEND } },
    { ...served, title: named('from a foreign origin'), headers: { ...all, origin: STRANGER } },
    { ...preflight(OWN_ORIGIN), title: named('preflight from its own origin') },
    { ...preflight(FRIEND), title: named('preflight from an origin on the list') },
    { ...preflight(STRANGER), title: named('preflight from a foreign origin') },
    { title: named('OPTIONS that is no preflight'), method: 'OPTIONS', path, headers: all },
    { ...served, title: named('wrong method'), method: 'PUT', headers: all },
    { title: named('HEAD'), method: 'HEAD', path, headers: all },
  ]
  if (wrong !== undefined)
    cases.push(
      { ...served, title: named('without credentials'), headers },
      { ...served, title: named('with wrong credentials'), headers: { ...headers, ...wrong } },
    )
  if (body !== undefined)
    cases.push(
      { ...served, title: named('malformed JSON'), headers: anew('malformed'), body: '{"input": ' },
      { ...served, title: named('JSON that is no object'), headers: anew('no-object'), body: '[]' },
      { ...served, title: named('an empty body'), headers: anew('empty'), body: '' },
      { ...served, title: named('another content type'), headers: { ...anew('typed'), 'content-type': FOREIGN_TYPE } },
      { ...served, title: named('no content type'), headers: untyped },
    )
  if (bodyMax !== undefined)
    cases.push(
      {
        ...served,
        title: named('a length that is too large'),
        headers: { ...anew('length'), 'content-length': String(bodyMax + 1) },
        body: '{',
      },
      {
        title: named('chunks that are too large'),
        method,
        path,
        headers: anew('chunks'),
        chunks: [over(bodyMax)],
        ...(before && { before }),
      },
    )
  return cases
}
