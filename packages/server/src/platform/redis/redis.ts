// Shared state of a cluster in Redis.
import { LIMITS } from '@agent-network/contract'
import { Redis } from 'ioredis'
import { Outage, type OutageStatus } from '../core/outage.ts'
import { withDeadline } from '../core/time.ts'
import type { Meter } from '../telemetry/meter.ts'
import { keysOf, makeNonce, type NonceRegistry, nonceKeyOf, type Presence } from './presence.ts'
import { defineScripts } from './redis-scripts.ts'
import type { Admission, SharedState, WindowRequest } from './shared-state.ts'

/** One request waiting for the next batch. */
interface PendingRequest<A, R> {
  readonly request: A
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

export interface BatchOptions<A, R> {
  /** Returns one result per request, in order. */
  readonly send: (requests: readonly A[]) => Promise<readonly R[]>
  readonly max: number
  /** Maximum wait for the previous batch. */
  readonly patienceMs: number
}

/**
 * Requests of one event-loop iteration form a batch, and so do requests that arrive while a batch is in flight. A
 * request never receives a result that was requested before it arrived.
 */
export function makeBatches<A, R>({ send, max, patienceMs }: BatchOptions<A, R>): (request: A) => Promise<R> {
  let waiting: PendingRequest<A, R>[] = []
  let underWay = 0
  let isDue = false
  let timer: NodeJS.Timeout | null = null

  async function sendOne(batch: readonly PendingRequest<A, R>[]): Promise<void> {
    try {
      const results = await send(batch.map(({ request }) => request))
      for (const [n, { resolve }] of batch.entries()) resolve(results[n]!)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function flush(): void {
    isDue = false
    if (timer !== null) clearTimeout(timer)
    timer = null
    const gathered = waiting
    waiting = []
    for (let from = 0; from < gathered.length; from += max) {
      underWay += 1
      void sendOne(gathered.slice(from, from + max)).then(() => {
        underWay -= 1
        if (underWay === 0 && waiting.length > 0) flush()
      })
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (underWay > 0) timer ??= setTimeout(flush, patienceMs)
      else if (!isDue) {
        isDue = true
        setImmediate(flush)
      }
    })
}

const { windowMs } = LIMITS.rate
const { placeLeaseMs } = LIMITS.streams

/** The subscribed connection only waits. */
const LISTEN_TIMEOUT_MS = 86_400_000

export interface RedisOptions {
  readonly url: string
  /** Several networks may share one Redis. */
  readonly namespace: string
  readonly mark: () => string
  readonly book: NonceRegistry
  readonly unfit: Presence['unfit']
  readonly testClock: boolean
  readonly elapsed: () => number
  readonly meter?: Meter | undefined
  /** Throws the error for a Redis that is unreachable at the start. */
  readonly onUnreachable: (error: Error) => never
  readonly onError: (outage: Outage) => void
  readonly onBack: (seconds: number) => void
}

/** One admission request. */
interface AdmissionRequest {
  readonly epoch: string | null
  readonly now: number | null
  readonly take: WindowRequest | null
}

const OUTDATED: Admission = Object.freeze({ current: false })
/** Maximum of requests per script call; Redis is blocked while a script runs. */
const BATCH_MAX = 64
/** Maximum wait for the previous batch. */
const BATCH_WAIT_MS = 5

/** A slower command counts as failed; `/readyz` must fail within 3 s. */
const COMMAND_TIMEOUT_MS = 2_000
/** For commands outside of `ask`, at the start; the client's timer also fires when this process was paused. */
const CLIENT_TIMEOUT_MS = 5_000
const CHECK_EVERY_MS = 500
/** Health checks without a response after which the connection is closed. */
const FAILED_CHECKS_MAX = 3

export async function connectRedis(options: RedisOptions): Promise<SharedState> {
  const redis = new Redis(options.url, {
    lazyConnect: true,
    // Fail at once: a request gets a 500, never a response from an unverified cache.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: CLIENT_TIMEOUT_MS,
    connectTimeout: 3_000,
    retryStrategy: (times) => Math.min(50 * times, 250),
  })
  defineScripts(redis)
  const lost: (() => void)[] = []
  let away: OutageStatus | null = null
  let isStarted = false
  let silentBeats = 0
  let ahead = 0

  const outageOf = (error: unknown): Outage =>
    error instanceof Outage ? error : new Outage('sharedState', (error as Error).message || 'no response')

  const promptly = <T>(answer: Promise<T>): Promise<T> =>
    withDeadline(COMMAND_TIMEOUT_MS, answer, () => new Outage('sharedState', 'no response'))

  function lose(error: unknown): Outage {
    const outage = outageOf(error)
    away ??= { reason: outage.message, since: options.elapsed() }
    // Before that, the start itself fails and prints the reason.
    if (isStarted) options.onError(outage)
    return outage
  }

  function find(): void {
    silentBeats = 0
    if (away === null) return
    const seconds = (options.elapsed() - away.since) / 1_000
    away = null
    options.onBack(seconds)
  }

  redis.on('error', lose)
  // The next connection may reach an older replica with an epoch that was valid once.
  redis.on('close', () => {
    lose(new Error('the connection was closed'))
    dropCaches()
  })
  const prefix = keysOf(options.namespace)
  const epochKey = `${prefix}epoch`
  const clockKey = `${prefix}time`
  const nonceKey = nonceKeyOf(options.namespace)
  const windowKey = (keyId: string) => `${prefix}window:${keyId}`
  const timeToLive = String(options.testClock ? 24 * 60 * windowMs : 2 * windowMs)
  const dropCaches = (): void => {
    for (const listener of lost) listener()
  }
  const nonce = makeNonce({ redis, namespace: options.namespace, key: nonceKey, onRestored: dropCaches })

  let firstFault: Error | null = null
  const noteFault = (error: Error): void => {
    firstFault ??= error
  }
  redis.on('error', noteFault)
  try {
    await redis.connect().catch((error: Error) => options.onUnreachable(firstFault ?? error))
    redis.off('error', noteFault)
    find()
    await nonce.begin(options.book)
    isStarted = true
  } catch (error) {
    redis.disconnect()
    throw error
  }

  async function beat(): Promise<void> {
    try {
      await nonce.confirm((await promptly(redis.get(nonceKey))) ?? '')
      find()
    } catch (error) {
      lose(error)
      silentBeats += 1
      if (silentBeats % FAILED_CHECKS_MAX === 0 && redis.status === 'ready') redis.disconnect(true)
    }
  }
  let isBeating = false
  const timer = setInterval(() => {
    if (isBeating) return
    isBeating = true
    void beat().finally(() => {
      isBeating = false
    })
  }, CHECK_EVERY_MS).unref()

  /** Fails at once while Redis is unavailable; the health check detects its recovery. */
  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (away !== null) throw new Outage('sharedState', away.reason)
    const unfitness = options.unfit()
    if (unfitness !== null) throw new Outage(unfitness.part, unfitness.reason)
    const startedAt = options.elapsed()
    try {
      return await promptly(command())
    } catch (error) {
      throw outageOf(error)
    } finally {
      options.meter?.time('redis', (options.elapsed() - startedAt) / 1_000)
    }
  }

  /** Handles an unexpected nonce: an emptied Redis is restored, anything else is an outage. */
  async function confirm(found: string): Promise<void> {
    try {
      await nonce.confirm(found)
    } catch (error) {
      throw lose(error)
    }
  }

  /** Requests with the same epoch and time, in one round trip; null if Redis was not ours and had to be restored. */
  async function admitAll(requests: readonly AdmissionRequest[]): Promise<readonly Admission[] | null> {
    const { epoch, now } = requests[0]!
    const takes = requests.flatMap(({ take }) => (take === null ? [] : [take]))
    const answer = await ask(() =>
      redis.anAdmit(
        3 + takes.length,
        ...[epochKey, clockKey, nonceKey, ...takes.map(({ keyId }) => windowKey(keyId))],
        ...[epoch ?? '', now ?? '', nonce.value(), timeToLive],
        ...takes.flatMap(({ limit, limitInProbation, probationEndsAt }) => [limit, limitInProbation, probationEndsAt]),
      ),
    )
    if (answer[0] === 2) {
      await confirm(String(answer[1]))
      return null
    }
    if (answer[0] === 0) return requests.map(() => OUTDATED)
    const [, at, aheadMs, ...windows] = answer.map(Number)
    ahead = aheadMs!
    let from = 0
    return requests.map(({ take }) => {
      if (take === null) return { current: true, at: at!, window: null }
      const [used, limit, admitted] = windows.slice(from, from + 3)
      from += 3
      return { current: true, at: at!, window: { used: used!, limit: limit!, admitted: admitted === 1 } }
    })
  }

  async function admitAlike(requests: readonly AdmissionRequest[]): Promise<readonly Admission[]> {
    const admitted = await admitAll(requests)
    if (admitted !== null) return admitted
    // Redis was restored; requests without an epoch have nothing to reload.
    return requests[0]!.epoch === null ? admitAlike(requests) : requests.map(() => OUTDATED)
  }

  const admit = makeBatches<AdmissionRequest, Admission>({
    max: BATCH_MAX,
    patienceMs: BATCH_WAIT_MS,
    async send(requests) {
      const first = requests[0]!
      if (requests.every(({ epoch, now }) => epoch === first.epoch && now === first.now)) return admitAlike(requests)
      const alone = await Promise.all(requests.map((one) => admitAlike([one])))
      return alone.flat()
    },
  })

  const hintsKey = `${prefix}hints`
  const placesKey = (name: string) => `${prefix}stream-places:${name}`
  const self = options.mark()
  const topicListeners: ((topics: readonly string[]) => void)[] = []
  // A subscribed connection cannot run other commands. It reconnects and subscribes again by itself; messages sent
  // meanwhile are lost.
  const listening = redis.duplicate({ enableOfflineQueue: true, commandTimeout: LISTEN_TIMEOUT_MS })
  listening.on('error', () => {})
  listening.on('message', (_channel: string, message: string) => {
    const [from, ...topics] = JSON.parse(message) as string[]
    if (from !== self) for (const listener of topicListeners) listener(topics)
  })
  listening
    .connect()
    .then(() => listening.subscribe(hintsKey))
    .catch(() => {})

  return {
    kind: 'redis',
    async changing() {
      const mark = `changing:${options.mark()}`
      const put = () => ask(() => redis.anMark(epochKey, nonceKey, mark, nonce.value()))
      const found = await put()
      if (found === nonce.value()) return mark
      await confirm(found)
      if ((await put()) !== nonce.value())
        throw new Outage('sharedState', 'wrong nonce: this Redis belongs to another database')
      return mark
    },
    async settled(mark, epoch) {
      // The mark alone keeps all nodes on the database, so a failure here costs speed, not safety.
      await ask(() => redis.anSettle(epochKey, mark, epoch ?? '')).catch(options.onError)
    },
    admit: (epoch, now, take) => admit({ epoch, now, take }),
    async load(read) {
      const mark = `loading:${options.mark()}`
      const replaced = async (expectedValue: string, value: string): Promise<boolean> =>
        (await ask(() => redis.anReplace(epochKey, expectedValue, value))) === 1
      const storedEpoch = await ask(() => redis.anClaim(epochKey, mark))
      const first = await read()
      if (storedEpoch === mark) return { ...first, cacheable: await replaced(mark, first.epoch) }
      if (storedEpoch === first.epoch) return { ...first, cacheable: true }
      // Another node is loading; or this Redis has an old epoch, which must be replaced.
      if (storedEpoch.startsWith('loading:') || !(await replaced(storedEpoch, mark)))
        return { ...first, cacheable: false }
      const again = await read()
      return { ...again, cacheable: await replaced(mark, again.epoch) }
    },
    async used(keyId, at) {
      const [minute, used] = await ask(() => redis.hmget(windowKey(keyId), 'minute', 'used'))
      return minute === String(Math.floor(at / windowMs)) ? Number(used) : 0
    },
    async occupy(name, limit, forMs) {
      const places = `${prefix}places:${name}`
      const member = options.mark()
      const reply = await ask(() => redis.anOccupy(places, member, String(limit), String(forMs)))
      if (reply === 0) return null
      return async () => {
        // A place that cannot be released expires.
        await ask(() => redis.zrem(places, member)).catch(options.onError)
      }
    },
    takePlace: async ({ name, id }, max) =>
      (await ask(() => redis.anOccupy(placesKey(name), id, String(max), String(placeLeaseMs)))) === 1,
    async keepPlaces(places) {
      await ask(() =>
        Promise.all(places.map(({ name, id }) => redis.anKeep(placesKey(name), id, String(placeLeaseMs)))),
      )
    },
    async leavePlace({ name, id }) {
      await ask(() => redis.zrem(placesKey(name), id))
    },
    publish(topics) {
      redis.publish(hintsKey, JSON.stringify([self, ...topics])).catch(() => {})
    },
    onPublished(listener) {
      topicListeners.push(listener)
    },
    onLost: (listener) => {
      lost.push(listener)
    },
    away: () => {
      const unfitness = options.unfit()
      // A missing heartbeat is an outage of the database, whatever Redis does.
      return away ?? (unfitness?.part === 'sharedState' ? unfitness : null)
    },
    aheadMs: () => ahead,
    async close() {
      clearInterval(timer)
      listening.disconnect()
      redis.removeAllListeners('close')
      redis.disconnect()
    },
  }
}
