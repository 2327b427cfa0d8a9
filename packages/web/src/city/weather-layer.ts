// Draws the weather.
import { fade, mix, type Palette } from './palette.ts'
import { type Context, paperOf, showOn } from './sheet.ts'
import { type Fall, type Sky, skyOf } from './weather.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A deterministic pseudo-random number for a drop. */
const chance = (i: number, salt: number): number => {
  const wave = Math.sin(i * 127.1 + salt * 311.7) * 43_758.5453
  return wave - Math.floor(wave)
}

/** A canvas with a drawing. */
function canvasWith({ width, height }: Size, draw: (context: Context) => void): HTMLCanvasElement {
  const [paper, context] = paperOf(width, height)
  draw(context)
  const canvas = document.createElement('canvas')
  showOn(canvas, paper)
  return canvas
}

/** Copies of a drop for each crossed edge, so that the pattern tiles. */
function onTorus({ width, height }: Size, x: number, y: number, draw: (x: number, y: number) => void): void {
  for (const dx of [-width, 0, width]) for (const dy of [-height, 0, height]) draw(x + dx, y + dy)
}

/** One path for all drops, because each stroke call is expensive. */
function drawFall(context: Context, { of, count, size, width, height, alpha }: Fall, palette: Palette): void {
  const colour = of === 'drops' ? palette.rain : mix(palette.halo, palette.rain, palette.night ? 0.8 : 0.35)
  context.strokeStyle = fade(palette.rain, alpha)
  context.fillStyle = colour
  context.globalAlpha = of === 'drops' ? 1 : alpha
  context.lineWidth = of === 'drops' ? 1.2 : 0.6
  context.lineCap = 'round'
  context.beginPath()
  const long = Math.hypot(width, height)
  for (let i = 0; i < count; i++) {
    const grown = size * (0.7 + 0.6 * chance(i, 3))
    onTorus({ width, height }, chance(i, 1) * width, chance(i, 2) * height, (x, y) => {
      context.moveTo(x + (of === 'drops' ? 0 : grown), y)
      if (of === 'drops') context.lineTo(x - (grown * width) / long, y + (grown * height) / long)
      else context.arc(x, y, grown, 0, 2 * Math.PI)
    })
  }
  if (of === 'drops') context.stroke()
  else {
    context.fill()
    context.globalAlpha = 1
    context.stroke()
  }
}

const GUST = { width: 720, height: 360 }

/** Long strokes that curl up at their end. */
function drawGusts(context: Context, count: number, palette: Palette): void {
  context.strokeStyle = fade(palette.rain, palette.night ? 0.3 : 0.38)
  context.lineWidth = 1.3
  context.lineCap = 'round'
  context.beginPath()
  for (let i = 0; i < count; i++) {
    const length = 90 + 120 * chance(i, 6)
    onTorus(GUST, chance(i, 4) * GUST.width, ((i + chance(i, 5)) / count) * GUST.height, (x, y) => {
      context.moveTo(x, y)
      context.bezierCurveTo(x + length * 0.4, y - 9, x + length * 0.7, y + 7, x + length, y)
      if (i % 2 === 0) context.bezierCurveTo(x + length + 16, y - 4, x + length + 12, y - 16, x + length + 2, y - 11)
    })
  }
  context.stroke()
}

/** Mist is drawn at one sixth of the resolution and blurred. */
const MIST_SCALE = 6
const BANKS = 26

function drawMist(context: Context, { width, height }: Size, share: number, palette: Palette): void {
  const colour = palette.night ? mixHex(palette.ground, '#93a4c4') : '#f4f6f8'
  context.fillStyle = fade(colour, share * 0.45)
  context.fillRect(0, 0, width, height)
  for (let i = 0; i < BANKS; i++) {
    const [x, y] = [chance(i, 7) * width, chance(i, 8) * height]
    const r = width * (0.1 + 0.14 * chance(i, 9))
    context.setTransform(1, 0, 0, 0.42, 0, y * 0.58)
    const bank = context.createRadialGradient(x, y, 0, x, y, r)
    bank.addColorStop(0, fade(colour, share * 0.5))
    bank.addColorStop(1, fade(colour, 0))
    context.fillStyle = bank
    context.fillRect(x - r, y - r, 2 * r, 2 * r)
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
}

const mixHex = (a: string, b: string): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round((Number.parseInt(a.slice(at, at + 2), 16) + Number.parseInt(b.slice(at, at + 2), 16)) / 2))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

const BOW = ['#d65c5c', '#e0924a', '#e6cf58', '#6fb87a', '#5b93cf', '#8a6cc0'] as const
const STARS = 90

