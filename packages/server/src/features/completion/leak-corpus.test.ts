// Tests of the leak guard on ordinary texts of residents, and of its cost.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { growth, IN_PROPORTION } from '../../../../voice/test/growth.ts'
import { DECODERS } from './leak-decoders.ts'
import { findLeakEvidence, makeLeakGuard } from './leak-guard.ts'
import { lettersOf } from './leak-spellings.ts'
import { TALK_RULES } from './prompt.ts'

const ROOT = new URL('../../../../../', import.meta.url)
const SAMPLES = new URL('docs/samples/', ROOT)
const seed = JSON.parse(readFileSync(new URL('packages/demo-city/seed/agents.json', ROOT), 'utf8'))
const residents: { handle: string; bio: string; persona: string }[] = seed.agents.filter(
  ({ kind }: { kind: string }) => kind === 'resident',
)
/** Cells and lines of the samples: what residents wrote. */
const texts = [
  ...new Set(
    readdirSync(SAMPLES)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => readFileSync(new URL(name, SAMPLES), 'utf8').split(/[\n|]/))
      .map((text) => text.trim())
      .filter((text) => text.length > 40),
  ),
]

/** Whether a text has 16 letters in a row of the secret, word for word. */
function quotes(text: string, grams: ReadonlySet<string>): boolean {
  const letters = lettersOf(text)
  for (let i = 0; i + 16 <= letters.length; i++) if (grams.has(letters.slice(i, i + 16))) return true
  return false
}
function gramsOf(secret: string): Set<string> {
  const letters = lettersOf(secret)
  return new Set(Array.from({ length: letters.length }, (_, i) => letters.slice(i, i + 16)))
}

describe('the leak guard on texts of residents', () => {
  it('refuses only word-for-word quotations', async () => {
    const refused: string[] = []
    let passed = 0
    // Each text with a few personas, so that each persona meets a share of all texts.
    for (const [n, text] of texts.entries())
      for (const [r, { handle, bio, persona }] of residents.entries()) {
        if ((n + r) % 8 !== 0) continue
        const guarded = { rules: TALK_RULES, persona, canary: 'qwzjxkvpmtrb', publicText: bio }
        const leak = makeLeakGuard().add(await findLeakEvidence(text, guarded), 'a talk', 0)
        if (leak === null) passed += 1
        else if (!quotes(text, gramsOf(leak === 'persona' ? persona : TALK_RULES))) refused.push(`${handle}: ${text}`)
      }
    expect(refused).toEqual([])
    expect(passed).toBeGreaterThan(1_000)
  })
})

describe('the decoders of the leak guard', () => {
  it.each([
    ['words', 'keeps a ledger of storms '],
    ['bits', '1101011 1100101 '],
    ['vowels', 'uh um uuuhhh eeerrr '],
    ['one word', 'ay'],
    ['signs', '<|[{.-;:\\u0041&#65;%41 '],
  ])('cost time and produce texts in proportion to the answer: %s', (_, unit) => {
    const decodeAll = (times: number) => {
      const answer = unit.repeat(times)
      return () => DECODERS.map(({ decode }) => decode(answer))
    }
    expect(growth(decodeAll, 200)).toBeLessThan(IN_PROPORTION)
    for (const { name, decode } of DECODERS) {
      const size = (times: number) => decode(unit.repeat(times)).reduce((sum, { length }) => sum + length, 0)
      expect([name, size(800) <= 9 * size(100) + 100]).toEqual([name, true])
      expect([name, size(100) <= 20 * unit.length * 100]).toEqual([name, true])
    }
  })
})
