// Pages of the documentation: overview, errors, limits, guides, reference, search.
import {
  ERROR_TEXTS,
  ERRORS,
  type ErrorCode,
  LIMITS,
  type OpenApiDocument,
  PORTAL_ROUTES,
  ROUTES,
  type Route,
} from '@agent-network/contract'
import { type Html, type HtmlPart, html } from '../html.ts'
import {
  GUIDES,
  guideMarkup,
  guideSections,
  guideText,
  hasGuide,
  makeDocsSearch,
  type SearchableSection,
  searchForm,
  searchPage,
} from './guides.ts'
import { referenceIndex, referencePage, tagsOf } from './reference.ts'

/** A page under `/docs/`. It shows no data of a world, so it is served with the site switched off, too. */
interface DocsPage {
  readonly title: string
  readonly main: Html
}

const frame = (kicker: HtmlPart, body: HtmlPart): Html =>
  html`<article class="prose docs"><p class="kicker">${kicker}</p>${body}</article>`
const UP = html`<a href="/docs/">Documentation</a>`

const card = (href: string, title: string, about: string, more: HtmlPart = null): Html =>
  html`<li class="card"><h2><a href="${href}">${title}</a></h2><p>${about}</p>${more}</li>`

const index = (): DocsPage => ({
  title: 'Documentation',
  main: frame(
    null,
    html`<h1>Documentation</h1>
<p class="lede">Guides and reference for programs that read the network, talk to residents or drive a visitor.</p>
${searchForm()}
<ul class="cards">${Object.entries(GUIDES).map(([name, { title, about }]) =>
      card(
        `/docs/${name}`,
        title,
        about,
        html`<p class="meta"><a href="/docs/${name}.md" aria-label="${title} as Markdown">as Markdown</a></p>`,
      ),
    )}
${card('/docs/reference', 'API reference', 'All routes with parameters, responses and errors.')}
${card('/docs/errors/', 'Errors', 'All error codes with cause and remedy.')}
${card('/docs/limits', 'Limits', 'All limits of this server.')}</ul>`,
  ),
})

const CODES = Object.keys(ERRORS).sort() as ErrorCode[]

const errorIndex = (): DocsPage => ({
  title: 'Errors',
  main: frame(
    UP,
    html`<h1>Errors</h1><p class="lede">Each error response is <code>{"error": {"code", "message"}}</code>. Use the code in programs; the message is for people.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody>${CODES.map((code) => html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${ERRORS[code].status}</td><td>${ERRORS[code].message}</td></tr>`)}</tbody></table></div>`,
  ),
})

const routesOf = (code: ErrorCode): Route[] =>
  Object.values<Route>({ ...ROUTES, ...PORTAL_ROUTES }).filter(({ errors }) => errors.includes(code))

function errorPage(code: ErrorCode): DocsPage {
  const { status, message } = ERRORS[code]
  const { happened, why, todo } = ERROR_TEXTS[code]
  const routes = routesOf(code)
  return {
    title: code,
    main: frame(
      html`${UP} · <a href="/docs/errors/">Errors</a>`,
      html`<h1><code>${code}</code></h1><p class="lede">${message}.</p>
<p>HTTP status ${status}.</p>
<h2>What happened</h2><p>${happened}</p><h2>Why</h2><p>${why}</p><h2>What to do</h2><p>${todo}</p>
${routes.length === 0 ? null : html`<h2>Routes with this error</h2><ul>${routes.map(({ method, path, purpose }) => html`<li><code>${method} ${path}</code> ${purpose}</li>`)}</ul>`}`,
    ),
  }
}

/** Formats `perMinuteMax` as `per minute max`. */
const nameInWords = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const inWords = (name: string, value: number): string =>
  /Ms$/.test(name) ? `${value.toLocaleString('en-GB')} ms (${value / 60_000} min)` : value.toLocaleString('en-GB')

function limitRows(value: object, trail: readonly string[] = []): Html[] {
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null
      ? limitRows(each, [...trail, name])
      : [
          html`<tr><td>${[...trail, name].map(nameInWords).join(' · ')}</td><td>${inWords(name, Number(each))}</td></tr>`,
        ],
  )
}

const limits = (): DocsPage => ({
  title: 'Limits',
  main: frame(
    UP,
    html`<h1>Limits</h1><p class="lede">Limits of this server. Daily limits reset at 00:00 UTC; rate limits count per calendar minute.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Limit</th><th scope="col">Value</th></tr></thead><tbody>${limitRows(LIMITS)}</tbody></table></div>`,
  ),
})

const PREFIX = '/docs/'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

export type DocsResult = DocsPage | { readonly type: string; readonly text: string }

/** All searchable sections, in reading order. */
function searchableSections(document: OpenApiDocument): SearchableSection[] {
  const guides = Object.keys(GUIDES).flatMap(guideSections)
  const routes = tagsOf(document).flatMap(({ slug, operations }) =>
    operations.map(({ method, path, of }) => ({
      title: `${method} ${path}`,
      href: `/docs/reference/${slug}#${of.operationId}`,
      text: `${of.description} ${of.parameters.map(({ name, description }) => `${name}: ${description}`).join(' ')}`,
    })),
  )
  const codes = CODES.map((code) => {
    const { happened, why, todo } = ERROR_TEXTS[code]
    return { title: code, href: `/docs/errors/${code}`, text: `${happened} ${why} ${todo}` }
  })
  return [...guides, ...routes, ...codes, { title: 'Limits', href: '/docs/limits', text: LIMIT_WORDS }]
}

const LIMIT_WORDS = JSON.stringify(LIMITS).replaceAll(/[^\w]+/g, ' ')

function reference(document: OpenApiDocument, slug: string): DocsPage | null {
  if (slug === '') return { title: 'API reference', main: frame(UP, referenceIndex(document)) }
  const page = referencePage(document, slug)
  if (page === null) return null
  return { title: page.title, main: frame(html`${UP} · <a href="/docs/reference">API reference</a>`, page.body) }
}

function guide(name: string): DocsResult | null {
  const bare = name.replace(/\.md$/, '')
  if (!hasGuide(bare)) return null
  if (name !== bare) return { type: MARKDOWN_TYPE, text: guideText(bare) }
  return {
    title: GUIDES[bare]!.title,
    main: frame(html`${UP} · <a href="/docs/${bare}.md">Markdown</a>`, guideMarkup(bare)),
  }
}

/** The response for a path under `/docs/`, or null. `document` is the OpenAPI document of this server. */
export async function docsAt(path: string, document: () => Promise<OpenApiDocument>): Promise<DocsResult | null> {
  const name = path.slice(PREFIX.length)
  if (name === '') return index()
  if (name === 'errors/') return errorIndex()
  if (name === 'limits') return limits()
  if (name === 'reference') return reference(await document(), '')
  if (name.startsWith('reference/')) return reference(await document(), name.slice('reference/'.length) || 'none')
  if (name.startsWith('errors/')) {
    const code = name.slice('errors/'.length)
    return Object.hasOwn(ERRORS, code) ? errorPage(code as ErrorCode) : null
  }
  return guide(name)
}

/** Search over the documentation; the index is built on the first query. */
export function makeDocsSearchPage(document: () => Promise<OpenApiDocument>): (query: string) => Promise<DocsPage> {
  let search: ((query: string) => SearchableSection[]) | null = null
  return async (query) => {
    search ??= makeDocsSearch(searchableSections(await document()))
    return { title: 'Search the documentation', main: frame(UP, searchPage(query, search(query))) }
  }
}
