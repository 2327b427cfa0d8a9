import { ROUTES } from '@agent-network/contract'
import type { Deps } from '../../deps.ts'
import { readConversations } from '../../visitors/observe/conversations.ts'
import { readEvent, readEvents, readExport } from '../../visitors/observe/events.ts'
import { readObservation, readObservedStanding } from '../../visitors/observe/observation.ts'
import { subjectOfKey } from '../../visitors/observe/subject.ts'
import { readTranscript } from '../../visitors/observe/transcript.ts'
import { type Bound, bindDriven } from './bind.ts'

/** 4.13 on the machine base. The chain has run; each reader is given its subject, and reads the query itself. */
export function observeRoutes(deps: Deps): Bound[] {
  return [
    bindDriven(ROUTES.getObservation, async (call, driven) => ({
      data: await readObservation(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.listObservedEvents, async (call, driven) => ({
      data: await readEvents(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedEvent, async (call, driven) => ({
      data: await readEvent(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.listObservedConversations, async (call, driven) => ({
      data: await readConversations(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedConversation, async (call, driven) => ({
      data: await readTranscript(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.getObservedStanding, async (call, driven) => ({
      data: await readObservedStanding(deps, await subjectOfKey(deps, call, driven), call),
    })),
    bindDriven(ROUTES.exportObservedEvents, async (call, driven) => ({
      data: await readExport(deps, await subjectOfKey(deps, call, driven), call),
    })),
  ]
}
