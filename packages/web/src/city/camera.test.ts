// Tests of the camera.
import { describe, expect, it } from 'vitest'
import {
  boundsOf,
  type Camera,
  fit,
  glide,
  pan,
  project,
  riseOf,
  strays,
  toScreen,
  type Viewport,
  zoomAt,
} from './camera.ts'

const viewport: Viewport = { width: 1_000, height: 800, insetTop: 100, insetRight: 0, insetBottom: 60, insetLeft: 200 }
const range = { min: 0.1, max: 5 }
const street = (y1: number, y2: number, level: number) => ({
  x1: 0,
  y1,
  level1: level,
  x2: 9,
  y2,
  level2: level,
  lift: false,
})

describe('the camera', () => {
  it('draws north and higher levels further up', () => {
    const here = project({ x: 10, y: 10, level: 0 }, 50)
    expect(project({ x: 10, y: 20, level: 0 }, 50).v).toBeLessThan(here.v)
    expect(project({ x: 10, y: 10, level: 1 }, 50)).toEqual({ u: 10, v: here.v - 50 })
  })

  it('lifts levels further apart in a deeper city', () => {
    expect(riseOf([street(0, 100, 0)])).toBeLessThan(riseOf([street(0, 400, 0)]))
    expect(riseOf([])).toBeGreaterThan(0)
  })

  it('fits all points into the uncovered area', () => {
    const points = [
      { u: -300, v: 20 },
      { u: 500, v: 310 },
    ]
    const camera = fit(boundsOf(points, 10), viewport, range)
    for (const point of points) {
      const { x, y } = toScreen(camera, viewport, point)
      expect(x).toBeGreaterThan(200)
      expect(x).toBeLessThan(1_000)
      expect(y).toBeGreaterThan(100)
      expect(y).toBeLessThan(740)
    }
  })

  it('keeps the point under the pointer fixed while zooming', () => {
    const camera: Camera = { u: 5, v: -8, zoom: 1 }
    const point = { u: 60, v: 33 }
    const before = toScreen(camera, viewport, point)
    const after = toScreen(zoomAt(camera, viewport, { factor: 1.7, at: before }, range), viewport, point)
    expect(after.x).toBeCloseTo(before.x)
    expect(after.y).toBeCloseTo(before.y)
  })

  it('limits the zoom to its range', () => {
    const camera: Camera = { u: 0, v: 0, zoom: 1 }
    expect(zoomAt(camera, viewport, { factor: 99, at: { x: 0, y: 0 } }, range).zoom).toBe(5)
    expect(zoomAt(camera, viewport, { factor: 0.001, at: { x: 0, y: 0 } }, range).zoom).toBe(0.1)
  })

  it('pans with the finger and stops at the edge of the city', () => {
    const bounds = { minU: -10, minV: -10, maxU: 10, maxV: 10 }
    expect(pan({ u: 0, v: 0, zoom: 2 }, 8, -4, bounds)).toEqual({ u: -4, v: 2, zoom: 2 })
    expect(pan({ u: 0, v: 0, zoom: 2 }, 800, 0, bounds).u).toBe(-10)
  })

  it('ends a glide exactly where it was going', () => {
    const goal: Camera = { u: 100, v: 40, zoom: 2 }
    let camera: Camera = { u: 0, v: 0, zoom: 1 }
    for (let frames = 0; frames < 400 && camera !== goal; frames++) camera = glide(camera, goal, 16)
    expect(camera).toBe(goal)
  })

  it('follows a walker only when it nears the edge', () => {
    const camera: Camera = { u: 0, v: 0, zoom: 1 }
    expect(strays(camera, viewport, { u: 100, v: 100 })).toBe(false)
    expect(strays(camera, viewport, { u: 390, v: 0 })).toBe(true)
  })
})
