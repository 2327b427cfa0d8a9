import type { CompletionResult } from '@agent-network/contract'
import { spend } from '../access/budgets.ts'
import { type Claimed, claim, claimName, type Held, release, seal } from '../access/idempotency.ts'
import { Refusal } from '../core/refusal.ts'
import type { Deps } from '../deps.ts'
import { readMind } from '../minds/mind.ts'
import { laterBy } from '../settings/clock.ts'
import { gate } from '../settings/switches.ts'
import { rememberTalk } from './continuity.ts'
import { generate } from './generate.ts'
import type { Invocation } from './invocation.ts'

/** A claim is bound to the key and the value; on the agent-to-agent interface to the agent as well (AMB-39, AMB-112). */
async function claimValue(deps: Deps, { caller, agent, idempotency }: Invocation<unknown>): Promise<Claimed | null> {
  if (idempotency === null) return null
  const { namespace, value } = idempotency
  const name = claimName(namespace, caller.key.id, value, namespace === 'complete' ? '' : agent.id)
  return deps.database.transact((tx) => claim(tx, name, caller.at), { quiet: true })
}

/** 4.8 rule 6: taken before anything is read, and not given back whatever happens later. */
async function reserve(deps: Deps, { caller }: Invocation<unknown>): Promise<void> {
  const cap = caller.key.invokeDailyBudget
  if (cap === null) return
  const budget = { worldId: '', subject: caller.key.id, counter: 'invoke' }
  const admitted = await deps.database
    .transact((tx) => spend(tx, budget, cap, caller.at), { quiet: true })
    .catch((error: unknown) => {
      deps.log.error({ err: error }, 'the invocation budget could not be checked')
      throw new Refusal('INVOKE_BUDGET_CHECK_FAILED')
    })
  if (!admitted) throw new Refusal('INVOKE_DAILY_BUDGET_EXCEEDED')
}

/** The kept answer and what the agent remembers of the talk are one commit. A late finisher leaves neither (AMB-42). */
async function settle(
  deps: Deps,
  { caller, agent, world, said }: Invocation<unknown>,
  held: Held | null,
  result: CompletionResult,
  answer: unknown,
  at: number,
): Promise<void> {
  const clean = result.blocked !== true
  if (held === null && !clean) return
  const { words } = await readMind(deps.database.read, deps.kept, world, agent.id)
  const talk = { world, agentId: agent.id, key: caller.key, said: said.transcript, words, at }
  await deps.database.transact(
    async (tx) => {
      if (held !== null && !(await seal(tx, held, JSON.stringify(answer), at))) return
      if (clean) await rememberTalk(tx, deps.ambient, talk)
    },
    // A contained talk is seen by later completions only, and those look for it in the store.
    { quiet: !caller.key.contributesToContinuity },
  )
}

/** Once the caller and agent are admitted and the words are read: switch, claim, budget, and then the talk (AMB-27). */
export async function complete<T>(deps: Deps, invocation: Invocation<T>): Promise<T> {
  const { caller } = invocation
  const started = deps.ambient.elapsed()
  if (!gate(caller.state.switches, 'externalAgentInvokeEnabled')) throw new Refusal('AGENT_INVOKE_DISABLED')
  const claimed = await claimValue(deps, invocation)
  if (claimed?.kind === 'replay') return JSON.parse(claimed.answer) as T
  const held = claimed?.claim ?? null
  try {
    const invocationId = deps.ambient.id('invocation')
    await reserve(deps, invocation)
    const result = await generate(deps, invocation, invocationId)
    const answer = invocation.render(result)
    const at = laterBy(caller.state.clock, caller.at, deps.ambient.elapsed() - started)
    await settle(deps, invocation, held, result, answer, at)
    return answer
  } catch (error) {
    if (held !== null) await letGo(deps, held)
    throw error
  }
}

/** If even this fails, the claim runs out by itself after five minutes. */
async function letGo(deps: Deps, held: Held): Promise<void> {
  await deps.database
    .transact((tx) => release(tx, held), { quiet: true })
    .catch((error: unknown) => deps.log.warn({ err: error }, 'a claim could not be released'))
}
