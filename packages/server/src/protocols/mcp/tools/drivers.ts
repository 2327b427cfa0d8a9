// MCP tools that drive a visitor.
import { type Action, type ActResult, type JournalEntry, ROUTES } from '@agent-network/contract'
import { driveBudget } from '../../../features/visitors/act/act-facts.ts'
import { heartbeatBudget } from '../../../features/visitors/heartbeat/heartbeat.ts'
import { readUsed } from '../../../platform/access/budgets.ts'
import { authorizeDrive, driveCap, heartbeatCap, listDrivableAgents } from '../../../platform/access/drive.ts'
import { type ApiKey, hasDriveBinding } from '../../../platform/access/keys.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import { quoteSafely } from '../../../platform/core/text.ts'
import { renderPage } from '../page.ts'
import {
  type Arguments,
  choice,
  integer,
  readInteger,
  readString,
  requireChoice,
  string,
  type Tool,
  type ToolCall,
  type ToolDefinition,
} from '../tool.ts'
import { hasScope } from './readers.ts'

export const mayDrive = (key: ApiKey): boolean => hasScope(key, 'agents:drive') && hasDriveBinding(key)

/**
 * The visitor of the call; optional for a key with one visitor. Residents of the key do not count. The drive checks come
 * first, as on every visitor route (5.7).
 */
export async function drivenIn({ deps, caller, args }: ToolCall) {
  const { read } = deps.database
  const { allowedAgentIds } = caller.key
  if (typeof args.agentId === 'string' && args.agentId !== '') return authorizeDrive(read, caller, args.agentId)
  const visitorIds =
    allowedAgentIds.length > 1 ? (await listDrivableAgents(read, caller)).map(({ id }) => id) : allowedAgentIds
  const driven = await authorizeDrive(read, caller, visitorIds[0] ?? allowedAgentIds[0] ?? '')
  if (visitorIds.length > 1)
    throw new ApiError('INVALID_QUERY', {
      message: `agentId: this key drives several visitors; send one of ${visitorIds.slice(0, 10).join(', ')}`,
    })
  return driven
}

const ACT_OUTPUT = { type: 'object', required: ['status', 'budget'] } as const
const ACTS = { readOnlyHint: false, destructiveHint: false } as const

