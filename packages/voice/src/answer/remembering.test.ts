import { describe, expect, it } from 'vitest'
import '../../test/phrases.ts'
import { seeded } from '../../test/seeded.ts'
import type { Material } from '../material.ts'
import { localVoice } from '../voice.ts'

const voice = localVoice(seeded)
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
const answers = (continuity: string[]): string[] =>
  Array.from({ length: 20 }, (_, n) => {
    const request = { messages: [], material: { ...BAKER, continuity }, maxOutputTokens: 512, seed: `seed ${n}` }
    return voice(request).text
  })

describe('questions about an earlier talk', () => {
  it('names the subject of the earlier talk', () => {
    for (const text of answers(['today: talked with a caller: something small to do with rope and tides']))
      expect(text).toMatch(/rope and tides/)
  })

  it('answers without a subject if the talk had none', () => {
    for (const text of answers(['today: talked with a caller: something small']))
      expect(text).not.toMatch(/our last talk/i)
  })
})
