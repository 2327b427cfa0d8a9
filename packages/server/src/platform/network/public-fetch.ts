// HTTP requests to addresses that strangers name: public addresses only, checked for each connection.
import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a request got no response. */
export type NetworkFault = 'dns' | 'address_not_allowed' | 'refused' | 'tls' | 'timeout' | 'reset'

export class PublicFetchError extends Error {
  constructor(readonly fault: NetworkFault) {
    super(fault)
  }
}

/** Returns every address of a name. */
export type ResolveName = (name: string) => Promise<readonly string[]>

export interface AddressRules {
  /** Admits http, any port and private addresses. */
  readonly allowPrivate: boolean
  /** The system's resolver unless a test injects another. */
  readonly resolve?: ResolveName | undefined
}

export interface PublicRequest extends AddressRules {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** From the DNS query to the last byte, on the monotonic clock of timers. */
  readonly timeoutMs: number
  /** The rest of a longer body is not read. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface PublicResponse {
  /** Redirects are not followed. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** False if the body was longer than `maxBytes`, was cut off, or did not end in time. */
  readonly complete: boolean
}

const URL_MAX_CHARS = 2_048
const PORT_MIN = 1_024
/** Names of private networks (RFC 6761, 6762, 8375 and common use) that never have a public address. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/

/** Global unicast IPv6. Everything outside, such as IPv4-compatible addresses, is reserved. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96') as [ipaddr.IPv6, number]

/** Whether an address belongs to the public internet. Embedded IPv4 addresses are checked as such. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false
  // In groups of hexadecimal digits: the library takes `::8.8.8.8` for `::ffff:8.8.8.8`, which is another address.
  const address = ipaddr.parse(text.includes(':') ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text)
  if (address.kind() === 'ipv4') return address.range() === 'unicast'
  const ipv6 = address as ipaddr.IPv6
  if (ipv6.match(NAT64) || ipv6.match(MAPPED))
    return isPublicAddress(new ipaddr.IPv4(ipv6.toByteArray().slice(12)).toString())
  return ipv6.range() === 'unicast' && ipv6.match(GLOBAL_IPV6)
}

/** The address in a URL's host, or null if the host is a name. */
function literalOf({ hostname }: URL): string | null {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(host) === 0 ? null : host
}

/** The URL if its form may be called, else null. Names are resolved later, for each request. */
export function parsePublicUrl(text: string, { allowPrivate }: Pick<AddressRules, 'allowPrivate'>): URL | null {
  if (text.length > URL_MAX_CHARS || !/^https?:\/\/[^\\\s]+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (
    url.username !== '' ||
    url.password !== '' ||
    text
      .slice(text.indexOf('//') + 2)
      .split(/[/?#]/)[0]!
      .includes('@')
  )
    return null
  if (allowPrivate) return url
  if (url.protocol !== 'https:') return null
  if (url.port !== '' && Number(url.port) < PORT_MIN) return null
  const literal = literalOf(url)
  if (literal !== null) return isPublicAddress(literal) ? url : null
  const name = url.hostname.replace(/\.$/, '')
  return name.includes('.') && !LOCAL_NAME.test(name) ? url : null
}

const DNS_TIMEOUT_MS = 3_000
const DNS_TRIES = 2

/** Asks name servers directly: a slow one must not occupy the thread pool, which files need too. */
const resolvePublicName: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

/** Names of an intranet may be in the hosts file, which only the system's resolver reads. */
const resolveAnyName: ResolveName = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** The addresses that may be connected to. One that is not allowed refuses the whole name. */
async function resolveAllowed(url: URL, { allowPrivate, resolve }: AddressRules): Promise<readonly string[]> {
  const literal = literalOf(url)
  const resolveName = resolve ?? (allowPrivate ? resolveAnyName : resolvePublicName)
  const addresses = literal === null ? await resolveName(url.hostname).catch(() => []) : [literal]
  if (addresses.length === 0) throw new PublicFetchError('dns')
  if (!allowPrivate && !addresses.every(isPublicAddress)) throw new PublicFetchError('address_not_allowed')
  return addresses
}

/** Whether the name resolves to an address that may not be called. Unknown names count as callable. */
export async function resolvesToForbidden(url: URL, rules: AddressRules, timeoutMs: number): Promise<boolean> {
  try {
    await raceAbort(resolveAllowed(url, rules), AbortSignal.timeout(timeoutMs))
    return false
  } catch (error) {
    return error instanceof PublicFetchError && error.fault === 'address_not_allowed'
  }
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new PublicFetchError('timeout'))
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const REFUSED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
])
const TIMED_OUT = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'])

function codeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return String((first as { code?: unknown } | undefined)?.code ?? '')
}

