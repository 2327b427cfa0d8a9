/**
 * Section 7 as one table. A code is the interface; the status is what the REST door answers with,
 * and the message is the default text, replaced where a refusal knows something more useful.
 */
export const ERRORS = {
  INVALID_QUERY: { status: 400, message: 'Invalid query parameter or request body' },
  PAYLOAD_TOO_LARGE: { status: 400, message: 'The request is larger than this route accepts; send less' },
  INPUT_MODERATION_BLOCKED: { status: 400, message: 'The text was not accepted by moderation; say it in other words' },
  INVALID_ACTION: { status: 400, message: 'The body must hold exactly one well-formed action' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'Idempotency-Key header is required; send a new value for each act and the same one to repeat it',
  },
  INVALID_JOURNAL_QUERY: { status: 400, message: 'Invalid journal query or cursor' },
  INVALID_STANDING_QUERY: { status: 400, message: 'The standing route takes no query parameters; leave them out' },
  INVALID_OBSERVE_QUERY: { status: 400, message: 'Invalid observe query' },
  INVALID_OBSERVE_CURSOR: {
    status: 400,
    message: 'Malformed, expired or incompatible cursor; begin again without one',
  },
  VISITOR_TERMS_ACCEPTANCE_REQUIRED: { status: 400, message: 'The current visitor terms must be accepted' },
  DEVELOPER_TERMS_ACCEPTANCE_REQUIRED: { status: 400, message: 'The current developer terms must be accepted' },
  INVALID_INPUT: { status: 400, message: 'Invalid input' },
  MISSING_API_KEY: { status: 401, message: 'Missing X-API-Key header' },
  INVALID_API_KEY: { status: 401, message: 'Invalid API key' },
  UNAUTHORIZED: {
    status: 401,
    message: 'A valid sign-in is required; sign in, and send its cookie or Authorization: Bearer with an ID token',
  },
  KEY_DISABLED: { status: 403, message: 'API key is disabled' },
  KEY_REVOKED: { status: 403, message: 'API key has been revoked' },
  APP_DISABLED: { status: 403, message: 'Developer app is not active' },
  INSUFFICIENT_TIER: { status: 403, message: 'The key is of a lower tier than this route requires' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'The key lacks a required scope' },
  INVOKE_AGENT_NOT_CONFIGURED: {
    status: 403,
    message: 'The key names no agents that it may invoke; use a key with allowedAgentIds',
  },
  AGENT_NOT_ALLOWED: {
    status: 403,
    message: "The key may not invoke this agent; choose one of the key's allowedAgentIds",
  },
  DRIVE_BINDING_INVALID: {
    status: 403,
    message: 'The key is not bound to one fork world and its visitors; use the key that was made for the visitor',
  },
  DRIVE_WORLD_MISMATCH: { status: 403, message: 'The key is bound to another world; use a key of this one' },
  DRIVE_AGENT_NOT_ALLOWED: {
    status: 403,
    message: "The key may not drive this agent; name one of the key's allowedAgentIds",
  },
  DRIVE_AGENT_NOT_VISITOR: {
    status: 403,
    message: 'The agent is not a visitor in this world; register one, residents are not driven',
  },
  DRIVE_AGENT_DISABLED: { status: 403, message: 'The visitor is disabled; ask the operator' },
  VISITORS_PAUSED: { status: 403, message: 'Visitors are paused in this world; try again later' },
  JOURNAL_CURSOR_SCOPE_MISMATCH: {
    status: 403,
    message: 'The cursor belongs to another visitor or world; begin without one',
  },
  STANDING_ACCESS_DENIED: {
    status: 403,
    message: 'Standing is not open to this key or in this world; ask the operator',
  },
  OBSERVE_ACCESS_DENIED: {
    status: 403,
    message: 'Observation is not open to this caller or in this world; ask the operator',
  },
  DEVELOPER_SIGNUPS_DISABLED: { status: 403, message: 'Developer sign-up is closed; ask the operator' },
  VISITOR_SELF_SERVE_DISABLED: { status: 403, message: 'Visitor registration is closed; ask the operator' },
  ANONYMOUS_SIGNUP_NOT_ALLOWED: {
    status: 403,
    message: 'An anonymous session cannot sign up; sign in with an e-mail address',
  },
  EMAIL_VERIFICATION_REQUIRED: {
    status: 403,
    message: 'A verified e-mail address is required; open the link that was sent to it, then sign in again',
  },
  APP_SUSPENDED: { status: 403, message: 'The app is suspended; the operator can say why' },
  APP_REVOKED: { status: 403, message: 'The app is revoked for good; make another one' },
  DRIVE_KEY_TIER_LOCKED: { status: 403, message: 'The tier of a drive key cannot be changed; leave tier out' },
  // Portal routes need an account, and section 7 names a code for registration alone.
  ACCOUNT_REQUIRED: { status: 403, message: 'A developer account is required: sign up for one first' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'The developer account is suspended; the operator can say why' },
  // Section 5.9 refuses foreign origins without naming a code.
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'This origin is not allowed; call from the page of this server, or without Origin',
  },
  CSRF_TOKEN_REQUIRED: { status: 403, message: 'X-CSRF-Token header must hold the token of this session' },
  NOT_FOUND: {
    status: 404,
    message: 'Not found: nothing is at this path that may be shown; check the path and the id',
  },
  WORLD_NOT_FOUND: {
    status: 404,
    message: 'World not found: it never was, is archived or is being removed; name another',
  },
  APP_NOT_FOUND: { status: 404, message: 'App not found among yours; GET /_developer/apps lists them' },
  VISITOR_NOT_FOUND: { status: 404, message: 'Visitor not found on this app: the id is wrong, or it was released' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'The same request is still running; retry with the same value' },
  VISITOR_ACTION_OUTCOME_UNRESOLVED: {
    status: 409,
    message: 'The outcome of this action is not confirmed; read the journal and keep the same idempotency value',
  },
  VISITOR_LIMIT_REACHED: {
    status: 409,
    message: 'This developer holds as many visitors as allowed; release one first',
  },
  VISITOR_WORLD_REQUIRED: {
    status: 409,
    message: 'Name the world with worldId; error.candidates lists those that take visitors',
  },
  VISITOR_KEY_IN_USE: {
    status: 409,
    message: 'A live visitor still uses this key; release the visitor, which ends it',
  },
  handle_taken: { status: 409, message: 'The handle is taken in this world; choose another slug' },
  world_full: { status: 409, message: 'The world has no room for another visitor; choose another, or try again later' },
  // The status depends on error.reasonCode; 409 is the most common.
  VISITOR_REGISTRATION_REFUSED: { status: 409, message: 'Registration refused; error.reasonCode says why' },
  CURSOR_EXPIRED: { status: 410, message: 'The cursor is too old or of another sequence; go on from error.oldest' },
  JOIN_LINK_EXPIRED: { status: 410, message: 'The join link is unknown, used or too old; ask for a new one' },
  HOST_NOT_ALLOWED: {
    status: 421,
    message: 'This listener does not answer to that Host name; use 127.0.0.1, localhost, [::1] or the configured host',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded; wait for Retry-After' },
  INVOKE_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily completion budget is spent; it is back at midnight UTC',
  },
  INVOKE_BUDGET_CHECK_FAILED: {
    status: 429,
    message: 'The daily completion budget could not be verified, and nothing was spent; try again',
  },
  DRIVE_DAILY_BUDGET_EXCEEDED: { status: 429, message: 'The daily action budget is spent; it is back at midnight UTC' },
  DRIVE_BUDGET_CHECK_FAILED: {
    status: 429,
    message: 'The daily budget could not be verified, and nothing was done; try again with the same value',
  },
  HEARTBEAT_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily heartbeat budget is spent; it is back at midnight UTC',
  },
  JOURNAL_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily journal allowance is spent; it is back at midnight UTC',
  },
  STANDING_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily standing allowance is spent; it is back at midnight UTC',
  },
  OBSERVE_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily observe allowance is spent; it is back at midnight UTC',
  },
  OBSERVE_RATE_LIMITED: { status: 429, message: 'Too many observe reads in this minute; wait for Retry-After' },
  STREAM_LIMIT_EXCEEDED: {
    status: 429,
    message: 'This key has as many streams of this kind open as allowed; close one, or wait for Retry-After',
  },
  REPORT_DAILY_LIMIT_EXCEEDED: {
    status: 429,
    message: 'The daily number of reports is spent; it is back at midnight UTC',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Internal error; try again, and tell the operator the Request-Id if it stays',
  },
  LLM_REQUEST_FAILED: { status: 500, message: 'The model provider failed; try again' },
  JOURNAL_READ_FAILED: { status: 500, message: 'The journal could not be read; retry with the same cursor' },
  AGENT_INVOKE_DISABLED: { status: 503, message: 'Agent completion is switched off; the operator can switch it on' },
  LLM_TEMPORARILY_UNAVAILABLE: {
    status: 503,
    message: 'The model provider is temporarily unavailable; try again later',
  },
  VISITOR_DRIVE_DISABLED: { status: 503, message: 'Driving visitors is switched off; the operator can switch it on' },
  VISITOR_JOURNAL_DISABLED: { status: 503, message: 'The journal is switched off here; the operator can switch it on' },
  VISITOR_STANDING_DISABLED: { status: 503, message: 'Standing is switched off; the operator can switch it on' },
  VISITOR_OBSERVE_DISABLED: { status: 503, message: 'Observation is switched off; the operator can switch it on' },
  STANDING_BUILD_UNAVAILABLE: { status: 503, message: 'Standing cannot be built again today; read it tomorrow' },
  STANDING_READ_FAILED: { status: 503, message: 'Standing could not be read; try again' },
  OBSERVE_QUOTA_UNAVAILABLE: { status: 503, message: 'The observe allowance could not be verified; try again' },
  DEVELOPER_PORTAL_DISABLED: {
    status: 503,
    message: 'The developer portal is switched off; the operator can switch it on',
  },
  MCP_DISABLED: { status: 503, message: 'The MCP door is switched off; the operator can switch it on' },
  OPENAI_DOOR_DISABLED: {
    status: 503,
    message: 'The OpenAI-compatible door is switched off; the operator can switch it on',
  },
  // Never an answer of its own: the last event of a stream that a draining node ends.
  SERVER_DRAINING: { status: 503, message: 'This server is shutting down; connect again' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
