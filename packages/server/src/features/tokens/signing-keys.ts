// Signing keys of machine tokens: storage, publication and rotation.
import { type CryptoKey, importPKCS8, type JWK } from 'jose'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { ControlState } from '../../platform/control/control.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { createSigningKeyPair, type Seals, type StoredKeyPair } from '../../platform/core/seals.ts'
import { DAY_MS } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { lockName } from '../../platform/db/meta.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { PeriodicJob } from '../../platform/jobs/scheduler.ts'
import { publishedCardKeys } from './card-signatures.ts'
import { SIGNING_ALG, type Signer, TOKEN_LIFETIME_SECONDS } from './issue-token.ts'

type KeyRow = Tables['signing_keys']

/** `next` is published and does not sign yet. `retired` is published and no longer signs. */
export const KEY_STATES = ['next', 'active', 'retired'] as const
export type KeyState = (typeof KEY_STATES)[number]

export interface SigningKey {
  readonly kid: string
  readonly state: KeyState
  readonly publicJwk: JWK
  readonly sealed: string
  readonly createdAt: number
  readonly activeAt: number | null
  readonly retiredAt: number | null
}

/** The path of the key set, below the issuer. */
export const JWKS_PATH = '/oidc/jwks'
/** How long verifiers may cache the key set. */
export const CACHE_SECONDS = 300
const SKEW_SECONDS = 60
/** A retired key stays published until its last token has expired. */
export const RETIRED_MS = (TOKEN_LIFETIME_SECONDS + SKEW_SECONDS + CACHE_SECONDS) * 1_000

export const isOver = ({ retiredAt }: Pick<SigningKey, 'retiredAt'>, at: number): boolean =>
  retiredAt !== null && at >= retiredAt + RETIRED_MS

const keyOf = (row: KeyRow): SigningKey => ({
  kid: row.kid,
  state: row.state as KeyState,
  publicJwk: JSON.parse(row.public_jwk) as JWK,
  sealed: row.sealed,
  createdAt: row.created_at,
  activeAt: row.active_at,
  retiredAt: row.retired_at,
})

const allKeys = prepare<Record<never, never>, KeyRow>((sql) =>
  sql.selectFrom('signing_keys').selectAll().orderBy('created_at').orderBy('kid'),
)

/** Oldest first; at most a few. */
export const readSigningKeys = async (read: Read): Promise<SigningKey[]> => (await read.all(allKeys, {})).map(keyOf)

/** A new key pair, generated before the transaction that stores it. */
export const draftKey = (ambient: Ambient, seals: Seals): Promise<StoredKeyPair> =>
  createSigningKeyPair(SIGNING_ALG, { ambient, seals })

/**
 * Locks one row, so that writers are serial and the second node sees the changes of the first. Returns the current
 * keys. Every change takes effect on the next request of every node.
 */
export async function lockSigningKeys(tx: Tx): Promise<SigningKey[]> {
  await lockName(tx, 'signing-keys')
  return readSigningKeys(tx)
}

export async function addKey(tx: Tx, draft: StoredKeyPair, state: 'next' | 'active', at: number): Promise<void> {
  tx.touchControl()
  await tx.sql
    .insertInto('signing_keys')
    .values({ ...draft, state, created_at: at, active_at: state === 'active' ? at : null, retired_at: null })
    .execute()
}

export async function promoteKey(tx: Tx, next: SigningKey, at: number): Promise<void> {
  tx.touchControl()
  const move = (state: KeyState) => tx.sql.updateTable('signing_keys').where('state', '=', state)
  await move('active').set({ state: 'retired', retired_at: at }).execute()
  await move('next').set({ state: 'active', active_at: at }).where('kid', '=', next.kid).execute()
}

export async function removeKeys(tx: Tx, kids: readonly string[]): Promise<void> {
  tx.touchControl()
  await tx.sql.deleteFrom('signing_keys').where('kid', 'in', kids).execute()
}

export interface Keyring {
  /** The active signing key. */
  signer(state: ControlState, at: number): Promise<Signer>
  /** The public keys of all tokens that are valid or will soon be issued, and of card signatures. */
  published(state: ControlState, at: number): Promise<JWK[]>
}

const OPENED_MAX = 16

