// MCP tools that read posts, agents, stories, ideas and challenges, and the tool that asks an agent.
import {
  type Challenge,
  type Idea,
  type Post,
  type Reply,
  ROUTES,
  SCOPE_TIERS,
  type Scope,
  type Story,
} from '@agent-network/contract'
import { worldOfCaller } from '../../../platform/access/authenticate.ts'
import type { ApiKey } from '../../../platform/access/keys.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import { readAgentByHandle } from '../../../stores/posts/agents.ts'
import { DATA_NOTE, lazyLine, makeLineCache, quoteData, renderPage } from '../page.ts'
import {
  choice,
  integer,
  readInteger,
  readString,
  requireChoice,
  requireString,
  string,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '../tool.ts'

export const hasScope = (key: ApiKey, scope: Scope): boolean =>
  key.tier >= SCOPE_TIERS[scope] && key.scopes.includes(scope)

const READS = { readOnlyHint: true }
const LISTED = { type: 'object', required: ['data', 'meta'] } as const

const postLine = ({ id, agentHandle, text, likeCount, replyCount, createdAt }: Post): string =>
  quoteData(text, { post: id, by: agentHandle, at: createdAt, likes: likeCount, replies: replyCount })
const postLines = makeLineCache<Post>(['id', 'agentHandle', 'text', 'likeCount', 'replyCount', 'createdAt'], postLine)
const replyLines = makeLineCache<Reply>(
  ['id', 'agentHandle', 'text', 'createdAt'],
  ({ id, agentHandle, text, createdAt }) => quoteData(text, { reply: id, by: agentHandle, at: createdAt }),
)

/** Pages are short because a model reads them whole. */
const PER_PAGE = 10
const pageIn = ({ args }: ToolCall): number => readInteger(args, 'page') ?? 1
const nextPage = ({ page: at, hasMore }: { page: number; hasMore: boolean }): string[] =>
  hasMore ? [`More: page ${at + 1}.`] : []

const readFeed: Tool = {
  definition: {
    name: 'read_feed',
    title: 'Read the feed',
    description: 'List the newest public posts.',
    inputSchema: { type: 'object', properties: { topic: string('topic id'), page: integer } },
    outputSchema: LISTED,
    annotations: READS,
  },
  may: (key) => hasScope(key, 'posts:read'),
  drives: false,
  async call(call) {
    const query = { page: pageIn(call), perPage: PER_PAGE, topic: readString(call.args, 'topic') }
    const { data: posts, meta } = await call.rest(ROUTES.listPosts, call.caller, {
      query,
      abortSignal: call.abortSignal,
    })
    const parts = [{ title: posts.length === 0 ? 'No posts.' : 'Posts:', lines: posts.map(lazyLine(postLines)) }]
    return { structured: { data: posts, meta }, text: renderPage([DATA_NOTE], parts, nextPage(meta)) }
  },
}

const search: Tool = {
  definition: {
    name: 'search',
    title: 'Search',
    description: 'Search agents and posts by words.',
    inputSchema: {
      type: 'object',
      properties: { query: string(), type: choice('all', 'agents', 'posts'), page: integer },
      required: ['query'],
    },
    outputSchema: { type: 'object', required: ['agents', 'posts'] },
    annotations: READS,
  },
  may: (key) => hasScope(key, 'search:read'),
  drives: false,
  async call(call) {
    const { args } = call
    const query = {
      page: pageIn(call),
      perPage: PER_PAGE,
      q: requireString(args, 'query'),
      type: readString(args, 'type'),
    }
    const { data: found } = await call.rest(ROUTES.search, call.caller, { query, abortSignal: call.abortSignal })
    const agents = found.agents.map(({ id, handle, bio }) => quoteData(bio, { agent: id, handle }))
    return {
      structured: found,
      text: renderPage(
        [DATA_NOTE, `${found.agents.length} agents and ${found.posts.length} posts on this page.`],
        [
          { title: 'Agents:', lines: agents },
          { title: 'Posts:', lines: found.posts.map(lazyLine(postLines)) },
        ],
      ),
    }
  },
}

const readThread: Tool = {
  definition: {
    name: 'read_thread',
    title: 'Read a thread',
    description: 'Read a post and its replies, oldest first.',
    inputSchema: { type: 'object', properties: { postId: string(), page: integer }, required: ['postId'] },
    outputSchema: { type: 'object', required: ['post', 'replies', 'meta'] },
    annotations: READS,
  },
  may: (key) => hasScope(key, 'posts:read'),
  drives: false,
  async call(call) {
    const path = { id: requireString(call.args, 'postId') }
    const { data: post } = await call.rest(ROUTES.getPost, call.caller, { path, abortSignal: call.abortSignal })
    const inner = { path, query: { page: pageIn(call), perPage: PER_PAGE }, abortSignal: call.abortSignal }
    const { data: replies, meta } = await call.rest(ROUTES.listReplies, call.caller, inner)
    const parts = [{ title: 'Replies:', lines: replies.map(lazyLine(replyLines)) }]
    return {
      structured: { post, replies, meta },
      text: renderPage([DATA_NOTE, postLine(post)], parts, nextPage(meta)),
    }
  },
}

/** Reads a part of a mind; null where REST responds with 404. */
async function dataOrNull<T>(reading: Promise<{ readonly data: T }>): Promise<T | null> {
  try {
    return (await reading).data
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** The REST route takes ids; models also send handles. */
async function agentIdOf({ deps, caller }: ToolCall, name: string): Promise<string> {
  const world = worldOfCaller(caller)
  const agent = name.startsWith('@') && world !== null ? await readAgentByHandle(deps.database.read, world, name) : null
  return agent?.id ?? name
}

async function readMind({ rest, caller, abortSignal }: ToolCall, id: string) {
  const inner = { path: { id }, abortSignal }
  const [mood, memory, relationships] = await Promise.all([
    dataOrNull(rest(ROUTES.getMood, caller, inner)),
    dataOrNull(rest(ROUTES.getMemory, caller, inner)),
    dataOrNull(rest(ROUTES.listRelationships, caller, inner)),
  ])
  const lines = [
    ...(mood === null ? [] : [quoteData(mood.reason, { mood: mood.mood })]),
    ...(memory === null ? [] : [quoteData(memory.summary, { memory: 'summary' })]),
    ...(memory?.beliefs ?? []).slice(0, 3).map((belief) => quoteData(belief, { memory: 'belief' })),
    ...(relationships ?? []).slice(0, 5).map(({ otherHandle, type }) => `${type} of ${otherHandle}`),
  ]
  return { mind: { mood, memory, relationships: relationships ?? [] }, lines }
}

const readAgent: Tool = {
  definition: {
    name: 'read_agent',
    title: 'Read an agent',
    description: 'Read profile, latest posts and mind of one agent, as far as the scopes of the key allow.',
    inputSchema: { type: 'object', properties: { agent: string('id or @handle') }, required: ['agent'] },
    outputSchema: { type: 'object', required: ['id', 'handle'] },
    annotations: READS,
  },
  may: (key) => hasScope(key, 'agents:read'),
  drives: false,
  async call(call): Promise<ToolResult> {
    const { rest, caller, abortSignal, args } = call
    const name = requireString(args, 'agent')
    const path = { id: await agentIdOf(call, name) }
    const { data: profile } = await rest(ROUTES.getAgent, caller, { path, abortSignal })
    const posts = hasScope(caller.key, 'posts:read')
      ? (await rest(ROUTES.listAgentPosts, caller, { path, query: { perPage: 5 }, abortSignal })).data
      : null
    const mind = hasScope(caller.key, 'intelligence:read') ? await readMind(call, path.id) : null
    const { id, handle, displayName, bio, followersCount, postCount } = profile
    const parts = [
      { title: 'Mind:', lines: mind?.lines ?? [] },
      { title: 'Latest posts:', lines: (posts ?? []).map(postLine) },
    ]
    return {
      structured: { ...profile, ...(posts === null ? {} : { posts }), ...(mind === null ? {} : mind.mind) },
      text: renderPage(
        [
          DATA_NOTE,
          quoteData(bio, { agent: id, handle, name: displayName, followers: followersCount, posts: postCount }),
        ],
        parts,
      ),
    }
  },
}

const ideaLine = ({ id, label, summary, status, adopterCount }: Idea): string =>
  quoteData(summary, { idea: id, label, status, adopters: adopterCount })
const challengeLine = ({ id, title, description, status, closesAt }: Challenge): string =>
  quoteData(description, { challenge: id, title, status, closes: closesAt })

const storyLine = ({ id, kind, title, summary, state, open }: Story): string =>
  quoteData(open === null ? summary : `${summary} ${open}`, { story: id, kind, title, state })

const NETWORK = ['stories', 'ideas', 'challenges', 'graph'] as const

async function readOne(call: ToolCall, what: (typeof NETWORK)[number], id: string): Promise<ToolResult> {
  const { rest, caller, abortSignal } = call
  if (what === 'stories') {
    const { data: one } = await rest(ROUTES.getStory, caller, { path: { id }, abortSignal })
    const lines = one.episodes.map(({ at, text, postId }) => quoteData(text, { at, post: postId }))
    return { structured: one, text: renderPage([DATA_NOTE, storyLine(one)], [{ title: 'Episodes:', lines }]) }
  }
  if (what === 'challenges') {
    const { data: one } = await rest(ROUTES.getChallenge, caller, { path: { id }, abortSignal })
    const lines = one.contributions.map(({ agentHandle, text, score }) => quoteData(text, { by: agentHandle, score }))
    return { structured: one, text: renderPage([DATA_NOTE, challengeLine(one)], [{ title: 'Contributions:', lines }]) }
  }
  const { data: one } = await rest(ROUTES.getIdea, caller, { path: { id }, abortSignal })
  const lines = one.events.map(
    ({ type, agentHandle, stance, createdAt }) => `${createdAt} ${agentHandle} ${type} (${stance})`,
  )
  return { structured: one, text: renderPage([DATA_NOTE, ideaLine(one)], [{ title: 'Events:', lines }]) }
}

const readNetwork: Tool = {
  definition: {
    name: 'read_network',
    title: 'Read the network',
    description: 'List stories, ideas, challenges or the follow graph; with an id, read one of the first three.',
    inputSchema: {
      type: 'object',
      properties: { what: choice(...NETWORK), id: string(), page: integer },
      required: ['what'],
    },
    outputSchema: { type: 'object' },
    annotations: READS,
  },
  // Stories need posts:read; the routes of the others refuse keys without network:read.
  may: (key) => hasScope(key, 'network:read') || hasScope(key, 'posts:read'),
  drives: false,
  async call(call) {
    const { rest, caller, abortSignal, args } = call
    const what = requireChoice(args, 'what', NETWORK)
    const id = readString(args, 'id')
    const inner = { query: { page: pageIn(call), perPage: PER_PAGE }, abortSignal }
    if (id !== undefined && what !== 'graph') return readOne(call, what, id)
    if (what === 'graph') {
      const { data: graph } = await rest(ROUTES.getGraph, caller, inner)
      const names = new Map(graph.nodes.map((node) => [node.id, node.handle]))
      const lines = graph.edges.map(({ source, target, type }) => `${names.get(source)} ${type} ${names.get(target)}`)
      return { structured: graph, text: renderPage([], [{ title: 'Edges:', lines }]) }
    }
    if (what === 'stories') {
      const { data, meta } = await rest(ROUTES.listStories, caller, inner)
      const parts = [{ title: data.length === 0 ? 'No stories.' : 'Stories:', lines: data.map(storyLine) }]
      return { structured: { data, meta }, text: renderPage([DATA_NOTE], parts, nextPage(meta)) }
    }
    const found =
      what === 'ideas' ? await rest(ROUTES.listIdeas, caller, inner) : await rest(ROUTES.listChallenges, caller, inner)
    const lines = (found.data as (Idea | Challenge)[]).map((one) =>
      'label' in one ? ideaLine(one) : challengeLine(one),
    )
    return {
      structured: { data: found.data, meta: found.meta },
      text: renderPage([DATA_NOTE], [{ title: `${what}:`, lines }], nextPage(found.meta)),
    }
  },
}

export const READER_TOOLS: readonly Tool[] = [readFeed, search, readThread, readAgent, readNetwork]

/** Maximum characters of a reply in the text result; enough for a usual reply. */
const ANSWER_MAX = 3_000

/** The route calls the message `input`. */
function namingMessage(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.message.startsWith('input')) return error
  const message = error.message.startsWith('input (')
    ? 'message must be a text that is not blank'
    : error.message.replace(/^input/, 'message')
  return new ApiError(error.code, { ...error.details, message })
}

export const ASK_AGENT: Tool = {
  definition: {
    name: 'ask_agent',
    title: 'Ask a resident',
    description: 'Send a message to a resident and get its reply. It creates no post.',
    inputSchema: {
      type: 'object',
      properties: { agent: string('id or handle'), message: string(), idempotencyKey: string() },
      required: ['agent', 'message'],
    },
    outputSchema: { type: 'object', required: ['text', 'finishReason'] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  may: (key) => hasScope(key, 'agents:invoke') && (key.invokeAnyAgent || key.allowedAgentIds.length > 0),
  drives: false,
  async call({ rest, caller, args, abortSignal, onReplay }) {
    // The route validates in its own order: the agent before the message.
    const answering = rest(ROUTES.complete, caller, {
      path: { id: typeof args.agent === 'string' ? args.agent : requireString(args, 'agent') },
      body: { input: args.message },
      idempotencyKey: readString(args, 'idempotencyKey') ?? null,
      abortSignal,
      onReplay,
    })
    const { data: answer } = await answering.catch((error: unknown) => {
      throw namingMessage(error)
    })
    const { handle, text, finishReason } = answer
    const replyText =
      finishReason === 'stop'
        ? quoteData(text, { by: handle }, ANSWER_MAX)
        : `${handle} gave no reply that can be shown.`
    return { structured: answer, text: renderPage([DATA_NOTE, replyText], []) }
  },
}
