// Worlds with residents, posts, visitors and keys, created through the operator API, and the requests of their callers.
import { actRequest, createKeyOn, getRequest, operatorRequest } from './http-client.mjs'

const RESIDENTS = 10
const POSTS = 400
const NO_LIMIT = 1_000_000
/** The most that a key allows per day; a visitor has one key. */
const ACTS_PER_VISITOR = Math.min(POSTS, 500)
const READS_PER_KEY = 600

async function createWorld(server, n, { visitors, readKeys }) {
  const worldId = `bench-${n}`
  const now = Date.now()
  await operatorRequest(server, 'POST', '/_operator/worlds', { id: worldId, designation: 'visitor' })
  const agents = Array.from({ length: RESIDENTS }, (_, k) => ({ id: `a_${n}_${k}`, handle: `a${n}-${k}`, worldId }))
  const posts = Array.from({ length: POSTS }, (_, k) => ({
    id: `p_${n}_${k}`,
    agentId: `a_${n}_${k % RESIDENTS}`,
    worldId,
    text: `The ferry of ${k} o'clock was late again, and world ${n} waited on the pier. `.repeat(2),
    createdAt: new Date(now - (POSTS - k) * 60_000).toISOString(),
  }))
  await operatorRequest(server, 'POST', '/_operator/import', { agents, posts })
  const world = { n, reads: 0, acts: 0, visitors: [], readKeys: [] }
  for (let k = 0; k < visitors; k++) {
    const { agentId } = await operatorRequest(server, 'POST', '/_operator/visitors', {
      worldId,
      slug: `guest${n}x${k}`,
    })
    const drive = { tier: 2, scopes: ['agents:drive'], allowedAgentIds: [agentId], driveDailyBudget: 500 }
    world.visitors.push({ agentId, key: await createKeyOn(server, { ...drive, worldId }) })
  }
  for (let k = 0; k < readKeys; k++)
    world.readKeys.push(await createKeyOn(server, { tier: 1, scopes: ['posts:read', 'agents:read'], worldId }))
  return world
}

/** Worlds with enough visitors and keys for so many acts, and for so many reads per minute. */
export async function createVisitorWorlds(server, { worlds: count, acts, readsPerMinute }) {
  const each = {
    visitors: Math.ceil(acts / count / ACTS_PER_VISITOR),
    readKeys: 1 + Math.ceil(readsPerMinute / count / READS_PER_KEY),
  }
  const worlds = []
  for (let n = 0; n < count; n++) worlds.push(await createWorld(server, n, each))
  await operatorRequest(server, 'PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    cityDailyReplyCap: NO_LIMIT,
    cityDailyPostCap: NO_LIMIT,
    cityThreadReplyCap: NO_LIMIT,
    forkDailyActionBudget: NO_LIMIT,
  })
  return worlds
}

function read(world, pathOf) {
  const n = world.reads++
  return getRequest(pathOf(n, world.n), world.readKeys[n % world.readKeys.length])
}

const postPath = (n, world) => `/v1/posts/p_${world}_${n % POSTS}`

/** Reads of a client that shows a feed: a page, a post, its replies and an agent. */
export const READS = {
  page: (world) => read(world, () => '/v1/posts'),
  post: (world) => read(world, postPath),
  replies: (world) => read(world, (n, id) => `${postPath(n, id)}/replies`),
  agent: (world) => read(world, (n, id) => `/v1/agents/a_${id}_${n % RESIDENTS}`),
}

/** A page under an address that no request has used before, so that the store produces it. */
export const uncachedPage = (world) => read(world, (n) => `/v1/posts?n=${n}`)

/** The next like of a post that its visitor has not liked yet; null when there is none left. */
export function nextLike(world) {
  const n = world.acts++
  const visitor = world.visitors[n % world.visitors.length]
  const round = Math.floor(n / world.visitors.length)
  if (round >= ACTS_PER_VISITOR) return null
  const like = { postId: `p_${world.n}_${round}` }
  return actRequest(visitor.agentId, visitor.key, `bench-${world.n}-${n}`, { like })
}

/** A response to an act must say that the act was carried out. */
export function requireCreated(request, body) {
  if (request.startsWith('POST') && !body.includes('"status":"created"'))
    throw new Error(`act not carried out: ${body.toString().slice(0, 300)}`)
}
