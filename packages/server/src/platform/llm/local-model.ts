// The local model: the voice engine behind the model interface.
import { localVoice, type Random } from '@agent-network/voice'
import './demo-phrases.ts'
import type { Model } from './model.ts'

/** The voice engine in place of a provider. */
export const localModel = (random: Random): Model => {
  const answer = localVoice(random)
  return { kind: 'local', generate: async (request) => answer(request) }
}
