import { LIMITS } from '@agent-network/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAS_CLUSTER } from '../../test/harness.ts'
import { follow, type Reading } from '../../test/stream-reader.ts'
import type { Guest } from '../../test/visitor-site.ts'
import { type Fixture, openFixture } from './fixture.ts'

const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
const HOUR_MS = 3_600_000

/** These take the time they are about. */
describe.runIf(HAS_CLUSTER)('lines', () => {
  let fixture: Fixture
  const open: Reading[] = []
  beforeAll(async () => {
    fixture = await openFixture('postgres', undefined, ['--test-clock'])
  })
  afterAll(async () => {
    for (const reading of open) reading.close()
    await fixture.close()
  })

  const followed = async (node: number, { visitor, key }: Guest): Promise<Reading> => {
    const reading = await follow(`${fixture.url(node)}/v1/visitors/${visitor.agentId}/stream`, key.key)
    open.push(reading)
    return reading
  }
  const comments = (reading: Reading): number =>
    reading
      .raw()
      .split('\n')
      .filter((line) => line === ':').length

  it.concurrent('send a sign of life every 15 seconds of real time, independent of the world’s clock', async () => {
    const quiet = await followed(0, fixture.guests[0]!)
    await fixture.site.operator('PUT', '/_operator/clock', { advanceMs: HOUR_MS })
    await wait(LIMITS.streams.commentMs - 3_000)
    expect(comments(quiet)).toBe(0)
    await quiet.until(() => comments(quiet) > 0)
    expect(comments(quiet)).toBe(1)
  })

  it.concurrent('of a node that died leave their places within 10 seconds', async () => {
    const guest = fixture.guests[1]!
    for (const reading of [await followed(1, guest), await followed(1, guest)]) expect(reading.status).toBe(200)
    const killed = fixture.kill()
    // Past a renewal or not: the places are still taken right after.
    expect((await followed(0, guest)).status).toBe(429)
    await Promise.all([killed, wait(LIMITS.streams.placeLeaseMs)])
    for (const node of [0, 1]) expect((await followed(node, guest)).status).toBe(200)
  })
})
