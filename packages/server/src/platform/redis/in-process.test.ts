// Tests of the shared state of a single process.
import { describe, expect, it } from 'vitest'
import { inProcessState } from './shared-state.ts'

const MINUTE = 60_000
const wish = (limit: number, keyId = 'key') => ({ keyId, limit, probationEndsAt: 0, limitInProbation: 1 })

function open() {
  let now = 10 * MINUTE
  const state = inProcessState(() => now)
  return {
    state,
    wait: (ms: number) => {
      now += ms
    },
  }
}

describe('the shared state of one process', () => {
  it("admits up to a key's limit of requests per Unix minute", async () => {
    const { state, wait } = open()
    const admitted = async () => {
      const admission = await state.admit(null, null, wish(2))
      return admission.current ? admission.window : null
    }
    expect([await admitted(), await admitted(), await admitted()]).toEqual([
      { admitted: true, used: 1, limit: 2 },
      { admitted: true, used: 2, limit: 2 },
      { admitted: false, used: 2, limit: 2 },
    ])
    expect([await state.used('key', 10 * MINUTE), await state.used('key', 11 * MINUTE)]).toEqual([2, 0])
    wait(MINUTE)
    expect(await admitted()).toEqual({ admitted: true, used: 1, limit: 2 })
    wait(20 * MINUTE)
    expect(await admitted()).toEqual({ admitted: true, used: 1, limit: 2 })
  })

  it('applies the lower limit to a key in probation', async () => {
    const { state } = open()
    const young = { ...wish(5), probationEndsAt: 11 * MINUTE }
    expect(await state.admit(null, null, young)).toMatchObject({ window: { limit: 1 } })
    expect(await state.admit(null, 11 * MINUTE, young)).toMatchObject({ window: { limit: 5 } })
  })

  it('takes nothing for a caller with an old epoch', async () => {
    const { state } = open()
    await state.load(async () => ({ epoch: 'one', value: null }))
    expect(await state.admit('one', null, null)).toMatchObject({ current: true, window: null })
    state.setEpoch('two')
    expect(await state.admit('one', null, wish(1))).toEqual({ current: false })
    expect(await state.used('key', 10 * MINUTE)).toBe(0)
  })

  it('grants up to the maximum of places and releases them', async () => {
    const { state } = open()
    const first = await state.occupy('export', 1, 1_000)
    expect(first).not.toBeNull()
    expect(await state.occupy('export', 1, 1_000)).toBeNull()
    expect(await state.occupy('import', 1, 1_000)).not.toBeNull()
    await first!()
    expect(await state.occupy('export', 1, 1_000)).not.toBeNull()
    const place = (id: string) => ({ name: 'streams', id })
    expect(await state.takePlace(place('a'), 1)).toBe(true)
    expect(await state.takePlace(place('b'), 1)).toBe(false)
    await state.leavePlace(place('b'))
    expect(await state.takePlace(place('b'), 1)).toBe(false)
    await state.leavePlace(place('a'))
    expect(await state.takePlace(place('b'), 1)).toBe(true)
  })
})
