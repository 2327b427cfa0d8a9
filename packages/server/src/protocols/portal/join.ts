// Protocol adapter of join links and join requests.
import { type BodyOf, JOIN_ROUTES, LIMITS, type Route } from '@agent-network/contract'
import { exchangeJoinLink, isJoinCode, type JoinLinkExchange } from '../../features/accounts/join-links.ts'
import { openJoinRequest, pollJoinRequest, requireFreeRequest } from '../../features/accounts/join-requests.ts'
import { requireUnblocked } from '../../features/accounts/sign-up-policy.ts'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted } from '../../platform/control/control.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, invalidInput, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { iso } from '../../platform/core/time.ts'
import { addressOf, ipOf, originStep } from '../http/admission.ts'
import { readBytes, readJson } from '../http/body.ts'
import { type Context, isReading } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, makeContractCheck, type Response, textBody } from '../http/response.ts'
import { CACHING, HTML_TYPE, loadBuiltFiles, PAGE_SECURITY_HEADERS, wantsHtml } from '../http/static.ts'

const ROOT = '/join/'
const { requestJoin, pollJoin } = JOIN_ROUTES

const PAGES = new URL('../../../../web/pages/portal/', import.meta.url)
const BUILT = new URL('../../../../web/dist/portal/', import.meta.url)

/** The address contains the code, so the page is never indexed, stored or sent as a referrer. */
const HEADERS = [...PAGE_SECURITY_HEADERS, ...CACHING.never] as const

interface JoinPages {
  /** A link contains only letters, digits, `_` and `-` after the server's address, so it needs no escaping. */
  linkPage(link: string): string
  readonly unknownLinkPage: string
}

function loadPages(): JoinPages {
  const built = loadBuiltFiles(BUILT)
  const template = built.text(new URL('join.html', PAGES))
  return {
    linkPage: (link) =>
      template
        .replaceAll('JOIN-LINK', () => link)
        .replaceAll('SERVER-URL', () => link.slice(0, link.lastIndexOf(ROOT))),
    unknownLinkPage: built.text(new URL('join-unknown.html', PAGES)),
  }
}

/** Reads a body and checks it against the contract of its route. */
function makeBodyReader<R extends Route>({ body, bodyBytesMax }: R) {
  const shape = schemaCheckerOf(body!)
  const rules = { limit: bodyBytesMax, typed: true, optional: false }
  return async ({ request }: Context): Promise<BodyOf<R>> => {
    const value = await readJson(request, { ...rules, refuse: (_fault, message) => invalidInput(message) })
    if (!shape.fits(value)) throw invalidInput(shape.explain(value))
    return value as BodyOf<R>
  }
}

