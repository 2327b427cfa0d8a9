// What observation costs: readers on a short and a long record of one visitor, and acts with capture off and on.
import { askOnce, openConnection, requestBytes } from './connection.mjs'
import { FORK, forkOf, openFile, openToVisitors, storeFile } from './fork.mjs'
import { latencies } from './growth.mjs'
import { together } from './load.mjs'
import { operate } from './operator.mjs'
import { startServer } from './servers.mjs'
import { stretch } from './turns.mjs'

const APP = 'app_bench'
const OWNER = 'bench-owner'
/** Of one visitor: enough that no key's minute runs out. */
const READER_KEYS = 60
/** One post and one reply of its own for so many events. */
const EVENTS_PER_POST = 10
const MINUTE_MS = 60_000
const VISITORS = 64
/** Each may do 500 acts a day. */
const KEYS_EACH = 16

/** As the portal leaves it: an app, and visitors and keys that belong to it. */
export function registerAll(data) {
  const store = openFile(storeFile(data))
  store
    .prepare('insert into apps (id, owner_uid, name, status, created_at) values (?, ?, ?, ?, 0)')
    .run(APP, OWNER, 'bench', 'active')
  store.prepare('update visitors set app_id = ?, owner_uid = ? where world_id = ?').run(APP, OWNER, FORK)
  store.prepare('update keys set app_id = ? where world_id = ?').run(APP, FORK)
  store.close()
}

