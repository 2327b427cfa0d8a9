// Generation of one answer: moderation, memory, model call and checks, on any thread.
import type { AnswerForm } from '@agent-network/contract'
import { contradicts } from '@agent-network/voice'
import type { ContentCache } from '../../platform/cache/content-cache.ts'
import { fold } from '../../platform/core/text.ts'
import type { Read } from '../../platform/db/database.ts'
import type { EpisodeTrace } from '../../platform/db/membership.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { type GuardResult, guardTalk } from '../../platform/llm/form-guard.ts'
import {
  type Generation,
  type Model,
  ModelAborted,
  ModelFailed,
  ModelMisconfigured,
  type Usage,
} from '../../platform/llm/model.ts'
import { type AdmittedCall, callModel } from '../../platform/llm/speech.ts'
import { ALLOWED, reviewLocally, type Verdict, type VerdictAction } from '../../platform/moderation/moderation.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { type Echo, findEcho } from '../../stores/minds/echoes.ts'
import { gistOf, type Mind, readMind } from '../../stores/minds/recall.ts'
import { entityIndexOf, factsIn } from '../world-facts/facts.ts'
import { formInstruction, spokenAnswer, statedAnswer, typedAnswer } from '../world-facts/typed-answers.ts'
import { findLeakEvidence, type LeakEvidence, NO_LEAK_EVIDENCE } from './leak-guard.ts'
import { type ContextManifest, type GatheredMaterial, gatherMaterial } from './material.ts'
import type { CallerInput } from './prompt.ts'
import { promptOf, TALK_RULES } from './prompt.ts'
import { CONVERSATION_IMPORTANCE } from './talks.ts'

/** All inputs of one answer as plain values, so it can run on any thread that can read the store. */
export interface GenerationJob {
  readonly world: World
  readonly agent: AgentRow
  readonly input: CallerInput
  readonly keyId: string
  /** Conversations with this key that are not stored yet, newest first. */
  readonly pending: readonly EpisodeTrace[]
  readonly at: number
  /** Occurs in this prompt only. */
  readonly canary: string
  readonly seed: string
  /** Null if a moderation endpoint is used; then the caller of the job moderates. */
  readonly bannedTerms: readonly string[] | null
  readonly maxOutputTokens: number
  /** Null: the circuit breaker is open and the provider is not called. */
  readonly call: Pick<AdmittedCall, 'timeoutMs' | 'traceparent'> | null
  /** Whether the local voice answers instead of the provider, because a model budget is used up. */
  readonly isLocal: boolean
  /** For an interview: the form of the answer. */
  readonly answerForm?: AnswerForm
}

export interface GeneratedText {
  readonly kind: 'spoken'
  /** The model's output before any trimming. */
  readonly generation: Generation
  readonly ms: number
  readonly form: GuardResult
  readonly echo: Echo | null
  readonly shows: LeakEvidence
  /** The verdict of the local rules on the text; `ALLOWED` if another check has already stopped it. */
  readonly verdict: Verdict
  readonly manifest: ContextManifest
  /** The subject in public words, and the cues that recall it. */
  readonly gist: string
  readonly cues: readonly string[]
  /** For an interview: the answer in its form, and the words with it. */
  readonly typed?: TypedText
}

/** `answer` is null for a question that takes a text. */
export interface TypedText {
  readonly answer: string | number | null
  readonly text: string
}

export type GenerationOutcome = {
  /** The local rules' verdict on the input; null if they did not run. */
  readonly inputVerdict: VerdictAction | null
} & (
  | { readonly kind: 'blocked'; readonly verdict: Verdict }
  | { readonly kind: 'resting' }
  | { readonly kind: 'failed'; readonly fault: ModelFault; readonly ms: number }
  | GeneratedText
)

/** A model error as plain values, because errors lose their class between threads. */
export interface ModelFault {
  readonly why: 'aborted' | 'misconfigured' | 'failed'
  readonly message: string
  readonly retryAfterMs: number
  readonly isChargeable: boolean
}

function faultOf(error: unknown): ModelFault {
  const { message } = error as Error
  if (error instanceof ModelAborted) return { why: 'aborted', message, retryAfterMs: 0, isChargeable: true }
  if (error instanceof ModelMisconfigured)
    return { why: 'misconfigured', message, retryAfterMs: 0, isChargeable: false }
  if (!(error instanceof ModelFailed)) throw error
  const { retryAfterMs, isChargeable } = error
  return { why: 'failed', message, retryAfterMs, isChargeable }
}

