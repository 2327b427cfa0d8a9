import { PORTAL_ROUTES } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { holdApp } from '../../accounts/developers.ts'
import { makeJoinLink } from '../../accounts/join-links.ts'
import { issuedView, SAVE_IT } from '../../accounts/keys.ts'
import { driveAsOwner } from '../../accounts/owner-drive.ts'
import { register } from '../../accounts/registration.ts'
import { ownedView, release, requireOwned, visitorsOf } from '../../accounts/visitors.ts'
import { watchableWalks } from '../../city/watch.ts'
import { iso } from '../../core/day.ts'
import type { MapDeps } from '../../map-deps.ts'
import { transactPinned } from '../../settings/clock.ts'
import { heartbeat } from '../../visitors/heartbeat.ts'
import { readInbox } from '../../visitors/inbox.ts'
import { subjectOfOwner } from '../../visitors/observe/owner-session.ts'
import { bindApp, bindIdentity, type PortalBound } from './bind.ts'

export function visitorRoutes(deps: MapDeps): PortalBound[] {
  const { ambient, database } = deps
  return [
    bindIdentity(PORTAL_ROUTES.registerVisitor, async (call, identity) => {
      const { state, at, path, input } = call
      const { agentId, handle, world, issued } = await register(deps, { state, at, appId: path.appId, input }, identity)
      const { driveDailyBudget } = issued.key
      return {
        data: {
          visitor: { agentId, handle, worldId: world.id, status: 'away' as const },
          key: { ...issuedView(issued), driveDailyBudget: driveDailyBudget! },
        },
        warning: SAVE_IT,
      }
    }),
    bindApp(PORTAL_ROUTES.listVisitors, async ({ state, at }, app, { uid }) => {
      const visitors = await visitorsOf(database.read, state.worlds, uid)
      return {
        data: visitors.filter(({ app_id }) => app_id === app.id).map((visitor) => ownedView(visitor, state, at)),
      }
    }),
    bindApp(PORTAL_ROUTES.releaseVisitor, async ({ state, at, path }, app, developer) => {
      const data = await transactPinned(deps, async (tx) => {
        const { uid } = await holdApp(tx, developer, app)
        const { visitor, world } = await requireOwned(tx, state.worlds, { uid, appId: app.id }, path.agentId)
        await release(tx, state, visitor, at)
        await audit(tx, ambient, { at, actor: uid, action: 'visitor.release', target: visitor.agent_id })
        return { agentId: visitor.agent_id, worldId: world.id, keyId: visitor.key_id ?? '', released: true as const }
      })
      return { data }
    }),
    bindApp(PORTAL_ROUTES.createJoinLink, async (call, app, developer) => {
      const { code, expiresAt } = await makeJoinLink(deps, call, { app, developer }, call.path.agentId)
      return { data: { joinUrl: `${deps.urls().base}/join/${code}`, expiresAt: iso(expiresAt) } }
    }),
    bindApp(PORTAL_ROUTES.sendOwnHeartbeat, async ({ state, at, path }, app, { uid }) => {
      const { caller, driven } = await driveAsOwner(
        deps,
        { state, at, window: null },
        { uid, appId: app.id },
        path.agentId,
      )
      return { data: await heartbeat(deps, { caller, driven, value: null }) }
    }),
    bindApp(PORTAL_ROUTES.getOwnInbox, async (call, app, { uid }) => {
      const subject = await subjectOfOwner(deps, { uid, appId: app.id, agentId: call.path.agentId })
      return { data: await readInbox(deps, subject, call.query, call.at) }
    }),
    bindApp(PORTAL_ROUTES.listOwnWalks, async ({ at, path }, app, { uid }) => {
      const { world, agent } = await subjectOfOwner(deps, { uid, appId: app.id, agentId: path.agentId })
      const watching = { ...deps, viewerUrl: deps.urls().viewer }
      return { data: await watchableWalks(watching, { world, agentId: agent.id }, at) }
    }),
  ]
}
