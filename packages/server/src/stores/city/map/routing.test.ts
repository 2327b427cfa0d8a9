// Property tests of routes and of the nearest places against plain Dijkstra.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCity } from '../../../../../../bench/lib/city-map.mjs'
import { type CityMap, type Destination, nearest, openMap } from './city-map.ts'
import { compileMap } from './compile.ts'
import { contract } from './contraction.ts'
import type { MapDraft } from './graph.ts'
import { plainRoute, type Route, route } from './route.ts'

/** Whole millimetres, so that the sums of the tests are exact. */
interface Way {
  readonly millimeters: number
  readonly lifts: number
}
type Links = ReadonlyMap<number, ReadonlyMap<number, Way>>

const better = (a: Way, b: Way | undefined): boolean =>
  b === undefined || a.millimeters < b.millimeters || (a.millimeters === b.millimeters && a.lifts < b.lifts)
const sum = (a: Way, b: Way): Way => ({ millimeters: a.millimeters + b.millimeters, lifts: a.lifts + b.lifts })

function linksOf(map: CityMap, { edges }: MapDraft): Links {
  const links = new Map<number, Map<number, Way>>()
  for (let n = 0; n < map.nodeCount; n++) links.set(n, new Map())
  for (const { from, to, meters, lift } of edges) {
    const way = { millimeters: Math.round(meters * 1_000), lifts: lift ? 1 : 0 }
    const [a, b] = [map.nodeIndex(from)!, map.nodeIndex(to)!]
    if (better(way, links.get(a)!.get(b))) {
      links.get(a)!.set(b, way)
      links.get(b)!.set(a, way)
    }
  }
  return links
}

/** Textbook Dijkstra: the best path to every reachable node. */
function naiveWays(links: Links, from: number): Map<number, Way> {
  const open = new Map<number, Way>([[from, { millimeters: 0, lifts: 0 }]])
  const done = new Map<number, Way>()
  while (open.size > 0) {
    let next: [number, Way] | undefined
    for (const entry of open) if (next === undefined || better(entry[1], next[1])) next = entry
    const [node, way] = next!
    open.delete(node)
    done.set(node, way)
    for (const [to, street] of links.get(node)!)
      if (!done.has(to) && better(sum(way, street), open.get(to))) open.set(to, sum(way, street))
  }
  return done
}

/** The fault of a route if it is not the best or its nodes are not a walk of that length; null if it is correct. */
function faultOf(found: Route | null, links: Links, from: number, to: number, best: Way | undefined): string | null {
  if (best === undefined) return found === null ? null : 'there is no way'
  if (found === null) return 'there is a way'
  const { meters, lifts, nodes } = found
  if (Math.abs(meters - best.millimeters / 1_000) >= 1e-6) return `${meters} m, not ${best.millimeters} mm`
  if (lifts !== best.lifts) return `${lifts} lifts, not ${best.lifts}`
  if (nodes[0] !== from || nodes.at(-1) !== to) return 'its ends'
  if (new Set(nodes).size !== nodes.length) return `${nodes} comes by twice`
  let walked: Way = { millimeters: 0, lifts: 0 }
  for (let i = 1; i < nodes.length; i++) {
    const street = links.get(nodes[i - 1]!)!.get(nodes[i]!)
    if (street === undefined) return `${nodes} leaves the streets`
    walked = sum(walked, street)
  }
  return walked.millimeters === best.millimeters && walked.lifts === best.lifts ? null : `${nodes} is another walk`
}

/** Faults of both kinds of route from a node to every `step`th node. */
function faultsFrom(map: CityMap, links: Links, from: number, step = 1): string[] {
  const faults: string[] = []
  const ways = naiveWays(links, from)
  for (let to = 0; to < map.nodeCount; to += step)
    for (const find of [route, plainRoute]) {
      const fault = faultOf(find(map, from, to), links, from, to, ways.get(to))
      if (fault !== null) faults.push(`${find.name} from ${from} to ${to}: ${fault}`)
    }
  return faults
}

function expectAllBest(draft: MapDraft, map: CityMap): void {
  const links = linksOf(map, draft)
  const faults: string[] = []
  for (let from = 0; from < map.nodeCount; from++) faults.push(...faultsFrom(map, links, from))
  expect(faults).toEqual([])
}

/** A few lengths with many equal sums, streets of length zero, and lengths far below the straight line. */
const meters = fc.oneof(
  fc.constantFrom(0, 0, 5, 10, 10, 15, 20),
  fc.nat(40_000).map((n) => n / 1_000),
)

/** Small cities with islands, parallel streets, several levels, and lifts that may lead far away. */
const cities: fc.Arbitrary<MapDraft> = fc.integer({ min: 1, max: 14 }).chain((size) => {
  const node = fc.nat(size - 1).map((n) => `n${n}`)
  const axis = fc.integer({ min: -20, max: 20 })
  return fc.record({
    nodes: fc
      .array(fc.record({ x: axis, y: axis, level: fc.integer({ min: -1, max: 1 }) }), {
        minLength: size,
        maxLength: size,
      })
      .map((list) => list.map((at, n) => ({ id: `n${n}`, ...at }))),
    edges: fc
      .array(fc.record({ from: node, to: node, meters, lift: fc.boolean() }), { maxLength: 3 * size })
      .map((list) => list.filter(({ from, to }) => from !== to)),
    destinations: fc
      .array(fc.record({ nodeId: node, kind: fc.constantFrom('cafe', 'home') }), { maxLength: 12 })
      .map((list) => list.map((place, n) => ({ id: `p${n}`, label: '', purposes: [], ...place }))),
  })
})

