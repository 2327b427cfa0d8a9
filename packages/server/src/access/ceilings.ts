import { LIMITS } from '@agent-network/contract'
import { Refusal } from '../core/refusal.ts'
import type { Switches, SwitchName } from '../settings/switches.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** Limits beyond that of a key, each off unless an operator sets it. */
const CEILINGS = {
  addressRateLimitPerMinute: 'from one address',
  developerRateLimitPerMinute: 'over all keys of one developer',
} as const satisfies Partial<Record<SwitchName, string>>
export type Ceiling = keyof typeof CEILINGS

/** AMB-119 for a limit without a default: anything but a number of at least 1 sets none. */
export function ceilingOf(switches: Switches, name: Ceiling | 'completionConcurrencyPerKey'): number | null {
  const value = switches[name]
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : null
}

const { windowMs } = LIMITS.rate

/** One request out of a ceiling's minute; what is returned refuses the request. */
export async function takeFromCeiling(
  shared: SharedState,
  { name, subject, limit }: { readonly name: Ceiling; readonly subject: string; readonly limit: number },
  at: number,
): Promise<Refusal | null> {
  const take = { keyId: `${name} ${subject}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admission = await shared.admit(null, at, take)
  if (admission.current && admission.window?.admitted === true) return null
  return new Refusal('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limit} requests per minute ${CEILINGS[name]}`,
    retryAfterSeconds: Math.max(1, Math.ceil((windowMs - (at % windowMs)) / 1_000)),
  })
}
