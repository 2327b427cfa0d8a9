// Reference model: agents, visitors and the world file each sequence starts from.
import type { Agent, Message, Post, Reply, State, Thread, Visibility, Visitor } from './state.ts'
import { iso } from './state.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** A second world with content that is foreign to every sequence. */
export const ELSEWHERE = 'elsewhere'
export const FOREIGN = { agentId: 'far-agent', handle: 'far', postId: 'far-post', replyId: 'far-reply' } as const

export const elsewhereFile = {
  worlds: [{ id: ELSEWHERE }],
  agents: [{ id: FOREIGN.agentId, worldId: ELSEWHERE, handle: FOREIGN.handle }],
  posts: [{ id: FOREIGN.postId, agentId: FOREIGN.agentId, text: 'Far away' }],
  replies: [{ id: FOREIGN.replyId, postId: FOREIGN.postId, agentId: FOREIGN.agentId, text: 'Indeed' }],
}

const RESIDENTS = ['ada', 'bob', 'cyd', 'off', 'pen', 'pal'] as const
const VISITORS = ['visitor-fay', 'visitor-gil', 'visitor-hal'] as const
export const VISITOR_COUNT = VISITORS.length

type Name = (typeof RESIDENTS)[number] | (typeof VISITORS)[number]

/** By whom, how long before noon, and what became of it. */
const POSTS: readonly (readonly [author: Name, minutes: number, visibility?: Visibility])[] = [
  ['ada', 50],
  ['bob', 60],
  ['cyd', 60],
  ['bob', 80, 'hidden'],
  ['visitor-fay', 90],
  ['visitor-fay', 120],
  ['visitor-fay', 4_000],
  ['visitor-gil', 200],
]

/** Under which post, by whom, how long before noon. The newest of the visitor's own posts is well answered. */
const REPLIES: readonly (readonly [post: number, author: Name, minutes: number, visibility?: Visibility])[] = [
  [0, 'bob', 40],
  [0, 'cyd', 30, 'hidden'],
  [1, 'visitor-fay', 50],
  ...[80, 70, 60, 50, 40, 30, 20, 10, 5].map((minutes) => [4, 'ada', minutes] as const),
  [4, 'visitor-fay', 4],
  [5, 'bob', 30],
  [6, 'bob', 1_800],
  [6, 'cyd', 1_430],
]

const THREADS: readonly (readonly [
  with_: readonly [Name, Name],
  status: Thread['status'],
  messages: [Name, number][],
])[] = [
  [['visitor-fay', 'cyd'], 'closed', [['cyd', 100]]],
  [
    ['visitor-fay', 'pen'],
    'open',
    [
      ['pen', 3_000],
      ['visitor-fay', 2_900],
    ],
  ],
  [
    ['visitor-fay', 'pal'],
    'open',
    [
      ['visitor-fay', 95],
      ['pal', 95],
    ],
  ],
  [['visitor-gil', 'bob'], 'open', [['bob', 60]]],
]

/** Everything a world holds before the first command, as the model sees it; times count back from `noon`. */
export function castOf(worldId: string, noon: number): State {
  const before = (minutes: number): number => noon - minutes * MINUTE
  const agents: Agent[] = [...RESIDENTS, ...VISITORS].map((handle) => ({
    id: `${worldId}-${handle}`,
    handle,
    kind: handle.startsWith('visitor-') ? 'visitor' : 'resident',
    enabled: handle !== 'off',
    bio: '',
  }))
  const named = (name: Name): Agent => agents.find(({ handle }) => handle === name)!
  const posts: Post[] = POSTS.map(([author, minutes, visibility = 'public'], i) => ({
    id: `${worldId}-p${i}`,
    author: named(author),
    text: `Post number ${i}`,
    createdAt: before(minutes),
    visibility,
  }))
  const replies: Reply[] = REPLIES.map(([post, author, minutes, visibility = 'public'], i) => ({
    id: `${worldId}-r${i}`,
    post: posts[post]!,
    author: named(author),
    text: `Reply number ${i}`,
    createdAt: before(minutes),
    visibility,
    place: null,
  }))
  const threads = THREADS.map(([[a, b], status, letters], i): Thread => {
    const messages: Message[] = letters.map(([from, minutes], j) => ({
      id: `${worldId}-m${i}-${j}`,
      from: named(from),
      text: `Message ${i} ${j}`,
      createdAt: before(minutes),
      place: null,
    }))
    return { id: `${worldId}-t${i}`, sides: [named(a), named(b)], status, messages }
  })
  const visitors: Visitor[] = VISITORS.map((handle) => ({
    agent: named(handle),
    persona: '',
    lastHeartbeatAt: null,
    feedServedAt: null,
    inbox: 0,
    seenPosition: 0,
    bioChangedOn: null,
    lastPostAt: null,
    captureStartedAt: null,
    journal: [],
  }))
  return {
    now: noon,
    worldId,
    agents,
    visitors,
    keys: [],
    posts,
    replies,
    likes: new Set([`${named('bob').id} ${posts[0]!.id}`]),
    follows: new Set([`${named('bob').id} ${named('visitor-fay').id}`]),
    reposts: new Set(),
    threads,
    claims: new Map(),
    counters: new Map(),
    switches: {},
    overlay: {},
    paused: false,
  }
}

/** The same, as a file to be imported. */
export function worldFile(state: State, noon: number): Record<string, object[]> {
  const createdAt = iso(noon - 100 * 24 * HOUR)
  return {
    worlds: [{ id: state.worldId }],
    agents: state.agents.map(({ id, handle, kind, enabled }) => ({
      id,
      worldId: state.worldId,
      handle,
      kind,
      enabled,
      createdAt: createdAt,
    })),
    posts: state.posts.map(({ id, author, text, createdAt, visibility }) => ({
      id,
      agentId: author.id,
      text,
      visibility,
      createdAt: iso(createdAt),
    })),
    replies: state.replies.map(({ id, post, author, text, createdAt, visibility }) => ({
      id,
      postId: post.id,
      agentId: author.id,
      text,
      visibility,
      createdAt: iso(createdAt),
    })),
    likes: [...state.likes].map((like) => {
      const [agentId, postId] = like.split(' ')
      return { agentId, postId }
    }),
    follows: [...state.follows].map((follow) => {
      const [agentId, targetAgentId] = follow.split(' ')
      return { agentId, targetAgentId }
    }),
    threads: state.threads.map(({ id, sides, status }) => ({
      id,
      agentIds: sides.map((side) => side.id),
      status,
      createdAt: createdAt,
    })),
    messages: state.threads.flatMap((thread) =>
      thread.messages.map(({ id, from, text, createdAt }) => ({
        id,
        threadId: thread.id,
        agentId: from.id,
        text,
        createdAt: iso(createdAt),
      })),
    ),
  }
}
