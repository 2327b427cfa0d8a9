// Protocol adapter of the public site: pages, documents, pictures, documentation and live streams.

import type { OpenApiDocument } from '@agent-network/contract'
import { momentAt } from '../../features/life/engine/world-life.ts'
import type { PageViewers } from '../../features/streams/onlookers.ts'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import { makeVersionedCache } from '../../platform/cache/response-cache.ts'
import type { ControlState } from '../../platform/control/control.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import { MINUTE_MS } from '../../platform/core/time.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { MapDeps } from '../../stores/city/maps.ts'
import type { TrendingReader } from '../../stores/posts/trending/trending.ts'
import { addressOf } from '../http/admission.ts'
import type { Context } from '../http/context.ts'
import { makeProtocol, type Protocol, steps } from '../http/pipeline.ts'
import { apiErrorResponse, bodyToRepeat, type Response, textBody } from '../http/response.ts'
import { decodeSegment, makeRouter, parseQuery } from '../http/routing.ts'
import { CACHING, fileResponse, HTML_TYPE, requireReading, textFile, wantsHtml } from '../http/static.ts'
import { docsAside, docsAt, makeDocsSearchPage } from './docs/pages.ts'
import { FEEDS, LATEST, type SiteDocument, TEXTS } from './documents/feeds.ts'
import { pathsOf } from './html.ts'
import { plainPage, worldPage } from './layout.ts'
import { LIVE, makeLive } from './live.ts'
import { makePackages, PACKAGES } from './packages.ts'
import {
  findPublicWorld,
  type PageRequest,
  type SitePage,
  type VisibleParts,
  visiblePartsIn,
  visiblePartsOf,
} from './page.ts'
import { ABOUT_TEXT, city, cityData, linksAside, NOT_FOUND_TEXT } from './pages/city.ts'
import { day, days } from './pages/days.ts'
import { feed, search, topic, topics } from './pages/feed.ts'
import { game, games } from './pages/games.ts'
import { challenge, challenges, idea, ideas } from './pages/ideas.ts'
import { network } from './pages/network.ts'
import { people, person } from './pages/person.ts'
import { pair, stories, story } from './pages/stories.ts'
import { thread } from './pages/thread.ts'
import { makeCrowds } from './parts/crowd.ts'
import { makePortraits } from './parts/portrait.ts'
import { type CitySources, stageData } from './parts/stage.ts'
import { PICTURES, type SitePicture } from './pictures/cards.ts'
import { type Painter, pictureResponse } from './pictures/painter.ts'
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

const ABOUT = 'A social network of AI agents: what they do, what is public, and how to add an agent.'

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
  readonly version: string
}

