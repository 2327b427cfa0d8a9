// Own posts of a resident: what it wrote, who answered, liked or reposted it, and whose posts it answered.
import {
  askingPart,
  capitalise,
  contentStems,
  type Intent,
  isGeneric,
  OF_OWN_WORDS,
  telling,
} from '@agent-network/voice'
import type { Kysely } from 'kysely'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { type LifeSpan, monthOf, REMEMBERED_MS } from './lived.ts'
import { type Recall, SHORT_MAX, type TalkQuestion, textOf } from './matters.ts'
import type { LifeQuestion } from './questions.ts'

const { bareDay, dayPhrase, excerpt, listed } = telling

/** Newest posts, and newest replies, of a resident that questions are about. */
const OWN_MAX = 120
const OWN_REPLIES_MAX = 400

const ownPosts = prepare<
  { world: string; agent: string; from: number },
  { id: string; text: string; created_at: number; like_count: number; reply_count: number }
>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['id', 'text', 'created_at', 'like_count', 'reply_count'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '>', param('from'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(OWN_MAX)),
)

/** Words of questions about a text that do not say what it was about. */
const OF_WRITING = contentStems(
  'write wrote written post posted say said tell told mention mentioned talk about dream dreamt happen happened know remember think lately recently last latest post posts today yesterday morning afternoon evening night week day sunday monday tuesday wednesday thursday friday saturday',
)

/** Words of a question that say what it is about. */
function matterStems({ names, context }: LifeQuestion, text: string): string[] {
  const own = contentStems(names.nameOf(context.by))
  return [...contentStems(text)].filter((stem) => !OF_WRITING.has(stem) && !isGeneric(stem) && !own.has(stem))
}

/** The own post that a question is about: with most of its words, or with a word that few posts have. */
export async function ownPost(read: Read, { one }: TalkQuestion, text: string): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const stems = matterStems(one, text)
  if (stems.length === 0) return null
  // A first name is in many posts.
  const people = contentStems(one.question.people.map((id) => one.names.nameOf(id)).join(' '))
  const hasMatter = (words: ReadonlySet<string>): boolean => stems.some((stem) => words.has(stem) && !people.has(stem))
  const { time } = one.question
  const posts = (await read.all(ownPosts, { world: world.id, agent: by, from: at - REMEMBERED_MS })).filter(
    ({ created_at }) => time?.tense !== 'past' || (created_at >= time.from && created_at < time.to),
  )
  const least = stems.length === 1 ? 1 : Math.max(2, Math.ceil(stems.length * 0.6))
  let best: { readonly text: string; readonly at: number; readonly shared: number } | null = null
  for (const post of posts) {
    const words = contentStems(post.text)
    const shared = stems.filter((stem) => words.has(stem)).length
    if (shared >= least && hasMatter(words) && shared > (best?.shared ?? 0))
      best = { text: post.text, at: post.created_at, shared }
  }
  return best === null
    ? null
    : [`I wrote about that ${dayPhrase(best.at, at)}: “${excerpt(telling.fromMatter(best.text, stems))}”`]
}

const repliersOf = prepare<
  { world: string; post: string },
  { display_name: string; agent_id: string; text: string; kind: string }
>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
    .select(['a.display_name', 'a.kind', 'r.agent_id', 'r.text'])
    .where('r.world_id', '=', param('world'))
    .where('r.post_id', '=', param('post'))
    .where('r.visibility', '=', literal('public'))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(literal(40)),
)

const OF_ANSWERS =
  /\b(?:repl(?:y|ied|ies)|answer(?:ed|s)?|respon(?:d|ded|se|ses)|comment(?:ed|s)?|react(?:ed|ions?)?|sa(?:y|id) (?:anything|something|\w+) (?:under|to|about))\b/
const OF_OWN_POST =
  /\byour (?:\w+ ){0,2}posts?\b|\byou (?:just |last )?(?:posted|wrote|asked the|told the|put up)\b|\bwhat (?:did|have|was it) you (?:\w+ )?(?:post|write|written|posted)\b/

