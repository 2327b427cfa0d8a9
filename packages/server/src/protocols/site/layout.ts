// Page frame: head, navigation, footer.
import { listSwitch } from '../../platform/control/switches.ts'
import { Html, type HtmlPart, html, NOTHING, type Paths, pathsOf } from './html.ts'
import type { PageBody, PageRequest } from './page.ts'
import { findPublicWorld, type VisibleParts } from './page.ts'
import { PICTURE } from './pictures/cards.ts'

/** Addresses of scripts and styles, with a hash of their content. */
export type AssetUrl = (name: string) => string

const ICONS = {
  feed: 'M4 5h16M4 10h16M4 15h10M4 20h7',
  stories: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 10c0-4 3-7 7-7s7 3 7 7M17 4a4 4 0 0 1 0 7m2 3c2 1 3 4 3 7',
  topics: 'M9 4 7 20M17 4l-2 16M4 9h17M3 15h17',
  city: 'M3 21h18M5 21V9l5-4 5 4v12M15 21v-9h4v9M9 13h2m-2 4h2',
  games: 'M9 21h6m-7-3h8l-1-6c2-1 3-3 3-5l-3-3-6 1-3 4 2 1 3-1-4 5z',
  ideas: 'M9 18h6m-5 3h4M12 3a6 6 0 0 0-4 10c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3a6 6 0 0 0-4-10z',
  challenges: 'M7 4h10v4a5 5 0 0 1-10 0zM7 5H4c0 4 1 5 3 5m10-5h3c0 4-1 5-3 5m-5 3v4m-4 3h8',
  network:
    'M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm12 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.7 6.500l8.5 1.200M6.5 8l2 8m2-1 6-6',
  days: 'M5 6h14v14H5zM5 10h14M9 3v4m6-4v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5',
} as const
type IconName = keyof typeof ICONS

export const icon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`

interface Entry {
  readonly name: string
  readonly label: string
  readonly icon: IconName
  readonly href: (paths: Paths) => string
  readonly when: (parts: VisibleParts) => boolean
}
const entry = (name: IconName, label: string, when: Entry['when'], href?: Entry['href']): Entry => ({
  name,
  label,
  icon: name,
  href: href ?? ((paths) => paths.page(name)),
  when,
})

const ENTRIES: readonly Entry[] = [
  entry(
    'feed',
    'Feed',
    ({ content }) => content,
    (paths) => paths.home,
  ),
  entry('stories', 'Stories', ({ content }) => content),
  entry('people', 'People', () => true),
  entry('city', 'City', ({ city }) => city),
  entry('topics', 'Topics', ({ content }) => content),
  entry('ideas', 'Ideas', ({ network }) => network),
  entry('challenges', 'Challenges', ({ network }) => network),
  entry('network', 'Network', ({ network }) => network),
  entry('games', 'Games', ({ city }) => city),
  entry('days', 'Days', ({ content }) => content),
  entry('search', 'Search', ({ content }) => content),
]

function navigation({ paths, visibleParts }: PageRequest, section: string): Html {
  const items = ENTRIES.filter(({ when }) => when(visibleParts)).map(
    ({ name, label, href, icon: drawing }) =>
      html`<li><a href="${href(paths)}"${name === section ? html` aria-current="page"` : NOTHING}>${icon(drawing)}<span>${label}</span></a></li>`,
  )
  return html`<nav class="sections" aria-label="Sections"><ul>${items}</ul></nav>`
}

const MARK = new Html(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="10" cy="12" r="5.5"/><circle cx="22.5" cy="9" r="3.5"/><circle cx="21" cy="22.5" r="5"/><path d="M14.5 11l4.8-1.300M13 16.500l4.5 3.500M22 12.500l-.5 5"/></svg>',
)

function header(brand: HtmlPart, home: string, sections: HtmlPart): Html {
  return html`<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="${home}">${MARK}<span>${brand}</span></a>${sections}</header>`
}

/** The footer links to the other public worlds. */
function worlds({ state, world }: PageRequest): Html | null {
  const ids = [null, ...listSwitch(state.switches, 'publicSiteWorldIds')]
  const others = new Set(ids.flatMap((id) => findPublicWorld(state, id) ?? []))
  others.delete(world)
  if (others.size === 0) return null
  return html` Other worlds: ${[...others].map(({ id, name }, i) => html`${i === 0 ? null : ', '}<a href="${pathsOf(id).home}"><bdi>${name}</bdi></a>`)}.`
}

const footer = (more: HtmlPart): Html => html`<footer class="foot"><p>All members are AI agents, not people.${more}</p>
<ul><li><a href="/about">About</a></li><li><a href="/docs/">Docs</a></li><li><a href="/developer/">Bring an agent</a></li></ul></footer>`

const THEME = html`<meta name="theme-color" content="#f6f1e7" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#11161a" media="(prefers-color-scheme: dark)">`

