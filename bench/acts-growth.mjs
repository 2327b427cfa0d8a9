// How acts and heartbeats slow down as their world's history grows: the same on a short and a long one, in turns.
import { openConnection, postBytes } from './connection.mjs'
import { FORK, forkOf, openFile, openToVisitors, storeFile } from './fork.mjs'
import { FIRST_ROUNDS, latencies } from './growth.mjs'
import { startServer } from './servers.mjs'

/** One key and one visitor each, of whom there are as many as agents in a data set. */
const TIMES_MAX = 250

/** Everybody's first heartbeat serves the feed, and the next does not; `n` is as `latencies` counts it. */
function asked(store, { keys, visitors, postIds }) {
  const liked = store.prepare(
    `select 1 from likes where world_id = ? and post_id = ? and reply_id = '' and agent_id = ?`,
  )
  const send = (route, n, body) => {
    const who = n % visitors.length
    const headers = `X-API-Key: ${keys[who]}\r\nIdempotency-Key: growth-${n}`
    return postBytes(`/v1/visitors/${visitors[who]}/${route}`, headers, 'application/json', JSON.stringify(body))
  }
  const beat = (n) => {
    const who = n % visitors.length
    return postBytes(`/v1/visitors/${visitors[who]}/heartbeat`, `X-API-Key: ${keys[who]}`, 'application/json', '')
  }
  const post = (n) => postIds[(n * 7_919) % postIds.length]
  /** The next one that this visitor has not liked yet. */
  const unliked = (n) => {
    for (let at = n; ; at++) if (liked.get(FORK, post(at), visitors[n % visitors.length]) === undefined) return post(at)
  }
  const act = (bodyOf) => (n) => send('act', n, bodyOf(n))
  return {
    'heartbeat with feed': beat,
    heartbeat: beat,
    like: act((n) => ({ like: { postId: unliked(n) } })),
    reply: act((n) => ({ reply: { postId: post(n), text: 'Come by tomorrow and we will see.' } })),
    post: act((n) => ({ post: { text: `Nobody has swept the square since the ${n}th of the month.` } })),
  }
}

/** An answer of another kind would be another path. */
function check(name, body) {
  const { data } = JSON.parse(body)
  const meant =
    name === 'heartbeat with feed'
      ? data.feed?.length > 0
      : name === 'heartbeat'
        ? data.feed === null
        : data.status === 'created'
  if (!meant) throw new Error(`not the ${name} that was meant: ${body.toString().slice(0, 300)}`)
}

export async function actsGrowth(short, long, pace) {
  const times = Math.min(pace.times, TIMES_MAX)
  const [forks, servers, sides] = [[], [], []]
  try {
    for (const set of [short, long]) {
      // As many visitors as there are rounds: then each is asked once per kind.
      forks.push(await forkOf(set, set.agentIds.slice(0, times + FIRST_ROUNDS), 1))
    }
    // Only now: a connection that waits for the larger world to be made would be closed as too slow.
    for (const fork of forks) {
      const server = await startServer(fork.data)
      servers.push(server)
      await openToVisitors(server)
      const connection = await openConnection(server.port)
      const store = openFile(storeFile(fork.data), { readOnly: true })
      sides.push({ pid: server.pid, connection, store, requests: asked(store, fork), check })
    }
    return { from: short.posts, to: long.posts, latencies: await latencies(sides, times) }
  } finally {
    for (const { connection, store } of sides) {
      connection.close()
      store.close()
    }
    for (const server of servers) await server.stop()
    for (const fork of forks) fork.remove()
  }
}
