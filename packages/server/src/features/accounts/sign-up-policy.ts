// Sign-up policy: modes, invite codes, approval, and blocks by address range and e-mail domain.
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { type Invite, type Paging, SIGNUP_MODES, type SignUpRequest, type SignupMode } from '@agent-network/contract'
import { addressRange, listSwitch, type Switches } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError, notFound, offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import type { Seals } from '../../platform/core/seals.ts'
import { iso } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { type Developer, lockDeveloper } from './developers.ts'

type InviteRow = Tables['invites']
type SignUpRow = Tables['sign_ups']

/** An unknown value counts as `approval`: a typing mistake must not open sign-up to everyone. */
export function signupMode({ developerSignupMode: value }: Switches): SignupMode {
  return SIGNUP_MODES.find((mode) => mode === value) ?? 'approval'
}

/** The origin of a sign-up. Null if it is not known. */
export interface SignUpOrigin {
  readonly ip: string | null
  readonly email: string | null
}

function isBlockedIp(switches: Switches, ip: string): boolean {
  const family = isIP(ip)
  if (family === 0) return false
  const blocked = new BlockList()
  for (const text of listSwitch(switches, 'signupBlockedAddresses')) {
    const range = addressRange(text)
    if (range !== null) blocked.addSubnet(range.address, range.prefix, range.family)
  }
  return blocked.check(ip, family === 4 ? 'ipv4' : 'ipv6')
}

const domainOf = (text: string): string =>
  domainToASCII(text.trim().toLowerCase().replace(/^.*@/, '').replace(/\.$/, ''))

/** A listed domain also blocks its subdomains. */
function isBlockedEmail(switches: Switches, email: string): boolean {
  const domain = domainOf(email)
  return listSwitch(switches, 'signupBlockedEmailDomains').some((text) => {
    const blocked = domainOf(text)
    return blocked !== '' && (domain === blocked || domain.endsWith(`.${blocked}`))
  })
}

/** The error does not name the rule, so that rules cannot be probed. */
export function requireUnblocked(switches: Switches, { ip, email }: SignUpOrigin): void {
  if ((ip !== null && isBlockedIp(switches, ip)) || (email !== null && isBlockedEmail(switches, email)))
    throw new ApiError('SIGNUP_REFUSED')
}

const CODE_BYTES = 16
/** Codes are stored as keyed digests, in their own namespace. */
const digestsOf = (seals: Seals, code: string): string[] => seals.keyDigests(`invite ${code}`)

interface InviteDraft {
  readonly uses: number
  readonly expiresAt: number | null
  readonly createdBy: string
}

export async function createInvite(
  tx: Tx,
  { ambient, seals }: { readonly ambient: Ambient; readonly seals: Seals },
  { uses, expiresAt, createdBy }: InviteDraft,
  at: number,
): Promise<{ row: InviteRow; code: string }> {
  const code = ambient.secret(CODE_BYTES).toString('base64url')
  const row: InviteRow = {
    id: ambient.id('invite'),
    digest: digestsOf(seals, code)[0]!,
    uses,
    used: 0,
    expires_at: expiresAt,
    created_at: at,
    created_by: createdBy,
  }
  await tx.sql.insertInto('invites').values(row).execute()
  return { row, code }
}

export const inviteView = (row: InviteRow): Invite => ({
  id: row.id,
  uses: row.uses,
  used: row.used,
  expiresAt: row.expires_at === null ? null : iso(row.expires_at),
  createdAt: iso(row.created_at),
  createdBy: row.created_by,
})

export async function listInvites(read: Read, paging: Paging): Promise<Page<InviteRow>> {
  const rows = await read.sql
    .selectFrom('invites')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows, paging)
}

export async function revokeInvite(tx: Tx, id: string): Promise<void> {
  const removed = await tx.sql.deleteFrom('invites').where('id', '=', id).returning('id').execute()
  if (removed.length === 0) throw notFound('Invite not found; GET /_operator/invites lists them')
}

/** Takes one use in one statement, so that concurrent sign-ups cannot share the last one. */
export async function takeInvite(tx: Tx, seals: Seals, code: string | null, at: number): Promise<void> {
  if (code === null || code === '') throw new ApiError('INVITE_REQUIRED')
  const takenRows = await tx.sql
    .updateTable('invites')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('digest', 'in', digestsOf(seals, code.trim()))
    .where((eb) => eb('used', '<', eb.ref('uses')))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .returning('id')
    .execute()
  if (takenRows.length === 0)
    throw new ApiError('INVITE_REQUIRED', {
      message: 'The invite code is unknown, used or expired; ask the operator for another',
    })
}

/** Stores what an operator needs for the decision. */
export async function addSignUp(tx: Tx, row: SignUpRow): Promise<void> {
  await tx.sql.insertInto('sign_ups').values(row).execute()
}

export async function removeSignUp(tx: Tx, uid: string): Promise<void> {
  await tx.sql.deleteFrom('sign_ups').where('uid', '=', uid).execute()
}

export const signUpView = ({ uid, email, name, created_at }: SignUpRow): SignUpRequest => ({
  uid,
  email,
  name,
  createdAt: iso(created_at),
})

export async function listSignUps(read: Read, paging: Paging): Promise<Page<SignUpRow>> {
  const rows = await read.sql
    .selectFrom('sign_ups')
    .selectAll()
    .orderBy('created_at')
    .orderBy('uid')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows, paging)
}

/** Of two concurrent decisions the first counts. Returns the address for the notification. */
export async function decideSignUp(
  tx: Tx,
  uid: string,
  isApproved: boolean,
): Promise<{ developer: Developer; email: string | null }> {
  const developer = await lockDeveloper(tx, uid)
  if (developer?.status !== 'pending')
    throw notFound('No account with this uid waits for approval; GET /_operator/sign-ups lists them')
  tx.touchControl()
  const status = isApproved ? 'active' : 'suspended'
  await tx.sql.updateTable('developers').set({ status }).where('uid', '=', uid).execute()
  const [request] = await tx.sql.deleteFrom('sign_ups').where('uid', '=', uid).returning('email').execute()
  return { developer: { ...developer, status }, email: request?.email ?? null }
}
