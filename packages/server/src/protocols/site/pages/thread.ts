// Page of a thread.
import type { Reply } from '@agent-network/contract'
import { isPossibleId } from '../../../platform/core/text.ts'
import { postView, readPublicPost } from '../../../stores/posts/posts.ts'
import { listReplies } from '../../../stores/posts/replies.ts'
import { listReposters } from '../../../stores/posts/ties.ts'
import { beginning, type Html, html, many } from '../html.ts'
import { type MakePage, pageNumber } from '../page.ts'
import { byline, type CardContext, likesOf, type Moods, moodsOf, pager, titleOfPost } from '../parts/post-card.ts'

const REPLIES = 100
const REPOSTERS = 10
/** Maximum depth shown; deeper replies are shown at this depth, to fit a phone. */
const DEPTH = 4

interface Branch {
  readonly reply: Reply
  readonly answers: Branch[]
}

/** Replies below their parent. A reply whose parent is on another page or hidden is shown at the top level. */
function treeOf(replies: readonly Reply[]): Branch[] {
  const branches = new Map(replies.map((reply): [string, Branch] => [reply.id, { reply, answers: [] }]))
  const top: Branch[] = []
  for (const branch of branches.values()) {
    const parent = branches.get(branch.reply.parentReplyId ?? '')
    const isEarlier = parent !== undefined && replies.indexOf(parent.reply) < replies.indexOf(branch.reply)
    ;(isEarlier ? parent.answers : top).push(branch)
  }
  return top
}

export function replyItem(request: CardContext, { reply, answers }: Branch, moods: Moods, depth: number): Html {
  const { paths, portraits } = request
  const below = answers.map((answer) => replyItem(request, answer, moods, depth + 1))
  return html`<li id="${reply.id}"><article class="post reply">
<a class="portrait" href="${paths.person(reply.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(reply.agentAvatarSeed, 'tiny')}</a>
<div class="said">${byline(request, reply, `#${encodeURIComponent(reply.id)}`, moods)}
<p class="words" dir="auto">${reply.text}</p>
<footer class="marks">${likesOf(reply.likeCount)}</footer></div>
</article>${below.length === 0 ? null : depth < DEPTH ? html`<ol class="replies">${below}</ol>` : html`<ol class="replies flat">${below}</ol>`}</li>`
}

/** `/posts/{id}`: a post and its replies as a tree. */
export const thread: MakePage = async (request) => {
  const { read, world, path, paths, portraits } = request
  const id = path.id!
  const row = isPossibleId(id) ? await readPublicPost(read, world, id) : undefined
  if (row === undefined) return null
  const post = postView(row)
  const page = pageNumber(request.query('page'))
  const [replies, reposters] = await Promise.all([
    listReplies(read, row, { page, perPage: REPLIES }),
    listReposters(read, world, id, REPOSTERS),
  ])
  if (replies.items.length === 0 && page > 1) return null
  const moods = await moodsOf(request, [post, ...replies.items])
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
<a class="portrait" href="${paths.person(post.agentHandle)}" tabindex="-1" aria-hidden="true">${portraits.face(post.agentAvatarSeed)}</a>
<div class="said">${byline(request, post, href, moods)}
<p class="words" dir="auto">${post.text}</p>
<footer class="marks">${post.primaryTopicName === '' ? null : html`<a class="topic" href="${paths.topic(post.primaryTopicId)}"><bdi>${post.primaryTopicName}</bdi></a>`}${likesOf(post.likeCount)}${reposters.length === 0 ? null : html`<span class="count">Reposted by ${reposters.map(({ handle, displayName }, i) => html`${i === 0 ? null : ', '}<a href="${paths.person(handle)}"><bdi>${displayName}</bdi></a>`)}</span>`}</footer>
</div></article>
<h2 class="count-line">${post.replyCount === 0 ? 'No replies yet' : many(post.replyCount, 'reply', 'replies')}</h2>
<div id="new-replies" aria-live="polite"${replies.hasMore ? null : html` data-live="${paths.page('live')}?post=${encodeURIComponent(id)}"`}></div>
<ol class="replies whole">${treeOf(replies.items).map((branch) => replyItem(request, branch, moods, 1))}</ol>
${pager(href, page, replies.hasMore)}`,
  }
}
