// Operator routes of apps, developers, moderation, reports, nodes, errors, requests and activity.
import { createHash } from 'node:crypto'
import { LIMITS, OPERATOR_ROUTES } from '@agent-network/contract'
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
} from '../../features/accounts/administration.ts'
import { type AccountRef, OWN_ISSUER } from '../../features/identity/built-in.ts'
import { identityParts } from '../../features/identity/session.ts'
import { decideReport, listReports, previewTerm } from '../../features/reports/decisions.ts'
import { purgedIds, textFault } from '../../features/reports/reporting.ts'
import { audit, valuesBefore } from '../../platform/access/audit.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import { searchRequests } from '../../platform/access/request-search.ts'
import { transactStamped } from '../../platform/control/clock.ts'
import { ApiError, invalidInput, notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso, parseIso } from '../../platform/core/time.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { NodeStatus } from '../../platform/db/nodes.ts'
import type { ActivityCounts } from '../../platform/telemetry/minutes.ts'
import { readActivity, readErrors } from '../../platform/telemetry/read.ts'
import { findById, isPurged, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { listModerated } from '../../stores/posts/moderated.ts'
import { eraseBlock, readBlock } from '../../stores/posts/verdicts.ts'
import { bind, type OperatorBound } from './bind.ts'

export function appRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database } = deps

  /** Uids are opaque, so people are also found by their sign-in address; null for those of an outside provider. */
  async function accountOf(uid: string): Promise<AccountRef | null> {
    const developer = await readDeveloper(database.read, uid)
    if (developer === undefined) return { email: uid }
    return developer.issuer === OWN_ISSUER ? { subject: developer.subject! } : null
  }

  return [
    bind(OPERATOR_ROUTES.listApps, async ({ query }) => {
      const page = await listApps(database.read, query)
      return { data: page.items.map(operatorAppView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.createApp, async ({ body, at, actor }) => {
      const createdAt = body.createdAt === undefined ? at : parseIso(body.createdAt)
      if (createdAt === null)
        throw invalidInput('createdAt must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z')
      const app = await transactStamped(database, async (tx) => {
        const createdApp = await createApp(tx, { ...body, id: ambient.id('app') }, createdAt)
        await audit(tx, ambient, { at, actor, action: 'app.create', target: createdApp.id, detail: body })
        return createdApp
      })
      return { data: operatorAppView(app) }
    }),
    bind(OPERATOR_ROUTES.getApp, async ({ path: { id } }) => ({
      data: operatorAppView(await requireApp(database.read, id)),
    })),
    bind(OPERATOR_ROUTES.changeApp, async ({ path: { id }, body: change, at, actor }) => {
      const app = await database.transact(async (tx) => {
        const before = valuesBefore(operatorAppView(await requireApp(tx, id)), change)
        const changed = await changeApp(tx, id, change)
        await audit(tx, ambient, { at, actor, action: 'app.change', target: id, detail: change, before })
        return changed
      })
      return { data: operatorAppView(app) }
    }),
    bind(OPERATOR_ROUTES.createClientSecret, async ({ path: { id }, at, actor }) => {
      const clientSecret = ambient.secret(32).toString('base64url')
      // 256 random bits need no slow hash.
      const digest = createHash('sha256').update(clientSecret).digest('base64url')
      await database.transact(async (tx) => {
        await setClientSecret(tx, id, digest)
        await audit(tx, ambient, { at, actor, action: 'app.client-secret', target: id })
      })
      return { data: { clientId: id, clientSecret } }
    }),
    bind(OPERATOR_ROUTES.listDevelopers, async ({ query }) => {
      const page = await listDevelopers(database.read, query)
      return { data: page.items.map(operatorDeveloperView), meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.changeDeveloper, async ({ path: { uid }, body: change, at, actor }) => {
      const developer = await database.transact(async (tx) => {
        const stored = await readDeveloper(tx, uid)
        const before = valuesBefore(stored === undefined ? {} : operatorDeveloperView(stored), change)
        const changed = await changeDeveloper(tx, { uid, change }, at)
        await audit(tx, ambient, { at, actor, action: 'developer.change', target: uid, detail: change, before })
        return changed
      })
      return { data: operatorDeveloperView(developer) }
    }),
    bind(OPERATOR_ROUTES.resetSecondFactor, async ({ path: { uid }, at, actor }) => {
      const { own } = identityParts(deps).provider
      const who = await accountOf(uid)
      const record = (tx: Tx) => audit(tx, ambient, { at, actor, action: 'developer.reset-authenticator', target: uid })
      if (own === null || who === null || !(await own.dropSecondFactor(who, record)))
        throw notFound(
          'No account with this uid or e-mail address has set up an authenticator here; see GET /_operator/developers for uids',
        )
      return { data: { uid, enabled: false } }
    }),
    bind(OPERATOR_ROUTES.createConfirmLink, async ({ path: { email }, at, actor }) => {
      const { own } = identityParts(deps).provider
      const record = (tx: Tx) => audit(tx, ambient, { at, actor, action: 'developer.confirm-link', target: email })
      const link = (await own?.createLink(email, record, at)) ?? null
      if (link === null)
        throw notFound('No sign-up and no request for a new password waits for a link to this address; repeat it first')
      return { data: { ...link, expiresAt: iso(link.expiresAt) } }
    }),
  ]
}

/** The named world, or all worlds, newest first. */
function selectedWorlds({ byId }: Worlds, worldId: string | undefined): World[] {
  const there = [...byId.values()].filter((world) => !isPurged(world))
  if (worldId === undefined) return there.sort((a, b) => b.createdAt - a.createdAt)
  const named = there.filter(({ id }) => id === worldId)
  if (named.length === 0) throw new ApiError('WORLD_NOT_FOUND')
  return named
}

export function moderationRoutes(deps: Deps): OperatorBound[] {
  const { ambient, database } = deps
  const { read } = database
  return [
    bind(OPERATOR_ROUTES.listModeration, async ({ query, state, at }) => {
      const page = await listModerated(read, { ...query, purged: purgedIds(state.worlds) }, at)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.eraseBlocked, async ({ path: { id }, state, at, actor }) => {
      await database.transact(
        async (tx) => {
          const block = await findById(tx, state.worlds, id, (world) => readBlock(tx, world, id))
          if (block === null)
            throw notFound(
              'Blocked text not found: erased, or older than 30 days; GET /_operator/moderation?verdict=blocked lists them',
            )
          await eraseBlock(tx, block)
          await audit(tx, ambient, { at, actor, action: 'moderation.erase', target: id })
        },
        { quiet: true },
      )
      return { data: { id, deleted: true as const } }
    }),
    bind(OPERATOR_ROUTES.previewTerm, async ({ body: { term, worldId }, state }) => ({
      data: await previewTerm(deps, term, selectedWorlds(state.worlds, worldId)),
    })),
    bind(OPERATOR_ROUTES.listReports, async ({ query, state }) => {
      const page = await listReports(read, state.worlds, query)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bind(OPERATOR_ROUTES.changeReport, async ({ path: { id }, body, state, at, actor }) => {
      const fault = textFault('note', body.note, LIMITS.reports.noteMaxChars)
      if (fault !== null) throw invalidInput(fault)
      const change = { ambient, actor, worlds: state.worlds, id, change: body }
      return { data: await database.transact((tx) => decideReport(tx, change, at), { quiet: true }) }
    }),
  ]
}

/** Activity over time, summed over all nodes. */
export interface Monitoring {
  readonly minutes: ActivityCounts
  readonly requestLog: RequestLog
  nodes(): Promise<NodeStatus[]>
}

const nodeView = (status: NodeStatus, moreSilentMs = 0) => {
  const { id, version, host, address, schema, startedAt, seenAt, isLive, silentMs, epoch, isCurrent, appliedAfterMs } =
    status
  return {
    node: id,
    host,
    address,
    version,
    schema,
    startedAt: iso(startedAt),
    lastSeenAt: iso(seenAt),
    lastSeenSeconds: Math.round((silentMs + moreSilentMs) / 1_000),
    state: isLive ? ('live' as const) : ('lost' as const),
    epoch,
    isCurrent,
    appliedAfterMs,
  }
}

export function monitoringRoutes(
  { ambient, config, database }: Deps,
  { minutes, requestLog, nodes }: Monitoring,
): OperatorBound[] {
  const { read } = database
  /** The last list, shown while the store is unavailable. */
  let latest: { readonly nodes: readonly NodeStatus[]; readonly readAt: number } = { nodes: [], readAt: 0 }
  async function readNodes(): Promise<readonly NodeStatus[]> {
    latest = { nodes: await nodes(), readAt: ambient.elapsed() }
    return latest.nodes
  }
  readNodes().catch(() => {})
  return [
    bind(
      OPERATOR_ROUTES.listNodes,
      async () => ({ data: (await readNodes()).map((node) => nodeView(node)) }),
      async () => ({ data: latest.nodes.map((node) => nodeView(node, ambient.elapsed() - latest.readAt)) }),
    ),
    bind(OPERATOR_ROUTES.listErrors, async ({ query: { window }, at }) => {
      await minutes.flush()
      return { data: await readErrors(read, window, at) }
    }),
    bind(OPERATOR_ROUTES.listRequests, async ({ query, at }) => {
      await requestLog.flush()
      const { items, nextCursor } = await searchRequests(read, query, at, !config.testClock)
      return { data: items, meta: { perPage: query.perPage, hasMore: nextCursor !== null, nextCursor } }
    }),
    bind(OPERATOR_ROUTES.getActivity, async ({ query, at }) => {
      await minutes.flush()
      return { data: await readActivity(read, query, at) }
    }),
  ]
}
