// Operator views and changes of apps and developers.
import type {
  AppChange,
  AppCreation,
  DeveloperChange,
  OperatorApp,
  OperatorDeveloper,
  Paging,
} from '@agent-network/contract'
import { ApiError, offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { iso } from '../../platform/core/time.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { contains } from '../../platform/db/statements.ts'
import type { App, Developer } from './developers.ts'
import { removeSignUp } from './sign-up-policy.ts'

type MachineClient = NonNullable<AppCreation['machineClient']>

export const operatorAppView = (app: App): OperatorApp => ({
  id: app.id,
  ownerUid: app.owner_uid,
  name: app.name,
  status: app.status as OperatorApp['status'],
  machineClient: app.machine_client === null ? null : (JSON.parse(app.machine_client) as OperatorApp['machineClient']),
  hasClientSecret: app.client_secret_digest !== null,
  createdAt: iso(app.created_at),
})

type KnownDeveloper = Pick<Developer, 'uid' | 'status' | 'visitor_cap' | 'created_at'>

export const operatorDeveloperView = (developer: KnownDeveloper): OperatorDeveloper => ({
  uid: developer.uid,
  status: developer.status as OperatorDeveloper['status'],
  visitorCap: developer.visitor_cap,
  createdAt: iso(developer.created_at),
})

const storedClient = (client: MachineClient | null | undefined): string | null =>
  client == null
    ? null
    : JSON.stringify({ services: client.services ?? [], admin: client.admin ?? false, agentIds: client.agentIds ?? [] })

type Search = Paging & { readonly q: string }

/** Apps that match `q`, newest first; all apps if `q` is empty. */
export async function listApps(read: Read, { q, ...paging }: Search): Promise<Page<App>> {
  const rows = await read.sql
    .selectFrom('apps')
    .selectAll()
    .$if(q !== '', (query) =>
      query.where((eb) => eb.or([contains('id', q), contains('name', q), contains('owner_uid', q)])),
    )
    .orderBy('id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows, paging)
}

export async function requireApp(read: Read, id: string): Promise<App> {
  const app = await read.sql.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst()
  if (app === undefined)
    throw new ApiError('APP_NOT_FOUND', { message: 'App not found; GET /_operator/apps lists them' })
  return app
}

/** Creates an app for any owner, without a cap. */
export async function createApp(
  tx: Tx,
  { id, ownerUid, name, status, machineClient }: Omit<AppCreation, 'createdAt'> & { id: string },
  at: number,
): Promise<App> {
  tx.touchControl()
  const app: App = {
    id,
    owner_uid: ownerUid,
    name,
    status: status ?? 'active',
    machine_client: storedClient(machineClient),
    client_secret_digest: null,
    created_at: at,
  }
  await tx.sql.insertInto('apps').values(app).execute()
  return app
}

export async function changeApp(tx: Tx, id: string, change: AppChange): Promise<App> {
  tx.touchControl()
  const stored = await requireApp(tx, id)
  const app: App = {
    ...stored,
    owner_uid: change.ownerUid ?? stored.owner_uid,
    name: change.name ?? stored.name,
    status: change.status ?? stored.status,
    machine_client: change.machineClient === undefined ? stored.machine_client : storedClient(change.machineClient),
  }
  await tx.sql.updateTable('apps').set(app).where('id', '=', id).execute()
  return app
}

/** Replaces the secret that the app uses to request machine tokens. */
export async function setClientSecret(tx: Tx, id: string, digest: string): Promise<void> {
  tx.touchControl()
  await requireApp(tx, id)
  await tx.sql.updateTable('apps').set({ client_secret_digest: digest }).where('id', '=', id).execute()
}

export const readDeveloper = (read: Read, uid: string): Promise<Developer | undefined> =>
  read.sql.selectFrom('developers').selectAll().where('uid', '=', uid).executeTakeFirst()

export async function listDevelopers(read: Read, { q, ...paging }: Search): Promise<Page<Developer>> {
  const rows = await read.sql
    .selectFrom('developers')
    .selectAll()
    .$if(q !== '', (query) => query.where(contains('uid', q)))
    .orderBy('uid')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
  return pageOf(rows, paging)
}

/** Creates the account if it does not exist: an operator can cap or suspend a developer before the first sign-in. */
export async function changeDeveloper(
  tx: Tx,
  { uid, change }: { uid: string; change: DeveloperChange },
  at: number,
): Promise<KnownDeveloper> {
  tx.touchControl()
  const stored = await readDeveloper(tx, uid)
  if (change.status !== undefined) await removeSignUp(tx, uid)
  const developer = {
    uid,
    status: change.status ?? stored?.status ?? 'active',
    visitor_cap: change.visitorCap === undefined ? (stored?.visitor_cap ?? null) : change.visitorCap,
    created_at: stored?.created_at ?? at,
  }
  await tx.sql
    .insertInto('developers')
    .values(developer)
    .onConflict((c) => c.column('uid').doUpdateSet(developer))
    .execute()
  return developer
}
