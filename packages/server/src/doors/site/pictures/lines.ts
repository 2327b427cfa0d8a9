import type { Font } from './font.ts'

/** Controls, marks of direction and everything else without a shape of its own. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** The text as this font can draw it: one line, and no character for which it has only an empty box. */
export const drawable = (font: Font, text: string): string =>
  [...text.replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '')]
    .filter((character) => font.has(character.codePointAt(0)!))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const widthOf = (font: Font, text: string): number => {
  let width = 0
  for (const character of text) width += font.advance(character.codePointAt(0)!)
  return width
}

/** The beginning of a text that is at most so wide, with a sign that it goes on. */
function cut(font: Font, text: string, width: number): string {
  let kept = ''
  let used = widthOf(font, '…')
  for (const character of text) {
    used += font.advance(character.codePointAt(0)!)
    if (used > width) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

export interface Lines {
  readonly lines: readonly string[]
  /** Whether all of it is there. */
  readonly isWhole: boolean
}

/** Breaks a text between words, by the widths of its characters. A word that is wider than a line is cut. */
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
