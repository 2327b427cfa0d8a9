// Draws streets, houses and lifts.
import { type Building, hash, TERRACE } from './buildings.ts'
import { type Point, project, type Sight, TILT, toScreen } from './camera.ts'
import { fade, mix, type Palette, tintOf } from './palette.ts'
import type { Scene, Storey } from './scene.ts'
import type { Context } from './sheet.ts'

/** Settings for drawing one level. */
interface Layer {
  readonly sight: Sight
  readonly palette: Palette
  readonly scene: Scene
  readonly storey: Storey
  readonly tint: string
}

const STREET = 7
const SLAB = 7

/** Sets the context unit to one metre of the drawing. */
function lookAt(context: Context, { camera, viewport, density }: Sight): void {
  const { x, y } = toScreen(camera, viewport, { u: 0, v: 0 })
  const scale = density * camera.zoom
  context.setTransform(scale, 0, 0, scale, density * x, density * y)
}

/** Sets the context unit to one foreshortened metre on the ground of a level. */
function onGround(context: Context, { sight, storey, scene }: Layer, lower = 0): void {
  lookAt(context, sight)
  context.transform(1, 0, 0, -TILT, 0, lower - storey.level * scene.rise)
}

function drawTerrace(context: Context, layer: Layer): void {
  const { palette, tint, storey } = layer
  const { night } = palette
  const stroke = (width: number, colour: string, lower: number) => {
    onGround(context, layer, lower)
    context.lineWidth = width
    context.strokeStyle = colour
    context.stroke(storey.ground)
  }
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const spread of [26, 14, 4])
    stroke(2 * TERRACE + spread, fade(night ? '#02050c' : '#5c6b85', night ? 0.2 : 0.09), SLAB + 12)
  stroke(2 * TERRACE, mix(palette.ground, tint, night ? 0.1 : 0.4), SLAB)
  stroke(2 * TERRACE, mix(palette.ground, tint, night ? 0.42 : 0.3), 0)
  stroke(2 * TERRACE - 2.2, mix(palette.ground, tint, night ? 0.17 : 0.1), 0)
}

function drawStreets(context: Context, layer: Layer): void {
  const { sight, palette, tint, storey } = layer
  const { night } = palette
  onGround(context, layer)
  const thin = 1.6 / sight.camera.zoom
  const stroke = (width: number, colour: string) => {
    context.lineWidth = width
    context.strokeStyle = colour
    context.stroke(storey.ground)
  }
  stroke(Math.max(STREET + 3, 2 * thin), mix(palette.ground, night ? '#000000' : tint, night ? 0.45 : 0.28))
  stroke(Math.max(STREET, thin), mix(palette.ground, tint, night ? 0.34 : 0))
  // A thin bright line as reflection on wet asphalt.
  stroke(Math.max(STREET * 0.28, thin / 2), night ? fade(tint, 0.55) : '#ffffff')
}

interface Shades {
  readonly front: string
  readonly roof: string
  readonly roofAway: string
}

/** Colours of a level, mixed once because a level has hundreds of houses. */
const shadesOf = ({ night, ground }: Palette, tint: string): Shades => ({
  front: mix(ground, tint, night ? 0.1 : 0.2),
  roof: mix(ground, tint, night ? 0.3 : 0.42),
  roofAway: mix(ground, tint, night ? 0.22 : 0.32),
})

function fillShape(context: Context, colour: string, corners: readonly (readonly [number, number])[]): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [u, v] of corners) context.lineTo(u, v)
  context.closePath()
  context.fill()
}

function drawHouse(context: Context, house: Building, { u, v }: Point, shades: Shades): void {
  const { width, depth, height, gable } = house
  const [leftEdge, right, eaves, back] = [u - width / 2, u + width / 2, v - height, depth * TILT]
  if (!gable) {
    context.fillStyle = shades.roof
    context.fillRect(leftEdge, eaves - back, width, back)
    context.fillStyle = shades.front
    context.fillRect(leftEdge, eaves, width, height)
    return
  }
  const ridge = eaves - Math.min(width, 11) * 0.42
  const slope = (edge: number): readonly (readonly [number, number])[] => [
    [edge, eaves],
    [u, ridge],
    [u, ridge - back],
    [edge, eaves - back],
  ]
  fillShape(context, shades.roof, slope(leftEdge))
  fillShape(context, shades.roofAway, slope(right))
  fillShape(context, shades.front, [
    [leftEdge, v],
    [leftEdge, eaves],
    [u, ridge],
    [right, eaves],
    [right, v],
  ])
}

/** Metres; above the height of all houses. */
const OUT_OF_SIGHT = 40

