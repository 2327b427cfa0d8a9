// Join links: one-time codes that give a visitor's key a new value.
import { createHash } from 'node:crypto'
import { LIMITS } from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import { type IssuedKey, readKey, rotateKey } from '../../platform/access/keys.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type App,
  addJoinLink,
  type Developer,
  lockActiveApp,
  lockDeveloper,
  requireActiveAccount,
  requireActiveApp,
  requireOwnApp,
  takeJoinLink,
} from './developers.ts'
import { requireOwnedVisitor } from './visitors.ts'

/** 128 bits. */
const CODE_BYTES = 16
const CODE = /^[A-Za-z0-9_-]{22}$/
export const isJoinCode = (text: string): boolean => CODE.test(text)

const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

type When = Pick<Admitted, 'state' | 'at'>

/** Creates a link for one visitor. The code is shown once and stored as a digest. */
export async function makeJoinLink(
  deps: Deps,
  { state, at }: When,
  owner: { readonly app: App; readonly developer: Developer },
  agentId: string,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const { ambient } = deps
  const { app, developer } = owner
  const code = ambient.secret(CODE_BYTES).toString('base64url')
  const expiresAt = at + LIMITS.portal.joinLinkMs
  await transactPinned(deps, async (tx) => {
    const { uid } = await lockActiveApp(tx, developer, app)
    const { visitor, world } = await requireOwnedVisitor(tx, state.worlds, { uid, appId: app.id }, agentId)
    const link = {
      digest: digestOf(code),
      world_id: world.id,
      agent_id: visitor.agent_id,
      app_id: app.id,
      owner_uid: uid,
    }
    await addJoinLink(tx, { ...link, expires_at: expiresAt }, at)
    await audit(tx, ambient, { at, actor: uid, action: 'visitor.join_link', target: visitor.agent_id })
  })
  return { code, expiresAt }
}

export interface JoinLinkExchange {
  readonly agentId: string
  readonly handle: string
  readonly worldId: string
  readonly issued: IssuedKey
}

const expired = (): ApiError => new ApiError('JOIN_LINK_EXPIRED')

interface KeyRotation {
  readonly ownerUid: string
  readonly appId: string
  readonly agentId: string
  /** The error if owner, visitor or key are gone. */
  readonly expired: () => ApiError
}

/** Gives the key of a visitor a new value, if owner, app and key are active. */
export async function rotateVisitorKey(
  { ambient, seals, config }: Deps,
  tx: Tx,
  { state, at }: When,
  { ownerUid, appId, agentId, expired }: KeyRotation,
): Promise<JoinLinkExchange> {
  const developer = await lockDeveloper(tx, ownerUid)
  if (developer === undefined) throw expired()
  requireActiveAccount(developer)
  requireActiveApp((await requireOwnApp(tx, developer, appId)).app)
  const owner = { uid: developer.uid, appId }
  const { visitor, world } = await requireOwnedVisitor(tx, state.worlds, owner, agentId).catch(() => {
    throw expired()
  })
  const key = visitor.key_id === null ? null : await readKey(tx, visitor.key_id)
  if (key === null) throw expired()
  // Only an operator can reactivate such a key (3.2); a new value would not work.
  if (key.revokedAt !== null) throw new ApiError('KEY_REVOKED')
  const environment = config.testClock ? 'test' : 'live'
  const issued = await rotateKey(tx, { ambient, seals, environment }, { key, overlapUntil: null })
  const detail = { keyId: key.id }
  await audit(tx, ambient, { at, actor: developer.uid, action: 'visitor.join', target: agentId, detail })
  return { agentId, handle: visitor.handle, worldId: world.id, issued }
}

/**
 * Exchanges a code for a new value of the visitor's key, in one commit. Of several concurrent callers one gets the key.
 * A refusal does not use up the link. Only the value changes; the key's creation day stays.
 */
export function exchangeJoinLink(deps: Deps, when: When, code: string): Promise<JoinLinkExchange> {
  return transactPinned(deps, async (tx) => {
    const link = isJoinCode(code) ? await takeJoinLink(tx, digestOf(code), when.at) : undefined
    if (link === undefined) throw expired()
    const visitor = { ownerUid: link.owner_uid, appId: link.app_id, agentId: link.agent_id }
    return rotateVisitorKey(deps, tx, when, { ...visitor, expired })
  })
}
