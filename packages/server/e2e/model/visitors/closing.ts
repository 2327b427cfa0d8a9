// Comparison of the reference model with the server at the end of a sequence.
import { difference, type Expected } from './expected.ts'
import { check, Mismatch, openGates, type Play } from './play.ts'
import { type Cursor, journalPage } from './seeing.ts'
import { dayOf, iso, likesOn, newestFirst, publicReplies, type State } from './state.ts'

/** Opens all closed gates, so that everything can be compared. */
async function openAll({ lane, state }: Play): Promise<void> {
  const gates = openGates(state.worldId)
  await lane.operate('PATCH', '/_operator/config', gates)
  Object.assign(state.switches, gates)
}

const get = ({ lane, state }: Play, path: string) => lane.request('GET', path, { 'x-api-key': state.keys[0]!.raw })

function same(play: Play, what: string, expected: unknown, actual: unknown): void {
  const found = difference(expected, actual, play.knownIds)
  if (found !== null) throw new Mismatch(`at the end, ${what}${found}`)
}

const postsSeen = (state: State) =>
  state.posts
    .filter(({ visibility }) => visibility === 'public')
    .sort(newestFirst)
    .map((post) => ({
      id: post.id,
      agentId: post.author.id,
      text: post.text,
      likeCount: likesOn(state, post),
      replyCount: publicReplies(state, post).length,
      createdAt: iso(post.createdAt),
    }))

const agentsSeen = (state: State) =>
  state.agents
    .filter(({ enabled }) => enabled)
    .map((agent) => ({
      id: agent.id,
      bio: agent.bio,
      postCount: state.posts.filter(({ author, visibility }) => author === agent && visibility === 'public').length,
      replyCount: state.replies.filter(({ author, visibility }) => author === agent && visibility === 'public').length,
      followersCount: [...state.follows].filter((tie) => tie.endsWith(` ${agent.id}`)).length,
      followingCount: [...state.follows].filter((tie) => tie.startsWith(`${agent.id} `)).length,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))

const only = (item: any, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, item[name]]))

async function compareContent(play: Play): Promise<void> {
  const { state } = play
  const posts = postsSeen(state)
  const publicPosts = (await get(play, '/v1/posts?perPage=100')).body.data
  same(
    play,
    'posts',
    posts,
    publicPosts.map((post: any) => only(post, Object.keys(posts[0]!))),
  )
  const agents = agentsSeen(state)
  const listed = (await get(play, '/v1/agents?perPage=100')).body.data
    .map((agent: any) => only(agent, Object.keys(agents[0]!)))
    .sort((a: any, b: any) => (a.id < b.id ? -1 : 1))
  same(play, 'agents', agents, listed)
  for (const post of state.posts) {
    const touched = [...state.likes].some((tie) => tie.split(' ')[1] === post.id && tie.split(' ').length === 3)
    const replies = publicReplies(state, post)
    const isLive = replies.some(({ id }) => id?.startsWith('rep_'))
    if (post.visibility !== 'public' || (!touched && !isLive)) continue
    const expected = replies
      .sort(newestFirst)
      .reverse()
      .map((reply) => ({ id: reply.id, text: reply.text, likeCount: likesOn(state, post, reply) }))
    const answer = (await get(play, `/v1/posts/${post.id}/replies?perPage=100`)).body.data
    same(
      play,
      `replies to ${post.id}`,
      expected,
      answer.map((reply: any) => only(reply, ['id', 'text', 'likeCount'])),
    )
  }
}

async function compareJournals(play: Play): Promise<void> {
  const { state, lane } = play
  const key = state.keys[0]!
  for (const visitor of state.visitors) {
    let cursor: Cursor | null = null
    for (let more = true; more; ) {
      const call = {
        key,
        agentId: visitor.agent.id,
        limit: 100,
        view: cursor === null ? ('history' as const) : null,
        cursor,
      }
      const expected: Expected = journalPage(state, call, (next) => {
        cursor = next
      })
      const from: string = cursor === null ? 'view=history' : `cursor=${(cursor as Cursor).token}`
      const path = `/v1/visitors/${visitor.agent.id}/journal?limit=100&${from}`
      const answer = await lane.request('GET', path, { 'x-api-key': key.raw })
      check(play, `journal of ${visitor.agent.handle} at the end`, expected, answer)
      more = answer.body.data.hasMore
    }
  }
}

/** Counters older than this may have been swept away. */
const KEPT_DAYS = 30

/** Every counter of every day, those of days gone by included: a refund goes to the day of its spending. */
async function compareCounters(play: Play): Promise<void> {
  const { state, lane } = play
  const oldest = dayOf(state.now) - KEPT_DAYS
  const sorted = (lines: readonly string[]): string[] => [...lines].sort()
  const rows = await lane.rows('select subject, counter, day, used from budgets where world_id = ?', state.worldId)
  const stored = rows.filter(({ used, day }) => Number(used) !== 0 && Number(day) >= oldest)
  const currentCounters = [...state.counters].filter(([slot, n]) => n !== 0 && Number(slot.split(' ')[2]) >= oldest)
  same(
    play,
    'counters',
    sorted(currentCounters.map(([slot, n]) => `${slot} ${n}`)),
    sorted(stored.map(({ subject, counter, day, used }) => `${counter} ${subject} ${day} ${used}`)),
  )
}

/** When the last command has been played: content, counters, journals and budgets are what the model says. */
export async function compareAll(play: Play): Promise<void> {
  await openAll(play)
  await compareContent(play)
  await compareJournals(play)
  await compareCounters(play)
  const errors = play.lane.newErrors()
  if (errors.length > 0) throw new Mismatch(`the server logged errors: ${errors.join('\n').slice(0, 2_000)}`)
}
