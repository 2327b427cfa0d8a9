// The material of an answer: types only.

/** One message of a prompt. The system text states the rules; stored or received text stands in it as fenced data. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** One turn of a talk between a caller and a resident. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/**
 * The material of an answer. Memory comes as gists: the public subject of an episode, without the episode itself.
 */
export interface Material {
  readonly speaker: {
    readonly id: string
    readonly displayName: string
    /** Without `@`. */
    readonly handle: string
    readonly bio: string
    readonly interests: readonly string[]
    readonly specialty: string | null
    readonly persona: string
  }
  readonly mood: {
    readonly mood: string
    readonly emoji: string
    readonly reason: string
    /** 0 to 1. */
    readonly intensity: number
  } | null
  readonly summary: string
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
  readonly styleNotes: readonly string[]
  readonly topics: readonly { readonly tag: string; readonly weight: number }[]
  readonly ideas: readonly { readonly label: string; readonly stance: string }[]
  /** Sentences that the world's own rows vouch for, in answer to what is asked. */
  readonly facts?: readonly string[]
  /** Most relevant first. */
  readonly episodes: readonly string[]
  /** Earlier talks with this caller, newest first. */
  readonly continuity: readonly string[]
  /** The talk so far, oldest first; the last turn is the caller's as a rule. */
  readonly turns: readonly Turn[]
}
