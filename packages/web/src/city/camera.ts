// Projection of the city and camera movement.
import type { Street } from '@agent-network/contract'
import type { Spot } from './walk.ts'

/**
 * The view is from the south and from above: depth is foreshortened, and each level is drawn higher than the one below.
 * A point of the drawing is (u, v) in metres; v grows downward.
 */
export const TILT = 0.56

export interface Point {
  readonly u: number
  readonly v: number
}
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface Bounds {
  readonly minU: number
  readonly minV: number
  readonly maxU: number
  readonly maxV: number
}
export interface Camera {
  /** The point in the centre of the uncovered screen area. */
  readonly u: number
  readonly v: number
  /** Pixels per metre. */
  readonly zoom: number
}
/** Size of the screen, and the width of the panels at each side. */
export interface Viewport {
  readonly width: number
  readonly height: number
  readonly insetTop: number
  readonly insetRight: number
  readonly insetBottom: number
  readonly insetLeft: number
}
/** The current projection of the drawing to the screen. */
export interface Sight {
  readonly camera: Camera
  readonly viewport: Viewport
  /** Device pixels per CSS pixel. */
  readonly density: number
  /** Screen areas covered by panels; no labels are placed there. */
  readonly covered: readonly Rect[]
}
export interface ZoomRange {
  readonly min: number
  readonly max: number
}

const RISE = { share: 0.66, min: 46, max: 400 }

/** Vertical distance of levels, so that a level hides only part of the one below. */
export function riseOf(streets: readonly Street[]): number {
  const spans = new Map<number, { min: number; max: number }>()
  for (const { y1, level1, y2, level2 } of streets) {
    for (const [y, level] of [
      [y1, level1],
      [y2, level2],
    ] as const) {
      const span = spans.get(level)
      spans.set(level, { min: Math.min(span?.min ?? y, y), max: Math.max(span?.max ?? y, y) })
    }
  }
  const depths = [...spans.values()].map(({ min, max }) => max - min)
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length)
  return Math.min(RISE.max, Math.max(RISE.min, mean * TILT * RISE.share))
}

export const project = ({ x, y, level }: Spot, rise: number): Point => ({ u: x, v: -y * TILT - level * rise })

export function boundsOf(points: readonly Point[], margin: number): Bounds {
  const us = points.map(({ u }) => u)
  const vs = points.map(({ v }) => v)
  return {
    minU: Math.min(...us) - margin,
    minV: Math.min(...vs) - margin,
    maxU: Math.max(...us) + margin,
    maxV: Math.max(...vs) + margin,
  }
}

const centre = ({ width, height, insetTop, insetRight, insetBottom, insetLeft }: Viewport) => ({
  x: insetLeft + (width - insetLeft - insetRight) / 2,
  y: insetTop + (height - insetTop - insetBottom) / 2,
})

export function toScreen(camera: Camera, viewport: Viewport, { u, v }: Point): { x: number; y: number } {
  const { x, y } = centre(viewport)
  return { x: x + (u - camera.u) * camera.zoom, y: y + (v - camera.v) * camera.zoom }
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export function fit(bounds: Bounds, viewport: Viewport, range: ZoomRange): Camera {
  const width = Math.max(40, viewport.width - viewport.insetLeft - viewport.insetRight)
  const height = Math.max(40, viewport.height - viewport.insetTop - viewport.insetBottom)
  const wanted = Math.min(width / (bounds.maxU - bounds.minU), height / (bounds.maxV - bounds.minV))
  return {
    u: (bounds.minU + bounds.maxU) / 2,
    v: (bounds.minV + bounds.maxV) / 2,
    zoom: clamp(wanted, range.min, range.max),
  }
}

/** Zooms around a fixed point of the screen. */
export function zoomAt(
  camera: Camera,
  viewport: Viewport,
  { factor, at }: { factor: number; at: { x: number; y: number } },
  range: ZoomRange,
): Camera {
  const zoom = clamp(camera.zoom * factor, range.min, range.max)
  const { x, y } = centre(viewport)
  const slack = 1 / camera.zoom - 1 / zoom
  return { u: camera.u + (at.x - x) * slack, v: camera.v + (at.y - y) * slack, zoom }
}

/** Moves the drawing by pixels. The centre stays inside the city. */
export const pan = (camera: Camera, dx: number, dy: number, bounds: Bounds): Camera => ({
  u: clamp(camera.u - dx / camera.zoom, bounds.minU, bounds.maxU),
  v: clamp(camera.v - dy / camera.zoom, bounds.minV, bounds.maxV),
  zoom: camera.zoom,
})

const NEAR = 0.0008

/** One step of a camera glide with exponential decay, independent of the frame rate. */
export function glide(from: Camera, to: Camera, elapsedMs: number): Camera {
  const share = 1 - Math.exp(-elapsedMs / 160)
  const step = (a: number, b: number) => a + (b - a) * share
  const next = { u: step(from.u, to.u), v: step(from.v, to.v), zoom: from.zoom * (to.zoom / from.zoom) ** share }
  const remainingPixels = Math.hypot(to.u - next.u, to.v - next.v) * next.zoom
  return remainingPixels < 0.4 && Math.abs(next.zoom / to.zoom - 1) < NEAR ? to : next
}

/** Whether a followed point is so near the edge that the camera must move. */
export function strays(camera: Camera, viewport: Viewport, point: Point): boolean {
  const { x, y } = toScreen(camera, viewport, point)
  const slackX = (viewport.width - viewport.insetLeft - viewport.insetRight) * 0.3
  const slackY = (viewport.height - viewport.insetTop - viewport.insetBottom) * 0.3
  const middle = centre(viewport)
  return Math.abs(x - middle.x) > slackX || Math.abs(y - middle.y) > slackY
}
