import { type Rect, type Sight, toScreen } from './camera.ts'

/** How far a drawing goes on beyond each edge of the stage, in pixels. */
export const MARGIN = 256

const moved = (rect: Rect): Rect => ({ ...rect, x: rect.x + MARGIN, y: rect.y + MARGIN })

/** The same look at the city, with the margin in sight. */
export function widened({ camera, viewport, density, covered }: Sight): Sight {
  const { width, height, top, right, bottom, left } = viewport
  return {
    camera,
    viewport: {
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
      top: top + MARGIN,
      right: right + MARGIN,
      bottom: bottom + MARGIN,
      left: left + MARGIN,
    },
    density,
    covered: covered.map(moved),
  }
}

/** Where a drawing lies over the stage, in pixels, and how much enlarged. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Further than this a drawing is not enlarged: it would be too coarse even while it moves. */
const SCALE_MAX = 1.5

/** How the drawing has to lie to be what is seen now; null where it does not reach over the stage, or is too coarse. */
export function placementOf(drawn: Sight, now: Sight): Placement | null {
  const { viewport, density, camera } = now
  if (drawn.viewport !== viewport || drawn.density !== density) return null
  const scale = camera.zoom / drawn.camera.zoom
  if (scale > SCALE_MAX) return null
  const middle = toScreen(camera, widened(now).viewport, camera)
  // Whole pixels of the screen: between them lines would be blurred.
  const whole = (pixels: number) => Math.round(pixels * density) / density
  const x = whole((1 - scale) * middle.x + (drawn.camera.u - camera.u) * camera.zoom)
  const y = whole((1 - scale) * middle.y + (drawn.camera.v - camera.v) * camera.zoom)
  const reaches = (from: number, length: number) =>
    from <= MARGIN && from + scale * (length + 2 * MARGIN) >= length + MARGIN
  return reaches(x, viewport.width) && reaches(y, viewport.height) ? { x, y, scale } : null
}
