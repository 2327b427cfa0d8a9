// Property tests of box queries for streets and places.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCity } from '../../../../../../bench/lib/city-map.mjs'
import { openMap, placesWithin, streetsWithin } from './city-map.ts'
import { compileMap } from './compile.ts'
import type { Box } from './grid.ts'

const city = makeCity({ places: 400, seed: 4 })
const [first, last] = [city.nodes[0]!, city.nodes.at(-1)!]
// A bridge across the whole city, which overlaps more cells than a street may.
const draft = { ...city, edges: [...city.edges, { from: first.id, to: last.id, meters: 5_000, lift: false }] }
const map = openMap(compileMap(draft))
const at = new Map(city.nodes.map((node) => [node.id, node]))

const axis = fc.double({ min: -200, max: 1_200, noNaN: true })
const boxes: fc.Arbitrary<Box> = fc.tuple(axis, axis, axis, axis).map(([a, b, c, d]) => {
  return { minX: Math.min(a, b), maxX: Math.max(a, b), minY: Math.min(c, d), maxY: Math.max(c, d) }
})
const overlaps = (box: Box, xs: readonly number[], ys: readonly number[]): boolean =>
  Math.min(...xs) <= box.maxX &&
  Math.max(...xs) >= box.minX &&
  Math.min(...ys) <= box.maxY &&
  Math.max(...ys) >= box.minY

const pair = (from: string, to: string): string => [from, to].sort().join(' ')

describe('a box query', () => {
  it('returns every street that overlaps the box once', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const expected = draft.edges.filter(({ from, to }) => {
          const [a, b] = [at.get(from)!, at.get(to)!]
          return overlaps(box, [a.x, b.x], [a.y, b.y])
        })
        const found = streetsWithin(map, box, Infinity)
        const actual = found.map(({ from, to, meters, lift }) => [pair(map.nodeId(from), map.nodeId(to)), meters, lift])
        expect(actual.sort()).toEqual(
          expected.map(({ from, to, meters, lift }) => [pair(from, to), meters, lift]).sort(),
        )
      }),
    )
  })

  it('returns every place in the box once', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const expected = map.destinations.filter(({ nodeId }) =>
          overlaps(box, [at.get(nodeId)!.x], [at.get(nodeId)!.y]),
        )
        const found = placesWithin(map, box, Infinity)
        expect(found.sort((a, b) => a.node - b.node)).toEqual([...expected].sort((a, b) => a.node - b.node))
      }),
    )
  })

  it('respects the limit and is deterministic', () => {
    const box = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity }
    for (const limit of [0, 1, 50]) {
      expect(streetsWithin(map, box, limit)).toHaveLength(limit)
      expect(placesWithin(map, box, limit)).toHaveLength(limit)
      expect(streetsWithin(openMap(compileMap(draft)), box, limit)).toEqual(streetsWithin(map, box, limit))
    }
    expect(streetsWithin(map, box, Infinity)).toHaveLength(draft.edges.length)
    expect(placesWithin(map, box, Infinity)).toHaveLength(400)
  })

  it('works in a city of one line or one point', () => {
    for (const step of [0, 10]) {
      const nodes = Array.from({ length: 40 }, (_, n) => ({ id: `n${n}`, x: n * step, y: 0, level: n }))
      const edges = nodes.slice(1).map(({ id }, n) => ({ from: `n${n}`, to: id, meters: 10, lift: false }))
      const line = openMap(compileMap({ nodes, edges, destinations: [] }))
      expect(streetsWithin(line, { minX: 0, minY: 0, maxX: 4, maxY: 0 }, 99)).toHaveLength(step === 0 ? 39 : 1)
      expect(streetsWithin(line, { minX: 1, minY: 1, maxX: 4, maxY: 2 }, 99)).toEqual([])
    }
  })
})
