// Tests of the crowd layout.
import { describe, expect, it } from 'vitest'
import { layOutCrowd } from './crowd.ts'

const BOX = { width: 1_400, height: 1_000, large: 40 }

describe('the graph of a crowd', () => {
  it('places two thousand nodes inside the box, mostly apart, deterministically, and yields to the event loop', async () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => `a${i}`)
    const links = ids.slice(1).map((target, i) => ({ source: ids[(i * 7) % (i + 1)]!, target, weight: 0.5 }))
    let turns = 0
    let running = true
    const count = () => {
      turns += 1
      if (running) setImmediate(count)
    }
    setImmediate(count)
    const points = [...(await layOutCrowd(ids, links, BOX)).values()]
    running = false
    // The layout yields to the event loop after every hundred nodes.
    expect(turns).toBeGreaterThan(700)
    for (const { x, y } of points) expect(x >= 0 && x <= BOX.width && y >= 0 && y <= BOX.height).toBe(true)
    const cells = new Set(points.map(({ x, y }) => `${Math.floor(x / 8)} ${Math.floor(y / 8)}`))
    expect(cells.size).toBeGreaterThan(1_200)
    const few = () => layOutCrowd(ids.slice(0, 100), links.slice(0, 99), BOX)
    expect([...(await few())]).toEqual([...(await few())])
  })

  it('works with one node and with none', async () => {
    expect((await layOutCrowd([], [], BOX)).size).toBe(0)
    expect((await layOutCrowd(['a'], [], BOX)).size).toBe(1)
  })
})