/** A record of `events` facts, a minute apart, and posts and replies of the visitor's own to find conversations in. */
export function fillRecord(data, agentId, events) {
  const store = openFile(storeFile(data))
  const start = Date.now() - events * MINUTE_MS
  store.exec('pragma synchronous = off; begin')
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${events})`
  const fact = (code) =>
    `'[["${code}",0,{"q":"act_bench_0123456789abcdef","p":"post_bench_0123456789"},"like",["ada"]]]'`
  store
    .prepare(`${numbers} insert into events select ?, ?, i, ? + i * ${MINUTE_MS},
      iif(i % 50 = 0, ${fact('plri')}, ${fact('aoco')}) from n`)
    .run(FORK, agentId, start)
  store.prepare('update visitors set event_sequence = ? where world_id = ? and agent_id = ?').run(events, FORK, agentId)
  const own = `${numbers.replace(String(events), String(Math.floor(events / EVENTS_PER_POST)))}`
  store
    .prepare(`${own} insert into posts select ?, 'post_o' || i, ?, 'Words', '', 0, 'public', 0, 1, ? + i * ${MINUTE_MS},
      9000000000000000 + i from n`)
    .run(FORK, agentId, start)
  store
    .prepare(`${own} insert into replies select ?, 'rep_o' || i, 'post_o' || i, null, ?, 'Words', 'public', 0,
      ? + i * ${MINUTE_MS} + 1, null from n`)
    .run(FORK, agentId, start)
  store.exec('commit; pragma wal_checkpoint(truncate)')
  store.close()
  return start
}

export const watch = (server, ceiling) =>
  operate(server, 'PATCH', '/_operator/config', {
    visitorObserveEnabled: true,
    visitorObserveCanaryWorldIds: [FORK],
    visitorObserveDailyReadCeiling: 10_000_000,
    visitorObserveReadsPerMinute: 10_000_000,
    visitorObserveDailyCaptureCeiling: ceiling,
  })

async function readerSide(set, events) {
  const [agentId] = set.agentIds
  const fork = await forkOf(set, [agentId], READER_KEYS)
  registerAll(fork.data)
  const start = fillRecord(fork.data, agentId, events)
  const server = await startServer(fork.data)
  await openToVisitors(server)
  await watch(server, 0)
  const connection = await openConnection(server.port)
  const base = `/v1/visitors/${agentId}/observe`
  const get = (path) => (n) => requestBytes(base + path, fork.keys[n % fork.keys.length])
  const ask = async (path) => JSON.parse((await askOnce(connection, get(path)(0))).body).data
  const nearEnd = `from=${new Date(start + (events - 200) * MINUTE_MS).toISOString()}`
  const deep = await ask(`/events?${nearEnd}`)
  const requests = {
    'who it is': get(''),
    'first events': get('/events'),
    'events deep in the record': get(`/events?${nearEnd}&cursor=${deep.nextCursor}`),
    'events since a moment': get(`/events?${nearEnd}`),
    'events of a channel': get('/events?channel=public&limit=2'),
    'one event': get(`/events/${deep.events[0].eventId}`),
    conversations: get('/conversations'),
    'one conversation': get('/conversations/pub-post_o7'),
    export: get(`/export?${nearEnd}&limit=100`),
  }
  return { fork, server, side: { pid: server.pid, connection, requests } }
}

async function readers(set, from, to, times) {
  const opened = []
  try {
    for (const events of [from, to]) opened.push(await readerSide(set, events))
    return await latencies(
      opened.map(({ side }) => side),
      times,
    )
  } finally {
    for (const { fork, server, side } of opened) {
      side.connection.close()
      await server.stop()
      fork.remove()
    }
  }
}

/** Posts of residents that no visitor has liked; an odd number, so that nobody meets one twice too soon. */
function postsOfOthers(file, visitors) {
  const store = openFile(file, { readOnly: true })
  const found = store
    .prepare(`with visitor as (select value as id from json_each(?))
      select id from posts where world_id = '${FORK}' and agent_id not in (select id from visitor) and id not in
        (select post_id from likes where world_id = '${FORK}' and agent_id in (select id from visitor))
      order by id desc limit 9999`)
    .all(JSON.stringify(visitors))
  store.close()
  return found.map(({ id }) => id).slice(0, found.length - 1 + (found.length % 2))
}

function acts({ data, keysFile, visitors }) {
  const posts = postsOfOthers(storeFile(data), visitors)
  const numbers = { run: `observe-${process.pid}`, next: 0 }
  const paths = visitors.map((id) => `/v1/visitors/${id}/act`)
  const kind = (bodyOf) => ({
    keysFile,
    paths,
    type: 'application/json',
    bodies: posts.map((id, n) => JSON.stringify(bodyOf(id, n))),
    numbers,
  })
  return {
    like: kind((postId) => ({ like: { postId } })),
    reply: kind((postId) => ({ reply: { postId, text: 'Come by tomorrow and we will see.' } })),
    post: kind((_id, n) => ({ post: { text: `Nobody has swept the square since the ${n}th of the month.` } })),
  }
}

/** The same load on two servers in turns, one of which tells everything. */
async function captureCost(set, { seconds, rounds }) {
  const opened = []
  try {
    for (const ceiling of [0, 10_000_000]) {
      const fork = await forkOf(set, set.agentIds.slice(-VISITORS), KEYS_EACH)
      registerAll(fork.data)
      const server = await startServer(fork.data)
      opened.push({ fork, server, traffic: acts(fork) })
      await openToVisitors(server)
      await watch(server, ceiling)
    }
    const results = {}
    for (const kind of Object.keys(opened[0].traffic)) {
      const measured = opened.map(() => [])
      for (const { server, traffic } of opened) await stretch(server, 1, traffic[kind])
      for (let n = 0; n < 2 * rounds; n++)
        for (const [i, { server, traffic }] of opened.entries())
          measured[i].push(await stretch(server, Math.max(1, Math.round(seconds / rounds / 2)), traffic[kind]))
      const [off, on] = measured.map(together)
      results[kind] = { off, on }
    }
    return results
  } finally {
    for (const { fork, server } of opened) {
      await server.stop()
      fork.remove()
    }
  }
}

/** Records of `from` and of `to` events; `set` is only the world they are in. */
export async function observe(set, pace, [from, to] = [1_000, 1_000_000]) {
  return { from, to, readers: await readers(set, from, to, pace.times), capture: await captureCost(set, pace) }
}

const READER_SLOWDOWN = 2
const CAPTURE_COST = 1.15

const row = (claim, ratio, target, detail) => ({
  claim,
  measured: `${ratio.toFixed(2)}x  ${detail}`,
  target: `<= ${target}x`,
  verdict: ratio <= target ? 'ok' : 'MISSED',
})
const both = ([first, second]) => `${first.toFixed(2)} -> ${second.toFixed(2)} ms`

/** As the report shows it. */
export function observeRows({ from, to, readers: read, capture }) {
  const span = `${from.toLocaleString('en')} to ${to.toLocaleString('en')} events`
  return [
    ...Object.entries(read).map(([name, { ms, cpu }]) =>
      row(`observe, ${span}: ${name}`, ms[1] / ms[0], READER_SLOWDOWN, `${both(ms)}, core time ${both(cpu)}`),
    ),
    ...Object.entries(capture).map(([name, { off, on }]) =>
      row(
        `capture off to on, core time of a ${name}`,
        on.cpuPerRequest / off.cpuPerRequest,
        CAPTURE_COST,
        `${both([off.cpuPerRequest, on.cpuPerRequest])}, ${Math.round(off.perSecond)}/s -> ${Math.round(on.perSecond)}/s`,
      ),
    ),
  ]
}
