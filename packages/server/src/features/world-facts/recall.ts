// What residents recall by the words of a question: facts that they know, own texts, and games and deeds with somebody.
import { askingPart, contentStems, isGeneric, telling } from '@agent-network/voice'
import { DAY_MS, HOUR_MS } from '../../platform/core/time.ts'
import { literal, prepare, type Read } from '../../platform/db/database.ts'
import { type KnownFact, wordingOf } from '../../stores/minds/knowledge.ts'
import { lifeAnswer } from './life-answers.ts'
import { countedAnswer, deedsByCue, gamesOf, opponentNow, promisesIn, REMEMBERED_MS } from './lived.ts'
import { matterAnswer, SHORT_MAX, type TalkQuestion, textOf } from './matters.ts'
import { bareName, type LifeQuestion, labelOf, namesAt, whereabouts } from './questions.ts'
import { feeling, moodOfDays, trusts } from './standing.ts'

const { dayPhrase, excerpt, hourPhrase, listed, placePhrase } = telling

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

// ── Facts ──

/** Words of questions about news that no news are found by. */
const OF_HEARSAY = contentStems(
  'hear heard news gossip rumour rumours word true told tell know said anything something anybody anyone happened happening going lately recently latest new interesting exciting fresh freshest newest hot hottest juicy bit piece item',
)

export interface FactSearch {
  /** The question, with names. */
  readonly text: string
  /** Ids and names of all that it mentions. */
  readonly subjects: readonly { readonly id: string; readonly name: string }[]
}

/** Whether a fact is about somebody or something, by id, name or first name. */
function isFactAbout(fact: KnownFact, { id, name }: FactSearch['subjects'][number]): boolean {
  if (fact.subject_id === id) return true
  const [first = ''] = bareName(name).split(' ')
  return first.length > 2 && bareName(wordingOf(fact)).includes(first)
}

/** Whether a question names the matter of an operator's fact, which need not have a name in the world. */
const isMatterOf = ({ kind, subject_id, about }: KnownFact, text: string): boolean =>
  kind === 'operator' && subject_id === '' && about !== '' && ` ${bareName(text)} `.includes(` ${bareName(about)} `)

/**
 * The fact that a question asks for: one about all that it mentions, with most of its other words. Of equals the first
 * counts. A question without other words asks for anything.
 */
export function findFact(facts: readonly KnownFact[], { text, subjects }: FactSearch): KnownFact | null {
  const ofNames = contentStems(subjects.map(({ name }) => name).join(' '))
  const stems = [...contentStems(text)].filter((stem) => !OF_HEARSAY.has(stem) && !ofNames.has(stem))
  const least = subjects.length > 0 ? Math.min(1, stems.length) : Math.ceil(stems.length / 2)
  let best: { readonly fact: KnownFact; readonly shared: number } | null = null
  for (const fact of facts) {
    const isMatter = isMatterOf(fact, text)
    if (!isMatter && !subjects.every((subject) => isFactAbout(fact, subject))) continue
    const own = contentStems(wordingOf(fact))
    const shared = stems.filter((stem) => own.has(stem)).length + Number(isMatter)
    if (shared >= least && (best === null || shared > best.shared)) best = { fact, shared }
  }
  return best?.fact ?? null
}

/** Share of the words of a fact that a text must have to tell it. */
const TOLD_SHARE = 0.6

/** The fact that a text tells; null if it tells none. */
export function findToldFact(facts: readonly KnownFact[], text: string): KnownFact | null {
  const stems = contentStems(text)
  let best: { readonly fact: KnownFact; readonly share: number } | null = null
  for (const fact of facts) {
    const own = [...contentStems(wordingOf(fact))]
    const share = own.filter((stem) => stems.has(stem)).length / Math.max(1, own.length)
    if (share >= TOLD_SHARE && (best === null || share > best.share)) best = { fact, share }
  }
  return best?.fact ?? null
}

