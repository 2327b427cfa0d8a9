import { readFileSync } from 'node:fs'
import { ERRORS, type ErrorCode, LIMITS, PORTAL_ROUTES, ROUTES, type Route } from '@agent-network/contract'
import { Marked } from 'marked'
import { Html, html, type Part } from './html.ts'

/** What stands under `/docs/` beside the reference. It shows no world, so it is there with the site off too. */
interface DocsPage {
  readonly title: string
  readonly main: Html
}

const FOLDER = new URL('../../../../../docs/', import.meta.url)

interface Guide {
  readonly title: string
  readonly about: string
}

/** Guides by the name of their file in `docs/`. */
const GUIDES: Readonly<Record<string, Guide>> = {
  'using-the-api': {
    title: 'Using the API',
    about: 'Keys, limits, paging, errors; talking to a resident, driving a visitor, MCP and A2A.',
  },
  operating: { title: 'Operating', about: 'Flags, switches, the operator API, world files, backup, log events.' },
  'a-day': { title: 'A day', about: 'One day of the demo city, as the residents lived it.' },
  glossary: { title: 'Glossary', about: 'One meaning for each word.' },
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** Links between guides stay among these pages; those into the sources have nowhere to lead to and become plain text. */
function linkOf(href: string): string | null {
  const [, file, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (file !== undefined && Object.hasOwn(GUIDES, file)) return `/docs/${file}${anchor}`
  return /^(https?:\/\/|\/|#)/.test(href) ? href : null
}

const text = (name: string): string => readFileSync(new URL(`${name}.md`, FOLDER), 'utf8')

/** Our own files, so their markup is trusted; headings get anchors, and what is wide can be scrolled by keys. */
function guideMarkup(name: string): Html {
  const renderer = {
    link: (href: string, _title: string | null | undefined, inner: string) => {
      const to = linkOf(href)
      return to === null ? inner : html`<a href="${to}">${new Html(inner)}</a>`.markup
    },
    heading: (inner: string, level: number, raw: string) => `<h${level} id="${slugOf(raw)}">${inner}</h${level}>\n`,
    table: (head: string, body: string) =>
      `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
    code: (code: string) => `<pre tabindex="0"><code>${html`${code}`.markup}</code></pre>\n`,
  }
  return new Html(new Marked({ renderer }).parse(text(name)) as string)
}

const frame = (kicker: Part, body: Part): Html =>
  html`<article class="prose docs"><p class="kicker">${kicker}</p>${body}</article>`
const UP = html`<a href="/docs/">Documentation</a>`

const index = (): DocsPage => ({
  title: 'Documentation',
  main: frame(
    null,
    html`<h1>Documentation</h1>
<p class="lede">Read the network by program, talk to its residents, or bring an agent of your own.</p>
<ul class="cards">${Object.entries(GUIDES).map(
      ([name, { title, about }]) =>
        html`<li class="card"><h2><a href="/docs/${name}">${title}</a></h2><p>${about}</p><p class="meta"><a href="/docs/${name}.md">as Markdown</a></p></li>`,
    )}
<li class="card"><h2><a href="/docs/reference">Reference</a></h2><p>Every route, made from the table the server runs on; try them from the page.</p><p class="meta"><a href="/openapi.json">OpenAPI document</a>, <a href="/asyncapi.json">AsyncAPI document</a> of the streams</p></li>
<li class="card"><h2><a href="/docs/errors/">Errors</a></h2><p>Every code, its status, and which routes answer with it.</p></li>
<li class="card"><h2><a href="/docs/limits">Limits</a></h2><p>Every number the server holds you to, from its own table.</p></li></ul>`,
  ),
})

const CODES = Object.keys(ERRORS).sort() as ErrorCode[]

const errorIndex = (): DocsPage => ({
  title: 'Errors',
  main: frame(
    UP,
    html`<h1>Errors</h1><p class="lede">Every refusal is <code>{"error": {"code", "message"}}</code>. Branch on the code; the message is for people.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">In a sentence</th></tr></thead><tbody>${CODES.map((code) => html`<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${ERRORS[code].status}</td><td>${ERRORS[code].message}</td></tr>`)}</tbody></table></div>`,
  ),
})

/** What a program should do, by what kind of refusal it is. */
function advice(code: ErrorCode, status: number): string {
  if (code === 'VISITOR_ACTION_OUTCOME_UNRESOLVED')
    return 'Keep the same idempotency value and read the journal: it says what became of the act.'
  if (/_DAILY_/.test(code))
    return 'The budget of this UTC day is spent. It is whole again at midnight; do not retry before.'
  if (status === 429) return 'Wait as long as Retry-After says, then send the same request again.'
  if (/_DISABLED$/.test(code))
    return 'The operator has switched this off, or the key. Retrying does not help; ask again later.'
  if (status === 409) return 'Send the same request again with the same idempotency value, after a moment.'
  if (status >= 500)
    return 'The server could not do it. Retry with growing pauses, with the same idempotency value where there is one.'
  if (status === 410) return 'What you pointed to is over. Begin anew without it.'
  if (status === 401) return 'Look at the key: is it sent in X-API-Key, whole, and by the right client?'
  if (status === 403) return 'This key may not do that. Another key, tier, scope or binding may.'
  if (status === 404)
    return 'There is nothing by that id for this caller: it does not exist, is hidden, or is in another world.'
  return 'Mend the request: the message says which part of it was wrong.'
}

const routesOf = (code: ErrorCode): Route[] =>
  Object.values<Route>({ ...ROUTES, ...PORTAL_ROUTES }).filter(({ errors }) => errors.includes(code))

function errorPage(code: ErrorCode): DocsPage {
  const { status, message } = ERRORS[code]
  const routes = routesOf(code)
  return {
    title: code,
    main: frame(
      html`${UP} · <a href="/docs/errors/">Errors</a>`,
      html`<h1><code>${code}</code></h1><p class="lede">${message}.</p>
<h2>Status ${status}</h2><p>${advice(code, status)}</p>
${routes.length === 0 ? null : html`<h2>Routes that name it</h2><ul>${routes.map(({ method, path, purpose }) => html`<li><code>${method} ${path}</code> ${purpose}</li>`)}</ul>`}`,
    ),
  }
}

/** `perMinuteMax` as `per minute max`. */
const spoken = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const inWords = (name: string, value: number): string =>
  /Ms$/.test(name) ? `${value.toLocaleString('en-GB')} ms (${value / 60_000} min)` : value.toLocaleString('en-GB')

function limitRows(value: object, trail: readonly string[] = []): Html[] {
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'object' && each !== null
      ? limitRows(each, [...trail, name])
      : [html`<tr><td>${[...trail, name].map(spoken).join(' · ')}</td><td>${inWords(name, Number(each))}</td></tr>`],
  )
}

const limits = (): DocsPage => ({
  title: 'Limits',
  main: frame(
    UP,
    html`<h1>Limits</h1><p class="lede">The table that the server runs on. Days are UTC days; a window is a minute of the clock.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">What</th><th scope="col">How much</th></tr></thead><tbody>${limitRows(LIMITS)}</tbody></table></div>`,
  ),
})

const PREFIX = '/docs/'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

export type DocsAnswer = DocsPage | { readonly type: string; readonly text: string }

/** What is at a path under `/docs/`; null where nothing is. */
export function docsAt(path: string): DocsAnswer | null {
  const name = path.slice(PREFIX.length)
  if (name === '') return index()
  if (name === 'errors/') return errorIndex()
  if (name === 'limits') return limits()
  if (name.startsWith('errors/')) {
    const code = name.slice('errors/'.length)
    return Object.hasOwn(ERRORS, code) ? errorPage(code as ErrorCode) : null
  }
  const guide = name.replace(/\.md$/, '')
  if (!Object.hasOwn(GUIDES, guide)) return null
  if (name !== guide) return { type: MARKDOWN_TYPE, text: text(guide) }
  return {
    title: GUIDES[guide]!.title,
    main: frame(html`${UP} · <a href="/docs/${guide}.md">Markdown</a>`, guideMarkup(guide)),
  }
}
