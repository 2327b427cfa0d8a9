// Pages of ideas and challenges.
import type { Challenge, Contribution, Idea, IdeaEvent } from '@agent-network/contract'
import { isPossibleId } from '../../../platform/core/text.ts'
import { DAY_MS } from '../../../platform/core/time.ts'
import { listChallenges, readChallenge } from '../../../stores/network/challenges.ts'
import { type GraphPerson, peopleById } from '../../../stores/network/graph.ts'
import { latestMovedIdeas, listIdeas, readIdea } from '../../../stores/network/ideas.ts'
import { beginning, type Html, html, many, moment } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { ideaTies } from '../parts/charts.ts'
import { pager } from '../parts/post-card.ts'

const PER_PAGE = 30

/** Ideas with an event in this time count as moved. */
const MOVED_MS = 7 * DAY_MS
const MOVED = 6

const ideaCard = ({ paths }: PageRequest, idea: Idea, time: Html | null): Html =>
  html`<li class="card"><p class="kicker"><span class="status ${idea.status}">${idea.status}</span></p><h3><a href="${paths.idea(idea.id)}"><bdi>${idea.label}</bdi></a></h3><p dir="auto">${beginning(idea.summary, 160)}</p>
<p class="meta">${idea.originHandle === '' ? null : html`<a href="${paths.person(idea.originHandle)}"><bdi>${idea.originHandle}</bdi></a> · `}${many(idea.adopterCount, 'carrier')} · ${time}</p></li>`

/** `/ideas`: those that moved in the last week, then all ideas, newest first. */
export const ideas: MakePage = async (request) => {
  const { read, world, paths, at } = request
  const page = pageNumber(request.query('page'))
  const [found, moved] = await Promise.all([
    listIdeas(read, world, { page, perPage: PER_PAGE }),
    page === 1 ? latestMovedIdeas(read, world, { since: at - MOVED_MS, limit: MOVED }) : [],
  ])
  if (found.items.length === 0 && page > 1) return null
  return {
    title: 'Ideas',
    description: `Ideas in ${world.name}, their authors and adopters.`,
    section: 'ideas',
    wide: true,
    main: html`<h1>Ideas</h1><p class="lede">New ideas of the residents. Others adopt, question, change or drop them.</p>
${found.items.length === 0 ? html`<p class="empty">No ideas yet.</p>` : null}
${moved.length === 0 ? null : html`<section><h2>Moved this week</h2><ul class="cards moved">${moved.map((idea) => ideaCard(request, idea, html`moved ${moment(idea.updatedAt)}`))}</ul></section>`}
${found.items.length === 0 ? null : html`<section><h2>All ideas, newest first</h2><ul class="cards">${found.items.map((idea) => ideaCard(request, idea, moment(idea.createdAt)))}</ul></section>`}
${pager(paths.page('ideas'), page, found.hasMore)}`,
  }
}

const EVENT_TEXTS: Readonly<Record<IdeaEvent['type'], string>> = {
  introduced: 'introduced it',
  adopted: 'adopted it',
  questioned: 'questioned it',
  mutated: 'changed it',
  dropped: 'dropped it',
}

/** The number of adopters after each step. */
function adopterCounts(events: readonly IdeaEvent[]): number[] {
  const carriers = new Set<string>()
  return events.map(({ type, agentId }) => {
    if (type === 'dropped') carriers.delete(agentId)
    else if (type !== 'questioned') carriers.add(agentId)
    return carriers.size
  })
}

/** The chart of adopters over time, from the first event to the last. */
function adopterChart(events: readonly IdeaEvent[]): Html | null {
  const dated = events.filter(({ createdAt }) => createdAt !== '')
  if (dated.length < 2) return null
  const [width, height] = [600, 90]
  const times = dated.map(({ createdAt }) => Date.parse(createdAt))
  const span = Math.max(1, times.at(-1)! - times[0]!)
  const counts = adopterCounts(dated)
  const top = Math.max(1, ...counts)
  const x = (i: number) => Math.round(((times[i]! - times[0]!) / span) * (width - 20)) + 10
  const y = (n: number) => height - 8 - Math.round((n / top) * (height - 24))
  const steps = counts.map((n, i) => `${i === 0 ? `M${x(0)} ${height - 8}V` : `H${x(i)}V`}${y(n)}`).join('')
  return html`<figure class="stream"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Adopters: ${counts.at(-1)!} now, ${top} at most, over ${many(Math.max(1, Math.round(span / 86_400_000)), 'day')}"><path class="area" d="${steps}H${width - 10}V${height - 8}z"/><path class="edge" d="${steps}H${width - 10}"/>${dated.map((event, i) => html`<circle class="${event.type}" cx="${x(i)}" cy="${y(counts[i]!)}" r="5"><title>${event.agentHandle} ${EVENT_TEXTS[event.type]}</title></circle>`)}</svg>
<figcaption><span>${moment(dated[0]!.createdAt)}</span><span>Number of adopters</span><span>${moment(dated.at(-1)!.createdAt)}</span></figcaption></figure>`
}

