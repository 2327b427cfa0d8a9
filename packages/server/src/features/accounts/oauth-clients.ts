// Clients of OAuth for MCP: registration, metadata documents and redirect addresses.
import { LIMITS } from '@agent-network/contract'
import { type BoundedMap, boundedMap } from '../../platform/cache/content-cache.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isJsonObject, type JsonObject, parseStrictJson } from '../../platform/core/json.ts'
import { isLoopbackHost, isStorable, stripControlCharacters } from '../../platform/core/text.ts'
import { HOUR_MS } from '../../platform/core/time.ts'
import { literal, type Read, type Tx } from '../../platform/db/database.ts'
import { lockForTransaction } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { fetchPublic, PublicFetchError, parsePublicUrl } from '../../platform/network/public-fetch.ts'

type ClientRow = Tables['oauth_clients']

/** An error in OAuth's own format (RFC 6749, 5.2). The description is ASCII and repeats no part of the request. */
export class OAuthFault extends Error {
  readonly error: string
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(error: string, description: string, status = 400, retryAfterSeconds?: number) {
    super(description)
    this.error = error
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface OAuthClient {
  readonly id: string
  /** As the client gave it; empty if it gave none. */
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Host of the metadata document; null for registered clients, whose name nobody has checked. */
  readonly documentHost: string | null
}

const URI_MAX_CHARS = 2_000
const REDIRECT_URIS_MAX = 10
const NAME_MAX_CHARS = 100
const CLIENT_ID_MAX_CHARS = 2_048
const {
  documentBytes,
  documentKeptMs,
  documentTimeoutMs,
  registrationsPerHourPerAddress,
  unusedClientKeptMs,
  unusedClientsTotal,
} = LIMITS.oauth

// ── Redirect addresses ──

/** Schemes that a browser runs, shows or sends itself. Other schemes belong to installed programs (RFC 8252, 7.1). */
const FORBIDDEN_SCHEMES = new Set(
  'about blob chrome data file filesystem ftp intent javascript mailto sms tel urn vbscript view-source ws wss'.split(
    ' ',
  ),
)
const URI = /^[!#-;=?-[\]_a-z~]+$/

/** `https`, `http` on loopback, or the scheme of an installed program; no fragment and no credentials. */
export function isRedirectUri(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > URI_MAX_CHARS || !URI.test(text) || text.includes('#')) return false
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:') return true
  if (protocol === 'http:') return isLoopbackHost(hostname)
  return !FORBIDDEN_SCHEMES.has(protocol.slice(0, -1))
}

const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i

/** Exact text; on loopback the port is chosen when the program starts, so it does not count (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: readonly string[], uri: string): boolean {
  if (!isRedirectUri(uri)) return false
  const withoutPort = (text: string): string => text.replace(LOOPBACK, '$1')
  return registered.some((one) => one === uri || (LOOPBACK.test(one) && withoutPort(one) === withoutPort(uri)))
}

/** The host that a page shows; the scheme for an installed program. */
export const hostOfUri = (uri: string): string => {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

// ── Metadata of a client (RFC 7591) ──

function nameIn({ client_name: name }: JsonObject): string {
  if (name === undefined) return ''
  if (typeof name !== 'string' || !isStorable(name))
    throw new OAuthFault('invalid_client_metadata', 'client_name must be a text')
  return [...stripControlCharacters(name).trim()].slice(0, NAME_MAX_CHARS).join('')
}

function redirectUrisIn({ redirect_uris: uris }: JsonObject): string[] {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX || !uris.every(isRedirectUri))
    throw new OAuthFault(
      'invalid_redirect_uri',
      `redirect_uris must list 1 to ${REDIRECT_URIS_MAX} addresses: https, http on loopback, or the scheme of a program`,
    )
  return uris
}

// ── Registered clients ──

/** An arbitrary constant, the same on every node. */
const LOCK_ID = 7_224_803

/** Refuses an address that registered too many clients within an hour, and everybody if too many are unused. */
async function requireFreeRegistration(tx: Tx, origin: string, at: number): Promise<void> {
  const recent = await tx.sql
    .selectFrom('oauth_clients')
    .select('created_at')
    .where('origin', '=', origin)
    .where('created_at', '>', at - HOUR_MS)
    .orderBy('created_at')
    .limit(literal(registrationsPerHourPerAddress))
    .execute()
  const { n } = await tx.sql
    .selectFrom('oauth_clients')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const isFull = recent.length >= registrationsPerHourPerAddress
  if (!isFull && Number(n) < unusedClientsTotal) return
  const waitMs = isFull ? recent[0]!.created_at + HOUR_MS - at : HOUR_MS
  const description = isFull
    ? `Too many registrations: ${registrationsPerHourPerAddress} per hour from one address; wait for Retry-After`
    : 'Too many unused clients; wait for Retry-After, or use a client metadata document'
  throw new OAuthFault('slow_down', description, 429, Math.max(1, Math.ceil(waitMs / 1_000)))
}

export interface RegisteredClient extends OAuthClient {
  readonly createdAt: number
}

/** Registers a public client (RFC 7591). `metadata` is read after the limit is checked. */
export async function registerClient(
  deps: Deps,
  origin: string,
  metadata: () => Promise<JsonObject>,
  at: number,
): Promise<RegisteredClient> {
  await deps.database.transact((tx) => requireFreeRegistration(tx, origin, at), { quiet: true })
  const sent = await metadata()
  const [redirectUris, name] = [redirectUrisIn(sent), nameIn(sent)]
  const row: ClientRow = {
    id: deps.ambient.id('oauthClient'),
    name,
    redirect_uris: JSON.stringify(redirectUris),
    origin,
    created_at: at,
    used_at: null,
  }
  await transactPinned(deps, async (tx) => {
    await lockForTransaction(tx, LOCK_ID)
    await requireFreeRegistration(tx, origin, at)
    await tx.sql.insertInto('oauth_clients').values(row).execute()
  })
  return { id: row.id, name, redirectUris, documentHost: null, createdAt: at }
}

async function findRegistered(read: Read, id: string): Promise<OAuthClient | null> {
  const row = await read.sql.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  return { id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[], documentHost: null }
}

/** A client that a person allowed is not unused. Clients with a document have no row. */
export async function noteClientUse(tx: Tx, id: string, at: number): Promise<void> {
  await tx.sql.updateTable('oauth_clients').set({ used_at: at }).where('id', '=', id).execute()
}

/** Deletes clients without a use after a day, and others when their last grant has ended for longer than it may last. */
export async function sweepClients(tx: Tx, at: number, limit: number): Promise<number> {
  const { refreshTokenMs } = LIMITS.oauth
  const unused = tx.sql
    .selectFrom('oauth_clients')
    .select('id')
    .where('created_at', '<=', at - unusedClientKeptMs)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<=', at - 2 * refreshTokenMs)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth_grants').select('id').whereRef('oauth_grants.client_id', '=', 'oauth_clients.id'))),
    )
    .limit(literal(limit))
  const { numDeletedRows } = await tx.sql
    .deleteFrom('oauth_clients')
    .where('id', 'in', unused)
    .executeTakeFirstOrThrow()
  await tx.sql
    .updateTable('oauth_clients')
    .set({ origin: null })
    .where('origin', 'is not', null)
    .where('created_at', '<=', at - unusedClientKeptMs)
    .execute()
  return Number(numDeletedRows)
}

