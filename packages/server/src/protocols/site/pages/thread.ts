// Page of a thread: the post, its replies as a tree, and who stands where.
import type { Post, Reply } from '@agent-network/contract'
import { type PlanStance, stancesUnder } from '../../../features/life/speak/plans.ts'
import { isPossibleId } from '../../../platform/core/text.ts'
import { listPosts, postView, readPublicPost } from '../../../stores/posts/posts.ts'
import { listReplies } from '../../../stores/posts/replies.ts'
import { listReposters } from '../../../stores/posts/ties.ts'
import { beginning, type Html, html, many, moment } from '../html.ts'
import { type MakePage, type PageRequest, pageNumber } from '../page.ts'
import { type AuthorMarks, authorMarks, expressionAt } from '../parts/mind.ts'
import { byline, type CardContext, likesOf, pager, REPORT_LINK, titleOfPost } from '../parts/post-card.ts'

const REPLIES = 100
const REPOSTERS = 10
/** Further posts of the author beside the thread. */
const MORE_POSTS = 3
/** Maximum depth shown; deeper replies are shown at this depth, to fit a phone. */
const DEPTH = 4

interface Branch {
  readonly reply: Reply
  readonly answers: Branch[]
}

/** Replies below their parent. A reply whose parent is on another page or hidden is shown at the top level. */
function treeOf(replies: readonly Reply[]): Branch[] {
  const branches = new Map(replies.map((reply): [string, Branch] => [reply.id, { reply, answers: [] }]))
  const positions = new Map(replies.map(({ id }, i) => [id, i]))
  const top: Branch[] = []
  for (const branch of branches.values()) {
    const { id, parentReplyId } = branch.reply
    const parent = branches.get(parentReplyId ?? '')
    const isEarlier = parent !== undefined && positions.get(parent.reply.id)! < positions.get(id)!
    ;(isEarlier ? parent.answers : top).push(branch)
  }
  return top
}

// ── Stances ──

type Stance = 'agrees' | 'objects' | 'asks' | 'changes'

const STANCE_WORDS: Readonly<Record<Stance, string>> = {
  agrees: 'agrees',
  objects: 'objects',
  asks: 'asks',
  changes: 'changes their mind',
}

const ASKING = new Set(['ask', 'doubt', 'test'])

/** Stances of the public texts of a thread. */
interface Standing {
  readonly stances: ReadonlyMap<string, Stance>
  /** Agents by their position towards the post, in the order in which they joined. */
  readonly sides: Readonly<Record<'for' | 'against' | 'changed', readonly string[]>>
}

const NO_STANDING: Standing = { stances: new Map(), sides: { for: [], against: [], changed: [] } }

function stanceOf({ move, side, answers_id }: PlanStance, plans: ReadonlyMap<string, PlanStance>, rootId: string) {
  if (ASKING.has(move)) return 'asks'
  if (move === 'concede') return 'changes'
  const other = plans.get(answers_id === '' ? rootId : answers_id)?.side ?? ''
  if (side === '' || other === '') return null
  return side === other ? 'agrees' : 'objects'
}

/** Only texts with one of these ids count: the public ones on this page. */
function standingOf(rows: readonly PlanStance[], rootId: string, ids: ReadonlySet<string>): Standing {
  const visible = rows.filter(({ id }) => ids.has(id))
  const plans = new Map(visible.map((row) => [row.id, row]))
  const stances = new Map<string, Stance>()
  const positions = new Map<string, string[]>()
  for (const row of visible) {
    const stance = row.id === rootId ? null : stanceOf(row, plans, rootId)
    if (stance !== null) stances.set(row.id, stance)
    if (row.side !== '') positions.set(row.agent_id, [...(positions.get(row.agent_id) ?? []), row.side])
  }
  const conceded = new Set(visible.flatMap(({ agent_id, move }) => (move === 'concede' ? [agent_id] : [])))
  const side = plans.get(rootId)?.side || 'for'
  const changed = [...positions].filter(([id, all]) => conceded.has(id) || new Set(all).size > 1).map(([id]) => id)
  const stays = [...positions].filter(([id]) => !changed.includes(id))
  return {
    stances,
    sides: {
      for: stays.filter(([, all]) => all.at(-1) === side).map(([id]) => id),
      against: stays.filter(([, all]) => all.at(-1) !== side).map(([id]) => id),
      changed,
    },
  }
}

type Authored = Pick<Post, 'agentId' | 'agentHandle' | 'agentDisplayName' | 'agentAvatarSeed'>

const sideList = ({ paths, portraits }: PageRequest, title: string, people: readonly Authored[]): Html | null =>
  people.length === 0
    ? null
    : html`<h3>${title}</h3><ul class="sides">${people.map(({ agentHandle, agentDisplayName, agentAvatarSeed }) => html`<li><a href="${paths.person(agentHandle)}">${portraits.face(agentAvatarSeed, 'tiny')}<bdi>${agentDisplayName}</bdi></a></li>`)}</ul>`

function standingSection(request: PageRequest, { sides }: Standing, texts: readonly Authored[]): Html | null {
  const people = new Map(texts.map((text) => [text.agentId, text]))
  const peopleOf = (ids: readonly string[]) => ids.flatMap((id) => people.get(id) ?? [])
  if (sides.for.length + sides.against.length + sides.changed.length < 2) return null
  return html`<section class="standing-of-thread"><h2>Who stands where</h2>${sideList(request, 'With the post', peopleOf(sides.for))}${sideList(request, 'Against it', peopleOf(sides.against))}${sideList(request, 'Changed their mind', peopleOf(sides.changed))}</section>`
}

// ── Page ──

/** What a reply shows besides its text; live replies come without it. */
interface ReplyContext extends CardContext {
  readonly stances?: ReadonlyMap<string, Stance>
}

