// Grants of OAuth for MCP: authorization codes, access and refresh tokens, revocation.
import { createHash } from 'node:crypto'
import { LIMITS, OAUTH_SCOPES, type OAuthScope } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { literal, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

export type GrantRow = Tables['oauth_grants']
export type CodeRow = Tables['oauth_codes']

const SECRET_BYTES = 32
const PREFIXES = { access: 'anet_access_', refresh: 'anet_refresh_' } as const
type TokenKind = keyof typeof PREFIXES
/** No API key has this form: the part after the prefix is longer. */
const ACCESS_TOKEN = /^anet_access_[A-Za-z0-9_-]{43}$/

export const isAccessToken = (raw: string): boolean => ACCESS_TOKEN.test(raw)

/** Values have 256 random bits, so a plain digest is enough. */
export const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

const newSecret = (ambient: Pick<Ambient, 'secret'>): string => ambient.secret(SECRET_BYTES).toString('base64url')

export const scopesOf = ({ scopes }: Pick<GrantRow, 'scopes'>): OAuthScope[] => {
  const words = scopes.split(' ')
  return OAUTH_SCOPES.filter((scope) => words.includes(scope))
}

/** Creates a code for a consent. Returns the value that the browser brings to the client. */
export async function createCode(
  tx: Tx,
  ambient: Ambient,
  code: Omit<CodeRow, 'digest' | 'expires_at'>,
  at: number,
): Promise<string> {
  const value = newSecret(ambient)
  const row = { ...code, digest: digestOf(value), expires_at: at + LIMITS.oauth.codeMs }
  await tx.sql.insertInto('oauth_codes').values(row).execute()
  return value
}

export interface IssuedTokens {
  readonly grant: GrantRow
  readonly accessToken: string
  readonly refreshToken: string
}

async function addTokens(tx: Tx, ambient: Ambient, grant: GrantRow, at: number): Promise<IssuedTokens> {
  const issue = async (kind: TokenKind, lifetimeMs: number): Promise<string> => {
    const value = PREFIXES[kind] + newSecret(ambient)
    const row = { digest: digestOf(value), grant_id: grant.id, kind, expires_at: at + lifetimeMs, used_at: null }
    await tx.sql.insertInto('oauth_tokens').values(row).execute()
    return value
  }
  const { accessTokenMs, refreshTokenMs } = LIMITS.oauth
  return {
    grant,
    accessToken: await issue('access', accessTokenMs),
    refreshToken: await issue('refresh', refreshTokenMs),
  }
}

/** Why a code or a refresh token was refused. A reused one has revoked the returned grant. */
export type TokenRefusal = { readonly refused: 'unknown' } | { readonly refused: 'reused'; readonly grant: GrantRow }
const UNKNOWN: TokenRefusal = { refused: 'unknown' }

async function revokeReused(tx: Tx, grant: GrantRow | undefined): Promise<TokenRefusal> {
  if (grant === undefined) return UNKNOWN
  await revokeGrant(tx, grant.id)
  return { refused: 'reused', grant }
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
}

/**
 * Exchanges a code for tokens. One of several concurrent exchanges deletes the code; the others find the grant that it
 * gave, and revoke it. A request that does not match the code changes nothing.
 */
export async function exchangeCode(
  tx: Tx,
  ambient: Ambient,
  { code, clientId, redirectUri, verifier }: CodeExchange,
  at: number,
): Promise<IssuedTokens | TokenRefusal> {
  const digest = digestOf(code)
  const row = await tx.sql
    .deleteFrom('oauth_codes')
    .where('digest', '=', digest)
    .where('client_id', '=', clientId)
    .where('redirect_uri', '=', redirectUri)
    .where('challenge', '=', challengeOf(verifier))
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    const used = tx.sql.selectFrom('oauth_grants').selectAll().where('code_digest', '=', digest)
    return revokeReused(tx, await used.executeTakeFirst())
  }
  const grant: GrantRow = {
    id: ambient.id('connection'),
    code_digest: digest,
    client_id: row.client_id,
    client_name: row.client_name,
    owner_uid: row.owner_uid,
    world_id: row.world_id,
    agent_id: row.agent_id,
    key_id: row.key_id,
    scopes: row.scopes,
    created_at: at,
    last_used_at: null,
    expires_at: at + LIMITS.oauth.refreshTokenMs,
  }
  await tx.sql.insertInto('oauth_grants').values(grant).execute()
  return addTokens(tx, ambient, grant, at)
}

export const grantById = (read: Read, id: string): Promise<GrantRow | undefined> =>
  read.sql.selectFrom('oauth_grants').selectAll().where('id', '=', id).executeTakeFirst()

/** Replaces a refresh token by a new one. A token that was replaced before revokes the grant. */
export async function refreshGrant(
  tx: Tx,
  ambient: Ambient,
  { refreshToken, clientId }: { readonly refreshToken: string; readonly clientId: string },
  at: number,
): Promise<IssuedTokens | TokenRefusal> {
  const digest = digestOf(refreshToken)
  const token = await tx.sql
    .selectFrom('oauth_tokens')
    .selectAll()
    .where('digest', '=', digest)
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  if (token === undefined) return UNKNOWN
  // Locks the grant: refreshes and revocations of one grant are serial.
  const grant = await tx.sql
    .updateTable('oauth_grants')
    .set({ expires_at: at + LIMITS.oauth.refreshTokenMs })
    .where('id', '=', token.grant_id)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst()
  if (grant === undefined) return UNKNOWN
  const exchanged = await tx.sql
    .updateTable('oauth_tokens')
    .set({ used_at: at })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('digest')
    .execute()
  if (exchanged.length > 0) return addTokens(tx, ambient, grant, at)
  const current = await tx.sql.selectFrom('oauth_tokens').select('used_at').where('digest', '=', digest).execute()
  if (current[0]?.used_at == null) throw new ExpiredRefreshToken()
  return revokeReused(tx, grant)
}