// ── Clients with a metadata document ──

const isDocumentId = (id: string): boolean => /^https?:\/\//i.test(id)

/** A document has a path of its own, so that nobody else on the host can speak for it. */
function requireDocumentUrl(id: string, allowPrivate: boolean): URL {
  const url = id.length > CLIENT_ID_MAX_CHARS || id.includes('#') ? null : parsePublicUrl(id, { allowPrivate })
  if (url === null || url.pathname === '/' || url.href !== id)
    throw new OAuthFault('invalid_client', 'client_id must be a registered id or the https address of a document')
  return url
}

function clientIn(bytes: Buffer, url: URL): OAuthClient {
  let document: unknown
  try {
    document = parseStrictJson(bytes)
  } catch {
    throw new OAuthFault('invalid_client', 'The client metadata document is not valid JSON')
  }
  if (!isJsonObject(document)) throw new OAuthFault('invalid_client', 'The client metadata document is not an object')
  if (document.client_id !== url.href)
    throw new OAuthFault('invalid_client', 'client_id of the client metadata document differs from its address')
  const method = document.token_endpoint_auth_method ?? 'none'
  if (method !== 'none' || document.client_secret !== undefined)
    throw new OAuthFault('invalid_client', 'The client metadata document must name a public client')
  return { id: url.href, name: nameIn(document), redirectUris: redirectUrisIn(document), documentHost: url.host }
}

async function fetchDocument(id: string, allowPrivate: boolean): Promise<OAuthClient> {
  const url = requireDocumentUrl(id, allowPrivate)
  const rules = { allowPrivate, timeoutMs: documentTimeoutMs, maxBytes: documentBytes }
  try {
    const response = await fetchPublic(url.href, { ...rules, headers: { accept: 'application/json' } })
    if (response.status !== 200)
      throw new OAuthFault('invalid_client', `The client metadata document has status ${response.status}`)
    if (!response.complete)
      throw new OAuthFault(
        'invalid_client',
        `The client metadata document is incomplete or over ${documentBytes} bytes`,
      )
    return clientIn(response.body, url)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new OAuthFault('invalid_client', `The client metadata document could not be fetched: ${error.fault}`)
  }
}

interface CachedDocument {
  readonly client: Promise<OAuthClient>
  readonly until: number
}

/** Documents of the last hour. */
const DOCUMENTS_MAX = 1_000
const documentsByDeps = new WeakMap<Deps, BoundedMap<CachedDocument>>()

function findDocument(deps: Deps, id: string, at: number): Promise<OAuthClient> {
  let documents = documentsByDeps.get(deps)
  if (documents === undefined) {
    documents = boundedMap<CachedDocument>(DOCUMENTS_MAX)
    documentsByDeps.set(deps, documents)
  }
  const cached = documents.get(id)
  if (cached !== undefined && cached.until > at) return cached.client
  const client = fetchDocument(id, deps.config.webhookAllowPrivate)
  const entry: CachedDocument = { client, until: at + documentKeptMs }
  documents.set(id, entry)
  // A failure is not cached; concurrent requests share it.
  client.catch(() => documents.set(id, { client, until: 0 }))
  return client
}

/** The client with this id. Throws `invalid_client` if there is none. */
export async function requireClient(deps: Deps, id: string, at: number): Promise<OAuthClient> {
  if (isDocumentId(id)) return findDocument(deps, id, at)
  const client = id.length <= LIMITS.text.reference.max ? await findRegistered(deps.database.read, id) : null
  if (client === null) throw new OAuthFault('invalid_client', 'Unknown client_id; register the client again', 401)
  return client
}

/** Whether the id can belong to a client, without reading a document. */
export async function isKnownClient(read: Read, id: string): Promise<boolean> {
  return isDocumentId(id) || (id.length <= LIMITS.text.reference.max && (await findRegistered(read, id)) !== null)
}
