import { LIMITS, PORTAL_ROUTES } from '@agent-network/contract'
import { audit } from '../../access/audit.ts'
import { holdActiveApp } from '../../accounts/developers.ts'
import { requireOwned, visitorsOf } from '../../accounts/visitors.ts'
import { pageMeta } from '../../core/paging.ts'
import { invalidInput } from '../../core/refusal.ts'
import type { Read } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { faultOfWords, purgedIds, reportByOwner, requireReport } from '../../reports/reporting.ts'
import { askReview, listHiddenOf } from '../../reports/reviews.ts'
import { listReportsOfApp, ownReportView } from '../../reports/rows.ts'
import { transactPinned } from '../../settings/clock.ts'
import { isPurged, PRIME, type World, type Worlds } from '../../worlds/worlds.ts'
import { bindApp, type PortalBound } from './bind.ts'

/** Where a developer reads: the prime world, and those in which a visitor of theirs lives. */
async function worldsOf(read: Read, worlds: Worlds, uid: string): Promise<World[]> {
  const ids = new Set([PRIME, ...(await visitorsOf(read, worlds, uid)).map(({ world_id }) => world_id)])
  return [...ids].flatMap((id) => worlds.byId.get(id) ?? []).filter((world) => !isPurged(world))
}

export function reportRoutes(deps: Deps): PortalBound[] {
  const { ambient, database } = deps
  const { read } = database
  return [
    bindApp(PORTAL_ROUTES.createOwnReport, async (call, app, developer) => {
      const body = await call.input()
      const fault = faultOfWords('text', body.text, LIMITS.reports.textMaxChars)
      if (fault !== null) throw invalidInput(fault)
      const data = await transactPinned(deps, async (tx) => {
        const { uid } = await holdActiveApp(tx, developer, app)
        const worlds = await worldsOf(tx, call.state.worlds, uid)
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
      const { world } = await requireOwned(read, state.worlds, { uid, appId }, path.agentId)
      const page = await listHiddenOf(read, { world, agentId: path.agentId, ...query }, at)
      return { data: page.items, meta: pageMeta(query, page) }
    }),
    bindApp(PORTAL_ROUTES.askReview, async (call, app, developer) => {
      const { state, at, path } = call
      const owner = { uid: developer.uid, appId: app.id }
      await requireOwned(read, state.worlds, owner, path.agentId)
      const body = await call.input()
      const data = await transactPinned(deps, async (tx) => {
        await holdActiveApp(tx, developer, app)
        const { world } = await requireOwned(tx, state.worlds, owner, path.agentId)
        const visitor = { world, agentId: path.agentId }
        const asked = await askReview(tx, { ambient, visitor, appId: app.id, body }, at)
        await audit(tx, ambient, { at, actor: developer.uid, action: 'review.ask', target: asked.id })
        return asked
      })
      return { data }
    }),
  ]
}
