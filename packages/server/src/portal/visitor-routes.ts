import { PORTAL_ROUTES } from '@agent-network/contract'
import type { Deps } from '../deps.ts'
import { bindApp, bindIdentity, changing, type PortalBound } from './bind.ts'
import { holdApp } from './developers.ts'
import { issuedView, SAVE_IT } from './keys.ts'
import { register } from './registration.ts'
import { trail } from './trail.ts'
import { ownedView, release, requireOwned, visitorsOf } from './visitors.ts'

export function visitorRoutes(deps: Deps): PortalBound[] {
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
      const data = await changing(deps, async (tx) => {
        const { uid } = await holdApp(tx, developer, app)
        const { visitor, world } = await requireOwned(tx, state.worlds, { uid, appId: app.id }, path.agentId)
        await release(tx, world, visitor, at)
        await trail(tx, ambient, { at, uid, action: 'visitor.release', target: visitor.agent_id })
        return { agentId: visitor.agent_id, worldId: world.id, keyId: visitor.key_id ?? '', released: true as const }
      })
      return { data }
    }),
  ]
}
