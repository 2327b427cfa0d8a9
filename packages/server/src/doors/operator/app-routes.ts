import { createHash } from 'node:crypto'
import { OPERATOR_ROUTES } from '@agent-network/contract'
import { audit, valuesBefore } from '../../access/audit.ts'
import {
  changeApp,
  changeDeveloper,
  createApp,
  listApps,
  listDevelopers,
  operatorAppView,
  operatorDeveloperView,
  readDeveloper,
  requireApp,
  setClientSecret,
} from '../../accounts/administration.ts'
import { parseIso } from '../../core/day.ts'
import { pageMeta } from '../../core/paging.ts'
import { invalidInput, notFound } from '../../core/refusal.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { OWN_ISSUER, type Whose } from '../../identity/built-in.ts'
import { identityParts } from '../../identity/identify.ts'
import { transactStamped } from '../../settings/clock.ts'
import { bind, type OperatorBound } from './bind.ts'

export function appRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database } = deps

  /** Uids tell nothing, so people are also found by what they sign in with; null for those of another provider. */
  async function accountOf(uid: string): Promise<Whose | null> {
    const developer = await readDeveloper(database.read, uid)
    if (developer === undefined) return { email: uid }
    return developer.issuer === OWN_ISSUER ? { subject: developer.subject! } : null
  }

  return [
    bind(OPERATOR_ROUTES.listApps, async ({ query }) => {
      const page = await listApps(database.read, query)
      return { data: page.items.map(operatorAppView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.createApp, async ({ body, at }) => {
      const createdAt = body.createdAt === undefined ? at : parseIso(body.createdAt)
      if (createdAt === null)
        throw invalidInput('createdAt must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z')
      const app = await transactStamped(database, async (tx) => {
        const made = await createApp(tx, { ...body, id: ambient.id('app') }, createdAt)
        await audit(tx, ambient, { at, action: 'app.create', target: made.id, detail: body })
        return made
      })
      return { data: operatorAppView(app) }
    }),
    bind(OPERATOR_ROUTES.getApp, async ({ path: { id } }) => ({
      data: operatorAppView(await requireApp(database.read, id)),
    })),
    bind(OPERATOR_ROUTES.changeApp, async ({ path: { id }, body: change, at }) => {
      const app = await database.transact(async (tx) => {
        const before = valuesBefore(operatorAppView(await requireApp(tx, id)), change)
        const changed = await changeApp(tx, id, change)
        await audit(tx, ambient, { at, action: 'app.change', target: id, detail: change, before })
        return changed
      })
      return { data: operatorAppView(app) }
    }),
    bind(OPERATOR_ROUTES.createClientSecret, async ({ path: { id }, at }) => {
      const clientSecret = ambient.secret(32).toString('base64url')
      // 256 random bits need no slow hash: there is nothing to guess.
      const digest = createHash('sha256').update(clientSecret).digest('base64url')
      await database.transact(async (tx) => {
        await setClientSecret(tx, id, digest)
        await audit(tx, ambient, { at, action: 'app.client-secret', target: id })
      })
      return { data: { clientId: id, clientSecret } }
    }),
    bind(OPERATOR_ROUTES.listDevelopers, async ({ query }) => {
      const page = await listDevelopers(database.read, query)
      return { data: page.items.map(operatorDeveloperView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.getDeveloper, async ({ path: { uid } }) => {
      const developer = await readDeveloper(database.read, uid)
      if (developer === undefined) throw notFound('Developer not found; GET /_operator/developers lists them')
      return { data: operatorDeveloperView(developer) }
    }),
    bind(OPERATOR_ROUTES.changeDeveloper, async ({ path: { uid }, body: change, at }) => {
      const developer = await database.transact(async (tx) => {
        const stored = await readDeveloper(tx, uid)
        const before = valuesBefore(stored === undefined ? {} : operatorDeveloperView(stored), change)
        const changed = await changeDeveloper(tx, { uid, change }, at)
        await audit(tx, ambient, { at, action: 'developer.change', target: uid, detail: change, before })
        return changed
      })
      return { data: operatorDeveloperView(developer) }
    }),
    bind(OPERATOR_ROUTES.resetSecondFactor, async ({ path: { uid }, at }) => {
      const { own } = identityParts(deps).provider
      const who = await accountOf(uid)
      const record = (tx: Tx) => audit(tx, ambient, { at, action: 'developer.reset-authenticator', target: uid })
      if (own === null || who === null || !(await own.dropSecondFactor(who, record)))
        throw notFound(
          'Nobody of this uid or e-mail address has set up an authenticator here; see GET /_operator/developers for uids',
        )
      return { data: { uid, enabled: false } }
    }),
  ]
}
