import { DAY_MS } from '../core/day.ts'
import type { StoredKeyPair } from '../core/key-pair.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Sweep } from '../settings/sweeper.ts'
import {
  addKey,
  draftKey,
  isOver,
  lockSigningKeys,
  promoteKey,
  readSigningKeys,
  removeKeys,
  type SigningKey,
} from './signing-keys.ts'

/** After this long a key gets a successor. */
export const ACTIVE_MS = 30 * DAY_MS
/** A successor is published this long before it signs, so that every verifier has fetched it by then. */
export const ANNOUNCED_MS = 3_600_000

export type Step =
  | { readonly do: 'remove'; readonly kids: readonly string[] }
  | { readonly do: 'promote'; readonly next: SigningKey }
  | { readonly do: 'announce' }

const inState = (keys: readonly SigningKey[], state: SigningKey['state']) => keys.find((key) => key.state === state)

export const signsFrom = (next: SigningKey): number => next.createdAt + ANNOUNCED_MS

/** The one step that is due, or nothing. Without any key nothing is: the first is made when somebody needs it. */
export function stepDue(keys: readonly SigningKey[], at: number): Step | null {
  const over = keys.filter((key) => isOver(key, at))
  if (over.length > 0) return { do: 'remove', kids: over.map((key) => key.kid) }
  const next = inState(keys, 'next')
  if (next !== undefined) return at >= signsFrom(next) ? { do: 'promote', next } : null
  const active = inState(keys, 'active')
  return active !== undefined && at >= active.activeAt! + ACTIVE_MS ? { do: 'announce' } : null
}

/** Decided again behind the lock: another node may have been faster. */
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

/** Returns how many keys changed. When nothing is due this is one small read. */
export async function rotateWhenDue({ ambient, database, seals }: Deps, at: number): Promise<number> {
  const step = stepDue(await readSigningKeys(database.read), at)
  if (step === null) return 0
  const draft = step.do === 'announce' ? await draftKey(ambient, seals) : null
  return database.transact((tx) => takeStep(tx, draft, at), { quiet: true })
}

export const tokenSweeps = (deps: Deps): Sweep[] => [{ name: 'signing-keys', run: (at) => rotateWhenDue(deps, at) }]

/** A successor now, whatever the age of the active key. One that is already announced stays the successor. */
export async function announceKey(tx: Tx, draft: StoredKeyPair, at: number): Promise<{ kid: string; isNew: boolean }> {
  const keys = await lockSigningKeys(tx)
  const next = inState(keys, 'next')
  if (next !== undefined) return { kid: next.kid, isNew: false }
  await addKey(tx, draft, inState(keys, 'active') === undefined ? 'active' : 'next', at)
  return { kid: draft.kid, isNew: true }
}
