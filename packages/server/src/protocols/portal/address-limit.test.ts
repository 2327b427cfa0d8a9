// Tests of the portal's rate limit by address.
import { LIMITS } from '@agent-network/contract'
import { describe, expect, it } from 'vitest'
import { makeWindowNames } from '../../platform/access/rate-limits.ts'
import type { Admitted, Control, ControlState } from '../../platform/control/control.ts'
import type { WindowRequest } from '../../platform/redis/shared-state.ts'
import { requirePortalWindow, takePortalRequest } from './bind.ts'

const AT = 1_000_000_000_000 - (1_000_000_000_000 % 60_000) + 15_000

/** Counts like the shared state, within one minute. */
function counting(): { control: Control; counts: Map<string, number> } {
  const counts = new Map<string, number>()
  const control = {
    async admit(decide: (state: ControlState) => { found: null; take: WindowRequest }) {
      const { take } = decide({} as ControlState)
      const used = (counts.get(take.keyId) ?? 0) + 1
      counts.set(take.keyId, used)
      return { state: {}, at: AT, window: { admitted: used <= take.limit, used, limit: take.limit }, found: null }
    },
  } as unknown as Control
  return { control, counts }
}

describe('the limit of an address', () => {
  it('rejects requests over the limit with the time to retry', async () => {
    const { control } = counting()
    const names = makeWindowNames()
    let last: Admitted | null = null
    for (let n = 0; n < LIMITS.portal.requestsPerMinutePerAddress; n++) {
      last = await takePortalRequest(control, names, '192.0.2.1')
      requirePortalWindow(last)
    }
    const over = await takePortalRequest(control, names, '192.0.2.1')
    expect(() => requirePortalWindow(over)).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMIT_EXCEEDED',
        details: expect.objectContaining({ retryAfterSeconds: 45 }),
      }),
    )
    requirePortalWindow(await takePortalRequest(control, names, '192.0.2.2'))
  })

  it('counts separately from other limits by address', async () => {
    const { control, counts } = counting()
    await takePortalRequest(control, makeWindowNames(), '192.0.2.1')
    expect([...counts.keys()].every((name) => name.startsWith('portal '))).toBe(true)
  })
})