/** An own deed that shares most words with a question which no rule covers; else the denial. */
export async function recalledDeed(read: Read, one: LifeQuestion, text: string): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const stems = [...contentStems(askingPart(text))].slice(0, 6)
  let best: { readonly clause: string; readonly at: number; readonly shared: number } | null = null
  for (const cue of stems)
    for (const { text: deed, created_at } of await deedsByCue(read, world.id, by, cue)) {
      const own = contentStems(deed)
      const shared = stems.filter((stem) => own.has(stem)).length
      const clause = shared < Math.max(2, stems.length / 2) ? null : telling.clauseOfEpisode(deed)
      if (clause !== null && (best === null || shared > best.shared)) best = { clause, at: created_at, shared }
    }
  return best === null ? null : telling.tellHighlight([best], null, at)
}

// ── Own texts ──

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
    .limit(literal(120)),
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
async function ownPost(read: Read, { one }: TalkQuestion, text: string): Promise<readonly string[] | null> {
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
async function answersToPost(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { one, turns } = talk
  const users = turns.filter(({ role }) => role === 'user').map(({ content }) => askingPart(content).toLowerCase())
  const last = users.at(-1) ?? ''
  const isShort = last.split(' ').length <= SHORT_MAX
  const isOfPost = OF_OWN_POST.test(last) || (isShort && OF_OWN_POST.test(users.at(-2) ?? ''))
  const isOfWords = /\bwhat did (?:\w+ ){1,2}(?:say|write|answer|reply|think)\b/.test(last)
  const isLeaning = isShort && isOfWords && OF_ANSWERS.test(users.at(-2) ?? '')
  if (!isLeaning && (!OF_ANSWERS.test(last) || !isOfPost)) return null
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
  const most = Math.max(0, ...posts.map(({ text }) => shared(text)))
  const candidates = most === 0 ? posts.slice(0, 1) : posts.filter(({ text }) => shared(text) === most).slice(0, 4)
  const answers = await Promise.all(candidates.map(({ id }) => read.all(repliersOf, { world: world.id, post: id })))
  const [otherId] = one.question.people
  // A person may have answered an earlier post on the same matter.
  const found = answers.findIndex((rows) => rows.some(({ agent_id }) => agent_id === otherId))
  const post = candidates[Math.max(0, found)]
  if (post === undefined) return null
  const isLast = most === 0
  const rows = answers[Math.max(0, found)]!.filter(({ agent_id }) => agent_id !== by)
  const which = isLast ? 'my last post' : `my post of ${dayPhrase(post.created_at, at).replace(/^on /u, '')}`
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

const answeredByMe = prepare<{ world: string; agent: string }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('replies as r')
    .innerJoin('posts as p', (j) => j.onRef('p.world_id', '=', 'r.world_id').onRef('p.id', '=', 'r.post_id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'p.world_id').onRef('a.id', '=', 'p.agent_id'))
    .select('a.display_name')
    .where('r.world_id', '=', param('world'))
    .where('r.agent_id', '=', param('agent'))
    .where('r.visibility', '=', literal('public'))
    .where('p.visibility', '=', literal('public'))
    .whereRef('p.agent_id', '<>', 'r.agent_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(literal(20)),
)
const OWN_ANSWERS =
  /\b(?:who|whose posts?|whom|which posts?|what posts?) (?:have|did) you (?:\w+ )?(?:repl(?:y|ied)|answer(?:ed)?|comment(?:ed)?|respond(?:ed)?)\b|\bposts? you (?:have )?(?:replied|answered|commented)|\bwhat (?:did )?you (?:\w+ )?(?:replied|reply|answered|commented)/

/** Whose posts the resident replied to. */
async function ownAnswers(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, by } = one.context
  if (!OWN_ANSWERS.test(one.question.plainText)) return null
  const rows = await read.all(answeredByMe, { world: world.id, agent: by })
  const names = [...new Set(rows.map(({ display_name }) => display_name))].slice(0, 3)
  return [names.length === 0 ? 'I have replied to nobody lately.' : `I last replied to posts of ${listed(names)}.`]
}

const LIKED_LAST =
  /\b(?:last|latest|newest) post\b.*\blik(?:e|ed|es)\b|\blik(?:e|ed|es)\b.*\b(?:last|latest|newest) post\b/

/** The likes of the last post. */
async function likesOfLast(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people } = one.question
  if (!LIKED_LAST.test(plainText) || people.length > 0 || !/\byour?\b/.test(plainText)) return null
  const { world, by, at } = one.context
  const [last] = await read.all(ownPosts, { world: world.id, agent: by, from: at - REMEMBERED_MS })
  if (last === undefined) return null
  const likes = last.like_count === 0 ? 'no likes yet' : last.like_count === 1 ? 'one like' : `${last.like_count} likes`
  return [`My last post has ${likes}: “${excerpt(last.text)}”`]
}

const MOST_LIKED =
  /\bposts?\b.*\bmost (?:likes|popular|repl(?:y|ies)|answers|comments)\b|\bposts?\b.*\bbest received\b|\bmost (?:liked|popular) (?:\w+ )?posts?\b|\blikes\b.*\bposts?\b/

async function mostLiked(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, time, people } = one.question
  if (!MOST_LIKED.test(plainText) || people.length > 0) return null
  const { world, by, at } = one.context
  const posts = (await read.all(ownPosts, { world: world.id, agent: by, from: at - REMEMBERED_MS })).filter(
    ({ created_at }) => time === null || (created_at >= time.from && created_at < time.to),
  )
  const isOfReplies = /\brepl(?:y|ies)|\banswers\b|\bcomments\b/.test(plainText)
  const countOf = (post: (typeof posts)[number]): number => (isOfReplies ? post.reply_count : post.like_count)
  const [best] = posts.toSorted((a, b) => countOf(b) - countOf(a) || b.created_at - a.created_at)
  if (best === undefined || countOf(best) === 0)
    return [`None of my posts has been ${isOfReplies ? 'answered' : 'liked'} lately.`]
  const noun = isOfReplies ? ['reply', 'replies'] : ['like', 'likes']
  const likes = countOf(best) === 1 ? `one ${noun[0]}` : `${countOf(best)} ${noun[1]}`
  return [
    `My post of ${dayPhrase(best.created_at, at).replace(/^on /u, '')} got ${likes}, more than any other: “${excerpt(best.text)}”`,
  ]
}

const reposters = prepare<{ world: string; agent: string; from: number }, { display_name: string }>((sql, param) =>
  sql
    .selectFrom('posts as p')
    .innerJoin('reposts as r', (j) => j.onRef('r.world_id', '=', 'p.world_id').onRef('r.post_id', '=', 'p.id'))
    .innerJoin('agents as a', (j) => j.onRef('a.world_id', '=', 'r.world_id').onRef('a.id', '=', 'r.agent_id'))
    .select('a.display_name')
    .where('p.world_id', '=', param('world'))
    .where('p.agent_id', '=', param('agent'))
    .where('p.visibility', '=', literal('public'))
    .where('p.created_at', '>', param('from'))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(literal(20)),
)

/** Who reposted something of the resident. */
async function reposted(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, by, at } = one.context
  const { plainText, aspect } = one.question
  if (!/\b(?:repost|reshare)/.test(plainText) || !/\byou(?:rs?)?\b/.test(plainText)) return null
  if (/\byou (?:\w+ ){0,3}(?:repost|reshare)/.test(plainText)) return null
  const rows = await read.all(reposters, { world: world.id, agent: by, from: at - REMEMBERED_MS })
  const names = [...new Set(rows.map(({ display_name }) => display_name))].slice(0, 3)
  if (names.length === 0) return ['Nobody has reposted anything of mine lately.']
  return [`${aspect === 'whether' ? 'Yes, ' : ''}${listed(names)} reposted something of mine.`]
}