/** The public pages: no key, and only content that the switches allow. */
export function pagesProtocol(deps: MapDeps, parts: PageParts, apiDocument: () => Promise<OpenApiDocument>): Protocol {
  const { painter, onlookers, trending, version } = parts
  const assets = loadSiteAssets()
  const weather = (worldId: string, at: number) =>
    deps.config.life ? (momentAt(deps.ambient.random, worldId, at).weather ?? null) : null
  const sources = { maps: deps.maps, weather }
  const router = makeRouter<FoundPage['of']>()
  for (const each of [...pagesOf(sources), ...documentsOf(sources), ...PICTURES]) router.add('GET', each.path, each)
  const cache = makeVersionedCache<CachedPage>(deps.contentVersion)
  const searchers = makeWindowNames()
  const live = makeLive(deps, onlookers, sources)
  const plain = (page: Parameters<typeof plainPage>[1], path: string): string =>
    plainPage(assets.urlOf, path.startsWith('/docs/') ? { aside: docsAside(path), ...page } : page, {
      path,
      base: deps.urls().base,
    })
  const packages = makePackages({
    version,
    base: () => deps.urls().base,
    frame: (title, main) => plain({ title, main }, PACKAGES),
  })

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

  function requestFor({
    query,
    ...values
  }: Pick<PageRequest, 'state' | 'world' | 'visibleParts' | 'at' | 'path'> & { query: string }): PageRequest {
    const params = parseQuery(query)
    return {
      ...values,
      read: deps.database.read,
      trending,
      query: (name) => params.find((param) => param.name === name && !param.broken)?.value ?? '',
      paths: pathsOf(values.world.id),
      portraits: makePortraits(),
      base: deps.urls().base,
    }
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
    const request = requestFor({ state, world, visibleParts, at, path: values, query })
    if ('card' in of) return pictureResponse(painter, of, request, context)
    const text = await make(request, of, path)
    const file = textFile(text, 'type' in of ? of.type : HTML_TYPE)
    if (isCacheable(query) && state.cacheable)
      cache.put(state, version, key, { ...file, body: bodyToRepeat(file.body), of: { type: file.type } })
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
    return fileResponse(textFile(plain(await findInDocs(query.trim()), context.path), HTML_TYPE))
  }

  async function docsResponse({ path }: Context): Promise<Response> {
    let file = docs.get(path)
    if (file === undefined) {
      const found = await docsAt(path, apiDocument)
      if (found === null) throw new ApiError('NOT_FOUND')
      file = 'text' in found ? textFile(found.text, found.type) : textFile(plain(found, path), HTML_TYPE)
      docs.set(path, file)
    }
    return fileResponse(file)
  }

  /** The 404 page with the menu of the place: of the documentation, or of the world that the path names. */
  async function missingPage({ path }: Context): Promise<string> {
    const page = { title: 'Page not found', main: NOT_FOUND_TEXT, aside: linksAside(null) }
    if (!path.startsWith('/docs/')) {
      const { state, at } = await deps.control.current()
      const world = findPublicWorld(state, splitWorld(path)?.worldId ?? null) ?? findPublicWorld(state, null)
      const visibleParts = world && visiblePartsIn(state, world)
      if (world && visibleParts) {
        const request = requestFor({ state, world, visibleParts, at, path: {}, query: '' })
        const aside = linksAside(visibleParts.content ? request.paths.home : null)
        return worldPage(request, { ...page, aside, description: '', section: '', unlisted: true }, assets.urlOf, '')
      }
    }
    return plainPage(assets.urlOf, page, { path: path.startsWith('/docs/') ? '/docs/' : '', base: '' })
  }

  async function serve(context: Context): Promise<Response> {
    const { path } = context
    if (path.startsWith(ASSETS)) return assets.answer(path)
    if (`${path}/`.startsWith(PACKAGES)) return packages(context)
    const { state, at } = await deps.control.current()
    if (path === '/about') {
      const aside = linksAside(visiblePartsOf(state)?.content === true ? '/' : null)
      const text = plain({ title: 'About', description: ABOUT, main: ABOUT_TEXT, aside }, path)
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
    errorResponse: async (refusal, context) =>
      refusal.status === 404 && wantsHtml(context)
        ? { status: 404, body: textBody(await missingPage(context)), type: HTML_TYPE, headers: CACHING.revalidate }
        : apiErrorResponse(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...GUARDS),
  })
}

// ── Routes of the site's pages and documents ──

/** The pages of a world. The router receives `/@{handle}` as `/@/{handle}`. */
export const pagesOf = (sources: CitySources): readonly SitePage[] => [
  { path: '/', needs: ['content'], lastsMs: MINUTE_MS, make: feed(sources) },
  { path: '/posts/{id}', needs: ['content'], lastsMs: null, make: thread },
  { path: '/stories', needs: ['content'], lastsMs: MINUTE_MS, make: stories },
  { path: '/stories/{id}', needs: ['content'], lastsMs: MINUTE_MS, make: story(sources.maps) },
  { path: '/topics', needs: ['content'], lastsMs: MINUTE_MS, make: topics },
  { path: '/topics/{id}', needs: ['content'], lastsMs: MINUTE_MS, make: topic },
  { path: '/search', needs: ['content'], lastsMs: null, make: search(sources) },
  { path: '/days', needs: ['content'], lastsMs: MINUTE_MS, make: days },
  { path: '/days/{date}', needs: ['content'], lastsMs: MINUTE_MS, make: day },
  { path: '/people', needs: null, lastsMs: null, make: people },
  { path: '/@/{handle}', needs: null, lastsMs: MINUTE_MS, make: person(sources.maps) },
  { path: '/@/{handle}/with/{other}', needs: ['content'], lastsMs: MINUTE_MS, make: pair(sources.maps) },
  { path: '/ideas', needs: ['network'], lastsMs: MINUTE_MS, make: ideas },
  { path: '/ideas/{id}', needs: ['network'], lastsMs: null, make: idea },
  { path: '/challenges', needs: ['network'], lastsMs: MINUTE_MS, make: challenges },
  { path: '/challenges/{id}', needs: ['network'], lastsMs: MINUTE_MS, make: challenge },
  { path: '/network', needs: ['network'], lastsMs: null, make: network(makeCrowds()) },
  { path: '/games', needs: ['city'], lastsMs: MINUTE_MS, make: games },
  { path: '/games/{id}', needs: ['city'], lastsMs: MINUTE_MS, make: game },
  { path: '/city', needs: ['city'], lastsMs: MINUTE_MS, make: city(sources) },
]

export const documentsOf = (sources: CitySources): readonly SiteDocument[] => [
  ...FEEDS,
  ...TEXTS,
  LATEST,
  ...cityData(sources),
  ...stageData(sources),
]
