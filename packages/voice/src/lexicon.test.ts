import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { TRADES } from './lexicon/trades.ts'

const SRC = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const lexicon = files.filter((file) => file.startsWith('lexicon/'))
const engine = files.filter((file) => !file.startsWith('lexicon/'))

const isData = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  value instanceof RegExp ||
  (typeof value === 'object' && value !== null && Object.values(value).every(isData))

/** The longest literals of a source file, in words. */
function longestLiteral(file: string): { readonly words: number; readonly text: string } {
  const source = ts.createSourceFile(file, readFileSync(SRC + file, 'utf8'), ts.ScriptTarget.Latest)
  let longest = { words: 0, text: '' }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const words = node.text.trim().split(/\s+/).length
      if (words > longest.words) longest = { words, text: node.text }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return longest
}

describe('the lexicon', () => {
  it.each(lexicon)('%s holds data only, and imports only types', async (file) => {
    const { href } = new URL(file, import.meta.url)
    for (const [name, value] of Object.entries((await import(href)) as object)) expect(isData(value), name).toBe(true)
    const imports = readFileSync(SRC + file, 'utf8').match(/^import .*$/gm) ?? []
    for (const line of imports) expect(line).toMatch(/^import type /)
  })

  it('has one file for each trade, under its name', () => {
    const named = lexicon.filter((file) => file.startsWith('lexicon/trades/')).map((file) => file.slice(15, -3))
    expect(named.sort()).toEqual([...TRADES, 'any'].sort())
  })
})

/** Words of the longest message of an error; a list of words or a phrase of the lexicon is longer as a rule. */
const WORDS_MAX = 7

describe('the engine', () => {
  it.each(engine)('%s holds no list of phrases', (file) => {
    const { words, text } = longestLiteral(file)
    expect(words, text).toBeLessThanOrEqual(WORDS_MAX)
  })
})
