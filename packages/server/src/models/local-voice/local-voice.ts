import { countTokens, type Model } from '../model.ts'
import { answer } from './answer.ts'
import { mindReader } from './mind.ts'

/**
 * Answers as a resident with no model and no network: a grammar of sentence frames, filled from what the agent believes,
 * has lived through and is asked, in the manner its own papers describe. Same request and seed, same words.
 */
export const localVoice = (random: (...seed: (string | number)[]) => () => number): Model => {
  const mindOf = mindReader()
  return {
    kind: 'local',
    generate: async ({ material, maxOutputTokens, seed, messages }) => {
      const chance = (what: string) => random(seed, material.speaker.id, what)
      const text = answer(material, mindOf(material), maxOutputTokens, chance)
      const promptTokens = messages.reduce((sum, message) => sum + countTokens(message.content), 0)
      return { text, usage: { promptTokens, completionTokens: countTokens(text) } }
    },
  }
}
