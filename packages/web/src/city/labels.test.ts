// Tests of label placement.
import { describe, expect, it } from 'vitest'
import type { Rect } from './camera.ts'
import { placeLabels, type Wish } from './labels.ts'

const screen: Rect = { x: 0, y: 0, width: 800, height: 600 }
const wish = (x: number, y: number): Wish => ({ x, y, radius: 6, width: 90, height: 16 })
const apart = (a: Rect, b: Rect) =>
  a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height

describe('labels on the map', () => {
  it('never cover each other or a mark', () => {
    const wishes = Array.from({ length: 120 }, (_, i) => wish(40 + (i % 12) * 62, 40 + Math.floor(i / 12) * 51))
    const placed = placeLabels(wishes, [], { screen })
    const rects = placed.filter((rect) => rect !== null)
    expect(rects.length).toBeGreaterThan(20)
    for (const [i, a] of rects.entries()) {
      for (const b of rects.slice(i + 1)) expect(apart(a, b)).toBe(true)
      for (const { x, y, radius } of wishes)
        expect(apart(a, { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius })).toBe(true)
    }
  })

  it('are placed in order of priority', () => {
    const [first, second] = placeLabels([wish(400, 300), wish(470, 300)], [], { screen })
    expect(first!.x + first!.width).toBeLessThan(400)
    expect(second!.x).toBeGreaterThan(470)
  })

  it('stay on the screen and outside occupied areas', () => {
    expect(placeLabels([wish(790, 300)], [], { screen })[0]!.x).toBeLessThan(790)
    expect(placeLabels([wish(400, 300)], [screen], { screen })).toEqual([null])
  })

  it('are not cut by the screen edge if another side is free', () => {
    const middle: Rect = { x: 100, y: 100, width: 600, height: 400 }
    expect(placeLabels([wish(690, 300)], [], { screen })[0]!.x).toBeGreaterThan(690)
    expect(placeLabels([wish(690, 300)], [], { screen, middle })[0]!.x).toBeLessThan(690)
    expect(placeLabels([wish(750, 300)], [], { screen, middle })[0]).not.toBeNull()
  })

  it('are omitted without space, except required ones', () => {
    expect(placeLabels([{ ...wish(790, 300), must: true }], [screen], { screen })[0]!.x).toBeLessThan(790)
  })
})
