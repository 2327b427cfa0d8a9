import { type A2aReply, type CompletionResult, OUTPUT_BLOCKED, TEXT_PLAIN } from '@agent-network/contract'
import type { Caller } from '../../access/authenticate.ts'
import type { OnReplay } from '../../access/idempotency.ts'
import { admitAgent, type InvokableAgent } from '../../completion/admit-agent.ts'
import { complete } from '../../completion/complete.ts'
import type { Talking } from '../../completion/generate.ts'
import type { Leaving } from '../../core/leaving.ts'
import { foldHandle } from '../../core/text.ts'
import type { AgentRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { ownFault, paramsFault } from './errors.ts'
import { readMessage } from './message.ts'

/** One request that passed the key checks, at the gateway or at one agent's own endpoint. */
export interface A2aCall {
  readonly deps: Deps
  readonly talking: Talking
  readonly caller: Caller
  /** The agent that the path names; null at the gateway. */
  readonly bound: string | null
  readonly gone: Leaving
  readonly traceparent: string | undefined
  readonly onReplay: OnReplay
}

/** Kept whole for replays, which repeat the ids as well as the words (AMB-112). */
interface Spoken {
  readonly result: CompletionResult
  readonly messageId: string
  readonly contextId: string
}

const isSameAgent = (agent: AgentRow, name: string): boolean =>
  name === agent.id || foldHandle(name) === agent.handle_folded

/** AMB-115: the gateway has to be told; an endpoint of one agent may be told again, but nothing else. */
async function admitTarget({ deps, caller, bound }: A2aCall, target: string | null): Promise<InvokableAgent> {
  const name = bound ?? target
  if (name === null) throw paramsFault('metadata.agentId', 'must name the agent to talk with')
  const admitted = await admitAgent(deps, caller, name)
  if (target !== null && target !== name && !isSameAgent(admitted.agent, target))
    throw paramsFault('metadata.agentId', 'names another agent than this endpoint')
  return admitted
}

function replyOf({ result, messageId, contextId }: Spoken): A2aReply {
  if (result.blocked === true)
    throw ownFault(OUTPUT_BLOCKED, 'The answer was not let through by moderation', {
      invocationId: result.invocationId,
      ...(result.moderation === undefined ? {} : { category: result.moderation.category }),
    })
  return { messageId, contextId, role: 'ROLE_AGENT', parts: [{ text: result.text, mediaType: TEXT_PLAIN }] }
}

/** 4.15: the completion path of the REST interface, with the message id as idempotency value. */
export async function sendMessage(params: unknown, call: A2aCall): Promise<{ message: A2aReply }> {
  const { deps, talking, caller, gone, traceparent, onReplay } = call
  const asked = readMessage(params)
  const { agent, world } = await admitTarget(call, asked.target)
  const spoken = await complete<Spoken>(deps, talking, {
    caller,
    agent,
    world,
    said: { turns: [{ role: 'user', content: asked.text }], transcript: asked.text, reviewed: asked.text },
    idempotency: { namespace: 'a2a', value: asked.messageId },
    gone,
    traceparent,
    onReplay,
    render: (result) => ({
      result,
      messageId: deps.ambient.id('message'),
      contextId: asked.contextId ?? deps.ambient.id('request'),
    }),
  })
  return { message: replyOf(spoken) }
}
