import { createHash } from 'node:crypto'
import { type AppCreation, appChange, appCreation, developerChange } from '@agent-network/contract'
import { iso, parseIso } from '../core/day.ts'
import { offsetOf, pageMeta, pageOf } from '../core/paging.ts'
import { invalidInput, notFound, Refusal } from '../core/refusal.ts'
import type { Read } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { bodyReader, type OperatorRoute, operatorRoute } from '../http/operator-door.ts'
import { pinClock } from '../settings/clock.ts'
import { audit } from './audit.ts'
import { pagingOf } from './paging.ts'

type AppRow = Tables['apps']
type MachineClient = NonNullable<AppCreation['machineClient']>

const appView = (row: AppRow) => ({
  id: row.id,
  ownerUid: row.owner_uid,
  name: row.name,
  status: row.status,
  machineClient: row.machine_client === null ? null : (JSON.parse(row.machine_client) as unknown),
  hasClientSecret: row.client_secret_digest !== null,
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

export function appRoutes({ ambient, database }: Deps): OperatorRoute[] {
  const readCreation = bodyReader(appCreation)
  const readChange = bodyReader(appChange)
  const readDeveloper = bodyReader(developerChange)

  return [
    operatorRoute('GET', '/_operator/apps', 'List apps', async ({ query }) => {
      const paging = pagingOf(query)
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
    operatorRoute(
      'POST',
      '/_operator/apps',
      'Create an app for an owner',
      async (call) => {
        const body = await readCreation(call)
        const createdAt = body.createdAt === undefined ? call.at : parseIso(body.createdAt)
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
          await audit(tx, ambient, { at: call.at, action: 'app.create', target: row.id, detail: body })
        })
        return { data: appView(row) }
      },
      { status: 201 },
    ),
    operatorRoute('GET', '/_operator/apps/{id}', 'One app', async ({ path }) => ({
      data: appView(await requireApp(database.read, path.id!)),
    })),
    operatorRoute('PATCH', '/_operator/apps/{id}', 'Change an app', async (call) => {
      const change = await readChange(call)
      const row = await database.transact(async (tx) => {
        tx.touchControl()
        const stored = await requireApp(tx, call.path.id!)
        const next: AppRow = {
          ...stored,
          owner_uid: change.ownerUid ?? stored.owner_uid,
          name: change.name ?? stored.name,
          status: change.status ?? stored.status,
          machine_client:
            change.machineClient === undefined ? stored.machine_client : storedClient(change.machineClient),
        }
        await tx.sql.updateTable('apps').set(next).where('id', '=', next.id).execute()
        await audit(tx, ambient, { at: call.at, action: 'app.change', target: next.id, detail: change })
        return next
      })
      return { data: appView(row) }
    }),
    operatorRoute(
      'POST',
      '/_operator/apps/{id}/client-secret',
      'Make a machine-client secret; shown once, replaces the last',
      async ({ path, at }) => {
        const clientSecret = ambient.secret(32).toString('base64url')
        // 256 random bits need no slow hash: there is nothing to guess.
        const digest = createHash('sha256').update(clientSecret).digest('base64url')
        await database.transact(async (tx) => {
          tx.touchControl()
          const app = await requireApp(tx, path.id!)
          await tx.sql.updateTable('apps').set({ client_secret_digest: digest }).where('id', '=', app.id).execute()
          await audit(tx, ambient, { at, action: 'app.client-secret', target: app.id })
        })
        return { data: { clientId: path.id, clientSecret } }
      },
    ),
    operatorRoute('GET', '/_operator/developers/{uid}', 'One developer', async ({ path }) => {
      const row = await database.read.sql
        .selectFrom('developers')
        .selectAll()
        .where('uid', '=', path.uid!)
        .executeTakeFirst()
      if (row === undefined) throw notFound('Developer not found')
      return { data: { uid: row.uid, status: row.status, visitorCap: row.visitor_cap, createdAt: iso(row.created_at) } }
    }),
    operatorRoute(
      'PATCH',
      '/_operator/developers/{uid}',
      'Set the visitor cap or the state of a developer',
      async (call) => {
        const change = await readDeveloper(call)
        const uid = call.path.uid!
        const row = await database.transact(async (tx) => {
          tx.touchControl()
          const stored = await tx.sql.selectFrom('developers').selectAll().where('uid', '=', uid).executeTakeFirst()
          const next = {
            uid,
            status: change.status ?? stored?.status ?? 'active',
            visitor_cap: change.visitorCap === undefined ? (stored?.visitor_cap ?? null) : change.visitorCap,
            created_at: stored?.created_at ?? call.at,
          }
          await tx.sql
            .insertInto('developers')
            .values(next)
            .onConflict((c) => c.column('uid').doUpdateSet(next))
            .execute()
          await audit(tx, ambient, { at: call.at, action: 'developer.change', target: uid, detail: change })
          return next
        })
        return { data: { uid, status: row.status, visitorCap: row.visitor_cap, createdAt: iso(row.created_at) } }
      },
    ),
  ]
}
