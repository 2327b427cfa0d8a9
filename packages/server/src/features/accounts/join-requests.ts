// Join requests: an agent asks for a visitor, a person confirms or denies, and a poll returns the key (RFC 8628).
import { createHash } from 'node:crypto'
import { type JoinRequestBody, type JoinRequestView, LIMITS, type VisitorWorld } from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { Admitted, ControlState } from '../../platform/control/control.ts'
import { listSwitch } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Seals } from '../../platform/core/seals.ts'
import { stripControlCharacters } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { lockForTransaction } from '../../platform/db/statements.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type Developer, lockActiveAccount } from './developers.ts'
import { type JoinLinkExchange, rotateVisitorKey } from './join-links.ts'
import { type RegisteredVisitor, takesVisitors } from './registration.ts'

type JoinRequest = Tables['join_requests']
type When = Pick<Admitted, 'state' | 'at'>

const { lifetimeMs, intervalSeconds, openPerAddress, openTotal, keptMs } = LIMITS.joinRequests

const DEVICE_CODE_BYTES = 32
/** Consonants only, so that no code spells a word (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE = new RegExp(`^([${LETTERS}]{4})-?([${LETTERS}]{4})$`)
/** Bytes from here on would make the first letters more frequent. */
const FAIR_BYTES = 256 - (256 % LETTERS.length)
/** An arbitrary constant, the same on every node. */
const LOCK_ID = 7_224_802

const deviceDigest = (code: string): string => createHash('sha256').update(code).digest('base64url')
/** A short code is guessable, so its digest needs the secret of the server. */
const userDigests = (seals: Seals, code: string): string[] => seals.keyDigests(`join request ${code}`)

/** The canonical form of a typed code; null if it cannot be one. */
function readUserCode(text: string): string | null {
  const parts = USER_CODE.exec(text.toUpperCase())
  return parts === null ? null : `${parts[1]}-${parts[2]}`
}

function makeUserCode(ambient: Ambient): string {
  let letters = ''
  while (letters.length < 8)
    for (const byte of ambient.secret(16))
      if (byte < FAIR_BYTES && letters.length < 8) letters += LETTERS[byte % LETTERS.length]
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const expired = (): ApiError => new ApiError('JOIN_REQUEST_EXPIRED')

const byDevice = prepare<{ digest: string }, JoinRequest>((sql, param) =>
  sql.selectFrom('join_requests').selectAll().where('digest', '=', param('digest')),
)
const oldestOpen = prepare<{ at: number }, Pick<JoinRequest, 'expires_at'>>((sql, param) =>
  sql
    .selectFrom('join_requests')
    .select('expires_at')
    .where('state', '=', literal('pending'))
    .where('expires_at', '>', param('at'))
    .orderBy('expires_at')
    .limit(literal(openTotal)),
)
const oldestOpenOf = prepare<{ origin: string; at: number }, Pick<JoinRequest, 'expires_at'>>((sql, param) =>
  sql
    .selectFrom('join_requests')
    .select('expires_at')
    .where('origin', '=', param('origin'))
    .where('state', '=', literal('pending'))
    .where('expires_at', '>', param('at'))
    .orderBy('expires_at')
    .limit(literal(openPerAddress)),
)

/** Refuses an address with too many open requests, and everybody if the server has too many. */
export async function requireFreeRequest(read: Read, origin: string, at: number): Promise<void> {
  const own = await read.all(oldestOpenOf, { origin, at })
  const all = own.length < openPerAddress ? await read.all(oldestOpen, { at }) : []
  const full = own.length >= openPerAddress ? own : all.length >= openTotal ? all : null
  if (full === null) return
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    message:
      full === own
        ? `Your address has ${openPerAddress} open join requests; wait for Retry-After, or let a person decide one`
        : 'The server has too many open join requests; wait for Retry-After',
    retryAfterSeconds: Math.ceil((full[0]!.expires_at - at) / 1_000),
  })
}

