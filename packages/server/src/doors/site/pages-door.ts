import { makeWindowNames } from '../../access/caller-address.ts'
import { MINUTE_MS } from '../../core/day.ts'
import { notFound } from '../../core/refusal.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, refusalAnswer, textBody } from '../../http/answer.ts'
import { type ByteCache, makeByteCache } from '../../http/byte-cache.ts'
import { addressOf } from '../../http/caller.ts'
import type { Door } from '../../http/door.ts'
import { makeDoor } from '../../http/front.ts'
import { makeRouter } from '../../http/router.ts'
import { CACHING, etagOf, HTML_TYPE, isKnown, requireReading, unchanged } from '../../http/static.ts'
import { steps } from '../../http/steps.ts'
import { decodeSegment, parseQuery } from '../../http/target.ts'
import type { Visit } from '../../http/visit.ts'
import type { ControlState } from '../../settings/control.ts'
import { ASSETS, loadSiteAssets } from './assets.ts'
import { plainPage, worldPage } from './layout.ts'
import type { SitePage } from './page.ts'
import { aboutText, MISSING } from './pages/about.ts'
import { PAGES } from './pages.ts'
import { makePortraits } from './parts/portrait.ts'
import { pathsOf } from './paths.ts'
import { takeSearch } from './search-limit.ts'
import { type Shown, shownParts, shownWorld } from './shown.ts'

/** Scripts, styles, fonts and requests of this server and of no other; nothing inline, nothing framed. */
const GUARDS = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Opener-Policy',
  'same-origin',
] as const

/** Doors for programs: what is missing there is told in JSON, whoever asks. */
const MACHINE_PATHS = /^\/(v1|_developer|a2a|oidc|mcp|openai)(\/|$)/

/** Whether a browser asks: a program that takes anything gets JSON. */
const wantsHtml = ({ request }: Visit): boolean =>
  /(^|,)\s*text\/html\s*(;\s*(?!q=0(\.0*)?\s*(,|$))|,|$)/i.test(request.headers.accept ?? '')

interface Kept {
  readonly etag: string
}

/** Not to be kept: a switch decides where it leads. */
const leadTo = (path: string): Answer => ({
  status: 302,
  body: textBody(''),
  type: 'text/plain; charset=utf-8',
  headers: ['Location', path, ...CACHING.revalidate],
})

/** Which world a path is about, and the path of the page in it. */
function splitWorld(path: string): { worldId: string | null; page: string } | null {
  if (!path.startsWith('/w/')) return { worldId: null, page: path }
  const slash = path.indexOf('/', 3)
  const worldId = slash < 0 ? null : decodeSegment(path.slice(3, slash))
  return worldId === null || worldId === '' ? null : { worldId, page: path.slice(slash) }
}

/** The pages for everyone: no key, and nothing in them that the switches do not show. */
export function pagesDoor(deps: Deps): Door {
  const { read } = deps.database
  const assets = loadSiteAssets()
  const router = makeRouter<SitePage>()
  for (const page of PAGES) router.add('GET', page.path, page)
  const cache: ByteCache<Kept> = makeByteCache(deps.contentVersion)
  const searchers = makeWindowNames()
  const missing = textBody(plainPage(assets.urlOf, { title: 'Nobody lives here', main: MISSING }))

  const htmlAnswer = ({ request }: Visit, markup: string): Answer => {
    const answer = pageAnswer(markup, etagOf(markup))
    return isKnown(request.headers['if-none-match'], etagOf(markup)) ? unchanged(answer) : answer
  }

  function pageAnswer(markup: string, etag: string): Answer {
    return { status: 200, body: textBody(markup), type: HTML_TYPE, headers: [...CACHING.revalidate, 'ETag', etag] }
  }

  const isShown = (shown: Shown, { needs }: SitePage): boolean => needs === null || needs.some((part) => shown[part])

  /** With nothing to show, the front page leads to the reference, and every other page is not there. */
  async function serveWorld(visit: Visit, state: ControlState, at: number): Promise<Answer> {
    const { path, query, request } = visit
    const shown = shownParts(state)
    if (shown === null) {
      if (path === '/') return leadTo('/docs/')
      throw notFound('Not found')
    }
    const split = splitWorld(path)
    const world = split === null ? null : shownWorld(state, split.worldId)
    const match = split === null ? null : router.find('GET', split.page.replace(/^\/@(?=[^/])/, '/@/'))
    if (world === null || match === null) throw notFound('Not found')
    const paths = pathsOf(world.id)
    // The feed may be left out; people are shown with any part.
    if (path === paths.home && !shown.content) return leadTo(paths.page('people'))
    if (!isShown(shown, match.value)) throw notFound('Not found')
    visit.route = `site ${match.value.path}`
    // A page that tells of today is made anew every minute.
    const key = `${path}?${query} ${match.value.timed ? Math.floor(at / MINUTE_MS) : ''}`
    // Anything else that is asked for would only push out what others ask for too.
    const isKept = /^(page=\d{1,6})?$/.test(query)
    const known = isKept ? cache.get(state, key) : undefined
    if (known !== undefined) {
      const answer = { ...pageAnswer('', known.of.etag), body: known.body }
      return isKnown(request.headers['if-none-match'], known.of.etag) ? unchanged(answer) : answer
    }
    const params = parseQuery(query)
    if (match.value.path === '/search' && params.length > 0)
      await takeSearch(deps.control, searchers, addressOf(deps, visit))
    const version = deps.contentVersion()
    const asked = {
      read,
      state,
      world,
      shown,
      at,
      path: match.path,
      query: (name: string) => params.find((param) => param.name === name && !param.broken)?.value ?? '',
      paths,
      portraits: makePortraits(),
      base: deps.urls().base,
    }
    const made = await match.value.make(asked)
    if (made === null) throw notFound('Not found')
    const markup = worldPage(asked, made, assets.urlOf, path)
    const answer = htmlAnswer(visit, markup)
    if (isKept && state.cacheable)
      cache.put(state, version, key, { of: { etag: etagOf(markup) }, body: textBody(markup) })
    return answer
  }

  async function serve(visit: Visit): Promise<Answer> {
    const { path } = visit
    if (path.startsWith(ASSETS)) return assets.answer(path)
    const { state, at } = await deps.control.current()
    if (path === '/about')
      return htmlAnswer(visit, plainPage(assets.urlOf, { title: 'About', main: aboutText(shownParts(state) !== null) }))
    return serveWorld(visit, state, at)
  }

  return makeDoor(deps, {
    name: 'site',
    opens: (path) => !MACHINE_PATHS.test(path),
    steps: steps().check('method', requireReading).answer('page', serve),
    refuse: (refusal, visit) =>
      refusal.status === 404 && wantsHtml(visit)
        ? { status: 404, body: missing, type: HTML_TYPE, headers: CACHING.revalidate }
        : refusalAnswer(refusal),
    headers: (out, { headers = [] }) => void out.push(...headers, ...GUARDS),
  })
}
