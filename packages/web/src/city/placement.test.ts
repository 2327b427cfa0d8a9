// Tests of the reuse of drawings.
import { describe, expect, it } from 'vitest'
import { type Camera, type Sight, toScreen, type Viewport } from './camera.ts'
import { placeLabels } from './labels.ts'
import { MARGIN, placementOf, stageEdges, widened } from './placement.ts'

const viewport: Viewport = { width: 800, height: 600, insetTop: 20, insetRight: 60, insetBottom: 20, insetLeft: 20 }
const sightOf = (camera: Camera): Sight => ({ camera, viewport, density: 1, covered: [] })
const drawn = sightOf({ u: 100, v: 50, zoom: 0.5 })

/** Stage position of a point in a placed drawing. */
function onStage(now: Sight, point: { u: number; v: number }): { x: number; y: number } {
  const { x, y, scale } = placementOf(drawn, now)!
  const at = toScreen(drawn.camera, widened(drawn).viewport, point)
  return { x: x - MARGIN + scale * at.x, y: y - MARGIN + scale * at.y }
}

describe('a drawing wider than the stage', () => {
  it.each([
    ['where it was', { u: 100, v: 50, zoom: 0.5 }],
    ['moved', { u: 320, v: -140, zoom: 0.5 }],
    ['enlarged', { u: 130, v: 70, zoom: 0.7 }],
    ['made smaller', { u: 100, v: 50, zoom: 0.4 }],
  ])('shows every point at its camera position: %s', (_, camera) => {
    for (const point of [
      { u: 0, v: 0 },
      { u: 400, v: 90 },
    ]) {
      const [at, projected] = [onStage(sightOf(camera), point), toScreen(camera, viewport, point)]
      expect(Math.abs(at.x - projected.x)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(at.y - projected.y)).toBeLessThanOrEqual(0.5)
    }
  })

  it('cannot be reused beyond its margin, at a very different zoom or on another stage', () => {
    const past = MARGIN / 0.5
    expect(placementOf(drawn, sightOf({ u: 100 + past, v: 50, zoom: 0.5 }))).not.toBeNull()
    expect(placementOf(drawn, sightOf({ u: 102 + past, v: 50, zoom: 0.5 }))).toBeNull()
    expect(placementOf(drawn, sightOf({ u: 100, v: 48 - past, zoom: 0.5 }))).toBeNull()
    expect(placementOf(drawn, sightOf({ u: 100, v: 50, zoom: 0.2 }))).toBeNull()
    expect(placementOf(drawn, sightOf({ u: 100, v: 50, zoom: 0.8 }))).toBeNull()
    expect(placementOf(drawn, { ...drawn, viewport: { ...viewport } })).toBeNull()
    expect(placementOf(drawn, { ...drawn, density: 2 })).toBeNull()
  })

  it('has labels that are either on the stage or beyond its edge', () => {
    const wide = widened(drawn)
    const screen = { x: 0, y: 0, width: wide.viewport.width, height: wide.viewport.height }
    const right = MARGIN + viewport.width
    const label = { y: MARGIN + 300, radius: 4, width: 90, height: 16 }
    const spots = placeLabels(
      [
        { ...label, x: right - 40 },
        { ...label, x: right + 8, y: 600 },
      ],
      stageEdges(wide),
      { screen },
    )
    expect(spots[0]!.x + 90).toBeLessThan(right)
    expect(spots[1]!.x).toBeGreaterThan(right)
    const bottom = MARGIN + viewport.height
    const [corner] = placeLabels([{ ...label, x: 400, y: bottom - 4 }], stageEdges(wide), { screen })
    expect(corner!.y + 16 <= bottom || corner!.y >= bottom).toBe(true)
  })
})
