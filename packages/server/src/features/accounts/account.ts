// Developer accounts: terms of service, sign-up, account views and account deletion.
import { createHash } from 'node:crypto'
import { type Account, type AccountDetail, LIMITS, type SignupState } from '@agent-network/contract'
import { audit } from '../../platform/access/audit.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { isGateOpen, isSandbox, type Switches, textSwitch } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { Identity } from '../identity/session.ts'
import { type Developer, lockActiveAccount, openAccount } from './developers.ts'
import { removeAccount } from './erasure.ts'
import { addSignUp, requireUnblocked, signupMode, takeInvite } from './sign-up-policy.ts'
import { releaseVisitor, visitorsOf } from './visitors.ts'

export const TERMS_KINDS = ['developer', 'visitor'] as const
export type TermsKind = (typeof TERMS_KINDS)[number]

export interface Terms {
  readonly kind: TermsKind
  readonly version: string
  readonly text: string
}

export const termsInForce = (switches: Switches, kind: TermsKind): Terms => ({
  kind,
  version: textSwitch(switches, `${kind}TermsVersion`),
  text: textSwitch(switches, `${kind}TermsText`),
})

const CODES = {
  developer: 'DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
  visitor: 'VISITOR_TERMS_ACCEPTANCE_REQUIRED',
} as const

const FIELDS = {
  developer: 'acceptedDeveloperTermsVersion',
  visitor: 'acceptedVisitorTermsVersion',
} as const

const refusal = ({ kind, version }: Terms): ApiError =>
  new ApiError(CODES[kind], {
    message: `The ${kind} terms of version ${version} must be accepted; send ${FIELDS[kind]} with that version`,
  })

/** The version must match exactly (section 9). */
export function requireAccepted(terms: Terms, acceptedVersion: string | null | undefined): void {
  if (acceptedVersion !== terms.version) throw refusal(terms)
}

/** A version in the request must be the current one, even where none is required (AMB-101). */
export function refuseStale(terms: Terms, acceptedVersion: string | null | undefined): void {
  if (acceptedVersion != null) requireAccepted(terms, acceptedVersion)
}

export interface Acceptance {
  readonly uid: string
  readonly terms: Terms
  readonly purpose: 'signup' | 'key' | 'registration'
  readonly keyId?: string
  readonly worldId?: string
  readonly agentId?: string
  readonly at: number
}

/** Runs in the transaction of the action that it permits. Acceptances are never changed or removed. */
export async function recordAcceptance(tx: Tx, ambient: Ambient, accepted: Acceptance): Promise<void> {
  const { uid, terms, purpose, keyId = null, worldId = null, agentId = null, at } = accepted
  await tx.sql
    .insertInto('acceptances')
    .values({
      id: ambient.id('acceptance'),
      uid,
      kind: terms.kind,
      version: terms.version,
      text_digest: createHash('sha256').update(terms.text).digest('hex'),
      purpose,
      key_id: keyId,
      world_id: worldId,
      agent_id: agentId,
      at,
    })
    .execute()
}

/** AMB-100: the driving switch is the widest and closes both gates. */
export const PORTAL_GATES = {
  DEVELOPER_SIGNUPS_DISABLED: (switches: Switches): boolean =>
    isGateOpen(switches, 'developerSignupsEnabled') && isGateOpen(switches, 'visitorDriveEnabled'),
  VISITOR_SELF_SERVE_DISABLED: (switches: Switches): boolean =>
    isGateOpen(switches, 'visitorSelfServeEnabled') && isGateOpen(switches, 'visitorDriveEnabled'),
  JOIN_REQUESTS_DISABLED: (switches: Switches): boolean => isGateOpen(switches, 'joinRequestsEnabled'),
} as const

export function signupView(switches: Switches): SignupState {
  const ofVisitor = termsInForce(switches, 'visitor')
  const ofDeveloper = termsInForce(switches, 'developer')
  const mode = signupMode(switches)
  return {
    open: PORTAL_GATES.DEVELOPER_SIGNUPS_DISABLED(switches) && PORTAL_GATES.VISITOR_SELF_SERVE_DISABLED(switches),
    termsVersion: ofVisitor.version,
    termsText: ofVisitor.text,
    developerTermsVersion: ofDeveloper.version,
    developerTermsText: ofDeveloper.text,
    ...(mode === 'open' ? {} : { mode }),
  }
}

