import type { Redis } from 'ioredis'
import { Outage } from '../core/outage.ts'

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
