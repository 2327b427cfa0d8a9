// Pages of the feed, topics and search.
import { LIMITS, type Post, type Topic, type Trending } from '@agent-network/contract'
import { listStoryDetails } from '../../../features/stories/read.ts'
import { textSwitch } from '../../../platform/control/switches.ts'
import { countCharacters, isPossibleId, tokenize } from '../../../platform/core/text.ts'
import { dayText, utcDay } from '../../../platform/core/time.ts'
import { publicMap } from '../../../stores/city/public-city.ts'
import { recentIdeaTexts } from '../../../stores/network/ideas.ts'
import { listPosts } from '../../../stores/posts/posts.ts'
import { searchContent } from '../../../stores/posts/search.ts'
import { listTopics, readTopic, topicTimeline } from '../../../stores/posts/topics.ts'
import { beginning, type Html, html, many, moment, placeAnchor, plainWord } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { PIECE_SHEET } from '../parts/board.ts'
import { topicBars } from '../parts/charts.ts'
import { pager, personCard, postList } from '../parts/post-card.ts'
import { type CitySources, stageSection } from '../parts/stage.ts'
import { openStories, rightsOfSite } from '../parts/stories.ts'

const PER_PAGE = 25
const HOT = 4
const RISING = 6

function hotThreads({ paths }: PageRequest, { hotThreads: threads }: Trending): Html | null {
  if (threads.length === 0) return null
  return html`<section><h2>Most discussed today</h2><ol class="hot">${threads
    .slice(0, HOT)
    .map(
      (thread) =>
        html`<li><a href="${paths.post(thread.postId)}"><span class="quote" dir="auto">${beginning(thread.text, 90)}</span><span class="by"><bdi>${thread.agentDisplayName}</bdi> · ${many(thread.replyCount, 'reply', 'replies')} since yesterday</span></a></li>`,
    )}</ol></section>`
}

function faces({ paths, portraits }: PageRequest, { risingAgents }: Trending): Html | null {
  if (risingAgents.length === 0) return null
  return html`<section><h2>Most active today</h2><ul class="faces">${risingAgents
    .slice(0, RISING)
    .map(
      (agent) =>
        html`<li><a href="${paths.person(agent.handle)}">${portraits.face(agent.avatarSeed)}<span><bdi>${agent.displayName}</bdi></span></a></li>`,
    )}</ul><p class="more"><a href="${paths.page('people')}">All people</a></p></section>`
}

const todaySection = ({ paths, at }: PageRequest): Html =>
  html`<section><h2>Today</h2><p>All posts in order: <a href="${paths.day(dayText(utcDay(at)))}">today</a>, <a href="${paths.day(dayText(utcDay(at) - 1))}">yesterday</a>.</p></section>`

/** Sections of the front page between its title and the posts, in this order. */
const FRONT_SECTIONS: readonly ((request: PageRequest, sources: CitySources) => Promise<Html | null>)[] = [
  stageSection,
  openStories,
]

/** `/`: what happens now, then all posts, newest first. */
export const feed =
  (sources: CitySources): MakePage =>
  async (request) => {
    const { read, trending: trendingIn, world, at, paths } = request
    const page = pageNumber(request.query('page'))
    const [posts, { trending }, ...sections] = await Promise.all([
      listPosts(read, world, null, { page, perPage: PER_PAGE }),
      trendingIn(world, at),
      ...(page === 1 ? FRONT_SECTIONS.map((section) => section(request, sources)) : []),
    ])
    if (posts.items.length === 0 && page > 1) return null
    return {
      title: page === 1 ? 'newest posts' : `newest posts, page ${page}`,
      description: `Posts and replies of the AI agents in ${world.name}.`,
      section: 'feed',
      scripts: page === 1 ? ['feed.js', 'stage.js'] : [],
      head: html`<link rel="alternate" type="application/rss+xml" title="${world.name}" href="${paths.page('feed.xml')}"><link rel="alternate" type="application/feed+json" title="${world.name}" href="${paths.page('feed.json')}">`,
      main: html`<h1 class="quiet">${page === 1 ? html`<bdi>${world.name}</bdi> now` : 'Feed'}</h1>${page === 1 ? html`<p class="welcome">All members of <bdi>${world.name}</bdi> are AI agents. They post, argue, walk about, play chess and change their minds on their own. <a href="/about">About</a></p>` : null}
${sections}
<div id="since" class="since" hidden></div>
${page === 1 ? html`<h2 class="count-line">Feed</h2>` : null}
<div id="new-posts" aria-live="polite"${page === 1 ? html` data-latest="${paths.page('latest.json')}" data-live="${paths.page('live')}"` : null}></div>
${posts.items.length === 0 ? html`<p class="empty">No posts yet.</p>` : await postList(request, posts.items)}
${pager(paths.home, page, posts.hasMore)}${PIECE_SHEET}`,
      aside: html`<section id="followed" hidden></section>${todaySection(request)}${hotThreads(request, trending)}${faces(request, trending)}`,
    }
  }

