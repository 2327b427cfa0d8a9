// Nodes of a cluster: heartbeats and their list.
import type { Read, Tx } from './database.ts'

/** A node without a heartbeat for this long does not count as live. */
export const NODE_TIMEOUT_MS = 15_000

/** The database's clock, because the nodes' clocks may differ by minutes. */
export const DATABASE_NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** The time that leases are compared with: the database's, or that of the only process. */
export async function leaseTime(read: Read, machineNow: () => number): Promise<number> {
  if (read.engine === 'sqlite') return machineNow()
  const [row] = await read.raw<{ now: number }>(`select ${DATABASE_NOW} as now`, [])
  return Number(row!.now)
}

const NODE_RETENTION_MS = 24 * 60 * 60 * 1_000

const nameOf = (id: string): string => `node ${id}`

export interface Node {
  readonly id: string
  readonly version: string
  /** The node's Redis, without credentials. */
  readonly redis: string
  /** The control-state epoch that the node has applied; empty before the first. */
  readonly epoch: string
  readonly host: string
  /** Host and port of its main listener; empty until it listens. */
  readonly address: string
  readonly schema: FormatRange
}

/** Formats that a node reads and writes, and beside which it can work: two nodes need ranges that overlap. */
export interface FormatRange {
  readonly min: number
  readonly max: number
}

/** Format of request log lines and of facts that nodes pass to each other. */
const LOG_RANGE: FormatRange = { min: 1, max: 1 }
/** The ranges of a version that does not publish them. */
const UNPUBLISHED = { schema: { min: 1, max: 20 }, log: { min: 1, max: 1 } } as const

/** The live nodes may not run beside this program. */
export class IncompatibleNodes extends Error {}

const overlap = (a: FormatRange, b: FormatRange): boolean => a.min <= b.max && b.min <= a.max

interface FormatRow {
  readonly id: string
  readonly version: string
  readonly host?: string | null
  readonly address?: string | null
  readonly schema_min?: number | null
  readonly schema_max?: number | null
  readonly log_min?: number | null
  readonly log_max?: number | null
}

const rangeOf = (min: number | null | undefined, max: number | null | undefined): FormatRange | null =>
  min == null || max == null ? null : { min, max }

/** Throws if a live node cannot work beside a node with these schema steps; the store may be of any earlier version. */
export async function refuseIncompatibleNodes(read: Read, schema: FormatRange): Promise<void> {
  const [table] = await read.raw<{ nodes: boolean; leases: boolean }>(
    `select to_regclass('nodes') is not null as nodes, to_regclass('leases') is not null as leases`,
    [],
  )
  // Nodes of version 0.1.0 have a lease and no row.
  const rows: FormatRow[] = table!.nodes
    ? await read.raw(`select * from nodes where seen_at > ${DATABASE_NOW} - ${NODE_TIMEOUT_MS} order by id`, [])
    : table!.leases
      ? await read.raw(
          `select name as id, '0.1.0' as version, 1 as schema_min, 1 as schema_max from leases
           where name like 'node %' and expires_at > ${DATABASE_NOW}`,
          [],
        )
      : []
  const incompatible = rows.filter(
    ({ schema_min, schema_max, log_min, log_max }) =>
      !overlap(rangeOf(schema_min, schema_max) ?? UNPUBLISHED.schema, schema) ||
      !overlap(rangeOf(log_min, log_max) ?? UNPUBLISHED.log, LOG_RANGE),
  )
  if (incompatible.length === 0) return
  const names = incompatible.map(({ id, version, host, address }) => `${host || id} ${address || ''} (${version})`)
  throw new IncompatibleNodes(
    `this version cannot run beside the live nodes ${names.join(', ')}; stop all nodes first, then start this one`,
  )
}

/** PostgreSQL only: a SQLite file has one process. */
export async function writeHeartbeat(tx: Tx, node: Node): Promise<void> {
  const { id, version, redis, epoch, host, address, schema } = node
  await tx.raw(
    `insert into nodes (id, version, epoch, started_at, seen_at, applied_at, host, address, schema_min, schema_max, log_min, log_max)
     values ($1, $2, $3, ${DATABASE_NOW}, ${DATABASE_NOW}, ${DATABASE_NOW}, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set epoch = excluded.epoch, seen_at = excluded.seen_at, address = excluded.address,
       applied_at = case when nodes.epoch = excluded.epoch then nodes.applied_at else excluded.applied_at end`,
    [id, version, epoch, host, address, schema.min, schema.max, LOG_RANGE.min, LOG_RANGE.max],
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
  /** Host, address and ranges are null for nodes of earlier versions. */
  readonly host: string | null
  readonly address: string | null
  readonly schema: FormatRange | null
  /** Since the last heartbeat, by the database's clock. */
  readonly silentMs: number
  readonly epoch: string
  readonly startedAt: number
  readonly seenAt: number
  readonly isLive: boolean
  /** Whether the node has applied the newest epoch. */
  readonly isCurrent: boolean
  /** Delay until the node applied the newest change; null if it has not, or started later. */
  readonly appliedAfterMs: number | null
}

type NodeRow = Omit<NodeStatus, 'startedAt' | 'seenAt' | 'schema'> &
  Pick<FormatRow, 'schema_min' | 'schema_max'> & { readonly started_at: number; readonly seen_at: number }

/** Every node of the last day that has not signed off, oldest first, with the epoch read in the same statement. */
export async function listNodes(read: Read): Promise<NodeStatus[]> {
  const rows = await read.raw<NodeRow>(
    `select n.id, n.version, n.host, n.address, n.schema_min, n.schema_max, n.epoch, n.started_at, n.seen_at,
       n.seen_at > ${DATABASE_NOW} - ${NODE_TIMEOUT_MS} as "isLive", greatest(0, ${DATABASE_NOW} - n.seen_at) as "silentMs",
       n.epoch = e.value as "isCurrent",
       case when n.epoch = e.value and e.changed_at >= n.started_at then greatest(0, n.applied_at - e.changed_at) end
         as "appliedAfterMs"
     from nodes n join epochs e on e.name = 'control' where n.seen_at > ${DATABASE_NOW} - ${NODE_RETENTION_MS}
     order by n.started_at, n.id`,
    [],
  )
  return rows.map(({ started_at, seen_at, schema_min, schema_max, ...row }) => ({
    ...row,
    schema: rangeOf(schema_min, schema_max),
    startedAt: started_at,
    seenAt: seen_at,
  }))
}
