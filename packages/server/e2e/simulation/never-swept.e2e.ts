import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TIMEOUTS, timeouts } from '../../test/city-boards.ts'
import { ANSWERS, deadlines } from '../../test/city-deadlines.ts'
import { type Launched, launchCity, NEVER_SWEEPS } from '../../test/city-site.ts'
import { type Planted, plant } from '../../test/planted.ts'

describe('where time passes and nothing is swept', () => {
  let planted: Planted
  let city: Launched
  beforeAll(async () => {
    planted = plant(...NEVER_SWEEPS)
    city = await launchCity('sqlite', { planted })
  })
  afterAll(async () => {
    await city.close()
    planted.remove()
  })

  it('games are over at the same millisecond', async () => {
    expect(await timeouts(city.site)).toEqual(TIMEOUTS)
  })

  it('invitations and conversations are over at the same millisecond', async () => {
    expect(await deadlines(city.site)).toEqual(ANSWERS)
  })
})
