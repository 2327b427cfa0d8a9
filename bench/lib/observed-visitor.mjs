// A visitor with a record of observed events, written directly to the store of a fork.
import { operatorRequest } from './http-client.mjs'
import { FORK, openFile, storeFile } from './visitor-fork.mjs'

const APP = 'app_bench'
const OWNER = 'bench-owner'
/** One post and one reply of the visitor per ten events. */
const EVENTS_PER_POST = 10
const MINUTE_MS = 60_000

/** Adds an app, to which all visitors and keys then belong. */
export function registerApp(data) {
  const store = openFile(storeFile(data))
  store
    .prepare('insert into apps (id, owner_uid, name, status, created_at) values (?, ?, ?, ?, 0)')
    .run(APP, OWNER, 'bench', 'active')
  store.prepare('update visitors set app_id = ?, owner_uid = ? where world_id = ?').run(APP, OWNER, FORK)
  store.prepare('update keys set app_id = ? where world_id = ?').run(APP, FORK)
  store.close()
}

/** Adds `events` observed events, one per minute, and posts and replies of the visitor. Returns the time of the first. */
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

/** Enables observation; `ceiling` limits the events captured per day. */
export const enableObservation = (server, ceiling) =>
  operatorRequest(server, 'PATCH', '/_operator/config', {
    visitorObserveEnabled: true,
    visitorObserveCanaryWorldIds: [FORK],
    visitorObserveDailyReadCeiling: 10_000_000,
    visitorObserveReadsPerMinute: 10_000_000,
    visitorObserveDailyCaptureCeiling: ceiling,
  })