/** Join links: a page for people, and the exchange for programs. Join requests: for agents without a key. */
export function joinProtocol(deps: Deps): Protocol {
  const names = makeWindowNames()
  const codeIn = ({ path }: Context): string => path.slice(ROOT.length)
  /** Loaded on first use. */
  let pages: JoinPages | undefined
  const pageResponse = (status: number, textOf: (pages: JoinPages) => string): Response => {
    pages ??= loadPages()
    return { status, body: textBody(textOf(pages)), type: HTML_TYPE, headers: HEADERS }
  }

  const page = (context: Context): Response =>
    pageResponse(200, ({ linkPage }) => linkPage(`${deps.urls().base}${ROOT}${codeIn(context)}`))

  /** Counts a request in the minute of its address. */
  async function count(context: Context, name: string, limit: number): Promise<Admitted> {
    const keyId = `${name} ${names.nameOf(addressOf(deps, context))}`
    const admitted = await deps.control.admit(() => ({
      found: null,
      take: { keyId, limit, probationEndsAt: 0, limitInProbation: limit },
    }))
    names.seenAt(admitted.at)
    return admitted
  }

  function requireWindow(admitted: Admitted): void {
    if (admitted.window?.admitted !== false) return
    const { limit, resetSeconds } = rateLimitStatusOf(admitted)!
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Too many attempts: ${limit} per minute from one address; wait for Retry-After`,
      retryAfterSeconds: resetSeconds,
    })
  }

  /** Checks of both routes of join requests: the switch, then the rate limit. */
  async function admitRequest(context: Context, name: string, limit: number): Promise<Admitted> {
    const admitted = await count(context, name, limit)
    const { switches } = admitted.state
    if (!isGateOpen(switches, 'joinRequestsEnabled')) throw new ApiError('JOIN_REQUESTS_DISABLED')
    if (!isGateOpen(switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
    requireWindow(admitted)
    requireUnblocked(switches, { ip: ipOf(deps, context), email: null })
    return admitted
  }

  const checks = makeContractCheck(deps)
  const readRequest = makeBodyReader(requestJoin)
  const readPoll = makeBodyReader(pollJoin)

  async function openRequest(context: Context): Promise<Response> {
    const admitted = await admitRequest(context, 'join-request', LIMITS.joinRequests.requestsPerMinutePerAddress)
    const origin = addressOf(deps, context)
    await requireFreeRequest(deps.database.read, origin, admitted.at)
    const body = await readRequest(context)
    const opened = await openJoinRequest(deps, admitted, body, { origin, ip: ipOf(deps, context) })
    const { base } = deps.urls()
    const data = {
      deviceCode: opened.deviceCode,
      userCode: opened.userCode,
      claimUrl: `${base}/claim/${opened.userCode}`,
      pollUrl: `${base}${pollJoin.path}`,
      expiresAt: iso(opened.expiresAt),
      interval: LIMITS.joinRequests.intervalSeconds,
    }
    checks.result(requestJoin, { data })
    return jsonResponse(201, { data }, CACHING.never)
  }

  async function poll(context: Context): Promise<Response> {
    const admitted = await admitRequest(context, 'join-poll', LIMITS.joinRequests.pollsPerMinutePerAddress)
    const { deviceCode } = await readPoll(context)
    const joined = await pollJoinRequest(deps, admitted, deviceCode)
    const data = joined === null ? { state: 'pending' as const } : joinedView(joined)
    checks.result(pollJoin, { data })
    return jsonResponse(joined === null ? 202 : 200, { data }, CACHING.never)
  }

  const joinedView = ({ agentId, handle, worldId, issued }: JoinLinkExchange) => ({
    agentId,
    handle,
    worldId,
    key: issued.raw,
    url: deps.urls().base,
  })

  /** Limits guesses by address; the code has 128 bits. */
  async function exchange(context: Context): Promise<Response> {
    const admitted = await count(context, 'join', LIMITS.portal.joinsPerMinutePerAddress)
    requireWindow(admitted)
    const { switches } = admitted.state
    if (!isGateOpen(switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
    requireUnblocked(switches, { ip: ipOf(deps, context), email: null })
    // The body is ignored.
    if ((await readBytes(context.request, LIMITS.body_bytes.small)) === null)
      throw invalidInput(`The body is larger than ${LIMITS.body_bytes.small} bytes`)
    const data = joinedView(await exchangeJoinLink(deps, admitted, codeIn(context)))
    return jsonResponse(200, { data }, CACHING.never)
  }

  return makeProtocol(deps, {
    name: 'join',
    matches: (path) => path === requestJoin.path || path.startsWith(ROOT),
    steps: steps()
      .add('origin', originStep(deps))
      .respond('join', (context) => {
        if (context.method === 'POST') {
          if (context.path === requestJoin.path) return openRequest(context)
          return context.path === pollJoin.path ? poll(context) : exchange(context)
        }
        if (!isReading(context) || !isJoinCode(codeIn(context))) throw new ApiError('NOT_FOUND')
        return page(context)
      }),
    errorResponse: (refusal, context) =>
      refusal.status === 404 && wantsHtml(context)
        ? pageResponse(404, ({ unknownLinkPage }) => unknownLinkPage)
        : apiErrorResponse(refusal, CACHING.never),
  })
}
