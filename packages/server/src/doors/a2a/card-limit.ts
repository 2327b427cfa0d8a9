import { limitsOf } from '../../access/authenticate.ts'
import type { WindowNames } from '../../access/caller-address.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Admitted, Control } from '../../settings/control.ts'
import { number } from '../../settings/switches.ts'

/**
 * One card request out of the address's minute. The windows are those that keys have, so that all nodes count together
 * and the time is the one of every other limit.
 */
export async function takeCard(control: Control, names: WindowNames, address: string): Promise<Admitted> {
  const admitted = await control.admit(({ switches }) => {
    const limit = Math.max(0, Math.floor(number(switches, 'a2aCardRequestsPerMinutePerIp')))
    const take = { keyId: names.nameOf(address), limit, probationEndsAt: 0, limitInProbation: limit }
    return { found: null, take }
  })
  names.seenAt(admitted.at)
  const limits = limitsOf(admitted)
  if (admitted.window?.admitted === false && limits !== null)
    throw new Refusal('RATE_LIMIT_EXCEEDED', {
      message: `Rate limit exceeded: ${limits.limit} card requests per minute`,
      retryAfterSeconds: limits.resetSeconds,
    })
  return admitted
}
