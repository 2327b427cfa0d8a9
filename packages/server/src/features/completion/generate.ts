// One completion: input moderation, generation, output checks, circuit breaker and log.
import { type CompletionResult, LIMITS } from '@agent-network/contract'
import { countTokens } from '@agent-network/voice/tokens'
import { queuePartyOf } from '../../platform/access/authenticate.ts'
import { listSwitch, type Switches } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { atHandle, countCharacters } from '../../platform/core/text.ts'
import { assertOutsideTransaction } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { ModelAborted, ModelMisconfigured, type Usage } from '../../platform/llm/model.ts'
import { type CallAdmission, modelTimeoutMs } from '../../platform/llm/speech.ts'
import { countVerdict, ModerationUnavailable, type Verdict } from '../../platform/moderation/moderation.ts'
import { addBlock } from '../../stores/posts/verdicts.ts'
import { makeLeakGuard } from './leak-guard.ts'
import { MEMORY_TOKENS } from './material.ts'
import type { Invocation } from './prompt.ts'
import type { ConversationQueue } from './talks.ts'
import { errorOf, type GeneratedText, type GenerationJob, type GenerationOutcome, isStopped } from './thinking.ts'
import type { AnswerGenerator } from './worker-thread.ts'

/** The dependencies of completions: the generator, and the queue of conversation writes. */
export interface CompletionServices {
  readonly talks: ConversationQueue
  readonly thinking: AnswerGenerator
}

const { outputTokens } = LIMITS.completion

/** 4.8 rule 3: a number is clamped to the range, any other value is the default (AMB-32). */
export function maxOutputTokens(switches: Switches): number {
  const configured = switches.externalAgentInvokeMaxOutputTokens
  if (typeof configured !== 'number' || !Number.isFinite(configured)) return outputTokens.default
  return Math.min(outputTokens.max, Math.max(outputTokens.min, Math.trunc(configured)))
}

/** AMB-33: without a verdict the text is refused, but not reported as blocked. */
async function review(deps: Deps, switches: Switches, text: string, invocationId: string): Promise<Verdict> {
  try {
    return await deps.moderation.review({
      text,
      policy: 'speech',
      bannedTerms: listSwitch(switches, 'bannedTerms'),
      timeoutMs: modelTimeoutMs(switches),
    })
  } catch (error) {
    if (!(error instanceof ModerationUnavailable)) throw error
    deps.log.warn(
      { event: 'completion.moderation_unavailable', err: error, invocationId },
      'moderation failed, completion refused',
    )
    throw new ApiError('INTERNAL_ERROR', { extra: { invocationId } })
  }
}

/**
 * Records which rule blocked an input, for operators, with the length of the text only. The input is refused even if
 * this fails.
 */
async function recordBlockedInput(
  { ambient, database, log }: Deps,
  { caller, agent, world, input }: Invocation<unknown>,
  { category, rule }: Verdict,
): Promise<void> {
  const block = {
    world_id: world.id,
    id: ambient.id('block', world.tag),
    kind: 'completion',
    agent_id: agent.id,
    category,
    rule,
    length: countCharacters(input.reviewed),
    text: null,
    created_at: caller.at,
  }
  await database
    .transact((tx) => addBlock(tx, block), { quiet: true })
    .catch((error: unknown) => {
      log.warn({ event: 'completion.block_not_kept', err: error }, 'write of a blocked input failed')
    })
}

