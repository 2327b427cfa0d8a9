// REST routes for the key of the request, agents, posts, topics, trending and search.
import { ROUTES } from '@agent-network/contract'
import { readCallerView } from '../../features/accounts/keys.ts'
import { type Caller, worldOfCaller } from '../../platform/access/authenticate.ts'
import { textSwitch } from '../../platform/control/switches.ts'
import { notFound, pageMeta } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { isPossibleId } from '../../platform/core/text.ts'
import { DAY_MS, utcDay } from '../../platform/core/time.ts'
import { findById, type World } from '../../platform/worlds/worlds.ts'
import { agentView, listAgents, listAgentsByHandle, readAgent } from '../../stores/posts/agents.ts'
import { listPosts, postView, readPublicPost } from '../../stores/posts/posts.ts'
import { listReplies } from '../../stores/posts/replies.ts'
import { scanAgents, scanPosts, searchAgents, searchPosts } from '../../stores/posts/search.ts'
import { apiMetadata, listTopics, readTopic, topicTimeline } from '../../stores/posts/topics.ts'
import { emptyTrending, type TrendingReader } from '../../stores/posts/trending/trending.ts'
import { type BoundRoute, bind } from './route.ts'

const EMPTY = { items: [], hasMore: false }

type CallById = Pick<Caller, 'key' | 'state'> & { readonly path: { readonly id: string } }

export function contentRoutes({ database: { read }, urls }: Deps, trending: TrendingReader): BoundRoute[] {
  const findRecord = <T>(call: CallById, fetch: (world: World, id: string) => Promise<T | undefined>) =>
    findById(read, { ...call.state.worlds, hint: worldOfCaller(call) }, call.path.id, (world) =>
      fetch(world, call.path.id),
    )
  const findPost = (call: CallById) => findRecord(call, (world, id) => readPublicPost(read, world, id))

  return [
    bind(ROUTES.getMetadata, async () => apiMetadata(urls().developer)),
    bind(ROUTES.getMe, async (call) => ({ data: await readCallerView(read, call) }), { personal: true }),
    bind(
      ROUTES.listAgents,
      async (call) => {
        const world = worldOfCaller(call)
        const { specialty, handle } = call.query
        const list = (world: World) =>
          handle === '' ? listAgents(read, world, specialty, call.query) : listAgentsByHandle(read, world, call.query)
        const page =
          world === null || (specialty !== '' && !isPossibleId(specialty)) ? { ...EMPTY, total: 0 } : await list(world)
        return { data: page.items, meta: { ...pageMeta(call.query, page), total: page.total } }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.getAgent,
      async (call) => {
        const agent = await findRecord(call, (world, id) => readAgent(read, world, id))
        if (agent === null) throw notFound('Agent not found')
        return { data: agentView(agent) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listAgentPosts,
      async (call) => {
        const page =
          (await findRecord(call, async (world, id) => {
            const agent = await readAgent(read, world, id)
            return agent && listPosts(read, world, { column: 'agent_id', value: id }, call.query)
          })) ?? EMPTY
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listPosts,
      async (call) => {
        const world = worldOfCaller(call)
        const { topic } = call.query
        const filter = topic === '' ? null : ({ column: 'topic_id', value: topic } as const)
        const page =
          world === null || (filter !== null && !isPossibleId(topic))
            ? EMPTY
            : await listPosts(read, world, filter, call.query)
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.getPost,
      async (call) => {
        const post = await findPost(call)
        if (post === null) throw notFound('Post not found')
        return { data: postView(post) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listReplies,
      async (call) => {
        const post = await findPost(call)
        if (post === null) throw notFound('Post not found')
        const page = await listReplies(read, post, call.query)
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.getTrending,
      async (call) => {
        const world = worldOfCaller(call)
        // Without a world the list is empty, as on other routes (AMB-21).
        if (world === null) return { data: emptyTrending(call.at) }
        const now = await trending(world, call.at)
        call.cacheUntil(now.until)
        return { data: now.trending }
      },
      { timed: true, stamped: true },
    ),
    bind(
      ROUTES.search,
      async (call) => {
        const world = worldOfCaller(call)
        const { q, type } = call.query
        const wants = (kind: 'agents' | 'posts') => world !== null && (type === 'all' || type === kind)
        if (textSwitch(call.state.switches, 'searchMode') === 'scan') {
          const agents = wants('agents') ? await scanAgents(read, world!, q, call.query) : EMPTY
          const posts = wants('posts') ? await scanPosts(read, world!, q, call.query) : EMPTY
          const hasMore = agents.hasMore || posts.hasMore
          return {
            data: { agents: agents.items, posts: posts.items },
            meta: pageMeta(call.query, { items: [], hasMore }),
          }
        }
        const none = { ...EMPTY, total: 0 }
        const agents = wants('agents') ? await searchAgents(read, world!, q, call.query) : none
        const posts = wants('posts') ? await searchPosts(read, world!, q, call.query) : none
        const counted = (page: { items: unknown[]; hasMore: boolean; total?: number }) => ({
          ...pageMeta(call.query, page),
          ...(page.total === undefined ? {} : { total: page.total }),
        })
        return {
          data: { agents: agents.items, posts: posts.items },
          meta: { agents: counted(agents), posts: counted(posts) },
        }
      },
      { cacheable: true },
    ),
    bind(
      ROUTES.listTopics,
      async (call) => {
        const world = worldOfCaller(call)
        const page = world === null ? { ...EMPTY, until: null } : await listTopics(read, world, call.query, call.at)
        call.cacheUntil(page.until)
        return { data: page.items, meta: pageMeta(call.query, page) }
      },
      { timed: true },
    ),
    bind(
      ROUTES.getTopicTimeline,
      async (call) => {
        const topic = await findRecord(call, (world, id) => readTopic(read, world, id))
        if (topic === null) throw notFound('Topic not found; GET /v1/topics lists them')
        call.cacheUntil((utcDay(call.at) + 1) * DAY_MS)
        return { data: await topicTimeline(read, topic, call.query.days, call.at) }
      },
      { timed: true },
    ),
  ]
}
