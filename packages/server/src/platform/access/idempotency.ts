// Idempotency claims: one execution per value, replay of stored responses.
import { createHash } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { ApiError } from '../core/api-error.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

/** Values in different namespaces are independent (AMB-39). */
export const NAMESPACES = ['complete', 'openai', 'responses', 'a2a', 'heartbeat', 'act', 'report'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** Section 8: trimmed, and cut to 256 characters; blank means absent (AMB-44). */
export function idempotencyValue(header: string | undefined): string | null {
  const value = [...(header ?? '').trim()].slice(0, LIMITS.idempotency.keyMaxChars).join('')
  return value === '' ? null : value
}

export interface ClaimName {
  /** Empty where a value is bound only to the key, as for completions. */
  readonly worldId: string
  readonly id: string
}

/** The scope of an idempotency value: always the key; agent and world where the interface requires it (3.3). */
interface ClaimScope {
  readonly namespace: Namespace
  readonly keyId: string
  readonly value: string
  readonly agentId?: string
  readonly worldId?: string
}

/** Only a digest of the caller's value is stored, because the value may be private. */
export function claimName({ namespace, keyId, value, agentId = '', worldId = '' }: ClaimScope): ClaimName {
  const id = createHash('sha256')
    .update(JSON.stringify([namespace, keyId, agentId, value]))
    .digest('base64url')
  return { worldId, id }
}

export type ClaimRow = Tables['claims']

export interface ActiveClaim {
  readonly name: ClaimName
  /**
   * Fencing token: each takeover gets a higher one, and writes with an older token have no effect (AMB-42). Column
   * `fence`.
   */
  readonly token: number
  /** The abandoned row that this claim replaced, if any. */
  readonly abandoned: ClaimRow | null
  /** The row does not exist yet: it is inserted together with the response. */
  readonly isNew?: true
}

/** Called when a stored response is replayed, so that the protocol adapter can mark it. */
export type OnReplay = () => void

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: ActiveClaim }
  | { readonly kind: 'replay'; readonly answer: string }

type ClaimKey = { world: string; id: string }

const insertClaim = prepare<ClaimKey & { at: number }, unknown>((sql, param) =>
  sql
    .insertInto('claims')
    .values({
      world_id: param('world'),
      id: param('id'),
      // Not a constant: a claim that is released and claimed again must not accept the first claimant's token.
      fence: param('at'),
      state: 'running',
      claimed_at: param('at'),
      admission: null,
      answer: null,
      settled_at: null,
    })
    .onConflict((c) => c.columns(['world_id', 'id']).doNothing()),
)
const insertSettled = prepare<ClaimKey & { token: number; answer: string; at: number }, unknown>((sql, param) =>
  sql.insertInto('claims').values({
    world_id: param('world'),
    id: param('id'),
    fence: param('token'),
    state: 'done',
    claimed_at: param('token'),
    admission: null,
    answer: param('answer'),
    settled_at: param('at'),
  }),
)
const claimById = prepare<ClaimKey, ClaimRow>((sql, param) =>
  sql.selectFrom('claims').selectAll().where('world_id', '=', param('world')).where('id', '=', param('id')),
)
const takeOver = prepare<ClaimKey & { at: number; token: number; next: number }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set({
      fence: param('next'),
      state: 'running',
      claimed_at: param('at'),
      admission: null,
      answer: null,
      settled_at: null,
    })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token')),
)
const settleStatement = prepare<ClaimKey & { token: number; answer: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set({ state: 'done', answer: param('answer'), settled_at: param('at'), admission: null })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)
const releaseStatement = prepare<ClaimKey & { token: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('claims')
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)

