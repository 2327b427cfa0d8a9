// The completion request: claim, budget, concurrency, generation and storage.
import { type Caller, queuePartyOf } from '../../platform/access/authenticate.ts'
import { spend } from '../../platform/access/budgets.ts'
import {
  type ActiveClaim,
  type ClaimResult,
  claim,
  claimName,
  dropClaim,
  settleClaim,
} from '../../platform/access/idempotency.ts'
import { ceilingOf } from '../../platform/access/rate-limits.ts'
import { timeAfter } from '../../platform/control/clock.ts'
import { isGateOpen } from '../../platform/control/switches.ts'
import { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { retryHint } from '../../platform/core/outage.ts'
import { modelTimeoutMs } from '../../platform/llm/speech.ts'
import { recordCallerWords } from '../life/mind/conduct.ts'
import { type CompletionServices, type GeneratedCompletion, generate } from './generate.ts'
import type { Invocation } from './prompt.ts'
import type { ConversationQueue } from './talks.ts'
import { conversationMemoryOf, storeConversation } from './talks.ts'

/** Runs one step in the fair queue of the store. A caller that already has a slot runs it directly. */
const inFairQueue = <T>(
  { fairQueue: turns }: Deps,
  { caller }: Invocation<unknown>,
  work: () => Promise<T>,
): Promise<T> => turns.run(queuePartyOf(caller), work)

/** A claim is bound to the key and the value; on the agent-to-agent interface to the agent as well (AMB-39, AMB-112). */
async function claimValue(deps: Deps, invocation: Invocation<unknown>): Promise<ClaimResult | null> {
  const { caller, agent, idempotency } = invocation
  if (idempotency === null) return null
  const { namespace, value } = idempotency
  const name = claimName({ namespace, keyId: caller.key.id, value, agentId: namespace === 'a2a' ? agent.id : '' })
  return inFairQueue(deps, invocation, () =>
    deps.database.transact((tx) => claim(tx, name, caller.at), { quiet: true }),
  )
}

/** 4.8 rule 6: spent before anything is read, and never refunded. */
async function reserve(deps: Deps, invocation: Invocation<unknown>): Promise<void> {
  const { caller } = invocation
  const cap = caller.key.invokeDailyBudget
  if (cap === null) return
  const budget = { worldId: '', subject: caller.key.id, counter: 'invoke' }
  const spendUnit = () => deps.database.transact((tx) => spend(tx, budget, cap, caller.at), { quiet: true })
  const admitted = await inFairQueue(deps, invocation, spendUnit).catch((error: unknown) => {
    deps.log.error({ event: 'completion.budget_unavailable', err: error }, 'invocation budget check failed')
    throw new ApiError('INVOKE_BUDGET_CHECK_FAILED', retryHint(error))
  })
  if (!admitted) throw new ApiError('INVOKE_DAILY_BUDGET_EXCEEDED')
}

/** A finished completion: the model's text and the response. */
interface FinishedCompletion {
  readonly talks: ConversationQueue
  readonly invocation: Invocation<unknown>
  readonly ownClaim: ActiveClaim | null
  readonly generated: GeneratedCompletion
  readonly answer: unknown
}

/**
 * With an idempotency value, the cached response and the agent's memory of the conversation are one commit. A late
 * finisher writes neither (AMB-42). Without a value there is no response to store, and the memory is written in a later
 * batch.
 */
async function storeCompletion(
  deps: Deps,
  { talks, invocation, ownClaim, generated, answer }: FinishedCompletion,
  at: number,
): Promise<void> {
  const { caller, agent, world, input } = invocation
  const { result, gist, cues } = generated
  const talk = { world, agentId: agent.id, key: caller.key, gist, cues, at }
  const remembered = result.blocked === true ? null : conversationMemoryOf(deps.ambient, talk)
  if (ownClaim === null && remembered?.surface === 'completion') talks.add(remembered)
  else if (ownClaim !== null || remembered !== null)
    await inFairQueue(deps, invocation, () =>
      deps.database.transact(
        async (tx) => {
          if (ownClaim !== null && !(await settleClaim(tx, ownClaim, JSON.stringify(answer), at))) return
          if (remembered === null) return
          await storeConversation(tx, remembered)
          if (remembered.surface !== 'world' || agent.kind !== 'resident') return
          const text = input.turns.findLast(({ role }) => role === 'user')?.content ?? ''
          const words = { agentId: agent.id, keyId: caller.key.id, text, episodeId: remembered.trace.id }
          await recordCallerWords(tx, { ambient: deps.ambient, world }, words, at)
        },
        // A contained conversation is visible only to later completions, which read it from the store.
        { quiet: remembered?.surface !== 'world' },
      ),
    )
}

/** Added to the model's timeout, for the work before and after the call. */
const SLOT_MARGIN_MS = 15_000

/**
 * Takes one of the key's concurrent completions, if an operator limits them. This happens before the claim; nothing is
 * spent.
 */
async function takeConcurrencySlot({ sharedState }: Deps, { key, state }: Caller): Promise<() => Promise<void>> {
  const limit = ceilingOf(state.switches, 'completionConcurrencyPerKey')
  if (limit === null) return async () => {}
  const forMs = modelTimeoutMs(state.switches) + SLOT_MARGIN_MS
  const leave = await sharedState.occupy(`completion:${key.id}`, limit, forMs)
  if (leave === null)
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      message: `Rate limit exceeded: ${limit} completions of one key at a time`,
      retryAfterSeconds: 1,
    })
  return leave
}

/** Runs after the caller, agent and input are admitted: switch, claim, budget, then generation (AMB-27). */
export async function complete<T>(deps: Deps, talking: CompletionServices, invocation: Invocation<T>): Promise<T> {
  const { caller } = invocation
  const started = deps.ambient.elapsed()
  if (!isGateOpen(caller.state.switches, 'externalAgentInvokeEnabled')) throw new ApiError('AGENT_INVOKE_DISABLED')
  const leave = await takeConcurrencySlot(deps, caller)
  try {
    const answer = await talk(deps, talking, invocation, started)
    deps.meter.add('completions', 'answered')
    return answer
  } catch (error) {
    deps.meter.add('completions', error instanceof ApiError && error.status < 500 ? 'refused' : 'failed')
    throw error
  } finally {
    await leave()
  }
}

async function talk<T>(
  deps: Deps,
  talking: CompletionServices,
  invocation: Invocation<T>,
  started: number,
): Promise<T> {
  const { caller } = invocation
  const claimed = await claimValue(deps, invocation)
  if (claimed?.kind === 'replay') {
    invocation.onReplay?.()
    return JSON.parse(claimed.answer) as T
  }
  const ownClaim = claimed?.claim ?? null
  try {
    const invocationId = deps.ambient.id('invocation')
    await reserve(deps, invocation)
    const generated = await generate(deps, talking, invocation, invocationId)
    const answer = invocation.render(generated.result)
    const at = timeAfter(caller.state.clock, caller.at, deps.ambient.elapsed() - started)
    await storeCompletion(deps, { talks: talking.talks, invocation, ownClaim, generated, answer }, at)
    return answer
  } catch (error) {
    if (ownClaim !== null) await releaseClaim(deps, ownClaim)
    throw error
  }
}

/** If this fails too, the claim expires after five minutes. */
async function releaseClaim(deps: Deps, ownClaim: ActiveClaim): Promise<void> {
  await deps.database
    .transact((tx) => dropClaim(tx, ownClaim), { quiet: true })
    .catch((error: unknown) =>
      deps.log.warn({ event: 'completion.claim_not_released', err: error }, 'claim release failed'),
    )
}
