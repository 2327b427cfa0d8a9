import type { Read, Tx } from './database.ts'

/** A node that has not been seen for so long does not count any more. */
export const SEEN_MS = 15_000

/** The database's own clock, because those of the nodes may differ by minutes. */
const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000

const nameOf = (id: string): string => `node ${id}`

/** PostgreSQL only: a file of SQLite has one process. `redis` says which Redis the node uses, without credentials. */
export async function noteNode(tx: Tx, id: string, redis: string): Promise<void> {
  await tx.raw(
    `insert into leases (name, holder, expires_at) values ($1, $2, ${NOW} + ${SEEN_MS})
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
    [nameOf(id), redis],
  )
}

/** The Redis of every other node that was seen lately. */
export async function otherNodes(read: Read, id: string): Promise<string[]> {
  const rows = await read.raw<{ holder: string }>(
    `select distinct holder from leases where name like 'node %' and name <> $1 and expires_at > ${NOW} order by holder`,
    [nameOf(id)],
  )
  return rows.map(({ holder }) => holder)
}

/** A node that leaves, and those that left long ago without a word. */
export async function forgetNode(tx: Tx, id: string): Promise<void> {
  await tx.raw(`delete from leases where name = $1 or (name like 'node %' and expires_at < ${NOW} - ${FORGOTTEN_MS})`, [
    nameOf(id),
  ])
}
