// Protocol adapter of the portal's live stream of a visitor's inbox.
import type { IncomingMessage } from 'node:http'
import { findDeveloper, requireOwnApp } from '../../features/accounts/developers.ts'
import { identify, identityParts } from '../../features/identity/session.ts'
import type { OwnerStreams } from '../../features/streams/owners.ts'
import { subjectOfOwner } from '../../features/visitors/observe/owner-session.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, notFound } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { addressOf } from '../http/admission.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, type Response } from '../http/response.ts'
import { makeRouter, parseQuery } from '../http/routing.ts'
import { CACHING, fileResponse, requireReading, textFile } from '../http/static.ts'
import { streamResponse } from '../http/stream.ts'
import { requirePortalWindow, takePortalRequest } from './bind.ts'

const PATH = '/_developer/apps/{appId}/visitors/{agentId}/stream'
const TYPE = 'text/event-stream'
/** The response depends on a cookie. */
const PRIVATE = ['Vary', 'Cookie, Origin'] as const

interface Counted {
  readonly admitted: Admitted
}

/** The credentials of the caller; the request object itself is released once the stream has started. */
const credentialsOf = ({ headers: { authorization, cookie, origin } }: IncomingMessage): IncomingMessage =>
  ({ method: 'GET', headers: { authorization, cookie, origin } }) as IncomingMessage

function requireOn({ admitted }: Counted): void {
  if (!isGateOpen(admitted.state.switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
}

/** Streams a visitor's new items to the page of its owner. Programs use the stream of the visitor's key. */
export function portalLiveProtocol(deps: Deps, owners: OwnerStreams): Protocol {
  const parts = identityParts(deps)
  const windows = makeWindowNames()
  const router = makeRouter<true>()
  router.add('GET', PATH, true)
  router.add('HEAD', PATH, true)

  async function countRequest(context: Context): Promise<Counted> {
    return { admitted: await takePortalRequest(deps.control, windows, addressOf(deps, context)) }
  }

  async function follow(context: Context & Counted): Promise<Response> {
    const path = router.find(context.method, context.path)?.path as { appId: string; agentId: string } | undefined
    if (path === undefined) throw notFound('Portal endpoint not found; the guide under /docs/ lists them')
    const credentials = credentialsOf(context.request)

    /** All access checks of a request; repeated while the stream is open. */
    async function admit() {
      const { state, at } = await deps.control.current()
      requireOn({ admitted: { state, at, window: null } })
      const developer = await findDeveloper(deps.database.read, await identify(parts, credentials, at))
      await requireOwnApp(deps.database.read, developer, path!.appId)
      return subjectOfOwner(deps, { uid: developer!.uid, ...path! })
    }

    const { world, agent, ownerUid: uid, at } = await admit()
    if (context.method === 'HEAD') return { ...fileResponse(textFile('', TYPE)), headers: CACHING.never }
    const lastEventId = context.request.headers['last-event-id']
    const after = parseQuery(context.query).find(({ name, broken }) => name === 'after' && !broken)?.value
    const cursor = typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : after
    const resume = cursor === undefined || cursor === '' ? null : { name: 'after', cursor }
    const require = async (): Promise<void> => void (await admit())
    return streamResponse(TYPE, await owners.follow({ world, agent, uid, resume, require }, at))
  }

  return makeProtocol(deps, {
    name: 'portal-live',
    matches: (path) => router.find('GET', path) !== null,
    steps: steps()
      // Only the portal's own pages use sessions, so other origins and preflights are rejected.
      .check('own origin', ({ request }) => parts.sessions.requireOwnOrigin(request))
      .check('method', requireReading)
      .add('address', countRequest)
      .check('portal switch', requireOn)
      .check('rate limit', ({ admitted }) => requirePortalWindow(admitted))
      .respond('stream', follow),
    errorResponse: (refusal) => apiErrorResponse(refusal, CACHING.never),
    compresses: () => false,
    headers: (out, { headers = [] }) => void out.push(...headers, ...PRIVATE),
  })
}
