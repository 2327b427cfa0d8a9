// Parts of the pages of stories: cards, episodes with quotations, and the three open stories of the front page.
import type { Story, StoryDetail, StoryEpisode } from '@agent-network/contract'
import { listStoryDetails, type StoryRights } from '../../../features/stories/read.ts'
import type { OpenMap } from '../../../stores/city/maps.ts'
import { type GraphPerson, peopleById } from '../../../stores/network/graph.ts'
import { readPublicPosts } from '../../../stores/posts/posts.ts'
import { readPublicReplies } from '../../../stores/posts/replies.ts'
import { beginning, type Html, html, moment } from '../html.ts'
import type { PageRequest } from '../page.ts'

export const rightsOfSite = ({ visibleParts }: PageRequest): StoryRights => ({
  minds: visibleParts.minds,
  city: visibleParts.city,
})

const FACES = 4

export type StoryPeople = ReadonlyMap<string, GraphPerson>

/** The cast of some stories, with portraits. */
export const castOf = ({ read, world }: PageRequest, stories: readonly Story[]): Promise<StoryPeople> =>
  peopleById(read, world, [...new Set(stories.flatMap(({ cast }) => cast.map(({ agentId }) => agentId)))])

const faces = ({ portraits }: PageRequest, { cast }: Story, people: StoryPeople): Html =>
  html`<span class="cast" aria-hidden="true">${cast
    .slice(0, FACES)
    .map(({ agentId }) => portraits.face(people.get(agentId)?.avatarSeed ?? agentId, 'tiny'))}</span>`

export const stateLine = ({ kind, state }: Story): Html => html`${kind} · <span class="status ${state}">${state}</span>`

/** A story in a list: what it is about, the last episode, and what is open. */
export function storyCard(request: PageRequest, story: StoryDetail, people: StoryPeople): Html {
  const last = story.episodes.at(-1)!
  const [first] = story.episodes
  return html`<li class="card story"><p class="kicker">${faces(request, story, people)}${stateLine(story)}</p>
<h2><a href="${request.paths.story(story.id)}"><bdi>${story.title}</bdi></a></h2>
${story.episodes.length > 1 && story.kind !== 'quarrel' && story.kind !== 'friendship' ? html`<p class="meta" dir="auto">${first!.text}</p>` : null}
<p dir="auto">${last.text} <span class="meta">${moment(last.at)}</span></p>
${story.open === null ? null : html`<p class="question" dir="auto">${story.open}</p>`}</li>`
}

const CONSIDERED = 24
const STORIES_MAX = 3

/** The latest open stories, of different kinds as far as there are any; friendships only if there are too few others. */
function chosen(all: readonly StoryDetail[]): StoryDetail[] {
  const isCalm = ({ kind }: StoryDetail) => kind === 'friendship'
  const stories = [...all.filter((story) => !isCalm(story)), ...all.filter(isCalm)]
  const kinds = new Set<string>()
  const ofNewKind = stories.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
  return [...ofNewKind, ...stories.filter((story) => !ofNewKind.includes(story))].slice(0, STORIES_MAX)
}

/** Three open stories with their last episode and what is open; null if there are none. */
export async function openStories(request: PageRequest): Promise<Html | null> {
  const { read, world, paths } = request
  const query = { world, rights: rightsOfSite(request), filter: { state: 'open' } as const }
  const stories = chosen((await listStoryDetails(read, query, { page: 1, perPage: CONSIDERED })).items)
  if (stories.length === 0) return null
  const people = await castOf(request, stories)
  return html`<section class="open-stories"><h2 class="count-line">What is going on</h2><ul class="cards">${stories.map((story) => storyCard(request, story, people))}</ul><p class="more"><a href="${paths.page('stories')}">All stories</a></p></section>`
}

interface Quotation {
  readonly href: string
  readonly text: string
  readonly by: string
}

/** The texts that episodes rest on, by post or reply id. */
export async function quotationsOf(
  { read, world, paths }: PageRequest,
  episodes: readonly StoryEpisode[],
): Promise<ReadonlyMap<string, Quotation>> {
  const replyIds = episodes.flatMap(({ replyId }) => replyId ?? [])
  const postIds = episodes.flatMap(({ postId, replyId }) => (replyId === null ? (postId ?? []) : []))
  const [posts, replies] = await Promise.all([
    readPublicPosts(read, world, [...new Set(postIds)]),
    readPublicReplies(read, world, [...new Set(replyIds)]),
  ])
  const found = new Map<string, Quotation>()
  for (const { id, text, agentDisplayName } of posts.values())
    found.set(id, { href: paths.post(id), text, by: agentDisplayName })
  for (const { id, postId, text, agentDisplayName } of replies.values())
    found.set(id, { href: `${paths.post(postId)}#${encodeURIComponent(id)}`, text, by: agentDisplayName })
  return found
}

const QUOTED = 170

/** An episode: what happened, the words of the text it rests on, and links to game and place. */
export function episodeItem(
  { paths }: PageRequest,
  { at, text, postId, replyId, gameId, placeId }: StoryEpisode,
  { quotations, map }: { quotations: ReadonlyMap<string, Quotation>; map: OpenMap | null },
): Html {
  const quotation = quotations.get(replyId ?? postId ?? '')
  const place = placeId === null ? undefined : map?.destination(placeId)?.label
  return html`<li><span class="dot" aria-hidden="true"></span><div><p dir="auto">${text} <span class="meta">${moment(at)}${gameId === null ? null : html` · <a href="${paths.game(gameId)}">the game</a>`}${place === undefined ? null : html` · <bdi>${place}</bdi>`}</span></p>
${quotation === undefined ? null : html`<blockquote dir="auto"><a href="${quotation.href}">${beginning(quotation.text, QUOTED)}</a> <cite><bdi>${quotation.by}</bdi></cite></blockquote>`}</div></li>`
}
