import { type CryptoKey, importPKCS8, type JWK } from 'jose'
import type { Ambient } from '../core/ambient.ts'
import { boundedMap } from '../core/bounded-map.ts'
import { drawKeyPair, type StoredKeyPair } from '../core/key-pair.ts'
import type { Seals } from '../core/seals.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { lockName } from '../db/leases.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { ControlState } from '../settings/control.ts'
import { publishedCardKeys } from './card-signatures.ts'
import { SIGNING_ALG, type Signer, TOKEN_LIFETIME_SECONDS } from './issue.ts'

type KeyRow = Tables['signing_keys']

/** `next` is published and does not sign yet; `retired` is published and signs no more. */
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

/** Where verifiers find the key set, below the issuer. */
export const JWKS_PATH = '/oidc/jwks'
/** How long verifiers may go on using a key set they fetched. */
export const CACHE_SECONDS = 300
const SKEW_SECONDS = 60
/** A retired key stays until nobody can hold a token it signed. */
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

/** Oldest first; there are never more than a handful. */
export const readSigningKeys = async (read: Read): Promise<SigningKey[]> => (await read.all(allKeys, {})).map(keyOf)

/** A key pair that nobody has stored yet; it is drawn before the transaction that stores it. */
export const draftKey = (ambient: Ambient, seals: Seals): Promise<StoredKeyPair> =>
  drawKeyPair(SIGNING_ALG, { ambient, seals })

/**
 * Writers take turns on one row, so that the second of two nodes sees what the first has done; then the keys as they
 * are. Every change of them binds on the next request of every node.
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
  /** What signs now. */
  signer(state: ControlState, at: number): Promise<Signer>
  /** Public halves of every key that may have signed a token still alive, or soon will, and of the key of cards. */
  published(state: ControlState, at: number): Promise<JWK[]>
}

const OPENED_MAX = 16

export function makeKeyring({ ambient, database, seals }: Deps): Keyring {
  /** Lives and dies with the state it was read under; rotation makes a new state everywhere. */
  const known = new WeakMap<ControlState, readonly SigningKey[]>()
  const cards = new WeakMap<ControlState, readonly JWK[]>()
  /** A kid is a digest of its key, so this can never be out of date. */
  const opened = boundedMap<CryptoKey>(OPENED_MAX)
  let founding: Promise<void> | null = null

  /** The first key signs at once: nobody can have fetched a key set without it. */
  async function found(at: number): Promise<void> {
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
    const held = known.get(state)
    if (held !== undefined) return held
    const stored = await readSigningKeys(database.read)
    if (stored.some((key) => key.state === 'active')) {
      if (state.cacheable) known.set(state, stored)
      return stored
    }
    founding ??= found(at).finally(() => {
      founding = null
    })
    await founding
    return readSigningKeys(database.read)
  }

  async function cardKeys(state: ControlState): Promise<readonly JWK[]> {
    const held = cards.get(state)
    if (held !== undefined) return held
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