/** `About`, and what it was about. */
const ON_MATTER = /\babout (?!at\b|on\b|in\b|today|yesterday|this|last|lately|earlier)[<\w]/

const WROTE =
  /\bwhat (?:did|have|was it) you (?:\w+ )?(?:write|written|post|posted|dream|dreamt)\b|\byou (?:wrote|posted|dreamt)\b.*\babout\b|\b(?:did|have) you (?:\w+ )?(?:write|written|post|posted) (?:\w+ )?about\b/
const DREAMT = /\bdream(?:t|ed|s)?\b/

/** What the resident wrote on a subject. */
async function written(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
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
  return [`${capital(time.label)} ${count}: “${excerpt(last.text)}”`]
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

// ── Here and now ──

const WITH_YOU =
  /\bwho (?:else )?is (?:there |here |around )?(?:with you|near you|here|around)\b|\bwho is there with you\b/

/** Those who are at the place of the resident. */
async function company(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { world, map, by, at } = one.context
  if (!WITH_YOU.test(one.question.plainText) || map === null) return null
  const found = await whereabouts(read, { worldId: world.id, map, agentId: by }, at)
  if (found === null || found.underway) return ['There is nobody with me just now.']
  const own = one.names.nameOf(by)
  const others = (await namesAt(read, world.id, found.place.id, at)).filter((name) => name !== own)
  const place = placePhrase(found.place.label)
  return [
    others.length === 0
      ? `There is nobody with me at ${place} just now.`
      : `With me at ${place} just now: ${listed(others)}.`,
  ]
}

const PLAYS_NOW =
  /\b(?:playing|in (?:the middle of )?a game)\b.*\b(?:now|moment|currently)\b|\b(?:now|currently)\b.*\bplaying\b|\bgames? .*\b(?:on the go|going|running)\b/

async function gameNow(read: Read, { one, turns }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people } = one.question
  const users = turns.filter(({ role }) => role === 'user')
  const isFollowUp =
    plainText.split(' ').length <= 4 && PLAYS_NOW.test(askingPart(users.at(-2)?.content ?? '').toLowerCase())
  if (!isFollowUp && (!PLAYS_NOW.test(plainText) || !/\byou\b/.test(plainText))) return null
  if (people.length > 0 && !isFollowUp) return null
  const opponent = await opponentNow(read, one.context.world.id, one.context.by)
  if (opponent === null) return ['I am playing nobody just now.']
  return [`I have a game of chess going with ${one.names.nameOf(opponent) || 'a visitor'} just now.`]
}