/** Errors before a secure connection exists, other than those of the network, concern certificates and protocols. */
function faultOf(error: unknown, isTlsPending: boolean): NetworkFault {
  const code = codeOf(error)
  if (REFUSED.has(code)) return 'refused'
  if (TIMED_OUT.has(code)) return 'timeout'
  return isTlsPending && !CUT_OFF.has(code) ? 'tls' : 'reset'
}

/** Connects to the checked addresses: `lookup` of the socket asks no name server again. */
const lookupOf =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]!.address, all[0]!.family)
  }

/** Reads at most `maxBytes`. A body that is cut off or late ends the reading, not the request. */
async function readBody(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Pick<PublicResponse, 'body' | 'complete'>> {
  const chunks: Buffer[] = []
  let size = 0
  let complete = true
  try {
    for await (const chunk of stream) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size <= maxBytes) continue
      complete = false
      break
    }
  } catch {
    complete = false
  }
  return { body: Buffer.concat(chunks), complete }
}

/**
 * Sends one request under the address rules and reads the response. The name is resolved for this request only, every
 * address is checked, and the connection goes to a checked address. Throws `PublicFetchError` without a status.
 */
export async function fetchPublic(text: string, request: PublicRequest): Promise<PublicResponse> {
  const url = parsePublicUrl(text, request)
  if (url === null) throw new PublicFetchError('address_not_allowed')
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), request.timeoutMs)
  const stop = (): void => abort.abort()
  request.signal?.addEventListener('abort', stop, { once: true })
  if (request.signal?.aborted) stop()
  try {
    const addresses = await raceAbort(resolveAllowed(url, request), abort.signal)
    return await send(url, addresses, request, abort.signal)
  } catch (error) {
    throw abort.signal.aborted ? new PublicFetchError('timeout') : error
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', stop)
  }
}

async function send(
  url: URL,
  addresses: readonly string[],
  request: PublicRequest,
  signal: AbortSignal,
): Promise<PublicResponse> {
  // Loaded on first use: it takes a tenth of the start time.
  const { buildConnector, Client } = await import('./connections.ts')
  let isTlsPending = false
  const connectTo = buildConnector({ lookup: lookupOf(addresses), timeout: request.timeoutMs, autoSelectFamily: true })
  // One client per request: a kept connection would skip the resolution of the next one.
  const client = new Client(url.origin, {
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      isTlsPending = options.protocol === 'https:'
      connectTo(options, (...result) => {
        if (result[0] === null) isTlsPending = false
        callback(...result)
      })
    },
  })
  try {
    const { method = 'GET', headers = {}, body = null, maxBytes } = request
    const path = url.pathname + url.search
    const response = await client.request({ method, path, headers, body, signal })
    return { status: response.statusCode, headers: response.headers, ...(await readBody(response.body, maxBytes)) }
  } catch (error) {
    // Errors of the network and of the protocol have a code; others are faults of this program.
    if (!signal.aborted && codeOf(error) === '') throw error
    throw new PublicFetchError(signal.aborted ? 'timeout' : faultOf(error, isTlsPending))
  } finally {
    await client.destroy().catch(() => undefined)
  }
}
