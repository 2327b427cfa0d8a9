// Protocol adapter of the viewer page behind a `watchUrl`.
import { type WatchRequest, watchAnswer, watchRequest } from '@agent-network/contract'
import { Compile } from 'typebox/compile'
import { ApiError, invalidInput, schemaCheckerOf } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import {
  findWatchedWalk,
  type WatchEnd,
  type WatchLink,
  type WatchSource,
  watchViewOf,
} from '../../stores/city/viewer.ts'
import { originStep } from '../http/admission.ts'
import { type BodyFault, readJson } from '../http/body.ts'
import type { Context } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, jsonResponse, type Response } from '../http/response.ts'
import { parseQuery } from '../http/routing.ts'
import { CACHING, loadBuiltFiles, requireReading } from '../http/static.ts'

const HOME = '/city/'
const DATA = '/city/watch'
/** In bytes. */
const BODY_MAX = 4_096

const PAGES = new URL('../../../../web/pages/city/', import.meta.url)
const BUILT = new URL('../../../../web/dist/city/', import.meta.url)

/** The address contains the token, so the page is never sent as a referrer, stored or framed. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
  'X-Robots-Tag',
  'noindex, nofollow',
  'Cross-Origin-Opener-Policy',
  'same-origin',
] as const

/** 410 tells the holder of a valid link what happened; all others get the same 404. */
const END_STATUS: Readonly<Record<WatchEnd, number>> = { unknown: 404, over: 410 }
const END_TEXT: Readonly<Record<WatchEnd, string>> = {
  unknown: 'There is no walk to watch here; take the watchUrl that a heartbeat gives',
  over: 'This walk is over and can no longer be watched; the next one has a link of its own',
}

/** Both names exactly once; other queries are no link of this server. */
function linkOf(query: string): WatchLink {
  const params = parseQuery(query)
  const only = (name: string) => {
    const found = params.filter((param) => param.name === name && !param.broken)
    return found.length === 1 ? found[0]!.value : ''
  }
  return { journey: only('journey'), token: only('t') }
}

const link = schemaCheckerOf(watchRequest)
const isWatchResponse = Compile(watchAnswer)

const refuseBody = (_fault: BodyFault, message: string): ApiError => invalidInput(message)

async function readLink({ request }: Context): Promise<WatchLink> {
  const value = await readJson(request, { limit: BODY_MAX, typed: true, optional: false, refuse: refuseBody })
  if (!link.fits(value)) throw invalidInput(link.explain(value))
  const { journey, t } = value as WatchRequest
  return { journey, token: t }
}

/** 2.11: the page behind a `watchUrl`. It needs no key: the token in the link grants access. */
export function viewerProtocol(deps: Deps, source: WatchSource): Protocol {
  const built = loadBuiltFiles(BUILT)
  const page = (name: string) => built.page(new URL(name, PAGES))
  const pages = { walk: page('walk.html'), unknown: page('unknown.html'), over: page('over.html') }
  const judgeOrigin = originStep(deps)

  async function showPage(query: string): Promise<Response> {
    const { at } = await deps.control.current()
    const found = await findWatchedWalk(source, linkOf(query), at)
    const [status, { body, type, forms }] =
      typeof found === 'string' ? [END_STATUS[found], pages[found]] : [200, pages.walk]
    return { status, body, type, forms, headers: CACHING.never }
  }

  /** 5.9. The page may be served under an unconfigured name of this machine, such as one in a home network. */
  async function requireOrigin(context: Context): Promise<void> {
    const { origin, host } = context.headers
    if (origin !== `http://${host}` && origin !== `https://${host}`) await judgeOrigin(context)
  }

  async function showWalk(context: Context): Promise<Response> {
    await requireOrigin(context)
    const link = await readLink(context)
    const { at } = await deps.control.current()
    const found = await findWatchedWalk(source, link, at)
    if (typeof found === 'string')
      throw new ApiError('NOT_FOUND', { status: END_STATUS[found], message: END_TEXT[found] })
    const answer = { data: await watchViewOf(source, found, at) }
    if (deps.config.checks && !isWatchResponse.Check(answer)) throw new Error('a watched walk breaks its contract')
    return jsonResponse(200, answer, CACHING.never)
  }

  async function serve(context: Context): Promise<Response> {
    const { method, path, query } = context
    if (path === DATA && method === 'POST') return showWalk(context)
    requireReading(context)
    if (path === HOME) return showPage(query)
    const asset = built.response(path.slice(HOME.length))
    if (asset === undefined) throw new ApiError('NOT_FOUND')
    return asset
  }

  return makeProtocol(deps, {
    name: 'viewer',
    matches: (path) => path === HOME || path === DATA || (path.startsWith(HOME) && built.has(path.slice(HOME.length))),
    steps: steps().respond('page', serve),
    errorResponse: (refusal) => apiErrorResponse(refusal, CACHING.never),
    headers: (out, { headers = [] }) => void out.push(...headers, ...GUARDS),
  })
}