/** Rolls the transaction back, so that the expiry of the grant stays. */
export class ExpiredRefreshToken extends Error {}

/** The grant of an access or refresh token; undefined if there is none. */
export async function findGrantOfToken(read: Read, raw: string): Promise<GrantRow | undefined> {
  if (!Object.values(PREFIXES).some((prefix) => raw.startsWith(prefix))) return undefined
  return read.sql
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
    .selectAll('oauth_grants')
    .where('oauth_tokens.digest', '=', digestOf(raw))
    .executeTakeFirst()
}

/** Ends a grant. Its tokens find no grant any more; open streams are checked again with the new control state. */
export async function revokeGrant(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.sql.deleteFrom('oauth_grants').where('id', '=', id).executeTakeFirstOrThrow()
  if (Number(numDeletedRows) === 0) return false
  tx.touchControl()
  // After the grant: a concurrent `look` locks the grant before it writes its position.
  await tx.sql.deleteFrom('look_positions').where('credential_id', '=', id).execute()
  return true
}

/**
 * Ends all grants on a key, in the transaction that rotates, revokes or deletes the key. Codes come first: an exchange
 * in progress holds the row of its code, and its grant is visible afterwards.
 */
export async function revokeGrantsOfKey(tx: Tx, keyId: string): Promise<void> {
  await tx.sql.deleteFrom('oauth_codes').where('key_id', '=', keyId).execute()
  const grants = await tx.sql.selectFrom('oauth_grants').select('id').where('key_id', '=', keyId).execute()
  for (const { id } of grants) await revokeGrant(tx, id)
}

/** Whether the grant exists; prevents its deletion until the transaction ends. */
export async function lockGrant(tx: Tx, id: string): Promise<boolean> {
  const lockingParam = tx.engine === 'postgres' ? '$1 for key share' : '?'
  return (await tx.raw(`select id from oauth_grants where id = ${lockingParam}`, [id])).length > 0
}

/** Grants of a developer, newest first. */
export const listGrants = (read: Read, ownerUid: string, at: number): Promise<GrantRow[]> =>
  read.sql
    .selectFrom('oauth_grants')
    .selectAll()
    .where('owner_uid', '=', ownerUid)
    .where('expires_at', '>', at)
    .orderBy('id', 'desc')
    .execute()

export interface GrantFilter {
  readonly worldId: string
  readonly agentId: string
  readonly ownerUid: string
}

/** Grants of all developers, newest first. */
export const listAllGrants = (
  read: Read,
  { worldId, agentId, ownerUid }: GrantFilter,
  { offset, limit, at }: { readonly offset: number; readonly limit: number; readonly at: number },
): Promise<GrantRow[]> =>
  read.sql
    .selectFrom('oauth_grants')
    .selectAll()
    .where('expires_at', '>', at)
    .$if(worldId !== '', (query) => query.where('world_id', '=', worldId))
    .$if(agentId !== '', (query) => query.where('agent_id', '=', agentId))
    .$if(ownerUid !== '', (query) => query.where('owner_uid', '=', ownerUid))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

export async function findOwnGrant(read: Read, ownerUid: string, id: string): Promise<GrantRow | undefined> {
  const grant = await grantById(read, id)
  return grant?.owner_uid === ownerUid ? grant : undefined
}

/** The number of grants in use. */
export async function countGrants(read: Read): Promise<number> {
  const { n } = await read.sql
    .selectFrom('oauth_grants')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export interface GrantFigures {
  readonly valid: number
  /** When the oldest expired grant ended; null if none is stored. */
  readonly oldestExpiry: number | null
}

export async function readGrantFigures(read: Read, at: number): Promise<GrantFigures> {
  const valid = await read.sql
    .selectFrom('oauth_grants')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  const expired = await read.sql
    .selectFrom('oauth_grants')
    .select(({ fn }) => fn.min('expires_at').as('oldest'))
    .where('expires_at', '<=', at)
    .executeTakeFirst()
  return { valid: Number(valid.n), oldestExpiry: expired?.oldest ?? null }
}

const USE_NOTED_MS = 60_000

/** Stores the time of use, to the minute. */
export async function noteGrantUse(tx: Tx, id: string, at: number): Promise<void> {
  await tx.sql
    .updateTable('oauth_grants')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - USE_NOTED_MS)]))
    .execute()
}

/** Deletes expired codes, tokens and grants. */
export async function sweepGrants(tx: Tx, at: number, limit: number): Promise<number> {
  let rows = 0
  for (const [table, key] of [
    ['oauth_codes', 'digest'],
    ['oauth_tokens', 'digest'],
  ] as const) {
    const expired = tx.sql.selectFrom(table).select(key).where('expires_at', '<=', at).limit(literal(limit))
    const { numDeletedRows } = await tx.sql.deleteFrom(table).where(key, 'in', expired).executeTakeFirstOrThrow()
    rows += Number(numDeletedRows)
  }
  const ended = tx.sql.selectFrom('oauth_grants').select('id').where('expires_at', '<=', at).limit(literal(limit))
  for (const { id } of await ended.execute()) if (await revokeGrant(tx, id)) rows += 1
  return rows
}
