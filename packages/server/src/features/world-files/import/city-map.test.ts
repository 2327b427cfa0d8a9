// Tests of imported cities.
import { describe, expect, it } from 'vitest'
import type { Plan } from './parse.ts'
import { checkCities, countIslands } from './rules.ts'

const nodes = [
  { id: 'a', x: 0, y: 0 },
  { id: 'b', x: 10, y: 0 },
  { id: 'c', x: 10, y: 0 },
]
const path: Plan['path'] = (list, index, member) => `${list}[${index}].${member}`
const check = (...city: object[]) => {
  const homes = { city: city.map((item) => (item as { worldId?: string }).worldId ?? 'prime') }
  checkCities({ lists: { city }, homes, path } as unknown as Plan)
}

describe('a city of a world file', () => {
  it('may have doors and lifts of no length', () => {
    const edges = [
      { from: 'b', to: 'c', meters: 0 },
      { from: 'a', to: 'b', meters: 0, lift: true },
    ]
    expect(() => check({ nodes, edges, destinations: [{ nodeId: 'a', label: 'A' }] })).not.toThrow()
  })

  it.each([
    ['a node twice', { nodes: [...nodes, nodes[0]] }, 'city[0].nodes[3].id: a stands in the city twice'],
    [
      'an edge from nowhere',
      { nodes, edges: [{ from: 'x', to: 'a', meters: 1 }] },
      'city[0].edges[0].from: no such node x',
    ],
    [
      'an edge to nowhere',
      { nodes, edges: [{ from: 'a', to: 'x', meters: 1 }] },
      'city[0].edges[0].to: no such node x',
    ],
    ['a loop', { nodes, edges: [{ from: 'a', to: 'a', meters: 1 }] }, 'city[0].edges[0].to: an edge joins two nodes'],
    [
      'a street of no length',
      { nodes, edges: [{ from: 'a', to: 'b', meters: 0 }] },
      'city[0].edges[0].meters: a street between two points has a length',
    ],
    [
      'a place nowhere',
      { nodes, destinations: [{ nodeId: 'x', label: 'X' }] },
      'city[0].destinations[0].nodeId: no such node x',
    ],
  ])('is refused with %s', (_, city, message) => {
    expect(() => check(city)).toThrow(message)
  })

  it('is unique in its world', () => {
    expect(() => check({ worldId: 'w' }, { worldId: 'w' })).toThrow('city[1].worldId: the world w has one city')
    expect(() => check({ worldId: 'w' }, { worldId: 'v' })).not.toThrow()
  })

  it.each([
    [[], 2],
    [[{ from: 'a', to: 'b', meters: 1 }], 1],
    [
      [
        { from: 'a', to: 'b', meters: 1 },
        { from: 'c', to: 'b', meters: 1 },
      ],
      0,
    ],
  ])('with edges %o has %i unreachable parts', (edges, islands) => {
    expect(countIslands({ nodes, edges })).toBe(islands)
    expect(countIslands({})).toBe(0)
  })
})