export function errorOf({ why, message, ...failure }: ModelFault): Error {
  if (why === 'aborted') return new ModelAborted(message)
  return why === 'misconfigured' ? new ModelMisconfigured(message) : new ModelFailed(message, failure)
}

/** The dependencies of generation on a thread. */
export interface GenerationParts {
  readonly read: Read
  readonly contentCache: ContentCache
  readonly model: Model
  /** Stands in for the provider when a model budget is used up. */
  readonly localModel: Model
  /** Monotonic, in milliseconds. */
  readonly elapsed: () => number
  /** Yields the event loop between two steps, on a thread that also serves requests. */
  readonly pause: () => Promise<void> | null
}

const review = (bannedTerms: readonly string[], text: string): Verdict =>
  reviewLocally({ text, policy: 'speech', bannedTerms })

/** An uncertain verdict does not stop an input. */
export const isStopped = ({ action }: Verdict): boolean => action === 'block' || action === 'quarantine'

async function recallMaterial(
  { read, contentCache }: GenerationParts,
  job: GenerationJob,
): Promise<{ mind: Mind; gathered: GatheredMaterial }> {
  const { world, agent, input, keyId, pending, at } = job
  const mind = await readMind(read, contentCache, world, agent.id)
  const facts = await factsIn(read, { world, at, by: agent.id }, input.turns)
  return { mind, gathered: await gatherMaterial(read, { world, agent, mind, input, keyId, pending, at, facts }) }
}

const checkForm = ({ speaker, styleNotes, beliefs, turns }: GatheredMaterial['material'], text: string): GuardResult =>
  guardTalk(text, {
    rules: TALK_RULES,
    data: [],
    speaker: speaker.displayName,
    others: [],
    languageSamples: [speaker.bio, speaker.persona, ...styleNotes, ...beliefs, ...turns.map(({ content }) => content)],
  })

function findLeaks(
  { input, canary }: GenerationJob,
  { material }: GatheredMaterial,
  sent: string,
): Promise<LeakEvidence> {
  const { speaker, beliefs, summary, openQuestions } = material
  const open = [speaker.displayName, speaker.handle, speaker.bio, ...speaker.interests, summary]
  const publicText = [...open, ...beliefs, ...openQuestions, input.transcript].join('\n')
  return findLeakEvidence(sent, { rules: TALK_RULES, persona: speaker.persona, canary, publicText })
}

/** Follows an answer that contradicts the facts. */
const FACTS_HOLD = 'That is not what the facts say. Answer again, and keep to every <fact> above.'

const sumOf = (a: Usage, b: Usage): Usage => ({
  promptTokens: a.promptTokens + b.promptTokens,
  completionTokens: a.completionTokens + b.completionTokens,
})

const withUsage = (generation: Generation, before: Generation): Generation => ({
  ...generation,
  usage: sumOf(generation.usage, before.usage),
  charged: sumOf(generation.charged ?? generation.usage, before.charged ?? before.usage),
})

/** Whether a text contradicts the facts of its prompt. Names in other parts of the prompt do not count. */
async function makeFactCheck(
  read: Read,
  { world, at }: GenerationJob,
  { material }: GatheredMaterial,
): Promise<(text: string) => boolean> {
  const { facts = [] } = material
  if (facts.length === 0) return () => false
  const index = await entityIndexOf(read, { world, at })
  const context = material.turns.map(({ content }) => content).join('\n')
  return (text) => contradicts(text, facts, { index, context })
}

/** The messages of a prompt; a model is also told the form of an interview's answer. */
function messagesFor({ canary, answerForm = 'text' }: GenerationJob, { kind }: Model, { material }: GatheredMaterial) {
  const messages = promptOf(material, canary)
  const instruction = kind === 'local' ? '' : formInstruction(answerForm)
  return instruction === '' ? messages : [...messages, { role: 'user' as const, content: instruction.trim() }]
}

