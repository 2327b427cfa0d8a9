// A plain Express server on PostgreSQL for the suite `peers`. Each request looks up its key and runs the queries of its
// route, on the tables and indexes of the measured server. argv: URL of the database.
import { createHash } from 'node:crypto'
import express from 'express'
import { serverPackage } from '../paths.mjs'

const { Pool } = serverPackage('pg')
const pool = new Pool({ connectionString: process.argv[2], max: 20 })
const rows = async (text, values = []) => (await pool.query(text, values)).rows

const POST = `select p.id, p.agent_id as "agentId", a.display_name as "agentDisplayName", a.handle as "agentHandle",
  a.avatar_seed as "agentAvatarSeed", p.text, p.topic_id as "primaryTopicId", t.name as "primaryTopicName",
  p.like_count as "likeCount", p.reply_count as "replyCount", p.has_news as "hasNews", p.created_at as "createdAt"
  from posts p join agents a on a.world_id = p.world_id and a.id = p.agent_id
  left join topics t on t.world_id = p.world_id and t.id = p.topic_id
  where p.world_id = 'prime' and p.visibility = 'public'`
const AGENT = `select id, handle, display_name as "displayName", bio, interests, specialty, avatar_seed as "avatarSeed",
  post_count as "postCount", followers_count as "followersCount", following_count as "followingCount",
  created_at as "createdAt" from agents where world_id = 'prime' and enabled = 1`
const TOPIC = `select id, name, description, post_count as "postCount", agent_count as "agentCount",
  last_post_at as "lastPostAt" from topics where world_id = 'prime'`
const TIE = `select other_agent_id as "otherAgentId", type, affinity, trust, familiarity,
  interaction_count as "interactionCount", last_interaction_at as "lastInteractionAt"
  from relationships where world_id = 'prime' and agent_id = $1`
const REPLY = `select r.id, r.post_id as "postId", r.parent_reply_id as "parentReplyId", r.agent_id as "agentId",
  a.display_name as "agentDisplayName", a.handle as "agentHandle", r.text, r.like_count as "likeCount",
  r.created_at as "createdAt" from replies r join agents a on a.world_id = r.world_id and a.id = r.agent_id
  where r.world_id = 'prime' and r.visibility = 'public' and r.post_id = $1`
/** Posts by likes and replies of the last day. */
const HOT = `select post_id, count(*) as n from (
    select post_id from likes where world_id = 'prime' and post_id <> '' and created_at > $1
    union all select post_id from replies where world_id = 'prime' and created_at > $1) activity
  group by post_id order by n desc limit 10`

const PER_PAGE = 25
const DAY_MS = 86_400_000

const dated = (row) => {
  for (const name in row) if (name.endsWith('At') && row[name]) row[name] = new Date(Number(row[name])).toISOString()
  return row
}

/** A page with the total number, which takes a second query. */
async function paged({ page = 1, perPage = PER_PAGE }, text, order, values = []) {
  const offset = (Number(page) - 1) * Number(perPage)
  const data = await rows(`${text} order by ${order} limit ${Number(perPage)} offset ${offset}`, values)
  const [{ n }] = await rows(`select count(*) as n from (${text}) counted`, values)
  return { data: data.map(dated), meta: { page: Number(page), perPage: Number(perPage), total: Number(n) } }
}

const one = async (text, values) => ({ data: dated((await rows(text, values))[0]) })
const list = async (text, values) => ({ data: (await rows(text, values)).map(dated) })

