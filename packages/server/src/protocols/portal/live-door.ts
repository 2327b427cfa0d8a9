import type { IncomingMessage } from 'node:http'
import { findDeveloper, requireOwnApp } from '../../features/accounts/developers.ts'
import { identify, identityParts } from '../../features/identity/session.ts'
import type { Owners } from '../../features/streams/owners.ts'
import { subjectOfOwner } from '../../features/visitors/observe/owner-session.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { gate } from '../../platform/control/switches.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { notFound, Refusal } from '../../platform/core/refusal.ts'
import { type Answer, refusalAnswer } from '../http/answer.ts'
import { addressOf } from '../http/caller.ts'
import { makeDoor } from '../http/front.ts'
import { parseQuery } from '../http/query.ts'
import { makeRouter } from '../http/router.ts'
import { CACHING, fileAnswer, requireReading, textFile } from '../http/static.ts'
import type { Door } from '../http/steps.ts'
import { steps } from '../http/steps.ts'
import { streamAnswer } from '../http/stream.ts'
import type { Visit } from '../http/visit.ts'
import { requirePortalWindow, takePortalRequest } from './bind.ts'

const PATH = '/_developer/apps/{appId}/visitors/{agentId}/stream'
const TYPE = 'text/event-stream'
/** A cookie decides what is answered. */
const PRIVATE = ['Vary', 'Cookie, Origin'] as const

interface Counted {
  readonly admitted: Admitted
}

/** All that somebody is known by; the request itself is forgotten once its stream has begun. */
const credentialsOf = ({ headers: { authorization, cookie, origin } }: IncomingMessage): IncomingMessage =>
  ({ method: 'GET', headers: { authorization, cookie, origin } }) as IncomingMessage

function requireOn({ admitted }: Counted): void {
  if (!gate(admitted.state.switches, 'developerPortalEnabled')) throw new Refusal('DEVELOPER_PORTAL_DISABLED')
}

/** What a visitor receives, live, for the page of whoever owns it. Programs have the stream of its key. */
export function portalLiveDoor(deps: Deps, owners: Owners): Door {
  const parts = identityParts(deps)
  const windows = makeWindowNames()
  const router = makeRouter<true>()
  router.add('GET', PATH, true)
  router.add('HEAD', PATH, true)

  async function countRequest(visit: Visit): Promise<Counted> {
    return { admitted: await takePortalRequest(deps.control, windows, addressOf(deps, visit)) }
  }

  async function follow(visit: Visit & Counted): Promise<Answer> {
    const path = router.find(visit.method, visit.path)?.path as { appId: string; agentId: string } | undefined
    if (path === undefined) throw notFound('Portal endpoint not found; the guide under /docs/ lists them')
    const credentials = credentialsOf(visit.request)

    /** The whole way in, as every request goes it; asked again as long as the stream lasts. */
    async function admit() {
      const { state, at } = await deps.control.current()
      requireOn({ admitted: { state, at, window: null } })
      const developer = await findDeveloper(deps.database.read, await identify(parts, credentials, at))
      await requireOwnApp(deps.database.read, developer, path!.appId)
      return subjectOfOwner(deps, { uid: developer!.uid, ...path! })
    }

    const { world, agent, ownerUid: uid, at } = await admit()
    if (visit.method === 'HEAD') return { ...fileAnswer(textFile('', TYPE)), headers: CACHING.never }
    const given = visit.request.headers['last-event-id']
    const after = parseQuery(visit.query).find(({ name, broken }) => name === 'after' && !broken)?.value
    const cursor = typeof given === 'string' && given !== '' ? given : after
    const resume = cursor === undefined || cursor === '' ? null : { name: 'after', cursor }
    const require = async (): Promise<void> => void (await admit())
    return streamAnswer(TYPE, await owners.follow({ world, agent, uid, resume, require }, at))
  }

  return makeDoor(deps, {
    name: 'portal-live',
    opens: (path) => router.find('GET', path) !== null,
    steps: steps()
      // Only the portal's own pages have a session: no list of other origins is asked, and no preflight is answered.
      .check('own origin', ({ request }) => parts.sessions.requireOwnOrigin(request))
      .check('method', requireReading)
      .add('address', countRequest)
      .check('portal switch', requireOn)
      .check('rate limit', ({ admitted }) => requirePortalWindow(admitted))
      .answer('stream', follow),
    refuse: (refusal) => refusalAnswer(refusal, CACHING.never),
    compresses: () => false,
    headers: (out, { headers = [] }) => void out.push(...headers, ...PRIVATE),
  })
}
