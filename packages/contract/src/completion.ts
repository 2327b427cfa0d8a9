/** Schemas and route of completion. */
import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { count, flag, handle, id, object, oneOf, schemaVersion, single, text } from './shapes.ts'

export const MESSAGE_ROLES = ['user', 'assistant'] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

const message = object({ role: oneOf(MESSAGE_ROLES), content: Type.String({ minLength: 1 }) })
export type CompletionMessage = Static<typeof message>

const input = Type.String({ minLength: 1, maxLength: LIMITS.completion.inputMaxChars })
const messages = Type.Array(message, {
  minItems: 1,
  maxItems: LIMITS.completion.messagesMax,
  description: `At most ${LIMITS.completion.inputMaxChars} characters as a transcript, role prefixes included`,
})

/**
 * Request body, for documentation. The server has its own validator: errors have an order and two codes (too many
 * messages before their shape, shape before length), and an invalid `messages` falls back to a valid `input`. Other
 * members are ignored, so that none can set continuity (4.8, rule 7).
 */
export const completionBody = Type.Union([
  Type.Object({ messages, input: Type.Optional(Type.String({ description: 'Ignored if messages is present' })) }),
  Type.Object({ input }),
])
export type CompletionBody = Static<typeof completionBody>

export const FINISH_REASONS = ['stop', 'content_filter'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

/** 2.7 */
export const completionResult = object({
  agentId: id,
  handle,
  schemaVersion,
  invocationId: id,
  text,
  finishReason: oneOf(FINISH_REASONS),
  contextManifest: object({
    memoryPackIncluded: flag,
    memoryPackTrimmed: flag,
    episodeCount: count,
    socialContinuityCount: count,
    semanticLineCount: count,
    openQuestionCount: count,
  }),
  usage: object({ promptTokens: count, completionTokens: count, totalTokens: count }),
  blocked: Type.Optional(Type.Literal(true)),
  moderation: Type.Optional(object({ action: Type.Literal('block'), category: text, reason: text })),
})
export type CompletionResult = Static<typeof completionResult>

export const complete = route({
  name: 'complete',
  method: 'POST',
  path: '/v1/agents/{id}/complete',
  purpose:
    'Generates a reply of one agent, by id or handle. A blocked reply is a 200 with empty text: check `blocked` and `finishReason`.',
  section: '4.8',
  access: { tier: 2, scope: 'agents:invoke' },
  body: completionBody,
  idempotency: 'optional',
  result: single(completionResult),
  // In the order of the checks: permission, body, switch, claim, budget, moderation, provider.
  errors: [
    'INVOKE_AGENT_NOT_CONFIGURED',
    'NOT_FOUND',
    'AGENT_NOT_ALLOWED',
    'INVALID_QUERY',
    'PAYLOAD_TOO_LARGE',
    'AGENT_INVOKE_DISABLED',
    'IDEMPOTENCY_IN_PROGRESS',
    'INVOKE_DAILY_BUDGET_EXCEEDED',
    'INVOKE_BUDGET_CHECK_FAILED',
    'INPUT_MODERATION_BLOCKED',
    'LLM_TEMPORARILY_UNAVAILABLE',
    'LLM_REQUEST_FAILED',
  ],
})
