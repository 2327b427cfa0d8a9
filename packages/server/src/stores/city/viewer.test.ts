// Tests of the watch page's data: scale, bounds and fields.
import { describe, expect, it } from 'vitest'
import { boxAround, findWatchedWalk, type WatchedWalk, type WatchSource, watchViewOf } from './viewer.ts'

const at = Date.parse('2026-05-01T12:00:00.000Z')
const walk: WatchedWalk = {
  world: { id: 'w', name: 'Town' },
  handle: 'wren',
  departAt: at,
  arriveAt: at + 60_000,
  dwellUntil: at + 120_000,
  purpose: 'walk',
  meters: 100,
  lifts: 0,
  fromLabel: null,
  toLabel: 'The Well',
  waypoints: [
    { x: 0, y: 0, level: 0, offsetMs: 0 },
    { x: 100, y: 0, level: 0, offsetMs: 60_000 },
  ],
}
const street = (x: number) => ({ x1: x, y1: 0, level1: 0, x2: x + 1, y2: 0, level2: 0, lift: false })
const place = (x: number) => ({ label: `Place ${x}`, kind: 'cafe', x, y: 0, level: 0 })

const source = (changes: Partial<WatchSource> = {}): WatchSource => ({
  findWalk: async () => walk,
  streetsWithin: () => [],
  placesWithin: () => [],
  ...changes,
})

describe('the view of a watched walk', () => {
  it('has a box around the walk, with a minimum and a maximum margin', () => {
    expect(boxAround(walk.waypoints)).toEqual({ minX: -160, minY: -160, maxX: 260, maxY: 160 })
    const long = boxAround([walk.waypoints[0]!, { ...walk.waypoints[1]!, x: 9_000 }])
    expect(long).toEqual({ minX: -900, minY: -900, maxX: 9_900, maxY: 900 })
  })

  it.each([
    ['degrees', 1e-5],
    ['pixels of a large image', 50],
    ['very large units', 1e9],
  ])('is drawn in metres from a map in %s', async (_unit, unit) => {
    const boxHeights: unknown[] = []
    const corners = [
      { x: 0, y: 0, level: 0, offsetMs: 0 },
      { x: 100 * unit, y: 0, level: 0, offsetMs: 83_333 },
      // The lift is not a street and has no effect on the scale.
      { x: 100 * unit, y: 0, level: 1, offsetMs: 83_333 + 160_000 },
    ]
    const lifted = { ...walk, meters: 220, lifts: 1, arriveAt: at + 243_333, waypoints: corners }
    const watched = source({
      streetsWithin: (_world, box) => {
        boxHeights.push(box.maxY / unit)
        return [{ ...street(0), x2: 100 * unit }]
      },
      placesWithin: () => [{ ...place(0), x: 100 * unit }],
    })
    const view = await watchViewOf(watched, lifted, at)
    expect(view.walk.waypoints[1]!.x).toBeCloseTo(100, 1)
    expect(view.city.streets[0]!.x2).toBeCloseTo(100, 1)
    expect(view.city.places[0]!.x).toBeCloseTo(100, 1)
    expect(boxHeights).toEqual([expect.closeTo(160, 1)])
  })

  it('keeps the scale of the map if it is approximately metres', async () => {
    for (const [meters, totalMs] of [
      [250, 208_333],
      [20, 60_000],
    ] as const) {
      const waypoints = [walk.waypoints[0]!, { ...walk.waypoints[1]!, x: meters / 2, offsetMs: totalMs }]
      const view = await watchViewOf(source(), { ...walk, meters, arriveAt: at + totalMs, waypoints }, at)
      expect(view.walk.waypoints).toEqual(waypoints)
    }
  })

  it('keeps the nearest streets and places if there are too many to draw', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => i)
    const { city } = await watchViewOf(
      source({ streetsWithin: () => many.map(street), placesWithin: () => many.map(place) }),
      walk,
      at,
    )
    expect(city.streets).toHaveLength(3_000)
    expect(city.places).toHaveLength(400)
    expect(city.places.some(({ x }) => x === 50)).toBe(true)
    expect(Math.max(...city.places.map(({ x }) => x))).toBeLessThan(500)
  })

  it('contains the documented fields and no others', async () => {
    const loose = { ...walk, agentId: 'secret', world: { ...walk.world, overlay: 'secret' } }
    const view = await watchViewOf(
      source({
        streetsWithin: () => [{ ...street(1), walkers: 'secret' }],
        placesWithin: () => [{ ...place(1), residents: 'secret' }],
      }),
      { ...loose, waypoints: walk.waypoints.map((waypoint) => ({ ...waypoint, nodeId: 'secret' })) },
      at,
    )
    expect(JSON.stringify(view)).not.toContain('secret')
  })

  it('is searched only if both parts of the link are well-formed', async () => {
    const lookups: string[] = []
    const asking = source({
      findWalk: async (journey, token) => {
        lookups.push(`${journey} ${token}`)
        return 'unknown'
      },
    })
    for (const [journey, token] of [
      ['', 't'],
      ['j', ''],
      ['j\0', 't'],
      ['j', 'x'.repeat(9_000)],
      ['j', '\ud800'],
    ] as const)
      expect(await findWatchedWalk(asking, { journey, token }, at)).toBe('unknown')
    expect(lookups).toEqual([])
    await findWatchedWalk(asking, { journey: 'j', token: 't' }, at)
    expect(lookups).toEqual(['j t'])
  })
})
