// node bench/cluster-acts.mjs [--callers=16] [--seconds=4]: likes on one node over PostgreSQL and Redis. First one after the other, with
// their round trips and commits counted, then by many callers in one world and over many. TMPDIR=/dev/shm gives a store whose
// commits wait for no disk: what differs is what flushing costs.
import { parseArgs } from 'node:util'
import { askOnce, openConnection, postBytes } from './connection.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs, processMs } from './process-family.mjs'
import { allCpuMs, startCounted } from './servers.mjs'

const { values: flags } = parseArgs({
  options: {
    callers: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '4' },
    worlds: { type: 'string', default: '16' },
  },
})
const CALLERS = Number(flags.callers)
const SECONDS = Number(flags.seconds)
const WORLDS = Number(flags.worlds)
/** As many visitors in the first world, where all callers meet, as there are worlds. */
const VISITORS_OF_FIRST = WORLDS
const POSTS = 1_200
/** A key may do 500 acts a day. */
const KEYS_EACH = 3
const ALONE = 150
const DAY_MS = 86_400_000
const NO_CAP = 1_000_000

const iso = (at) => new Date(at).toISOString()

/** A world with posts of residents and some visitors, each with keys of its own. */
async function makeWorld(server, n, visitors, now) {
  const worldId = `acts-${n}`
  await operate(server, 'POST', '/_operator/worlds', { id: worldId, designation: 'visitor' })
  const agents = Array.from({ length: 10 }, (_, k) => ({ id: `a_${n}_${k}`, handle: `a${n}-${k}`, worldId }))
  const posts = Array.from({ length: POSTS }, (_, k) => ({
    id: `p_${n}_${k}`,
    agentId: `a_${n}_${k % agents.length}`,
    worldId,
    text: `What was said in world ${n} at ${k} o'clock, and what was answered.`,
    createdAt: iso(now - (POSTS - k) * 60_000),
  }))
  await operate(server, 'POST', '/_operator/import', { agents, posts })
  const made = []
  for (let k = 0; k < visitors; k++) {
    const { agentId } = await operate(server, 'POST', '/_operator/visitors', { worldId, slug: `guest${n}x${k}` })
    const keys = []
    const draft = { name: 'acts', worldId, createdAt: iso(now - 40 * DAY_MS), tier: 2, scopes: ['agents:drive'] }
    const drive = { ...draft, allowedAgentIds: [agentId], driveDailyBudget: 500, rateLimitPerMinute: 600 }
    for (let m = 0; m < KEYS_EACH; m++) keys.push((await operate(server, 'POST', '/_operator/keys', drive)).key)
    made.push({ agentId, keys, liked: 0, posts: posts.map(({ id }) => id) })
  }
  return made
}

let acts = 0

/** A like of a post that this visitor has not liked yet. */
function likeOf(visitor) {
  const n = visitor.liked++
  if (n >= POSTS) throw new Error('there is no post left to like')
  return postBytes(
    `/v1/visitors/${visitor.agentId}/act`,
    `X-API-Key: ${visitor.keys[n % KEYS_EACH]}\r\nIdempotency-Key: acts-${acts++}`,
    'application/json',
    JSON.stringify({ like: { postId: visitor.posts[n] } }),
  )
}

async function mustLike(connection, visitor) {
  const { body } = await askOnce(connection, likeOf(visitor))
  if (!body.includes('"status":"created"')) throw new Error(`an act was not done: ${body}`)
}

/** So many callers for some seconds, the n-th of them with the n-th visitor. */
async function press(server, visitors, coresOf) {
  const connections = await Promise.all(Array.from({ length: CALLERS }, () => openConnection(server.port)))
  const before = coresOf()
  const began = performance.now()
  let done = 0
  const call = async (connection, n) => {
    while (performance.now() < began + SECONDS * 1_000) {
      await mustLike(connection, visitors[n % visitors.length])
      done += 1
    }
  }
  await Promise.all(connections.map(call))
  const seconds = (performance.now() - began) / 1_000
  const after = coresOf()
  for (const connection of connections) connection.close()
  return { rate: done / seconds, each: Object.keys(after).map((name) => (after[name] - before[name]) / done) }
}

const portOf = (url) => new URL(url).port

await onServices('acts', async ({ databaseUrl, redisUrl, postgresPid, redisPid, startNode }) => {
  const env = { BENCH_STORE_PORT: portOf(databaseUrl), BENCH_SHARED_PORT: portOf(redisUrl) }
  const server = await startNode('node', { start: startCounted, env })
  const now = Date.now()
  const crowd = await makeWorld(server, 0, VISITORS_OF_FIRST, now)
  const apart = []
  for (let n = 1; n <= WORLDS; n++) apart.push(...(await makeWorld(server, n, 1, now)))
  await operate(server, 'PATCH', '/_operator/config', { visitorDriveEnabled: true, forkDailyActionBudget: NO_CAP })
  const connection = await openConnection(server.port)
  for (let n = 0; n < ALONE; n++) await mustLike(connection, apart[n % apart.length])
  const before = await server.counts()
  for (let n = 0; n < ALONE; n++) await mustLike(connection, apart[n % apart.length])
  const after = await server.counts()
  connection.close()
  const each = (what) => ((after[what] - before[what]) / ALONE).toFixed(1)
  console.log(
    `a like alone: ${each('store')} round trips to PostgreSQL, ${each('commits')} commits, ${each('sharedState')} to Redis`,
  )
  const coresOf = () => ({
    node: allCpuMs(server.pid),
    PostgreSQL: familyMs(postgresPid()),
    Redis: processMs(redisPid),
  })
  console.log(`| likes, ${CALLERS} callers | a second | ms of a core: node | PostgreSQL | Redis |`)
  console.log('|---|---:|---:|---:|---:|')
  for (const [name, visitors] of [
    ['one visitor in each of many worlds', apart],
    ['many visitors in one world', crowd],
  ]) {
    const { rate, each: costs } = await press(server, visitors, coresOf)
    console.log(`| ${name} | ${rate.toFixed(0)} | ${costs.map((ms) => ms.toFixed(3)).join(' | ')} |`)
  }
  await server.stop()
})
