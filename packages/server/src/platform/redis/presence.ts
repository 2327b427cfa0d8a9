// Heartbeat of a node, and agreement of all nodes on one Redis.
import type { Redis } from 'ioredis'
import type { Ambient } from '../core/ambient.ts'
import { type Dependency, Outage, type OutageStatus } from '../core/outage.ts'
import type { Database } from '../db/database.ts'
import { lockName, readMeta, writeMeta } from '../db/meta.ts'
import { deleteNode, listOtherRedis, NODE_TIMEOUT_MS, type Node, writeHeartbeat } from '../db/nodes.ts'

/**
 * A random nonce, stored in the database and in Redis, shows that the two belong together. Nodes on two Redis servers
 * would miss each other's changes: a key that one disables would still work on the other.
 */
export interface NonceRegistry {
  /** Determines the valid nonce from the one in Redis, one node at a time; throws if this Redis may not be used. */
  agree(inRedis: () => Promise<string | null>, write: (nonce: string) => Promise<void>): Promise<string>
}

/** One hash tag keeps all keys of a request in one slot of a Redis cluster. */
export const keysOf = (namespace: string): string => `{agent-network:${namespace}}:`
export const nonceKeyOf = (namespace: string): string => `${keysOf(namespace)}nonce`

/** Namespaces of all networks in this Redis database, to check for other users after a lost nonce. */
const NETWORKS = 'agent-network:networks'

export interface NonceOptions {
  readonly redis: Redis
  readonly namespace: string
  readonly key: string
  /** Called when all caches must be dropped, because Redis was restored. */
  readonly onRestored: () => void
}

export interface Nonce {
  /** Agrees on the nonce with the database before any other command. */
  begin(book: NonceRegistry): Promise<void>
  value(): string
  /** Throws unless this Redis belongs to this network; an emptied one gets the nonce back. */
  confirm(found: string): Promise<void>
}

export function makeNonce({ redis, namespace, key, onRestored }: NonceOptions): Nonce {
  let nonce = ''
  let neighbours: ReadonlySet<string> = new Set()

  const present = async (): Promise<ReadonlySet<string>> => new Set(await redis.smembers(NETWORKS))

  async function write(value: string): Promise<void> {
    await redis.set(key, value)
    await redis.sadd(NETWORKS, namespace)
  }

  /** Accepts an empty Redis, or a shared one that lost our data; refuses one that another network has used since. */
  async function restore(): Promise<void> {
    const strangers = [...(await present())].filter((name) => name !== namespace && !neighbours.has(name))
    if (strangers.length > 0)
      throw new Outage('sharedState', 'this Redis belongs to another network: it has no data of this one')
    await redis.setnx(key, nonce)
    await redis.sadd(NETWORKS, namespace)
    onRestored()
  }

  return {
    async begin(book) {
      nonce = await book.agree(() => redis.get(key), write)
      await redis.sadd(NETWORKS, namespace)
      neighbours = await present()
    },
    value: () => nonce,
    async confirm(found) {
      if (found === nonce) neighbours = await present()
      else if (found === '') await restore()
      else throw new Outage('sharedState', 'this Redis belongs to another database: its nonce differs')
    },
  }
}

/** This Redis may not be used: printed as one line, exit code 1. */
export class WrongRedis extends Error {}

const RENEW_MS = 3_000
/** An idle node must apply a change and report it within a second. */
const CHECK_MS = 250
/** Shorter than the time after which others ignore a node, so that it has stopped by then. */
const HEARTBEAT_MAX_AGE_MS = NODE_TIMEOUT_MS - 3_000
/** A Redis that lost its nonce while nodes run gets it back from one of them within a second. */
const TRIES = 20
const TRY_MS = 100

export interface Presence {
  readonly book: NonceRegistry
  /** Why this node may not rely on Redis, and which dependency is the cause; null if it may. */
  unfit(): Unfitness | null
  start(onError: (error: unknown) => void): void
  stop(): Promise<void>
}

/** A node without recent heartbeats in the database may have been replaced. */
interface Unfitness extends OutageStatus {
  readonly part: Dependency
}

interface PublishedNode extends Pick<Node, 'version' | 'host' | 'schema'> {
  address(): string
}

export interface PresenceOptions {
  readonly database: Database
  readonly ambient: Ambient
  /** Host, port and number of the Redis, for operators. */
  readonly redis: string
  /** Version, host, address and formats of this node. */
  readonly node: PublishedNode
  /** The control-state epoch that this node has applied. */
  readonly epoch: () => string
  /** Applies changes since the last call. */
  readonly look: () => Promise<unknown>
}

