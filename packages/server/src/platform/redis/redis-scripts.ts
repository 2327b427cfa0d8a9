// Lua scripts for Redis: admission, epochs, places.
import { LIMITS } from '@agent-network/contract'
import type { Redis } from 'ioredis'

const { windowMs } = LIMITS.rate

const LOADING_MS = 5_000
/** After the clock was set back, time advances at half speed until it has caught up. */
const CREEP = 2

/**
 * Compares nonce and epoch, reads the clock and takes from the windows of a batch, atomically in one round trip.
 * Returned times never decrease. With a test clock the windows outlive real minutes, hence the time to live.
 */
const ADMIT = `
local nonce = redis.call('GET', KEYS[3]) or ''
if nonce ~= ARGV[3] then return {2, nonce} end
local current = redis.call('GET', KEYS[1]) or ''
if ARGV[1] ~= '' and current ~= ARGV[1] then return {0, current} end
local now
local ahead = 0
if ARGV[2] ~= '' then
  now = tonumber(ARGV[2])
else
  local t = redis.call('TIME')
  local raw = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
  local last = redis.call('HMGET', KEYS[2], 'at', 'raw')
  local at = tonumber(last[1] or '0')
  local seen = tonumber(last[2] or '0')
  if raw >= at then
    at = raw
    seen = raw
  elseif raw < seen then
    seen = raw
  else
    local step = math.floor((raw - seen) / ${CREEP})
    at = at + step
    seen = seen + step * ${CREEP}
  end
  redis.call('HSET', KEYS[2], 'at', string.format('%.0f', at), 'raw', string.format('%.0f', seen))
  now = at
  ahead = at - raw
end
local answer = {1, string.format('%.0f', now), string.format('%.0f', ahead)}
local minute = string.format('%.0f', math.floor(now / ${windowMs}))
for n = 4, #KEYS do
  local wish = 5 + 3 * (n - 4)
  local limit = tonumber(ARGV[wish])
  if now < tonumber(ARGV[wish + 2]) then limit = math.min(limit, tonumber(ARGV[wish + 1])) end
  local window = redis.call('HMGET', KEYS[n], 'minute', 'used')
  local used = 0
  if window[1] == minute then used = tonumber(window[2]) end
  local admitted = 0
  if used < limit then
    used = used + 1
    admitted = 1
    redis.call('HSET', KEYS[n], 'minute', minute, 'used', used)
    redis.call('PEXPIRE', KEYS[n], ARGV[4])
  end
  local at = #answer
  answer[at + 1] = used
  answer[at + 2] = limit
  answer[at + 3] = admitted
end
return answer
`

/** A writer's mark replaces everything: from here on no node may use its cache. Returns the nonce found. */
const MARK = `
local nonce = redis.call('GET', KEYS[2]) or ''
if nonce == ARGV[2] then redis.call('SET', KEYS[1], ARGV[1]) end
return nonce
`

/**
 * A loader sets its mark only if loading is needed. A published epoch stays, since it may be right, and so does another
 * loader's mark, or two nodes would undo each other. The mark expires if its node dies.
 */
const CLAIM = `
local current = redis.call('GET', KEYS[1]) or ''
if current ~= '' and string.sub(current, 1, 9) ~= 'changing:' then return current end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ${LOADING_MS})
return ARGV[1]
`

/** Compare and set: publishes only over the value seen before. */
const REPLACE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
`

/** After the commit. A mark that replaced ours belongs to a node that waits for our row lock, so it may stay. */
const SETTLE = `
local current = redis.call('GET', KEYS[1])
if not current then return 0 end
if current == ARGV[1] and ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2])
elseif current == ARGV[1] or (current ~= ARGV[2] and not string.find(current, ':', 1, true)) then redis.call('DEL', KEYS[1]) end
return 1
`

/** A place is a member with its expiry time; expired members are removed before counting. */
const OCCUPY = `
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
`

/** Extends a place, or takes it again after Redis lost its data. */
const KEEP = `
local t = redis.call('TIME')
local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`

declare module 'ioredis' {
  interface RedisCommander {
    /** Number of keys; epoch, clock, nonce and windows; then the arguments. */
    anAdmit(keys: number, ...keysAndArgs: (string | number)[]): Promise<(string | number)[]>
    anMark(epoch: string, nonceKey: string, mark: string, nonce: string): Promise<string>
    anClaim(epoch: string, mark: string): Promise<string>
    anReplace(epoch: string, expectedValue: string, value: string): Promise<number>
    anSettle(epoch: string, mark: string, value: string): Promise<number>
    anOccupy(places: string, member: string, limit: string, forMs: string): Promise<number>
    anKeep(places: string, member: string, forMs: string): Promise<number>
  }
}

export function defineScripts(redis: Redis): void {
  redis.defineCommand('anAdmit', { lua: ADMIT })
  redis.defineCommand('anMark', { numberOfKeys: 2, lua: MARK })
  redis.defineCommand('anClaim', { numberOfKeys: 1, lua: CLAIM })
  redis.defineCommand('anReplace', { numberOfKeys: 1, lua: REPLACE })
  redis.defineCommand('anSettle', { numberOfKeys: 1, lua: SETTLE })
  redis.defineCommand('anOccupy', { numberOfKeys: 1, lua: OCCUPY })
  redis.defineCommand('anKeep', { numberOfKeys: 1, lua: KEEP })
}
