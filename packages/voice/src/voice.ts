// The entry of the package: answers to a caller as a resident.
import { answer } from './answer/answer.ts'
import { mindReader } from './answer/mind.ts'
import type { ChatMessage, Material } from './material.ts'
import { countTokens } from './tokens.ts'

export { contradicts } from './answer/consistency.ts'
export { type EntityIndex, indexEntities, type NamedEntity } from './answer/entities.ts'
export type { Intent } from './answer/features.ts'
export { fittedTelling, isLimited, joinTellings, unrepeated } from './answer/fit.ts'
export { OF_OWN_WORDS } from './answer/follow-up.ts'
export { parseQuestion, parseQuestions, questionAfter } from './answer/parse.ts'
export { askingPart, callerName, happeningIn, type ParsedQuestion } from './answer/reading.ts'
export * as telling from './answer/tell.ts'
export { type AffairQuestion, affairLikeness, tellAffair } from './answer/tell-affairs.ts'
export type { Telling } from './answer/tell-words.ts'
export { checkGrammar, isGrammatical } from './language/check-grammar.ts'
export { capitalise, contentStems, isGeneric } from './language/words.ts'

/** A source of numbers in [0, 1) for a seed; the same seed must give the same numbers. */
export type Random = (...seed: (string | number)[]) => () => number

export interface VoiceRequest {
  /** Only counted, as a model would count it; the answer comes from the material. */
  readonly messages: readonly ChatMessage[]
  readonly material: Material
  readonly maxOutputTokens: number
  readonly seed: string
}

export interface VoiceAnswer {
  readonly text: string
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number }
}

/**
 * Answers as a resident without a model: sentence frames in the manner that its profile describes, filled from what it
 * believes, has lived through and is asked. The same request and seed give the same text.
 */
export const localVoice = (random: Random): ((request: VoiceRequest) => VoiceAnswer) => {
  const mindOf = mindReader()
  return ({ messages, material, maxOutputTokens, seed }) => {
    const chance = (what: string) => random(seed, material.speaker.id, what)
    const text = answer(material, mindOf(material), maxOutputTokens, chance)
    const promptTokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0)
    return { text, usage: { promptTokens, completionTokens: countTokens(text) } }
  }
}
