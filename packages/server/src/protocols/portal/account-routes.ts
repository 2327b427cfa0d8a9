// Portal routes of accounts, apps, observation of own visitors, reports, reviews and OAuth connections.
import { LIMITS, PORTAL_ROUTES } from '@agent-network/contract'
import { accountDetail, accountView, closeAccount, signUp, signupView } from '../../features/accounts/account.ts'
import {
  allowAuthorization,
  authorizationView,
  connectionView,
  deleteConnection,
  denyAuthorization,
  readForConsent,
} from '../../features/accounts/authorization.ts'
import {
  type App,
  addApp,
  appView,
  type Developer,
  listOwnApps,
  lockActiveAccount,
  lockActiveApp,
} from '../../features/accounts/developers.ts'
import { eraseDeveloper, requireDeveloperRef } from '../../features/accounts/erasure.ts'
import { requireOwnedVisitor, visitorsOf } from '../../features/accounts/visitors.ts'
import { purgedIds, reportByOwner, requireReport, textFault } from '../../features/reports/reporting.ts'
import { listHiddenOf, listReportsOfApp, ownReportView, requestReview } from '../../features/reports/rows.ts'
import { readConversations } from '../../features/visitors/observe/conversations.ts'
import { readEvent, readEvents, readExport } from '../../features/visitors/observe/events.ts'
import { readObservation, readObservedStanding } from '../../features/visitors/observe/observation.ts'
import { listObservableVisitors, subjectOfOwner } from '../../features/visitors/observe/owner-session.ts'
import { readTranscript } from '../../features/visitors/observe/transcript.ts'
import { audit } from '../../platform/access/audit.ts'
import { listGrants } from '../../platform/access/grants.ts'
import { transactPinned } from '../../platform/control/clock.ts'
import { invalidInput, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import type { Read } from '../../platform/db/database.ts'
import { isPurged, PRIME, type World, type Worlds } from '../../platform/worlds/worlds.ts'
import { bindAccount, bindApp, bindIdentity, bindOpen, type PortalBound } from './bind.ts'

export function accountRoutes(deps: Deps): PortalBound[] {
  const { ambient, database } = deps
  return [
    bindOpen(PORTAL_ROUTES.getSignup, async ({ state }) => ({ data: signupView(state.switches) })),
    bindIdentity(
      PORTAL_ROUTES.signUp,
      async (call, identity) => {
        const { developer, created } = await signUp(deps, call, identity, call.input)
        return { data: accountView(developer, created, call.state.switches) }
      },
      ({ data }) => (data.created ? 201 : 200),
    ),
    bindAccount(PORTAL_ROUTES.getAccount, async ({ state }, developer, identity) => ({
      data: await accountDetail(database.read, developer, identity, state),
    })),
    bindAccount(PORTAL_ROUTES.deleteAccount, async ({ state, at, query: { posts } }, developer) => {
      const { uid } = developer
      const releasedVisitors =
        posts === null
          ? await transactPinned(deps, (tx) => closeAccount(tx, { ambient, developer, state }, at))
          : await eraseDeveloper(deps, await requireDeveloperRef(database.read, uid), { state, posts, at, actor: uid })
      return { data: { uid, deleted: true as const, releasedVisitors } }
    }),
    bindAccount(PORTAL_ROUTES.createApp, async (call, developer) => {
      const { name } = await call.input()
      const app = await transactPinned(deps, async (tx) => {
        const { uid } = await lockActiveAccount(tx, developer)
        const added = await addApp(tx, { ambient, uid, name }, call.at)
        await audit(tx, ambient, { at: call.at, actor: uid, action: 'app.create', target: added.id })
        return added
      })
      return { data: appView(app) }
    }),
    bindAccount(PORTAL_ROUTES.listApps, async (_call, { uid }) => ({
      data: (await listOwnApps(database.read, uid)).map(appView),
    })),
    bindApp(PORTAL_ROUTES.getApp, async (_call, app) => ({ data: appView(app) })),
  ]
}

/** 4.13 on the owner-session base: other authentication, same readers. */
export function ownObserveRoutes(deps: Deps): PortalBound[] {
  const subjectOf = ({ path }: { path: { agentId: string } }, { id: appId }: App, { uid }: Developer) =>
    subjectOfOwner(deps, { uid, appId, agentId: path.agentId })
  return [
    bindApp(PORTAL_ROUTES.listOwnObservable, async ({ query: _ }, { id: appId }, { uid }) => ({
      data: await listObservableVisitors(deps, { uid, appId }),
    })),
    bindApp(PORTAL_ROUTES.getOwnObservation, async (call, app, owner) => ({
      data: await readObservation(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.listOwnEvents, async (call, app, owner) => ({
      data: await readEvents(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.getOwnEvent, async (call, app, owner) => ({
      data: await readEvent(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.listOwnConversations, async (call, app, owner) => ({
      data: await readConversations(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.getOwnConversation, async (call, app, owner) => ({
      data: await readTranscript(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.getOwnStanding, async (call, app, owner) => ({
      data: await readObservedStanding(deps, await subjectOf(call, app, owner), call),
    })),
    bindApp(PORTAL_ROUTES.exportOwnEvents, async (call, app, owner) => ({
      data: await readExport(deps, await subjectOf(call, app, owner), call),
    })),
  ]
}

/** The worlds a developer may read: the prime world, and those of their visitors. */
async function readableWorlds(read: Read, worlds: Worlds, uid: string): Promise<World[]> {
  const ids = new Set([PRIME, ...(await visitorsOf(read, worlds, uid)).map(({ world_id }) => world_id)])
  return [...ids].flatMap((id) => worlds.byId.get(id) ?? []).filter((world) => !isPurged(world))
}

export function reportRoutes(deps: Deps): PortalBound[] {
  const { ambient, database } = deps
  const { read } = database
  return [
    bindApp(PORTAL_ROUTES.createOwnReport, async (call, app, developer) => {
      const body = await call.input()
      const fault = textFault('text', body.text, LIMITS.reports.textMaxChars)
      if (fault !== null) throw invalidInput(fault)
      const data = await transactPinned(deps, async (tx) => {
        const { uid } = await lockActiveApp(tx, developer, app)
        const worlds = await readableWorlds(tx, call.state.worlds, uid)
        return reportByOwner(tx, { ambient, worlds, owner: { uid, appId: app.id }, body }, call.at)
      })
      return { data }
    }),
    bindApp(PORTAL_ROUTES.listOwnReports, async ({ state, query }, { id: appId }) => {
      const page = await listReportsOfApp(read, { appId, purged: purgedIds(state.worlds) }, query)
      return { data: page.items.map(ownReportView), meta: pageMeta(query, page) }
    }),
    bindApp(PORTAL_ROUTES.getOwnReport, async ({ state, path }, { id: appId }) => ({
      data: ownReportView(await requireReport(read, state, path.id, ({ app_id }) => app_id === appId)),
    })),
    bindApp(PORTAL_ROUTES.listHidden, async ({ state, at, path, query }, { id: appId }, { uid }) => {
      const { world } = await requireOwnedVisitor(read, state.worlds, { uid, appId }, path.agentId)
      const page = await listHiddenOf(read, { world, agentId: path.agentId, ...query }, at)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bindApp(PORTAL_ROUTES.askReview, async (call, app, developer) => {
      const { state, at, path } = call
      const owner = { uid: developer.uid, appId: app.id }
      await requireOwnedVisitor(read, state.worlds, owner, path.agentId)
      const body = await call.input()
      const data = await transactPinned(deps, async (tx) => {
        await lockActiveApp(tx, developer, app)
        const { world } = await requireOwnedVisitor(tx, state.worlds, owner, path.agentId)
        const visitor = { world, agentId: path.agentId }
        const review = await requestReview(tx, { ambient, visitor, appId: app.id, body }, at)
        await audit(tx, ambient, { at, actor: developer.uid, action: 'review.ask', target: review.id })
        return review
      })
      return { data }
    }),
  ]
}

/** The consent page of OAuth, and the connections that it made. */
export const connectionRoutes = (deps: Deps): PortalBound[] => [
  bindOpen(PORTAL_ROUTES.getAuthorization, async ({ state, at, query }) => ({
    data: authorizationView(await readForConsent(deps, query.request, { state, at })),
  })),
  bindAccount(PORTAL_ROUTES.decideAuthorization, async (call, developer) => {
    const { state, at } = call
    const { request: query, decision, agentId = '' } = await call.input()
    const request = await readForConsent(deps, query, { state, at })
    if (decision === 'deny') return { data: { redirectTo: denyAuthorization(deps, request) } }
    return { data: { redirectTo: await allowAuthorization(deps, { request, agentId, developer }, { state, at }) } }
  }),
  bindAccount(PORTAL_ROUTES.listConnections, async ({ at }, { uid }) => ({
    data: (await listGrants(deps.database.read, uid, at)).map(connectionView),
  })),
  bindAccount(PORTAL_ROUTES.deleteConnection, async ({ at, path: { id } }, developer) => {
    await deleteConnection(deps, developer, id, at)
    return { data: { id, deleted: true as const } }
  }),
]
