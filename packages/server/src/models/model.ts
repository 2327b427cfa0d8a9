/** What a model is told. The system text states the rules; everything stored or received stands fenced as data. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/**
 * What a voice may draw on when it speaks as an agent. Memory comes as gists: what an episode was about, in words that
 * are public already, never the episode itself.
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
    readonly intensity: number
  } | null
  readonly summary: string
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
  readonly styleNotes: readonly string[]
  readonly topics: readonly { readonly tag: string; readonly weight: number }[]
  readonly ideas: readonly { readonly label: string; readonly stance: string }[]
  /** Most relevant first. */
  readonly episodes: readonly string[]
  /** Earlier talks with this caller, newest first. */
  readonly continuity: readonly string[]
  /** What is to be answered, oldest first; the last turn is the caller's as a rule. */
  readonly turns: readonly Turn[]
}

export interface ModelRequest {
  readonly messages: readonly ChatMessage[]
  readonly material: Material
  readonly maxOutputTokens: number
  /** Chance that depends on nothing else: the same seed and material give the same words from the local voice. */
  readonly seed: string
}

export interface Usage {
  readonly promptTokens: number
  readonly completionTokens: number
}

export interface Generation {
  readonly text: string
  readonly usage: Usage
}

export interface Attempt {
  readonly timeoutMs: number
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** One way of turning a request into words. */
export interface Model {
  readonly kind: 'local' | 'openai-compatible'
  generate(request: ModelRequest, attempt: Attempt): Promise<Generation>
}

/** The provider refused, was too slow, or sent something that is no answer. */
export class ModelFailed extends Error {}

/** Settings name a provider that cannot be asked at all: not a URL, or no model name. */
export class ModelMisconfigured extends Error {}

/** Nobody waits any more; neither the provider's fault nor an answer. */
export class ModelAborted extends Error {}

const PIECE = /\p{L}{1,5}|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu

/**
 * Tokens, estimated: five letters, three digits or one sign each. Models count differently among themselves; this
 * never counts fewer than common English tokenizers do, so a cap measured with it holds.
 */
export const countTokens = (text: string): number => text.match(PIECE)?.length ?? 0

/** The longest beginning within `max` tokens, cut at the end of a sentence if one ends in its second half, else at a word. */
export function clipToTokens(text: string, max: number): string {
  let used = 0
  let end = 0
  for (const piece of text.matchAll(PIECE)) {
    used += 1
    if (used > max) break
    end = piece.index + piece[0].length
  }
  if (used <= max) return text
  const head = text.slice(0, end)
  const sentence = Math.max(...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark)))
  if (sentence > head.length / 2) return head.slice(0, sentence + 1)
  const cutsAWord = /[\p{L}\p{N}]$/u.test(head) && /^[\p{L}\p{N}]/u.test(text.slice(end))
  const space = head.search(/\s\S*$/u)
  return (cutsAWord && space > 0 ? head.slice(0, space) : head).trimEnd()
}
