import { type Rect, type Sight, toScreen } from './camera.ts'

/** How far a drawing goes on beyond each edge of the stage, in pixels. */
export const MARGIN = 256

/** A layer of the map, wider than what is seen of it: a small move of the camera moves it and draws nothing. */
interface Sheet {
  /** Draws anew if something has changed, or where moving or, unless it must be sharp, enlarging is not enough. */
  show(
    sight: Sight,
    { isChanged, isSharp }: { isChanged: boolean; isSharp: boolean },
    draw: (context: CanvasRenderingContext2D, wide: Sight) => void,
  ): void
}

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

/** How a drawing is laid over the stage. */
interface Lie {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** Further than this a drawing is not enlarged: it would be too coarse even while it moves. */
const SCALE_MAX = 1.5

/** How the drawing has to lie to be what is seen now; null where it does not reach over the stage, or is too coarse. */
export function lieOf(drawn: Sight, now: Sight): Lie | null {
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

const AS_DRAWN: Lie = { x: 0, y: 0, scale: 1 }

export function makeSheet(canvas: HTMLCanvasElement): Sheet {
  const context = canvas.getContext('2d')!
  let drawn: Sight | null = null
  canvas.style.transformOrigin = '0 0'

  function resize({ viewport, density }: Sight): void {
    canvas.width = Math.round(viewport.width * density)
    canvas.height = Math.round(viewport.height * density)
    const lengths = { left: -MARGIN, top: -MARGIN, width: viewport.width, height: viewport.height }
    for (const [name, length] of Object.entries(lengths)) canvas.style.setProperty(name, `${length}px`)
  }

  return {
    show(sight, { isChanged, isSharp }, draw) {
      const before = drawn === null || isChanged ? null : lieOf(drawn, sight)
      const isEnough = before !== null && (before.scale === 1 || !isSharp)
      if (!isEnough) {
        const wide = widened(sight)
        if (drawn?.viewport !== sight.viewport || drawn.density !== sight.density) resize(wide)
        draw(context, wide)
        drawn = sight
      }
      const { x, y, scale } = isEnough ? before : AS_DRAWN
      canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    },
  }
}