// ── Moods, games, promises and deeds with somebody ──

const MOOD_REASON =
  /\bwhat (?:is |has |was )?(?:it that )?(?:made|makes|making|got|getting|put|putting) you\b(?! (?:to|laugh|think|decide|choose|want|come|go|do)\b)/

/** `What made you so glum?` */
const moodReason = async (read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> =>
  MOOD_REASON.test(one.question.plainText) ? feeling(read, one) : null

const GAMES_IN =
  /\bhow many (?:\w+ ){0,2}(?:games|matches)\b|\bgames (?:did|have) you\b|\b(?:did|have) you (?:play|played) (?:chess|any(?:body|one)?|some(?:body|one)|against)\b/

/** Games against anybody in the span that a question names. */
async function gamesIn(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, time } = one.question
  if (people.length > 0 || time?.tense !== 'past' || !GAMES_IN.test(plainText) || !/\byou\b/.test(plainText))
    return null
  const { world, by, at } = one.context
  const played = (await gamesOf(read, { world: world.id, agent: by, to: at })).filter(
    (game) => game.at >= time.from && game.at <= time.to,
  )
  if (played.length === 0) return [`I have played no game of chess ${time.label}.`]
  const count = (result: string): number => played.filter((game) => game.result === result).length
  const games = played.length === 1 ? 'one game' : `${played.length} games`
  const results = [
    `won ${count('won')}`,
    `lost ${count('lost')}`,
    ...(count('drawn') === 0 ? [] : [`drew ${count('drawn')}`]),
  ]
  return [`${capital(time.label)} I ${listed(results)} of ${games} of chess.`]
}

const BEATEN =
  /\byou (?:ever |really |actually )?(?:beat|beaten|defeat(?:ed)?|win against|won against) <person>|\b(?:ever|yet) (?:beat|beaten|won against) <person>/
const ONE_GAME = {
  won: 'I won a game of chess against',
  lost: 'I lost a game of chess to',
  drawn: 'I drew a game of chess with',
} as const

const SCORE =
  /\b(?:score|tally|record) (?:between you and|against|with|versus) <person>|\bhow do you and <person> stand at chess\b/
const AT_BOARD = /\bat the (?:board|chessboard)\b/

