// API keys: format, creation, rotation, look-up, deletion.
import { crc32 } from 'node:zlib'
import { DEFAULT_SCOPES, LIMITS, type Paging, SCOPES, type Scope, type Tier } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { offsetOf, type Page, pageOf } from '../core/api-error.ts'
import type { Seals } from '../core/seals.ts'
import { literal, prepare, type Read, type Tx } from '../db/database.ts'
import { contains } from '../db/statements.ts'
import type { KeyRow } from '../db/tables/tables.ts'
import { PRIME } from '../worlds/worlds.ts'
import { digestOf, type GrantRow, isAccessToken, revokeGrantsOfKey, scopesOf } from './grants.ts'

/** An API key (2.8) as requests use it. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly appId: string | null
  readonly tier: Tier
  readonly scopes: readonly Scope[]
  readonly rateLimitPerMinute: number
  readonly enabled: boolean
  readonly revokedAt: number | null
  readonly allowedAgentIds: readonly string[]
  readonly invokeAnyAgent: boolean
  readonly invokeDailyBudget: number | null
  readonly contributesToContinuity: boolean
  readonly worldId: string | null
  readonly driveDailyBudget: number | null
  readonly lastFour: string
  /** Null when unreadable, which counts as brand new (section 8, probation). */
  readonly createdAt: number | null
}

/** The fields of a new key; id and raw value are generated. */
export type ApiKeyDraft = Omit<ApiKey, 'id' | 'lastFour'>

/** A key of the lowest tier with its scopes, not bound to a world or agents. */
export const defaultKeyDraft = (appId: string | null, name: string, at: number): ApiKeyDraft => ({
  name,
  appId,
  tier: 1,
  scopes: DEFAULT_SCOPES[1],
  rateLimitPerMinute: LIMITS.rate.perMinuteDefault,
  enabled: true,
  revokedAt: null,
  allowedAgentIds: [],
  invokeAnyAgent: false,
  invokeDailyBudget: null,
  contributesToContinuity: false,
  worldId: null,
  driveDailyBudget: null,
  createdAt: at,
})

/** An invalid stored value is read as the most restrictive one (AMB-14). */
const readRateLimit = (stored: number | null): number => {
  if (stored === null || !Number.isFinite(stored) || stored <= 0) return LIMITS.rate.perMinuteDefault
  return Math.min(Math.floor(stored), LIMITS.rate.perMinuteMax)
}

export const keyOf = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  appId: row.app_id,
  tier: row.tier as Tier,
  scopes: JSON.parse(row.scopes) as Scope[],
  rateLimitPerMinute: readRateLimit(row.rate_limit_per_minute),
  enabled: row.enabled === 1,
  revokedAt: row.revoked_at,
  allowedAgentIds: JSON.parse(row.allowed_agent_ids) as string[],
  invokeAnyAgent: row.invoke_any_agent === 1,
  invokeDailyBudget: row.invoke_daily_budget,
  contributesToContinuity: row.contributes_to_continuity === 1,
  worldId: row.world_id,
  driveDailyBudget: row.drive_daily_budget,
  lastFour: row.last_four,
  createdAt: row.created_at,
})

const rowOf = (key: ApiKey): KeyRow => ({
  id: key.id,
  name: key.name,
  app_id: key.appId,
  tier: key.tier,
  scopes: JSON.stringify(key.scopes),
  rate_limit_per_minute: key.rateLimitPerMinute,
  enabled: key.enabled ? 1 : 0,
  revoked_at: key.revokedAt,
  allowed_agent_ids: JSON.stringify(key.allowedAgentIds),
  invoke_any_agent: key.invokeAnyAgent ? 1 : 0,
  invoke_daily_budget: key.invokeDailyBudget,
  contributes_to_continuity: key.contributesToContinuity ? 1 : 0,
  world_id: key.worldId,
  drive_daily_budget: key.driveDailyBudget,
  last_four: key.lastFour,
  created_at: key.createdAt,
})

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_CHARS = 30
const CHECK_CHARS = 6

