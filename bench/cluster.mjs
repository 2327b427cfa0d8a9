// node bench/cluster.mjs: list, post and agent on PostgreSQL and Redis, one node, beside a bare server that sends the same bytes, in
// turns; client, node and both servers share the machine. By rate, and in core time of the node and of all processes of
// PostgreSQL and Redis, which are started here. The list also made anew, each address once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askOnce, fetchOnce, openConnection, requestBytes } from './connection.mjs'
import { load } from './load.mjs'
import { median } from './median.mjs'
import { onServices } from './on-services.mjs'
import { operate } from './operator.mjs'
import { familyMs } from './process-family.mjs'
import { allCpuMs, copyable, startBaseline } from './servers.mjs'

const KEYS = 800
const ROUNDS = 3
const SECONDS = 3
const ANEW = 1_000
const POSTS = 500
const PATHS = { list: '/v1/posts', post: '/v1/posts/post_7', agent: '/v1/agents/agent_7' }

async function fill(server) {
  const agents = Array.from({ length: 20 }, (_, n) => ({ id: `agent_${n}`, handle: `agent-${n}` }))
  const posts = Array.from({ length: POSTS }, (_, n) => ({
    id: `post_${n}`,
    agentId: `agent_${n % 20}`,
    text: `What was said at ${n} o'clock, and what was answered. `.repeat(4),
    createdAt: new Date(Date.now() - (POSTS - n) * 60_000).toISOString(),
  }))
  await operate(server, 'POST', '/_operator/import', { agents, posts })
  const keys = []
  const createdAt = new Date(Date.now() - 40 * 86_400_000).toISOString()
  const draft = {
    name: 'bench',
    tier: 1,
    scopes: ['posts:read', 'agents:read'],
    rateLimitPerMinute: 600,
    createdAt,
  }
  for (let n = 0; n < KEYS; n++) keys.push((await operate(server, 'POST', '/_operator/keys', draft)).key)
  return keys
}

await onServices('cluster', async ({ postgresPid, redisPid, startNode }) => {
  const server = await startNode('node')
  const folder = mkdtempSync(join(tmpdir(), 'agent-network-cluster-'))
  const keys = await fill(server)
  const keysFile = join(folder, 'keys.txt')
  writeFileSync(keysFile, `${keys.join('\n')}\n`)
  const spent = () => [allCpuMs(server.pid), familyMs(postgresPid()), familyMs(redisPid)]
  const cost = async (work) => {
    const before = spent()
    const count = await work()
    return spent().map((ms, n) => (ms - before[n]) / count)
  }
  const told = (costs) => {
    const [node, postgres, redis] = [0, 1, 2].map((n) => median(costs.map((each) => each[n])).toFixed(3))
    return `${node} ms of the node, ${postgres} of PostgreSQL, ${redis} of Redis`
  }

  for (const [name, path] of Object.entries(PATHS)) {
    const connection = await openConnection(server.port)
    const { head, body } = await fetchOnce(connection, path, keys[0])
    connection.close()
    const bare = await startBaseline({ kind: 'bytes', answers: [{ path, ...copyable(head, body) }] })
    const rate = async (port) => {
      const { requests, seconds } = await load(port, SECONDS, { keysFile, paths: [path] })
      return { requests, perSecond: requests / seconds }
    }
    await rate(server.port)
    const turns = []
    for (let n = 0; n < ROUNDS; n++) {
      let ours
      const costs = await cost(async () => {
        ours = await rate(server.port)
        return ours.requests
      })
      const theirs = await rate(bare.port)
      turns.push({ costs, ours: ours.perSecond, theirs: theirs.perSecond })
    }
    const [ours, theirs] = ['ours', 'theirs'].map((side) => median(turns.map((turn) => turn[side])))
    const share = median(turns.map((turn) => turn.ours / turn.theirs))
    console.log(
      `${name}, kept: ${share.toFixed(2)} of a bare server, ${ours.toFixed(0)}/s of ${theirs.toFixed(0)}/s; ${told(turns.map(({ costs }) => costs))}`,
    )
    await bare.stop()
  }

  const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(server.port)))
  let asked = 0
  const anew = async () => {
    let sent = 0
    const next = async (connection) => {
      while (sent++ < ANEW) await askOnce(connection, requestBytes(`/v1/posts?n=${asked}`, keys[asked++ % KEYS]))
    }
    await Promise.all(connections.map(next))
    return ANEW
  }
  await anew()
  console.log(`list, made anew: ${told([await cost(anew), await cost(anew), await cost(anew)])}`)
  for (const connection of connections) connection.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
