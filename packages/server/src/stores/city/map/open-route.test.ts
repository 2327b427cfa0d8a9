// Tests of routes that avoid broken lifts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMap } from './city-map.ts'
import { compileMap } from './compile.ts'
import type { MapDraft } from './graph.ts'
import { openRoute, route } from './route.ts'

/** Small cities with at most one link between any two nodes, so that a removed link has no alternative. */
const cities = fc.integer({ min: 2, max: 10 }).chain((size) =>
  fc
    .uniqueArray(
      fc.record({
        from: fc.nat(size - 1),
        to: fc.nat(size - 1),
        meters: fc.integer({ min: 1, max: 40 }),
        lift: fc.boolean(),
      }),
      { maxLength: 3 * size, selector: ({ from, to }) => `${Math.min(from, to)} ${Math.max(from, to)}` },
    )
    .map(
      (edges): MapDraft => ({
        nodes: Array.from({ length: size }, (_, n) => ({ id: `n${n}`, x: n % 3, y: n % 4, level: n % 2 })),
        edges: edges
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, ...rest }) => ({ from: `n${from}`, to: `n${to}`, ...rest })),
        destinations: [],
      }),
    ),
)

describe('a route with broken lifts', () => {
  it('is the shortest route of the city without those lifts, and the usual route if it uses none of them', () => {
    fc.assert(
      fc.property(cities, fc.uniqueArray(fc.nat(9)), (draft, numbers) => {
        const map = openMap(compileMap(draft))
        const still = new Set(numbers.filter((n) => n < map.nodeCount))
        const isStill = (id: string) => still.has(map.nodeIndex(id)!)
        const edges = draft.edges.filter(({ from, to, lift }) => !lift || !isStill(from) || !isStill(to))
        const without = openMap(compileMap({ ...draft, edges }))
        for (let from = 0; from < map.nodeCount; from++)
          for (let to = 0; to < map.nodeCount; to++) {
            const { way, instead } = openRoute(map, from, to, still)
            const [wanted, usual] = [route(without, from, to), route(map, from, to)]
            expect([way?.meters, way?.lifts]).toEqual([wanted?.meters, wanted?.lifts])
            if (instead === null) expect(way).toEqual(usual)
            else expect([instead.meters, still.has(instead.node)]).toEqual([usual!.meters, true])
          }
      }),
      { numRuns: 150 },
    )
  })

  it('may use stairs next to a broken lift', () => {
    const node = (id: string, level: number) => ({ id, x: 0, y: 0, level })
    const map = openMap(
      compileMap({
        nodes: [node('low', 0), node('high', 1), node('stair', 0)],
        edges: [
          { from: 'low', to: 'high', meters: 5, lift: true },
          { from: 'low', to: 'stair', meters: 8, lift: false },
          { from: 'stair', to: 'high', meters: 30, lift: false },
        ],
        destinations: [],
      }),
    )
    const [low, high, stair] = ['low', 'high', 'stair'].map((id) => map.nodeIndex(id)!) as [number, number, number]
    const { way, instead } = openRoute(map, low, high, new Set([low, high]))
    expect(way).toEqual({ meters: 38, lifts: 0, nodes: [low, stair, high] })
    expect(instead).toEqual({ node: low, meters: 5 })
  })
})
