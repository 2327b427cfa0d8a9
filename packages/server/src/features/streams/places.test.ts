// Tests of the renewal of stream slots.
import { describe, expect, it } from 'vitest'
import type { SemaphoreSlot } from '../../platform/redis/shared-state.ts'
import { makeSlotRenewal } from './request.ts'

const streams = (n: number) => Array.from({ length: n }, (_, i) => ({ place: { name: 'site:1', id: String(i) } }))

function shared(fails = false) {
  const renewedCounts: number[] = []
  const keepPlaces = async (places: readonly SemaphoreSlot[]) => {
    renewedCounts.push(places.length)
    if (fails) throw new Error('away')
  }
  return { kept: renewedCounts, keepPlaces }
}

describe('slots of open streams', () => {
  it('are renewed every three seconds, five hundred at a time', async () => {
    const { kept, keepPlaces } = shared()
    const renew = makeSlotRenewal({ keepPlaces })
    for (const elapsed of [3_000, 5_999, 6_000]) await renew(streams(1_100), elapsed)
    expect(kept).toEqual([500, 500, 100, 500, 500, 100])
  })

  it('are renewed at the next time after a failure, without an error', async () => {
    const { kept, keepPlaces } = shared(true)
    const renew = makeSlotRenewal({ keepPlaces })
    for (const elapsed of [3_000, 6_000]) await renew(streams(600), elapsed)
    expect(kept).toEqual([500, 500])
  })
})
