import type { Ambient } from '../core/ambient.ts'
import type { Database } from '../db/database.ts'
import { lockName } from '../db/leases.ts'
import { readMeta, writeMeta } from '../db/meta.ts'
import { forgetNode, noteNode, otherNodes, SEEN_MS } from '../db/nodes.ts'
import type { NonceBook } from './nonce.ts'

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