/** Games with somebody in the span that a question names, or whether one was ever won. */
async function gamesWith(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, time } = one.question
  const [otherId] = people
  const isSpan = time?.tense === 'past'
  if (otherId !== undefined && SCORE.test(plainText) && !isSpan)
    return countedAnswer(read, {
      ...one,
      question: { ...one.question, intent: 'games', detail: { ...one.question.detail, isRecord: true } },
    })
  const isEver = /\b(?:ever|yet)\b/.test(plainText) && BEATEN.test(plainText)
  if (otherId === undefined || !(isEver || (isSpan && (BEATEN.test(plainText) || AT_BOARD.test(plainText)))))
    return null
  const { world, by, at } = one.context
  const name = one.names.nameOf(otherId)
  const all = (await gamesOf(read, { world: world.id, agent: by, to: at })).filter((game) => game.otherId === otherId)
  if (isEver) {
    const won = all.filter(({ result }) => result === 'won')
    if (won.length === 0) return [`No, I have not beaten ${name} in the last month.`]
    const times = telling.times(won.length)
    return [`Yes, I have beaten ${name} ${times} in the last month, last ${dayPhrase(won[0]!.at, at)}.`]
  }
  // A night lasts until the morning.
  const until = /night|evening/u.test(time!.label) ? time!.to + 6 * HOUR_MS : time!.to
  const played = all.filter((game) => game.at >= time!.from && game.at <= until)
  if (played.length === 0) return [`I did not play ${name} ${time!.label}.`]
  const count = (result: string): number => played.filter((game) => game.result === result).length
  const drawn = count('drawn') === 0 ? '' : `, and ${count('drawn') === 1 ? 'one was' : `${count('drawn')} were`} drawn`
  const [only] = played
  if (only !== undefined && played.length === 1) return [`${capital(time!.label)} ${ONE_GAME[only.result]} ${name}.`]
  const games = `${played.length} games`
  return [
    `${capital(time!.label)} I won ${count('won')} and lost ${count('lost')} of ${games} of chess against ${name}${drawn}.`,
  ]
}

const OF_INVITATION = /\b(?:have|did) you (?:\w+ )?(?:ask(?:ed)?|invited?|proposed?)\b.*<person>/
const AS_AGREED =
  /\bas (?:agreed|promised|arranged|planned|you agreed)\b|\b(?:did|was|has) <person> (?:\w+ )?(?:there|come|came|show(?:n|ed)? up|turn(?:ed)? up|appear(?:ed)?)\b/

const STOOD_UP = /\bhow (?:many times|often) (?:has|did|have) <person> (?:\w+ )?(?:stood|stand|let|kept|left) you\b/
const INVITED = /\b(?:any(?:body|one)|who|some(?:body|one)) (?:has |have )?(?:\w+ )?(?:asked|ask|invited|invite) you\b/

/** An invitation that the resident has not answered yet. */
function invitation(one: LifeQuestion, rows: Awaited<ReturnType<typeof promisesIn>>): readonly string[] {
  const { by, at } = one.context
  const found = rows.find(({ status, other_id, at: then }) => status === 'asked' && other_id === by && then > at)
  const place = found === undefined ? null : labelOf(one, found.place_id)
  if (found === undefined || place === null) return ['No, nobody has asked me to meet that I have not answered.']
  const name = one.names.nameOf(found.maker_id) || 'Somebody'
  return [
    `${name} has asked me to meet ${dayPhrase(found.at, at)} at ${hourPhrase(found.at)} at ${placePhrase(place)}.`,
  ]
}

