// Property test of the heap of nodes against a simple model.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeKey, decreaseKey, makeHeap, NOT_IN_HEAP, popMin, pushNode } from './search.ts'

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
          const node = popMin(heap)
          expect(model.get(node)).toBe(least)
          expect(heap.places[node]).toBe(NOT_IN_HEAP)
          model.delete(node)
        }
        for (const [what, node, key] of steps) {
          const currentKey = model.get(node)
          if (what === 'take') {
            if (model.size > 0) takeOne()
          } else if (currentKey === undefined) {
            pushNode(heap, node, key)
            model.set(node, key)
          } else if (what === 'lower') {
            decreaseKey(heap, node, Math.min(currentKey, key))
            model.set(node, Math.min(currentKey, key))
          } else {
            changeKey(heap, node, key)
            model.set(node, key)
          }
          expect(heap.size).toBe(model.size)
        }
        while (model.size > 0) takeOne()
      }),
    )
  })
})
