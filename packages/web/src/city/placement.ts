// Position and scale of a drawing that is reused while the camera moves.
import { type Rect, type Sight, toScreen } from './camera.ts'

/** Margin of a drawing beyond each edge of the stage, in pixels. */
export const MARGIN = 256

const moved = (rect: Rect): Rect => ({ ...rect, x: rect.x + MARGIN, y: rect.y + MARGIN })

/** The same projection with the margin included. */
export function widened({ camera, viewport, density, covered }: Sight): Sight {
  const { width, height, insetTop, insetRight, insetBottom, insetLeft } = viewport
  return {
    camera,
    viewport: {
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
      insetTop: insetTop + MARGIN,
      insetRight: insetRight + MARGIN,
      insetBottom: insetBottom + MARGIN,
      insetLeft: insetLeft + MARGIN,
    },
    density,
    covered: covered.map(moved),
  }
}

const EDGE = 1

/** The edges of the stage in a drawing with margin. A label that avoids them is not cut while the map rests. */
export function stageEdges({ viewport }: Sight): Rect[] {
  const width = viewport.width - 2 * MARGIN
  const height = viewport.height - 2 * MARGIN
  const across = { x: MARGIN, width, height: EDGE }
  const down = { y: MARGIN, width: EDGE, height }
  return [
    { ...across, y: MARGIN },
    { ...across, y: MARGIN + height - EDGE },
    { ...down, x: MARGIN },
    { ...down, x: MARGIN + width - EDGE },
  ]
}

/** Offset of a drawing on the stage in pixels, and its scale. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Maximum scale of a reused drawing; beyond it the drawing is too coarse. */
const SCALE_MAX = 1.5

/** The placement of a drawing for the current camera; null if it does not cover the stage or is too coarse. */
export function placementOf(drawn: Sight, now: Sight): Placement | null {
  const { viewport, density, camera } = now
  if (drawn.viewport !== viewport || drawn.density !== density) return null
  const scale = camera.zoom / drawn.camera.zoom
  if (scale > SCALE_MAX) return null
  const middle = toScreen(camera, widened(now).viewport, camera)
  // Rounded to device pixels, so that lines are sharp.
  const whole = (pixels: number) => Math.round(pixels * density) / density
  const x = whole((1 - scale) * middle.x + (drawn.camera.u - camera.u) * camera.zoom)
  const y = whole((1 - scale) * middle.y + (drawn.camera.v - camera.v) * camera.zoom)
  const reaches = (from: number, length: number) =>
    from <= MARGIN && from + scale * (length + 2 * MARGIN) >= length + MARGIN
  return reaches(x, viewport.width) && reaches(y, viewport.height) ? { x, y, scale } : null
}