/** Invitations without an answer, and whether somebody came as promised on the day that a question names. */
async function appointment(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { plainText, people, places, time } = one.question
  const { world, by, at } = one.context
  const [otherId] = people
  const forms = otherId === undefined ? [INVITED] : [STOOD_UP, OF_INVITATION, AS_AGREED]
  if (!forms.some((form) => form.test(plainText))) return null
  const all = await promisesIn(read, { world: world.id, agent: by, from: at - REMEMBERED_MS, to: at + 7 * DAY_MS })
  if (otherId === undefined) return invitation(one, all)
  const name = one.names.nameOf(otherId)
  const rows = all.filter(({ maker_id, other_id }) => maker_id === otherId || other_id === otherId)
  if (STOOD_UP.test(plainText)) {
    const count = rows.filter(
      (row) => row.status === (row.maker_id === by ? 'broken_by_other' : 'broken_by_maker'),
    ).length
    return [`${name} has let me wait ${count === 0 ? 'not once' : telling.times(count)} in the last month.`]
  }
  if (OF_INVITATION.test(plainText)) {
    const open = rows.find(({ status, maker_id, at: then }) => status === 'asked' && maker_id === by && then > at)
    const place = open === undefined ? null : labelOf(one, open.place_id)
    if (place === null) return null
    return [
      `I have asked ${name} to meet me ${dayPhrase(open!.at, at)} at ${hourPhrase(open!.at)} at ${placePhrase(place)}.`,
      'I have no answer yet.',
    ]
  }
  if (time?.tense !== 'past' && places.length === 0) return null
  const found = rows.find(
    (row) =>
      (row.status === 'kept' || row.status.startsWith('broken_by')) &&
      (time?.tense !== 'past' || (row.at >= time.from && row.at < time.to)) &&
      (places.length === 0 || places.includes(row.place_id)),
  )
  const place = found === undefined ? null : labelOf(one, found.place_id)
  if (found === undefined || place === null) return null
  const isOwnFault = found.status === (found.maker_id === by ? 'broken_by_maker' : 'broken_by_other')
  if (isOwnFault) return [`I do not know: I did not come to ${placePhrase(place)} ${dayPhrase(found.at, at)} myself.`]
  return telling.tellAppointment(name, { place, at: found.at, isKept: found.status === 'kept' }, at)
}

const OF_ANSWER =
  /<person> (?:\w+ )?(?:get|got|gotten|write|wrote|written) back to you\b|\b(?:keep|kept|leave|left) you (?:waiting for|without) an answer\b/

/** Deeds of the person that was talked of: `did you at least apologise?`. */
async function deedWithLast(read: Read, { one, earlier }: TalkQuestion): Promise<readonly string[] | null> {
  const { question } = one
  if (OF_ANSWER.test(question.plainText))
    return countedAnswer(read, {
      ...one,
      question: {
        ...question,
        intent: 'conduct',
        detail: { ...question.detail, conduct: 'silence', isOwnDeed: false },
      },
    })
  if (question.detail.conduct === null || question.people.length > 0 || earlier === null || earlier.people.length === 0)
    return null
  const isShort = question.plainText.split(' ').length <= SHORT_MAX + 1
  if (!isShort || /\b(?:any|some)(?:body|one)\b|\bwho\b/.test(question.plainText)) return null
  return countedAnswer(read, { ...one, question: { ...question, intent: 'conduct', people: earlier.people } })
}

/** A broken promise has no row of its reason. */
async function whyBroken(read: Read, { one }: TalkQuestion): Promise<readonly string[] | null> {
  const { intent, aspect } = one.question
  if (intent !== 'brokenByYou' || aspect !== 'why') return null
  const answer = await lifeAnswer(read, one)
  return answer === null ? null : [answer[0].replace(/^Yes\. /u, ''), 'I have no good excuse for it.']
}

/** In this order, after the matters of the town; the first that finds something counts. */
const RECOLLECTIONS = [
  ownAnswers,
  reposted,
  likesOfLast,
  mostLiked,
  answersToPost,
  whyBroken,
  trusts,
  moodOfDays,
  matterAnswer,
  moodReason,
  gamesIn,
  company,
  gameNow,
  gamesWith,
  appointment,
  deedWithLast,
  written,
] as const

/** What a question names that no intent covers; null for other questions. */
export async function recalledMatter(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  for (const recall of RECOLLECTIONS) {
    const found = await recall(read, talk)
    if (found !== null) return found
  }
  return null
}

/** An own post about a matter that no other row tells of. */
export async function recalledPost(read: Read, talk: TalkQuestion): Promise<readonly string[] | null> {
  const { aspect, plainText } = talk.one.question
  const text = textOf(talk)
  const isOwn = /\b(?:you|your)\b/.test(plainText)
  if (!isOwn || !/^(?:what|whether|why|tell)$/.test(aspect)) return null
  return contentStems(text).size < 3 ? null : ownPost(read, talk, text)
}
