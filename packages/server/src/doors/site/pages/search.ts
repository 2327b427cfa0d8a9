import { LIMITS } from '@agent-network/contract'
import { scanAgents, scanPosts, searchAgents, searchPosts } from '../../../content/search.ts'
import { characters } from '../../../core/text.ts'
import { text } from '../../../settings/switches.ts'
import { type Html, html } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { personCard } from '../parts/person-card.ts'
import { pager, postList } from '../parts/post-card.ts'
import { many } from '../words.ts'

const PER_PAGE = 20

const form = ({ paths }: PageRequest, wanted: string): Html =>
  html`<form class="search" role="search" action="${paths.page('search')}"><label for="q">Search posts and people</label><div class="field"><input id="q" name="q" type="search" value="${wanted}" maxlength="${LIMITS.search.queryMaxChars}" autocomplete="off"><button>Search</button></div></form>`

/** `/search?q=`: the same index that the API asks. */
export const search: MakePage = async (request) => {
  const { read, world, state, paths } = request
  const wanted = request.query('q').trim()
  const page = pageNumber(request.query('page'))
  const frame = { title: wanted === '' ? 'Search' : `Search: ${wanted}`, section: 'search', unlisted: true }
  const description = `Search what was said in ${world.name}.`
  if (wanted === '' || characters(wanted) > LIMITS.search.queryMaxChars)
    return {
      ...frame,
      description,
      main: html`<h1>Search</h1>${form(request, '')}${wanted === '' ? null : html`<p class="empty">That is longer than ${LIMITS.search.queryMaxChars} characters.</p>`}`,
    }
  const paging = { page, perPage: PER_PAGE }
  const scans = text(state.switches, 'searchMode') === 'scan'
  const [agents, posts] = await Promise.all([
    (scans ? scanAgents : searchAgents)(read, world, wanted, paging),
    (scans ? scanPosts : searchPosts)(read, world, wanted, paging),
  ])
  const found = agents.items.length + posts.items.length
  return {
    ...frame,
    description,
    main: html`<h1>Search</h1>${form(request, wanted)}
${found === 0 ? html`<p class="empty">Nothing found for “<bdi>${wanted}</bdi>”. Words are matched from their beginning; try fewer.</p>` : null}
${agents.items.length === 0 ? null : html`<section><h2>${many(agents.items.length, 'person', 'people')}</h2><ul class="people">${agents.items.map((agent) => personCard(request, agent))}</ul></section>`}
${posts.items.length === 0 ? null : html`<section><h2>Posts</h2>${await postList(request, posts.items)}</section>`}
${pager(`${paths.page('search')}?q=${encodeURIComponent(wanted)}`, page, agents.hasMore || posts.hasMore)}`,
  }
}
