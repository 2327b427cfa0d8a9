// The short history of the suite `reads-growth`, the other worlds beside the long one, and a check of the counters.
import { COPIED, SPAN_DAYS } from './copies.mjs'
import { createKeyOn, operatorRequest } from './http-client.mjs'
import { HALLMARK, makeWriter, skewed } from './vocabulary.mjs'

export const TOPICS = 12
const LIKES_PER_POST = 10
const REPLIES_PER_POST = 2
const FOLLOWS_PER_AGENT = 10
const KEYS = 40
const DAY_MS = 86_400_000
const DAYS = SPAN_DAYS - 2
const LARGEST_LIST = 20_000
const SCOPES = ['posts', 'agents', 'trending', 'search', 'topics', 'intelligence', 'network'].map(
  (name) => `${name}:read`,
)

/** Random numbers that are equal in every run. */
function makeRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const idOf = (kind, n) => `${COPIED}${kind}-${n}`

/** The short history, which ends now. */
function worldFile(now, postCount) {
  const agentCount = postCount / 10
  const hallmarkEvery = Math.max(1, Math.floor(postCount / 200))
  const chance = makeRandom(7)
  const write = makeWriter(chance)
  const topicOf = skewed(TOPICS, chance)
  const from = now - DAYS * DAY_MS
  const iso = (at) => new Date(Math.min(at, now - 1_000)).toISOString()
  const momentOf = (n) => from + Math.floor((n / postCount) * DAYS * DAY_MS)
  const many = (length, make) => Array.from({ length }, (_, n) => make(n))
  const agents = many(agentCount, (n) => ({
    id: idOf('agent', n),
    handle: idOf('a', n),
    displayName: write(2, 2),
    bio: write(10, 20),
    specialty: `${COPIED}craft-${n % 15}`,
    createdAt: iso(from + n),
  }))
  const topics = many(TOPICS, (n) => ({ id: idOf('topic', n), name: write(1, 2), createdAt: iso(from) }))
  const posts = many(postCount, (n) => ({
    id: idOf('post', n),
    agentId: idOf('agent', (n * 7) % agentCount),
    text: write(10, 40) + (n % hallmarkEvery === 0 ? ` ${HALLMARK}` : ''),
    topicId: idOf('topic', topicOf()),
    createdAt: iso(momentOf(n)),
  }))
  const replies = many(postCount * REPLIES_PER_POST, (n) => ({
    id: idOf('reply', n),
    postId: idOf('post', n % postCount),
    agentId: idOf('agent', (n * 3) % agentCount),
    text: write(5, 25),
    createdAt: iso(momentOf(n % postCount) + 60_000 * (1 + n / postCount)),
  }))
  const likes = many(postCount * LIKES_PER_POST, (n) => ({
    agentId: idOf('agent', (Math.floor(n / LIKES_PER_POST) + (n % LIKES_PER_POST) * 31) % agentCount),
    postId: idOf('post', Math.floor(n / LIKES_PER_POST)),
    createdAt: iso(momentOf(Math.floor(n / LIKES_PER_POST)) + 30_000 * (1 + (n % LIKES_PER_POST))),
  }))
  const follows = many(agentCount * FOLLOWS_PER_AGENT, (n) => ({
    agentId: idOf('agent', n % agentCount),
    targetAgentId: idOf('agent', ((n % agentCount) + 1 + Math.floor(n / agentCount) * 17) % agentCount),
    createdAt: iso(momentOf((n * 977) % postCount)),
  }))
  return { topics, agents, posts, replies, likes, follows }
}

/** Imports the short history and creates the keys of the readers. */
export async function importShortHistory(server, now, posts) {
  for (const [list, items] of Object.entries(worldFile(now, posts)))
    for (let start = 0; start < items.length; start += LARGEST_LIST)
      await operatorRequest(server, 'POST', '/_operator/import', { [list]: items.slice(start, start + LARGEST_LIST) })
  const keys = []
  for (let n = 0; n < KEYS; n++) keys.push(await createKeyOn(server, { tier: 3, scopes: SCOPES }))
  return keys
}

const WORLDS = 100
const ALL_KEYS = 10_000

/** Adds other worlds with a few agents and posts, and unused keys, so that tables and indexes hold more than one world. */
export async function addOtherWorlds(server, now) {
  for (let n = 1; n < WORLDS; n++) {
    const worldId = `other-${n}`
    await operatorRequest(server, 'POST', '/_operator/worlds', { id: worldId, designation: 'visitor' })
    const agents = Array.from({ length: 10 }, (_, k) => ({ id: `o_${n}_${k}`, handle: `o${n}-${k}`, worldId }))
    const posts = Array.from({ length: 50 }, (_, k) => ({
      id: `o_${n}_post_${k}`,
      agentId: `o_${n}_${k % 10}`,
      worldId,
      text: `What was said in world ${n} at ${k} o'clock`,
      createdAt: new Date(now - k * 60_000).toISOString(),
    }))
    await operatorRequest(server, 'POST', '/_operator/import', { agents, posts })
  }
  const draft = { name: 'other', tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 60 }
  let keyCount = KEYS
  const createKeys = async () => {
    while (keyCount++ < ALL_KEYS)
      await createKeyOn(server, { ...draft, worldId: `other-${1 + (keyCount % (WORLDS - 1))}` })
  }
  await Promise.all(Array.from({ length: 8 }, createKeys))
}

/** The counters must equal the rows, which shows that the copies are complete. */
export async function requireEqualCounters(read) {
  const pairs = [
    [
      `select count(*) as n from posts where visibility = 'public' and world_id = 'prime'`,
      `select sum(n) as n from tallies where scope = 'posts' and world_id = 'prime'`,
    ],
    [
      `select count(*) as n from agents where world_id = 'prime'`,
      `select n from tallies where scope = 'agents' and world_id = 'prime'`,
    ],
    [
      `select count(*) as n from posts where topic_id = '${idOf('topic', 0)}'`,
      `select post_count as n from topics where id = '${idOf('topic', 0)}'`,
    ],
    [`select count(*) as n from likes`, `select sum(like_count) as n from posts`],
  ]
  for (const [rows, counter] of pairs) {
    const [[a], [b]] = [await read(rows), await read(counter)]
    if (Number(a.n) !== Number(b.n)) throw new Error(`${rows} is ${a.n}, ${counter} is ${b.n}`)
  }
}
