// Canvases that show drawings, and a canvas layer that is larger than the visible area.
import type { Sight } from './camera.ts'
import { MARGIN, type Placement, placementOf, widened } from './placement.ts'

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Paper of this size to draw on. */
export function paperOf(width: number, height: number): readonly [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const paper = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  return [paper, paper.getContext('2d')!]
}

/**
 * Moves a drawing to a canvas on the page; the paper is empty afterwards. A canvas that is drawn on directly would be
 * copied again with each change of the page, wherever it is.
 */
export function showOn(canvas: HTMLCanvasElement, paper: OffscreenCanvas): void {
  if (canvas.width !== paper.width) canvas.width = paper.width
  if (canvas.height !== paper.height) canvas.height = paper.height
  canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(paper.transferToImageBitmap())
}

/** A map layer larger than the visible area: small camera moves shift it without redrawing. */
interface Sheet {
  /** Redraws after changes, or if shifting and scaling the existing drawing is not enough. */
  show(
    sight: Sight,
    { isChanged, isSharp }: { isChanged: boolean; isSharp: boolean },
    draw: (context: Context, wide: Sight) => void,
  ): void
}

const AS_DRAWN: Placement = { x: 0, y: 0, scale: 1 }

/** `isStill`: it is redrawn rarely, so that a copy costs less than an open drawing. */
export function makeSheet(canvas: HTMLCanvasElement, { isStill }: { isStill: boolean }): Sheet {
  const paper = isStill ? new OffscreenCanvas(1, 1) : canvas
  const context = paper.getContext('2d') as Context
  let drawn: Sight | null = null
  canvas.style.transformOrigin = '0 0'

  function resize({ viewport, density }: Sight): void {
    paper.width = Math.round(viewport.width * density)
    paper.height = Math.round(viewport.height * density)
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
        if (paper !== canvas) showOn(canvas, paper as OffscreenCanvas)
        drawn = sight
      }
      const { x, y, scale } = isEnough ? before : AS_DRAWN
      canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    },
  }
}
