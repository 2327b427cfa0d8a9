import { type CompletionResult, LIMITS } from '@agent-network/contract'
import { addBlock } from '../content/blocks.ts'
import { Refusal } from '../core/refusal.ts'
import { atHandle, characters } from '../core/text.ts'
import type { Deps } from '../deps.ts'
import { factIn } from '../knowledge/facts.ts'
import { findEcho } from '../minds/echoes.ts'
import { type Mind, readMind } from '../minds/mind.ts'
import { guardTalk, type Judged } from '../models/form/guard.ts'
import { type Generation, ModelAborted, ModelMisconfigured } from '../models/model.ts'
import { ModerationUnavailable, type Verdict } from '../models/moderation/moderation.ts'
import { ModelResting, modelTimeoutMs } from '../models/speech.ts'
import { names, type Switches } from '../settings/switches.ts'
import type { Invocation } from './invocation.ts'
import { type Leak, makeLeakGuard } from './leak-guard.ts'
import { type Gathered, gather } from './material.ts'
import { promptOf, TALK_RULES } from './prompt.ts'
import type { Talks } from './talks.ts'

const { outputTokens } = LIMITS.completion

/** 4.8 rule 3: a number is brought into range, anything else is the default (AMB-32). */
export function maxOutputTokens(switches: Switches): number {
  const given = switches.externalAgentInvokeMaxOutputTokens
  if (typeof given !== 'number' || !Number.isFinite(given)) return outputTokens.default
  return Math.min(outputTokens.max, Math.max(outputTokens.min, Math.trunc(given)))
}

/** AMB-33: no verdict is no permission, and no accusation either. */
async function review(deps: Deps, switches: Switches, text: string, invocationId: string): Promise<Verdict> {
  try {
    return await deps.moderation.review({
      text,
      policy: 'speech',
      bannedTerms: names(switches, 'bannedTerms'),
      timeoutMs: modelTimeoutMs(switches),
    })
  } catch (error) {
    if (!(error instanceof ModerationUnavailable)) throw error
    deps.log.warn(
      { event: 'completion.moderation_unavailable', err: error, invocationId },
      'moderation gave no verdict',
    )
    throw new Refusal('INTERNAL_ERROR', { extra: { invocationId } })
  }
}

/** Which rule met an input, for operators; of its words nothing but their number. It is refused whether this works or not. */
async function keepBlocked(
  { ambient, database, log }: Deps,
  { caller, agent, world, said }: Invocation<unknown>,
  { category, rule }: Verdict,
): Promise<void> {
  const block = {
    world_id: world.id,
    id: ambient.id('block', world.tag),
    kind: 'completion',
    agent_id: agent.id,
    category,
    rule,
    length: characters(said.reviewed),
    text: null,
    created_at: caller.at,
  }
  await database
    .transact((tx) => addBlock(tx, block), { quiet: true })
    .catch((error: unknown) => {
      log.warn({ event: 'completion.block_not_kept', err: error }, 'a blocked input could not be listed')
    })
}

const judgeForm = (
  { speech }: Deps,
  { speaker, styleNotes, beliefs, turns }: Gathered['material'],
  text: string,
): Judged =>
  speech.kind === 'local'
    ? { text }
    : guardTalk(text, {
        rules: TALK_RULES,
        data: [],
        speaker: speaker.displayName,
        others: [],
        spoken: [speaker.bio, speaker.persona, ...styleNotes, ...beliefs, ...turns.map(({ content }) => content)],
      })

async function speak(
  deps: Deps,
  { caller, idempotency, gone, traceparent }: Invocation<unknown>,
  { material }: Gathered,
  { canary, invocationId }: { canary: string; invocationId: string },
): Promise<Generation> {
  const { switches } = caller.state
  const request = {
    messages: promptOf(material, canary),
    material,
    maxOutputTokens: maxOutputTokens(switches),
    seed: invocationId,
    traceparent,
  }
  // With a value to retry by, the answer is worth finishing for the retry; without one, nobody will ever read it.
  const signal = idempotency === null ? gone : new AbortController().signal
  const extra = { invocationId }
  try {
    return await deps.speech.generate(request, switches, signal)
  } catch (error) {
    if (error instanceof ModelResting) throw new Refusal('LLM_TEMPORARILY_UNAVAILABLE', { extra })
    // A caller who hung up is no event worth a line.
    if (!(error instanceof ModelAborted))
      deps.log.warn({ event: 'completion.model_failed', err: error, invocationId }, 'the model gave no answer')
    throw new Refusal(error instanceof ModelMisconfigured ? 'INTERNAL_ERROR' : 'LLM_REQUEST_FAILED', { extra })
  }
}