export function makeKeyring({ ambient, database, seals }: Deps): Keyring {
  /** Cached by control state; a rotation creates a new state on every node. */
  const keysByState = new WeakMap<ControlState, readonly SigningKey[]>()
  const cards = new WeakMap<ControlState, readonly JWK[]>()
  /** A kid is a digest of its key, so this cache is never stale. */
  const opened = boundedMap<CryptoKey>(OPENED_MAX)
  let founding: Promise<void> | null = null

  /** The first key signs at once: no verifier can have cached a key set without it. */
  async function createFirstKey(at: number): Promise<void> {
    const draft = await draftKey(ambient, seals)
    await database.transact(
      async (tx) => {
        const keys = await lockSigningKeys(tx)
        if (!keys.some((key) => key.state === 'active')) await addKey(tx, draft, 'active', at)
      },
      { quiet: true },
    )
  }

  async function keys(state: ControlState, at: number): Promise<readonly SigningKey[]> {
    const cachedKeys = keysByState.get(state)
    if (cachedKeys !== undefined) return cachedKeys
    const stored = await readSigningKeys(database.read)
    if (stored.some((key) => key.state === 'active')) {
      if (state.cacheable) keysByState.set(state, stored)
      return stored
    }
    founding ??= createFirstKey(at).finally(() => {
      founding = null
    })
    await founding
    return readSigningKeys(database.read)
  }

  async function cardKeys(state: ControlState): Promise<readonly JWK[]> {
    const cachedKeys = cards.get(state)
    if (cachedKeys !== undefined) return cachedKeys
    const stored = await publishedCardKeys(database.read)
    if (state.cacheable) cards.set(state, stored)
    return stored
  }

  return {
    async signer(state, at) {
      const active = (await keys(state, at)).find((key) => key.state === 'active')!
      let privateKey = opened.get(active.kid)
      if (privateKey === undefined) {
        privateKey = await importPKCS8(seals.unwrap(active.sealed), SIGNING_ALG)
        opened.set(active.kid, privateKey)
      }
      return { kid: active.kid, privateKey }
    },
    published: async (state, at) => [
      ...(await keys(state, at)).filter((key) => !isOver(key, at)).map(({ publicJwk }) => publicJwk),
      ...(await cardKeys(state)),
    ],
  }
}

/** Rotation interval. */
export const ACTIVE_MS = 30 * DAY_MS
/** A new key is published this long before it signs, so that every verifier has fetched it. */
export const ANNOUNCED_MS = 3_600_000

export type RotationStep =
  | { readonly do: 'remove'; readonly kids: readonly string[] }
  | { readonly do: 'promote'; readonly next: SigningKey }
  | { readonly do: 'announce' }

const inState = (keys: readonly SigningKey[], state: SigningKey['state']) => keys.find((key) => key.state === state)

export const signsFrom = (next: SigningKey): number => next.createdAt + ANNOUNCED_MS

/** The step that is due, or null. Without any key there is none: the first key is created on demand. */
export function stepDue(keys: readonly SigningKey[], at: number): RotationStep | null {
  const over = keys.filter((key) => isOver(key, at))
  if (over.length > 0) return { do: 'remove', kids: over.map((key) => key.kid) }
  const next = inState(keys, 'next')
  if (next !== undefined) return at >= signsFrom(next) ? { do: 'promote', next } : null
  const active = inState(keys, 'active')
  return active !== undefined && at >= active.activeAt! + ACTIVE_MS ? { do: 'announce' } : null
}

/** Checked again under the lock: another node may have taken the step. */
async function takeStep(tx: Tx, draft: StoredKeyPair | null, at: number): Promise<number> {
  const step = stepDue(await lockSigningKeys(tx), at)
  switch (step?.do) {
    case 'remove':
      await removeKeys(tx, step.kids)
      return step.kids.length
    case 'promote':
      await promoteKey(tx, step.next, at)
      return 2
    case 'announce':
      if (draft === null) return 0
      await addKey(tx, draft, 'next', at)
      return 1
    default:
      return 0
  }
}

/** Returns how many keys changed. If no step is due this is one small read. */
export async function rotateWhenDue({ ambient, database, seals }: Deps, at: number): Promise<number> {
  const step = stepDue(await readSigningKeys(database.read), at)
  if (step === null) return 0
  const draft = step.do === 'announce' ? await draftKey(ambient, seals) : null
  return database.transact((tx) => takeStep(tx, draft, at), { quiet: true })
}

export const tokenSweeps = (deps: Deps): PeriodicJob[] => [
  { name: 'signing-keys', run: (at) => rotateWhenDue(deps, at) },
]

/** Announces a new key now, whatever the age of the active one. An already announced key stays. */
export async function announceKey(tx: Tx, draft: StoredKeyPair, at: number): Promise<{ kid: string; isNew: boolean }> {
  const keys = await lockSigningKeys(tx)
  const next = inState(keys, 'next')
  if (next !== undefined) return { kid: next.kid, isNew: false }
  await addKey(tx, draft, inState(keys, 'active') === undefined ? 'active' : 'next', at)
  return { kid: draft.kid, isNew: true }
}
