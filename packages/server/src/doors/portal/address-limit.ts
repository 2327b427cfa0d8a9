import { LIMITS } from '@agent-network/contract'
import { limitsOf } from '../../access/authenticate.ts'
import type { WindowNames } from '../../access/caller-address.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Admitted, Control } from '../../settings/control.ts'

/**
 * One portal request out of its address's minute, signed in or not. Generous: it is there to keep one caller from
 * having tokens checked all day, not to shape what developers do.
 */
export async function takePortalRequest(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const limit = LIMITS.portal.requestsPerMinutePerAddress
  const take = { keyId: `portal ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  names.seenAt(admitted.at)
  return admitted
}

/** Said once the portal is known to be on. */
export function requirePortalWindow(admitted: Admitted): void {
  const limits = limitsOf(admitted)
  if (admitted.window?.admitted !== false || limits === null) return
  throw new Refusal('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limits.limit} portal requests per minute from one address`,
    retryAfterSeconds: limits.resetSeconds,
  })
}
