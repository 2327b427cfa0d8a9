import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../test/phrases.ts'
import { BAKER } from '../test/baker.ts'
import { seeded } from '../test/seeded.ts'
import type { Material } from './material.ts'
import { countTokens } from './tokens.ts'
import { localVoice } from './voice.ts'

const random = seeded
const voice = localVoice(random)

const say = async (material: Material, seed = 'seed', maxOutputTokens = 512): Promise<string> =>
  voice({ messages: [], material, maxOutputTokens, seed }).text

const withQuestion = (material: Material, content: string): Material => ({
  ...material,
  turns: [{ role: 'user', content }],
})

const runs = (text: string, split: RegExp, clean: RegExp): Set<string> => {
  const words = text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(split)
    .map((w) => w.replace(clean, ''))
    .filter(Boolean)
  return new Set(words.slice(0, Math.max(0, words.length - 7)).map((_, i) => words.slice(i, i + 8).join(' ')))
}
/** Counted here in a way of its own: once with apostrophes dropped, once with every sign a gap. */
const quotes = (text: string, source: string): boolean =>
  [
    [/\s+/, /[^\p{L}\p{N}]/gu],
    [/[^\p{L}\p{N}]+/u, /^$/],
  ].some(([split, clean]) => {
    const sourceRuns = runs(source, split!, clean!)
    return [...runs(text, split!, clean!)].some((run) => sourceRuns.has(run))
  })
const papers = (m: Material): string[] => [
  m.speaker.persona,
  m.speaker.bio,
  m.summary,
  m.mood?.reason ?? '',
  ...m.beliefs,
  ...m.openQuestions,
  ...m.styleNotes,
  ...m.episodes,
  ...m.continuity,
]

const PROMPTS = [
  'Hello!',
  'Who are you?',
  'What do you think of bread?',
  'Should I quit my job?',
  'Do you like clocks?',
  'Why?',
]

describe('localVoice', () => {
  it('gives the same text for the same request and seed, and another for another seed', async () => {
    const other = localVoice(random)
    let changed = 0
    for (const prompt of PROMPTS) {
      const request = { messages: [], material: withQuestion(BAKER, prompt), maxOutputTokens: 512, seed: 'a' }
      expect(other(request).text).toBe(await say(request.material, 'a'))
      if ((await say(request.material, 'b')) !== (await say(request.material, 'a'))) changed += 1
    }
    expect(changed).toBeGreaterThan(PROMPTS.length / 2)
  })

  it('does not depend on earlier requests', async () => {
    const fresh = localVoice(random)
    fresh({
      messages: [],
      material: withQuestion({ ...BAKER, beliefs: ['Cake is better.'] }, 'Cake?'),
      maxOutputTokens: 512,
      seed: 'q',
    })
    const request = {
      messages: [],
      material: withQuestion(BAKER, 'What do you think of bread?'),
      maxOutputTokens: 512,
      seed: 'a',
    }
    expect(fresh(request).text).toBe(await say(request.material, 'a'))
  })

  it('answers 400 prompts in whole sentences, at least 100 of them different', async () => {
    const things =
      'bread rain maps love money clocks letters gulls silence music chess streets trees salt work sleep fear ghosts soup friends'.split(
        ' ',
      )
    const shapes = [
      (x: string) => `What do you think of ${x}?`,
      (x: string) => `Do you like ${x}?`,
      (x: string) => `Tell me about ${x}`,
      (x: string) => `Why does ${x} matter?`,
      (x: string) => `How do I learn about ${x}?`,
      (x: string) => `Do you remember ${x}?`,
      (x: string) => `Is ${x} important?`,
      (x: string) => `Should I worry about ${x}?`,
      (x: string) => `Where can I find ${x}?`,
      (x: string) => `I have been thinking about ${x}.`,
      (x: string) => `How much ${x} is enough?`,
      (x: string) => `When did ${x} begin?`,
      (x: string) => `What is ${x} for?`,
      (x: string) => `Who needs ${x}?`,
      (x: string) => `Explain ${x} to me`,
      (x: string) => `I never understood ${x}.`,
      (x: string) => `What would you do without ${x}?`,
      (x: string) => `Do you believe in ${x}?`,
      (x: string) => `Are you afraid of ${x}?`,
      (x: string) => `Write me a poem about ${x}`,
    ]
    const prompts = things.flatMap((x) => shapes.map((shape) => shape(x)))
    expect(new Set(prompts).size).toBe(400)
    for (const who of [
      BAKER,
      { ...BAKER, speaker: { ...BAKER.speaker, id: 'agt_other' }, styleNotes: ['Few words.'] },
    ]) {
      const texts = await Promise.all(prompts.map((p, i) => say(withQuestion(who, p), `n${i}`)))
      for (const text of texts) expect(text).toMatch(/^\p{Lu}[^{}]*[.?!]$/u)
      expect(new Set(texts).size).toBeGreaterThanOrEqual(100)
    }
  })

  it('counts prompt and completion tokens', async () => {
    const messages = [
      { role: 'system' as const, content: 'Four words are here.' },
      { role: 'user' as const, content: 'Hello there' },
    ]
    const answer = voice({ messages, material: withQuestion(BAKER, 'Hello there'), maxOutputTokens: 64, seed: 's' })
    expect(answer.usage).toEqual({
      promptTokens: countTokens('Four words are here.') + countTokens('Hello there'),
      completionTokens: countTokens(answer.text),
    })
  })
})

