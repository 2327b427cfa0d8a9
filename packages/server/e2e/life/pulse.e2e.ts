// Activity of a city that people can watch: residents out at every hour, an event in almost every ten minutes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { DAY, HOUR, MINUTE, openVillage, type Village } from '../../test/life-site.ts'
import { readStore } from '../../test/store-access.ts'

const START = Date.parse('2026-03-10T00:00:00.000Z')
const RESIDENTS = 26
const DAYS = 2
const WINDOW = 10 * MINUTE

describe('a city of 26 residents over two lived days', () => {
  let server: TestServer
  let village: Village
  const outByHour: number[] = []
  const rows = (sql: string) => readStore(server, sql, [village.worldId])

  beforeAll(async () => {
    server = await startTestServer('sqlite', { life: true })
    await server.setClock(new Date(START).toISOString())
    village = await openVillage(server, { residents: RESIDENTS, places: 24 })
    // The first day is the one in which everybody begins.
    await server.advance(DAY)
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const at = START + DAY + hour * HOUR
      const [{ n }] = await readStore(
        server,
        'select count(*) as n from bodies where world_id = $1 and resident = 1 and leaves_at > $2',
        [village.worldId, at],
      )
      outByHour.push(Number(n))
      await server.advance(HOUR)
    }
  })
  afterAll(async () => {
    expect(server.errors()).toEqual([])
    await server.close()
  })

  it('has at least six residents out at every hour', () => {
    process.stderr.write(`  out by hour: ${outByHour.join(' ')}\n`)
    expect(outByHour.filter((n) => n < 6)).toEqual([])
    // Not everybody at any hour: people sleep.
    expect(Math.min(...outByHour)).toBeLessThan(RESIDENTS)
  })

  it('has an event in at least 95 % of the windows of ten minutes', async () => {
    const from = START + DAY
    const windows = (DAYS * DAY) / WINDOW
    const eventful = new Set<number>()
    const note = (at: number) => {
      const n = Math.floor((at - from) / WINDOW)
      if (n >= 0 && n < windows) eventful.add(n)
    }
    for (const { at } of [
      ...(await rows('select depart_at as at from journeys where world_id = $1')),
      ...(await rows('select created_at as at from posts where world_id = $1')),
      ...(await rows('select created_at as at from replies where world_id = $1')),
    ])
      note(Number(at))
    for (const { since, until } of await rows(
      'select created_at as since, updated_at as until from games where world_id = $1 and destination_id is not null',
    ))
      for (let at = Number(since); at <= Number(until); at += MINUTE) note(at)
    process.stderr.write(`  windows with an event: ${eventful.size} of ${windows}\n`)
    expect(eventful.size / windows).toBeGreaterThanOrEqual(0.95)
  })
})
