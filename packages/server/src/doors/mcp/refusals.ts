import { MCP_REFUSAL } from '@agent-network/contract'
import type { Refusal } from '../../core/refusal.ts'

/** What helps, by what a code ends in or is; the message has already said what was wrong. */
const HELP: readonly (readonly [RegExp, string])[] = [
  [/_DAILY_BUDGET_EXCEEDED$/, 'It begins anew at 00:00 UTC; do not call again today.'],
  [/_DISABLED$|_PAUSED$/, 'An operator has closed this; nothing you send opens it.'],
  [
    /^INSUFFICIENT_|_NOT_ALLOWED$|_NOT_CONFIGURED$|^DRIVE_(?:BINDING|WORLD|AGENT)/,
    'This key may not do it; use another tool.',
  ],
  [/^VISITOR_ACTION_OUTCOME_UNRESOLVED$/, 'Read history, and call again only with the same idempotencyKey.'],
  [/^IDEMPOTENCY_IN_PROGRESS$/, 'Wait a few seconds and call again with the same idempotencyKey.'],
  [/^INPUT_MODERATION_BLOCKED$/, 'Say it in other words.'],
  [/^CURSOR_EXPIRED$/, 'Leave the cursor out, or go on from the oldest one.'],
  [/^INVALID_|_TOO_LARGE$/, 'Correct the arguments and call again.'],
  [/NOT_FOUND$/, 'Check the id, or search for it.'],
  [/^LLM_|^INTERNAL_|_FAILED$|_UNAVAILABLE$/, 'Try again in a minute.'],
]

/** Code, what was wrong, what to do and when: a model can act on it without knowing the interface. */
export function refusedResult(refusal: Refusal, last: readonly string[]) {
  const { code, message, status, details } = refusal
  const { retryAfterSeconds, extra } = details
  const help = HELP.find(([pattern]) => pattern.test(code))?.[1]
  const when = retryAfterSeconds === undefined ? [] : [`Wait ${retryAfterSeconds} s.`]
  const text = [
    [`${code}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`, ...(help === undefined ? [] : [help]), ...when].join(
      ' ',
    ),
    ...last,
  ]
  return {
    content: [{ type: 'text', text: text.join('\n') }],
    isError: true,
    _meta: {
      [MCP_REFUSAL]: { code, status, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), ...extra },
    },
  }
}
