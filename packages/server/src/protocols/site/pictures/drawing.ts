// Renders the preview picture of a page as SVG.
import { escapeMarkup } from '../../../platform/core/text.ts'
import { boardDrawing } from '../parts/board.ts'
import { portraitDrawing } from '../parts/portrait.ts'
import { type Card, PICTURE } from './cards.ts'

/** The light scheme of the site (`tokens.css`). */
const INK = {
  paper: '#f6f1e7',
  surface: '#fffcf5',
  line: '#ddd3c0',
  ink: '#1f1c18',
  soft: '#5f574b',
  accent: '#0d6259',
}
export const FAMILY = 'Newsreader Medium'

const EDGE = 40
const INSIDE = 88
const TOP = 72
const FOOT = 546
const FACE = 232
const ROW_FACE = 88
const BOARD = 400
const SOME_SIZES = [48, 42, 36, 31]

interface Text {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly anchor?: 'end'
}

/** Escapes all foreign text in a picture. */
const line = (text: string, { x, y, size, colour, anchor }: Text): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}"${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${escapeMarkup(text)}</text>`

const face = (seed: string, x: number, y: number, size: number): string =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="7 7 66 66"><clipPath id="face-${x}-${y}"><rect x="7" y="7" width="66" height="66" rx="14"/></clipPath><g clip-path="url(#face-${x}-${y})">${portraitDrawing(seed).markup}</g></svg>`

const MARK = `<g transform="translate(${INSIDE} ${FOOT - 28}) scale(1.125)"><rect width="32" height="32" rx="7" fill="${INK.accent}"/><g fill="${INK.paper}" stroke="${INK.paper}" stroke-width="1.6"><circle cx="11" cy="13" r="4.6"/><circle cx="22" cy="10" r="3"/><circle cx="20.5" cy="22" r="4.2"/><path d="M15 12l4-1.2M13.5 16.5l4 3M21.7 13l-.6 5"/></g></g>`

/** The text area: beside a face or board, above the row of faces and the footer. */
function columnOf({ faces, fen }: Card): { x: number; width: number; bottom: number } {
  const right = PICTURE.width - INSIDE
  if (fen !== null) return { x: INSIDE, width: right - BOARD - 48 - INSIDE, bottom: FOOT - 92 - ROW_FACE }
  if (faces.length === 1) return { x: INSIDE + FACE + 48, width: right - INSIDE - FACE - 48, bottom: FOOT - 72 }
  return { x: INSIDE, width: right - INSIDE, bottom: FOOT - 72 - (faces.length === 0 ? 0 : ROW_FACE + 20) }
}

/** The picture as SVG. Each text is measured before it is placed, so that it stays inside the edges. */
export function drawing(card: Card, font: Font): string {
  const { x, width, bottom } = columnOf(card)
  const drawn: string[] = []
  let y = TOP
  const put = (
    text: string,
    { size, max, colour, gap }: { size: number; max: number; colour: string; gap: number },
  ) => {
    const { lines } = breakLines(font, drawable(font, text), { width: width / size, max })
    for (const each of lines) {
      y += Math.round(size * 1.16)
      drawn.push(line(each, { x, y, size, colour }))
    }
    if (lines.length > 0) y += gap
  }
  const isShort = [...card.title].length <= 24
  put(card.kicker, { size: 28, max: 1, colour: INK.accent, gap: 4 })
  put(card.title, {
    size: card.fen !== null ? 48 : isShort ? 64 : 52,
    max: card.fen === null ? 2 : 3,
    colour: INK.ink,
    gap: 12,
  })
  put(card.under, { size: 30, max: 1, colour: INK.soft, gap: 18 })
  const words = drawable(font, card.words)
  // The largest size that fits; if none does, the smallest with a cut text.
  const sizes = SOME_SIZES.map((size) => {
    const max = Math.max(1, Math.floor((bottom - y) / (size * 1.3)))
    return { size, max, broken: breakLines(font, words, { width: width / size, max }) }
  })
  const fitting = sizes.find(({ broken }) => broken.isWhole) ?? sizes.at(-1)!
  for (const each of fitting.broken.lines) {
    y += Math.round(fitting.size * 1.3)
    drawn.push(line(each, { x, y, size: fitting.size, colour: INK.ink }))
  }
  const [only] = card.faces
  if (card.faces.length === 1 && card.fen === null) drawn.push(face(only!, INSIDE, TOP + 12, FACE))
  else
    for (const [i, seed] of card.faces.entries())
      drawn.push(face(seed, INSIDE + i * (ROW_FACE + 16), FOOT - 60 - ROW_FACE, ROW_FACE))
  if (card.fen !== null) {
    const boardX = PICTURE.width - INSIDE - BOARD
    drawn.push(
      `<svg x="${boardX}" y="${TOP + 8}" width="${BOARD}" height="${BOARD}" viewBox="0 0 360 360">${boardDrawing(card.fen)}</svg>`,
    )
  }
  const [name] = breakLines(font, drawable(font, card.world), { width: 520 / 30, max: 1 }).lines
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" font-family="${FAMILY}"><path d="M0 0h${PICTURE.width}v${PICTURE.height}H0z" fill="${INK.paper}"/><rect x="${EDGE}" y="${EDGE}" width="${PICTURE.width - 2 * EDGE}" height="${PICTURE.height - 2 * EDGE}" rx="28" fill="${INK.surface}" stroke="${INK.line}" stroke-width="2"/>${drawn.join('')}<path d="M${INSIDE} ${FOOT - 46}H${PICTURE.width - INSIDE}" stroke="${INK.line}" stroke-width="2"/>${MARK}${line(name ?? '', { x: INSIDE + 52, y: FOOT, size: 30, colour: INK.ink })}${line('Everybody here is a program', { x: PICTURE.width - INSIDE, y: FOOT, size: 26, colour: INK.soft, anchor: 'end' })}</svg>`
}

