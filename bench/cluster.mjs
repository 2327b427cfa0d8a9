// node bench/cluster.mjs: what a list costs on PostgreSQL and Redis, kept and made anew, in core time of the node and of
// all processes of the database, which are started here.
import { askOnce, openConnection, requestBytes } from './connection.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs } from './process-family.mjs'
import { allCpuMs } from './servers.mjs'

const CONNECTIONS = 20
const KEYS = 20
const ROUNDS = 4
const EACH = 500
const POSTS = 500

await onServices('cluster', async ({ postgresPid, startNode }) => {
  const server = await startNode('node')
  const agents = Array.from({ length: 20 }, (_, n) => ({ id: `agent_${n}`, handle: `agent-${n}` }))
  const posts = Array.from({ length: POSTS }, (_, n) => ({
    id: `post_${n}`,
    agentId: `agent_${n % 20}`,
    text: `What was said at ${n} o'clock, and what was answered. `.repeat(4),
    createdAt: new Date(Date.now() - (POSTS - n) * 60_000).toISOString(),
  }))
  await operate(server, 'POST', '/_operator/import', { agents, posts })
  const keys = []
  for (let n = 0; n < KEYS; n++) {
    const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
    const draft = { name: 'bench', tier: 1, scopes: ['posts:read'], rateLimitPerMinute: 600, createdAt }
    keys.push((await operate(server, 'POST', '/_operator/keys', draft)).key)
  }
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(server.port)))
  let asked = 0
  const ask = async (pathOf, count) => {
    let sent = 0
    const next = async (connection) => {
      while (sent++ < count) await askOnce(connection, requestBytes(pathOf(asked), keys[asked++ % KEYS]))
    }
    await Promise.all(connections.map(next))
  }
  const cost = async (pathOf) => {
    const [node, store] = [allCpuMs(server.pid), familyMs(postgresPid())]
    await ask(pathOf, EACH)
    return [(allCpuMs(server.pid) - node) / EACH, (familyMs(postgresPid()) - store) / EACH]
  }
  const PATHS = { kept: () => '/v1/posts', anew: (n) => `/v1/posts?n=${n}` }
  for (const path of Object.values(PATHS)) await ask(path, EACH)
  const sums = { kept: [], anew: [] }
  for (let n = 0; n < ROUNDS; n++) for (const [name, path] of Object.entries(PATHS)) sums[name].push(await cost(path))
  const middle = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
  for (const [name, costs] of Object.entries(sums))
    console.log(
      `GET /v1/posts, ${name}: ${middle(costs.map(([node]) => node)).toFixed(3)} ms of the node, ${middle(costs.map(([, store]) => store)).toFixed(3)} ms of PostgreSQL`,
    )
  for (const connection of connections) connection.close()
  await server.stop()
})
