// Tests of the graph layout.
import { describe, expect, it } from 'vitest'
import { layOut } from './charts.ts'

const BOX = { width: 1_000, height: 600 }
const ids = Array.from({ length: 26 }, (_, i) => `a${i}`)

describe('the graph of ties', () => {
  it('places all nodes inside the box, apart, and deterministically', () => {
    const links = ids.slice(1).map((target, i) => ({ source: ids[i]!, target, weight: i % 3 === 0 ? -0.5 : 0.7 }))
    const points = [...layOut(ids, links, BOX).values()]
    expect(points).toHaveLength(26)
    for (const { x, y } of points) {
      expect(x >= 0 && x <= BOX.width).toBe(true)
      expect(y >= 0 && y <= BOX.height).toBe(true)
    }
    const apart = points.flatMap((a, i) => points.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)))
    expect(Math.min(...apart)).toBeGreaterThan(20)
    expect([...layOut(ids, links, BOX).values()]).toEqual(points)
  })

  it('works with one node and with none', () => {
    expect(layOut([], [], BOX).size).toBe(0)
    expect(layOut(['a'], [], BOX).get('a')).toEqual({ x: 500, y: 300 })
  })
})
