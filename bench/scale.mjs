// node bench/scale.mjs: a hundred worlds over four nodes on one PostgreSQL and one Redis. First what one read, one act and one
// resident's turn cost in each process, then more and more callers until something is full. docs/scale.md does the sums.
import { askOnce, openConnection, postBytes, requestBytes } from './connection.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs, processMs } from './process-family.mjs'
import { serverPackage } from './server-code.mjs'

const NODES = 4
const WORLDS = 100
const AGENTS = 10
/** Each is liked once: enough for all levels, and in the first world for a while alone. */
const POSTS = 240
const POSTS_OF_FIRST = 6_000
const DAY_MS = 86_400_000
const LEVELS = [4, 8, 16, 32, 64, 128]
const SECONDS = 4
/** One act to four reads, as in the demo when visitors are there. */
const READS_PER_ACT = 4

const iso = (at) => new Date(at).toISOString()

/** A world with residents, posts and one visitor, and the keys to read it and to drive the visitor. */
async function makeWorld(server, n, now) {
  const worldId = `scale-${n}`
  await operate(server, 'POST', '/_operator/worlds', { id: worldId, designation: 'visitor' })
  const agents = Array.from({ length: AGENTS }, (_, k) => ({ id: `a_${n}_${k}`, handle: `a${n}-${k}`, worldId }))
  const length = n === 0 ? POSTS_OF_FIRST : POSTS
  const posts = Array.from({ length }, (_, k) => ({
    id: `p_${n}_${k}`,
    agentId: `a_${n}_${k % AGENTS}`,
    worldId,
    text: `What was said in world ${n} at ${k} o'clock, and what was answered. `.repeat(2),
    createdAt: iso(now - (length - k) * 60_000),
  }))
  await operate(server, 'POST', '/_operator/import', { agents, posts })
  const { agentId } = await operate(server, 'POST', '/_operator/visitors', { worldId, slug: `guest${n}` })
  const key = async (draft) =>
    (
      await operate(server, 'POST', '/_operator/keys', {
        name: 'scale',
        worldId,
        createdAt: iso(now - 40 * DAY_MS),
        ...draft,
      })
    ).key
  const reads = await key({ tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 600 })
  const drive = { tier: 2, scopes: ['agents:drive'], allowedAgentIds: [agentId], driveDailyBudget: 500 }
  const drives = []
  // One world is driven alone for a while.
  for (let k = 0; k < (n === 0 ? 24 : 3); k++) drives.push(await key({ ...drive, rateLimitPerMinute: 600 }))
  return { worldId, agentId, reads, drives, posts: posts.map(({ id }) => id), read: 0, liked: 0 }
}

let acts = 0

const readOf = (world) => requestBytes(`/v1/posts/${world.posts[world.read++ % POSTS]}`, world.reads)
const listOf = (world) => requestBytes(`/v1/posts?n=${world.read++}`, world.reads)
/** A like of a post that this visitor has not liked yet. */
function actOf(world) {
  const n = world.liked++
  const postId = world.posts[n]
  if (postId === undefined) throw new Error(`${world.worldId} has no post left to like`)
  return postBytes(
    `/v1/visitors/${world.agentId}/act`,
    `X-API-Key: ${world.drives[n % world.drives.length]}\r\nIdempotency-Key: scale-${acts++}`,
    'application/json',
    JSON.stringify({ like: { postId } }),
  )
}

const isDone = (bytes, body) => !bytes.startsWith('POST') || body.includes('"status":"created"')

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** So many callers at once, over all nodes and worlds, for some seconds. */
async function press({ nodes, cores }, callers, requestOf) {
  const waits = []
  // Opened for this: one that says nothing for too long is told so, and closed.
  const connections = await Promise.all(
    Array.from({ length: callers }, (_, n) => openConnection(nodes[n % nodes.length].port)),
  )
  const until = performance.now() + SECONDS * 1_000
  const before = cores()
  const began = performance.now()
  let n = 0
  const call = async (connection) => {
    while (performance.now() < until) {
      const bytes = requestOf(n++)
      const asked = performance.now()
      const { body } = await askOnce(connection, bytes)
      if (!isDone(bytes, body)) throw new Error(`an act was not done: ${body}`)
      waits.push(performance.now() - asked)
    }
  }
  await Promise.all(connections.map(call))
  const seconds = (performance.now() - began) / 1_000
  const after = cores()
  for (const connection of connections) connection.close()
  waits.sort((a, b) => a - b)
  const used = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
  return {
    rate: waits.length / seconds,
    p50: percentile(waits, 0.5),
    p99: percentile(waits, 0.99),
    used,
    seconds,
    n: waits.length,
  }
}

await onServices('scale', async ({ databaseUrl, postgresPid, redisPid, startNode }) => {
  const nodes = []
  for (let n = 0; n < NODES; n++) nodes.push(await startNode(`node${n}`))
  const worlds = []
  const now = Date.now()
  for (let n = 0; n < WORLDS; n++) {
    worlds.push(await makeWorld(nodes[0], n, now))
    if (n % 20 === 19) process.stderr.write(`  ${n + 1} worlds …\n`)
  }
  const caps = ['cityDailyReplyCap', 'cityDailyPostCap', 'cityThreadReplyCap', 'forkDailyActionBudget']
  await operate(nodes[0], 'PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    ...Object.fromEntries(caps.map((name) => [name, 1_000_000])),
  })
  const { Client } = serverPackage('pg')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze')
  const cores = () => ({
    nodes: nodes.reduce((sum, { pid }) => sum + processMs(pid), 0),
    PostgreSQL: familyMs(postgresPid()),
    Redis: processMs(redisPid),
    callers: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
  })
  const side = { nodes, cores }
  const each = (requestOf) => (n) => requestOf(worlds[n % WORLDS])
  const mixed = (n) => (n % (READS_PER_ACT + 1) === 0 ? actOf : readOf)(worlds[Math.floor(n / 3) % WORLDS])

  console.log('| one of these, 16 callers | a second | ms of a core: node | PostgreSQL | Redis |')
  console.log('|---|---:|---:|---:|---:|')
  const unit = (name, { rate, used, n }) =>
    console.log(
      `| ${name} | ${rate.toFixed(0)} | ${['nodes', 'PostgreSQL', 'Redis'].map((part) => (used[part] / n).toFixed(3)).join(' | ')} |`,
    )
  for (const requestOf of [readOf, listOf, actOf]) await press(side, 16, each(requestOf))
  unit('post, kept', await press(side, 16, each(readOf)))
  unit('first page of posts, made anew', await press(side, 16, each(listOf)))
  unit('act, a hundred worlds', await press(side, 16, each(actOf)))
  unit('act, one world', await press(side, 16, () => actOf(worlds[0])))

  console.log(
    '\n| callers, one act to four reads | a second | p50 ms | p99 ms | cores: nodes | PostgreSQL | Redis | callers |',
  )
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|')
  for (const callers of LEVELS) {
    const { rate, p50, p99, used, seconds } = await press(side, callers, mixed)
    const share = (part) => (used[part] / 1_000 / seconds).toFixed(2)
    console.log(
      `| ${callers} | ${rate.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${['nodes', 'PostgreSQL', 'Redis', 'callers'].map(share).join(' | ')} |`,
    )
  }
  await client.end()
  for (const node of nodes) await node.stop()
})
