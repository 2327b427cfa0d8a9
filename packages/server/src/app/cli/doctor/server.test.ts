// Tests of the doctor's checks of a running server.
import { describe, expect, it } from 'vitest'
import { checkRunning, type ServerStatus } from './endpoints.ts'

const well: ServerStatus = {
  version: '1.2.3',
  uptimeSeconds: 60,
  away: [],
  clock: { aheadMs: 0 },
  model: { breaker: { state: 'closed' } },
  life: { enabled: true, worlds: [{ worldId: 'prime', state: 'living', lastTurnAt: null }] },
}
const found = (changed: Partial<ServerStatus>) =>
  checkRunning({ ...well, ...changed }).map(({ name, verdict }) => `${name} ${verdict}`)

describe('the doctor of a running server', () => {
  it('reports no problem for a healthy server, or with life off', () => {
    expect(found({})).toEqual(['life fine'])
    expect(found({ life: { enabled: false, worlds: [] } })).toEqual(['life fine'])
  })

  it('reports stalled worlds and what to search for', () => {
    const worlds = [...well.life.worlds, { worldId: 'harbour', state: 'stalled', lastTurnAt: null }]
    const [finding] = checkRunning({ ...well, life: { enabled: true, worlds } })
    expect(finding).toMatchObject({ name: 'life', verdict: 'fault', found: expect.stringContaining('harbour') })
    expect(finding!.advice).toContain('life.instant_failed')
  })

  it('reports an unavailable store or Redis, a clock set back and an open circuit breaker', () => {
    const away = (part: string) => ({ part, reason: 'ECONNREFUSED', seconds: 3 })
    expect(
      found({
        away: [away('store'), away('sharedState')],
        clock: { aheadMs: 1_500 },
        model: { breaker: { state: 'open' } },
      }),
    ).toEqual(['store fault', 'redis fault', 'clock warning', 'model warning', 'life fine'])
  })
})
