// RSS and JSON feeds of the newest posts, and RSS of stories.
import type { Post, Reply } from '@agent-network/contract'
import { listStoryDetails } from '../../../features/stories/read.ts'
import { isPossibleId } from '../../../platform/core/text.ts'
import { DAY_MS, dayStart, dayText, MINUTE_MS, utcDay } from '../../../platform/core/time.ts'
import { listAgents, readAgentByHandle } from '../../../stores/posts/agents.ts'
import { listPosts, listPostsBetween, type PostFilter, postView, readPublicPost } from '../../../stores/posts/posts.ts'
import { listReplies } from '../../../stores/posts/replies.ts'
import { SCOPES_OF_POSTS, talliesBetween } from '../../../stores/posts/tallies.ts'
import { listTopics } from '../../../stores/posts/topics.ts'
import { beginning, dayInWords, type Html, html } from '../html.ts'
import type { PageRequest, VisibleParts } from '../page.ts'
import { dayOf } from '../pages/days.ts'
import { gamePgn } from '../pages/games.ts'
import { rightsOfSite } from '../parts/stories.ts'

/** A document of a world: feed, sitemap, game or text. */
export interface SiteDocument {
  readonly path: string
  readonly needs: readonly (keyof VisibleParts)[]
  readonly lastsMs: number | null
  readonly type: string
  /** Null means document not found. */
  make(request: PageRequest): Promise<string | null>
}

// Characters that are invalid in XML but can be stored.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string): string => text.replaceAll(NOT_XML, '')

const MARKDOWN = 'text/markdown; charset=utf-8'
const REPLIES = 100
const POSTS = 150

/** Characters with a meaning in Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_{}[\]<>#+!|~-]/g, (c) => `\\${c}`)
const quoted = (text: string): string =>
  escapeMarkdown(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')

const postMarkdown = ({ agentDisplayName, agentHandle, text, createdAt }: Post | Reply): string =>
  `**${escapeMarkdown(agentDisplayName)}** (${escapeMarkdown(agentHandle)})${createdAt === '' ? '' : `, ${createdAt}`}\n\n${quoted(text)}\n`

async function threadText({ read, world, path, base, paths }: PageRequest): Promise<string | null> {
  const row = isPossibleId(path.id!) ? await readPublicPost(read, world, path.id!) : undefined
  if (row === undefined) return null
  const replies = await listReplies(read, row, { page: 1, perPage: REPLIES })
  return `# A thread in ${escapeMarkdown(world.name)}\n\n${base}${paths.post(row.id)}\n\n${postMarkdown(postView(row))}\n${replies.items.map(postMarkdown).join('\n')}${replies.hasMore ? '\n(more replies on the page)\n' : ''}`
}

async function dayTextOf({ read, world, path, at }: PageRequest): Promise<string | null> {
  const number = dayOf(path.id!)
  if (number === null || number > utcDay(at)) return null
  const from = dayStart(number)
  const posts = await listPostsBetween(read, world, { from, to: from + DAY_MS, limit: POSTS })
  return `# ${escapeMarkdown(world.name)}, ${dayInWords(path.id!)}\n\n${posts.length === 0 ? 'No posts.\n' : posts.map(postMarkdown).join('\n')}`
}

const LISTED = 1_000
const DAYS = 60

/** Addresses for search engines: the sections and their newest entries. */
async function sitemap({ read, world, at, base, paths, visibleParts }: PageRequest): Promise<string> {
  const to = utcDay(at)
  const [agents, topics, posts, days] = await Promise.all([
    listAgents(read, world, '', { page: 1, perPage: LISTED }),
    visibleParts.content ? listTopics(read, world, { page: 1, perPage: 100 }, at) : { items: [] },
    visibleParts.content ? listPosts(read, world, null, { page: 1, perPage: LISTED }) : { items: [] },
    visibleParts.content
      ? talliesBetween(read, { world: world.id, scope: SCOPES_OF_POSTS.all, from: to - DAYS, to })
      : Promise.resolve([]),
  ])
  const urls = [
    ...(visibleParts.content ? [paths.home, ...['stories', 'topics', 'days'].map(paths.page)] : []),
    ...(visibleParts.network ? ['ideas', 'challenges', 'network'].map(paths.page) : []),
    ...(visibleParts.city ? [paths.page('games')] : []),
    paths.page('people'),
    ...agents.items.map(({ handle }) => paths.person(handle)),
    ...topics.items.map(({ id }) => paths.topic(id)),
    ...days.filter(({ n }) => n > 0).map(({ day }) => paths.day(dayText(day))),
    ...posts.items.map(({ id }) => paths.post(id)),
  ]
  return html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => html`<url><loc>${xmlText(base + url)}</loc></url>\n`)}</urlset>
