// A canvas layer that is larger than the visible area.
import type { Sight } from './camera.ts'
import { MARGIN, type Placement, placementOf, widened } from './placement.ts'

/** A map layer larger than the visible area: small camera moves shift it without redrawing. */
interface Sheet {
  /** Redraws after changes, or if shifting and scaling the existing drawing is not enough. */
  show(
    sight: Sight,
    { isChanged, isSharp }: { isChanged: boolean; isSharp: boolean },
    draw: (context: CanvasRenderingContext2D, wide: Sight) => void,
  ): void
}

const AS_DRAWN: Placement = { x: 0, y: 0, scale: 1 }

export function makeSheet(canvas: HTMLCanvasElement): Sheet {
  const context = canvas.getContext('2d')!
  let drawn: Sight | null = null
  canvas.style.transformOrigin = '0 0'

  function resize({ viewport, density }: Sight): void {
    canvas.width = Math.round(viewport.width * density)
    canvas.height = Math.round(viewport.height * density)
    const lengths = [
      ['left', -MARGIN],
      ['top', -MARGIN],
      ['width', viewport.width],
      ['height', viewport.height],
    ] as const
    for (const [name, length] of lengths) canvas.style.setProperty(name, `${length}px`)
  }

  return {
    show(sight, { isChanged, isSharp }, draw) {
      const before = drawn === null || isChanged ? null : placementOf(drawn, sight)
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