/** Twelve random letters that occur only in this prompt. */
export const newCanary = ({ ambient }: Deps): string =>
  [...ambient.secret(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

const leaks = makeLeakGuard()

const LEAKS = {
  prompt: { category: 'prompt', reason: 'The answer repeated its instructions' },
  persona: { category: 'private_memory', reason: 'The answer repeated private text' },
} as const

const ECHOES = {
  memory: { category: 'private_memory', reason: 'The answer repeated private text' },
  pii: { category: 'pii', reason: 'The answer repeated stored personal data' },
} as const

/** Runs the leak guard first, so a leak is not sent to moderation. An uncertain verdict stops the text. */
async function checkAnswer(
  deps: Deps,
  { caller, agent }: Invocation<unknown>,
  { echo, form, shows, verdict: ownVerdict }: GeneratedText,
  invocationId: string,
): Promise<{ category: string; reason: string } | null> {
  const leak = leaks.add(shows, `${caller.key.id} ${agent.id}`, caller.at)
  if (echo !== null) return ECHOES[echo]
  if (leak !== null) return LEAKS[leak]
  // AMB-132: a malformed answer is a provider failure. There is no retry and no fallback.
  if ('fault' in form) {
    deps.log.warn(
      { event: 'completion.answer_out_of_form', fault: form.fault, invocationId },
      'model answer is malformed, completion refused',
    )
    throw new ApiError('LLM_REQUEST_FAILED', { extra: { invocationId } })
  }
  const verdict = usesModerationEndpoint(deps)
    ? await review(deps, caller.state.switches, form.text, invocationId)
    : counted(deps, ownVerdict)
  return verdict.action === 'allow' ? null : { category: verdict.category, reason: verdict.reason }
}

/** With an endpoint, moderation runs here, before and after. Otherwise the local rules run during generation. */
const usesModerationEndpoint = ({ config }: Deps): boolean => config.moderation !== null

function counted({ meter }: Deps, verdict: Verdict): Verdict {
  countVerdict(meter, verdict.action)
  return verdict
}

async function refuseInput(
  deps: Deps,
  invocation: Invocation<unknown>,
  verdict: Verdict,
  invocationId: string,
): Promise<never> {
  await recordBlockedInput(deps, invocation, verdict)
  throw new ApiError('INPUT_MODERATION_BLOCKED', { extra: { invocationId } })
}

function refuseFault(deps: Deps, error: Error, invocationId: string): never {
  // A closed connection is not logged.
  if (!(error instanceof ModelAborted))
    deps.log.warn({ event: 'completion.model_failed', err: error, invocationId }, 'model request failed')
  throw new ApiError(error instanceof ModelMisconfigured ? 'INTERNAL_ERROR' : 'LLM_REQUEST_FAILED', {
    extra: { invocationId },
  })
}

/** Tokens of rules, biography and style beside the texts that are counted one by one. */
const PROMPT_TOKENS = 600

/** The prompt is written later, maybe in a worker thread, so its size is estimated from its parts. */
export const estimateTokens = (agent: AgentRow, transcript: string, switches: Switches): Usage => ({
  promptTokens: PROMPT_TOKENS + countTokens(agent.persona) + countTokens(transcript) + MEMORY_TOKENS,
  completionTokens: maxOutputTokens(switches),
})

/** The local voice needs a time-out like any model, but no trace. */
function callOf(admission: CallAdmission, switches: Switches): GenerationJob['call'] {
  if (admission === 'breaker-open') return null
  if (admission === 'budget-spent') return { timeoutMs: modelTimeoutMs(switches), traceparent: undefined }
  return { timeoutMs: admission.timeoutMs, traceparent: admission.traceparent }
}

/** Runs the generation and records its outcome: circuit breaker, counters, log. */
async function runGeneration(
  deps: Deps,
  { talks, thinking }: CompletionServices,
  invocation: Invocation<unknown>,
  invocationId: string,
): Promise<GeneratedText> {
  assertOutsideTransaction('a model was asked')
  const { caller, agent, world, input, idempotency, abortSignal, traceparent } = invocation
  const { state, at, key } = caller
  const { speech } = deps
  const estimate = estimateTokens(agent, input.transcript, state.switches)
  const request = { traceparent, switches: state.switches, estimate }
  const admission = await deps.fairQueue.run(queuePartyOf(caller), () => speech.admit(request))
  const call = typeof admission === 'string' ? null : admission
  const job: GenerationJob = {
    ...{ world, agent, input, keyId: key.id, pending: talks.pending(agent.id, key.id), at },
    ...{ canary: newCanary(deps), seed: invocationId },
    bannedTerms: usesModerationEndpoint(deps) ? null : listSwitch(state.switches, 'bannedTerms'),
    maxOutputTokens: maxOutputTokens(state.switches),
    call: callOf(admission, state.switches),
    isLocal: admission === 'budget-spent',
  }
  // With an idempotency value, generation continues after a disconnect so that a retry finds the response.
  const signal = idempotency === null ? abortSignal : new AbortController().signal
  let thought: GenerationOutcome
  try {
    thought = await thinking.think(job, queuePartyOf(caller), signal)
  } catch (error) {
    await call?.unasked()
    throw error
  }
  if (thought.inputVerdict !== null) countVerdict(deps.meter, thought.inputVerdict)
  if (thought.kind === 'blocked') {
    await call?.unasked()
    return refuseInput(deps, invocation, thought.verdict, invocationId)
  }
  if (thought.kind === 'resting') {
    speech.rested()
    throw new ApiError('LLM_TEMPORARILY_UNAVAILABLE', { extra: { invocationId } })
  }
  if (thought.kind === 'failed') {
    const error = errorOf(thought.fault)
    await call?.failed(error, thought.ms)
    return refuseFault(deps, error, invocationId)
  }
  await call?.answered(thought.generation, thought.ms)
  return thought
}

export interface GeneratedCompletion {
  readonly result: CompletionResult
  /** The summary of the conversation that the agent remembers. */
  readonly gist: string
  readonly cues: readonly string[]
}

/** Input moderation, memory, model and output moderation; the result has the shape of 2.7. */
export async function generate(
  deps: Deps,
  talking: CompletionServices,
  invocation: Invocation<unknown>,
  invocationId: string,
): Promise<GeneratedCompletion> {
  const { caller, agent, input } = invocation
  if (usesModerationEndpoint(deps)) {
    const verdict = await review(deps, caller.state.switches, input.reviewed, invocationId)
    if (isStopped(verdict)) await refuseInput(deps, invocation, verdict, invocationId)
  }
  const thought = await runGeneration(deps, talking, invocation, invocationId)
  const blocked = await checkAnswer(deps, invocation, thought, invocationId)
  const { usage } = thought.generation
  const result: CompletionResult = {
    agentId: agent.id,
    handle: atHandle(agent.handle),
    schemaVersion: 1,
    invocationId,
    text: blocked === null && 'text' in thought.form ? thought.form.text : '',
    finishReason: blocked === null ? 'stop' : 'content_filter',
    contextManifest: thought.manifest,
    usage: { ...usage, totalTokens: usage.promptTokens + usage.completionTokens },
    ...(blocked === null ? {} : { blocked: true, moderation: { action: 'block', ...blocked } }),
  }
  return { result, gist: thought.gist, cues: thought.cues }
}
