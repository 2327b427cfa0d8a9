// The rate limit of a key during and after its first 24 hours.
import * as LIMITS from '@agent-network/client/limits'
import type { DeveloperApiKey } from '@agent-network/contract'

/** The current limit of a key, its later limit, and the time of the change; null if it does not change. */
interface KeyLimit {
  readonly perMinute: number
  readonly later: number
  readonly from: string | null
}

/** Section 8: in its first 24 hours a key has 10 requests a minute or its own limit, whichever is lower. */
export function keyLimitAt(
  { rateLimitPerMinute, createdAt }: Pick<DeveloperApiKey, 'rateLimitPerMinute' | 'createdAt'>,
  now: number,
): KeyLimit {
  const least = Math.min(rateLimitPerMinute, LIMITS.rate.perMinuteInProbation)
  const createdMs = Date.parse(createdAt)
  if (Number.isNaN(createdMs)) return { perMinute: least, later: least, from: null }
  const ends = createdMs + LIMITS.probationMs
  if (least === rateLimitPerMinute || now >= ends)
    return { perMinute: rateLimitPerMinute, later: rateLimitPerMinute, from: null }
  return { perMinute: least, later: rateLimitPerMinute, from: new Date(ends).toISOString() }
}
