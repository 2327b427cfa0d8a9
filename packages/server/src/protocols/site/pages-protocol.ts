// Protocol adapter of the public site: pages, documents, pictures, documentation and live streams.
import type { OpenApiDocument } from '@agent-network/contract'
import { momentAt } from '../../features/life/engine/world-life.ts'
import type { PageViewers } from '../../features/streams/onlookers.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import { makeVersionedCache } from '../../platform/cache/response-cache.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { TrendingReader } from '../../stores/posts/trending/trending.ts'
import { addressOf } from '../http/admission.ts'
import type { Context } from '../http/context.ts'
import type { Protocol } from '../http/pipeline.ts'
import { makeProtocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, type Response, textBody } from '../http/response.ts'
import { decodeSegment, makeRouter, parseQuery } from '../http/routing.ts'
import { CACHING, fileResponse, HTML_TYPE, requireReading, textFile, wantsHtml } from '../http/static.ts'
import { docsAt, makeDocsSearchPage } from './docs/pages.ts'
import type { SiteDocument } from './documents/texts.ts'
import { pathsOf } from './html.ts'
import { plainPage, worldPage } from './layout.ts'
import { LIVE, makeLive } from './live.ts'
import type { PageRequest, SitePage } from './page.ts'
import { findPublicWorld, type VisibleParts, visiblePartsIn, visiblePartsOf } from './page.ts'
import { aboutText, NOT_FOUND_TEXT } from './pages/city.ts'
import { documentsOf, pagesOf } from './pages.ts'
import { makePortraits } from './parts/portrait.ts'
import type { SitePicture } from './pictures/cards.ts'
import { PICTURES } from './pictures/cards.ts'
import type { Painter } from './pictures/painter.ts'
import { pictureResponse } from './pictures/painter.ts'
import { ASSETS, loadSiteAssets, takeSearch } from './protocol.ts'

/** Scripts, styles, fonts and requests only from this server; no inline code, no framing. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
] as const

/** API paths: a 404 there is always JSON. */
const MACHINE_PATHS = /^\/(v1|_developer|a2a|oidc|mcp|openai)(\/|$)/

/** Not cached, because a switch decides the target. */
const redirectTo = (path: string): Response => ({
  status: 302,
  body: textBody(''),
  type: 'text/plain; charset=utf-8',
  headers: ['Location', path, ...CACHING.revalidate],
})

/** Splits a path into the world id and the path of the page in that world. */
function splitWorld(path: string): { worldId: string | null; page: string } | null {
  if (!path.startsWith('/w/')) return { worldId: null, page: path }
  const slash = path.indexOf('/', 3)
  const worldId = slash < 0 ? null : decodeSegment(path.slice(3, slash))
  return worldId === null || worldId === '' ? null : { worldId, page: path.slice(slash) }
}

/** Rewrites `/@ada` to `/@/ada` and `/posts/x.md` to `/.md/posts/x`, because the router matches whole segments. */
const routablePath = (page: string): string =>
  page.replace(/^\/@(?=[^/])/, '/@/').replace(/^(\/(?:posts|days|games)\/[^/]+)(\.md|\.pgn)$/, '/$2$1')

/** Only these queries are cached; others are rarely repeated and would displace cached pages. */
const isCacheable = (query: string): boolean => /^(page=\d{1,6})?$/.test(query)

interface CachedPage {
  readonly type: string
}

interface FoundPage {
  readonly world: World
  readonly visibleParts: VisibleParts
  readonly of: SitePage | SiteDocument | SitePicture
  readonly path: Readonly<Record<string, string>>
}

/** Parts that the pages use besides the store. */
interface PageParts {
  readonly painter: Painter
  readonly onlookers: PageViewers
  readonly trending: TrendingReader
}

