import { type Html, html } from '../html.ts'

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
