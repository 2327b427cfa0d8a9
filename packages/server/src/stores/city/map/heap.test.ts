// Property test of the heap of nodes against a simple model.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lower, makeHeap, move, OUT, put, take } from './search.ts'

const NODES = 12

describe('a heap of nodes', () => {
  it('returns the lowest key first after any sequence of operations', () => {
    const step = fc.tuple(fc.constantFrom('put', 'move', 'lower', 'take'), fc.nat(NODES - 1), fc.integer())
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const heap = makeHeap(NODES)
        const model = new Map<number, number>()
        const takeOne = () => {
          const least = Math.min(...model.values())
          const node = take(heap)
          expect(model.get(node)).toBe(least)
          expect(heap.places[node]).toBe(OUT)
          model.delete(node)
        }
        for (const [what, node, key] of steps) {
          const known = model.get(node)
          if (what === 'take') {
            if (model.size > 0) takeOne()
          } else if (known === undefined) {
            put(heap, node, key)
            model.set(node, key)
          } else if (what === 'lower') {
            lower(heap, node, Math.min(known, key))
            model.set(node, Math.min(known, key))
          } else {
            move(heap, node, key)
            model.set(node, key)
          }
          expect(heap.size).toBe(model.size)
        }
        while (model.size > 0) takeOne()
      }),
    )
  })
})