/** 2.15 */
export function accountView(developer: Developer, created: boolean, switches: Switches): Account {
  const terms = termsInForce(switches, 'visitor')
  return {
    uid: developer.uid,
    status: developer.status as Account['status'],
    created,
    probationEndsAt: iso(developer.created_at + LIMITS.probationMs),
    visitorTermsVersion: developer.visitor_terms_version,
    visitorTermsText: terms.text,
    currentVisitorTermsVersion: terms.version,
  }
}

/** Name and e-mail address come from the sign-in and are not stored. */
export async function accountDetail(
  read: Read,
  developer: Developer,
  identity: Identity,
  { switches, worlds }: ControlState,
): Promise<AccountDetail> {
  const terms = termsInForce(switches, 'developer')
  const visitors = await visitorsOf(read, worlds, developer.uid)
  return {
    ...accountView(developer, false, switches),
    createdAt: iso(developer.created_at),
    email: identity.email,
    name: identity.name,
    visitorCap: developer.visitor_cap ?? LIMITS.portal.visitorsPerDeveloper,
    // Visitors in a sandbox do not count towards the cap.
    visitorCount: visitors.filter(({ world_id }) => !isSandbox(switches, world_id)).length,
    currentDeveloperTermsVersion: terms.version,
    developerTermsText: terms.text,
  }
}

/**
 * 5.10: the gate is checked before the identity; this function checks the identity, then the terms. The operator's
 * policy applies to new accounts only.
 */
export async function signUp(
  deps: Deps,
  { state, at, ip }: { state: ControlState; at: number; ip: string | null },
  identity: Identity,
  input: () => Promise<{ acceptedVisitorTermsVersion?: string | null; inviteCode?: string | null }>,
): Promise<{ developer: Developer; created: boolean }> {
  if (identity.anonymous) throw new ApiError('ANONYMOUS_SIGNUP_NOT_ALLOWED')
  if (identity.verifiedEmail === null) throw new ApiError('EMAIL_VERIFICATION_REQUIRED')
  const { acceptedVisitorTermsVersion: accepted = null, inviteCode = null } = await input()
  const terms = termsInForce(state.switches, 'visitor')
  refuseStale(terms, accepted)
  const mode = signupMode(state.switches)
  const status = mode === 'approval' ? 'pending' : 'active'
  return transactPinned(deps, async (tx) => {
    const opened = await openAccount(tx, { ambient: deps.ambient, identity, visitorTermsVersion: accepted, status }, at)
    if (opened.created) {
      const { uid } = opened.developer
      requireUnblocked(state.switches, { ip, email: identity.verifiedEmail })
      if (mode === 'invite') await takeInvite(tx, deps.seals, inviteCode, at)
      if (mode === 'approval')
        await addSignUp(tx, { uid, email: identity.verifiedEmail, name: identity.name, created_at: at })
      // AMB-101: only the call that creates the account can accept the terms for it.
      if (accepted !== null) await recordAcceptance(tx, deps.ambient, { uid, terms, purpose: 'signup', at })
      await audit(tx, deps.ambient, { at, actor: uid, action: 'account.open', target: uid })
    }
    return opened
  })
}

/** 4.14: releases every visitor, then removes all credentials and all personal data of the account. */
export async function closeAccount(
  tx: Tx,
  {
    ambient,
    developer,
    state,
  }: { ambient: Ambient; developer: Developer; state: Pick<ControlState, 'worlds' | 'switches'> },
  at: number,
): Promise<string[]> {
  const { uid } = await lockActiveAccount(tx, developer)
  const visitors = await visitorsOf(tx, state.worlds, uid)
  for (const visitor of visitors) await releaseVisitor(tx, state, visitor, at)
  await removeAccount(tx, uid, visitors)
  await audit(tx, ambient, { at, actor: uid, action: 'account.delete', target: uid })
  return visitors.map(({ agent_id }) => agent_id)
}
