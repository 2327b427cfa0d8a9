import { createHash } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { ApiError } from '../core/api-error.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables/tables.ts'

/** Values of one namespace never meet those of another (AMB-39). */
export const NAMESPACES = ['complete', 'openai', 'a2a', 'heartbeat', 'act', 'report'] as const
export type Namespace = (typeof NAMESPACES)[number]

/** Section 8: surrounding space is dropped, and only the first 256 characters count; blank means absent (AMB-44). */
export function idempotencyValue(given: string | undefined): string | null {
  const value = [...(given ?? '').trim()].slice(0, LIMITS.idempotency.keyMaxChars).join('')
  return value === '' ? null : value
}

export interface ClaimName {
  /** Empty where a value is bound to the key alone, as on completion. */
  readonly worldId: string
  readonly id: string
}

/** What binds an idempotency value: the key always, agent and world where the interface says so (3.3). */
interface Claiming {
  readonly namespace: Namespace
  readonly keyId: string
  readonly value: string
  readonly agentId?: string
  readonly worldId?: string
}

/** What the caller sent is kept as a digest only: a value may be anything, also something private. */
export function claimName({ namespace, keyId, value, agentId = '', worldId = '' }: Claiming): ClaimName {
  const id = createHash('sha256')
    .update(JSON.stringify([namespace, keyId, agentId, value]))
    .digest('base64url')
  return { worldId, id }
}

export type ClaimRow = Tables['claims']

export interface HeldClaim {
  readonly name: ClaimName
  /** Whoever comes later holds a higher one; a finisher with an old token changes nothing (AMB-42). Column `fence`. */
  readonly token: number
  /** The abandoned row this claim was taken over from, if any. */
  readonly abandoned: ClaimRow | null
}

/** Called when the answer is one that was kept, so that a door can say so. */
export type OnReplay = () => void

export type Claimed =
  | { readonly kind: 'claimed'; readonly claim: HeldClaim }
  | { readonly kind: 'replay'; readonly answer: string }

type ClaimKey = { world: string; id: string }

const insertClaim = prepare<ClaimKey & { at: number }, unknown>((sql, param) =>
  sql
    .insertInto('claims')
    .values({
      world_id: param('world'),
      id: param('id'),
      // Not a fixed number: a claim let go and claimed anew must not open to whoever held it the first time.
      fence: param('at'),
      state: 'running',
      claimed_at: param('at'),
      admission: null,
      answer: null,
      settled_at: null,
    })
    .onConflict((c) => c.columns(['world_id', 'id']).doNothing()),
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
const sealClaim = prepare<ClaimKey & { token: number; answer: string; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set({ state: 'done', answer: param('answer'), settled_at: param('at'), admission: null })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)
const releaseClaim = prepare<ClaimKey & { token: number }, unknown>((sql, param) =>
  sql
    .deleteFrom('claims')
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)

const admitClaim = prepare<ClaimKey & { token: number; admission: string }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set({ state: 'admitted', admission: param('admission') })
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '=', 'running'),
)
const keepClaim = prepare<ClaimKey & { token: number }, unknown>((sql, param) =>
  sql
    .updateTable('claims')
    .set((eb) => ({ fence: eb.ref('fence') }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id'))
    .where('fence', '=', param('token'))
    .where('state', '!=', 'done'),
)

const keyOfClaim = ({ worldId, id }: ClaimName): ClaimKey => ({ world: worldId, id })

/** 24 hours from when the answer was stored (AMB-41). */
const isExpired = (row: ClaimRow, at: number): boolean => at - (row.settled_at ?? 0) >= LIMITS.idempotency.replayMs
const isAbandoned = (row: ClaimRow, at: number): boolean => at - row.claimed_at >= LIMITS.idempotency.leaseMs

/**
 * 3.3, as one step: a new value is claimed, a settled one replayed, a running one refused until its five minutes are
 * over. The claim has to be committed before the work starts, so that a twin sees it.
 */
export async function claim(tx: Tx, name: ClaimName, at: number): Promise<Claimed> {
  const key = keyOfClaim(name)
  const isNew = (await tx.run(insertClaim, { ...key, at })) === 1
  if (isNew) return { kind: 'claimed', claim: { name, token: at, abandoned: null } }
  const row = await tx.first(claimById, key)
  if (row === undefined) throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  if (row.state === 'done' && !isExpired(row, at)) return { kind: 'replay', answer: row.answer! }
  if (row.state !== 'done' && !isAbandoned(row, at)) throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  const next = row.fence + 1
  if ((await tx.run(takeOver, { ...key, at, token: row.fence, next })) === 0)
    throw new ApiError('IDEMPOTENCY_IN_PROGRESS')
  return { kind: 'claimed', claim: { name, token: next, abandoned: row.state === 'done' ? null : row } }
}

/** Keeps the answer for replays; false if somebody else has taken the claim over in the meantime. */
export const seal = async (tx: Tx, { name, token }: HeldClaim, answer: string, at: number): Promise<boolean> =>
  (await tx.run(sealClaim, { ...keyOfClaim(name), token, answer, at })) === 1

/** The same for a claim that this transaction has made or asked about: nobody else can have taken it over. */
export const sealHeld = (tx: Tx, { name, token }: HeldClaim, answer: string, at: number): void =>
  tx.send(sealClaim, { world: name.worldId, id: name.id, token, answer, at })

/** Everything but a 200 lets go, so that the same value can be tried again (AMB-38). */
export const release = async (tx: Tx, { name, token }: HeldClaim): Promise<boolean> =>
  (await tx.run(releaseClaim, { ...keyOfClaim(name), token })) === 1

/** Notes on the claim what was spent for it; false if it is no longer ours. */
export const admit = async (tx: Tx, { name, token }: HeldClaim, admission: string): Promise<boolean> =>
  (await tx.run(admitClaim, { ...keyOfClaim(name), token, admission })) === 1

/** Whether the claim is still ours, and stays so until this transaction ends. */
export const holds = async (tx: Tx, { name, token }: HeldClaim): Promise<boolean> =>
  (await tx.run(keepClaim, { ...keyOfClaim(name), token })) === 1

/** Admitted and never settled, claimed at `before` or earlier. */
export const abandonedClaims = (read: Read, before: number, limit: number): Promise<ClaimRow[]> =>
  read.sql
    .selectFrom('claims')
    .selectAll()
    .where('admission', 'is not', null)
    .where('claimed_at', '<=', before)
    .orderBy('claimed_at')
    .limit(limit)
    .execute()

/** Claims nobody can use any more: replays past their day, and completions that were never finished. */
export async function sweepClaims(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('claims')
    .select(['world_id', 'id', 'fence'])
    .where('claimed_at', '<=', at - LIMITS.idempotency.replayMs - LIMITS.idempotency.leaseMs)
    .where('admission', 'is', null)
    // An answer that took longer than the lease is kept for its whole day; counting it would sweep for ever.
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
