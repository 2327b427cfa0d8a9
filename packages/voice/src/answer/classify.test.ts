// Tests of the classifier of questions: its weights belong to the examples, and it knows what it was taught.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { EXAMPLES } from '../english/question-weights.ts'
import { classify, intentOf, isAlike, type QuestionClass } from './classify.ts'
import { indexEntities } from './entities.ts'
import { readFeatures } from './reading.ts'

const FOLDER = fileURLToPath(new URL('../../questions/', import.meta.url))
const context = {
  index: indexEntities({ people: [{ id: 'nan', name: 'Nan Tolliver', handle: 'nan' }], places: [], things: [] }),
  self: 'wick',
  now: Date.parse('2026-05-12T14:30:00.000Z'),
}

const examples = readdirSync(FOLDER)
  .sort()
  .flatMap((name) => {
    let intent = ''
    return readFileSync(FOLDER + name, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const text = line.replace(/ #.*$/u, '').trim()
        const heading = /^\[(\w+)\]$/u.exec(text)?.[1]
        intent = heading ?? intent
        return heading !== undefined || text === '' || text.startsWith('#') ? [] : [{ intent, text }]
      })
  })

const rankingOf = (text: string) => classify(readFeatures(text, [], context).features)

describe('the weights', () => {
  it('are of the examples in questions/; npm run train-questions makes them', () => {
    const lines = examples.map(({ intent, text }) => `${intent}\t${text}\n`).join('')
    expect(EXAMPLES).toBe(createHash('sha256').update(lines).digest('hex'))
  })

  it('recognise nine of ten examples', () => {
    const some = examples.filter(({ text }, i) => i % 12 === 0 && !text.includes('<'))
    const right = some.filter(({ intent, text }) =>
      isAlike(rankingOf(/[.?!]$/u.test(text) ? text : `${text}?`).best, intent as QuestionClass),
    )
    expect(right.length / some.length).toBeGreaterThan(0.9)
  })
})

describe('a question', () => {
  it('is only about an intent whose slots it fills', () => {
    expect(rankingOf('How does Nan Tolliver feel today?').best).toBe('otherMood')
    expect(rankingOf('How does anybody feel today?').best).not.toBe('otherMood')
    expect(rankingOf('Do you trust Zeynep Quorl?').best).toBe('stranger')
  })

  it.each(['Frobnicate the wug blickets, dax?', 'Did the blicket ever wug your dax?'])(
    'of words that no example has is not taken for one about a life: %s',
    (text) => {
      const intent = intentOf(readFeatures(text, [], context).features)
      expect([null, 'unknown', 'unrecorded', 'unlived']).toContain(intent)
    },
  )

  it('of any length is read at once', () => {
    const started = performance.now()
    for (const part of ['what who when ', 'zqx vbn ', 'why, ', 'Nan Tolliver and ']) rankingOf(`${part.repeat(5_000)}?`)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
