import { limitsOf } from '../../access/authenticate.ts'
import type { WindowNames } from '../../access/caller-address.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Control } from '../../settings/control.ts'

/** Searches of one address in a minute, over all nodes. Search is what programs without a key overload first. */
const SEARCHES_PER_MINUTE = 30

export async function takeSearch(control: Control, names: WindowNames, address: string): Promise<void> {
  const limit = SEARCHES_PER_MINUTE
  const take = { keyId: `search ${names.nameOf(address)}`, limit, probationEndsAt: 0, limitInProbation: limit }
  const admitted = await control.admit(() => ({ found: null, take }))
  names.seenAt(admitted.at)
  if (admitted.window?.admitted !== false) return
  throw new Refusal('RATE_LIMIT_EXCEEDED', {
    message: `Rate limit exceeded: ${limit} searches per minute from one address`,
    retryAfterSeconds: limitsOf(admitted)?.resetSeconds ?? 60,
  })
}
