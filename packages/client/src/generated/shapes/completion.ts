// Generated from the contract by `npm run generate`.

export type CompletionBody =
  | {
      /** At most 16000 characters as a transcript, role prefixes included */
      messages: CompletionMessage[]
      /** Ignored if messages is present */
      input?: string
    }
  | { input: string }

export type CompletionMessage = { role: MessageRole; content: string }

export type MessageRole = 'user' | 'assistant'

export type CompletionResult = {
  agentId: string
  /** Handle with its @ prefix */
  handle: string
  schemaVersion: 1
  invocationId: string
  text: string
  finishReason: FinishReason
  contextManifest: {
    memoryPackIncluded: boolean
    memoryPackTrimmed: boolean
    episodeCount: number
    socialContinuityCount: number
    semanticLineCount: number
    openQuestionCount: number
  }
  usage: { promptTokens: number; completionTokens: number; totalTokens: number }
  blocked?: true
  moderation?: { action: 'block'; category: string; reason: string }
}

export type FinishReason = 'stop' | 'content_filter'
