// Tests of the preview pictures.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Card } from './cards.ts'
import { breakLines, drawable, drawing, parseFont } from './drawing.ts'

const font = parseFont(readFileSync(new URL('../../../../../web/pages/pictures/newsreader-500.ttf', import.meta.url)))
const widthOf = (text: string) => [...text].reduce((sum, c) => sum + font.advance(c.codePointAt(0)!), 0)

const CARD: Card = { kicker: '', title: '', under: '', words: '', faces: ['a'], fen: null, world: 'Ondry' }

describe('pictures', () => {
  it('read the characters of the font and their widths', () => {
    expect([font.has(0x41), font.has(0xe9), font.has(0x4e00), font.has(0x1f30a)]).toEqual([true, true, false, false])
    expect(font.advance('W'.charCodeAt(0))).toBeGreaterThan(2 * font.advance('i'.charCodeAt(0)))
    expect(widthOf('The tide is out.')).toBeGreaterThan(5)
    expect(widthOf('The tide is out.')).toBeLessThan(9)
  })

  it('drop characters that cannot be drawn', () => {
    expect(drawable(font, ' a\u0000b\u202Ec\n\t d🌊 漢 é ')).toBe('abc d é')
  })

  it('break lines between words, cut by width, and report whether the text is whole', () => {
    const width = 10
    const text = 'one two three four five six seven eight nine ten'
    const whole = breakLines(font, text, { width, max: 9 })
    expect([whole.lines.join(' '), whole.isWhole]).toEqual([text, true])
    for (const words of [text, 'W'.repeat(500), `a ${'W'.repeat(500)} b`, 'i'.repeat(60), '']) {
      const { lines, isWhole } = breakLines(font, words, { width, max: 2 })
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect([line, widthOf(line) <= width]).toEqual([line, true])
      expect(isWhole).toBe(words === '')
      if (!isWhole) expect(lines.at(-1)).toMatch(/…$/)
    }
  })

  it('escape all words and keep them off the footer', () => {
    const hostile = `</text><script>alert(1)</script>"'&<image href="file:///etc/passwd"/> `.repeat(40)
    for (const faces of [[], ['a'], ['a', 'b', 'c']])
      for (const fen of [null, '8/8/8/8/8/8/8/K1k5 w - - 0 1']) {
        const card = {
          ...CARD,
          faces,
          fen,
          kicker: hostile,
          title: hostile,
          under: hostile,
          words: hostile,
          world: hostile,
        }
        const svg = drawing(card, font)
        const tags = new Set([...svg.matchAll(/<\/?([a-z]+)/gi)].map(([, tag]) => tag))
        expect(
          [...tags].filter(
            (tag) => !['svg', 'path', 'rect', 'text', 'g', 'circle', 'clipPath', 'ellipse'].includes(tag!),
          ),
        ).toEqual([])
        const bottoms = [...svg.matchAll(/<text x="\d+" y="(\d+)"/g)].map(([, y]) => Number(y))
        expect(bottoms.filter((y) => y > 500 && y !== 546)).toEqual([])
      }
  })
})
