// Rows of the built-in sign-in: accounts, e-mailed links and sessions.
import { createHash } from 'node:crypto'
import { DAY_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

export type AccountRow = Tables['identity_accounts']
type LinkRow = Tables['identity_links']

/** `verify` creates the requested account; `reset` allows a new password. */
export const LINK_PURPOSES = ['verify', 'reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export const LINK_MS = DAY_MS
const SWEPT = 20

const accountByEmail = prepare<{ email: string }, AccountRow>((sql, param) =>
  sql.selectFrom('identity_accounts').selectAll().where('email', '=', param('email')),
)
const accountById = prepare<{ id: string }, AccountRow>((sql, param) =>
  sql.selectFrom('identity_accounts').selectAll().where('id', '=', param('id')),
)
const linkByDigest = prepare<{ digest: string }, LinkRow>((sql, param) =>
  sql.selectFrom('identity_links').selectAll().where('digest', '=', param('digest')),
)
const removeLink = prepare<{ digest: string }, unknown>((sql, param) =>
  sql.deleteFrom('identity_links').where('digest', '=', param('digest')),
)
type LinkQuery = Pick<LinkRow, 'email' | 'purpose'>

const newestLink = prepare<LinkQuery & { at: number }, LinkRow>((sql, param) =>
  sql
    .selectFrom('identity_links')
    .selectAll()
    .where('email', '=', param('email'))
    .where('purpose', '=', param('purpose'))
    .where('expires_at', '>', param('at'))
    .orderBy('created_at', 'desc')
    .limit(literal(1)),
)

export const findAccount = (read: Read, email: string): Promise<AccountRow | undefined> =>
  read.first(accountByEmail, { email })
export const readAccount = (read: Read, id: string): Promise<AccountRow | undefined> => read.first(accountById, { id })

/** The newest link of this purpose that was requested for an address and is neither used nor expired. */
export const pendingLink = (
  read: Read,
  { email, purpose }: { readonly email: string; readonly purpose: LinkPurpose },
  at: number,
): Promise<LinkRow | undefined> => read.first(newestLink, { email, purpose, at })

/** The password hash of a sign-up whose link has not been opened yet. */
export const unconfirmedPassword = async (read: Read, email: string, at: number): Promise<string | null> =>
  (await pendingLink(read, { email, purpose: 'verify' }, at))?.password ?? null

/** Tables store the SHA-256 of a link's token, so a copy of the store cannot open a link. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

export interface NewLink {
  readonly token: string
  readonly purpose: LinkPurpose
  readonly email: string
  readonly password: string | null
}

/** Each new link also removes a few expired ones. */
export async function addLink(tx: Tx, { token, purpose, email, password }: NewLink, at: number): Promise<void> {
  const expired = tx.sql
    .selectFrom('identity_links')
    .select('digest')
    .where('expires_at', '<=', at)
    .limit(literal(SWEPT))
  await tx.sql.deleteFrom('identity_links').where('digest', 'in', expired).execute()
  await tx.sql
    .insertInto('identity_links')
    .values({ digest: digestOf(token), purpose, email, password, created_at: at, expires_at: at + LINK_MS })
    .execute()
}

export async function readLink(read: Read, token: string, purpose: LinkPurpose, at: number): Promise<LinkRow | null> {
  const row = await read.first(linkByDigest, { digest: digestOf(token) })
  return row !== undefined && row.purpose === purpose && at < row.expires_at ? row : null
}

/** Opens a link once: of two concurrent requests one removes it. */
async function takeLink(tx: Tx, token: string, purpose: LinkPurpose, at: number): Promise<LinkRow | null> {
  const row = await readLink(tx, token, purpose, at)
  if (row === null || (await tx.run(removeLink, { digest: row.digest })) !== 1) return null
  // Other links to this address are no longer needed.
  await tx.sql.deleteFrom('identity_links').where('email', '=', row.email).execute()
  return row
}

/** Creates the account with the password of the sign-up that sent this link. */
export async function confirm(tx: Tx, token: string, id: string, at: number): Promise<AccountRow | null> {
  const link = await takeLink(tx, token, 'verify', at)
  if (link === null) return null
  const account: AccountRow = { id, email: link.email, password: link.password!, version: 1, created_at: at }
  const [row] = await tx.sql
    .insertInto('identity_accounts')
    .values(account)
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .execute()
  return row === undefined ? null : account
}

/** Increments the version, which voids every token that was issued under the old password. */
export async function changePassword(tx: Tx, token: string, password: string, at: number): Promise<AccountRow | null> {
  const link = await takeLink(tx, token, 'reset', at)
  if (link === null) return null
  const [account] = await tx.sql
    .updateTable('identity_accounts')
    .set((eb) => ({ password, version: eb('version', '+', 1) }))
    .where('email', '=', link.email)
    .returningAll()
    .execute()
  return account ?? null
}

/** Voids all tokens issued so far. */
export async function voidTokens(tx: Tx, id: string): Promise<void> {
  await tx.sql
    .updateTable('identity_accounts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Removes all credentials. A later sign-up with the same address gets a new account. */
export async function forgetAccount(tx: Tx, id: string): Promise<void> {
  const account = await readAccount(tx, id)
  if (account === undefined) return
  await tx.sql.deleteFrom('identity_links').where('email', '=', account.email).execute()
  await tx.sql.deleteFrom('identity_factors').where('account_id', '=', id).execute()
  await tx.sql.deleteFrom('identity_accounts').where('id', '=', id).execute()
}

export type SessionRow = Tables['sessions']

const SESSION_ROWS_SWEPT = 20
const LISTED_MAX = 100

const byDigest = prepare<{ digest: string }, SessionRow>((sql, param) =>
  sql.selectFrom('sessions').selectAll().where('digest', '=', param('digest')),
)
const bySubject = prepare<{ issuer: string; subject: string; at: number }, SessionRow>((sql, param) =>
  sql
    .selectFrom('sessions')
    .selectAll()
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject'))
    .where('expires_at', '>', param('at'))
    .orderBy('created_at', 'desc')
    .orderBy('digest')
    .limit(literal(LISTED_MAX)),
)
const removeOne = prepare<{ digest: string }, unknown>((sql, param) =>
  sql.deleteFrom('sessions').where('digest', '=', param('digest')),
)
const prolongOne = prepare<{ digest: string; sealed: string; end: number }, unknown>((sql, param) =>
  sql
    .updateTable('sessions')
    .set({ sealed: param('sealed'), expires_at: param('end') })
    .where('digest', '=', param('digest')),
)

/** Only digests of cookies are stored, so a copy of the table cannot take over a session. */
export const sessionDigest = (cookie: string): string => createHash('sha256').update(cookie).digest('base64url')

export const readSession = (read: Read, digest: string): Promise<SessionRow | undefined> =>
  read.first(byDigest, { digest })

/** Each new session also removes a few expired ones, so the table stays small. */
export async function addSession(tx: Tx, row: SessionRow): Promise<void> {
  const ended = tx.sql
    .selectFrom('sessions')
    .select('digest')
    .where('expires_at', '<=', row.created_at)
    .limit(literal(SESSION_ROWS_SWEPT))
  await tx.sql.deleteFrom('sessions').where('digest', 'in', ended).execute()
  await tx.sql.insertInto('sessions').values(row).execute()
}

/** Does not reopen a session that was closed meanwhile. */
export async function prolongSession(tx: Tx, digest: string, sealed: string, end: number): Promise<void> {
  await tx.run(prolongOne, { digest, sealed, end })
}

export async function removeSession(tx: Tx, digest: string): Promise<void> {
  await tx.run(removeOne, { digest })
}

export const sessionsOf = (read: Read, issuer: string, subject: string, at: number): Promise<SessionRow[]> =>
  read.all(bySubject, { issuer, subject, at })

export async function removeSessionsOf(tx: Tx, issuer: string, subject: string): Promise<void> {
  await tx.sql.deleteFrom('sessions').where('issuer', '=', issuer).where('subject', '=', subject).execute()
}