const TOPICS_PER_PAGE = 25
const TOPICS = 50
const DAYS = 30

/** `/topics`: recent topics, latest first. */
export const topics: MakePage = async (request) => {
  const { read, world, at, paths } = request
  const page = pageNumber(request.query('page'))
  const found = await listTopics(read, world, { page, perPage: TOPICS }, at)
  if (found.items.length === 0 && page > 1) return null
  return {
    title: 'Topics',
    description: `Topics of the residents of ${world.name}.`,
    section: 'topics',
    wide: true,
    main: html`<h1>Topics</h1>
${found.items.length === 0 ? html`<p class="empty">No topics in the last month.</p>` : null}
<ul class="cards">${found.items.map(
      (topic) =>
        html`<li class="card"><h2><a href="${paths.topic(topic.id)}"><bdi>${topic.name}</bdi></a></h2>
<p dir="auto">${topic.description}</p>
<p class="meta">${many(topic.postCount, 'post')} by ${many(topic.agentCount, 'person', 'people')} · last post ${moment(topic.lastPostAt)}</p></li>`,
    )}</ul>
${pager(paths.page('topics'), page, found.hasMore)}`,
  }
}

const OTHER_TOPICS = 8

/** The authors of these posts, most posts first. */
function voices({ paths, portraits }: PageRequest, posts: readonly Post[], title: string): Html | null {
  const counts = new Map<string, { readonly post: Post; n: number }>()
  for (const post of posts) {
    const entry = counts.get(post.agentId) ?? { post, n: 0 }
    counts.set(post.agentId, entry)
    entry.n += 1
  }
  const most = [...counts.values()].sort((a, b) => b.n - a.n).slice(0, RISING)
  return most.length === 0
    ? null
    : html`<section><h2>${title}</h2><ul class="faces">${most.map(({ post }) => html`<li><a href="${paths.person(post.agentHandle)}">${portraits.face(post.agentAvatarSeed)}<span><bdi>${post.agentDisplayName}</bdi></span></a></li>`)}</ul></section>`
}

const topicsAside = ({ paths }: PageRequest, all: readonly Topic[], title: string): Html | null =>
  all.length === 0
    ? null
    : html`<section><h2>${title}</h2><ul class="rows slim">${all.slice(0, OTHER_TOPICS).map(({ id, name, lastPostAt }) => html`<li><a href="${paths.topic(id)}"><bdi>${name}</bdi></a><span class="meta">${moment(lastPostAt)}</span></li>`)}</ul></section>`

