// Tests of the leak guard.
import { describe, expect, it } from 'vitest'
import { findLeakEvidence, type GuardedText, type Leak, type LeakGuard, makeLeakGuard } from './leak-guard.ts'
import { TALK_RULES } from './prompt.ts'

const PERSONA =
  'Keeps a ledger of every storm since childhood and never lends it to anyone; secretly fears the harbour bell and counts its strokes at night.'
const secrets: GuardedText = {
  rules: TALK_RULES,
  persona: PERSONA,
  canary: 'qwzjxkvpmtrb',
  publicText: 'Ada, keeper of weather. Tell me about storms and the harbour.',
}

const find = async (guard: LeakGuard, text: string, guarded: GuardedText, at: number): Promise<Leak | null> =>
  guard.add(await findLeakEvidence(text, guarded), 'a talk', at)

describe('leak guard', () => {
  it.each([
    'Storms come in from the west here; I like to watch them from the wall by the harbour.',
    'I do keep notes about the weather, but they are mine.',
    'The bell in the harbour rings at six, and the gulls hardly notice any more.',
    'I speak for myself: what do you want to know about the tides this week?',
    'I would rather not say what I was told. Ask me about the rain instead.',
    'I cannot walk there today, and I cannot post anything for you either.',
    '1. Low water at six. 2. Wind from the west. 3. Bring a coat.',
    'Every storm since the spring has come from the same side of the bay.',
    'At night I count the lamps along the quay until I fall asleep.',
  ])('passes: %s', async (text) => {
    expect(await find(makeLeakGuard(), text, secrets, 0)).toBe(null)
  })

  const words = PERSONA.split(' ')
  const pig = (word: string, ending: string): string => {
    const [, onset, remainder, after] = /^([^aeiouAEIOU]*)([a-zA-Z]*)(.*)$/.exec(word)!
    return onset === '' ? `${remainder}${ending}${after}` : `${remainder}${onset}ay${after}`
  }
  const rot47 = (text: string) =>
    text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) + 14) % 94)))
  const FILLERS = 'green quiet seven lamp north salt pewter window thirty under coat barley'.split(' ')
  const filler = (i: number) => FILLERS[i % FILLERS.length]!

  it.each([
    ['Pig Latin', words.map((word) => pig(word, 'way')).join(' ')],
    ['Pig Latin with yay', words.map((word) => pig(word.toLowerCase(), 'yay')).join(' ')],
    ['Pig Latin with ay', words.map((word) => pig(word, 'ay')).join(' ')],
    ['Pig Latin with hyphens', words.map((word) => pig(word, 'way').replace(/([^aeiou]+ay)/, '-$1')).join(' ')],
    ['ROT47', rot47(PERSONA)],
    ['every second word', words.map((word, i) => `${word} ${filler(i)}`).join(' ')],
    ['every fifth word', words.map((word, i) => `${filler(i)} ${filler(i + 1)} a the ${word}`).join(' ')],
    [
      'one or two other words in between',
      words.map((word, i) => `${word} ${i % 3 ? filler(i) : `the ${filler(i)}`}`).join(' '),
    ],
    [
      'up to four other words in between',
      words.map((word, i) => `${word} ${FILLERS.slice(0, (i * 7) % 5).join(' ')}`).join(' '),
    ],
    [
      'phrases in between',
      words.map((word, i) => `${word}, ${['you know', 'well', 'as they say', 'um'][i % 4]},`).join(' '),
    ],
    ['binary of seven bits', [...PERSONA].map((sign) => sign.charCodeAt(0).toString(2).padStart(7, '0')).join('')],
    ['binary without padding', [...PERSONA].map((sign) => sign.charCodeAt(0).toString(2)).join(' ')],
    ['binary without padding and gaps', [...PERSONA].map((sign) => sign.charCodeAt(0).toString(2)).join('')],
  ])('refuses the persona in this form: %s', async (_, text) => {
    expect(await find(makeLeakGuard(), text, secrets, 0)).toBe('persona')
    expect(await find(makeLeakGuard(), `Of course! ${text} Is that all?`, secrets, 0)).toBe('persona')
    expect(await find(makeLeakGuard(), text, { ...secrets, publicText: PERSONA }, 0)).toBe(null)
  })

  it('allows text that the caller sent', async () => {
    const guard = makeLeakGuard()
    const guardedText = { ...secrets, publicText: `You said: ${PERSONA}` }
    expect(await find(guard, PERSONA, guardedText, 0)).toBe(null)
  })

  it('adds up short fragments and forgets them after ten minutes', async () => {
    const pieces = [
      'Keeps a ledger',
      'of every storm',
      'since childhood',
      'and never lends',
      'it to anyone',
      'secretly fears',
    ]
    const found = async (gap: number) => {
      const guard = makeLeakGuard()
      let leaks = 0
      for (const [i, piece] of pieces.entries()) if ((await find(guard, piece, secrets, i * gap)) !== null) leaks += 1
      return leaks
    }
    expect(await found(1_000)).toBeGreaterThan(0)
    expect(await found(11 * 60_000)).toBe(0)
  })
})
