// Tests of the compiled map format.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCity } from '../../../../../../bench/lib/city-map.mjs'
import { nearest, openMap, placesWithin, streetsWithin } from './city-map.ts'
import { compileMap } from './compile.ts'
import { route } from './route.ts'

const EVERYWHERE = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity }

describe('a compiled map', () => {
  it('is the same text for any order of the lists, if the first node is the same', () => {
    const { nodes, destinations, ...city } = makeCity({ places: 60, seed: 2 })
    // Many edges of equal length, because a stable sort keeps those in input order.
    const edges = city.edges.map((edge) => ({ ...edge, meters: Math.ceil(edge.meters / 30) * 30 }))
    const text = compileMap({ nodes, edges, destinations })
    const [first, ...others] = nodes
    const shuffled = <T>(list: T[]): fc.Arbitrary<T[]> =>
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })
    fc.assert(
      fc.property(shuffled(others), shuffled(edges), shuffled(destinations), fc.boolean(), (n, e, d, turned) => {
        const ways = turned ? e.map(({ from, to, ...rest }) => ({ from: to, to: from, ...rest })) : e
        expect(compileMap({ nodes: [first!, ...n], edges: ways, destinations: d })).toBe(text)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps all texts and numbers unchanged', () => {
    const codes = fc.array(fc.nat(0xffff), { maxLength: 12 })
    const words = fc.oneof(
      fc.string(),
      codes.map((units) => String.fromCharCode(...units)),
    )
    const places = fc.uniqueArray(
      fc.record({ id: words, label: words, kind: words, purposes: fc.array(words, { maxLength: 3 }) }),
      { selector: ({ id }) => id, maxLength: 8 },
    )
    const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true })
    const node = fc.record({ id: words, x: coordinate, y: coordinate, level: fc.integer({ min: -1_000, max: 1_000 }) })
    fc.assert(
      fc.property(node, places, (at, list) => {
        const destinations = list.map((place) => ({ ...place, nodeId: at.id }))
        const map = openMap(compileMap({ nodes: [at], edges: [], destinations }))
        const { id, ...position } = at
        expect(map.nodeId(map.nodeIndex(id)!)).toBe(id)
        expect(map.position(0)).toEqual(position)
        expect(map.destinations).toHaveLength(list.length)
        expect(destinations.map((place) => map.destination(place.id))).toEqual(
          destinations.map((place) => ({ ...place, node: 0 })),
        )
      }),
    )
  })

  it('keeps lone surrogates unchanged', () => {
    const label = 'a\ud83dz\u0000'
    const nodes = [{ id: 'n', x: 0, y: 0, level: 0 }]
    const place = { id: '\udc00', nodeId: 'n', label, kind: 'cafe', purposes: ['walk', 'coffee'] }
    const text = compileMap({ nodes, edges: [], destinations: [place] })
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
    expect(openMap(text).destination('\udc00')).toEqual({ ...place, node: 0 })
  })

  it('may be empty', () => {
    const map = openMap(compileMap({ nodes: [], edges: [], destinations: [] }))
    expect(map.nodeCount).toBe(0)
    expect(map.nodeIndex('n')).toBeUndefined()
    expect(map.destination('p')).toBeUndefined()
    expect(map.destinations).toEqual([])
    expect(streetsWithin(map, EVERYWHERE, 10)).toEqual([])
    expect(placesWithin(map, EVERYWHERE, 10)).toEqual([])
  })

  it('may have a single node', () => {
    const nodes = [{ id: 'n', x: 1, y: 2, level: 3 }]
    const destinations = [{ id: 'p', nodeId: 'n', label: 'P', kind: 'cafe', purposes: [] }]
    const map = openMap(compileMap({ nodes, edges: [], destinations }))
    expect(route(map, 0, 0)).toEqual({ meters: 0, lifts: 0, nodes: [0] })
    expect(nearest(map, 0, 16, () => true)).toEqual([{ destination: map.destination('p'), meters: 0, lifts: 0 }])
    expect(placesWithin(map, EVERYWHERE, 10)).toEqual([map.destination('p')])
  })

  it('is rejected if it names an unknown node or has another format', () => {
    const nodes = [{ id: 'n', x: 0, y: 0, level: 0 }]
    const place = { id: 'p', nodeId: 'm', label: 'P', kind: 'cafe', purposes: [] }
    expect(() => compileMap({ nodes, edges: [], destinations: [place] })).toThrow('no node m')
    const edge = { from: 'n', to: 'm', meters: 1, lift: false }
    expect(() => compileMap({ nodes, edges: [edge], destinations: [] })).toThrow('no node m')
    expect(() => openMap('{"format":0}')).toThrow('format 0')
  })
})