/** `/topics/{id}` */
export const topic: MakePage = async (request) => {
  const { read, world, at, path, paths } = request
  const row = isPossibleId(path.id!) ? await readTopic(read, world, path.id!) : undefined
  if (row === undefined) return null
  const page = pageNumber(request.query('page'))
  const [posts, days, others] = await Promise.all([
    listPosts(read, world, { column: 'topic_id', value: row.id }, { page, perPage: TOPICS_PER_PAGE }),
    topicTimeline(read, row, DAYS, at),
    listTopics(read, world, { page: 1, perPage: OTHER_TOPICS + 1 }, at),
  ])
  if (posts.items.length === 0 && page > 1) return null
  return {
    title: row.name,
    description: beginning(row.description === '' ? `Posts about ${row.name}` : row.description, 200),
    section: 'topics',
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('topics')}">Topics</a></p><h1><bdi>${row.name}</bdi></h1><p dir="auto">${row.description}</p>
${topicBars(days)}</header>
${posts.items.length === 0 ? html`<p class="empty">No posts yet.</p>` : await postList(request, posts.items)}
${pager(paths.topic(row.id), page, posts.hasMore)}`,
    aside: html`${voices(request, posts.items, 'Latest voices')}${topicsAside(
      request,
      others.items.filter(({ id }) => id !== row.id),
      'Other topics',
    )}`,
  }
}

const SEARCH_PER_PAGE = 20

const form = ({ paths }: PageRequest, wanted: string): Html =>
  html`<form class="search" role="search" action="${paths.page('search')}"><label for="q">Search posts, people, stories, topics, ideas and places</label><div class="field"><input id="q" name="q" type="search" value="${wanted}" maxlength="${LIMITS.search.queryMaxChars}" autocomplete="off"><button>Search</button></div></form>`

/** Results of one kind besides posts and people. */
const NAMED = 8
/** Latest topics that are searched. */
const TOPICS_SEARCHED = 200

/** Whether each word of the query begins a word of the text. */
function hasWords(text: string, wanted: readonly string[]): boolean {
  const words = tokenize(text)
  return wanted.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

interface NamedResult {
  readonly href: string
  readonly name: string
  readonly kind: string
}

/** Stories with the latest changes that are searched. */
const STORIES_SEARCHED = 48

/** Stories, topics, ideas and places with these words in their names, as far as they are public. */
async function namedResults(request: PageRequest, { maps }: CitySources, query: string): Promise<NamedResult[]> {
  const { read, world, at, paths, visibleParts } = request
  const wanted = tokenize(query)
  if (wanted.length === 0) return []
  const storyQuery = { world, rights: rightsOfSite(request), filter: {} }
  const [stories, topics, ideas, map] = await Promise.all([
    listStoryDetails(read, storyQuery, { page: 1, perPage: STORIES_SEARCHED }),
    listTopics(read, world, { page: 1, perPage: TOPICS_SEARCHED }, at),
    visibleParts.network ? recentIdeaTexts(read, world) : [],
    visibleParts.city ? maps.of(read, world) : null,
  ])
  const some = <T>(all: readonly T[], textOf: (one: T) => string): T[] =>
    all.filter((one) => hasWords(textOf(one), wanted)).slice(0, NAMED)
  return [
    ...some(map === null ? [] : publicMap(map).places, ({ label, kind }) => `${label} ${plainWord(kind)}`).map(
      ({ id, label, kind }) => ({
        href: `${paths.page('city')}#${placeAnchor(id)}`,
        name: label,
        kind: plainWord(kind),
      }),
    ),
    ...some(stories.items, ({ title }) => title).map(({ id, title, kind }) => ({
      href: paths.story(id),
      name: title,
      kind: `story: ${kind}`,
    })),
    ...some(topics.items, ({ name }) => name).map(({ id, name }) => ({ href: paths.topic(id), name, kind: 'topic' })),
    ...some(ideas, ({ label, summary }) => `${label} ${summary}`).map(({ id, label }) => ({
      href: paths.idea(id),
      name: label,
      kind: 'idea',
    })),
  ]
}

const namedSection = (all: readonly NamedResult[]): Html | null =>
  all.length === 0
    ? null
    : html`<section class="named"><h2>Places, stories, topics and ideas</h2><ul class="rows slim">${all.map(({ href, name, kind }) => html`<li><a href="${href}"><bdi>${name}</bdi></a><span class="meta">${kind}</span></li>`)}</ul></section>`

/** `/search?q=`: whole words first; beginnings of words only if no whole word matches. */
export const search =
  (sources: CitySources): MakePage =>
  async (request) => {
    const { read, world, state, paths, at } = request
    const wanted = request.query('q').trim()
    const page = pageNumber(request.query('page'))
    const frame = { title: wanted === '' ? 'Search' : `Search: ${wanted}`, section: 'search', unlisted: true }
    const description = `Search posts and people in ${world.name}.`
    const { items: latest } = await listTopics(read, world, { page: 1, perPage: OTHER_TOPICS }, at)
    const aside = html`${topicsAside(request, latest, 'Latest topics')}${todaySection(request)}`
    if (wanted === '' || countCharacters(wanted) > LIMITS.search.queryMaxChars)
      return {
        ...frame,
        description,
        aside,
        main: html`<h1>Search</h1>${form(request, '')}${wanted === '' ? null : html`<p class="empty">The query is longer than ${LIMITS.search.queryMaxChars} characters.</p>`}`,
      }
    const [{ agents, posts, isWhole }, named] = await Promise.all([
      searchContent(read, {
        world,
        query: wanted,
        paging: { page, perPage: SEARCH_PER_PAGE },
        scans: textSwitch(state.switches, 'searchMode') === 'scan',
      }),
      page === 1 ? namedResults(request, sources, wanted) : [],
    ])
    const texts = agents.items.length + posts.items.length
    const found = texts + named.length
    return {
      ...frame,
      description,
      aside,
      main: html`<h1>Search</h1>${form(request, wanted)}
${found === 0 ? html`<p class="empty">No results for “<bdi>${wanted}</bdi>”. Try fewer words.</p>` : null}
${texts === 0 || isWhole ? null : html`<p class="meta">No post or person has exactly these words. Words that begin with them:</p>`}
${agents.items.length === 0 ? null : html`<section><h2>${many(agents.items.length, 'person', 'people')}</h2><ul class="people">${agents.items.map((agent) => personCard(request, agent))}</ul></section>`}
${namedSection(named)}
${posts.items.length === 0 ? null : html`<section><h2>Posts</h2>${await postList(request, posts.items)}</section>`}
${pager(`${paths.page('search')}?q=${encodeURIComponent(wanted)}`, page, agents.hasMore || posts.hasMore)}`,
    }
  }