const base62 = (value: number, length: number): string => {
  let rest = value
  let out = ''
  for (let i = 0; i < length; i++) {
    out = BASE62[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}

/** Bytes from 248 up are discarded, so that all 62 characters are equally likely. */
function randomBase62(ambient: Ambient, length: number): string {
  let out = ''
  while (out.length < length)
    for (const byte of ambient.secret(length)) if (byte < 248 && out.length < length) out += BASE62[byte % 62]
  return out
}

const KEY_PATTERN = /^anet_[a-z]{1,8}_[0-9A-Za-z]{36}$/

/** The checksum rejects mistyped and invented keys before any look-up. */
export function isWellFormedKey(raw: string): boolean {
  return KEY_PATTERN.test(raw) && raw.slice(-CHECK_CHARS) === base62(crc32(raw.slice(0, -CHECK_CHARS)), CHECK_CHARS)
}

export function mintRawKey(ambient: Ambient, environment: 'live' | 'test'): string {
  const head = `anet_${environment}_${randomBase62(ambient, BODY_CHARS)}`
  return head + base62(crc32(head), CHECK_CHARS)
}

/** Section 5.6: one fork world and at least one agent. Otherwise the scope has no effect. */
export const hasDriveBinding = (key: Pick<ApiKey, 'worldId' | 'allowedAgentIds'>): boolean =>
  key.worldId !== null && key.worldId !== '' && key.worldId.toLowerCase() !== PRIME && key.allowedAgentIds.length > 0

export const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name)

export interface IssuedKey {
  readonly key: ApiKey
  /** Returned once, never stored. */
  readonly raw: string
}

/** Inputs for generating a raw value. */
export interface KeyMintOptions {
  readonly ambient: Ambient
  readonly seals: Seals
  /** Part of the raw value: servers with a test clock create `test` keys. */
  readonly environment: 'live' | 'test'
}

export async function createKey(
  tx: Tx,
  { ambient, seals, environment }: KeyMintOptions,
  draft: ApiKeyDraft,
): Promise<IssuedKey> {
  // Control state does not change: no cached decision can concern a value that did not exist. Registration is open to
  // everybody, and each change would clear the caches of every node.
  const raw = mintRawKey(ambient, environment)
  const key: ApiKey = { ...draft, id: ambient.id('key'), lastFour: raw.slice(-4) }
  await tx.sql.insertInto('keys').values(rowOf(key)).execute()
  await tx.sql
    .insertInto('key_digests')
    .values({ digest: seals.keyDigests(raw)[0]!, key_id: key.id, expires_at: null })
    .execute()
  return { key, raw }
}

export async function updateKey(tx: Tx, key: ApiKey): Promise<void> {
  tx.touchControl()
  if (key.revokedAt !== null) await revokeGrantsOfKey(tx, key.id)
  await tx.sql.updateTable('keys').set(rowOf(key)).where('id', '=', key.id).execute()
}

/** The rows of the key and of its digests. */
export async function countKeyRows(read: Read, id: string): Promise<number> {
  const { n } = await read.sql
    .selectFrom('key_digests')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('key_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(n) + 1
}

export async function deleteKey(tx: Tx, id: string): Promise<void> {
  tx.touchControl()
  await revokeGrantsOfKey(tx, id)
  await tx.sql.deleteFrom('key_digests').where('key_id', '=', id).execute()
  await tx.sql.deleteFrom('keys').where('id', '=', id).execute()
  // After the key: a concurrent `look` locks the key before it writes its position.
  await tx.sql.deleteFrom('look_positions').where('credential_id', '=', id).execute()
}

/** Whether the key exists; prevents its deletion until the transaction ends. */
export async function lockKey(tx: Tx, id: string): Promise<boolean> {
  // The lock blocks deletion but not updates of the key. SQLite has one writer at a time.
  const lockingParam = tx.engine === 'postgres' ? '$1 for key share' : '?'
  return (await tx.raw(`select id from keys where id = ${lockingParam}`, [id])).length > 0
}

/** Creates a new raw value for the same key. The old value stays valid until `overlapUntil`. Grants on the key end. */
export async function rotateKey(
  tx: Tx,
  { ambient, seals, environment }: KeyMintOptions,
  { key, overlapUntil }: { key: ApiKey; overlapUntil: number | null },
): Promise<IssuedKey> {
  tx.touchControl()
  await revokeGrantsOfKey(tx, key.id)
  const old = tx.sql
  if (overlapUntil === null) await old.deleteFrom('key_digests').where('key_id', '=', key.id).execute()
  else
    await old
      .updateTable('key_digests')
      .set({ expires_at: overlapUntil })
      .where('key_id', '=', key.id)
      // Values that were rotated earlier keep their expiry time.
      .where('expires_at', 'is', null)
      .execute()
  const raw = mintRawKey(ambient, environment)
  await old
    .insertInto('key_digests')
    .values({ digest: seals.keyDigests(raw)[0]!, key_id: key.id, expires_at: null })
    .execute()
  const rotated = { ...key, lastFour: raw.slice(-4) }
  await updateKey(tx, rotated)
  return { key: rotated, raw }
}

const SEARCH_COLUMNS = ['id', 'name', 'app_id', 'world_id', 'last_four'] as const

/** Keys that match `q`, newest first; all keys if `q` is empty. */
export async function listKeys(read: Read, { q, ...paging }: Paging & { q: string }): Promise<Page<ApiKey>> {
  const rows = await read.sql
    .selectFrom('keys')
    .selectAll()
    .$if(q !== '', (query) => query.where((eb) => eb.or(SEARCH_COLUMNS.map((column) => contains(column, q)))))
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows.map(keyOf), paging)
}

export async function readKey(read: Read, id: string): Promise<ApiKey | null> {
  const row = await read.sql.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? keyOf(row) : null
}

export interface FoundKey {
  readonly key: ApiKey
  /** Set when this raw value was rotated: it expires then. */
  readonly expiresAt: number | null
  /** Null for a key without an app; `missing` when the app it names does not exist. */
  readonly appStatus: string | null
  /** The owner of the app; null for a key without an app. */
  readonly developerUid: string | null
  /** Set if an access token stands for the key. */
  readonly grantId?: string
}

type FoundRow = KeyRow & { expires_at: number | null; app_status: string | null; owner_uid: string | null }
const keyByDigest = prepare<{ digest: string }, FoundRow>((sql, param) =>
  sql
    .selectFrom('key_digests')
    .innerJoin('keys', 'keys.id', 'key_digests.key_id')
    .leftJoin('apps', 'apps.id', 'keys.app_id')
    .selectAll('keys')
    .select(['key_digests.expires_at', 'apps.status as app_status', 'apps.owner_uid'])
    .where('key_digests.digest', '=', param('digest')),
)

const foundKeyOf = (row: FoundRow): FoundKey => ({
  key: keyOf(row),
  expiresAt: row.expires_at,
  appStatus: row.app_id === null ? null : (row.app_status ?? 'missing'),
  developerUid: row.owner_uid,
})

export async function findKey(read: Read, digests: readonly string[]): Promise<FoundKey | null> {
  for (const digest of digests) {
    const row = await read.first(keyByDigest, { digest })
    if (row) return foundKeyOf(row)
  }
  return null
}

const keyById = prepare<{ id: string }, Omit<FoundRow, 'expires_at'>>((sql, param) =>
  sql
    .selectFrom('keys')
    .leftJoin('apps', 'apps.id', 'keys.app_id')
    .selectAll('keys')
    .select(['apps.status as app_status', 'apps.owner_uid'])
    .where('keys.id', '=', param('id')),
)

/** The same for a key whose raw value is not at hand. */
export async function findKeyById(read: Read, id: string): Promise<FoundKey | null> {
  const row = await read.first(keyById, { id })
  return row === undefined ? null : foundKeyOf({ ...row, expires_at: null })
}

/** The key of the visitor with the rights of the grant. Its id, and so its budgets and rate window, stay. */
function narrowKey(key: ApiKey, grant: Pick<GrantRow, 'scopes' | 'agent_id'>): ApiKey {
  const scopes = scopesOf(grant)
  return {
    ...key,
    scopes: [
      ...(scopes.includes('read') ? DEFAULT_SCOPES[1] : []),
      ...(scopes.includes('drive') && key.scopes.includes('agents:drive') ? (['agents:drive'] as const) : []),
    ],
    allowedAgentIds: key.allowedAgentIds.filter((id) => id === grant.agent_id),
    invokeAnyAgent: false,
  }
}

type TokenKeyRow = KeyRow & {
  grant_id: string
  grant_scopes: string
  grant_agent_id: string
  token_expires_at: number
  app_status: string | null
  owner_uid: string | null
}
const keyByToken = prepare<{ digest: string }, TokenKeyRow>((sql, param) =>
  sql
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
    .innerJoin('keys', 'keys.id', 'oauth_grants.key_id')
    .leftJoin('apps', 'apps.id', 'keys.app_id')
    .selectAll('keys')
    .select([
      'oauth_grants.id as grant_id',
      'oauth_grants.scopes as grant_scopes',
      'oauth_grants.agent_id as grant_agent_id',
      'oauth_tokens.expires_at as token_expires_at',
      'apps.status as app_status',
      'apps.owner_uid',
    ])
    .where('oauth_tokens.digest', '=', param('digest'))
    .where('oauth_tokens.kind', '=', literal('access')),
)

/** The key that an access token stands for; null for unknown tokens and revoked grants. */
export async function findKeyOfToken(read: Read, raw: string): Promise<FoundKey | null> {
  if (!isAccessToken(raw)) return null
  const row = await read.first(keyByToken, { digest: digestOf(raw) })
  if (row === undefined) return null
  const grant = { scopes: row.grant_scopes, agent_id: row.grant_agent_id }
  return {
    key: narrowKey(keyOf(row), grant),
    expiresAt: row.token_expires_at,
    appStatus: row.app_id === null ? null : (row.app_status ?? 'missing'),
    developerUid: row.owner_uid,
    grantId: row.grant_id,
  }
}

/** Deletes the digests of rotated values whose overlap has ended. */
export async function sweepRotatedKeys(tx: Tx, at: number, limit: number): Promise<number> {
  const expired = await tx.sql
    .selectFrom('key_digests')
    .select('digest')
    .where('expires_at', 'is not', null)
    .where('expires_at', '<=', at)
    .limit(limit)
    .execute()
  if (expired.length === 0) return 0
  tx.touchControl()
  const digests = expired.map((row) => row.digest)
  await tx.sql.deleteFrom('key_digests').where('digest', 'in', digests).execute()
  return expired.length
}
