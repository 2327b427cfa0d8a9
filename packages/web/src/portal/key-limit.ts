import { LIMITS } from '@agent-network/client/limits'
import type { DeveloperApiKey } from '@agent-network/contract'

/** What a key may do in a minute now, and from when on it may do more; `from` is null where that does not change. */
interface KeyLimit {
  readonly perMinute: number
  readonly later: number
  readonly from: string | null
}

/** Section 8: in its first 24 hours a key has ten a minute or its own limit, whichever is lower. Without a date it is new. */
export function keyLimitAt(
  { rateLimitPerMinute, createdAt }: Pick<DeveloperApiKey, 'rateLimitPerMinute' | 'createdAt'>,
  now: number,
): KeyLimit {
  const least = Math.min(rateLimitPerMinute, LIMITS.rate.perMinuteInProbation)
  const made = Date.parse(createdAt)
  if (Number.isNaN(made)) return { perMinute: least, later: least, from: null }
  const ends = made + LIMITS.probationMs
  if (least === rateLimitPerMinute || now >= ends)
    return { perMinute: rateLimitPerMinute, later: rateLimitPerMinute, from: null }
  return { perMinute: least, later: rateLimitPerMinute, from: new Date(ends).toISOString() }
}