/** The map with a hierarchy that is only partly contracted. */
const halfPrepared = (map: CityMap, work: number): CityMap => ({
  ...map,
  inside: { ...map.inside, hierarchy: contract(map.inside.graph, work) },
})

describe('a route', () => {
  it('is the shortest with the fewest lifts, with or without the hierarchy; null between islands', () => {
    fc.assert(
      fc.property(cities, (draft) => expectAllBest(draft, openMap(compileMap(draft)))),
      { numRuns: 300 },
    )
  })

  it('is the same for a partly contracted hierarchy', () => {
    fc.assert(
      fc.property(cities, fc.nat(200), (draft, work) =>
        expectAllBest(draft, halfPrepared(openMap(compileMap(draft)), work)),
      ),
      { numRuns: 200 },
    )
  })

  it('is the best in a city of streets, levels and lifts', () => {
    const draft = makeCity({ places: 700, seed: 3 })
    const map = openMap(compileMap(draft))
    const links = linksOf(map, draft)
    expect(naiveWays(links, 0).size).toBe(map.nodeCount)
    for (const from of [0, 101, 457, map.nodeCount - 1]) expect(faultsFrom(map, links, from, 7)).toEqual([])
  })

  it('is found in a complete graph', () => {
    const nodes = Array.from({ length: 80 }, (_, n) => ({ id: `n${n}`, x: n % 9, y: n % 7, level: 0 }))
    const edges = nodes.flatMap(({ id }, n) =>
      nodes
        .slice(n + 1)
        .map((other, i) => ({ from: id, to: other.id, meters: 10 + ((n * 31 + i * 17) % 40), lift: n % 5 === 0 })),
    )
    const draft = { nodes, edges, destinations: [] }
    const map = openMap(compileMap(draft))
    const links = linksOf(map, draft)
    for (const from of [0, 33, 79]) expect(faultsFrom(map, links, from)).toEqual([])
  })

  it('has exact sums for cities of any extent', () => {
    const nodes = Array.from({ length: 2_000 }, (_, n) => ({ id: `n${n}`, x: 0, y: 0, level: n }))
    const edges = nodes.map(({ id }, n) => ({
      from: id,
      to: `n${(n + 1) % nodes.length}`,
      meters: 99_999.001,
      lift: true,
    }))
    const map = openMap(compileMap({ nodes, edges, destinations: [] }))
    const [from, to] = [map.nodeIndex('n0')!, map.nodeIndex('n999')!]
    for (const found of [route(map, from, to)!, plainRoute(map, from, to)!]) {
      expect(found.lifts).toBe(999)
      expect(found.meters).toBeCloseTo(99_999.001 * 999, 6)
      expect(found.nodes).toHaveLength(1_000)
    }
  })

  it('is the best if single streets are finite but the total distance is not', () => {
    const nodes = Array.from({ length: 21 }, (_, n) => ({ id: `n${n}`, x: n * 1e153, y: 0, level: 0 }))
    const streets = nodes.slice(1).map(({ id }, n) => ({ from: `n${n}`, to: id, meters: 10, lift: false }))
    const leaps = [
      { from: 'n0', to: 'n10', meters: 1_000, lift: false },
      { from: 'n10', to: 'n20', meters: 1_000, lift: false },
    ]
    const draft = { nodes, edges: [...streets, ...leaps], destinations: [] }
    expectAllBest(draft, openMap(compileMap(draft)))
  })

  it('is the best in a city too wide to measure', () => {
    const wide = cities.map((draft) => ({
      ...draft,
      nodes: draft.nodes.map(({ x, y, ...node }) => ({ ...node, x: x * 1e300, y: y * 1e300 })),
    }))
    fc.assert(
      fc.property(wide, (draft) => expectAllBest(draft, openMap(compileMap(draft)))),
      { numRuns: 100 },
    )
  })
})

describe('the nearest places', () => {
  const offered = ({ kind }: Destination): boolean => kind !== 'home'

  it('are those with the shortest walks, ties by id, reachable ones only', () => {
    fc.assert(
      fc.property(cities, fc.nat(6), (draft, count) => {
        const map = openMap(compileMap(draft))
        const links = linksOf(map, draft)
        for (let from = 0; from < map.nodeCount; from++) {
          const ways = naiveWays(links, from)
          const all = map.destinations
            .filter((place) => offered(place) && ways.has(place.node))
            .map(({ id, node }) => ({ id, ...ways.get(node)! }))
            .sort((a, b) => a.millimeters - b.millimeters || (a.id < b.id ? -1 : 1))
          const found = nearest(map, from, count, offered).map(({ destination, meters, lifts }) => ({
            id: destination.id,
            millimeters: Math.round(meters * 1_000),
            lifts,
          }))
          expect(found).toEqual(all.slice(0, count))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('are searched no farther than the last of them', () => {
    const map = openMap(compileMap(makeCity({ places: 2_000, seed: 5 })))
    let filterCalls = 0
    const found = nearest(map, 900, 16, (place) => {
      filterCalls += 1
      return offered(place)
    })
    expect(found).toHaveLength(16)
    expect(filterCalls).toBeLessThan(60)
  })

  it('are the same if the filter itself searches routes', () => {
    const map = openMap(compileMap(makeCity({ places: 200, seed: 6 })))
    const near = (place: Destination): boolean => route(map, 3, place.node)!.meters < 400
    const nearPlaces = new Set(map.destinations.filter(near))
    expect(nearPlaces.size).toBeGreaterThan(5)
    expect(nearest(map, 50, 5, near)).toEqual(nearest(map, 50, 5, (place) => nearPlaces.has(place)))
  })
})