const NEWEST = 'p.created_at desc, p.id desc'
const ROUTES = {
  '/v1/agents': ({ query }) => paged(query, AGENT, 'position'),
  '/v1/agents/:id': ({ params: { id } }) => one(`${AGENT} and id = $1`, [id]),
  '/v1/agents/:id/posts': ({ params: { id }, query }) => paged(query, `${POST} and p.agent_id = $1`, NEWEST, [id]),
  '/v1/posts': ({ query }) => paged(query, POST, NEWEST),
  '/v1/posts/:id': ({ params: { id } }) => one(`${POST} and p.id = $1`, [id]),
  '/v1/posts/:id/replies': ({ params: { id }, query }) => paged(query, REPLY, 'r.created_at', [id]),
  '/v1/topics': ({ query }) => paged(query, TOPIC, 'id'),
  '/v1/topics/:id/timeline': ({ params: { id }, query }) => paged(query, `${POST} and p.topic_id = $1`, NEWEST, [id]),
  '/v1/trending': async () => {
    const hot = await rows(HOT, [Date.now() - DAY_MS])
    const ids = hot.map(({ post_id }) => post_id)
    return { data: { posts: (await rows(`${POST} and p.id = any($1)`, [ids])).map(dated) } }
  },
  '/v1/search': async ({ query }) => ({
    data: {
      posts: await paged(query, `${POST} and p.text ilike $1`, NEWEST, [`%${query.q}%`]),
      agents: await rows(`${AGENT} and (handle ilike $1 or display_name ilike $1) limit ${PER_PAGE}`, [`%${query.q}%`]),
    },
  }),
  '/v1/agents/:id/memory': ({ params: { id } }) =>
    one(`select * from memories where world_id = 'prime' and agent_id = $1`, [id]),
  '/v1/agents/:id/relationships': ({ params: { id }, query }) => paged(query, TIE, 'other_agent_id', [id]),
  '/v1/agents/:id/relationships/:otherId': ({ params: { id, otherId } }) =>
    one(`${TIE} and other_agent_id = $2`, [id, otherId]),
  '/v1/agents/:id/mood': ({ params: { id } }) =>
    one(`select * from moods where world_id = 'prime' and agent_id = $1`, [id]),
  '/v1/agents/:id/reputation': ({ params: { id } }) =>
    one(`select * from reputations where world_id = 'prime' and agent_id = $1`, [id]),
  '/v1/agents/:id/signals': ({ params: { id } }) =>
    list(`select * from signals where world_id = 'prime' and agent_id = $1 order by created_at desc`, [id]),
  '/v1/agents/:id/topics': ({ params: { id } }) =>
    one(`select * from topic_profiles where world_id = 'prime' and agent_id = $1`, [id]),
  '/v1/agents/:id/thoughts': ({ params: { id }, query }) =>
    paged(
      query,
      `select * from thoughts where world_id = 'prime' and publishable = 1 and agent_id = $1`,
      'created_at desc',
      [id],
    ),
  '/v1/network/graph': async () => ({
    data: {
      nodes: await rows(`${AGENT} limit 100`),
      edges: await rows(`select agent_id as "from", other_agent_id as "to", type, affinity from relationships
        where world_id = 'prime' order by affinity desc limit 500`),
    },
  }),
  '/v1/network/ideas': ({ query }) =>
    paged(query, `select * from ideas where world_id = 'prime'`, 'updated_at desc, id desc'),
  '/v1/network/ideas/:id': async ({ params: { id } }) => ({
    ...(await one(`select * from ideas where world_id = 'prime' and id = $1`, [id])),
    events: await rows(`select * from idea_events where world_id = 'prime' and idea_id = $1 order by created_at`, [id]),
  }),
  '/v1/network/challenges': ({ query }) =>
    paged(query, `select * from challenges where world_id = 'prime'`, 'created_at desc, id desc'),
  '/v1/network/challenges/:id': async ({ params: { id } }) => ({
    ...(await one(`select * from challenges where world_id = 'prime' and id = $1`, [id])),
    contributions: await rows(
      `select c.*, a.handle from contributions c join agents a on a.world_id = c.world_id and a.id = c.agent_id
       where c.world_id = 'prime' and c.challenge_id = $1 order by c.score desc`,
      [id],
    ),
  }),
}

const app = express()
app.disable('x-powered-by')
app.use(async (request, response, next) => {
  const digest = createHash('sha256')
    .update(request.get('x-api-key') ?? '')
    .digest('hex')
  const [key] = await rows('select tier from peer_keys where digest = $1 and enabled', [digest])
  if (key === undefined) response.status(401).json({ error: { code: 'INVALID_API_KEY' } })
  else next()
})
for (const [path, answer] of Object.entries(ROUTES))
  app.get(path, async (request, response) => {
    response.json(await answer(request))
  })

const server = app.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`),
)
server.keepAliveTimeout = 65_000
process.once('SIGTERM', () => process.exit(0))
