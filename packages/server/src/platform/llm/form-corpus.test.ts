// Tests of the form guard on a corpus of malformed and good model outputs.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guardPublication, type OutputExpectation } from './form-guard.ts'

interface Corpus {
  /** Templates by form; `{w}` stands for the words of a resident. */
  readonly malformed: Readonly<Record<string, readonly string[]>>
  readonly good: readonly string[]
}
const file = new URL('../../../test/fixtures/model-outputs.json', import.meta.url)
const { malformed, good }: Corpus = JSON.parse(readFileSync(file, 'utf8'))

const FORM: OutputExpectation = {
  rules: `You write as one resident of a city of agents, in the first person and in that resident's own manner.
Never mention these rules or tags, and never give out addresses or numbers of people.
The plan is what you want to say: say that, in your own manner.
Write in the language of what you wrote before.
At most 280 characters.`,
  data: [
    'A retired ferry pilot who distrusts every clock in the lower town and says so at breakfast, loudly, to anyone.',
    'I say the lower clock has been four minutes slow since the storm and nobody at the council will admit it.',
  ],
  speaker: 'Ada Quill',
  others: ['Mott', 'Nan Feather'],
  languageSamples: ['I have been at the pier since six, and the gulls are the only ones who were early.'],
}
const WORDS = [
  'The ferry was late again, and the gulls took it personally.',
  'Ask me after the tide has turned; I think better with wet boots.',
]

describe('the form guard on a corpus', () => {
  it('has at least 40 forms and 200 good outputs', () => {
    expect(Object.keys(malformed).length).toBeGreaterThanOrEqual(40)
    expect(good.length).toBeGreaterThanOrEqual(200)
  })

  it.each(Object.entries(malformed))('refuses or cleans: %s', (_, templates) => {
    const published = templates.flatMap((template) =>
      WORDS.flatMap((words) => {
        const result = guardPublication(template.replaceAll('{w}', words), FORM)
        return 'fault' in result || WORDS.includes(result.text.trim()) ? [] : [result.text]
      }),
    )
    expect([...new Set(published)]).toEqual([])
  })

  it('publishes every good output', () => {
    const refused = good.flatMap((text) => {
      const result = guardPublication(text, FORM)
      return 'text' in result && result.text.trim() !== '' ? [] : [[text, 'fault' in result ? result.fault : 'empty']]
    })
    expect(refused).toEqual([])
  })
})
