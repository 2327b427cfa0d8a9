// Protocol adapter of join links: the page for people and the exchange for programs.
import { LIMITS } from '@agent-network/contract'
import { exchangeJoinLink, isJoinCode } from '../../features/accounts/join-links.ts'
import { requireUnblocked } from '../../features/accounts/sign-up-policy.ts'
import { rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError, invalidInput } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { addressOf, ipOf, originStep } from '../http/admission.ts'
import { readBytes } from '../http/body.ts'
import { type Context, isReading } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'
import { CACHING, HTML_TYPE, loadBuiltFiles, PAGE_SECURITY_HEADERS, wantsHtml } from '../http/static.ts'

const ROOT = '/join/'

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
    linkPage: (link) => template.replaceAll('JOIN-LINK', () => link),
    unknownLinkPage: built.text(new URL('join-unknown.html', PAGES)),
  }
}

/** Join links: a page for people, and the exchange for programs. */
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

  /** Limits guesses by address; the code has 128 bits. */
  async function take(context: Context) {
    const limit = LIMITS.portal.joinsPerMinutePerAddress
    const keyId = `join ${names.nameOf(addressOf(deps, context))}`
    const admitted = await deps.control.admit(() => ({
      found: null,
      take: { keyId, limit, probationEndsAt: 0, limitInProbation: limit },
    }))
    names.seenAt(admitted.at)
    if (admitted.window?.admitted === false)
      throw new ApiError('RATE_LIMIT_EXCEEDED', {
        message: `Too many attempts: ${limit} per minute from one address; wait for Retry-After`,
        retryAfterSeconds: rateLimitStatusOf(admitted)!.resetSeconds,
      })
    return admitted
  }

  async function exchange(context: Context): Promise<Response> {
    const admitted = await take(context)
    const { switches } = admitted.state
    if (!isGateOpen(switches, 'developerPortalEnabled')) throw new ApiError('DEVELOPER_PORTAL_DISABLED')
    requireUnblocked(switches, { ip: ipOf(deps, context), email: null })
    // The body is ignored.
    if ((await readBytes(context.request, LIMITS.body_bytes.small)) === null)
      throw invalidInput(`The body is larger than ${LIMITS.body_bytes.small} bytes`)
    const { agentId, handle, worldId, issued } = await exchangeJoinLink(deps, admitted, codeIn(context))
    const data = { agentId, handle, worldId, key: issued.raw, url: deps.urls().base }
    return jsonResponse(200, { data }, CACHING.never)
  }

  return makeProtocol(deps, {
    name: 'join',
    matches: (path) => path.startsWith(ROOT),
    steps: steps()
      .add('origin', originStep(deps))
      .respond('join', (context) => {
        if (context.method === 'POST') return exchange(context)
        if (!isReading(context) || !isJoinCode(codeIn(context))) throw new ApiError('NOT_FOUND')
        return page(context)
      }),
    errorResponse: (refusal, context) =>
      refusal.status === 404 && wantsHtml(context)
        ? pageResponse(404, ({ unknownLinkPage }) => unknownLinkPage)
        : apiErrorResponse(refusal, CACHING.never),
  })
}