/**
 * The database lists the nodes with their Redis and last heartbeat. A starting node accepts a Redis without a nonce
 * only if no other node can be using another one.
 */
export function makePresence({ database, ambient, redis, node, epoch, look }: PresenceOptions): Presence {
  const id = ambient.secret(9).toString('base64url')
  let nonce = ''
  /** The epoch last reported to the other nodes. */
  let publishedEpoch = ''
  let seenAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let replaced = false
  let timer: NodeJS.Timeout | null = null
  let renewing: Promise<void> | null = null

  const heartbeatOf = (appliedEpoch: string): Node => ({
    ...{ id, redis, epoch: appliedEpoch },
    ...{ ...node, address: node.address() },
  })

  const isFit = (): boolean => ambient.elapsed() - seenAt <= HEARTBEAT_MAX_AGE_MS

  async function renew(): Promise<void> {
    const startedAt = ambient.elapsed()
    triedAt = startedAt
    const applied = epoch()
    const stored = await database.transact(
      async (tx) => {
        await writeHeartbeat(tx, heartbeatOf(applied))
        return readMeta(tx, 'redis')
      },
      { quiet: true },
    )
    replaced = stored !== nonce
    seenAt = startedAt
    publishedEpoch = applied
  }

  /** One node at a time: of several nodes that start on an empty Redis, the first creates the nonce. */
  const tryToAgree: (...args: Parameters<NonceRegistry['agree']>) => Promise<string | readonly string[]> = (
    inRedis,
    write,
  ) =>
    database.transact(
      async (tx) => {
        await lockName(tx, 'redis')
        const stored = await readMeta(tx, 'redis')
        const found = await inRedis()
        if (found !== null && found !== stored)
          throw new WrongRedis(`the Redis at ${redis} belongs to another database; name the right one with --redis-url`)
        const others = found === null ? await listOtherRedis(tx, id) : []
        if (others.length > 0) return others
        const agreed = found ?? ambient.secret(12).toString('base64url')
        await writeHeartbeat(tx, heartbeatOf(epoch()))
        if (found === null) {
          await writeMeta(tx, 'redis', agreed)
          await write(agreed)
        }
        return agreed
      },
      { quiet: true },
    )

  return {
    book: {
      async agree(inRedis, write) {
        for (let n = 1; ; n++) {
          const startedAt = ambient.elapsed()
          const agreed = await tryToAgree(inRedis, write)
          if (typeof agreed === 'string') {
            seenAt = startedAt
            nonce = agreed
            return agreed
          }
          if (n === TRIES)
            throw new WrongRedis(
              `the Redis at ${redis} is not the one that this database's other nodes use, which is ${agreed.join(', ')}; name it with --redis-url, or try again ${NODE_TIMEOUT_MS / 1_000} s after they have stopped`,
            )
          await new Promise((resume) => setTimeout(resume, TRY_MS))
        }
      },
    },
    unfit() {
      if (replaced)
        return {
          part: 'sharedState',
          reason: 'the other nodes of this database use another Redis by now',
          since: seenAt,
        }
      if (isFit()) return null
      const since = Math.max(seenAt + HEARTBEAT_MAX_AGE_MS, 0)
      return { part: 'store', reason: 'the database has no recent heartbeat of this node', since }
    },
    start(onError) {
      const renewIfDue = (): void => {
        const isDue = !isFit() || ambient.elapsed() - triedAt >= RENEW_MS
        // An applied change is reported at once, because an operator waits for it.
        if (renewing !== null || (!isDue && epoch() === publishedEpoch)) return
        renewing = renew()
          .catch(onError)
          .finally(() => {
            renewing = null
          })
      }
      let isLooking = false
      timer = setInterval(() => {
        renewIfDue()
        if (isLooking) return
        isLooking = true
        // Not awaited: a hanging Redis must not delay the heartbeat in the database.
        look()
          .catch(() => {})
          .finally(() => {
            isLooking = false
            if (timer !== null) renewIfDue()
          })
      }, CHECK_MS).unref()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await renewing
      await database.transact((tx) => deleteNode(tx, id), { quiet: true }).catch(() => {})
    },
  }
}

/** For a worker thread: it uses the nonce that its node has agreed on. */
export const nonceRegistryOfThread = (database: Database): NonceRegistry => ({
  agree: async () => (await readMeta(database.read, 'redis')) ?? '',
})
