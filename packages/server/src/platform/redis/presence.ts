import type { Redis } from 'ioredis'
import type { Ambient } from '../core/ambient.ts'
import { Outage } from '../core/outage.ts'
import type { Database } from '../db/database.ts'
import { lockName, readMeta, writeMeta } from '../db/meta.ts'
import { forgetNode, noteNode, otherNodes, SEEN_MS } from '../db/nodes.ts'

/**
 * One random value in the database and in Redis says that the two belong together. Nodes on two Redis servers would not
 * hear of each other's changes: a key that one disables would go on working on the other.
 */
export interface NonceBook {
  /** Makes of what Redis holds the nonce that holds from now on, one node at a time; throws where it may not be used. */
  agree(inRedis: () => Promise<string | null>, write: (nonce: string) => Promise<void>): Promise<string>
}

/** One hash tag keeps everything a request needs in one slot of a Redis cluster. */
export const keysOf = (namespace: string): string => `{agent-network:${namespace}}:`
export const nonceKeyOf = (namespace: string): string => `${keysOf(namespace)}nonce`

/** Every network that uses this Redis number, by its namespace: who finds its nonce gone asks who else is here. */
const NETWORKS = 'agent-network:networks'

export interface NonceOptions {
  readonly redis: Redis
  readonly namespace: string
  readonly key: string
  /** Everything cached has to go: what it was checked against is new. */
  readonly onRestored: () => void
}

export interface Nonce {
  /** Agrees with the database before anything else is asked. */
  begin(book: NonceBook): Promise<void>
  value(): string
  /** Throws unless this Redis is ours; one that has been emptied gets the nonce back. */
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

  /** An empty Redis, or a shared one that was emptied, is ours; one that others have used meanwhile is theirs. */
  async function restore(): Promise<void> {
    const strangers = [...(await present())].filter((name) => name !== namespace && !neighbours.has(name))
    if (strangers.length > 0)
      throw new Outage('sharedState', 'this Redis belongs to another network: it holds nothing of ours')
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
      else throw new Outage('sharedState', 'this Redis belongs to another database: its nonce is not ours')
    },
  }
}

/** This Redis may not be used: printed as one line, exit 1. */
export class WrongRedis extends Error {}

const RENEW_MS = 3_000
/** A node that nobody asks anything must have applied a change, and have said so, within a second. */
const CHECK_MS = 250
/** Shorter than others wait for a node, so that it has stopped by the time they go on without it. */
const FIT_MS = SEEN_MS - 3_000
/** A Redis that lost its nonce while nodes run gets it back from one of them within a second. */
const TRIES = 20
const TRY_MS = 100

export interface Presence {
  readonly book: NonceBook
  /** Why this node may not go by what its Redis says, or null. */
  unfit(): string | null
  start(onError: (error: unknown) => void): void
  stop(): Promise<void>
}

export interface PresenceOptions {
  readonly database: Database
  readonly ambient: Ambient
  /** Host, port and number of the Redis, as operators know it. */
  readonly redis: string
  /** Of this program. */
  readonly version: string
  /** The epoch of control state that this node has applied. */
  readonly epoch: () => string
  /** Applies what has changed since. */
  readonly look: () => Promise<unknown>
}

/**
 * What the database knows of the nodes on it: which Redis they use, and when they were last seen. A node that starts
 * takes a Redis without a nonce only when nobody else can be using another one.
 */
export function makePresence({ database, ambient, redis, version, epoch, look }: PresenceOptions): Presence {
  const id = ambient.secret(9).toString('base64url')
  let nonce = ''
  /** The epoch that the others were last told. */
  let told = ''
  let seenAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let replaced = false
  let timer: NodeJS.Timeout | null = null
  let renewing: Promise<void> | null = null

  const isFit = (): boolean => ambient.elapsed() - seenAt <= FIT_MS

  async function renew(): Promise<void> {
    const begun = ambient.elapsed()
    triedAt = begun
    const applied = epoch()
    const stored = await database.transact(
      async (tx) => {
        await noteNode(tx, { id, version, redis, epoch: applied })
        return readMeta(tx, 'redis')
      },
      { quiet: true },
    )
    replaced = stored !== nonce
    seenAt = begun
    told = applied
  }

  /** One node at a time: of several that start on an empty Redis, the first makes the nonce and the others find it. */
  const tryToAgree: (...args: Parameters<NonceBook['agree']>) => Promise<string | readonly string[]> = (
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
        const others = found === null ? await otherNodes(tx, id) : []
        if (others.length > 0) return others
        const agreed = found ?? ambient.secret(12).toString('base64url')
        await noteNode(tx, { id, version, redis, epoch: epoch() })
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
          const begun = ambient.elapsed()
          const agreed = await tryToAgree(inRedis, write)
          if (typeof agreed === 'string') {
            seenAt = begun
            nonce = agreed
            return agreed
          }
          if (n === TRIES)
            throw new WrongRedis(
              `the Redis at ${redis} is not the one that this database's other nodes use, which is ${agreed.join(', ')}; name it with --redis-url, or try again ${SEEN_MS / 1_000} s after they have stopped`,
            )
          await new Promise((resume) => setTimeout(resume, TRY_MS))
        }
      },
    },
    unfit() {
      if (replaced) return 'the other nodes of this database use another Redis by now'
      return isFit() ? null : 'the database has not heard of this node lately'
    },
    start(onError) {
      const renewIfDue = (): void => {
        const isDue = !isFit() || ambient.elapsed() - triedAt >= RENEW_MS
        // A change that binds here is told at once: an operator waits for it.
        if (renewing !== null || (!isDue && epoch() === told)) return
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
        // Not waited for: a Redis that hangs must not keep the database from hearing of this node.
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
      await database.transact((tx) => forgetNode(tx, id), { quiet: true }).catch(() => {})
    },
  }
}

/** For a thread beside a node: it uses what the node has agreed on. */
export const bookOfThread = (database: Database): NonceBook => ({
  agree: async () => (await readMeta(database.read, 'redis')) ?? '',
})