const admissionStatement = prepare<ClaimKey & { token: number; admission: string }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set({ state: 'admitted', admission: param('admission') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '=', 'running'),
)
const lockStatement = prepare<ClaimKey & { token: number }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set((eb) => ({ fence: eb.ref('fence') }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)

const keyOfClaim = ({ worldId, id }: ClaimName): ClaimKey => ({ world: worldId, id })

/** 24 hours after the response was stored (AMB-41). */
const isExpired = (row: ClaimRow, at: number): boolean => at - (row.settled_at ?? 0) >= LIMITS.idempotency.replayMs
const isAbandoned = (row: ClaimRow, at: number): boolean => at - row.claimed_at >= LIMITS.idempotency.leaseMs

/**
 * 3.3 in one step: a new value is claimed, a settled one replayed, and a running one refused until its five minutes are
 * over. The claim must be committed before the work starts, so that a duplicate request sees it.
 */
export async function claim(tx: Tx, name: ClaimName, at: number): Promise<ClaimResult> {
  const key = keyOfClaim(name)
  const isNew = (await tx.run(insertClaim, { ...key, at })) === 1
  if (isNew) return { kind: 'claimed', claim: { name, token: at, abandoned: null } }
  const row = await tx.first(claimById, key)
  if (row === undefined) throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  return claimAgain(tx, name, row, at)
}

/**
 * The same for work that ends in this transaction: a new claim is stored only with its response. If a concurrent request
 * stores the same claim first, the unique index fails this transaction, which runs again and replays.
 */
export async function claimForOneCommit(tx: Tx, name: ClaimName, at: number): Promise<ClaimResult> {
  const row = await tx.first(claimById, keyOfClaim(name))
  if (row !== undefined) return claimAgain(tx, name, row, at)
  return { kind: 'claimed', claim: { name, token: at, abandoned: null, isNew: true } }
}

async function claimAgain(tx: Tx, name: ClaimName, row: ClaimRow, at: number): Promise<ClaimResult> {
  if (row.state === 'done' && !isExpired(row, at)) return { kind: 'replay', answer: row.answer! }
  if (row.state !== 'done' && !isAbandoned(row, at)) throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  const next = row.fence + 1
  if ((await tx.run(takeOver, { ...keyOfClaim(name), at, token: row.fence, next })) === 0)
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  return { kind: 'claimed', claim: { name, token: next, abandoned: row.state === 'done' ? null : row } }
}

/** Stores the response for replays. Returns false if another request has taken the claim over. */
export const settleClaim = async (tx: Tx, { name, token }: ActiveClaim, answer: string, at: number): Promise<boolean> =>
  (await tx.run(settleStatement, { ...keyOfClaim(name), token, answer, at })) === 1

/** Like `settleClaim`, for a claim that this transaction creates or has locked: it cannot have been taken over. */
export const settleOwnClaim = (tx: Tx, { name, token, isNew }: ActiveClaim, answer: string, at: number): void =>
  tx.send(isNew ? insertSettled : settleStatement, { ...keyOfClaim(name), token, answer, at })

/** Every response other than 200 releases the claim, so that the value can be retried (AMB-38). */
export const dropClaim = async (tx: Tx, { name, token }: ActiveClaim): Promise<boolean> =>
  (await tx.run(releaseStatement, { ...keyOfClaim(name), token })) === 1

/** Records on the claim what was spent for it. Returns false if the claim was taken over. */
export const recordAdmission = async (tx: Tx, { name, token }: ActiveClaim, admission: string): Promise<boolean> =>
  (await tx.run(admissionStatement, { ...keyOfClaim(name), token, admission })) === 1

/** Whether the claim still belongs to this token; locks it until the transaction ends. */
export const lockClaim = async (tx: Tx, { name, token }: ActiveClaim): Promise<boolean> =>
  (await tx.run(lockStatement, { ...keyOfClaim(name), token })) === 1

/** Claims that were admitted but never settled, created at `before` or earlier. */
export const abandonedClaims = (read: Read, before: number, limit: number): Promise<ClaimRow[]> =>
  read.sql
    .selectFrom('claims')
    .selectAll()
    .where('admission', 'is not', null)
    .where('claimed_at', '<=', before)
    .orderBy('claimed_at')
    .limit(limit)
    .execute()

/** Deletes claims that cannot be used any more: replays older than 24 hours, and completions that never finished. */
export async function sweepClaims(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('claims')
    .select(['world_id', 'id', 'fence'])
    .where('claimed_at', '<=', at - LIMITS.idempotency.replayMs - LIMITS.idempotency.leaseMs)
    .where('admission', 'is', null)
    // A response that took longer than the lease is kept for its full 24 hours. Counting it here would repeat the job
    // endlessly.
    .where((eb) => eb.or([eb('state', '!=', 'done'), eb('settled_at', '<=', at - LIMITS.idempotency.replayMs)]))
    .orderBy('claimed_at')
    .limit(limit)
    .execute()
  for (const row of old)
    await tx.sql
      .deleteFrom('claims')
      .where('world_id', '=', row.world_id)
      .where('id', '=', row.id)
      .where('fence', '=', row.fence)
      .where((eb) => eb.or([eb('state', '!=', 'done'), eb('settled_at', '<=', at - LIMITS.idempotency.replayMs)]))
      .execute()
  return old.length
}

/** An erased agent in stored responses. */
export interface QuotedAgent {
  readonly id: string
  readonly handle: string
}

/** Its own responses, and heartbeats that quote it. A repeated heartbeat then gets a current response. */
const quotes = (answer: string, { id, handle }: QuotedAgent): boolean =>
  answer.includes(`"agentId":"${id}"`)
    ? answer.includes('"heartbeatAt"') || (JSON.parse(answer) as { agentId?: string }).agentId === id
    : answer.includes('"heartbeatAt"') && answer.includes(handle)

/**
 * Deletes stored responses of a world that quote an erased agent, after `after` in the order of ids. Returns the last
 * id, or null at the end. Responses to acts of others stay: without them a repeated act would be done twice.
 */
export async function eraseQuotingClaims(
  tx: Tx,
  { worldId, after, quoted }: { readonly worldId: string; readonly after: string; readonly quoted: QuotedAgent },
  limit: number,
): Promise<string | null> {
  const rows = await tx.sql
    .selectFrom('claims')
    .select(['id', 'answer'])
    .where('world_id', '=', worldId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.filter(({ answer }) => answer !== null && quotes(answer, quoted)).map(({ id }) => id)
  if (ids.length > 0) await tx.sql.deleteFrom('claims').where('world_id', '=', worldId).where('id', 'in', ids).execute()
  return rows.length < limit ? null : rows.at(-1)!.id
}
