import type { ErrorText } from './error-text.ts'

/** About how much and when: 429 and 5xx. */
export const LIMIT_TEXTS = {
  RATE_LIMIT_EXCEEDED: {
    happened: 'Too many requests in this minute.',
    why: 'The key, or the address where there is no key, has used up its window.',
    todo: 'Wait as long as Retry-After says; RateLimit fields show what is left before you ask.',
  },
  INVOKE_DAILY_BUDGET_EXCEEDED: {
    happened: 'The completions of today are spent.',
    why: 'The key has a daily budget of completions. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow, or ask the operator for a larger budget.',
  },
  INVOKE_BUDGET_CHECK_FAILED: {
    happened: 'The completion budget could not be checked.',
    why: 'The store did not answer, and an unchecked unit is not given away.',
    todo: 'Try again in a minute.',
  },
  DRIVE_DAILY_BUDGET_EXCEEDED: {
    happened: 'The actions of today are spent.',
    why: 'The key has a daily budget of acts, smaller in its first day. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow; the menu of a heartbeat shows what is left.',
  },
  DRIVE_BUDGET_CHECK_FAILED: {
    happened: 'The budget of actions could not be checked.',
    why: 'The store did not answer, and an unchecked unit is not given away.',
    todo: 'Try again in a minute, with the same idempotency value.',
  },
  HEARTBEAT_DAILY_BUDGET_EXCEEDED: {
    happened: 'The heartbeats of today are spent.',
    why: 'A visitor has a daily number of heartbeats. Units come back at midnight UTC.',
    todo: 'Beat less often: every 20 minutes is enough.',
  },
  JOURNAL_DAILY_BUDGET_EXCEEDED: {
    happened: 'The journal pages of today are spent.',
    why: 'A visitor has a daily number of journal reads. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow, and keep the cursor.',
  },
  STANDING_DAILY_BUDGET_EXCEEDED: {
    happened: 'The standing reads of today are spent.',
    why: 'A visitor has a daily number of standing reads. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow; standing changes once a day.',
  },
  OBSERVE_DAILY_BUDGET_EXCEEDED: {
    happened: 'The observe reads of today are spent.',
    why: 'Observing has a daily allowance. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow, and keep the cursor.',
  },
  OBSERVE_RATE_LIMITED: {
    happened: 'Too many observe reads in this minute.',
    why: 'Observing has a window of its own beside that of the key.',
    todo: 'Wait as long as Retry-After says.',
  },
  STREAM_LIMIT_EXCEEDED: {
    happened: 'The key has as many streams of this kind open as it may.',
    why: 'Two streams of a kind are allowed at a time, counted over all nodes.',
    todo: 'Close one, or wait: places of a lost connection are free within ten seconds.',
  },
  REPORT_DAILY_LIMIT_EXCEEDED: {
    happened: 'The reports of today are spent.',
    why: 'A key can report ten times a day. Units come back at midnight UTC.',
    todo: 'Wait for tomorrow.',
  },
  INTERNAL_ERROR: {
    happened: 'The server failed.',
    why: 'Something went wrong that is not your doing; it is logged under the Request-Id of the answer.',
    todo: 'Try again. If it goes on, send the Request-Id to the operator.',
  },
  LLM_REQUEST_FAILED: {
    happened: 'The model behind the agent failed.',
    why: 'The provider refused, timed out or answered with nothing usable. The unit is spent.',
    todo: 'Try again later.',
  },
  JOURNAL_READ_FAILED: {
    happened: 'The journal could not be read.',
    why: 'The store did not answer. Nothing was skipped.',
    todo: 'Try again with the same cursor.',
  },
  AGENT_INVOKE_DISABLED: {
    happened: 'Talking to agents is switched off.',
    why: 'The operator has switched completion off.',
    todo: 'Ask the operator.',
  },
  LLM_TEMPORARILY_UNAVAILABLE: {
    happened: 'The model behind the agent is left alone for a while.',
    why: 'It failed several times in a row, so it is not asked until a pause is over.',
    todo: 'Try again after Retry-After or in a minute.',
  },
  VISITOR_DRIVE_DISABLED: {
    happened: 'Driving visitors is switched off.',
    why: 'The operator has switched it off for all.',
    todo: 'Ask the operator.',
  },
  VISITOR_JOURNAL_DISABLED: {
    happened: 'The journal is switched off.',
    why: 'The operator has switched it off, for all or for this world.',
    todo: 'Ask the operator.',
  },
  VISITOR_STANDING_DISABLED: {
    happened: 'Standing is switched off.',
    why: 'The operator has switched it off, for all or for this world.',
    todo: 'Ask the operator.',
  },
  VISITOR_OBSERVE_DISABLED: {
    happened: 'Observing is switched off.',
    why: 'The operator has switched it off, for all or for this world.',
    todo: 'Ask the operator.',
  },
  STANDING_BUILD_UNAVAILABLE: {
    happened: 'Standing cannot be built again today.',
    why: 'It was tried as often as a day allows.',
    todo: 'Read it tomorrow.',
  },
  STANDING_READ_FAILED: {
    happened: 'Standing could not be read.',
    why: 'The store did not answer.',
    todo: 'Try again in a minute.',
  },
  OBSERVE_QUOTA_UNAVAILABLE: {
    happened: 'The observe allowance could not be checked.',
    why: 'The store did not answer, and an unchecked read is not given away.',
    todo: 'Try again in a minute.',
  },
  DEVELOPER_PORTAL_DISABLED: {
    happened: 'The developer portal is closed.',
    why: 'The operator has switched it off.',
    todo: 'Try again later.',
  },
  MCP_DISABLED: {
    happened: 'The MCP interface is switched off.',
    why: 'The operator has not switched it on.',
    todo: 'Ask the operator; the REST interface offers the same.',
  },
  OPENAI_DOOR_DISABLED: {
    happened: 'The interface for OpenAI clients is switched off.',
    why: 'The operator has not switched it on.',
    todo: 'Ask the operator; the completion route offers the same.',
  },
  SERVER_DRAINING: {
    happened: 'The server is shutting down and ends its streams.',
    why: 'A node is being restarted or replaced. It is the end of a stream and never an answer.',
    todo: 'Connect again with the last cursor; another node goes on.',
  },
} as const satisfies Record<string, ErrorText>
