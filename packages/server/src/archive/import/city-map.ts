import { invalidInput } from '../../core/refusal.ts'
import type { Item } from '../../worlds/file-list.ts'
import type { Plan } from './plan.ts'

type City = Item<'city'>
type Refuse = (member: string, reason: string) => Error

function checkCity({ nodes = [], edges = [], destinations = [] }: City, refuse: Refuse): void {
  const byId = new Map<string, NonNullable<City['nodes']>[number]>()
  for (const [i, node] of nodes.entries()) {
    if (byId.has(node.id)) throw refuse(`nodes[${i}].id`, `${node.id} stands in the city twice`)
    byId.set(node.id, node)
  }
  for (const [i, { from, to, meters, lift = false }] of edges.entries()) {
    const [start, end] = [byId.get(from), byId.get(to)]
    if (start === undefined) throw refuse(`edges[${i}].from`, `no such node ${from}`)
    if (end === undefined) throw refuse(`edges[${i}].to`, `no such node ${to}`)
    if (from === to) throw refuse(`edges[${i}].to`, 'an edge joins two nodes')
    // A lift may be no walk at all, and so may a door. Beyond that, coordinates are for drawing: no unit binds them.
    if (meters === 0 && !lift && (start.x !== end.x || start.y !== end.y))
      throw refuse(`edges[${i}].meters`, 'a street between two points has a length')
  }
  for (const [i, { nodeId }] of destinations.entries())
    if (!byId.has(nodeId)) throw refuse(`destinations[${i}].nodeId`, `no such node ${nodeId}`)
}

export function checkCities({ lists, homes, path }: Plan): void {
  const seen = new Map<string, number>()
  for (const [index, city] of lists.city.entries()) {
    const home = homes.city[index]!
    if (seen.has(home)) throw invalidInput(`${path('city', index, 'worldId')}: the world ${home} has one city`)
    seen.set(home, index)
    checkCity(city, (member, reason) => invalidInput(`${path('city', index, member)}: ${reason}`))
  }
}

/** How many parts of the city cannot be reached from its first node. */
export function countIslands({ nodes = [], edges = [] }: City): number {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { from, to } of edges) {
    neighbours.get(from)!.push(to)
    neighbours.get(to)!.push(from)
  }
  const reached = new Set<string>()
  let parts = 0
  for (const { id } of nodes) {
    if (reached.has(id)) continue
    parts += 1
    const open = [id]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(...neighbours.get(next)!)
    }
  }
  return Math.max(0, parts - 1)
}
