// Draws places, level names and their labels.
import { project, type Rect, type Sight, toScreen } from './camera.ts'
import { iconOf } from './icons.ts'
import { placeLabels, type Wish } from './labels.ts'
import { fade, mix, type Palette, tintOf } from './palette.ts'
import type { Mark, Scene } from './scene.ts'
import type { Context } from './sheet.ts'

const FONT = "-apple-system, 'Segoe UI', Roboto, Ubuntu, Cantarell, 'Noto Sans', 'Liberation Sans', sans-serif"
const LEVEL_FONT = `700 11px ${FONT}`
const fontOf = ({ role }: Mark): string =>
  role === 'goal'
    ? `650 14px ${FONT}`
    : role === 'start'
      ? `600 12.5px ${FONT}`
      : role === 'home'
        ? `400 11px ${FONT}`
        : `500 12px ${FONT}`

/** Below these zoom levels a mark is a dot, or has no label. */
const ICON_ZOOM = 0.7
const HOME_NAME_ZOOM = 2.4

function radiusOf({ role }: Mark, zoom: number): number {
  if (role === 'goal') return 12
  if (role === 'home') return zoom < HOME_NAME_ZOOM ? 2.5 : 6
  if (role === 'start') return 6
  return zoom < ICON_ZOOM ? 4 : 8.5
}

/** For homes, only the part of the address before the first comma. */
const nameOf = ({ label, kind }: Mark): string => (kind === 'home' ? label.split(',')[0]! : label)

const widths = new Map<string, number>()

function widthOf(context: Context, mark: Mark): number {
  const font = fontOf(mark)
  const key = `${font} ${nameOf(mark)}`
  let width = widths.get(key)
  if (width === undefined) {
    context.font = font
    width = context.measureText(nameOf(mark)).width
    widths.set(key, width)
  }
  return width
}

interface Colours {
  readonly palette: Palette
  readonly tint: string
}

interface VisibleMark {
  readonly mark: Mark
  readonly wish: Wish
}

function drawIcon(context: Context, mark: Mark, { x, y, radius }: Wish, colour: string): void {
  const icon = iconOf(mark.kind)
  if (icon === null || radius < 6) {
    context.fillStyle = colour
    context.beginPath()
    context.arc(x, y, Math.min(radius, 3), 0, 2 * Math.PI)
    context.fill()
    return
  }
  const scale = (radius * 1.36) / 16
  context.save()
  context.translate(x - 8 * scale, y - 8 * scale)
  context.scale(scale, scale)
  context.strokeStyle = colour
  context.lineWidth = 1.5
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(icon)
  context.restore()
}

function drawMark(context: Context, { mark, wish }: VisibleMark, palette: Palette, tint: string): void {
  const { x, y, radius } = wish
  const isGoal = mark.role === 'goal'
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = isGoal
    ? palette.goal
    : mark.role === 'home' && radius < 6
      ? fade(tint, 0.75)
      : mix(palette.halo, tint, 0.14)
  context.fill()
  if (radius < 3) return
  context.lineWidth = isGoal ? 2.5 : 1.4
  context.strokeStyle = isGoal ? fade(palette.halo, 0.9) : mark.role === 'start' ? palette.route : tint
  context.stroke()
  const light = palette.night ? mix(tint, '#ffffff', 0.45) : tint
  drawIcon(context, mark, wish, isGoal ? palette.halo : light)
}

function drawName(context: Context, { mark }: VisibleMark, spot: Rect, { palette, tint }: Colours): void {
  context.font = fontOf(mark)
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  const y = spot.y + spot.height / 2 + 0.5
  const isEnd = mark.role === 'goal' || mark.role === 'start'
  context.lineWidth = isEnd ? 5 : 3.5
  context.strokeStyle = fade(palette.halo, palette.night ? 0.88 : 0.92)
  context.strokeText(nameOf(mark), spot.x, y)
  context.fillStyle =
    mark.role === 'goal' ? palette.goal : mark.role === 'start' ? palette.route : mix(palette.ink, tint, 0.28)
  context.fillText(nameOf(mark), spot.x, y)
}

