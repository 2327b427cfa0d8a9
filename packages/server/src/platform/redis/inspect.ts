// Read-only inspection of a Redis server, for `doctor`.
import { Redis } from 'ioredis'
import { nonceKeyOf } from './presence.ts'

const TIMEOUT_MS = 3_000

/** State of a Redis server. */
export interface RedisStatus {
  /** The nonce that ties it to a database; null if it has no data of this network. */
  readonly nonce: string | null
  /** Its clock, in milliseconds since 1970. */
  readonly now: number
}

export async function inspectRedis(url: string, namespace: string): Promise<RedisStatus> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  })
  let fault: Error | null = null
  redis.on('error', (error: Error) => {
    fault ??= error
  })
  try {
    await redis.connect().catch((error: Error) => {
      throw fault ?? error
    })
    const [seconds, micros] = await redis.time()
    return { nonce: await redis.get(nonceKeyOf(namespace)), now: Number(seconds) * 1_000 + Number(micros) / 1_000 }
  } finally {
    redis.disconnect()
  }
}
