// Signatures of agent cards.
import { hash } from 'node:crypto'
import { type CryptoKey, FlattenedSign, importPKCS8, type JWK } from 'jose'
import { boundedMap } from '../../platform/cache/content-cache.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { canonicalJson } from '../../platform/core/json.ts'
import { createSigningKeyPair } from '../../platform/core/seals.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { lockName } from '../../platform/db/meta.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

const ALG = 'ES256'

/** One signature of a card, in the format of the agent-to-agent protocol. */
export interface CardSignature {
  readonly protected: string
  readonly signature: string
}

type KeyRow = Tables['card_keys']

const oldestKey = prepare<Record<never, never>, KeyRow>((sql) =>
  sql.selectFrom('card_keys').selectAll().orderBy('created_at').orderBy('kid').limit(1),
)
const storedSignatures = prepare<{ digest: string }, Pick<Tables['card_signatures'], 'signatures'>>((sql, param) =>
  sql.selectFrom('card_signatures').select('signatures').where('digest', '=', param('digest')),
)

/** The public key of card signatures, if there is one. It is published with the token keys and signs no tokens. */
export async function publishedCardKeys(read: Read): Promise<JWK[]> {
  const key = await read.first(oldestKey, {})
  return key === undefined ? [] : [JSON.parse(key.public_jwk) as JWK]
}

/** Removes empty members at any depth; to a protobuf-based protocol they equal absent ones. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length === 0 ? undefined : items
  }
  const members = Object.entries(value as object).flatMap(([name, member]) => {
    const compacted = withoutEmpty(member)
    return compacted === undefined ? [] : [[name, compacted] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/**
 * The forms of a card that verifiers check: as served, and without empty members, as the official clients do. Each is
 * signed, because a verifier needs one matching signature.
 */
const formsOf = (card: object): string[] => [...new Set([canonicalJson(card), canonicalJson(withoutEmpty(card))])]

const CACHED_MAX = 10_000

/** Signs each version of a card once, on the first node that needs it, and stores the signatures. */
export function makeCardSigner({ ambient, database, seals }: Pick<Deps, 'ambient' | 'database' | 'seals'>) {
  const signaturesByDigest = boundedMap<readonly CardSignature[]>(CACHED_MAX)
  const running = new Map<string, Promise<readonly CardSignature[]>>()
  let opened: { kid: string; privateKey: CryptoKey } | null = null

  /** Under a lock, so that nodes that start together create one key. */
  async function createKey(tx: Tx, draft: KeyRow): Promise<KeyRow> {
    await lockName(tx, 'card-keys')
    const stored = await tx.first(oldestKey, {})
    if (stored !== undefined) return stored
    // Invalidates cached key sets on all nodes.
    tx.touchControl()
    await tx.sql.insertInto('card_keys').values(draft).execute()
    return draft
  }

  async function signer(at: number): Promise<{ kid: string; privateKey: CryptoKey }> {
    if (opened !== null) return opened
    const stored = await database.read.first(oldestKey, {})
    const draft = stored ?? { ...(await createSigningKeyPair(ALG, { ambient, seals })), created_at: at }
    const key = stored ?? (await database.transact((tx) => createKey(tx, draft), { quiet: true }))
    opened = { kid: key.kid, privateKey: await importPKCS8(seals.unwrap(key.sealed), ALG) }
    return opened
  }

  async function signForms(forms: readonly string[], jku: string, at: number): Promise<CardSignature[]> {
    const { kid, privateKey } = await signer(at)
    const header = { alg: ALG, typ: 'JOSE', kid, jku }
    const signed = await Promise.all(
      forms.map((form) => new FlattenedSign(Buffer.from(form)).setProtectedHeader(header).sign(privateKey)),
    )
    return signed.map(({ protected: head, signature }) => ({ protected: head!, signature }))
  }

  async function signOnce(digest: string, forms: readonly string[], jku: string, at: number) {
    const stored = await database.read.first(storedSignatures, { digest })
    if (stored !== undefined) return JSON.parse(stored.signatures) as CardSignature[]
    const signatures = JSON.stringify(await signForms(forms, jku, at))
    const storedRow = await database.transact(
      async (tx) => {
        const row = { digest, signatures, signed_at: at }
        await tx.sql
          .insertInto('card_signatures')
          .values(row)
          .onConflict((conflict) => conflict.column('digest').doNothing())
          .execute()
        return tx.first(storedSignatures, { digest })
      },
      { quiet: true },
    )
    return JSON.parse(storedRow!.signatures) as CardSignature[]
  }

  /** Concurrent requests share one run. */
  function begin(digest: string, work: () => Promise<readonly CardSignature[]>) {
    const signing = work().finally(() => running.delete(digest))
    running.set(digest, signing)
    return signing
  }

  /** `jku` is the URL of the key set. */
  return async function sign(card: object, jku: string, at: number): Promise<readonly CardSignature[]> {
    const forms = formsOf(card)
    const digest = hash('sha256', `${jku}\n${forms[0]}`, 'base64url')
    const before = signaturesByDigest.get(digest)
    if (before !== undefined) return before
    const signatures = await (running.get(digest) ?? begin(digest, () => signOnce(digest, forms, jku, at)))
    signaturesByDigest.set(digest, signatures)
    return signatures
  }
}
