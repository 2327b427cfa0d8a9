// Methods of the A2A protocol.
import {
  type A2aMethod,
  type A2aReason,
  type A2aReply,
  type CompletionResult,
  OUTPUT_BLOCKED,
  type RequestGate,
  TEXT_PLAIN,
} from '@agent-network/contract'
import { admitAgent, type InvokableAgent } from '../../features/completion/agents.ts'
import { complete } from '../../features/completion/complete.ts'
import type { CompletionServices } from '../../features/completion/generate.ts'
import { type Caller, KeyStateError, rateLimitStatusOf } from '../../platform/access/authenticate.ts'
import type { OnReplay } from '../../platform/access/idempotency.ts'
import type { RequestLog } from '../../platform/access/request-log.ts'
import type { ApiError } from '../../platform/core/api-error.ts'
import type { Deps } from '../../platform/core/deps.ts'
import { foldHandle } from '../../platform/core/text.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import { methodFault, paramsFault, protocolFault, serverFault } from './envelope.ts'
import { member, paramsOf, readMessage } from './message.ts'

/** Methods that need only their params; SendMessage is handled separately. */
export type Send = (params: unknown) => Promise<unknown>

type Method = (params: unknown, send: Send) => unknown

const refuse =
  (reason: A2aReason): Method =>
  () => {
    throw protocolFault(reason)
  }

/** No task exists, so none is found; the params are still validated. */
const reportNoTask: Method = (params) => {
  const { id } = paramsOf(params)
  if (typeof id !== 'string' || id === '') throw paramsFault('id', 'must be the id of a task')
  throw protocolFault('TASK_NOT_FOUND')
}

const PAGE_DEFAULT = 50
const PAGE_MAX = 100

/** In the protocol's JSON, integers may be strings. */
const wholeNumber = (value: unknown): number =>
  typeof value === 'string' && /^-?\d+$/.test(value)
    ? Number(value)
    : Number.isInteger(value)
      ? Number(value)
      : Number.NaN

const listNoTasks: Method = (params) => {
  const pageSize = wholeNumber(member(paramsOf(params), 'pageSize') ?? PAGE_DEFAULT)
  if (!(pageSize >= 1 && pageSize <= PAGE_MAX)) throw paramsFault('pageSize', `must be from 1 to ${PAGE_MAX}`)
  return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
}

const METHODS: Readonly<Record<A2aMethod, Method>> = {
  SendMessage: (params, send) => send(params),
  GetTask: reportNoTask,
  CancelTask: reportNoTask,
  ListTasks: listNoTasks,
  SendStreamingMessage: refuse('UNSUPPORTED_OPERATION'),
  SubscribeToTask: refuse('UNSUPPORTED_OPERATION'),
  GetExtendedAgentCard: refuse('UNSUPPORTED_OPERATION'),
  CreateTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  GetTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  ListTaskPushNotificationConfigs: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
  DeleteTaskPushNotificationConfig: refuse('PUSH_NOTIFICATION_NOT_SUPPORTED'),
}

export const isMethod = (name: string): name is A2aMethod => Object.hasOwn(METHODS, name)

export async function perform(method: string, params: unknown, send: Send): Promise<unknown> {
  if (!isMethod(method)) throw methodFault()
  return METHODS[method](params, send)
}

/** One request that passed the key checks, at the gateway or at the endpoint of one agent. */
export interface A2aCall {
  readonly deps: Deps
  readonly talking: CompletionServices
  readonly caller: Caller
  /** The agent named in the path; null at the gateway. */
  readonly bound: string | null
  readonly abortSignal: AbortSignal
  readonly traceparent: string | undefined
  readonly onReplay: OnReplay
}

/** Stored for replays, which repeat the ids and the text (AMB-112). */
interface A2aCompletion {
  readonly result: CompletionResult
  readonly messageId: string
  readonly contextId: string
}

const isSameAgent = (agent: AgentRow, name: string): boolean =>
  name === agent.id || foldHandle(name) === agent.handle_folded

/** AMB-115: the gateway requires an agent; at the endpoint of an agent only that agent is accepted. */
async function admitTarget({ deps, caller, bound }: A2aCall, target: string | null): Promise<InvokableAgent> {
  const name = bound ?? target
  if (name === null) throw paramsFault('metadata.agentId', 'must name the agent to talk with')
  const admitted = await admitAgent(deps, caller, name)
  if (target !== null && target !== name && !isSameAgent(admitted.agent, target))
    throw paramsFault('metadata.agentId', 'names another agent than this endpoint')
  return admitted
}

function replyOf({ result, messageId, contextId }: A2aCompletion): A2aReply {
  if (result.blocked === true)
    throw serverFault(OUTPUT_BLOCKED, 'The answer was not let through by moderation', {
      invocationId: result.invocationId,
      ...(result.moderation === undefined ? {} : { category: result.moderation.category }),
    })
  return { messageId, contextId, role: 'ROLE_AGENT', parts: [{ text: result.text, mediaType: TEXT_PLAIN }] }
}

/** 4.15: the completion of the REST interface, with the message id as idempotency value. */
export async function sendMessage(params: unknown, call: A2aCall): Promise<{ message: A2aReply }> {
  const { deps, talking, caller, abortSignal, traceparent, onReplay } = call
  const message = readMessage(params)
  const { agent, world } = await admitTarget(call, message.target)
  const completion = await complete<A2aCompletion>(deps, talking, {
    caller,
    agent,
    world,
    input: { turns: [{ role: 'user', content: message.text }], transcript: message.text, reviewed: message.text },
    idempotency: { namespace: 'a2a', value: message.messageId },
    abortSignal,
    traceparent,
    onReplay,
    render: (result) => ({
      result,
      messageId: deps.ambient.id('message'),
      contextId: message.contextId ?? deps.ambient.id('request'),
    }),
  })
  return { message: replyOf(completion) }
}

/** The outcome of a request for the request log of its key; it contains no content. */
export interface RequestTrace {
  readonly id: string
  readonly step: string
  readonly caller?: Caller
  readonly rpcMethod?: A2aMethod
  /** The reason of an error whose HTTP status is 200. */
  readonly rpcReason?: string
}

/** Writes the same log lines as REST. Requests without a known key are not logged. */
export function logRequest(
  log: RequestLog,
  { id, step, caller, rpcMethod, rpcReason }: RequestTrace,
  { status, refusal, now }: { status: number; refusal: ApiError | null; now: number },
): void {
  const keyId = caller?.key.id ?? (refusal instanceof KeyStateError ? refusal.keyId : null)
  if (keyId === null) return
  const code = refusal?.code ?? rpcReason ?? null
  log.note(keyId, {
    at: caller?.at ?? now,
    requestId: id,
    route: rpcMethod === undefined ? 'a2a' : `a2a ${rpcMethod}`,
    status,
    code,
    refusedAt: code === null ? null : (step as RequestGate),
    remaining: caller === undefined ? null : (rateLimitStatusOf(caller)?.remaining ?? null),
    remainingToday: code === 'INVOKE_DAILY_BUDGET_EXCEEDED' ? 0 : null,
  })
}
