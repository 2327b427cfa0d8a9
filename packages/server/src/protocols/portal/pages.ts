// Protocol adapter that serves the pages of the portal.
import type { IncomingMessage } from 'node:http'
import { findDeveloper } from '../../features/accounts/developers.ts'
import { identityParts } from '../../features/identity/session.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isLoopbackHost } from '../../platform/core/text.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response, textBody } from '../http/response.ts'
import { fileResponse, loadBuiltFiles, PAGE_SECURITY_HEADERS, requireReading } from '../http/static.ts'

const HOME = '/developer/'
/** One page; links in sign-in letters have paths of their own that lead to it too. */
const PAGE_PATHS: readonly string[] = [HOME, `${HOME}verify`, `${HOME}reset`]
const START = `${HOME}start.json`
/** The page of a join request. Its code is checked by the portal route. */
const CLAIM = /^\/claim\/[A-Za-z]{4}-?[A-Za-z]{4}$/

const PAGE = new URL('../../../../web/pages/portal/portal.html', import.meta.url)
const CLAIM_PAGE = new URL('../../../../web/pages/portal/claim.html', import.meta.url)
const BUILT = new URL('../../../../web/dist/portal/', import.meta.url)

const NO_STORE = ['Cache-Control', 'private, no-store', 'Vary', 'Cookie'] as const

/**
 * A machine has several host names, and a session belongs to one. Requests for another name are redirected to the
 * configured address, never to a value from the request. Null if no redirect is needed.
 */
export function ownAddress(developerUrl: string, host: string | undefined): string | null {
  const own = new URL(developerUrl)
  if (host === undefined || host === own.host || !URL.canParse(`http://${host}`)) return null
  const requestedUrl = new URL(`http://${host}`)
  const isSameMachine = [own, requestedUrl].every(
    ({ protocol, hostname }) => protocol === 'http:' && isLoopbackHost(hostname),
  )
  return isSameMachine && requestedUrl.port === own.port ? own.origin : null
}

/** 4.14 for people: the pages of the portal. They use the same routes as programs. */
export function portalPagesProtocol(deps: Deps): Protocol {
  const { provider, sessions } = identityParts(deps)
  const built = loadBuiltFiles(BUILT)
  const page = built.page(PAGE)
  const claimPage = built.page(CLAIM_PAGE)

  /** Responds 200 without a session too: a page that was just opened is not an error. */
  async function whoIsHere(request: IncomingMessage): Promise<'closed' | 'nobody' | 'new' | 'pending' | 'member'> {
    const { state, at } = await deps.control.current()
    if (!isGateOpen(state.switches, 'developerPortalEnabled')) return 'closed'
    try {
      const { identity } = await sessions.require(request, at)
      const developer = await findDeveloper(deps.database.read, identity)
      if (developer === undefined) return 'new'
      return developer.status === 'pending' ? 'pending' : 'member'
    } catch (error) {
      if (error instanceof ApiError) return 'nobody'
      throw error
    }
  }

  async function start(request: IncomingMessage): Promise<Response> {
    const { base, developer } = deps.urls()
    const data = {
      baseUrl: base,
      developerUrl: developer,
      signIn: provider.builtIn ? 'built-in' : 'outside',
      // Whether sign-in goes through the provider instead of a pasted token.
      codeFlow: provider.codeFlow !== null,
      // Issuer and audience that a pasted token must have; every such token contains both.
      issuer: deps.config.identity?.issuer ?? null,
      audience: deps.config.identity?.audience ?? null,
      person: await whoIsHere(request),
    }
    return jsonResponse(200, { data }, NO_STORE)
  }

  /** A claim page opens at the base address, but sessions belong to the address of the portal. */
  function portalOrigin({ request: { headers }, path }: Context): string | null {
    const { base, developer } = deps.urls()
    const [own, other] = [new URL(developer), new URL(base)]
    if (CLAIM.test(path) && own.host !== other.host && headers.host === other.host) return own.origin
    return ownAddress(developer, headers.host)
  }

  function pageResponse(context: Context): Response {
    const { path } = context
    const elsewhere = portalOrigin(context)
    if (elsewhere === null) return fileResponse(CLAIM.test(path) ? claimPage : page)
    return { status: 307, body: textBody(''), headers: ['Location', elsewhere + path, ...NO_STORE] }
  }

  const isOurs = (path: string): boolean =>
    [HOME.slice(0, -1), START, ...PAGE_PATHS].includes(path) ||
    CLAIM.test(path) ||
    (path.startsWith(HOME) && built.has(path.slice(HOME.length)))

  async function serve(context: Context): Promise<Response> {
    const { request, path } = context
    // Relative, because a proxy may serve the portal under another path.
    if (path === HOME.slice(0, -1)) return { status: 308, body: textBody(''), headers: ['Location', 'developer/'] }
    if (PAGE_PATHS.includes(path) || CLAIM.test(path)) return pageResponse(context)
    if (path === START) return start(request)
    const asset = path.startsWith(HOME) ? built.response(path.slice(HOME.length)) : undefined
    if (asset === undefined) throw new ApiError('NOT_FOUND')
    return asset
  }

  return makeProtocol(deps, {
    name: 'portal-pages',
    matches: isOurs,
    steps: steps().check('method', requireReading).respond('page', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...PAGE_SECURITY_HEADERS),
  })
}