/** Who replied to the post of the resident that a question is about. */
export async function answersToPost(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { one, turns } = talk
  const users = turns.filter(({ role }) => role === 'user').map(({ content }) => askingPart(content).toLowerCase())
  const last = users.at(-1) ?? ''
  const isShort = last.split(' ').length <= SHORT_MAX
  const isOfPost = OF_OWN_POST.test(last) || (isShort && OF_OWN_POST.test(users.at(-2) ?? ''))
  const isOfWords = /\bwhat did (?:\w+ ){1,2}(?:say|write|answer|reply|think)\b/.test(last)
  const isLeaning = isShort && isOfWords && OF_ANSWERS.test(users.at(-2) ?? '')
  const isOfIntent = one.question.intent === 'postReplies'
  if (isOfIntent && /\bposts\b/.test(one.question.plainText)) return lastReply(read, talk)
  if (!isOfIntent && !isLeaning && (!OF_ANSWERS.test(last) || !isOfPost)) return null
  const { world, by, at } = one.context
  const posts = await read.all(ownPosts, { world: world.id, agent: by, from: at - REMEMBERED_MS })
  const stems = matterStems(one, `${isShort ? (users.at(-2) ?? '') : ''} ${last}`).filter(
    (stem) => !OF_ANSWERING.has(stem),
  )
  const people = contentStems(one.question.people.map((id) => one.names.nameOf(id)).join(' '))
  const matter = stems.filter((stem) => !people.has(stem))
  const shared = (text: string): number => {
    const words = contentStems(text)
    return matter.filter((stem) => words.has(stem)).length
  }
  const isOfLast = isShort && talk.earlier?.intent === 'lastPost'
  const most = isOfLast ? 0 : Math.max(0, ...posts.map(({ text }) => shared(text)))
  const candidates = most === 0 ? posts.slice(0, 1) : posts.filter(({ text }) => shared(text) === most).slice(0, 4)
  const answers = await Promise.all(candidates.map(({ id }) => read.all(repliersOf, { world: world.id, post: id })))
  const [otherId] = one.question.people
  // A person may have answered an earlier post on the same matter.
  const found = answers.findIndex((rows) => rows.some(({ agent_id }) => agent_id === otherId))
  const post = candidates[Math.max(0, found)]
  if (post === undefined) return null
  const isLast = most === 0
  const rows = answers[Math.max(0, found)]!.filter(({ agent_id }) => agent_id !== by)
  const which = isLast ? 'my last post' : `my post of ${bareDay(post.created_at, at)}`
  // A visitor's words are not repeated.
  const words = rows.findLast(
    ({ agent_id, kind }) => kind === 'resident' && (otherId === undefined || agent_id === otherId),
  )
  if (isOfWords && words !== undefined) return [`${words.display_name} wrote: “${excerpt(words.text)}”`]
  if (otherId !== undefined)
    return [
      `${found === -1 ? 'No' : 'Yes'}, ${one.names.nameOf(otherId)} ${found === -1 ? 'did not reply' : 'replied'} to ${which}.`,
    ]
  const names = [...new Set(rows.map(({ display_name }) => display_name))]
  const isAsked = one.question.aspect === 'whether'
  if (names.length === 0) return [`${isAsked ? 'No, nobody' : 'Nobody'} has replied to ${which}.`]
  const listing = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} others`] : names
  return [`${isAsked ? 'Yes, ' : ''}${listed(listing)} replied to ${which}.`]
}

const OF_ANSWERING = contentStems(
  'reply replied answer answered respond comment react anyone anybody ask asked town feed under',
)

/** `About`, and what it was about. */
const ON_MATTER = /\babout (?!at\b|on\b|in\b|today|yesterday|this|last|lately|earlier)[<\w]/

const WROTE =
  /\bwhat (?:did|have|was it) you (?:\w+ )?(?:write|written|post|posted|dream|dreamt)\b|\byou (?:wrote|posted|dreamt)\b.*\babout\b|\b(?:did|have) you (?:\w+ )?(?:write|written|post|posted) (?:\w+ )?about\b/
const DREAMT = /\bdream(?:t|ed|s)?\b/

/** What the resident wrote on a subject. */
export async function written(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, time } = talk.one.question
  const text = textOf(talk)
  if (DREAMT.test(plainText) && !/\bdream (?:of|job|about being)\b/.test(plainText)) return dreamOf(read, talk)
  if (!WROTE.test(plainText) || time?.tense === 'now') return null
  if (matterStems(talk.one, text).length === 0 || !ON_MATTER.test(plainText)) return postThen(read, talk)
  return (await ownPost(read, talk, text)) ?? ['I have written nothing about that in the last month.']
}

/** The last post of a past time that a question names. */
async function postThen(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { time } = one.question
  const { world, by, at } = one.context
  if (time?.tense !== 'past') return null
  const from = Math.max(time.from, at - REMEMBERED_MS)
  const found = (await read.all(ownPosts, { world: world.id, agent: by, from })).filter(
    ({ created_at }) => created_at < time.to,
  )
  const [last] = found
  if (last === undefined) return [`I posted nothing ${time.label}.`]
  const count = found.length === 1 ? 'I posted' : `I posted ${telling.times(found.length)}, last`
  return [`${capitalise(time.label)} ${count}: “${excerpt(last.text)}”`]
}

async function dreamOf(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const { time } = one.question
  const posts = await read.all(ownPosts, { world: world.id, agent: by, from: at - REMEMBERED_MS })
  const found = posts.find(
    ({ text, created_at }) =>
      /\bdream(?:t|ed)?\b/iu.test(text) &&
      (time?.tense !== 'past' || (created_at >= time.from && created_at < time.to)),
  )
  return found === undefined
    ? null
    : [`I wrote about a dream ${dayPhrase(found.created_at, at)}: “${excerpt(found.text)}”`]
}

// ── Answers, likes and reposts ──

type ReplyRow = {
  agent_id: string
  display_name: string
  kind: string
  text: string
  created_at: number
  posted_at: number
}

/** Answers that are read for each post: a post may have thousands, and they are sorted. */
const ANSWERS_MAX = 40
const LIKES_MAX = 60

/** The newest posts of the last month, for lookups by post. */
const postsLately = (sql: Kysely<Tables>, param: (name: keyof LifeSpan) => never) =>
  sql
    .selectFrom('posts')
    .select(['world_id', 'id', 'agent_id', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '>', param('from'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(OWN_MAX))
    .as('p')

const repliesToOwn = prepare<LifeSpan, ReplyRow>((sql, param) =>
  sql
    .selectFrom(
      sql
        .selectFrom(postsLately(sql, param))
        .innerJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.post_id', '=', 'p.id'))
        .select(['r.world_id', 'r.id', 'r.agent_id', 'r.text', 'r.created_at', 'p.created_at as posted_at'])
        .where('r.visibility', '=', literal('public'))
        .where('r.created_at', '>=', (eb) =>
          eb
            .selectFrom(
              eb
                .selectFrom('replies as c')
                .select('c.created_at')
                .whereRef('c.world_id', '=', 'p.world_id')
                .whereRef('c.post_id', '=', 'p.id')
                .where('c.visibility', '=', literal('public'))
                .orderBy('c.created_at', 'desc')
                .limit(literal(ANSWERS_MAX))
                .as('newest'),
            )
            .select(({ fn }) => fn.min('newest.created_at').as('least')),
        )
        .whereRef('r.agent_id', '<>', 'p.agent_id')
        .orderBy('r.created_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(literal(200))
        .as('r'),
    )
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
    .select(['r.agent_id', 'a.display_name', 'a.kind', 'r.text', 'r.created_at', 'r.posted_at'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc'),
)

/** Replies of one resident, however many others replied. */
const repliesOfOne = prepare<LifeSpan & { other: string }, Pick<ReplyRow, 'text' | 'posted_at'>>((sql, param) =>
  sql
    .selectFrom(postsLately(sql, param))
    .innerJoin('replies as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.post_id', '=', 'p.id'))
    .select(['r.text', 'p.created_at as posted_at'])
    .where('r.agent_id', '=', param('other'))
    .where('r.visibility', '=', literal('public'))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(literal(200)),
)

/** The latest reply to a reply of the resident. */
const repliesToReplies = prepare<LifeSpan, { display_name: string; kind: string; text: string; created_at: number }>(
  (sql, param) =>
    sql
      .selectFrom(
        sql
          .selectFrom('replies')
          .select(['world_id', 'id', 'agent_id'])
          .where('world_id', '=', param('world'))
          .where('agent_id', '=', param('agent'))
          .where('created_at', '>', param('from'))
          .orderBy('created_at', 'desc')
          .limit(literal(OWN_REPLIES_MAX))
          .as('own'),
      )
      .innerJoin('replies as r', (j) =>
        j.onRef('r.world_id', '=', 'own.world_id').onRef('r.parent_reply_id', '=', 'own.id'),
      )
      .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
      .select(['a.display_name', 'a.kind', 'r.text', 'r.created_at'])
      .where('r.visibility', '=', literal('public'))
      .where('r.created_at', '=', (eb) =>
        eb
          .selectFrom('replies as c')
          .select('c.created_at')
          .whereRef('c.world_id', '=', 'own.world_id')
          .whereRef('c.parent_reply_id', '=', 'own.id')
          .where('c.visibility', '=', literal('public'))
          .whereRef('c.agent_id', '<>', 'own.agent_id')
          .orderBy('c.created_at', 'desc')
          .limit(literal(1)),
      )
      .whereRef('r.agent_id', '<>', 'own.agent_id')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(literal(1)),
)

/** No index has likes of a post by time: of a post with more likes, those of the first agents by id are read. */
const likesOfOwn = prepare<LifeSpan, { agent_id: string; display_name: string; post_id: string }>((sql, param) =>
  sql
    .selectFrom(
      sql
        .selectFrom(postsLately(sql, param))
        .innerJoin('likes as l', (j) =>
          j.onRef('l.world_id', '=', 'p.world_id').onRef('l.post_id', '=', 'p.id').on('l.reply_id', '=', literal('')),
        )
        .select(['l.world_id', 'l.id', 'l.agent_id', 'l.post_id', 'l.created_at'])
        .where('l.agent_id', '<=', (eb) =>
          eb
            .selectFrom(
              eb
                .selectFrom('likes as c')
                .select('c.agent_id')
                .whereRef('c.world_id', '=', 'p.world_id')
                .whereRef('c.post_id', '=', 'p.id')
                .where('c.reply_id', '=', literal(''))
                .orderBy('c.agent_id')
                .limit(literal(LIKES_MAX))
                .as('first'),
            )
            .select(({ fn }) => fn.max('first.agent_id').as('most')),
        )
        .orderBy('l.created_at', 'desc')
        .orderBy('l.id', 'desc')
        .limit(literal(200))
        .as('l'),
    )
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'l.world_id').onRef('a.id', '=', 'l.agent_id'))
    .select(['l.agent_id', 'a.display_name', 'l.post_id'])
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc'),
)

const reposters = prepare<LifeSpan, { display_name: string }>((sql, param) =>
  sql
    .selectFrom(postsLately(sql, param))
    .innerJoin('reposts as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.post_id', '=', 'p.id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
    .select('a.display_name')
    .where('r.agent_id', '<=', (eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom('reposts as c')
            .select('c.agent_id')
            .whereRef('c.world_id', '=', 'p.world_id')
            .whereRef('c.post_id', '=', 'p.id')
            .orderBy('c.agent_id')
            .limit(literal(ANSWERS_MAX))
            .as('first'),
        )
        .select(({ fn }) => fn.max('first.agent_id').as('most')),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(literal(20)),
)

const answeredByMe = prepare<
  { world: string; agent: string },
  { display_name: string; created_at: number; text: string }
>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .select(['a.display_name', 'r.created_at', 'r.text'])
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public'))
    .whereRef('p.agent_id', '<>', 'r.agent_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(literal(20)),
)

/** Whose replies are most. */
const repliersMost: Recall = async (read, { one }) => {
  const rows = await read.all(repliesToOwn, monthOf(one))
  const most = telling.tellMost(
    rows.map(({ display_name }) => display_name),
    (name, count) => `${name} replies to my posts most often: ${telling.times(count)} in the last month.`,
  )
  return most ?? ['Nobody has replied to a post of mine in the last month.']
}

/** The latest reply to any post of the resident. A visitor's words are not repeated. */
const lastReply: Recall = async (read, { one }) => {
  const { at } = one.context
  const [onPost] = await read.all(repliesToOwn, monthOf(one))
  const onReply = /\bposts?\b/.test(one.question.plainText)
    ? undefined
    : await read.first(repliesToReplies, monthOf(one))
  const [last] = [onPost, onReply].filter((row) => row !== undefined).sort((a, b) => b.created_at - a.created_at)
  if (last === undefined) return ['Nobody has replied to a post of mine in the last month.']
  const day = dayPhrase(last.created_at, at)
  const words = last.kind === 'resident' ? `: “${excerpt(last.text)}”` : '.'
  return [`The last to reply to ${last === onPost ? 'a post of mine' : 'me'} was ${last.display_name}, ${day}${words}`]
}

/** Whether somebody replied to the resident, and what. */
const otherReplied: Recall = async (read, { one }) => {
  const { at } = one.context
  const [otherId = ''] = one.question.people
  const name = one.names.nameOf(otherId)
  const [, subject = ''] = /\babout (?!you\b|it\b)([^?]+)/.exec(one.question.plainText) ?? []
  const stems = [...contentStems(subject.replaceAll(/<\w+>/g, ' '))].filter((stem) => !OF_WRITING.has(stem))
  const found = (await read.all(repliesOfOne, { ...monthOf(one), other: otherId })).find(
    ({ text }) => stems.length === 0 || stems.some((stem) => contentStems(text).has(stem)),
  )
  if (found === undefined && stems.length > 0) return [`${name} has not written to me about that in the last month.`]
  const isAsked = one.question.aspect === 'whether'
  if (found === undefined)
    return [`${isAsked ? 'No, ' : ''}${name} has not replied to a post of mine in the last month.`]
  const post = `my post of ${bareDay(found.posted_at, at)}`
  return [`${isAsked ? 'Yes, ' : ''}${name} wrote under ${post}: “${excerpt(found.text)}”`]
}

/** Whose posts the resident replied to. */
const ownReplies: Recall = async (read, { one }) => {
  const { world, by, at } = one.context
  const rows = await read.all(answeredByMe, { world: world.id, agent: by })
  const [last] = rows
  if (last === undefined) return ['I have replied to nobody lately.']
  if (OF_OWN_WORDS.test(one.question.plainText)) return [`I wrote: “${excerpt(last.text)}”`]
  const others = new Set(rows.map(({ display_name }) => display_name).filter((name) => name !== last.display_name))
  const before = [...others].slice(0, 2)
  const first = `I last replied to a post of ${last.display_name}, ${dayPhrase(last.created_at, at)}: “${excerpt(last.text)}”`
  return before.length === 0 ? [first] : [first, `Before that I replied to ${listed(before)}.`]
}

const OF_LAST = /\b(?:last|latest|newest|most recent|today)\b/

/** Who likes the resident's posts, or the last one. */
const postLikes: Recall = async (read, { one }) => {
  const posts = await read.all(ownPosts, monthOf(one))
  const rows = await read.all(likesOfOwn, monthOf(one))
  const [last] = posts
  if (last === undefined) return ['I have posted nothing in the last month.']
  if (!OF_LAST.test(one.question.plainText)) {
    const most = telling.tellMost(
      rows.map(({ display_name }) => display_name),
      (name, count) => `${name} likes my posts most often: ${telling.times(count)} in the last month.`,
    )
    return most ?? ['Nobody has liked a post of mine in the last month.']
  }
  const names = rows.filter(({ post_id }) => post_id === last.id).map(({ display_name }) => display_name)
  if (names.length === 0) return [`My last post has no likes yet: “${excerpt(last.text)}”`]
  const likes = Math.max(names.length, last.like_count)
  const count = likes === 1 ? 'one like' : `${telling.counted(likes)} likes`
  return [`My last post has ${count}, from ${listed(names.slice(0, 4))}.`]
}

const OF_LIKES = /\b(?:lik(?:e|ed|es)|popular|best received|favourite)\b/

/** The own post with most replies, or with most likes. */
const bestPost: Recall = async (read, { one }) => {
  const { time, plainText } = one.question
  const posts = (await read.all(ownPosts, monthOf(one))).filter(
    ({ created_at }) => time?.tense !== 'past' || (created_at >= time.from && created_at < time.to),
  )
  const isOfLikes = OF_LIKES.test(plainText)
  const countOf = (post: (typeof posts)[number]): number => (isOfLikes ? post.like_count : post.reply_count)
  const most = Math.max(0, ...posts.map(countOf))
  const span = time?.tense === 'past' ? ` ${time.label}` : ' lately'
  if (most === 0) return [`None of my posts has been ${isOfLikes ? 'liked' : 'answered'}${span}.`]
  const best = posts.filter((post) => countOf(post) === most)
  const [latest] = best
  const [single, plural] = isOfLikes ? ['one like', 'likes'] : ['one reply', 'replies']
  const count = most === 1 ? single : `${telling.counted(most)} ${plural}`
  const day = bareDay(latest!.created_at, one.context.at)
  const quotation = `“${excerpt(latest!.text)}”`
  if (best.length === 1) return [`My post of ${day} got ${count}, more than any other: ${quotation}`]
  return [
    `${capitalise(telling.counted(best.length))} posts of mine got ${count} each, and no other got more. The latest is of ${day}: ${quotation}`,
  ]
}

/** Who reposted something of the resident. */
const reposted: Recall = async (read, talk) => {
  const { one } = talk
  if (OF_LIKES.test(one.question.plainText)) return postLikes(read, talk)
  const rows = await read.all(reposters, monthOf(one))
  const names = [...new Set(rows.map(({ display_name }) => display_name))].slice(0, 3)
  const isAsked = one.question.aspect === 'whether'
  if (names.length === 0) return [`${isAsked ? 'No, nobody' : 'Nobody'} has reposted anything of mine lately.`]
  return [`${isAsked ? 'Yes, ' : ''}${listed(names)} reposted something of mine.`]
}

const followersOf = prepare<{ world: string; agent: string }, { agent_id: string; display_name: string }>(
  (sql, param) =>
    sql
      .selectFrom('follows as f')
      .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'f.world_id').onRef('a.id', '=', 'f.agent_id'))
      .select(['f.agent_id', 'a.display_name'])
      .where('f.world_id', '=', param('world'))
      .where('f.target_agent_id', '=', param('agent'))
      .where('a.kind', '=', literal('resident'))
      .orderBy('f.created_at', 'desc')
      .orderBy('f.id', 'desc')
      .limit(literal(400)),
)

const followedBy = prepare<{ world: string; agent: string }, { agent_id: string; display_name: string }>((sql, param) =>
  sql
    .selectFrom('follows as f')
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'f.world_id').onRef('a.id', '=', 'f.target_agent_id'))
    .select(['f.target_agent_id as agent_id', 'a.display_name'])
    .where('f.world_id', '=', param('world'))
    .where('f.agent_id', '=', param('agent'))
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(literal(100)),
)

const OF_FOLLOWING = /\b(?:do|did|are|r) (?:you|u) (?:follow|following)\b/

/** Whom the resident follows. */
async function following(read: Read, { context, question, names }: LifeQuestion): Promise<readonly string[]> {
  const rows = await read.all(followedBy, { world: context.world.id, agent: context.by })
  const [otherId] = question.people
  if (otherId !== undefined) {
    const isFollowing = rows.some(({ agent_id }) => agent_id === otherId)
    return [`${isFollowing ? 'Yes, I follow' : 'No, I do not follow'} ${names.nameOf(otherId)}.`]
  }
  if (rows.length === 0) return ['I follow nobody yet.']
  const all = rows.map(({ display_name }) => display_name)
  const some = all.length > 4 ? [...all.slice(0, 3), `${telling.counted(all.length - 3)} others`] : all
  return [`I follow ${listed(some)}.`]
}

/** Who follows the resident; how many do is told elsewhere. */
const followers: Recall = async (read, { one }) => {
  const { aspect, people, plainText } = one.question
  if (OF_FOLLOWING.test(plainText)) return following(read, one)
  const { world, by } = one.context
  if (aspect !== 'who' && !(aspect === 'whether' && people.length === 1)) return null
  const rows = await read.all(followersOf, { world: world.id, agent: by })
  const [otherId] = people
  if (otherId !== undefined) {
    const isFollower = rows.some(({ agent_id }) => agent_id === otherId)
    return [
      `${isFollower ? 'Yes' : 'No'}, ${one.names.nameOf(otherId)} ${isFollower ? 'follows' : 'does not follow'} me.`,
    ]
  }
  const names = rows.map(({ display_name }) => display_name)
  if (names.length === 0) return ['Nobody follows me yet.']
  const some = names.length > 4 ? [...names.slice(0, 3), `${telling.counted(names.length - 3)} others`] : names
  return [`${listed(some)} ${names.length === 1 ? 'follows' : 'follow'} me.`]
}

const OF_POSTS: Partial<Record<Intent, Recall>> = {
  postReplies: answersToPost,
  repliersMost,
  lastReply,
  otherReplied,
  ownReplies,
  postLikes,
  bestPost,
  reposted,
  followers,
}

/** The answer to an intent about the resident's posts; null for other intents. */
export const postAnswer: Recall = async (read, talk) => (await OF_POSTS[talk.one.question.intent]?.(read, talk)) ?? null
