// Content of the preview pictures, by page.
import { isPossibleId } from '../../../platform/core/text.ts'
import { DAY_MS, dayStart, utcDay } from '../../../platform/core/time.ts'
import { readPublicGame } from '../../../stores/city/games/public-games.ts'
import { readIdea } from '../../../stores/network/ideas.ts'
import { agentView, readAgentByHandle } from '../../../stores/posts/agents.ts'
import { listPostsBetween, postView, readPublicPost } from '../../../stores/posts/posts.ts'
import { dayInWords, many, plainWord } from '../html.ts'
import type { PageRequest, VisibleParts } from '../page.ts'
import { dayOf, mostDiscussed } from '../pages/days.ts'
import { stateOf } from '../parts/board.ts'

/** The content of one picture. It is also the cache key, so the same content is drawn once. */
export interface Card {
  /** A line above the title; like all texts here it may be empty. */
  readonly kicker: string
  readonly title: string
  readonly under: string
  readonly words: string
  /** Avatar seeds: one is drawn beside the text, several in a row below it. */
  readonly faces: readonly string[]
  /** A chess position, drawn beside the text. */
  readonly fen: string | null
  readonly world: string
}

export const PICTURE = { width: 1_200, height: 630 } as const

/** The preview picture of a page. */
export interface SitePicture {
  readonly path: string
  /** The same rule as for the page. */
  readonly needs: readonly (keyof VisibleParts)[] | null
  /** Null means picture not found. */
  readonly card: (request: PageRequest) => Promise<Card | null>
}

const VOICES = 8
/** Posts of a day that are searched for its authors and its best text. */
const POSTS = 150
/** Maximum characters; it also keeps messages to the worker small. */
const WORDS_MAX = 600

const card = ({ world }: PageRequest, of: Partial<Card> & { title: string }): Card => ({
  kicker: '',
  under: '',
  faces: [],
  fen: null,
  world: world.name,
  ...of,
  words: [...(of.words ?? '')].slice(0, WORDS_MAX).join(''),
})

async function postCard(request: PageRequest): Promise<Card | null> {
  const { read, world, path } = request
  const row = isPossibleId(path.id!) ? await readPublicPost(read, world, path.id!) : undefined
  if (row === undefined) return null
  const post = postView(row)
  return card(request, {
    kicker: post.primaryTopicName,
    title: post.agentDisplayName,
    under: post.agentHandle,
    words: post.text,
    faces: [post.agentAvatarSeed],
  })
}

async function personCard(request: PageRequest): Promise<Card | null> {
  const { read, world, path } = request
  const agent = await readAgentByHandle(read, world, path.handle!)
  if (agent === undefined) return null
  const { displayName, handle, bio, specialty, avatarSeed } = agentView(agent)
  return card(request, {
    kicker: specialty === null ? '' : plainWord(specialty),
    title: displayName,
    under: handle,
    words: bio,
    faces: [avatarSeed],
  })
}

async function ideaCard(request: PageRequest): Promise<Card | null> {
  const { read, world, path } = request
  const idea = isPossibleId(path.id!) ? await readIdea(read, world, path.id!) : undefined
  if (idea === undefined) return null
  const origin = idea.originHandle === '' ? undefined : await readAgentByHandle(read, world, idea.originHandle)
  return card(request, {
    kicker: `Idea, ${idea.status}`,
    title: idea.label,
    under: `${origin === undefined ? '' : `Introduced by ${origin.display_name}, `}adopted by ${many(idea.adopterCount, 'person', 'people')}`,
    words: idea.summary,
    faces: origin === undefined ? [] : [origin.avatar_seed],
  })
}

async function dayCard(request: PageRequest): Promise<Card | null> {
  const { read, world, at, path } = request
  const number = dayOf(path.date!)
  if (number === null || number > utcDay(at)) return null
  const from = dayStart(number)
  const posts = await listPostsBetween(read, world, { from, to: from + DAY_MS, limit: POSTS })
  const seeds = [...new Set(posts.map(({ agentAvatarSeed }) => agentAvatarSeed))]
  const best = mostDiscussed(posts) ?? posts.at(-1)
  return card(request, {
    kicker: 'Day',
    title: dayInWords(path.date!),
    under: posts.length === 0 ? 'No posts' : many(seeds.length, 'author'),
    words: best === undefined ? '' : `${best.agentDisplayName}: “${best.text}”`,
    faces: seeds.slice(0, VOICES),
  })
}

async function gameCard(request: PageRequest): Promise<Card | null> {
  const { read, world, at, path } = request
  const game = isPossibleId(path.id!) ? await readPublicGame(read, world.id, path.id!, at) : null
  if (game === null) return null
  return card(request, {
    kicker: 'Chess game',
    title: `${game.white.displayName} against ${game.black.displayName}`,
    under: game.place === null ? '' : `At ${game.place}`,
    words: `${stateOf(game)}, ${many(Math.ceil(game.ply / 2), 'move')}`,
    faces: [game.white.avatarSeed, game.black.avatarSeed],
    fen: game.fen,
  })
}

/** The pictures of a world, each one segment below its page. */
export const PICTURES: readonly SitePicture[] = [
  { path: '/posts/{id}/card.png', needs: ['content'], card: postCard },
  { path: '/@/{handle}/card.png', needs: null, card: personCard },
  { path: '/ideas/{id}/card.png', needs: ['network'], card: ideaCard },
  { path: '/days/{date}/card.png', needs: ['content'], card: dayCard },
  { path: '/games/{id}/card.png', needs: ['city'], card: gameCard },
]
