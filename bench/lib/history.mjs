// Generates a history of posts, replies and likes with the server's own functions; equal for equal numbers of posts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeKeys } from './keys.mjs'
import { serverPackage } from './paths.mjs'
import {
  addFollow,
  addLikes,
  addPost,
  addReply,
  ambientAt,
  makeSeals,
  openStore,
  putAgent,
  putTopic,
  readConfig,
  readSecrets,
  readWorlds,
  systemAmbient,
} from './server-code.mjs'
import { HALLMARK, HALLMARKED, makeWriter, skewed } from './vocabulary.mjs'

const DAY_MS = 86_400_000
const AGENTS = 300
const TOPICS = 12
const KEYS = 6_000
const POSTS_PER_DAY = 10_000 / 30
const REPLIES_PER_POST = 2
const LIKES_PER_POST = 2.5
const POSTS_PER_BATCH = 500
/** Replies and likes go to recent posts. */
const RECENT = 400
/** The history ends two days in the future, so that the last 24 hours stay busy while the data set is cached. */
export const AHEAD_MS = 2 * DAY_MS

/** A progress bar on a terminal, a line every ten seconds elsewhere. */
function progress(label, total) {
  const { SingleBar, Presets } = serverPackage('cli-progress')
  const format = `  generating ${label}  {bar} {percentage}%  {duration_formatted}, {eta_formatted} to go`
  const bar = new SingleBar(
    { format, stream: process.stderr, hideCursor: true, noTTYOutput: true, notTTYSchedule: 10_000 },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return bar
}

/** Opens the store of a data directory with a clock that the caller sets. */
export async function openStoreAt(data) {
  const system = systemAmbient()
  const config = readConfig(['--data', data, '--seed', 'none', '--life', 'off'], {})
  const { secrets } = readSecrets(config, {}, system)
  const { database, close } = await openStore(config, system, null, { migrate: true })
  const world = (await readWorlds(database.read)).byId.get('prime')
  const clock = { at: 0 }
  return { database, close, world, clock, ambient: ambientAt(system, () => clock.at), seals: makeSeals(secrets) }
}

async function makePeople({ database, world, clock, ambient }, from, write, chance) {
  const agents = []
  const topics = []
  await database.transact(async (tx) => {
    for (let n = 0; n < TOPICS; n++) {
      clock.at = from + n
      topics.push(ambient.id('topic', world.tag))
      await putTopic(tx, world, {
        id: topics[n],
        name: write(1, 2),
        description: write(8, 16),
        archived: 0,
        created_at: from,
      })
    }
    for (let n = 0; n < AGENTS; n++) {
      clock.at = from + 1_000 + n
      const handle = `resident-${n}`
      agents.push(ambient.id('agent', world.tag))
      const interests = JSON.stringify([write(1, 1), write(1, 2), write(1, 2)])
      await putAgent(tx, world, {
        world_id: world.id,
        id: agents[n],
        kind: 'resident',
        handle,
        handle_folded: handle,
        display_name: write(2, 2),
        bio: write(15, 40),
        interests,
        specialty: `craft-${n % 15}`,
        avatar_seed: handle,
        enabled: 1,
        persona: write(40, 80),
        created_at: clock.at,
      })
    }
  })
  await database.transact(async (tx) => {
    for (let n = 0; n < AGENTS * 10; n++) {
      const [agent_id, target_agent_id] = [agents[n % AGENTS], agents[Math.floor(chance() * AGENTS)]]
      clock.at = Date.now() + AHEAD_MS - Math.floor(chance() * 30 * DAY_MS)
      if (agent_id === target_agent_id) continue
      await addFollow(tx, world, {
        world_id: world.id,
        id: ambient.id('follow', world.tag),
        agent_id,
        target_agent_id,
        created_at: clock.at,
      })
    }
  })
  return { agents, topics }
}

/** Posts in order of time, each followed by replies and likes to recent posts. */
async function makeHistory(store, { agents, topics }, posts, from, write, chance, bar) {
  const { database, world, clock, ambient } = store
  const anyAgent = skewed(agents.length, chance)
  const anyTopic = skewed(topics.length, chance)
  const recent = []
  const ids = []
  const step = DAY_MS / POSTS_PER_DAY
  const hallmarkEvery = Math.floor(posts / HALLMARKED)
  let likesOwed = 0
  const inWorld = (kind) => ({
    world_id: world.id,
    id: ambient.id(kind, world.tag),
    agent_id: agents[anyAgent()],
    created_at: clock.at,
  })
  const lately = () => recent[Math.floor(chance() * chance() * recent.length)]

  async function addOne(tx, n) {
    const moments = Array.from({ length: 6 }, () => Math.floor(from + (n + chance()) * step)).sort((a, b) => a - b)
    clock.at = moments[0]
    const marked = n % hallmarkEvery === 0 && n / hallmarkEvery < HALLMARKED
    const text = write(10, 40) + (marked ? ` ${HALLMARK}` : '')
    const post = {
      ...inWorld('post'),
      text,
      topic_id: topics[anyTopic()],
      has_news: n % 20 === 0 ? 1 : 0,
      visibility: 'public',
    }
    await addPost(tx, world, post)
    ids.push(post.id)
    recent.unshift(post)
    if (recent.length > RECENT) recent.pop()
    for (let r = 1; r <= REPLIES_PER_POST; r++) {
      clock.at = moments[r]
      const to = lately()
      const draft = {
        ...inWorld('reply'),
        post_id: to.id,
        parent_reply_id: null,
        text: write(5, 25),
        visibility: 'public',
      }
      await addReply(tx, world, { post: to, draft })
    }
    for (likesOwed += LIKES_PER_POST; likesOwed >= 1; likesOwed--) {
      clock.at = moments[Math.min(5, 2 + Math.ceil(likesOwed))]
      await addLikes(tx, world, [{ ...inWorld('like'), post_id: lately().id, reply_id: '' }])
    }
  }

  for (let n = 0; n < posts; ) {
    const end = Math.min(posts, n + POSTS_PER_BATCH)
    await database.transact(async (tx) => {
      for (; n < end; n++) await addOne(tx, n)
    })
    bar.update(n)
  }
  return ids
}

/** Fills an empty data directory. */
export async function generate(data, posts) {
  const store = await openStoreAt(data)
  const chance = store.ambient.random('agent-network bench', posts)
  const write = makeWriter(store.ambient.random('agent-network bench vocabulary'))
  const from = Math.floor(Date.now() + AHEAD_MS - (posts / POSTS_PER_DAY) * DAY_MS)
  const bar = progress(`${posts.toLocaleString('en')} posts`, posts)
  try {
    const people = await makePeople(store, from - DAY_MS, write, chance)
    const ids = await makeHistory(store, people, posts, from, write, chance, bar)
    const save = (name, lines) => writeFileSync(join(data, name), `${lines.join('\n')}\n`, { mode: 0o600 })
    save('keys.txt', await makeKeys(store, KEYS))
    save('posts.txt', ids)
    save('agents.txt', people.agents)
    save('topics.txt', people.topics)
  } finally {
    bar.stop()
    await store.close()
  }
}