/** Worlds that take visitors: outside of the sandbox first, and by id. The first one is the default. */
export function visitorWorlds({ worlds, switches }: Pick<ControlState, 'worlds' | 'switches'>): VisitorWorld[] {
  const sandboxIds = listSwitch(switches, 'sandboxWorldIds')
  return [...worlds.byId.values()]
    .filter((world) => takesVisitors(world) && !world.visitorsPaused)
    .map(({ id, designation }) => ({ id, designation, isSandbox: sandboxIds.includes(id) }))
    .sort((a, b) => Number(a.isSandbox) - Number(b.isSandbox) || (a.id < b.id ? -1 : 1))
    .map((world, index) => ({ ...world, isDefault: index === 0 }))
}

function requireVisitorWorld(world: World | undefined): void {
  if (world === undefined || !takesVisitors(world))
    throw invalidInput('worldId: no world with this id takes visitors; leave it out for the default')
}

/** Where a request comes from: for counting, and in full for the person who decides. */
export interface RequestOrigin {
  readonly origin: string
  readonly ip: string | null
}

export interface OpenedRequest {
  readonly deviceCode: string
  readonly userCode: string
  readonly expiresAt: number
}

/** Opens a request. Only digests of both codes are stored. */
export async function openJoinRequest(
  deps: Deps,
  { state, at }: When,
  body: JoinRequestBody,
  { origin, ip }: RequestOrigin,
): Promise<OpenedRequest> {
  if (body.worldId !== undefined) requireVisitorWorld(state.worlds.byId.get(body.worldId))
  const { ambient, seals } = deps
  const deviceCode = ambient.secret(DEVICE_CODE_BYTES).toString('base64url')
  const userCode = makeUserCode(ambient)
  const expiresAt = at + lifetimeMs
  const row: JoinRequest = {
    digest: deviceDigest(deviceCode),
    user_digest: userDigests(seals, userCode)[0]!,
    state: 'pending',
    name: stripControlCharacters(body.name).trim(),
    bio: stripControlCharacters(body.bio ?? '').trim(),
    asked_world_id: body.worldId ?? null,
    origin,
    address: ip,
    created_at: at,
    expires_at: expiresAt,
    polled_at: null,
    owner_uid: null,
    app_id: null,
    agent_id: null,
  }
  await transactPinned(deps, async (tx) => {
    await lockForTransaction(tx, LOCK_ID)
    await requireFreeRequest(tx, origin, at)
    await tx.sql.insertInto('join_requests').values(row).execute()
  })
  return { deviceCode, userCode, expiresAt }
}

/** The outcome of a poll: the key once, or null while no person has decided. */
export type JoinPoll = JoinLinkExchange | null

/**
 * Answers a poll. The first statement locks the row, so concurrent polls are serial: one gets the key, and the others
 * find the request used. A refusal changes nothing.
 */
export function pollJoinRequest(deps: Deps, when: When, deviceCode: string): Promise<JoinPoll> {
  const { at } = when
  const digest = deviceDigest(deviceCode)
  return transactPinned(deps, async (tx) => {
    const request = await tx.sql
      .updateTable('join_requests')
      .set({ polled_at: at })
      .where('digest', '=', digest)
      .where('state', '!=', literal('used'))
      .where('expires_at', '>', at)
      .where((eb) => eb.or([eb('polled_at', 'is', null), eb('polled_at', '<=', at - intervalSeconds * 1_000)]))
      .returningAll()
      .executeTakeFirst()
    if (request === undefined) throw await pollRefusal(tx, digest, at)
    if (request.state === 'pending') return null
    if (request.state === 'denied') throw new ApiError('JOIN_REQUEST_DENIED')
    await tx.sql.updateTable('join_requests').set({ state: 'used' }).where('digest', '=', digest).execute()
    const visitor = { ownerUid: request.owner_uid!, appId: request.app_id!, agentId: request.agent_id! }
    return rotateVisitorKey(deps, tx, when, { ...visitor, expired })
  })
}

