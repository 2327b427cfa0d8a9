import { localVoice, type Random } from '@agent-network/voice'
import './demo-phrases.ts'
import type { Model } from './model.ts'

/** The local voice in the place of a provider. */
export const localModel = (random: Random): Model => {
  const answer = localVoice(random)
  return { kind: 'local', generate: async (request) => answer(request) }
}
