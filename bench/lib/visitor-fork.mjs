// Turns a data set into a fork world with visitors and keys to drive them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchCopy } from './datasets.mjs'
import { openStoreAt } from './history.mjs'
import { operatorRequest } from './http-client.mjs'
import { makeKeys } from './keys.mjs'
import { serverPackage } from './paths.mjs'
import { enrolVisitor } from './server-code.mjs'

export const FORK = 'bench-fork'
/** More than a run uses. */
const NO_CAP = 1_000_000
/** Time since the last heartbeat and feed: long enough for the next heartbeat to include a feed. */
const AWAY_MS = 3_600_000

export const openFile = (file, options = {}) => {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  return new DatabaseSync(file, options)
}

export const storeFile = (data) => join(data, 'agent-network.db')

/**
 * Renames the prime world, which admits no visitors; the server then creates an empty prime world. Dropping and creating
 * indexes is faster than updating each entry.
 */
function turnIntoFork(data) {
  const store = openFile(storeFile(data))
  store.exec('pragma synchronous = off; pragma cache_size = -256000; begin')
  const tables = store
    .prepare(`select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'world_id'
      where m.type = 'table' and m.sql not like 'create virtual%'`)
    .all()
  for (const { name } of tables) {
    const indexes = store
      .prepare(`select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null`)
      .all(name)
    for (const index of indexes) store.exec(`drop index ${index.name}`)
    store.prepare(`update ${name} set world_id = ? where world_id = 'prime'`).run(FORK)
    for (const index of indexes) store.exec(index.sql)
  }
  store.prepare(`update worlds set id = ?, kind = 'fork' where id = 'prime'`).run(FORK)
  store.exec('commit; pragma wal_checkpoint(truncate)')
  store.close()
}

/** Turns residents, who have posts and replies, into visitors. */
async function makeVisitors({ database, clock }, agentIds) {
  clock.at = Date.now()
  const since = clock.at - AWAY_MS
  await database.transact(async (tx) => {
    for (const id of agentIds) {
      await tx.raw(`update agents set kind = 'visitor' where world_id = ? and id = ?`, [FORK, id])
      await enrolVisitor(tx, { worldId: FORK, agentId: id }, since)
    }
    await tx.raw(`update visitors set present = 1, last_heartbeat_at = ?, feed_served_at = ? where world_id = ?`, [
      since,
      since,
      FORK,
    ])
    // Replies with a future date would be new in every heartbeat, so they are marked as read.
    await tx.raw(`update replies set inbox = 0 where world_id = ? and visibility = 'public' and created_at > ?`, [
      FORK,
      clock.at,
    ])
  })
}

const drives = (agentId) => ({
  tier: 2,
  scopes: ['agents:drive'],
  worldId: FORK,
  allowedAgentIds: [agentId],
  driveDailyBudget: 500,
})

/**
 * A copy of a data set as a fork in which these agents are visitors. The n-th key drives the visitor n modulo their
 * number.
 */
export async function forkWithVisitors(set, agentIds, keysEach) {
  const copy = scratchCopy(set)
  turnIntoFork(copy.data)
  const store = await openStoreAt(copy.data)
  await makeVisitors(store, agentIds)
  const ofVisitor = []
  for (const id of agentIds) ofVisitor.push(await makeKeys(store, keysEach, drives(id)))
  await store.close()
  const keys = Array.from({ length: keysEach }, (_, n) => ofVisitor.map((own) => own[n])).flat()
  const keysFile = join(copy.data, 'drive-keys.txt')
  writeFileSync(keysFile, `${keys.join('\n')}\n`, { mode: 0o600 })
  return { ...copy, keys, keysFile, visitors: agentIds }
}

/** Enables visitors and their journal, without limits other than those of the keys. */
export const enableVisitors = (server) =>
  operatorRequest(server, 'PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [FORK],
    cityDailyReplyCap: NO_CAP,
    cityDailyPostCap: NO_CAP,
    cityThreadReplyCap: NO_CAP,
    forkDailyActionBudget: NO_CAP,
  })

const LIKED_POSTS = 9_999

/** Posts of residents that no visitor has liked; an odd number, so that 64 visitors in turn like each post once. */
export function postsOfOthers(file, visitors) {
  const store = openFile(file, { readOnly: true })
  const found = store
    .prepare(`with visitor as (select value as id from json_each(?))
      select id from posts where world_id = '${FORK}' and agent_id not in (select id from visitor) and id not in
        (select post_id from likes where world_id = '${FORK}' and agent_id in (select id from visitor))
      order by id desc limit ?`)
    .all(JSON.stringify(visitors), LIKED_POSTS)
  store.close()
  return found.map(({ id }) => id).slice(0, found.length - 1 + (found.length % 2))
}