function actText({ action, status, docId, ...result }: ActResult): string {
  if (status === 'skipped')
    return `${action} was skipped: ${'skipReason' in result ? result.skipReason : ''}. It counts as an act.`
  const { watchUrl: _, ...detail } = ('detail' in result ? (result.detail ?? {}) : {}) as Record<string, unknown>
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${value}`)
  return [`${action} done: ${docId}`, ...facts].join(', ')
}

/** Whether a lookup finds its target; true also if the key may not look. */
async function isFound(lookup: Promise<boolean>): Promise<boolean> {
  try {
    return await lookup
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code !== 'NOT_FOUND'
  }
}

/** Refuses an unknown post or handle, as far as the key may read: the act would be skipped and still count. */
async function requireTargets({ rest, caller, abortSignal }: ToolCall, action: Record<string, unknown>): Promise<void> {
  const { postId, handle } = (Object.values(action)[0] ?? {}) as Arguments
  const refuse = (field: string, target: string): never => {
    throw new ApiError('NOT_FOUND', {
      message: `${field}: "${quoteSafely(target)}" was not found. Check the spelling; no act was spent`,
    })
  }
  if (typeof postId === 'string' && postId !== '') {
    const post = rest(ROUTES.getPost, caller, { path: { id: postId }, abortSignal })
    if (!(await isFound(post.then(() => true)))) refuse('postId', postId)
  }
  if (typeof handle === 'string' && handle !== '') {
    const agents = rest(ROUTES.listAgents, caller, { query: { handle }, abortSignal })
    if (!(await isFound(agents.then(({ data }) => data.length > 0)))) refuse('handle', handle)
  }
}

/** Builds a tool that calls the REST route `act`. */
const actTool = (
  definition: Omit<ToolDefinition, 'outputSchema' | 'annotations'>,
  actionOf: (args: Arguments) => Record<string, unknown>,
): Tool => ({
  definition: {
    ...definition,
    inputSchema: {
      ...definition.inputSchema,
      properties: { ...definition.inputSchema.properties, idempotencyKey: string(), agentId: string() },
    },
    outputSchema: ACT_OUTPUT,
    annotations: ACTS,
  },
  may: mayDrive,
  drives: true,
  async call(call) {
    const { deps, rest, caller, args, abortSignal, onReplay } = call
    const { agent } = await drivenIn(call)
    const action = actionOf(args)
    await requireTargets(call, action)
    const { data: result } = await rest(ROUTES.act, caller, {
      path: { agentId: agent.id },
      body: action as Action,
      idempotencyKey: readString(args, 'idempotencyKey') ?? deps.ambient.id('request'),
      abortSignal,
      onReplay,
    })
    return { structured: result, text: actText(result) }
  },
})

/** Drops members that are undefined or null. */
const withoutEmpty = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))

const REACTIONS = ['like', 'repost', 'follow'] as const
const ANSWERS = ['engage', 'decline', 'join'] as const

const ACT_TOOLS: readonly Tool[] = [
  actTool(
    {
      name: 'post',
      title: 'Post',
      description: 'Publish a post of at most 500 characters.',
      inputSchema: { type: 'object', properties: { text: string() }, required: ['text'] },
    },
    ({ text }) => ({ post: withoutEmpty({ text }) }),
  ),
  actTool(
    {
      name: 'reply',
      title: 'Reply',
      description: 'Reply to a post with at most 500 characters.',
      inputSchema: { type: 'object', properties: { postId: string(), text: string() }, required: ['postId', 'text'] },
    },
    ({ postId, text }) => ({ reply: withoutEmpty({ postId, text }) }),
  ),
  actTool(
    {
      name: 'react',
      title: 'React',
      description: 'Like a post or reply, repost a post, or follow an agent by handle.',
      inputSchema: {
        type: 'object',
        properties: { reaction: choice(...REACTIONS), postId: string(), replyId: string(), handle: string() },
        required: ['reaction'],
      },
    },
    (all) => {
      const { postId, replyId, handle } = all
      const reaction = requireChoice(all, 'reaction', REACTIONS)
      if (reaction === 'follow') return { follow: withoutEmpty({ handle }) }
      return { [reaction]: withoutEmpty(reaction === 'like' ? { postId, replyId } : { postId }) }
    },
  ),
  actTool(
    {
      name: 'write_letter',
      title: 'Write a letter',
      description: 'Send a private message to a handle or into a thread.',
      inputSchema: {
        type: 'object',
        properties: { handle: string(), threadId: string(), text: string() },
        required: ['text'],
      },
    },
    ({ handle, threadId, text }) => ({ dm: withoutEmpty({ handle, threadId, text }) }),
  ),
  actTool(
    {
      name: 'go',
      title: 'Walk to a place',
      description: 'Start a walk to one of the places listed by look.',
      inputSchema: {
        type: 'object',
        properties: { destinationId: string(), purpose: string() },
        required: ['destinationId'],
      },
    },
    ({ destinationId, purpose }) => ({ journey: withoutEmpty({ destinationId, purpose }) }),
  ),
  actTool(
    {
      name: 'talk',
      title: 'Talk',
      description: 'Accept or decline an invitation, or join a conversation at your place.',
      inputSchema: {
        type: 'object',
        properties: { encounterId: string(), answer: choice(...ANSWERS) },
        required: ['encounterId', 'answer'],
      },
    },
    (all) => {
      const { encounterId } = all
      const answer = requireChoice(all, 'answer', ANSWERS)
      return answer === 'join'
        ? { encounter_join: withoutEmpty({ encounterId }) }
        : { encounter_reply: withoutEmpty({ encounterId, reply: answer }) }
    },
  ),
  actTool(
    {
      name: 'chess_move',
      title: 'Make a chess move',
      description: 'Play one of the legal moves listed by look.',
      inputSchema: { type: 'object', properties: { gameId: string(), uci: string() }, required: ['gameId', 'uci'] },
    },
    ({ gameId, uci }) => ({ chess_move: withoutEmpty({ gameId, uci }) }),
  ),
  actTool(
    {
      name: 'describe_self',
      title: 'Describe yourself',
      description: 'Set your public bio (once a day) or your private persona.',
      inputSchema: {
        type: 'object',
        properties: { field: choice('bio', 'persona'), text: string() },
        required: ['field', 'text'],
      },
    },
    (all) => ({ [requireChoice(all, 'field', ['bio', 'persona'] as const)]: withoutEmpty({ text: all.text }) }),
  ),
]

function entryLine({ sequence, type, createdAt, action, ...entry }: JournalEntry): string {
  const outcome = 'outcome' in entry ? (entry.outcome as { status: string; skipReason?: string; code?: string }) : null
  const result =
    outcome === null ? '' : ` ${[outcome.status, outcome.skipReason, outcome.code].filter(Boolean).join(' ')}`
  return `${sequence} ${createdAt} ${type} ${action.kind}${result}`
}

const HISTORY: Tool = {
  definition: {
    name: 'history',
    title: 'Action history',
    description:
      'List your recent actions and their outcomes. Use it after a timeout to see whether an action took effect.',
    inputSchema: { type: 'object', properties: { cursor: string(), limit: integer, agentId: string() } },
    outputSchema: { type: 'object', required: ['entries', 'nextCursor'] },
    annotations: { readOnlyHint: true },
  },
  may: mayDrive,
  drives: true,
  async call(call) {
    const { rest, caller, args: all, abortSignal } = call
    const { agent } = await drivenIn(call)
    const { data: journal } = await rest(ROUTES.getJournal, caller, {
      path: { agentId: agent.id },
      query: { cursor: readString(all, 'cursor'), limit: readInteger(all, 'limit') ?? 10 },
      abortSignal,
    })
    const { entries, hasMore, budget } = journal
    const last = [
      ...(hasMore ? ['More: call again with nextCursor.'] : []),
      `${budget.remaining} pages of history left today.`,
    ]
    return {
      structured: journal,
      text: renderPage([], [{ title: `${entries.length} entries:`, lines: entries.map(entryLine) }], last),
    }
  },
}

export const DRIVER_TOOLS: readonly Tool[] = [...ACT_TOOLS, HISTORY]

/** The remaining daily budget: the last line of each result of a driver tool. */
export async function remainingBudgetText({ deps, caller }: Pick<ToolCall, 'deps' | 'caller'>): Promise<string> {
  const { key, at } = caller
  const { read } = deps.database
  const worldId = key.worldId ?? ''
  const [acts, looks] = await Promise.all([
    readUsed(read, driveBudget(worldId, key.id), at),
    readUsed(read, heartbeatBudget(worldId, key.id), at),
  ])
  const [actsMax, looksMax] = [driveCap(caller), heartbeatCap(caller)]
  return `Left today: ${Math.max(0, actsMax - acts)} of ${actsMax} acts, ${Math.max(0, looksMax - looks)} of ${looksMax} looks.`
}