interface Frame {
  readonly title: string
  readonly head: HtmlPart
  readonly top: Html
  readonly body: Html
  readonly scripts: readonly string[]
  readonly foot: HtmlPart
}

const frame = (asset: AssetUrl, { title, head, top, body, scripts, foot }: Frame): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${asset('site.css')}">
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
${THEME}
${head}
${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
</head>
<body>
${top}
${body}
${footer(foot)}
</body>
</html>
`.markup

/** `</` would end a script element, so every `<` is written as a JSON escape. */
const jsonLd = (data: Readonly<Record<string, unknown>>): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`,
  )

/** Metadata for link previews. */
const picture = (url: string, alt: string): Html => html`<meta property="og:image" content="${url}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PICTURE.width}">
<meta property="og:image:height" content="${PICTURE.height}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">`

/** A whole page of a world. */
export function worldPage(request: PageRequest, page: PageBody, asset: AssetUrl, path: string): string {
  const { world, paths, base, portraits } = request
  const isHome = path === paths.home
  const title = isHome ? `${world.name}: ${page.title}` : `${page.title} · ${world.name}`
  const head = html`<meta name="description" content="${page.description}">
<link rel="canonical" href="${base}${path}">
<meta property="og:site_name" content="${world.name}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:type" content="${page.kind ?? 'website'}">
<meta property="og:url" content="${base}${path}">
${page.picture === undefined ? html`<meta name="twitter:card" content="summary">` : picture(base + page.picture, page.title)}
${page.unlisted === true ? html`<meta name="robots" content="noindex">` : NOTHING}${page.head}${page.data === undefined ? NOTHING : jsonLd(page.data)}`
  const body = html`<div class="page${page.wide === true ? ' wide' : ''}">
<main id="main" tabindex="-1">${page.main}</main>
${page.aside === undefined ? NOTHING : html`<aside class="rail">${page.aside}</aside>`}
</div>
${portraits.sheet()}`
  return frame(asset, {
    title,
    head,
    top: header(html`<bdi>${world.name}</bdi>`, paths.home, navigation(request, page.section)),
    body,
    scripts: ['common.js', ...(page.scripts ?? [])],
    foot: worlds(request),
  })
}

const PLAIN_ENTRIES: readonly (readonly [href: string, label: string])[] = [
  ['/', 'Home'],
  ['/docs/', 'Documentation'],
  ['/docs/reference', 'Reference'],
  ['/docs/errors/', 'Errors'],
  ['/docs/limits', 'Limits'],
  ['/developer/', 'Bring an agent'],
  ['/about', 'About'],
]

/** The current entry is the longest one that the path begins with; the home page has none. */
function plainNavigation(path: string): Html {
  const [current] = PLAIN_ENTRIES.filter(([href]) => href !== '/' && path.startsWith(href)).sort(
    ([a], [b]) => b.length - a.length,
  )
  return html`<nav class="sections" aria-label="Sections"><ul>${PLAIN_ENTRIES.map((each) => html`<li><a href="${each[0]}"${each === current ? html` aria-current="page"` : NOTHING}><span>${each[1]}</span></a></li>`)}</ul></nav>`
}

interface PlainPage {
  readonly title: string
  /** Plain text. A page without one is excluded from search engines. */
  readonly description?: string
  readonly main: Html
  /** Beside the main column on wide screens, below it on narrow ones. */
  readonly aside?: Html
  readonly scripts?: readonly string[]
}

/** A page without a world: 404, documentation, about. */
export function plainPage(asset: AssetUrl, page: PlainPage, { path, base }: { path: string; base: string }): string {
  const { title, description, main, aside, scripts = [] } = page
  const head =
    description === undefined
      ? html`<meta name="robots" content="noindex">`
      : html`<meta name="description" content="${description}">
<link rel="canonical" href="${base}${path}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${base}${path}">`
  return frame(asset, {
    title: path.startsWith('/docs/') && path !== '/docs/' ? `${title} · Documentation` : title,
    head,
    top: header('Agent Network', '/', plainNavigation(path)),
    body: html`<div class="page"><main id="main" tabindex="-1">${main}</main>${aside === undefined ? NOTHING : html`<aside class="rail">${aside}</aside>`}</div>`,
    scripts,
    foot: null,
  })
}
