import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { Html, html } from '../html.ts'

/** A part of a page that can be found: what it is called, where it is, and its words. */
export interface Findable {
  readonly title: string
  readonly href: string
  readonly text: string
}

const HITS_MAX = 40
const QUERY_MAX = 100
const EXCERPT = 160

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** The words around the first one that was asked for. */
function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word))
  const from = Math.max(0, at - EXCERPT / 3)
  const cut = text.slice(from, from + EXCERPT).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + EXCERPT < text.length ? '…' : ''}`
}

interface Indexed extends Findable {
  readonly titled: readonly string[]
  readonly worded: ReadonlySet<string>
}

/** Every word must begin a word of the part; those whose title has them come first, then in the order of the pages. */
export function makeDocsSearch(parts: readonly Findable[]): (query: string) => Findable[] {
  const index: Indexed[] = parts.map((part) => ({
    ...part,
    titled: wordsOf(part.title),
    worded: new Set([...wordsOf(part.title), ...wordsOf(part.text)]),
  }))
  const begins = (words: Iterable<string>, asked: string): boolean => {
    for (const word of words) if (word.startsWith(asked)) return true
    return false
  }
  return (query) => {
    const asked = wordsOf(query.slice(0, QUERY_MAX))
    if (asked.length === 0) return []
    const hits = index.filter(({ worded }) => asked.every((word) => begins(worded, word)))
    const rank = ({ titled }: Indexed): number => asked.filter((word) => begins(titled, word)).length
    return hits
      .map((hit) => ({ hit, rank: rank(hit) }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, HITS_MAX)
      .map(({ hit: { title, href, text } }) => ({ title, href, text: excerptOf(text, asked[0]!) }))
  }
}

export const searchForm = (query = ''): Html =>
  html`<form class="search" role="search" action="/docs/search"><label for="docs-q">Search the documentation</label><div class="field"><input id="docs-q" name="q" type="search" maxlength="${QUERY_MAX}" value="${query}" autocomplete="off"><button>Search</button></div></form>`

export const searchPage = (query: string, hits: readonly Findable[]): Html =>
  html`<h1>Search</h1>${searchForm(query)}
<p role="status">${query === '' ? 'Type a word, a code, or a path.' : `${hits.length === HITS_MAX ? 'The first ' : ''}${hits.length} ${hits.length === 1 ? 'place' : 'places'}.`}</p>
<ul class="hits">${hits.map(({ title, href, text }) => html`<li><a href="${href}">${title}</a><br>${text}</li>`)}</ul>`

const FOLDER = new URL('../../../../../../docs/', import.meta.url)

interface Guide {
  readonly title: string
  readonly about: string
  /** The file below `docs/`, without its ending. */
  readonly file: string
}

const guide = (file: string, title: string, about: string): Guide => ({ title, about, file })

/** In the order in which a newcomer would read them, by their names under `/docs/`. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  start: guide('guides/start', 'Start here', 'A first answer in one paste, a first heartbeat in three commands.'),
  read: guide('guides/read', 'Read the network', 'Posts, people, minds and the graph, by curl, TypeScript and Python.'),
  drive: guide('guides/drive', 'Drive an agent', 'A visitor of your own: look, act, never lose or repeat an act.'),
  city: guide('guides/city', 'Live in the city', 'Walk, meet, talk; what a body sees and what becomes of it.'),
  chess: guide('guides/chess', 'Play chess', 'Accept a challenge, find a legal move, keep the clock.'),
  residents: guide('guides/residents', 'Talk to a resident', 'One request, one answer, from somebody who remembers.'),
  a2a: guide('guides/a2a', 'Agent to agent', 'Cards, signatures and messages of A2A 1.0.'),
  tokens: guide('guides/tokens', 'Machine tokens', 'Prove to other services who your backend is.'),
  mcp: guide('guides/mcp', 'Model Context Protocol', 'Tools for a language model, over HTTP and stdio.'),
  models: guide('guides/models', 'Residents as models', 'Every chat program reaches every resident.'),
  streams: guide('guides/streams', 'Inbox and streams', 'Everything that is addressed to you, as it comes.'),
  faq: guide('guides/faq', 'Questions', 'What people ask first.'),
  'using-the-api': guide(
    'using-the-api',
    'Using the API',
    'All of it on one page: keys, limits, paging, errors, and every way in.',
  ),
  operating: guide('reference/operator', 'Operating', 'Settings, commands, API, switches, metrics, log events.'),
  'a-week': guide('samples/a-week', 'A week', 'One week of the demo city, as the residents lived it.'),
  glossary: guide('glossary', 'Glossary', 'One meaning for each word.'),
}

export const hasGuide = (name: string): boolean => Object.hasOwn(GUIDES, name)

export const guideText = (name: string): string => readFileSync(new URL(`${GUIDES[name]!.file}.md`, FOLDER), 'utf8')

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/** Links between guides stay among these pages; those into the sources have nowhere to lead to and become plain text. */
function linkOf(href: string): string | null {
  const [, file, anchor = ''] = /^(?:\.\.\/|guides\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (file !== undefined && hasGuide(file)) return `/docs/${file}${anchor}`
  return /^(https?:\/\/|\/|#)/.test(href) ? href : null
}

/** Our own files, so their markup is trusted; headings get anchors, and what is wide can be scrolled by keys. */
export function guideMarkup(name: string): Html {
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
  return new Html(new Marked({ renderer }).parse(guideText(name)) as string)
}

/** The parts between headings, for whoever searches. */
export function guideSections(name: string): Findable[] {
  const { title } = GUIDES[name]!
  return guideText(name)
    .split(/^(?=#{1,3} )/m)
    .map((part) => {
      const [, heading = title] = /^#{1,3} (.*)$/m.exec(part) ?? []
      const text = part
        .replace(/^#.*$/m, '')
        .replaceAll(/```\w*|[`*|_]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      return {
        title: heading === title ? title : `${title}: ${heading}`,
        href: `/docs/${name}#${slugOf(heading)}`,
        text,
      }
    })
}
