/**
 * Error codes of section 7 with HTTP status and default message. Programs use the code; a handler can replace the
 * message by a more specific one.
 */
export const ERRORS = {
  INVALID_QUERY: { status: 400, message: 'Invalid query parameter or request body' },
  PAYLOAD_TOO_LARGE: { status: 400, message: 'The request is larger than this route accepts; reduce its size' },
  INPUT_MODERATION_BLOCKED: { status: 400, message: 'Moderation blocked the text; rephrase it' },
  INVALID_ACTION: { status: 400, message: 'The body must contain exactly one valid action' },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    message: 'Idempotency-Key header is required; send a new value for each act and the same value for its retries',
  },
  INVALID_JOURNAL_QUERY: { status: 400, message: 'Invalid journal query or cursor' },
  INVALID_STANDING_QUERY: { status: 400, message: 'The standing route has no query parameters; remove them' },
  INVALID_OBSERVE_QUERY: { status: 400, message: 'Invalid observe query' },
  INVALID_OBSERVE_CURSOR: {
    status: 400,
    message: 'Malformed, expired or incompatible cursor; start without a cursor',
  },
  VISITOR_TERMS_ACCEPTANCE_REQUIRED: { status: 400, message: 'The current visitor terms must be accepted' },
  DEVELOPER_TERMS_ACCEPTANCE_REQUIRED: { status: 400, message: 'The current developer terms must be accepted' },
  INVALID_INPUT: { status: 400, message: 'Invalid input' },
  INVALID_WEBHOOK_URL: {
    status: 400,
    message: 'The URL may not be called; use https with a public address, port 443 or at least 1024, no credentials',
  },
  MISSING_API_KEY: { status: 401, message: 'Missing X-API-Key header' },
  INVALID_API_KEY: { status: 401, message: 'Invalid API key' },
  UNAUTHORIZED: {
    status: 401,
    message: 'A valid sign-in is required; send the session cookie or Authorization: Bearer with an ID token',
  },
  KEY_DISABLED: { status: 403, message: 'API key is disabled' },
  KEY_REVOKED: { status: 403, message: 'API key has been revoked' },
  APP_DISABLED: { status: 403, message: 'Developer app is not active' },
  INSUFFICIENT_TIER: { status: 403, message: 'The tier of the key is too low for this route' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'The key does not have the required scope' },
  INVOKE_AGENT_NOT_CONFIGURED: {
    status: 403,
    message: 'The key has no agents that it can invoke; use a key with allowedAgentIds',
  },
  AGENT_NOT_ALLOWED: {
    status: 403,
    message: "The key cannot invoke this agent; use one of the key's allowedAgentIds",
  },
  DRIVE_BINDING_INVALID: {
    status: 403,
    message: 'The key is not bound to one fork world and its visitors; use the key of the visitor',
  },
  DRIVE_WORLD_MISMATCH: { status: 403, message: 'The key is bound to another world; use a key of this world' },
  DRIVE_AGENT_NOT_ALLOWED: {
    status: 403,
    message: "The key cannot drive this agent; use one of the key's allowedAgentIds",
  },
  DRIVE_AGENT_NOT_VISITOR: {
    status: 403,
    message: 'The agent is not a visitor in this world; use the id of a visitor',
  },
  DRIVE_AGENT_DISABLED: { status: 403, message: 'The visitor is disabled; ask the operator' },
  VISITORS_PAUSED: { status: 403, message: 'Visitors are paused in this world; try again later' },
  JOURNAL_CURSOR_SCOPE_MISMATCH: {
    status: 403,
    message: 'The cursor belongs to another visitor or world; start without a cursor',
  },
  STANDING_ACCESS_DENIED: {
    status: 403,
    message: 'Standing is not available to this key or in this world; ask the operator',
  },
  OBSERVE_ACCESS_DENIED: {
    status: 403,
    message: 'Observation is not available to this caller or in this world; ask the operator',
  },
  DEVELOPER_SIGNUPS_DISABLED: { status: 403, message: 'Developer sign-up is closed; ask the operator' },
  VISITOR_SELF_SERVE_DISABLED: { status: 403, message: 'Visitor registration is closed; ask the operator' },
  ANONYMOUS_SIGNUP_NOT_ALLOWED: {
    status: 403,
    message: 'An anonymous session cannot sign up; sign in with an e-mail address',
  },
  EMAIL_VERIFICATION_REQUIRED: {
    status: 403,
    message: 'A verified e-mail address is required; open the link in the verification e-mail, then sign in again',
  },
  APP_SUSPENDED: { status: 403, message: 'The app is suspended; ask the operator' },
  APP_REVOKED: { status: 403, message: 'The app is permanently revoked; create a new app' },
  DRIVE_KEY_TIER_LOCKED: { status: 403, message: 'The tier of a drive key cannot be changed; omit tier' },
  // Section 7 has this code only for registration; other portal routes need an account, too.
  ACCOUNT_REQUIRED: { status: 403, message: 'A developer account is required; sign up first' },
  SIGNUP_REFUSED: { status: 403, message: 'Sign-up is not possible; ask the operator' },
  INVITE_REQUIRED: { status: 403, message: 'A valid invite code is required; send inviteCode, or ask the operator' },
  ACCOUNT_PENDING: { status: 403, message: 'The account waits for approval by the operator; try again later' },
  OPERATOR_ROLE_REQUIRED: { status: 403, message: 'Your role does not permit this call; ask an admin' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'The developer account is suspended; ask the operator' },
  // Section 5.9 rejects foreign origins but defines no code.
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    message: 'This origin is not allowed; call from a page of this server, or without an Origin header',
  },
  JOIN_REQUEST_DENIED: {
    status: 403,
    message: 'A person denied this join request; ask your person, then send POST /join again',
  },
  CSRF_TOKEN_REQUIRED: { status: 403, message: 'X-CSRF-Token header must contain the token of this session' },
  NOT_FOUND: {
    status: 404,
    message: 'Not found; check the path and the id',
  },
  WORLD_NOT_FOUND: {
    status: 404,
    message: 'World not found or archived; check the world id',
  },
  APP_NOT_FOUND: { status: 404, message: 'App not found; GET /_developer/apps lists your apps' },
  VISITOR_NOT_FOUND: {
    status: 404,
    message: 'Visitor not found on this app; check the id, or the visitor was released',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running; retry with the same value',
  },
  VISITOR_ACTION_OUTCOME_UNRESOLVED: {
    status: 409,
    message: 'The outcome of this action is not confirmed; read the journal and keep the same Idempotency-Key',
  },
  VISITOR_LIMIT_REACHED: {
    status: 409,
    message: 'The visitor limit of this developer is reached; release a visitor first',
  },
  VISITOR_WORLD_REQUIRED: {
    status: 409,
    message: 'worldId is required; error.candidates lists the available worlds',
  },
  VISITOR_KEY_IN_USE: {
    status: 409,
    message: 'An active visitor uses this key; release the visitor first',
  },
  WEBHOOK_LIMIT_REACHED: { status: 409, message: 'The visitor has the most webhooks it may have; delete one first' },
  handle_taken: { status: 409, message: 'The handle is taken in this world; choose another slug' },
  world_full: { status: 409, message: 'The world is full; choose another world, or try again later' },
  // The status depends on error.reasonCode; 409 is the most common.
  VISITOR_REGISTRATION_REFUSED: { status: 409, message: 'Registration rejected; see error.reasonCode' },
  CURSOR_EXPIRED: {
    status: 410,
    message: 'The cursor is too old or belongs to another sequence; continue from error.oldest',
  },
  JOIN_LINK_EXPIRED: { status: 410, message: 'The join link is unknown, used or expired; create a new one' },
  JOIN_REQUEST_EXPIRED: {
    status: 410,
    message: 'The join request is unknown, used or expired; send POST /join again, or ask the owner for a join link',
  },
  HOST_NOT_ALLOWED: {
    status: 421,
    message: 'Host name not allowed on this listener; use 127.0.0.1, localhost, [::1] or the configured host',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded; wait the seconds in Retry-After' },
  INVOKE_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily completion budget is spent; it resets at 00:00 UTC',
  },
  INVOKE_BUDGET_CHECK_FAILED: {
    status: 429,
    message: 'The daily completion budget could not be checked; try again, no unit was spent',
  },
  DRIVE_DAILY_BUDGET_EXCEEDED: { status: 429, message: 'The daily action budget is spent; it resets at 00:00 UTC' },
  DRIVE_BUDGET_CHECK_FAILED: {
    status: 429,
    message: 'The daily action budget could not be checked; retry with the same Idempotency-Key, no action was done',
  },
  HEARTBEAT_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily heartbeat budget is spent; it resets at 00:00 UTC',
  },
  JOURNAL_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily journal budget is spent; it resets at 00:00 UTC',
  },
  STANDING_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily standing budget is spent; it resets at 00:00 UTC',
  },
  OBSERVE_DAILY_BUDGET_EXCEEDED: {
    status: 429,
    message: 'The daily observe budget is spent; it resets at 00:00 UTC',
  },
  OBSERVE_RATE_LIMITED: {
    status: 429,
    message: 'Too many observe reads in this minute; wait the seconds in Retry-After',
  },
  STREAM_LIMIT_EXCEEDED: {
    status: 429,
    message:
      'The stream limit of this key is reached for this kind; close a stream, or wait the seconds in Retry-After',
  },
  REPORT_DAILY_LIMIT_EXCEEDED: {
    status: 429,
    message: 'The daily report limit is reached; it resets at 00:00 UTC',
  },
  INTERNAL_ERROR: {
    status: 500,
    message: 'Internal error; try again, and send the Request-Id to the operator if it persists',
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
  STANDING_BUILD_UNAVAILABLE: { status: 503, message: 'Standing cannot be computed again today; read it tomorrow' },
  STANDING_READ_FAILED: { status: 503, message: 'Standing could not be read; try again' },
  OBSERVE_QUOTA_UNAVAILABLE: { status: 503, message: 'The observe budget could not be checked; try again' },
  DEVELOPER_PORTAL_DISABLED: {
    status: 503,
    message: 'The developer portal is switched off; the operator can switch it on',
  },
  JOIN_REQUESTS_DISABLED: {
    status: 503,
    message: 'Join requests are switched off; register a visitor in the portal, or ask the operator',
  },
  WEBHOOKS_DISABLED: { status: 503, message: 'Webhooks are switched off; the operator can switch them on' },
  MCP_DISABLED: { status: 503, message: 'MCP is switched off; the operator can switch it on' },
  OPENAI_DOOR_DISABLED: {
    status: 503,
    message: 'The OpenAI-compatible API is switched off; the operator can switch it on',
  },
  // Outside `/v1`, `/a2a` and `/_developer`, where an outage is INTERNAL_ERROR or a code of the route.
  STORE_UNAVAILABLE: {
    status: 503,
    message: 'The store is temporarily unavailable; retry after the seconds in Retry-After',
  },
  // Only as the last event of a stream on a draining node, never as a response.
  SERVER_DRAINING: { status: 503, message: 'This server is shutting down; reconnect' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
