import { createHash } from 'node:crypto'
import { type AppCreation, OPERATOR_ROUTES, type OperatorApp, type OperatorDeveloper } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { iso, parseIso } from '../../core/day.ts'
import { offsetOf, pageMeta, pageOf } from '../../core/paging.ts'
import { invalidInput, notFound, Refusal } from '../../core/refusal.ts'
import type { Read } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { pinClock } from '../../settings/clock.ts'
import { bind, type OperatorBound } from './bind.ts'

type AppRow = Tables['apps']
type MachineClient = NonNullable<AppCreation['machineClient']>

const appView = (row: AppRow): OperatorApp => ({
  id: row.id,
  ownerUid: row.owner_uid,
  name: row.name,
  status: row.status as OperatorApp['status'],
  machineClient: row.machine_client === null ? null : (JSON.parse(row.machine_client) as OperatorApp['machineClient']),
  hasClientSecret: row.client_secret_digest !== null,
  createdAt: iso(row.created_at),
})

type DeveloperRow = Pick<Tables['developers'], 'uid' | 'status' | 'visitor_cap' | 'created_at'>

const developerView = (row: DeveloperRow): OperatorDeveloper => ({
  uid: row.uid,
  status: row.status as OperatorDeveloper['status'],
  visitorCap: row.visitor_cap,
  createdAt: iso(row.created_at),
})

const storedClient = (client: MachineClient | null | undefined): string | null =>
  client == null
    ? null
    : JSON.stringify({ services: client.services ?? [], admin: client.admin ?? false, agentIds: client.agentIds ?? [] })

async function requireApp(read: Read, id: string): Promise<AppRow> {
  const row = await read.sql.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('APP_NOT_FOUND')
  return row
}

export function appRoutes({ ambient, database }: Deps): OperatorBound[] {
  return [
    bind(OPERATOR_ROUTES.listApps, async ({ query: paging }) => {
      const rows = await database.read.sql
        .selectFrom('apps')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(paging.perPage + 1)
        .offset(offsetOf(paging))
        .execute()
      const page = pageOf(rows.map(appView), paging)
      return { data: page.items, meta: pageMeta(paging, page) }
    }),
    bind(OPERATOR_ROUTES.createApp, async ({ body, at }) => {
      const createdAt = body.createdAt === undefined ? at : parseIso(body.createdAt)
      if (createdAt === null) throw invalidInput('createdAt must be an ISO 8601 timestamp with a time zone')
      const row: AppRow = {
        id: ambient.id('app'),
        owner_uid: body.ownerUid,
        name: body.name,
        status: body.status ?? 'active',
        machine_client: storedClient(body.machineClient),
        client_secret_digest: null,
        created_at: createdAt,
      }
      await database.transact(async (tx) => {
        tx.touchControl()
        await pinClock(tx)
        await tx.sql.insertInto('apps').values(row).execute()
        await audit(tx, ambient, { at, action: 'app.create', target: row.id, detail: body })
      })
      return { data: appView(row) }
    }),
    bind(OPERATOR_ROUTES.getApp, async ({ path: { id } }) => ({
      data: appView(await requireApp(database.read, id)),
    })),
    bind(OPERATOR_ROUTES.changeApp, async ({ path: { id }, body: change, at }) => {
      const row = await database.transact(async (tx) => {
        tx.touchControl()
        const stored = await requireApp(tx, id)
        const next: AppRow = {
          ...stored,
          owner_uid: change.ownerUid ?? stored.owner_uid,
          name: change.name ?? stored.name,
          status: change.status ?? stored.status,
          machine_client:
            change.machineClient === undefined ? stored.machine_client : storedClient(change.machineClient),
        }
        await tx.sql.updateTable('apps').set(next).where('id', '=', id).execute()
        await audit(tx, ambient, { at, action: 'app.change', target: id, detail: change })
        return next
      })
      return { data: appView(row) }
    }),
    bind(OPERATOR_ROUTES.createClientSecret, async ({ path: { id }, at }) => {
      const clientSecret = ambient.secret(32).toString('base64url')
      // 256 random bits need no slow hash: there is nothing to guess.
      const digest = createHash('sha256').update(clientSecret).digest('base64url')
      await database.transact(async (tx) => {
        tx.touchControl()
        await requireApp(tx, id)
        await tx.sql.updateTable('apps').set({ client_secret_digest: digest }).where('id', '=', id).execute()
        await audit(tx, ambient, { at, action: 'app.client-secret', target: id })
      })
      return { data: { clientId: id, clientSecret } }
    }),
    bind(OPERATOR_ROUTES.getDeveloper, async ({ path: { uid } }) => {
      const row = await database.read.sql.selectFrom('developers').selectAll().where('uid', '=', uid).executeTakeFirst()
      if (row === undefined) throw notFound('Developer not found')
      return { data: developerView(row) }
    }),
    bind(OPERATOR_ROUTES.changeDeveloper, async ({ path: { uid }, body: change, at }) => {
      const row = await database.transact(async (tx) => {
        tx.touchControl()
        const stored = await tx.sql.selectFrom('developers').selectAll().where('uid', '=', uid).executeTakeFirst()
        const next = {
          uid,
          status: change.status ?? stored?.status ?? 'active',
          visitor_cap: change.visitorCap === undefined ? (stored?.visitor_cap ?? null) : change.visitorCap,
          created_at: stored?.created_at ?? at,
        }
        await tx.sql
          .insertInto('developers')
          .values(next)
          .onConflict((c) => c.column('uid').doUpdateSet(next))
          .execute()
        await audit(tx, ambient, { at, action: 'developer.change', target: uid, detail: change })
        return next
      })
      return { data: developerView(row) }
    }),
  ]
}
