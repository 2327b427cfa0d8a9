// Tests of agent positions on the map.
import { describe, expect, it } from 'vitest'
import { afterNews, type Body, type Moving, movingOf, onWalk, placeBodies } from './bodies.ts'

const walk: NonNullable<Body['walk']> = {
  departAt: '2026-03-10T12:00:00.000Z',
  arriveAt: '2026-03-10T12:02:00.000Z',
  corners: [
    [0, 0, 0, 0],
    [100, 0, 0, 60_000],
    [100, 0, 1, 120_000],
  ],
}
const at = (seconds: number) => Date.parse(walk.departAt) + seconds * 1_000
const body = (handle: string, placeId: string | null, own: Body['walk'] = null): Moving =>
  movingOf({
    handle,
    displayName: handle,
    placeId,
    since: walk.departAt,
    walk: own,
    resident: true,
  })

describe('bodies on the map', () => {
  it('follow updates, sorted by handle', () => {
    const news = { now: walk.departAt, weather: null, talks: [], departures: [] }
    const all = afterNews([body('@gone', 'a')], { ...news, whole: true, bodies: [body('@bo', 'a'), body('@ada', 'a')] })
    expect(all.map(({ handle }) => handle)).toEqual(['@ada', '@bo'])
    const later = afterNews(all, {
      ...news,
      whole: false,
      bodies: [body('@bo', 'b'), body('@cy', 'a')],
      departures: ['@ada'],
    })
    expect(later.map(({ handle, placeId }) => [handle, placeId])).toEqual([
      ['@bo', 'b'],
      ['@cy', 'a'],
    ])
  })

  it('are interpolated between the corners of a walk', () => {
    expect(onWalk(walk, -5 * 1_000)).toEqual({ x: 0, y: 0, level: 0 })
    expect(onWalk(walk, 30 * 1_000)).toEqual({ x: 50, y: 0, level: 0 })
    expect(onWalk(walk, 90 * 1_000)).toEqual({ x: 100, y: 0, level: 0.5 })
    expect(onWalk(walk, 500 * 1_000)).toEqual({ x: 100, y: 0, level: 1 })
  })

  it('stand next to each other at a place, and are omitted without a place', () => {
    const places = new Map([['p', { id: 'p', label: 'P', kind: 'cafe', x: 10, y: 0, level: 0 }]])
    const placedBodies = placeBodies(
      [body('a', 'p'), body('b', 'p', walk), body('c', null)],
      places,
      { rise: 100, radius: 0 },
      at(130),
    )
    expect(placedBodies.map(({ body: { handle }, walking }) => [handle, walking])).toEqual([
      ['a', false],
      ['b', false],
    ])
    expect(
      Math.hypot(
        placedBodies[0]!.point.u - placedBodies[1]!.point.u,
        placedBodies[0]!.point.v - placedBodies[1]!.point.v,
      ),
    ).toBeGreaterThan(8)
    expect(placeBodies([body('b', 'p', walk)], places, { rise: 100, radius: 0 }, at(30))[0]!.walking).toBe(true)
  })
})
