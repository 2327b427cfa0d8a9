// Rows of developers, apps and join links.
import { type DeveloperApp, LIMITS } from '@agent-network/contract'
import type { Ambient } from '../../platform/core/ambient.ts'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { iso } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { Identity } from '../identity/session.ts'

export type Developer = Tables['developers']
export type App = Tables['apps']

type Who = { issuer: string; subject: string }

const byIdentity = prepare<Who, Developer>((sql, param) =>
  sql
    .selectFrom('developers')
    .selectAll()
    .where('issuer', '=', param('issuer'))
    .where('subject', '=', param('subject')),
)
const byUid = prepare<{ uid: string }, Developer>((sql, param) =>
  sql.selectFrom('developers').selectAll().where('uid', '=', param('uid')),
)
const touch = prepare<{ uid: string }, unknown>((sql, param) =>
  sql
    .updateTable('developers')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('uid', '=', param('uid')),
)

/** AMB-141: issuer and subject identify an account; the uid is internal. */
export const findDeveloper = (
  read: Read,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Developer | undefined> => read.first(byIdentity, { issuer, subject })

/**
 * Reads and locks the account row until the transaction ends. Changes by one developer are serial, so no two requests
 * pass a cap together. No row is added to an account that is being deleted.
 */
export async function lockDeveloper(tx: Tx, uid: string): Promise<Developer | undefined> {
  if (tx.engine === 'postgres') await tx.run(touch, { uid })
  return tx.first(byUid, { uid })
}

const insert = prepare<Who & { uid: string; status: string; at: number; terms: string | null }, unknown>((sql, param) =>
  sql
    .insertInto('developers')
    .values({
      uid: param('uid'),
      status: param('status'),
      visitor_cap: null,
      created_at: param('at'),
      issuer: param('issuer'),
      subject: param('subject'),
      visitor_terms_version: param('terms'),
    })
    .onConflict((c) => c.doNothing()),
)

interface Opening {
  readonly ambient: Ambient
  readonly identity: Identity
  /** The version that was accepted at sign-up, if any. */
  readonly visitorTermsVersion: string | null
  readonly status: 'active' | 'pending'
}

/** Two concurrent calls create one account: the unique index decides, and the second call reads the first one's row. */
export async function openAccount(
  tx: Tx,
  { ambient, identity, visitorTermsVersion, status }: Opening,
  at: number,
): Promise<{ developer: Developer; created: boolean }> {
  const who = { issuer: identity.issuer, subject: identity.subject }
  const uid = ambient.id('developer')
  const created = (await tx.run(insert, { ...who, uid, status, at, terms: visitorTermsVersion })) === 1
  return { developer: (await tx.first(byIdentity, who))!, created }
}

const appOfOwner = prepare<{ id: string; uid: string }, App>((sql, param) =>
  sql.selectFrom('apps').selectAll().where('id', '=', param('id')).where('owner_uid', '=', param('uid')),
)

/** An app that belongs to another developer counts as not found, also if the caller has no account. */
export async function requireOwnApp(
  read: Read,
  developer: Developer | undefined,
  appId: string,
): Promise<{ app: App; developer: Developer }> {
  if (developer === undefined || !isPossibleId(appId)) throw new ApiError('APP_NOT_FOUND')
  const app = await read.first(appOfOwner, { id: appId, uid: developer.uid })
  if (app === undefined) throw new ApiError('APP_NOT_FOUND')
  return { app, developer }
}

export function requireActiveAccount(developer: Developer): void {
  if (developer.status === 'pending') throw new ApiError('ACCOUNT_PENDING')
  if (developer.status !== 'active') throw new ApiError('ACCOUNT_SUSPENDED')
}

/** Section 7 has two codes for three states: an inactive app counts as suspended. */
export function requireActiveApp({ status }: App): void {
  if (status === 'active') return
  if (status === 'revoked') throw new ApiError('APP_REVOKED')
  throw new ApiError('APP_SUSPENDED', { message: `The app is ${status}; the operator can say why` })
}

/** Reads the account again under a lock: it may have changed since the request arrived. */
export async function lockActiveAccount(tx: Tx, { uid }: Pick<Developer, 'uid'>): Promise<Developer> {
  const developer = await lockDeveloper(tx, uid)
  if (developer === undefined) throw new ApiError('ACCOUNT_REQUIRED')
  requireActiveAccount(developer)
  return developer
}

export async function lockApp(tx: Tx, identified: Developer, { id }: App): Promise<Developer> {
  const { developer } = await requireOwnApp(tx, await lockDeveloper(tx, identified.uid), id)
  return developer
}

export async function lockActiveApp(tx: Tx, identified: Developer, { id }: App): Promise<Developer> {
  const { app, developer } = await requireOwnApp(tx, await lockDeveloper(tx, identified.uid), id)
  requireActiveAccount(developer)
  requireActiveApp(app)
  return developer
}

export const appView = (app: App): DeveloperApp => ({
  id: app.id,
  name: app.name,
  status: app.status as DeveloperApp['status'],
  createdAt: iso(app.created_at),
})

export const listOwnApps = (read: Read, uid: string): Promise<App[]> =>
  read.sql.selectFrom('apps').selectAll().where('owner_uid', '=', uid).orderBy('id', 'desc').execute()

/** The caller has locked the account, so the count cannot change in between. */
export async function addApp(
  tx: Tx,
  { ambient, uid, name }: { ambient: Ambient; uid: string; name: string },
  at: number,
): Promise<App> {
  const max = LIMITS.portal.appsPerDeveloper
  if ((await listOwnApps(tx, uid)).length >= max)
    throw invalidInput(`An account holds at most ${max} apps; delete one first`)
  const app: App = {
    id: ambient.id('app'),
    owner_uid: uid,
    name,
    status: 'active',
    machine_client: null,
    client_secret_digest: null,
    created_at: at,
  }
  await tx.sql.insertInto('apps').values(app).execute()
  return app
}

/** Ids stay because evidence and history refer to them. The name, the secret and all rights are removed. */
export async function revokeApps(tx: Tx, uid: string): Promise<void> {
  tx.touchControl()
  await tx.sql
    .updateTable('apps')
    .set({ status: 'revoked', name: '', machine_client: null, client_secret_digest: null })
    .where('owner_uid', '=', uid)
    .execute()
}

export type JoinLinkRow = Tables['join_links']
type Visitor = Pick<JoinLinkRow, 'world_id' | 'agent_id'>

const SWEPT = 20

const takeByDigest = prepare<{ digest: string; at: number }, JoinLinkRow>((sql, param) =>
  sql
    .deleteFrom('join_links')
    .where('digest', '=', param('digest'))
    .where('expires_at', '>', param('at'))
    .returningAll(),
)
const removeOf = prepare<{ world: string; agent: string }, unknown>((sql, param) =>
  sql.deleteFrom('join_links').where('world_id', '=', param('world')).where('agent_id', '=', param('agent')),
)

/** Reads and removes the link in one statement, so each link is used at most once. */
export const takeJoinLink = (tx: Tx, digest: string, at: number): Promise<JoinLinkRow | undefined> =>
  tx.first(takeByDigest, { digest, at })

export async function removeJoinLink(tx: Tx, { world_id, agent_id }: Visitor): Promise<void> {
  await tx.run(removeOf, { world: world_id, agent: agent_id })
}

/** Each new link also removes a few expired ones, so the table stays small. */
export async function addJoinLink(tx: Tx, row: JoinLinkRow, at: number): Promise<void> {
  await removeJoinLink(tx, row)
  const ended = tx.sql.selectFrom('join_links').select('digest').where('expires_at', '<=', at).limit(literal(SWEPT))
  await tx.sql.deleteFrom('join_links').where('digest', 'in', ended).execute()
  await tx.sql.insertInto('join_links').values(row).execute()
}

/** Join requests that this developer decided. */
export async function removeJoinRequestsOf(tx: Tx, uid: string): Promise<void> {
  await tx.sql.deleteFrom('join_requests').where('owner_uid', '=', uid).execute()
}
