import { LIMITS } from '@agent-network/contract'
import { Redis } from 'ioredis'
import type { Admission, SharedState } from './shared-state.ts'

const { windowMs } = LIMITS.rate

const LOADING_MS = 5_000

/**
 * Compares the epoch, reads the clock and takes from the window, in one round trip and as one step. A time once handed
 * out is never followed by an earlier one. With a test clock the windows outlive real minutes, hence the time to live.
 */
const ADMIT = `
local current = redis.call('GET', KEYS[1]) or ''
if ARGV[1] ~= '' and current ~= ARGV[1] then return {0, current} end
local now
if ARGV[2] ~= '' then
  now = tonumber(ARGV[2])
else
  local t = redis.call('TIME')
  now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
  local last = tonumber(redis.call('GET', KEYS[2]) or '0')
  if now > last then redis.call('SET', KEYS[2], string.format('%.0f', now)) else now = last end
end
local at = string.format('%.0f', now)
if ARGV[3] == '' then return {1, at} end
local limit = tonumber(ARGV[3])
if now < tonumber(ARGV[5]) then limit = math.min(limit, tonumber(ARGV[4])) end
local minute = string.format('%.0f', math.floor(now / ${windowMs}))
local window = redis.call('HMGET', KEYS[3], 'minute', 'used')
local used = 0
if window[1] == minute then used = tonumber(window[2]) end
if used >= limit then return {1, at, used, limit, 0} end
redis.call('HSET', KEYS[3], 'minute', minute, 'used', used + 1)
redis.call('PEXPIRE', KEYS[3], ARGV[6])
return {1, at, used + 1, limit, 1}
`

/** A writer's mark replaces everything: from here on nobody may answer from a cache. */
const MARK = `redis.call('SET', KEYS[1], ARGV[1]) return 1`

/**
 * A loader marks only what needs loading. A published epoch stays (it may well be right), and so does another loader's
 * mark, or two nodes would undo each other for ever. The mark lapses if its node dies.
 */
const CLAIM = `
local current = redis.call('GET', KEYS[1]) or ''
if current ~= '' and string.sub(current, 1, 9) ~= 'changing:' then return current end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ${LOADING_MS})
return ARGV[1]
`

/** Publishes only over what was seen before: had anything else happened since, it would be gone. */
const REPLACE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
`

/** After the commit. A mark that replaced ours belongs to somebody who has to wait for our row lock, so it may stay. */
const SETTLE = `
local current = redis.call('GET', KEYS[1])
if not current then return 0 end
if current == ARGV[1] and ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2])
elseif current == ARGV[1] or (current ~= ARGV[2] and not string.find(current, ':', 1, true)) then redis.call('DEL', KEYS[1]) end
return 1
`

declare module 'ioredis' {
  interface RedisCommander {
    anAdmit(epoch: string, clock: string, window: string, ...argv: string[]): Promise<(string | number)[]>
    anMark(epoch: string, mark: string): Promise<number>
    anClaim(epoch: string, mark: string): Promise<string>
    anReplace(epoch: string, seen: string, value: string): Promise<number>
    anSettle(epoch: string, mark: string, value: string): Promise<number>
  }
}

export interface RedisOptions {
  readonly url: string
  /** Several networks may share one Redis. */
  readonly namespace: string
  readonly mark: () => string
  readonly testClock: boolean
  readonly onError: (error: unknown) => void
}

const COMMAND_TIMEOUT_MS = 2_000

export async function connectRedis(options: RedisOptions): Promise<SharedState> {
  const redis = new Redis(options.url, {
    lazyConnect: true,
    // Fail at once and visibly: a request is answered 500, never from a cache that nobody vouches for.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 3_000,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
  })
  redis.defineCommand('anAdmit', { numberOfKeys: 3, lua: ADMIT })
  redis.defineCommand('anMark', { numberOfKeys: 1, lua: MARK })
  redis.defineCommand('anClaim', { numberOfKeys: 1, lua: CLAIM })
  redis.defineCommand('anReplace', { numberOfKeys: 1, lua: REPLACE })
  redis.defineCommand('anSettle', { numberOfKeys: 1, lua: SETTLE })
  redis.on('error', options.onError)
  const lost: (() => void)[] = []
  // The next connection may reach an older copy that still holds an epoch we once knew.
  redis.on('close', () => {
    for (const listener of lost) listener()
  })
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    throw error
  }

  // One hash tag keeps everything a request needs in one slot of a Redis cluster.
  const prefix = `{agent-network:${options.namespace}}:`
  const epochKey = `${prefix}epoch`
  const clockKey = `${prefix}clock`
  const windowKey = (keyId: string) => `${prefix}window:${keyId}`
  const timeToLive = String(options.testClock ? 24 * 60 * windowMs : 2 * windowMs)

  return {
    kind: 'redis',
    async changing() {
      const mark = `changing:${options.mark()}`
      await redis.anMark(epochKey, mark)
      return mark
    },
    async settled(mark, epoch) {
      // The mark alone keeps everyone on the database, so a failure here costs speed, not safety.
      await redis.anSettle(epochKey, mark, epoch ?? '').catch(options.onError)
    },
    async admit(epoch, now, take): Promise<Admission> {
      const wish = take
        ? [take.limit, take.limitInProbation, take.probationEndsAt, timeToLive].map(String)
        : ['', '', '', '']
      const answer = await redis.anAdmit(
        epochKey,
        clockKey,
        windowKey(take?.keyId ?? ''),
        epoch ?? '',
        now === null ? '' : String(now),
        ...wish,
      )
      if (answer[0] === 0) return { current: false }
      const at = Number(answer[1])
      if (answer.length === 2) return { current: true, at, window: null }
      return {
        current: true,
        at,
        window: { used: Number(answer[2]), limit: Number(answer[3]), admitted: answer[4] === 1 },
      }
    },
    async load(read) {
      const mark = `loading:${options.mark()}`
      const seen = await redis.anClaim(epochKey, mark)
      const first = await read()
      if (seen === mark) return { ...first, cacheable: (await redis.anReplace(epochKey, mark, first.epoch)) === 1 }
      if (seen === first.epoch) return { ...first, cacheable: true }
      // Another node is loading; or this Redis holds an epoch from its past, which has to go.
      if (seen.startsWith('loading:') || (await redis.anReplace(epochKey, seen, mark)) === 0)
        return { ...first, cacheable: false }
      const again = await read()
      return { ...again, cacheable: (await redis.anReplace(epochKey, mark, again.epoch)) === 1 }
    },
    async used(keyId, at) {
      const [minute, used] = await redis.hmget(windowKey(keyId), 'minute', 'used')
      return minute === String(Math.floor(at / windowMs)) ? Number(used) : 0
    },
    onLost: (listener) => {
      lost.push(listener)
    },
    close: async () => redis.disconnect(),
  }
}