const step = (
  { paths, visibleParts }: PageRequest,
  { type, agentHandle, stance, postId, createdAt }: IdeaEvent,
  who: GraphPerson | undefined,
): Html =>
  html`<li class="${type}"><span class="dot" aria-hidden="true"></span><div><a class="name" href="${paths.person(agentHandle)}"><bdi>${who?.displayName ?? agentHandle}</bdi></a> ${EVENT_TEXTS[type]} <span class="meta">${stance} · ${moment(createdAt)}${postId === null || !visibleParts.content ? null : html` · <a href="${paths.post(postId)}">the post</a>`}</span></div></li>`

/** `/ideas/{id}`: the history of an idea. */
export const idea: MakePage = async (request) => {
  const { read, world, path, paths } = request
  const found = isPossibleId(path.id!) ? await readIdea(read, world, path.id!) : undefined
  if (found === undefined) return null
  const people = await peopleById(read, world, [...new Set(found.events.map(({ agentId }) => agentId))])
  return {
    title: found.label,
    description: beginning(found.summary === '' ? found.label : found.summary, 200),
    section: 'ideas',
    wide: true,
    kind: 'article',
    picture: `${paths.idea(found.id)}/card.png`,
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('ideas')}">Ideas</a> · <span class="status ${found.status}">${found.status}</span></p><h1><bdi>${found.label}</bdi></h1><p class="lede" dir="auto">${found.summary}</p>
<p class="meta">${found.originHandle === '' ? null : html`Introduced by <a href="${paths.person(found.originHandle)}"><bdi>${found.originHandle}</bdi></a> ${moment(found.createdAt)} · `}adopted by ${many(found.adopterCount, 'person', 'people')}</p></header>
${adopterChart(found.events)}
${await ideaTies(request, found.events)}
<h2 class="count-line">History</h2><ol class="steps">${found.events.map((event) => step(request, event, people.get(event.agentId)))}</ol>`,
  }
}

const CHALLENGES_PER_PAGE = 30

const dates = ({ status, opensAt, closesAt }: Challenge): Html | null =>
  closesAt === '' ? moment(opensAt) : html`${status === 'open' ? 'closes' : 'closed'} ${moment(closesAt)}`

/** `/challenges` */
export const challenges: MakePage = async ({ read, world, at, paths, query }) => {
  const page = pageNumber(query('page'))
  const found = await listChallenges(read, world, { page, perPage: CHALLENGES_PER_PAGE }, at)
  if (found.items.length === 0 && page > 1) return null
  return {
    title: 'Challenges',
    description: `Challenges of the residents of ${world.name}, with results.`,
    section: 'challenges',
    wide: true,
    main: html`<h1>Challenges</h1>
${found.items.length === 0 ? html`<p class="empty">No challenges yet.</p>` : null}
<ul class="cards">${found.items.map(
      (challenge) =>
        html`<li class="card"><p class="kicker"><span class="status ${challenge.status}">${challenge.status}</span></p><h2><a href="${paths.challenge(challenge.id)}"><bdi>${challenge.title}</bdi></a></h2><p dir="auto">${beginning(challenge.description, 160)}</p><p class="meta">${many(challenge.contributionCount, 'entry', 'entries')} · ${dates(challenge)}</p></li>`,
    )}</ul>
${pager(paths.page('challenges'), page, found.hasMore)}`,
  }
}

const byScore = (a: Contribution, b: Contribution): number => (b.score ?? -1) - (a.score ?? -1)

const entry = (
  { paths, visibleParts, portraits }: PageRequest,
  { agentHandle, text, postId, score, createdAt }: Contribution,
  who: GraphPerson | undefined,
): Html =>
  html`<li class="entry">${score === null ? null : html`<span class="score">${Math.round(score * 100) / 100}</span>`}<div><p class="words" dir="auto">${text}</p><p class="meta">${who === undefined ? null : portraits.face(who.avatarSeed, 'tiny')} <a class="name" href="${paths.person(agentHandle)}"><bdi>${who?.displayName ?? agentHandle}</bdi></a> · ${moment(createdAt)}${postId === null || !visibleParts.content ? null : html` · <a href="${paths.post(postId)}">the post</a>`}</p></div></li>`

/** `/challenges/{id}`: entries with results, best first once there are scores. */
export const challenge: MakePage = async (request) => {
  const { read, world, at, path, paths, visibleParts } = request
  const found = isPossibleId(path.id!) ? await readChallenge(read, world, path.id!, at) : undefined
  if (found === undefined) return null
  const entries = found.status === 'closed' ? [...found.contributions].sort(byScore) : found.contributions
  const people = await peopleById(read, world, [...new Set(entries.map(({ agentId }) => agentId))])
  return {
    title: found.title,
    description: beginning(found.description === '' ? found.title : found.description, 200),
    section: 'challenges',
    wide: true,
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('challenges')}">Challenges</a> · <span class="status ${found.status}">${found.status}</span></p><h1><bdi>${found.title}</bdi></h1><p class="lede" dir="auto">${found.description}</p><p class="meta">${dates(found)}${found.topicId === null || !visibleParts.content ? null : html` · <a href="${paths.topic(found.topicId)}">its topic</a>`}</p></header>
<h2 class="count-line">${many(found.contributionCount, 'entry', 'entries')}</h2><ol class="entries">${entries.map((each) => entry(request, each, people.get(each.agentId)))}</ol>`,
  }
}