/** Twelve letters that are in this prompt and in no other. */
const newCanary = ({ ambient }: Deps): string =>
  [...ambient.secret(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

const leaks = makeLeakGuard()

/** What the answer gives away of its instructions or of the resident's private character, however it is spelled. */
async function findLeak(
  deps: Deps,
  { caller, agent, said }: Invocation<unknown>,
  { material }: Gathered,
  { sent, canary }: { sent: string; canary: string },
): Promise<Leak | null> {
  if (deps.speech.kind === 'local') return null
  const { speaker, beliefs, summary, openQuestions } = material
  const open = [speaker.displayName, speaker.handle, speaker.bio, ...speaker.interests, summary]
  const known = [...open, ...beliefs, ...openQuestions, said.transcript].join('\n')
  const secrets = { rules: TALK_RULES, persona: speaker.persona, canary, known, talk: `${caller.key.id} ${agent.id}` }
  return leaks.find(sent, secrets, caller.at)
}

const LEAKS = {
  prompt: { category: 'prompt', reason: 'The answer repeated its instructions' },
  persona: { category: 'private_memory', reason: 'The answer repeated private text' },
} as const

const ECHOES = {
  memory: { category: 'private_memory', reason: 'The answer repeated private text' },
  pii: { category: 'pii', reason: 'The answer repeated stored personal data' },
} as const

/** Our own guard first: what it stops need not be shown to anybody else. Uncertain is not good enough to send. */
async function judge(
  deps: Deps,
  { caller, agent, world }: Invocation<unknown>,
  { echoes }: Mind,
  answer: Judged & { readonly sent: string; readonly leak: Leak | null; readonly invocationId: string },
): Promise<{ category: string; reason: string } | null> {
  const guarded = { world, agentId: agent.id, persona: agent.persona, echoes }
  const echo = await findEcho(deps.database.read, guarded, answer.sent)
  if (echo !== null) return ECHOES[echo]
  if (answer.leak !== null) return LEAKS[answer.leak]
  // AMB-132: an answer that is none is the provider's failure. It is not asked again, and nobody stands in for it.
  if ('fault' in answer) {
    deps.log.warn(
      { event: 'completion.answer_out_of_form', fault: answer.fault, invocationId: answer.invocationId },
      'what the model sent is not an answer',
    )
    throw new Refusal('LLM_REQUEST_FAILED', { extra: { invocationId: answer.invocationId } })
  }
  const verdict = await review(deps, caller.state.switches, answer.text, answer.invocationId)
  return verdict.action === 'allow' ? null : { category: verdict.category, reason: verdict.reason }
}

/** Input moderation, memory, model, output moderation: 2.7 is what comes of it. */
export async function generate(
  deps: Deps,
  talks: Talks,
  invocation: Invocation<unknown>,
  invocationId: string,
): Promise<CompletionResult> {
  const { caller, agent, world, said } = invocation
  const { state, at, key } = caller
  const verdict = await review(deps, state.switches, said.reviewed, invocationId)
  if (verdict.action === 'block' || verdict.action === 'quarantine') {
    await keepBlocked(deps, invocation, verdict)
    throw new Refusal('INPUT_MODERATION_BLOCKED', { extra: { invocationId } })
  }
  const { read } = deps.database
  const mind = await readMind(read, deps.kept, world, agent.id)
  const pending = talks.pending(agent.id, key.id)
  const asked = said.turns.findLast(({ role }) => role === 'user')?.content ?? ''
  const fact = await factIn(read, { world, at, by: agent.id }, asked)
  const facts = fact === null ? [] : [fact]
  const gathered = await gather(read, { world, agent, mind, said, keyId: key.id, pending, at, facts })
  const canary = newCanary(deps)
  const { text: sent, usage } = await speak(deps, invocation, gathered, { canary, invocationId })
  const answer = judgeForm(deps, gathered.material, sent)
  const text = 'text' in answer ? answer.text : ''
  const leak = await findLeak(deps, invocation, gathered, { sent, canary })
  const blocked = await judge(deps, invocation, mind, { ...answer, sent, leak, invocationId })
  return {
    agentId: agent.id,
    handle: atHandle(agent.handle),
    schemaVersion: 1,
    invocationId,
    text: blocked === null ? text : '',
    finishReason: blocked === null ? 'stop' : 'content_filter',
    contextManifest: gathered.manifest,
    usage: { ...usage, totalTokens: usage.promptTokens + usage.completionTokens },
    ...(blocked === null ? {} : { blocked: true, moderation: { action: 'block', ...blocked } }),
  }
}
