// Draws agents and their names on the map.
import { type Rect, type Sight, toScreen } from '../city/camera.ts'
import type { Palette } from '../city/palette.ts'
import { MARGIN } from '../city/placement.ts'
import type { Context } from '../city/sheet.ts'
import type { Placed } from './bodies.ts'

/** Above this number of bodies, or at a lower zoom, bodies are drawn as dots. */
export const FACES_MAX = 400
const FACE_ZOOM = 0.2
const NAMED_MAX = 40

/** The bodies to draw and their state. */
interface Crowd {
  readonly placedBodies: readonly Placed[]
  readonly talking: ReadonlySet<string>
  readonly chosen: string | null
  /** The portrait of an agent; null until it is loaded. */
  faceOf(handle: string): CanvasImageSource | null
}

function drawBody(
  context: Context,
  { body, walking }: Placed,
  { x, y, r }: { x: number; y: number; r: number },
  look: { palette: Palette; talks: boolean; chosen: boolean; face: CanvasImageSource | null },
): void {
  const { palette, talks, chosen, face } = look
  context.beginPath()
  context.arc(x, y, r + (chosen ? 4 : 2), 0, 2 * Math.PI)
  context.fillStyle = chosen ? palette.goal : walking ? palette.route : palette.halo
  context.fill()
  if (face === null) {
    context.beginPath()
    context.arc(x, y, r, 0, 2 * Math.PI)
    context.fillStyle = body.resident ? palette.routeGlow : palette.rain
    context.fill()
  } else context.drawImage(face, x - r, y - r, 2 * r, 2 * r)
  if (!talks) return
  context.fillStyle = palette.ink
  for (const dx of [-4, 0, 4]) {
    context.beginPath()
    context.arc(x + r + 5 + dx, y - r, 1.6, 0, 2 * Math.PI)
    context.fill()
  }
}

const NAME_HEIGHT = 15

/** Draws names above the bodies; names that would overlap are omitted. */
function drawNames(
  context: Context,
  heads: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  palette: Palette,
  { viewport }: Sight,
): void {
  context.font = '600 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = palette.halo
  context.fillStyle = palette.ink
  const occupiedSpans: { x: number; y: number; half: number }[] = []
  for (const { name, x: at, y } of heads) {
    const half = context.measureText(name).width / 2 + 2
    const [first, last] = [MARGIN, viewport.width - MARGIN]
    // The stage cuts names at its edge; those of faces on it move inside.
    const x = at < first || at > last ? at : Math.min(Math.max(at, first + half), last - half)
    if (occupiedSpans.some((one) => Math.abs(one.y - y) < NAME_HEIGHT && Math.abs(one.x - x) < one.half + half))
      continue
    occupiedSpans.push({ x, y, half })
    context.strokeText(name, x, y)
    context.fillText(name, x, y)
  }
}

const DOT = 4

/** Draws all bodies as dots, with one fill call per colour. */
function drawDots(context: Context, { camera, viewport }: Sight, people: readonly Placed[], palette: Palette): void {
  const colours: readonly (readonly [string, (placed: Placed) => boolean])[] = [
    [palette.route, ({ walking, body }) => walking && body.resident],
    [palette.routeGlow, ({ walking, body }) => !walking && body.resident],
    [palette.rain, ({ body }) => !body.resident],
  ]
  for (const [colour, isOne] of colours) {
    context.beginPath()
    for (const placed of people) {
      if (!isOne(placed)) continue
      const { x, y } = toScreen(camera, viewport, placed.point)
      if (x < -DOT || y < -DOT || x > viewport.width + DOT || y > viewport.height + DOT) continue
      context.rect(x - DOT / 2, y - DOT / 2, DOT, DOT)
    }
    context.fillStyle = colour
    context.fill()
  }
}

/** The radius of a face in pixels at a zoom. */
export const radiusAt = (zoom: number): number => Math.min(20, Math.max(9, 13 * Math.sqrt(zoom)))

/** Screen areas of faces and names of standing bodies, which labels of places avoid; none for a large crowd. */
export function coveredByPeople({ camera, viewport }: Sight, placedBodies: readonly Placed[]): Rect[] {
  if (placedBodies.length > NAMED_MAX || camera.zoom < FACE_ZOOM) return []
  const r = radiusAt(camera.zoom)
  return placedBodies
    .filter(({ walking }) => !walking)
    .map(({ point, body }) => {
      const { x, y } = toScreen(camera, viewport, point)
      const half = Math.max(r, (body.displayName.split(' ')[0]!.length * 7.5) / 2)
      return { x: x - half, y: y - 2 * r - NAME_HEIGHT - 4, width: 2 * half, height: 2 * r + NAME_HEIGHT + 4 }
    })
}

/** Draws all visible bodies, from top to bottom. */
export function drawPeople(context: Context, sight: Sight, crowd: Crowd, palette: Palette): void {
  const { camera, viewport, density } = sight
  const { placedBodies, talking, chosen } = crowd
  const isFar = placedBodies.length > FACES_MAX || camera.zoom < FACE_ZOOM
  const r = isFar ? 8 : radiusAt(camera.zoom)
  const isNamed = !isFar && placedBodies.length <= NAMED_MAX
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, viewport.width, viewport.height)
  if (isFar) drawDots(context, sight, placedBodies, palette)
  const near = isFar ? placedBodies.filter(({ body }) => body.handle === chosen) : placedBodies
  const heads: { name: string; x: number; y: number }[] = []
  for (const placed of [...near].sort((a, b) => a.point.v - b.point.v)) {
    const { x, y } = toScreen(camera, viewport, placed.point)
    if (x < -r || y < -r || x > viewport.width + r || y > viewport.height + r) continue
    const { handle } = placed.body
    // Bodies at a place are drawn above its label.
    const top = y - (placed.walking ? 0 : r)
    drawBody(
      context,
      placed,
      { x, y: top, r },
      {
        palette,
        talks: talking.has(handle),
        chosen: handle === chosen,
        face: r > 6 ? crowd.faceOf(handle) : null,
      },
    )
    const head = { name: placed.body.displayName.split(' ')[0]!.slice(0, 14), x, y: top - r - 6 }
    // The followed agent is labelled first.
    if (handle === chosen) heads.unshift(head)
    else if (isNamed) heads.push(head)
  }
  drawNames(context, heads, palette, sight)
}
