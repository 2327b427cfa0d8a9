import { type DeveloperApp, LIMITS } from '@agent-network/contract'
import type { Ambient } from '../core/ambient.ts'
import { iso } from '../core/day.ts'
import { invalidInput } from '../core/refusal.ts'
import type { Read, Tx } from '../db/database.ts'
import type { App } from './developers.ts'

export const appView = (app: App): DeveloperApp => ({
  id: app.id,
  name: app.name,
  status: app.status as DeveloperApp['status'],
  createdAt: iso(app.created_at),
})

export const listOwnApps = (read: Read, uid: string): Promise<App[]> =>
  read.sql.selectFrom('apps').selectAll().where('owner_uid', '=', uid).orderBy('id', 'desc').execute()

/** The caller holds the account, so that the count cannot change in between. */
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

/** Ids stay, because evidence and history name them; the name, the secret and every right go. */
export async function revokeApps(tx: Tx, uid: string): Promise<void> {
  tx.touchControl()
  await tx.sql
    .updateTable('apps')
    .set({ status: 'revoked', name: '', machine_client: null, client_secret_digest: null })
    .where('owner_uid', '=', uid)
    .execute()
}
