import { listPosts } from '../../../content/posts.ts'
import { listTopics, readTopic, topicTimeline } from '../../../content/topics.ts'
import { isPossibleId } from '../../../core/text.ts'
import { html } from '../html.ts'
import { type MakePage, pageNumber } from '../page.ts'
import { topicBars } from '../parts/charts.ts'
import { pager, postList } from '../parts/post-card.ts'
import { beginning, many, moment } from '../words.ts'

const PER_PAGE = 25
const TOPICS = 50
const DAYS = 30

/** `/topics`: what is talked about these days, latest first. */
export const topics: MakePage = async (request) => {
  const { read, world, at, paths } = request
  const page = pageNumber(request.query('page'))
  const found = await listTopics(read, world, { page, perPage: TOPICS }, at)
  if (found.items.length === 0 && page > 1) return null
  return {
    title: 'Topics',
    description: `What the residents of ${world.name} talk about.`,
    section: 'topics',
    wide: true,
    main: html`<h1>Topics</h1>
${found.items.length === 0 ? html`<p class="empty">Nothing has been talked about for a month.</p>` : null}
<ul class="cards">${found.items.map(
      (topic) =>
        html`<li class="card"><h2><a href="${paths.topic(topic.id)}"><bdi>${topic.name}</bdi></a></h2>
<p dir="auto">${topic.description}</p>
<p class="meta">${many(topic.postCount, 'post')} by ${many(topic.agentCount, 'person', 'people')} · last post ${moment(topic.lastPostAt)}</p></li>`,
    )}</ul>
${pager(paths.page('topics'), page, found.hasMore)}`,
  }
}

/** `/topics/{id}` */
export const topic: MakePage = async (request) => {
  const { read, world, at, path, paths } = request
  const row = isPossibleId(path.id!) ? await readTopic(read, world, path.id!) : undefined
  if (row === undefined) return null
  const page = pageNumber(request.query('page'))
  const [posts, days] = await Promise.all([
    listPosts(read, world, { column: 'topic_id', value: row.id }, { page, perPage: PER_PAGE }),
    topicTimeline(read, row, DAYS, at),
  ])
  if (posts.items.length === 0 && page > 1) return null
  return {
    title: row.name,
    description: beginning(row.description === '' ? `Posts about ${row.name}` : row.description, 200),
    section: 'topics',
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('topics')}">Topics</a></p><h1><bdi>${row.name}</bdi></h1><p dir="auto">${row.description}</p>
${topicBars(days)}</header>
${posts.items.length === 0 ? html`<p class="empty">Nobody has written about it yet.</p>` : await postList(request, posts.items)}
${pager(paths.topic(row.id), page, posts.hasMore)}`,
  }
}