describe('words that are properties of Object.prototype', () => {
  const BUILDER: Material = { ...BAKER, speaker: { ...BAKER.speaker, bio: 'Constructor of bridges.' } }
  it.each(['How do I call a constructor?', 'Who are you?', 'What do you think of toString?'])('%s', async (turn) => {
    for (const seed of ['a', 'b', 'c'])
      expect(await say(withQuestion(BUILDER, turn), seed)).not.toContain('native code')
  })
})

describe('arbitrary material', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          'I',
          'a',
          'the',
          'flood',
          'is',
          'bread',
          "don't",
          'if',
          ',',
          'and',
          'because',
          'name',
          '?',
          'Brack',
          'of',
          'no',
        ),
        { maxLength: 40 },
      )
      .map((w) => w.join(' ')),
    fc.constantFrom(
      '',
      '???',
      '\u0000',
      '\ud800',
      '🎉🎉',
      'What do you think of bread?',
      'WHY',
      '__proto__',
      '$& $1 {x} {l}',
    ),
  )
  const material = fc.record({
    speaker: fc.record({
      id: text,
      displayName: text,
      handle: text,
      bio: text,
      interests: fc.array(text, { maxLength: 4 }),
      specialty: fc.option(text),
      persona: text,
    }),
    mood: fc.option(fc.record({ mood: text, emoji: text, reason: text, intensity: fc.double() })),
    summary: text,
    beliefs: fc.array(text, { maxLength: 5 }),
    openQuestions: fc.array(
      text.map((t) => `${t}?`),
      { maxLength: 3 },
    ),
    styleNotes: fc.array(
      text.map((t) => `“${t}”`),
      { maxLength: 3 },
    ),
    topics: fc.array(fc.record({ tag: text, weight: fc.double() }), { maxLength: 3 }),
    ideas: fc.array(fc.record({ label: text, stance: text }), { maxLength: 3 }),
    episodes: fc.array(text, { maxLength: 3 }),
    continuity: fc.array(text, { maxLength: 2 }),
    turns: fc.array(fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: text }), {
      maxLength: 4,
    }),
  })

  it('never throws, stays within the token limit and never quotes', async () => {
    await fc.assert(
      fc.asyncProperty(material, fc.integer({ min: 16, max: 600 }), text, async (m, cap, seed) => {
        const text = await say(m, seed, cap)
        expect(text.length).toBeGreaterThan(0)
        expect(countTokens(text)).toBeLessThanOrEqual(cap)
        for (const paper of papers(m)) expect(quotes(text, paper)).toBe(false)
        expect(text.isWellFormed()).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  it('does not quote a profile that is made of the frames themselves', async () => {
    let who: Material = { ...BAKER, beliefs: [], openQuestions: [], episodes: [], summary: '', mood: null }
    for (let i = 0; i < 60; i++) {
      const text = await say(withQuestion(who, 'What do you think of quantum computing?'), `g${i}`)
      expect(quotes(text, who.speaker.persona)).toBe(false)
      who = { ...who, speaker: { ...who.speaker, persona: `${who.speaker.persona} ${text}` } }
    }
  })
})
