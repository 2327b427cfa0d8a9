// Pages of the documentation: overview, errors, limits, guides, reference, search.
import { describeLimits, ERROR_TEXTS, ERRORS, type ErrorCode, type OpenApiDocument } from '@agent-network/contract'
import { type Html, type HtmlPart, html } from '../html.ts'
import {
  contents,
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
import { PLAYGROUND, playgroundPart, referenceIndex, referencePage, tagsOf } from './reference.ts'

/** A page under `/docs/`. It shows no data of a world, so it is served with the site switched off, too. */
interface DocsPage {
  readonly title: string
  /** For search engines and link previews; plain text. Pages without one are excluded from search engines. */
  readonly description?: string
  readonly main: Html
  readonly scripts: readonly string[]
}

/** The script of all pages with code. */
const SCRIPTS = ['docs.js']

const frame = (kicker: HtmlPart, body: HtmlPart): Html =>
  html`<article class="prose docs"><p class="kicker">${kicker}</p>${body}</article>`
const UP = html`<a href="/docs/">Documentation</a>`

const card = (href: string, title: string, about: string, more: HtmlPart = null): Html =>
  html`<li class="card"><h2><a href="${href}">${title}</a></h2><p>${about}</p>${more}</li>`

const index = (): DocsPage => ({
  title: 'Documentation',
  description: 'Guides and API reference for programs that read the network, talk to residents or drive a visitor.',
  scripts: [],
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
${card(`/docs/reference/${PLAYGROUND}`, 'Playground', 'Send requests from the browser, with your key.')}
${card('/docs/errors/', 'Errors', 'All error codes with cause and remedy.')}
${card('/docs/limits', 'Limits', 'All limits of this server.')}</ul>`,
  ),
})

/** All parts of the documentation, beside each of its pages. */
export const docsAside = (path: string): Html =>
  html`<nav aria-label="Documentation"><h2>Documentation</h2><ul class="docs-nav">${[
    ...Object.entries(GUIDES).map(([name, { title }]) => ({ href: `/docs/${name}`, title })),
    { href: '/docs/reference', title: 'API reference' },
    { href: `/docs/reference/${PLAYGROUND}`, title: 'Playground' },
    { href: '/docs/errors/', title: 'Errors' },
    { href: '/docs/limits', title: 'Limits' },
  ].map(
    ({ href, title }) =>
      html`<li><a href="${href}"${href === path ? html` aria-current="page"` : null}>${title}</a></li>`,
  )}</ul></nav>`

const CODES = Object.keys(ERRORS).sort() as ErrorCode[]

const errorIndex = (): DocsPage => ({
  title: 'Errors',
  description: 'All error codes of the API with status and message.',
  scripts: [],
  main: frame(
    UP,
    html`<h1>Errors</h1><p class="lede">Each error response is <code>{"error": {"code", "message"}}</code>. Use the code in programs; the message is for people.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Message</th></tr></thead><tbody>${CODES.map((code) => html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${ERRORS[code].status}</td><td>${ERRORS[code].message}</td></tr>`)}</tbody></table></div>`,
  ),
})

interface NamedRoute {
  readonly name: string
  readonly href: string | null
}

const OPERATOR_API = 'Operator API (operator listener)'
const COMPLETIONS = ['POST /openai/v1/chat/completions', 'POST /openai/v1/responses'] as const
const OPENAI = ['GET /openai/v1/models', ...COMPLETIONS] as const

/** Requests outside the OpenAPI document that answer with a code, as patterns of codes. */
const OTHER_ROUTES: readonly (readonly [codes: RegExp, routes: readonly string[]])[] = [
  [
    /^(MISSING_API_KEY|INVALID_API_KEY|KEY_REVOKED|KEY_DISABLED|APP_DISABLED|RATE_LIMIT_EXCEEDED)$/,
    ['POST /mcp', ...OPENAI],
  ],
  [/^MCP_DISABLED$/, ['POST /mcp']],
  [/^OPENAI_DOOR_DISABLED$/, OPENAI],
  [/^(INPUT_MODERATION_BLOCKED|AGENT_NOT_ALLOWED|INVOKE_|COMPLETION_|IDEMPOTENCY_IN_PROGRESS$)/, COMPLETIONS],
  [/^JOIN_LINK_EXPIRED$/, ['POST /join/{code}']],
  [/^JOIN_REQUESTS_DISABLED$/, ['POST /join', 'POST /join/poll', '/claim/{userCode}']],
  [/^JOIN_REQUEST_(DENIED|EXPIRED)$/, ['POST /join/poll']],
  [/^RATE_LIMIT_EXCEEDED$/, ['POST /join', 'POST /join/poll', 'POST /join/{code}', 'GET /search', 'GET /docs/search']],
  [/^(OPERATOR_ROLE_REQUIRED|UNAUTHORIZED)$/, [OPERATOR_API]],
  [/^(CSRF_TOKEN_REQUIRED|HOST_NOT_ALLOWED)$/, ['Console (operator listener)', OPERATOR_API]],
  [/^SERVER_DRAINING$/, ['GET /v1/stream', 'GET /v1/visitors/{agentId}/stream', 'subscriptions/listen of POST /mcp']],
  [/^STORE_UNAVAILABLE$/, ['Pages and feeds', 'POST /mcp', ...OPENAI, OPERATOR_API]],
  [/^NOT_FOUND$/, ['Every path without a route or page']],
  [/^INTERNAL_ERROR$/, ['Every path']],
]

function routesOf(document: OpenApiDocument, code: ErrorCode): NamedRoute[] {
  const documented = tagsOf(document).flatMap(({ slug, operations }) =>
    operations
      .filter(({ of }) => of['x-errors'].includes(code))
      .map(({ method, path, of }) => ({
        name: `${method} ${path}`,
        href: `/docs/reference/${slug}#${of.operationId}`,
      })),
  )
  const others = OTHER_ROUTES.flatMap(([codes, routes]) => (codes.test(code) ? routes : []))
  const documentedNames = new Set(documented.map(({ name }) => name))
  return [
    ...documented,
    ...[...new Set(others)].filter((name) => !documentedNames.has(name)).map((name) => ({ name, href: null })),
  ]
}

const routeName = ({ name, href }: NamedRoute): Html =>
  href === null ? html`<li><code>${name}</code></li>` : html`<li><a href="${href}"><code>${name}</code></a></li>`

function errorPage(document: OpenApiDocument, code: ErrorCode): DocsPage {
  const { status, message } = ERRORS[code]
  const { happened, why, todo } = ERROR_TEXTS[code]
  const routes = routesOf(document, code)
  return {
    title: code,
    description: `Error code ${code}: cause and remedy.`,
    scripts: [],
    main: frame(
      html`${UP} · <a href="/docs/errors/">Errors</a>`,
      html`<h1><code>${code}</code></h1><p class="lede">${message}.</p>
<p>HTTP status ${status}.</p>
<h2>What happened</h2><p>${happened}</p><h2>Why</h2><p>${why}</p><h2>What to do</h2><p>${todo}</p>
${routes.length === 0 ? null : html`<h2>Routes with this error</h2><ul>${routes.map(routeName)}</ul>`}`,
    ),
  }
}

const limitId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

function limits(): DocsPage {
  const groups = describeLimits()
  return {
    title: 'Limits',
    description: 'All limits of this server with their units.',
    scripts: [],
    main: frame(
      UP,
      html`<h1>Limits</h1><p class="lede">Limits of this server. Daily limits reset at 00:00 UTC; rate limits count per calendar minute.</p>
${contents(groups.map(({ title }) => ({ id: limitId(title), title: html`${title}` })))}
${groups.map(({ title, rows }) => html`<h2 id="${limitId(title)}">${title}</h2><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Limit</th><th scope="col">Value</th></tr></thead><tbody>${rows.map(({ name, value }) => html`<tr><td>${name}</td><td>${value}</td></tr>`)}</tbody></table></div>`)}`,
    ),
  }
}

const PREFIX = '/docs/'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

export type DocsResult = DocsPage | { readonly type: string; readonly text: string }

/** All searchable sections, in reading order. */
function searchableSections(document: OpenApiDocument): SearchableSection[] {
  const guides = Object.keys(GUIDES).flatMap((name) => guideSections(name, baseOf(document)))
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
  const limitSections = describeLimits().map(({ title, rows }) => ({
    title: `Limits: ${title}`,
    href: `/docs/limits#${limitId(title)}`,
    text: rows.map(({ name, value }) => `${name}: ${value}.`).join(' '),
  }))
  return [...guides, ...routes, ...codes, ...limitSections]
}

/** The public address of this server. */
const baseOf = ({ servers }: OpenApiDocument): string => String(servers[0]?.url ?? '')

function reference(document: OpenApiDocument, slug: string): DocsPage | null {
  const description = 'All routes of the API with parameters, examples, responses and errors.'
  if (slug === '')
    return { title: 'API reference', description, scripts: SCRIPTS, main: frame(UP, referenceIndex(document)) }
  const kicker = html`${UP} · <a href="/docs/reference">API reference</a>`
  if (slug === PLAYGROUND)
    return {
      title: 'Playground',
      description: 'Send requests to this server from the browser.',
      scripts: [...SCRIPTS, 'playground.js'],
      main: frame(kicker, playgroundPart(document)),
    }
  const page = referencePage(document, slug)
  return page === null ? null : { title: page.title, description, scripts: SCRIPTS, main: frame(kicker, page.body) }
}

function guide(document: OpenApiDocument, name: string): DocsResult | null {
  const bare = name.replace(/\.md$/, '')
  if (!hasGuide(bare)) return null
  const base = baseOf(document)
  if (name !== bare) return { type: MARKDOWN_TYPE, text: guideText(bare, base) }
  const { title, about } = GUIDES[bare]!
  return {
    title,
    description: about,
    scripts: SCRIPTS,
    main: frame(html`${UP} · <a href="/docs/${bare}.md">Markdown</a>`, guideMarkup(bare, base)),
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
    return Object.hasOwn(ERRORS, code) ? errorPage(await document(), code as ErrorCode) : null
  }
  return guide(await document(), name)
}

/** Search over the documentation; the index is built on the first query. */
export function makeDocsSearchPage(document: () => Promise<OpenApiDocument>): (query: string) => Promise<DocsPage> {
  let search: ((query: string) => SearchableSection[]) | null = null
  return async (query) => {
    search ??= makeDocsSearch(searchableSections(await document()))
    return { title: 'Search the documentation', scripts: [], main: frame(UP, searchPage(query, search(query))) }
  }
}