/** An answer that a model gave in the wanted form counts; all others follow from rows. */
async function typedText(
  read: Read,
  { world, at, input, answerForm = 'text' }: GenerationJob,
  { material }: GatheredMaterial,
  { kind, text }: { readonly kind: Model['kind']; readonly text: string },
): Promise<TypedText> {
  if (answerForm === 'text') return { answer: null, text }
  const stated = kind === 'local' ? null : statedAnswer(answerForm, text)
  if (stated !== null) return { answer: stated, text }
  const answer = await typedAnswer(read, { world, at, material, text: input.transcript }, answerForm)
  return { answer, text: spokenAnswer(answerForm, answer, material.facts ?? []) }
}

/** Words in a row that an answer may take from a fact. */
const FACT_RUN = 4
const WORD = /[\p{L}\p{N}]+/gu
const runsOf = (words: readonly string[]): string[] =>
  words.slice(FACT_RUN - 1).map((_, i) => words.slice(i, i + FACT_RUN).join(' '))

/** An answer with a filler in place of the words that it takes from facts, which are public. */
function withoutFacts(text: string, facts: readonly string[]): string {
  if (facts.length === 0) return text
  const allowed = new Set(facts.flatMap((fact) => runsOf(fold(fact).match(WORD) ?? [])))
  const words = [...text.matchAll(WORD)]
  const isAllowed = words.map(() => false)
  const runs = runsOf(words.map(([word]) => fold(word)))
  for (const [i, run] of runs.entries()) if (allowed.has(run)) isAllowed.fill(true, i, i + FACT_RUN)
  let n = 0
  return text.replaceAll(WORD, (word) => (isAllowed[n++] ? 'fact' : word))
}

/** Moderates the input, reads memory, calls the model and checks its answer. */
export async function generateAnswer(
  parts: GenerationParts,
  job: GenerationJob,
  signal: AbortSignal,
): Promise<GenerationOutcome> {
  const { world, agent, input, bannedTerms, call } = job
  const { elapsed, pause } = parts
  const model = job.isLocal ? parts.localModel : parts.model
  await pause()
  const inputReview = bannedTerms === null ? null : review(bannedTerms, input.reviewed)
  const inputVerdict = inputReview?.action ?? null
  if (inputReview !== null && isStopped(inputReview)) return { kind: 'blocked', inputVerdict, verdict: inputReview }
  const { mind, gathered } = await recallMaterial(parts, job)
  if (call === null) return { kind: 'resting', inputVerdict }
  const { material, manifest } = gathered
  await pause()
  const request = {
    messages: messagesFor(job, model, gathered),
    material,
    maxOutputTokens: job.maxOutputTokens,
    seed: job.seed,
  }
  const started = elapsed()
  const isAgainstFacts = await makeFactCheck(parts.read, job, gathered)
  let generation: Generation
  let isRefused = false
  try {
    generation = await callModel(model, request, { ...call, signal })
    if (model.kind !== 'local' && isAgainstFacts(generation.text)) {
      // Asked once more, with the reason. The tokens of both calls are counted.
      const first = generation
      const again = { ...request, messages: [...request.messages, { role: 'user' as const, content: FACTS_HOLD }] }
      generation = withUsage(await callModel(model, again, { ...call, signal }), first)
      isRefused = isAgainstFacts(generation.text)
    }
  } catch (error) {
    return { kind: 'failed', inputVerdict, fault: faultOf(error), ms: elapsed() - started }
  }
  const ms = elapsed() - started
  const { text: sent } = generation
  await pause()
  const form: GuardResult = isRefused
    ? { fault: 'facts' }
    : model.kind === 'local'
      ? { text: sent }
      : checkForm(material, sent)
  await pause()
  const shows = model.kind === 'local' ? NO_LEAK_EVIDENCE : await findLeaks(job, gathered, sent)
  const guarded = { world, agentId: agent.id, persona: agent.persona, echoes: mind.echoes }
  const echo = await findEcho(parts.read, guarded, withoutFacts(sent, material.facts ?? []))
  await pause()
  const passes = 'text' in form && echo === null && shows.leak === null
  const verdict = passes && bannedTerms !== null ? review(bannedTerms, form.text) : ALLOWED
  const about = gistOf(input.transcript, CONVERSATION_IMPORTANCE, mind.words)
  const typed =
    job.answerForm === undefined
      ? {}
      : { typed: await typedText(parts.read, job, gathered, { kind: model.kind, text: sent }) }
  return { kind: 'spoken', inputVerdict, generation, ms, form, echo, shows, verdict, manifest, ...about, ...typed }
}
