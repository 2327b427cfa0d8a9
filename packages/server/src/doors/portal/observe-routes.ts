import { PORTAL_ROUTES } from '@agent-network/contract'
import type { App, Developer } from '../../accounts/developers.ts'
import type { Deps } from '../../deps.ts'
import { readConversations } from '../../visitors/observe/conversations.ts'
import { readEvent, readEvents, readExport } from '../../visitors/observe/events.ts'
import { readObservation, readObservedStanding } from '../../visitors/observe/observation.ts'
import { listObservableVisitors, subjectOfOwner } from '../../visitors/observe/owner-session.ts'
import { readTranscript } from '../../visitors/observe/transcript.ts'
import { bindApp, type PortalBound } from './bind.ts'

/** 4.13 on the owner-session base: another way in, the same readers. */
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
