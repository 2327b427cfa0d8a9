// Nodes of a cluster: heartbeats and their list.
import type { Read, Tx } from './database.ts'

/** A node without a heartbeat for this long does not count as live. */
export const NODE_TIMEOUT_MS = 15_000

/** The database's clock, because the nodes' clocks may differ by minutes. */
export const DATABASE_NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
const NODE_RETENTION_MS = 24 * 60 * 60 * 1_000

const nameOf = (id: string): string => `node ${id}`

export interface Node {
  readonly id: string
  readonly version: string
  /** The node's Redis, without credentials. */
  readonly redis: string
  /** The control-state epoch that the node has applied; empty before the first. */
  readonly epoch: string
}

/** PostgreSQL only: a SQLite file has one process. */
export async function writeHeartbeat(tx: Tx, { id, version, redis, epoch }: Node): Promise<void> {
  await tx.raw(
    `insert into nodes (id, version, epoch, started_at, seen_at, applied_at) values ($1, $2, $3, ${DATABASE_NOW}, ${DATABASE_NOW}, ${DATABASE_NOW})
     on conflict (id) do update set epoch = excluded.epoch, seen_at = excluded.seen_at,
       applied_at = case when nodes.epoch = excluded.epoch then nodes.applied_at else excluded.applied_at end`,
    [id, version, epoch],
  )
  await tx.raw(
    `insert into leases (name, holder, expires_at) values ($1, $2, ${DATABASE_NOW} + ${NODE_TIMEOUT_MS})
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
    [nameOf(id), redis],
  )
}

/** The Redis of every other live node. */
export async function listOtherRedis(read: Read, id: string): Promise<string[]> {
  const rows = await read.raw<{ holder: string }>(
    `select distinct holder from leases where name like 'node %' and name <> $1 and expires_at > ${DATABASE_NOW} order by holder`,
    [nameOf(id)],
  )
  return rows.map(({ holder }) => holder)
}

/** Deletes a node that shuts down, and nodes that stopped long ago without signing off. */
export async function deleteNode(tx: Tx, id: string): Promise<void> {
  await tx.raw(
    `delete from leases where name = $1 or (name like 'node %' and expires_at < ${DATABASE_NOW} - ${NODE_RETENTION_MS})`,
    [nameOf(id)],
  )
  await tx.raw(`delete from nodes where id = $1 or seen_at < ${DATABASE_NOW} - ${NODE_RETENTION_MS}`, [id])
}

export interface NodeStatus {
  readonly id: string
  readonly version: string
  readonly epoch: string
  readonly startedAt: number
  readonly seenAt: number
  readonly isLive: boolean
  /** Whether the node has applied the newest epoch. */
  readonly isCurrent: boolean
  /** Delay until the node applied the newest change; null if it has not, or started later. */
  readonly appliedAfterMs: number | null
}

/** Every node of the last day that has not signed off, oldest first, with the epoch read in the same statement. */
export async function listNodes(read: Read): Promise<NodeStatus[]> {
  const rows = await read.raw<Omit<NodeStatus, 'startedAt' | 'seenAt'> & { started_at: number; seen_at: number }>(
    `select n.id, n.version, n.epoch, n.started_at, n.seen_at, n.seen_at > ${DATABASE_NOW} - ${NODE_TIMEOUT_MS} as "isLive",
       n.epoch = e.value as "isCurrent",
       case when n.epoch = e.value and e.changed_at >= n.started_at then greatest(0, n.applied_at - e.changed_at) end
         as "appliedAfterMs"
     from nodes n join epochs e on e.name = 'control' where n.seen_at > ${DATABASE_NOW} - ${NODE_RETENTION_MS}
     order by n.started_at, n.id`,
    [],
  )
  return rows.map(({ started_at, seen_at, ...row }) => ({ ...row, startedAt: started_at, seenAt: seen_at }))
}
