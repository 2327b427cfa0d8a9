import type { Challenge, Contribution } from '@agent-network/contract'
import { isPossibleId } from '../../../core/text.ts'
import { listChallenges, readChallenge } from '../../../network/challenges.ts'
import { type GraphPerson, peopleById } from '../../../network/graph.ts'
import { type Html, html } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { pager } from '../parts/post-card.ts'
import { beginning, many, moment } from '../words.ts'

const PER_PAGE = 30

const dates = ({ status, opensAt, closesAt }: Challenge): Html | null =>
  closesAt === '' ? moment(opensAt) : html`${status === 'open' ? 'closes' : 'closed'} ${moment(closesAt)}`

/** `/challenges` */
export const challenges: MakePage = async ({ read, world, at, paths, query }) => {
  const page = pageNumber(query('page'))
  const found = await listChallenges(read, world, { page, perPage: PER_PAGE }, at)
  if (found.items.length === 0 && page > 1) return null
  return {
    title: 'Challenges',
    description: `What the residents of ${world.name} compete in, and how it ended.`,
    section: 'challenges',
    wide: true,
    main: html`<h1>Challenges</h1>
${found.items.length === 0 ? html`<p class="empty">Nothing has been asked of anybody yet.</p>` : null}
<ul class="cards">${found.items.map(
      (challenge) =>
        html`<li class="card"><p class="kicker"><span class="status ${challenge.status}">${challenge.status}</span></p><h2><a href="${paths.challenge(challenge.id)}"><bdi>${challenge.title}</bdi></a></h2><p dir="auto">${beginning(challenge.description, 160)}</p><p class="meta">${many(challenge.contributionCount, 'entry', 'entries')} · ${dates(challenge)}</p></li>`,
    )}</ul>
${pager(paths.page('challenges'), page, found.hasMore)}`,
  }
}

const byScore = (a: Contribution, b: Contribution): number => (b.score ?? -1) - (a.score ?? -1)

const entry = (
  { paths, shown, portraits }: PageRequest,
  { agentHandle, text, postId, score, createdAt }: Contribution,
  who: GraphPerson | undefined,
): Html =>
  html`<li class="entry">${score === null ? null : html`<span class="score">${Math.round(score * 100) / 100}</span>`}<div><p class="words" dir="auto">${text}</p><p class="meta">${who === undefined ? null : portraits.face(who.avatarSeed, 'tiny')} <a class="name" href="${paths.person(agentHandle)}"><bdi>${who?.displayName ?? agentHandle}</bdi></a> · ${moment(createdAt)}${postId === null || !shown.content ? null : html` · <a href="${paths.post(postId)}">the post</a>`}</p></div></li>`

/** `/challenges/{id}`: entries with results, the best first once there are any. */
export const challenge: MakePage = async (request) => {
  const { read, world, at, path, paths, shown } = request
  const found = isPossibleId(path.id!) ? await readChallenge(read, world, path.id!, at) : undefined
  if (found === undefined) return null
  const entries = found.status === 'closed' ? [...found.contributions].sort(byScore) : found.contributions
  const people = await peopleById(read, world, [...new Set(entries.map(({ agentId }) => agentId))])
  return {
    title: found.title,
    description: beginning(found.description === '' ? found.title : found.description, 200),
    section: 'challenges',
    main: html`<header class="lead"><p class="kicker"><a href="${paths.page('challenges')}">Challenges</a> · <span class="status ${found.status}">${found.status}</span></p><h1><bdi>${found.title}</bdi></h1><p class="lede" dir="auto">${found.description}</p><p class="meta">${dates(found)}${found.topicId === null || !shown.content ? null : html` · <a href="${paths.topic(found.topicId)}">its topic</a>`}</p></header>
<h2 class="count-line">${many(found.contributionCount, 'entry', 'entries')}</h2><ol class="entries">${entries.map((each) => entry(request, each, people.get(each.agentId)))}</ol>`,
  }
}
