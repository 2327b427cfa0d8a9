import { describe, expect, it } from 'vitest'
import { systemAmbient } from '../../core/ambient.ts'
import type { Material } from '../model.ts'
import { localVoice } from './local-voice.ts'

const voice = localVoice(systemAmbient().random)
const BAKER: Material = {
  speaker: {
    id: 'a',
    displayName: 'Odile Barm',
    handle: 'odile',
    bio: 'Baker.',
    interests: ['bread'],
    specialty: 'baking',
    persona: '',
  },
  mood: null,
  summary: '',
  beliefs: ['Bread is a way of saying stay.'],
  openQuestions: [],
  styleNotes: [],
  topics: [],
  ideas: [],
  episodes: [],
  continuity: [],
  turns: [{ role: 'user', content: 'Do you remember our last talk?' }],
}
const answers = (continuity: string[]) =>
  Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const request = { messages: [], material: { ...BAKER, continuity }, maxOutputTokens: 512, seed: `seed ${n}` }
      return (await voice.generate(request, { timeoutMs: 1, signal: new AbortController().signal })).text
    }),
  )

describe('asked about an earlier talk', () => {
  it('says what the talk was about, and not that it was about a talk', async () => {
    for (const text of await answers(['today: talked with a caller: something small to do with rope and tides']))
      expect(text).toMatch(/rope and tides/)
  })

  it('says so when it had no subject', async () => {
    for (const text of await answers(['today: talked with a caller: something small']))
      expect(text).not.toMatch(/our last talk/i)
  })
})
