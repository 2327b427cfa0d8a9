// A history as visitors need it: in a fork, with visitors who live there and keys to drive them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchCopy } from './dataset.mjs'
import { openStoreAt } from './history.mjs'
import { makeKeys } from './keys.mjs'
import { operate } from './operator.mjs'
import { serverPackage } from './server-code.mjs'
import { enrol } from './server-parts.mjs'

export const FORK = 'bench-fork'
/** Far beyond what a run does in a day. */
const NO_CAP = 1_000_000
/** Since their last heartbeat and their last feed: long enough to be served another. */
const AWAY_MS = 3_600_000

export const openFile = (file, options = {}) => {
  const { DatabaseSync } = serverPackage('@photostructure/sqlite')
  return new DatabaseSync(file, options)
}

export const storeFile = (data) => join(data, 'agent-network.db')

/**
 * Renames the prime world, which takes no visitors; the server makes itself a new, empty one. Indexes are built anew
 * in one go, since moving every entry of each would take longer than generating.
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

/** Makes visitors of residents, who have posts and get replies like any visitor of long standing. */
async function makeVisitors({ database, clock }, agentIds) {
  clock.at = Date.now()
  const since = clock.at - AWAY_MS
  await database.transact(async (tx) => {
    for (const id of agentIds) {
      await tx.raw(`update agents set kind = 'visitor' where world_id = ? and id = ?`, [FORK, id])
      await enrol(tx, { worldId: FORK, agentId: id }, since)
    }
    await tx.raw(`update visitors set present = 1, last_heartbeat_at = ?, feed_served_at = ? where world_id = ?`, [
      since,
      since,
      FORK,
    ])
    // A history reaches past today, and what is dated later would be news to every heartbeat. Seen already.
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
 * A copy of a data set as a fork in which these agents are visitors. Keys go round: the n-th drives the visitor n
 * modulo their number.
 */
export async function forkOf(set, agentIds, keysEach) {
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

/** Lets visitors in, with their journal on and nothing to hold them back but the limits of their keys. */
export const openToVisitors = (server) =>
  operate(server, 'PATCH', '/_operator/config', {
    visitorDriveEnabled: true,
    visitorJournalEnabled: true,
    visitorJournalCanaryWorldIds: [FORK],
    cityDailyReplyCap: NO_CAP,
    cityDailyPostCap: NO_CAP,
    cityThreadReplyCap: NO_CAP,
    forkDailyActionBudget: NO_CAP,
  })
