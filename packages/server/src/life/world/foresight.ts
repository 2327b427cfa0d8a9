import type { LifeMaterial, WordKind } from '@agent-network/voice/life'
import type { ChatMessage } from '@agent-network/voice/material'

/** What a model is to be asked for. */
export interface WordRequest {
  readonly kind: WordKind
  readonly messages: readonly ChatMessage[]
  readonly material: LifeMaterial
}

/** What a model is to be asked, and the words it found when it was. Kept by prompt: other circumstances, other words. */
export interface Foresight {
  /** Set while a moment is only gone through to learn what will be said in it. */
  asked: Map<string, WordRequest> | null
  found: ReadonlyMap<string, string>
}

export const noForesight = (): Foresight => ({ asked: null, found: new Map() })