/** The public pages: no key, and only content that the switches allow. */
export function pagesProtocol(deps: MapDeps, parts: PageParts, apiDocument: () => Promise<OpenApiDocument>): Protocol {
  const { painter, onlookers, trending } = parts
  const assets = loadSiteAssets()
  const weather = (worldId: string, at: number) =>
    deps.config.life ? (momentAt(deps.ambient.random, worldId, at).weather ?? null) : null
  const sources = { maps: deps.maps, weather }
  const router = makeRouter<FoundPage['of']>()
  for (const each of [...pagesOf(sources), ...documentsOf(sources), ...PICTURES]) router.add('GET', each.path, each)
  const cache = makeVersionedCache<CachedPage>(deps.contentVersion)
  const searchers = makeWindowNames()
  const live = makeLive(deps, onlookers, sources)
  const missing = textBody(plainPage(assets.urlOf, { title: 'Page not found', main: NOT_FOUND_TEXT }, ''))

  /** A hidden part and a hidden world both give 404. */
  function find(state: ControlState, path: string): FoundPage {
    const split = splitWorld(path)
    const world = split && findPublicWorld(state, split.worldId)
    const visibleParts = world && visiblePartsIn(state, world)
    const match = split && router.find('GET', routablePath(split.page))
    if (!world || !visibleParts || !match) throw new ApiError('NOT_FOUND')
    const { needs } = match.value
    if (needs !== null && !needs.some((part) => visibleParts[part])) throw new ApiError('NOT_FOUND')
    return { world, visibleParts, of: match.value, path: match.path }
  }

  async function make(request: PageRequest, of: SitePage | SiteDocument, path: string): Promise<string> {
    const rendered = await of.make(request)
    if (rendered === null) throw new ApiError('NOT_FOUND')
    return typeof rendered === 'string' ? rendered : worldPage(request, rendered, assets.urlOf, path)
  }

  async function serveWorld(context: Context, state: ControlState, at: number): Promise<Response> {
    const { path, query } = context
    const { world, visibleParts, of, path: values } = find(state, path)
    context.route = `site ${of.path}`
    const lastsMs = 'card' in of ? null : of.lastsMs
    const key = `${path}?${query} ${lastsMs === null ? '' : Math.floor(at / lastsMs)}`
    const cachedPage = isCacheable(query) ? cache.get(state, key, at) : undefined
    if (cachedPage !== undefined)
      return fileResponse({
        body: cachedPage.body,
        type: cachedPage.of.type,
        tag: cachedPage.tag!,
        forms: cachedPage.forms!,
      })
    const params = parseQuery(query)
    if (of.path === '/search' && params.length > 0) await takeSearch(deps.control, searchers, addressOf(deps, context))
    const version = deps.contentVersion()
    const request: PageRequest = {
      read: deps.database.read,
      trending,
      state,
      world,
      visibleParts,
      at,
      path: values,
      query: (name) => params.find((param) => param.name === name && !param.broken)?.value ?? '',
      paths: pathsOf(world.id),
      portraits: makePortraits(),
      base: deps.urls().base,
    }
    if ('card' in of) return pictureResponse(painter, of, request, context)
    const text = await make(request, of, path)
    const file = textFile(text, 'type' in of ? of.type : HTML_TYPE)
    if (isCacheable(query) && state.cacheable) cache.put(state, version, key, { ...file, of: { type: file.type } })
    return fileResponse(file)
  }

  /** Without public content `/` redirects to the documentation; without the feed, to the list of people. */
  function front(state: ControlState): Response | null {
    const world = findPublicWorld(state, null)
    const visibleParts = world && visiblePartsIn(state, world)
    if (!world || !visibleParts) return redirectTo('/docs/')
    return visibleParts.content ? null : redirectTo(pathsOf(world.id).page('people'))
  }

  /** Rendered on first use and cached: the documentation changes only with a release. */
  const docs = new Map<string, ReturnType<typeof textFile>>()

  const findInDocs = makeDocsSearchPage(apiDocument)

  /** Counted like a search in the world, because it needs no key. */
  async function docsSearch(context: Context): Promise<Response> {
    const query = parseQuery(context.query).find(({ name, broken }) => name === 'q' && !broken)?.value ?? ''
    if (query !== '') await takeSearch(deps.control, searchers, addressOf(deps, context))
    return fileResponse(textFile(plainPage(assets.urlOf, await findInDocs(query.trim()), context.path), HTML_TYPE))
  }

  async function docsResponse({ path }: Context): Promise<Response> {
    let file = docs.get(path)
    if (file === undefined) {
      const found = await docsAt(path, apiDocument)
      if (found === null) throw new ApiError('NOT_FOUND')
      file =
        'text' in found ? textFile(found.text, found.type) : textFile(plainPage(assets.urlOf, found, path), HTML_TYPE)
      docs.set(path, file)
    }
    return fileResponse(file)
  }

  async function serve(context: Context): Promise<Response> {
    const { path } = context
    if (path.startsWith(ASSETS)) return assets.answer(path)
    const { state, at } = await deps.control.current()
    if (path === '/about') {
      const text = plainPage(assets.urlOf, { title: 'About', main: aboutText(visiblePartsOf(state) !== null) }, path)
      return fileResponse(textFile(text, HTML_TYPE))
    }
    // A world path without the trailing slash.
    if (/^\/w\/[^/]+$/.test(path)) {
      find(state, `${path}/people`)
      return redirectTo(`${path}/`)
    }
    const split = splitWorld(path)
    if (split?.page === LIVE) return live(context, state, split.worldId)
    if (path === '/docs/search') return docsSearch(context)
    if (path.startsWith('/docs/')) return docsResponse(context)
    return (path === '/' ? front(state) : null) ?? serveWorld(context, state, at)
  }

  return makeProtocol(deps, {
    name: 'site',
    matches: (path) => !MACHINE_PATHS.test(path),
    steps: steps().check('method', requireReading).respond('page', serve),
    errorResponse: (refusal, context) =>
      refusal.status === 404 && wantsHtml(context)
        ? { status: 404, body: missing, type: HTML_TYPE, headers: CACHING.revalidate }
        : apiErrorResponse(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...GUARDS),
  })
}
