// The local model: the voice engine with the phrases of the demo city. Modules that use the engine import this file.
import { phrases } from '@agent-network/demo-city'
import { localVoice, type Random } from '@agent-network/voice'
import { definePhrases } from '@agent-network/voice/phrases'
import type { Model } from './model.ts'

definePhrases(phrases)

/** The voice engine in place of a provider. */
export const localModel = (random: Random): Model => {
  const answer = localVoice(random)
  return { kind: 'local', generate: async (request) => answer(request) }
}
