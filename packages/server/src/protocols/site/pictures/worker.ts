// Worker thread that renders preview pictures as PNG.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { drawing, FAMILY, parseFont } from './drawing.ts'
import type { PaintRequest, PaintResult } from './painter.ts'

const file = fileURLToPath(new URL('../../../../../web/pages/pictures/newsreader-500.ttf', import.meta.url))
const font = parseFont(readFileSync(file))
const options = { font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: FAMILY } }

function paint({ id, card }: PaintRequest): PaintResult {
  try {
    return { id, png: new Uint8Array(new Resvg(drawing(card, font), options).render().asPng()) }
  } catch (error) {
    return { id, failure: (error as Error).stack ?? String(error) }
  }
}

parentPort?.on('message', (order: PaintRequest) => {
  const painted = paint(order)
  parentPort?.postMessage(painted, 'png' in painted ? [painted.png.buffer] : [])
})