function drawHouses(context: Context, { sight, palette, storey, scene, tint }: Layer): void {
  const { camera, viewport } = sight
  const slack = OUT_OF_SIGHT * camera.zoom
  const shades = shadesOf(palette, tint)
  lookAt(context, sight)
  for (const house of storey.houses) {
    const point = project(house, scene.rise)
    const { x, y } = toScreen(camera, viewport, point)
    if (x < -slack || y < -slack || x > viewport.width + slack || y > viewport.height + slack) continue
    drawHouse(context, house, point, shades)
    drawWindows(context, house, point, palette)
  }
}

const PANE = { width: 1.5, height: 2.1, across: 3.3, up: 4.1 }

function drawWindows(context: Context, { width, height, seed }: Building, { u, v }: Point, palette: Palette): void {
  const columns = Math.floor((width - 2) / PANE.across)
  const rows = Math.floor((height - 2) / PANE.up)
  const start = u - ((columns - 1) * PANE.across) / 2 - PANE.width / 2
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const randomValue = hash(seed * 1e6, row, column)
      if (palette.night && randomValue > 0.4) continue
      context.fillStyle = palette.windows[Math.floor(randomValue * 997) % palette.windows.length]!
      context.fillRect(start + column * PANE.across, v - 2 - PANE.height - row * PANE.up, PANE.width, PANE.height)
    }
  }
}

function glowSprite(colour: string): HTMLCanvasElement {
  const sprite = document.createElement('canvas')
  sprite.width = 64
  sprite.height = 64
  const context = sprite.getContext('2d')!
  const light = context.createRadialGradient(32, 32, 0, 32, 32, 32)
  light.addColorStop(0, fade(colour, 0.95))
  light.addColorStop(0.09, fade(colour, 0.6))
  light.addColorStop(0.3, fade(colour, 0.13))
  light.addColorStop(1, fade(colour, 0))
  context.fillStyle = light
  context.fillRect(0, 0, 64, 64)
  return sprite
}

function drawClimbs(context: Context, { sight, palette, storey, scene }: Layer): void {
  lookAt(context, sight)
  for (const climb of storey.climbs) {
    const a = project({ x: climb.x1, y: climb.y1, level: climb.level1 }, scene.rise)
    const b = project({ x: climb.x2, y: climb.y2, level: climb.level2 }, scene.rise)
    const light = context.createLinearGradient(a.u, a.v, b.u, b.v)
    light.addColorStop(0, tintOf(palette, climb.level1, scene.lowest))
    light.addColorStop(1, tintOf(palette, climb.level2, scene.lowest))
    context.strokeStyle = light
    const line = (shift: number, width: number, dash: readonly number[]) => {
      context.setLineDash([...dash])
      context.lineWidth = width
      context.beginPath()
      context.moveTo(a.u + shift, a.v)
      context.lineTo(b.u + shift, b.v)
      context.stroke()
    }
    context.globalAlpha = palette.night ? 0.16 : 0.22
    line(0, climb.lift ? 9 : STREET, [])
    context.globalAlpha = palette.night ? 0.9 : 0.8
    context.lineCap = 'butt'
    if (climb.lift) {
      line(-4.5, 0.9, [])
      line(4.5, 0.9, [])
      line(0, 8, [0.8, 5])
    } else {
      // Steps of a stair.
      line(0, STREET - 2, [1.4, 2.4])
    }
    context.setLineDash([])
    context.lineCap = 'round'
    context.globalAlpha = 1
  }
}

let lamp: { colour: string; sprite: HTMLCanvasElement } | null = null

function drawLamps(context: Context, { sight, palette, storey, scene }: Layer): void {
  if (!palette.night) return
  if (lamp?.colour !== palette.lamp) lamp = { colour: palette.lamp, sprite: glowSprite(palette.lamp) }
  lookAt(context, sight)
  const size = Math.max(17, 14 / sight.camera.zoom)
  context.globalCompositeOperation = 'lighter'
  context.globalAlpha = 0.6
  for (const spot of storey.lamps) {
    const { u, v } = project(spot, scene.rise)
    context.drawImage(lamp.sprite, u - size / 2, v - size / 2 - 1, size, size)
  }
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
}

const DETAIL_ZOOM = 0.45

export function drawCity(context: Context, sight: Sight, scene: Scene, palette: Palette): void {
  const { canvas } = context
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  for (const storey of scene.storeys) {
    const layer = { sight, palette, scene, storey, tint: tintOf(palette, storey.level, scene.lowest) }
    drawTerrace(context, layer)
    drawClimbs(context, layer)
    drawStreets(context, layer)
    if (sight.camera.zoom > DETAIL_ZOOM) {
      drawHouses(context, layer)
      drawLamps(context, layer)
    }
  }
}
