// The split between engine and phrases: the engine holds no phrases, `english/` holds only data.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { phrases } from '@agent-network/demo-city'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { TRAITS } from './english/traits.ts'
import { definePhrases } from './phrases.ts'

const SRC = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const english = files.filter((file) => file.startsWith('english/'))
const engine = files.filter((file) => !file.startsWith('english/'))

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

describe('english/', () => {
  it.each(english)('%s exports only data and imports only types', async (file) => {
    const { href } = new URL(file, import.meta.url)
    for (const [name, value] of Object.entries((await import(href)) as object)) expect(isData(value), name).toBe(true)
    const imports = readFileSync(SRC + file, 'utf8').match(/^import .*$/gm) ?? []
    for (const line of imports) expect(line).toMatch(/^import type /)
  })
})

/** Words of the longest error message; a word list or a phrase is longer as a rule. */
const WORDS_MAX = 7

describe('engine', () => {
  it.each(engine)('%s holds no list of phrases', (file) => {
    const { words, text } = longestLiteral(file)
    expect(words, text).toBeLessThanOrEqual(WORDS_MAX)
  })
})

describe('definePhrases', () => {
  it('accepts the same phrase book again and refuses another', () => {
    definePhrases(phrases)
    expect(() => definePhrases(phrases)).not.toThrow()
    expect(() => definePhrases({ ...phrases })).toThrow('definePhrases was called before')
  })
})

describe('phrases of the demo city', () => {
  it('name traits, trades and issues consistently', () => {
    expect([...phrases.tradePrecedence].sort()).toEqual(Object.keys(phrases.trades).sort())
    const { subjects, favouredBy } = phrases.issues
    expect(Object.keys(subjects)).toEqual(Object.keys(favouredBy))
    for (const trait of Object.values(favouredBy)) expect(TRAITS).toContain(trait)
  })
})