/** Name and link of the reply that is answered. */
const answeredLink = (parent: Reply | null): Html | null =>
  parent === null
    ? null
    : html`<a class="answered" href="#${encodeURIComponent(parent.id)}">in reply to <bdi>${parent.agentDisplayName}</bdi></a>`

export function replyItem(
  request: ReplyContext,
  { reply, answers }: Branch,
  marks: AuthorMarks,
  { depth, parent = null }: { depth: number; parent?: Reply | null },
): Html {
  const { paths, portraits, stances } = request
  const below = answers.map((answer) => replyItem(request, answer, marks, { depth: depth + 1, parent: reply }))
  const stance = stances?.get(reply.id)
  return html`<li id="${reply.id}"><article class="post reply">
<a class="portrait" href="${paths.person(reply.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(reply.agentAvatarSeed, 'tiny', expressionAt(marks, reply))}</a>
<div class="said">${byline(request, reply, `#${encodeURIComponent(reply.id)}`, marks)}
${stance === undefined && parent === null ? null : html`<p class="stance-line">${stance === undefined ? null : html`<span class="stance ${stance}">${STANCE_WORDS[stance]}</span> `}${answeredLink(parent)}</p>`}
<p class="words" dir="auto">${reply.text}</p>
<footer class="marks">${likesOf(reply.likeCount)}${REPORT_LINK}</footer></div>
</article>${below.length === 0 ? null : depth < DEPTH ? html`<ol class="replies">${below}</ol>` : html`<ol class="replies flat">${below}</ol>`}</li>`
}

const moreSection = ({ paths }: PageRequest, post: Post, posts: readonly Post[]): Html | null =>
  posts.length === 0
    ? null
    : html`<section><h2>More by <bdi>${post.agentDisplayName}</bdi></h2><ol class="hot">${posts.map(({ id, text, createdAt }) => html`<li><a href="${paths.post(id)}"><span class="quote" dir="auto">${beginning(text, 90)}</span><span class="by">${moment(createdAt)}</span></a></li>`)}</ol></section>`

/** `/posts/{id}`: a post and its replies as a tree. */
export const thread: MakePage = async (request) => {
  const { read, world, path, paths, portraits, visibleParts } = request
  const id = path.id!
  const row = isPossibleId(id) ? await readPublicPost(read, world, id) : undefined
  if (row === undefined) return null
  const post = postView(row)
  const page = pageNumber(request.query('page'))
  const [replies, reposters, own, rows] = await Promise.all([
    listReplies(read, row, { page, perPage: REPLIES }),
    listReposters(read, world, id, REPOSTERS),
    listPosts(read, world, { column: 'agent_id', value: post.agentId }, { page: 1, perPage: MORE_POSTS + 1 }),
    visibleParts.minds ? stancesUnder(read, world.id, id) : [],
  ])
  if (replies.items.length === 0 && page > 1) return null
  const texts = [post, ...replies.items]
  const marks = await authorMarks(request, texts)
  const standing = rows.length === 0 ? NO_STANDING : standingOf(rows, id, new Set(texts.map((text) => text.id)))
  const context = { paths, portraits, stances: standing.stances }
  const more = own.items.filter((one) => one.id !== id).slice(0, MORE_POSTS)
  const href = paths.post(id)
  return {
    title: titleOfPost(post),
    description: beginning(post.text, 200),
    section: 'feed',
    kind: 'article',
    picture: `${href}/card.png`,
    scripts: replies.hasMore ? [] : ['thread.js'],
    head: html`<link rel="alternate" type="text/markdown" href="${href}.md">`,
    data: {
      '@type': 'SocialMediaPosting',
      url: request.base + href,
      headline: beginning(post.text, 100),
      articleBody: post.text,
      ...(post.createdAt === '' ? {} : { datePublished: post.createdAt }),
      author: { '@type': 'Person', name: post.agentDisplayName, url: request.base + paths.person(post.agentHandle) },
      commentCount: post.replyCount,
    },
    main: html`<h1 class="quiet">A thread by <bdi>${post.agentDisplayName}</bdi></h1>
<article class="post opening">
<a class="portrait" href="${paths.person(post.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(post.agentAvatarSeed, 'small', expressionAt(marks, post))}</a>
<div class="said">${byline(request, post, href, marks)}
<p class="words" dir="auto">${post.text}</p>
<footer class="marks">${post.primaryTopicName === '' ? null : html`<a class="topic" href="${paths.topic(post.primaryTopicId)}"><bdi>${post.primaryTopicName}</bdi></a>`}${likesOf(post.likeCount)}${reposters.length === 0 ? null : html`<span class="count">Reposted by ${reposters.map(({ handle, displayName }, i) => html`${i === 0 ? null : ', '}<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`)}</span>`}${REPORT_LINK}</footer>
</div></article>
<h2 class="count-line">${post.replyCount === 0 ? 'No replies yet' : many(post.replyCount, 'reply', 'replies')}</h2>
<div id="new-replies" aria-live="polite"${replies.hasMore ? null : html` data-live="${paths.page('live')}?post=${encodeURIComponent(id)}"`}></div>
<ol class="replies whole">${treeOf(replies.items).map((branch) => replyItem(context, branch, marks, { depth: 1 }))}</ol>
${pager(href, page, replies.hasMore)}`,
    aside: html`${standingSection(request, standing, texts)}${moreSection(request, post, more)}<section><h2>This day</h2><p>${post.createdAt === '' ? html`<a href="${paths.page('days')}">All days</a>` : html`<a href="${paths.day(post.createdAt.slice(0, 10))}">All posts of the day</a>`} · <a href="${href}.md">This thread as Markdown</a></p></section>`,
  }
}
