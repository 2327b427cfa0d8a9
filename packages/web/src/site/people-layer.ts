import { type Sight, toScreen } from '../city/camera.ts'
import type { Palette } from '../city/palette.ts'
import type { Placed } from './bodies.ts'

/** More bodies than this, or a city seen from further away, are dots. */
export const FACES_MAX = 400
const FACE_ZOOM = 0.35
const NAMED_MAX = 40

/** Who is to be drawn, and what is known of them beside where they are. */
interface Crowd {
  readonly shown: readonly Placed[]
  readonly talking: ReadonlySet<string>
  readonly chosen: string | null
  /** The portrait of somebody, as soon as it is there. */
  faceOf(handle: string): CanvasImageSource | null
}

function drawBody(
  context: CanvasRenderingContext2D,
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

/** Names over heads, as far as they do not lie on each other: whoever comes closer reads the rest. */
function drawNames(
  context: CanvasRenderingContext2D,
  heads: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  palette: Palette,
): void {
  context.font = '600 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.lineJoin = 'round'
  context.lineWidth = 3.5
  context.strokeStyle = palette.halo
  context.fillStyle = palette.ink
  const taken: { x: number; y: number; half: number }[] = []
  for (const { name, x, y } of heads) {
    const half = context.measureText(name).width / 2 + 2
    if (taken.some((one) => Math.abs(one.y - y) < NAME_HEIGHT && Math.abs(one.x - x) < one.half + half)) continue
    taken.push({ x, y, half })
    context.strokeText(name, x, y)
    context.fillText(name, x, y)
  }
}

const DOT = 4

/** Everybody as dots, those of one colour in one stroke: a crowd costs little more than one of them. */
function drawDots(
  context: CanvasRenderingContext2D,
  { camera, viewport }: Sight,
  shown: readonly Placed[],
  palette: Palette,
): void {
  const colours: readonly (readonly [string, (placed: Placed) => boolean])[] = [
    [palette.route, ({ walking, body }) => walking && body.resident],
    [palette.routeGlow, ({ walking, body }) => !walking && body.resident],
    [palette.rain, ({ body }) => !body.resident],
  ]
  for (const [colour, isOne] of colours) {
    context.beginPath()
    for (const placed of shown) {
      if (!isOne(placed)) continue
      const { x, y } = toScreen(camera, viewport, placed.point)
      if (x < -DOT || y < -DOT || x > viewport.width + DOT || y > viewport.height + DOT) continue
      context.rect(x - DOT / 2, y - DOT / 2, DOT, DOT)
    }
    context.fillStyle = colour
    context.fill()
  }
}

/** Everybody who can be seen, whoever stands further down before the others. */
export function drawPeople(context: CanvasRenderingContext2D, sight: Sight, crowd: Crowd, palette: Palette): void {
  const { camera, viewport, density } = sight
  const { shown, talking, chosen } = crowd
  const isFar = shown.length > FACES_MAX || camera.zoom < FACE_ZOOM
  const r = isFar ? 8 : Math.min(20, Math.max(9, 13 * Math.sqrt(camera.zoom)))
  const isNamed = !isFar && shown.length <= NAMED_MAX
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, viewport.width, viewport.height)
  if (isFar) drawDots(context, sight, shown, palette)
  const near = isFar ? shown.filter(({ body }) => body.handle === chosen) : shown
  const heads: { name: string; x: number; y: number }[] = []
  for (const placed of [...near].sort((a, b) => a.point.v - b.point.v)) {
    const { x, y } = toScreen(camera, viewport, placed.point)
    if (x < -r || y < -r || x > viewport.width + r || y > viewport.height + r) continue
    const { handle } = placed.body
    // Whoever stands at a place stands before it, so that its name can be read.
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
    // Whoever is followed is named before all others.
    if (handle === chosen) heads.unshift(head)
    else if (isNamed) heads.push(head)
  }
  drawNames(context, heads, palette)
}