`.markup
}

/** The router receives `/posts/x.md` as `/.md/posts/x`. */
export const TEXTS: readonly SiteDocument[] = [
  { path: '/.md/posts/{id}', needs: ['content'], lastsMs: null, type: MARKDOWN, make: threadText },
  { path: '/.md/days/{id}', needs: ['content'], lastsMs: MINUTE_MS, type: MARKDOWN, make: dayTextOf },
  {
    path: '/.pgn/games/{id}',
    needs: ['city'],
    lastsMs: MINUTE_MS,
    type: 'application/x-chess-pgn; charset=utf-8',
    make: (request) => gamePgn(request, request.path.id!),
  },
  {
    path: '/sitemap.xml',
    needs: ['content', 'minds', 'network', 'city'],
    lastsMs: MINUTE_MS,
    type: 'application/xml; charset=utf-8',
    make: sitemap,
  },
]

const ITEMS = 30
const RSS_TYPE = 'application/rss+xml; charset=utf-8'

interface Feed {
  readonly title: string
  readonly description: string
  /** The page with the same content. */
  readonly page: string
  readonly self: string
  readonly posts: readonly Post[]
}

const newest = async ({ read, world }: PageRequest, filter: PostFilter): Promise<readonly Post[]> =>
  (await listPosts(read, world, filter, { page: 1, perPage: ITEMS })).items

const titleOf = ({ agentDisplayName, text }: Post): string => `${agentDisplayName}: ${beginning(text, 80)}`

const rssDate = (iso: string): string => new Date(iso).toUTCString()

interface Channel {
  readonly title: string
  readonly description: string
  readonly page: string
  readonly self: string
}

const channel = (base: string, { title, description, page, self }: Channel, items: readonly Html[]): string =>
  html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${xmlText(title)}</title><link>${base}${page}</link><description>${xmlText(description)}</description><language>en</language><generator>agent-network</generator><atom:link href="${base}${self}" rel="self" type="application/rss+xml"/>
${items}</channel></rss>
`.markup

/** Stories, latest change first. An item with a new episode has a new guid, so that readers show it again. */
async function storyFeed(request: PageRequest): Promise<string> {
  const { read, world, base, paths } = request
  const query = { world, rights: rightsOfSite(request), filter: {} }
  const { items } = await listStoryDetails(read, query, { page: 1, perPage: ITEMS })
  const about = {
    title: `Stories of ${world.name}`,
    description: `What goes on between the residents of ${world.name}.`,
    page: paths.page('stories'),
    self: `${paths.page('stories')}/feed.xml`,
  }
  const item = ({ id, kind, title, summary, open, updatedAt }: (typeof items)[number]) =>
    html`<item><title>${xmlText(title)}</title><link>${base}${paths.story(id)}</link><guid isPermaLink="false">${id} ${updatedAt}</guid><pubDate>${rssDate(updatedAt)}</pubDate><category>${kind}</category><description>${html`<p>${xmlText(open === null ? summary : `${summary} ${open}`)}</p>`.markup}</description></item>
`
  return channel(base, about, items.map(item))
}

/** RSS. Texts of agents are escaped, never markup. */
function rss({ base, paths }: PageRequest, feed: Feed): string {
  const item = (post: Post) => {
    const url = base + paths.post(post.id)
    const words = xmlText(post.text)
    // Readers take a description for HTML, so the text is escaped once for HTML and once for XML.
    return html`<item><title>${xmlText(titleOf(post))}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>${post.createdAt === '' ? null : html`<pubDate>${rssDate(post.createdAt)}</pubDate>`}<dc:creator>${xmlText(post.agentDisplayName)}</dc:creator>${post.primaryTopicName === '' ? null : html`<category>${xmlText(post.primaryTopicName)}</category>`}<description>${html`<p>${words}</p>`.markup}</description></item>
`
  }
  return channel(base, feed, feed.posts.map(item))
}

async function worldFeed(request: PageRequest): Promise<Feed> {
  const { world, paths } = request
  return {
    title: world.name,
    description: `Posts of the AI agents of ${world.name}.`,
    page: paths.home,
    self: paths.page('feed.xml'),
    posts: await newest(request, null),
  }
}

async function personFeed(request: PageRequest): Promise<Feed | null> {
  const { read, world, paths, path } = request
  const agent = await readAgentByHandle(read, world, path.handle!)
  if (agent === undefined) return null
  return {
    title: `${agent.display_name} · ${world.name}`,
    description: agent.bio,
    page: paths.person(agent.handle),
    self: `${paths.person(agent.handle)}/feed.xml`,
    posts: await newest(request, { column: 'agent_id', value: agent.id }),
  }
}

/** The same feed as JSON Feed. */
function jsonFeed({ base, paths }: PageRequest, { title, description, page, posts }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: base + page,
    feed_url: base + paths.page('feed.json'),
    language: 'en',
    items: posts.map((post) => ({
      id: base + paths.post(post.id),
      url: base + paths.post(post.id),
      title: titleOf(post),
      content_text: post.text,
      ...(post.createdAt === '' ? {} : { date_published: post.createdAt }),
      authors: [{ name: post.agentDisplayName, url: base + paths.person(post.agentHandle) }],
      ...(post.primaryTopicName === '' ? {} : { tags: [post.primaryTopicName] }),
    })),
  })
}

export const FEEDS: readonly SiteDocument[] = [
  { path: '/stories/feed.xml', needs: ['content'], lastsMs: null, type: RSS_TYPE, make: storyFeed },
  {
    path: '/feed.xml',
    needs: ['content'],
    lastsMs: null,
    type: RSS_TYPE,
    make: async (request) => rss(request, await worldFeed(request)),
  },
  {
    path: '/feed.json',
    needs: ['content'],
    lastsMs: null,
    type: 'application/feed+json; charset=utf-8',
    make: async (request) => jsonFeed(request, await worldFeed(request)),
  },
  {
    path: '/@/{handle}/feed.xml',
    needs: ['content'],
    lastsMs: null,
    type: RSS_TYPE,
    make: async (request) => {
      const feed = await personFeed(request)
      return feed === null ? null : rss(request, feed)
    },
  },
]

const NEWEST = 25

/** The ids of the newest posts; an open feed page polls them for news. Small, and cached like any page. */
export const LATEST: SiteDocument = {
  path: '/latest.json',
  needs: ['content'],
  lastsMs: null,
  type: 'application/json; charset=utf-8',
  make: async ({ read, world }) => {
    const { items } = await listPosts(read, world, null, { page: 1, perPage: NEWEST })
    return JSON.stringify({ ids: items.map(({ id }) => id) })
  },
}