function drawSun(context: Context, { width, height }: Size): void {
  const [x, y, r] = [width * 0.16, height * 0.02, Math.max(width, height) * 0.75]
  const sun = context.createRadialGradient(x, y, 0, x, y, r)
  sun.addColorStop(0, fade('#fff3c4', 0.95))
  sun.addColorStop(0.12, fade('#ffe9ad', 0.6))
  sun.addColorStop(1, fade('#ffe9ad', 0))
  context.fillStyle = sun
  context.fillRect(0, 0, width, height)
}

function drawBow(context: Context, { width, height }: Size): void {
  const r = Math.min(width * 0.48, height * 0.92)
  context.lineWidth = Math.max(4, r * 0.022)
  for (const [i, colour] of BOW.entries()) {
    context.beginPath()
    context.arc(width * 0.6, height * 1.02, r - i * context.lineWidth, Math.PI, 2 * Math.PI)
    context.strokeStyle = fade(colour, 0.5)
    context.stroke()
  }
}

function drawStars(context: Context, { width, height }: Size): void {
  context.fillStyle = '#eef2fb'
  for (let i = 0; i < STARS; i++) {
    context.globalAlpha = 0.25 + 0.6 * chance(i, 12)
    context.beginPath()
    context.arc(chance(i, 10) * width, chance(i, 11) * height, 0.5 + 0.8 * chance(i, 13), 0, 2 * Math.PI)
    context.fill()
  }
  context.globalAlpha = 1
}

/** The stage size plus one pattern, so that the animation repeats without a seam. */
function patterned(size: Size, tile: Size, draw: (context: Context) => void): HTMLCanvasElement {
  const [small, context] = paperOf(tile.width, tile.height)
  draw(context)
  const [width, height] = [size.width + tile.width, size.height + tile.height]
  const canvas = canvasWith({ width, height }, (whole) => {
    whole.fillStyle = whole.createPattern(small, 'repeat')!
    whole.fillRect(0, 0, width, height)
  })
  canvas.style.width = `${canvas.width}px`
  canvas.style.height = `${canvas.height}px`
  return canvas
}

/** Offsets of the CSS animation; it stands still with reduced motion. */
function moving(canvas: HTMLCanvasElement, by: { x: number; y: number; ms: number }): HTMLCanvasElement {
  canvas.className = 'moving'
  const { x, y, ms } = by
  canvas.style.left = `${Math.min(0, -x)}px`
  canvas.style.top = `${Math.min(0, -y)}px`
  canvas.style.setProperty('--x', `${x}px`)
  canvas.style.setProperty('--y', `${y}px`)
  canvas.style.setProperty('--ms', `${ms}ms`)
  return canvas
}

function behindOf({ light }: Sky, palette: Palette, size: Size): HTMLCanvasElement[] {
  if (light === null) return []
  return [
    canvasWith(size, (context) => {
      if (palette.night) return drawStars(context, size)
      drawSun(context, size)
      if (light === 'bow') drawBow(context, size)
    }),
  ]
}

function overOf({ mist, falls, wind }: Sky, palette: Palette, size: Size): HTMLCanvasElement[] {
  const layers: HTMLCanvasElement[] = []
  if (mist > 0) {
    const small = { width: size.width / MIST_SCALE, height: size.height / MIST_SCALE }
    const canvas = canvasWith(small, (context) => drawMist(context, small, mist, palette))
    canvas.className = 'mist'
    layers.push(canvas)
  }
  for (const each of falls) {
    const canvas = patterned(size, each, (context) => drawFall(context, each, palette))
    layers.push(moving(canvas, { x: -each.width, y: each.height, ms: each.ms }))
  }
  if (wind !== 'none') {
    const canvas = patterned(size, GUST, (context) => drawGusts(context, wind === 'gale' ? 9 : 6, palette))
    layers.push(moving(canvas, { x: GUST.width, y: 0, ms: wind === 'gale' ? 1_500 : 4_200 }))
  }
  return layers
}

interface Weather {
  /** Redraws only after a change. */
  show(word: string | null, palette: Palette, size: Size): void
}

export function makeWeather(stage: HTMLElement, behind: HTMLElement, over: HTMLElement): Weather {
  let drawn = ''
  return {
    show(word, palette, size) {
      const key = `${word} ${palette.night} ${size.width} ${size.height}`
      if (key === drawn) return
      drawn = key
      const sky = skyOf(word)
      stage.dataset.weather = sky === null ? '' : word!
      stage.toggleAttribute('data-overcast', sky?.overcast === true)
      behind.replaceChildren(...(sky === null ? [] : behindOf(sky, palette, size)))
      over.replaceChildren(...(sky === null ? [] : overOf(sky, palette, size)))
    },
  }
}