const ROUTE_STEP = 12
const ROUTE_WIDTH = 12

/** The route as small squares, so that no label covers it. */
function routeRects({ camera, viewport }: Sight, { walk, rise }: Scene): Rect[] {
  const points = walk.waypoints.map((waypoint) => toScreen(camera, viewport, project(waypoint, rise)))
  return points.slice(1).flatMap((to, i) => {
    const from = points[i]!
    const steps = Math.min(400, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / ROUTE_STEP))
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps - ROUTE_WIDTH / 2,
      y: from.y + ((to.y - from.y) * step) / steps - ROUTE_WIDTH / 2,
      width: ROUTE_WIDTH,
      height: ROUTE_WIDTH,
    }))
  })
}

const CORNER_GAP = 30

/** One label per level at its western edge. */
function levelNames(context: Context, { camera, viewport }: Sight, { storeys, rise }: Scene) {
  context.font = LEVEL_FONT
  return storeys.flatMap(({ corner, level }) => {
    if (corner === null || storeys.length < 2) return []
    const { x, y } = toScreen(camera, viewport, project({ ...corner, x: corner.x - CORNER_GAP }, rise))
    const text = `LEVEL ${level}`
    const wish: Wish = { x, y, radius: 0, width: context.measureText(text).width, height: 14, side: 'left' }
    return [{ text, level, wish }]
  })
}

/** The area of the walker's own label. */
const TAG = { width: 130, height: 24, above: 44 }

/** Draws places and their labels above all other layers. */
export function drawMarks(context: Context, sight: Sight, scene: Scene, palette: Palette): void {
  const { camera, viewport, density, covered } = sight
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, viewport.width, viewport.height)
  const visibleMarks = scene.marks.flatMap((mark): VisibleMark[] => {
    const { x, y } = toScreen(camera, viewport, mark.point)
    const radius = radiusOf(mark, camera.zoom)
    if (x < -20 || y < -20 || x > viewport.width + 20 || y > viewport.height + 20) return []
    const isNamed = mark.role !== 'home' || camera.zoom >= HOME_NAME_ZOOM
    const width = isNamed ? widthOf(context, mark) : Number.POSITIVE_INFINITY
    return [{ mark, wish: { x, y, radius, width, height: mark.role === 'goal' ? 19 : 16, must: mark.role === 'goal' } }]
  })
  const screen: Rect = { x: 4, y: 4, width: viewport.width - 8, height: viewport.height - 8 }
  const { insetLeft, insetTop, insetRight, insetBottom } = viewport
  const middle: Rect = {
    x: insetLeft,
    y: insetTop,
    width: viewport.width - insetLeft - insetRight,
    height: viewport.height - insetTop - insetBottom,
  }
  const named = visibleMarks.filter(({ wish }) => Number.isFinite(wish.width))
  const levels = levelNames(context, sight, scene)
  const goal = toScreen(camera, viewport, scene.goal)
  const tag = { x: goal.x - TAG.width / 2, y: goal.y - TAG.above, width: TAG.width, height: TAG.height }
  const spots = placeLabels(
    [...named, ...levels].map(({ wish }) => wish),
    [...covered, tag, ...routeRects(sight, scene)],
    { screen, middle },
  )
  const tint = ({ level }: { level: number }) => tintOf(palette, level, scene.lowest)
  for (const item of visibleMarks.toReversed()) drawMark(context, item, palette, tint(item.mark))
  for (const [i, item] of named.entries())
    if (spots[i]) drawName(context, item, spots[i], { palette, tint: tint(item.mark) })
  context.font = LEVEL_FONT
  for (const [i, item] of levels.entries()) {
    const spot = spots[named.length + i]
    if (!spot) continue
    context.fillStyle = fade(tint(item), 0.9)
    context.fillText(item.text, spot.x, spot.y + spot.height / 2)
  }
}