async function pollRefusal(tx: Tx, digest: string, at: number): Promise<ApiError> {
  const request = await tx.first(byDevice, { digest })
  if (request === undefined || request.state === 'used' || request.expires_at <= at) return expired()
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: `Polled too soon: wait ${intervalSeconds} seconds between two polls`,
    retryAfterSeconds: Math.max(1, Math.ceil((request.polled_at! + intervalSeconds * 1_000 - at) / 1_000)),
  })
}

const DIACRITICS = /\p{M}/gu
const { slug: SLUG_LENGTH } = LIMITS.text

/** A slug for the form, made from the name; empty if the name has too few usable letters. */
export function suggestSlug(name: string): string {
  const words = name.normalize('NFKD').replace(DIACRITICS, '').toLowerCase()
  const slug = words
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH.max + 1)
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH.max)
    .replace(/-$/, '')
  return slug.length < SLUG_LENGTH.min ? '' : slug
}

async function findByUserCode(read: Read, seals: Seals, userCode: string, at: number): Promise<JoinRequest> {
  const code = readUserCode(userCode)
  const request =
    code === null
      ? undefined
      : await read.sql
          .selectFrom('join_requests')
          .selectAll()
          .where('user_digest', 'in', userDigests(seals, code))
          .executeTakeFirst()
  if (request === undefined || request.expires_at <= at) throw expired()
  return request
}

/** A request as its claim page shows it. The used state is the end of a confirmed one. */
export async function readJoinRequest(
  { database, seals }: Deps,
  userCode: string,
  at: number,
): Promise<JoinRequestView> {
  const request = await findByUserCode(database.read, seals, userCode, at)
  return {
    name: request.name,
    bio: request.bio,
    address: request.address,
    state: request.state === 'used' ? 'confirmed' : (request.state as JoinRequestView['state']),
    slug: suggestSlug(request.name),
    worldId: request.asked_world_id,
    expiresAt: iso(request.expires_at),
  }
}

/** Checks early that a request is open, so that a late confirmation runs no moderation. */
export async function requireOpenRequest({ database, seals }: Deps, userCode: string, at: number): Promise<string> {
  const { digest, state } = await findByUserCode(database.read, seals, userCode, at)
  if (state !== 'pending') throw decided(state)
  return digest
}

const decided = (state: string | undefined): ApiError =>
  state === 'denied' ? new ApiError('JOIN_REQUEST_DENIED') : expired()

/** Of several concurrent decisions one finds the request pending. */
async function decide(tx: Tx, digest: string, change: Partial<JoinRequest>, at: number): Promise<void> {
  const changed = await tx.sql
    .updateTable('join_requests')
    .set(change)
    .where('digest', '=', digest)
    .where('state', '=', literal('pending'))
    .where('expires_at', '>', at)
    .returning('digest')
    .execute()
  if (changed.length === 0) throw decided((await tx.first(byDevice, { digest }))?.state)
}

/** Runs in the transaction of the registration: either both happen or none. */
export const confirmInTransaction =
  (digest: string, owner: { readonly appId: string }, at: number) =>
  (tx: Tx, { agentId, ownerUid }: Pick<RegisteredVisitor, 'agentId' | 'ownerUid'>): Promise<void> =>
    decide(tx, digest, { state: 'confirmed', owner_uid: ownerUid, app_id: owner.appId, agent_id: agentId }, at)

export async function denyJoinRequest(deps: Deps, developer: Developer, userCode: string, at: number): Promise<void> {
  const digest = await requireOpenRequest(deps, userCode, at)
  await transactPinned(deps, async (tx) => {
    const { uid } = await lockActiveAccount(tx, developer)
    await decide(tx, digest, { state: 'denied', owner_uid: uid }, at)
    await audit(tx, deps.ambient, { at, actor: uid, action: 'join_request.deny', target: digest })
  })
}

/** Deletes requests after a day. */
export async function sweepJoinRequests(tx: Tx, at: number, limit: number): Promise<number> {
  const old = tx.sql
    .selectFrom('join_requests')
    .select('digest')
    .where('created_at', '<=', at - keptMs)
    .limit(literal(limit))
  const { numDeletedRows } = await tx.sql
    .deleteFrom('join_requests')
    .where('digest', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
