import type { Ambient } from '../core/ambient.ts'
import { Refusal } from '../core/refusal.ts'
import { isPossibleId } from '../core/text.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Identity } from '../identity/identity.ts'

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

/** AMB-141: an account is known by issuer and subject; its uid is ours and tells nothing. */
export const findDeveloper = (read: Read, { issuer, subject }: Identity): Promise<Developer | undefined> =>
  read.first(byIdentity, { issuer, subject })

/**
 * The account, held until the transaction ends: everything a developer changes happens one after the other, so that a
 * cap is never passed by two at once and nothing is added to an account that is being deleted.
 */
export async function holdDeveloper(tx: Tx, uid: string): Promise<Developer | undefined> {
  if (tx.engine === 'postgres') await tx.run(touch, { uid })
  return tx.first(byUid, { uid })
}

const insert = prepare<Who & { uid: string; at: number; terms: string | null }, unknown>((sql, param) =>
  sql
    .insertInto('developers')
    .values({
      uid: param('uid'),
      status: 'active',
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
  /** The version that was accepted with the sign-up, if any. */
  readonly visitorTermsVersion: string | null
}

/** Two calls at once make one account: the index decides, and the second finds what the first made. */
export async function openAccount(
  tx: Tx,
  { ambient, identity, visitorTermsVersion }: Opening,
  at: number,
): Promise<{ developer: Developer; created: boolean }> {
  const who = { issuer: identity.issuer, subject: identity.subject }
  const uid = ambient.id('developer')
  const created = (await tx.run(insert, { ...who, uid, at, terms: visitorTermsVersion })) === 1
  return { developer: (await tx.first(byIdentity, who))!, created }
}

const appOfOwner = prepare<{ id: string; uid: string }, App>((sql, param) =>
  sql.selectFrom('apps').selectAll().where('id', '=', param('id')).where('owner_uid', '=', param('uid')),
)

/** Whoever has no account owns no app, and somebody else's app is none either. */
export async function requireOwnApp(
  read: Read,
  developer: Developer | undefined,
  appId: string,
): Promise<{ app: App; developer: Developer }> {
  if (developer === undefined || !isPossibleId(appId)) throw new Refusal('APP_NOT_FOUND')
  const app = await read.first(appOfOwner, { id: appId, uid: developer.uid })
  if (app === undefined) throw new Refusal('APP_NOT_FOUND')
  return { app, developer }
}

export function requireActiveAccount(developer: Developer): void {
  if (developer.status !== 'active') throw new Refusal('ACCOUNT_SUSPENDED')
}

/** Section 7 has two codes for three states: an app that is merely inactive counts as suspended. */
export function requireActiveApp({ status }: App): void {
  if (status === 'active') return
  if (status === 'revoked') throw new Refusal('APP_REVOKED')
  throw new Refusal('APP_SUSPENDED', { message: `The app is ${status}; the operator can say why` })
}

/** The account again, now held: what was true when the request came may have changed meanwhile. */
export async function holdActiveAccount(tx: Tx, { uid }: Developer): Promise<Developer> {
  const developer = await holdDeveloper(tx, uid)
  if (developer === undefined) throw new Refusal('ACCOUNT_REQUIRED')
  requireActiveAccount(developer)
  return developer
}

export async function holdApp(tx: Tx, known: Developer, { id }: App): Promise<Developer> {
  const { developer } = await requireOwnApp(tx, await holdDeveloper(tx, known.uid), id)
  return developer
}

export async function holdActiveApp(tx: Tx, known: Developer, { id }: App): Promise<Developer> {
  const { app, developer } = await requireOwnApp(tx, await holdDeveloper(tx, known.uid), id)
  requireActiveAccount(developer)
  requireActiveApp(app)
  return developer
}