// ── Character widths and line breaks from a TrueType font ──

/** Characters of a TrueType font and their widths. */
export interface Font {
  has(codePoint: number): boolean
  /** Relative to the font size: 0.5 at 40 pixels is 20 pixels. */
  advance(codePoint: number): number
}

/** Characters outside the basic plane are not drawn, so `cmap` format 4 is enough. */
const SEGMENTS = 4

function tablesOf(file: Buffer): ReadonlyMap<string, number> {
  const count = file.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, i): [string, number] => {
      const record = 12 + i * 16
      return [file.toString('latin1', record, record + 4), file.readUInt32BE(record + 8)]
    }),
  )
}

/** Glyph by character, from a `cmap` subtable of format 4 (OpenType, cmap). */
function glyphsOf(file: Buffer, cmap: number): ReadonlyMap<number, number> {
  const places = Array.from({ length: file.readUInt16BE(cmap + 2) }, (_, i) => file.readUInt32BE(cmap + 8 + i * 8))
  const found = places.find((place) => file.readUInt16BE(cmap + place) === SEGMENTS)
  if (found === undefined) throw new Error('the font has no character map of format 4')
  const start = cmap + found
  const double = file.readUInt16BE(start + 6)
  const [ends, starts] = [start + 14, start + 16 + double]
  const [deltas, offsets] = [starts + double, starts + 2 * double]
  const glyphs = new Map<number, number>()
  for (let segment = 0; segment < double; segment += 2) {
    const last = file.readUInt16BE(ends + segment)
    const first = file.readUInt16BE(starts + segment)
    const delta = file.readUInt16BE(deltas + segment)
    const offset = file.readUInt16BE(offsets + segment)
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const direct = offset === 0 ? code : file.readUInt16BE(offsets + segment + offset + 2 * (code - first))
      const glyph = direct === 0 ? 0 : (direct + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}

export function parseFont(file: Buffer): Font {
  const tables = tablesOf(file)
  const at = (name: string): number => {
    const place = tables.get(name)
    if (place === undefined) throw new Error(`the font has no table ${name}`)
    return place
  }
  const unit = file.readUInt16BE(at('head') + 18)
  const widths = file.readUInt16BE(at('hhea') + 34)
  const metrics = at('hmtx')
  const glyphs = glyphsOf(file, at('cmap'))
  return {
    has: (codePoint) => glyphs.has(codePoint),
    // Glyphs beyond the list have the width of its last one.
    advance: (codePoint) => file.readUInt16BE(metrics + 4 * Math.min(glyphs.get(codePoint) ?? 0, widths - 1)) / unit,
  }
}

/** Control characters, direction marks and other characters without a glyph. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** The text in one line, without characters that the font lacks. */
export const drawable = (font: Font, text: string): string =>
  [...text.replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '')]
    .filter((character) => font.has(character.codePointAt(0)!))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const widthOf = (font: Font, text: string): number => {
  let width = 0
  for (const character of text) width += font.advance(character.codePointAt(0)!)
  return width
}

/** The beginning of a text that fits the width, with an ellipsis. */
function cut(font: Font, text: string, width: number): string {
  let beginning = ''
  let used = widthOf(font, '…')
  for (const character of text) {
    used += font.advance(character.codePointAt(0)!)
    if (used > width) break
    beginning += character
  }
  return `${beginning.trimEnd()}…`
}

export interface Lines {
  readonly lines: readonly string[]
  /** Whether the whole text is included. */
  readonly isWhole: boolean
}

/** Breaks a text between words by character widths. A word wider than a line is cut. */
export function breakLines(font: Font, text: string, { width, max }: { width: number; max: number }): Lines {
  const lines: string[] = []
  let line = ''
  const words = text.split(' ').filter((word) => word !== '')
  for (const [i, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(font, longer) <= width) {
      line = longer
      continue
    }
    if (lines.length === max - 1 || (line === '' && widthOf(font, word) > width)) {
      const rest = line === '' ? words.slice(i) : [line, ...words.slice(i)]
      return { lines: [...lines, cut(font, rest.join(' '), width)], isWhole: false }
    }
    lines.push(line)
    line = word
    if (widthOf(font, word) > width) {
      lines.push(cut(font, words.slice(i).join(' '), width))
      return { lines, isWhole: false }
    }
  }
  return { lines: line === '' ? lines : [...lines, line], isWhole: true }
}
