// Character widths and line breaks from a TrueType font.

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
