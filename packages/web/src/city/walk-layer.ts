// Draws the route, the destination and the rain.
import { hash } from './buildings.ts'
import { project, type Sight, toScreen } from './camera.ts'
import { fade, type Palette } from './palette.ts'
import type { Scene } from './scene.ts'
import { type Phase, type Position, type Spot, splitRoute } from './walk.ts'

type Context = CanvasRenderingContext2D

export interface Moment {
  readonly phase: Phase
  readonly position: Position
  /** Animation time in milliseconds; null with reduced motion. */
  readonly motion: number | null
}

/** Context, projection and colours of a walk. */
interface Backdrop {
  readonly sight: Sight
  readonly scene: Scene
  readonly palette: Palette
}

function trace(context: Context, sight: Sight, spots: readonly Spot[], rise: number): void {
  context.beginPath()
  for (const [i, spot] of spots.entries()) {
    const { x, y } = toScreen(sight.camera, sight.viewport, project(spot, rise))
    if (i === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
}

function drawRoute(context: Context, { sight, scene, palette }: Backdrop, { position }: Moment): void {
  const { behind, ahead } = splitRoute(scene.walk, position)
  const wide = Math.min(1.5, Math.max(0.8, sight.camera.zoom / 1.6))
  context.lineCap = 'round'
  context.lineJoin = 'round'
  trace(context, sight, ahead, scene.rise)
  context.strokeStyle = fade(palette.halo, 0.55)
  context.lineWidth = 5 * wide
  context.stroke()
  context.setLineDash([1, 8 * wide])
  context.strokeStyle = fade(palette.routeAhead, 0.85)
  context.lineWidth = 3.2 * wide
  context.stroke()
  context.setLineDash([])
  trace(context, sight, behind, scene.rise)
  for (const [width, colour] of [
    [16, fade(palette.routeGlow, 0.13)],
    [9, fade(palette.routeGlow, 0.26)],
    [4, palette.route],
  ] as const) {
    context.lineWidth = width * wide
    context.strokeStyle = colour
    context.stroke()
  }
}

const RING_MS = 2_600

/** Rings around the destination; wider and warmer after arrival. */
function drawGoal(context: Context, { sight, scene, palette }: Backdrop, { phase, motion }: Moment): void {
  const { x, y } = toScreen(sight.camera, sight.viewport, scene.goal)
  const arrived = phase === 'dwelling' || phase === 'staying'
  if (arrived) {
    const reach = 150
    const light = context.createRadialGradient(x, y, 0, x, y, reach)
    light.addColorStop(0, fade(palette.routeGlow, palette.night ? 0.42 : 0.34))
    light.addColorStop(0.4, fade(palette.routeGlow, 0.12))
    light.addColorStop(1, fade(palette.routeGlow, 0))
    context.fillStyle = light
    context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach)
  }
  const rings = motion === null ? [0.35] : [0, 0.5].map((start) => (motion / RING_MS + start) % 1)
  for (const share of rings) {
    context.beginPath()
    context.ellipse(x, y, 14 + share * (arrived ? 46 : 22), (14 + share * (arrived ? 46 : 22)) * 0.7, 0, 0, 2 * Math.PI)
    context.strokeStyle = fade(palette.goal, 0.75 * (1 - share))
    context.lineWidth = 1.8
    context.stroke()
  }
  if (arrived && motion !== null) drawSparks(context, { x, y }, palette, motion)
}

const SPARKS = 12
const SPARK_MS = 5_200

/** Lanterns that rise from the destination. */
function drawSparks(context: Context, { x, y }: { x: number; y: number }, palette: Palette, motion: number): void {
  for (let i = 0; i < SPARKS; i++) {
    const share = (motion / SPARK_MS + hash(i, 7)) % 1
    const drift = (hash(i, 3) - 0.5) * 90 + Math.sin(motion / 900 + i) * 5
    context.beginPath()
    context.arc(x + drift * (0.4 + share), y - 6 - share * 120, 1.2 + hash(i, 9) * 1.3, 0, 2 * Math.PI)
    context.fillStyle = fade(palette.goal, 0.85 * Math.sin(Math.PI * share))
    context.fill()
  }
}

const RAIN = { drop: 11_000, most: 150, fall: 0.62, slant: 0.16 }

/** Rain, thinner by day and indoors. Drop positions are computed from the time, without state. */
function drawRain(context: Context, { sight, palette }: Backdrop, { phase, motion }: Moment): void {
  if (motion === null) return
  const { width, height } = sight.viewport
  const isCalm = phase === 'dwelling' || phase === 'staying'
  const count = Math.min(RAIN.most, (width * height) / RAIN.drop) * (isCalm ? 0.35 : 1)
  const span = height + 80
  context.lineWidth = 1
  context.lineCap = 'round'
  for (let i = 0; i < count; i++) {
    const speed = RAIN.fall * (0.7 + 0.6 * hash(i, 1))
    const y = ((hash(i, 2) * span + motion * speed) % span) - 40
    const lap = Math.floor((hash(i, 2) * span + motion * speed) / span)
    const x = hash(i, lap % 997, 4) * (width + height * RAIN.slant) - y * RAIN.slant
    const length = 9 + 13 * hash(i, 5)
    context.strokeStyle = fade(palette.rain, 0.07 + 0.13 * hash(i, 6))
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x - length * RAIN.slant, y + length)
    context.stroke()
  }
}

export function drawWalk(context: Context, backdrop: Backdrop, moment: Moment): void {
  const { sight } = backdrop
  const { width, height } = sight.viewport
  context.setTransform(sight.density, 0, 0, sight.density, 0, 0)
  context.clearRect(0, 0, width, height)
  drawRoute(context, backdrop, moment)
  drawGoal(context, backdrop, moment)
  drawRain(context, backdrop, moment)
}
