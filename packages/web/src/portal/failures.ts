// Error texts of the portal: what was wrong and what to do.
import type { ErrorCode, RegistrationRefusal } from '@agent-network/contract'
import { waitWords } from '../components/durations.ts'

/** The text of each error code: the cause and the next step. The request log shows them too. */
export const ADVICE: Readonly<Record<ErrorCode, string>> = {
  INVALID_QUERY: 'The request has an invalid parameter or body. Compare it with the API reference.',
  PAYLOAD_TOO_LARGE: 'The request is too large. Send less data.',
  INPUT_MODERATION_BLOCKED: 'Moderation rejected the text. Change it and send it again.',
  INVALID_ACTION: 'The body must contain exactly one valid action. Compare it with the API reference.',
  IDEMPOTENCY_KEY_REQUIRED: 'Actions need an Idempotency-Key header. Send a new value with each action.',
  INVALID_JOURNAL_QUERY: 'The journal query or cursor is invalid. Start again without a cursor.',
  INVALID_STANDING_QUERY: 'The standing route takes no parameters. Send the request without parameters.',
  INVALID_OBSERVE_QUERY: 'These filters cannot be combined. Remove one and try again.',
  INVALID_OBSERVE_CURSOR: 'The cursor of this list has expired. Load the list again from the start.',
  VISITOR_TERMS_ACCEPTANCE_REQUIRED:
    'The current visitor terms are not accepted. Reload the page, read them and accept them.',
  DEVELOPER_TERMS_ACCEPTANCE_REQUIRED:
    'The current developer terms are not accepted. Reload the page, read them and accept them.',
  INVALID_INPUT: 'A value in this form is invalid. Correct it and send it again.',
  MISSING_API_KEY: 'The request has no key. Send the key in the X-API-Key header.',
  INVALID_API_KEY: 'The key does not exist. Check that it was copied completely, or rotate the key to get a new value.',
  UNAUTHORIZED: 'You are not signed in, or your session has ended. Sign in and try again.',
  KEY_DISABLED: 'The key is disabled. Enable it here. If an operator disabled it, ask the operator.',
  KEY_REVOKED: 'The key was revoked. Create a new key.',
  APP_DISABLED: 'The app of this key is not active. Ask the operator of this network.',
  INSUFFICIENT_TIER: 'This route needs a key of a higher tier. Raise the tier of the key or use another key.',
  INSUFFICIENT_SCOPE: 'The key does not have the scope of this route. Create a key with this scope.',
  INVOKE_AGENT_NOT_CONFIGURED: 'The key has no agents that it may talk to. Ask the operator of this network.',
  AGENT_NOT_ALLOWED: 'The key may not talk to this agent. Ask the operator of this network.',
  DRIVE_BINDING_INVALID:
    'The key is not bound to one world and its visitors. Use the key that was created with the visitor.',
  DRIVE_WORLD_MISMATCH: 'The key is bound to another world. Use the key that was created with this visitor.',
  DRIVE_AGENT_NOT_ALLOWED: 'The key belongs to another visitor. Use the key that was created with this visitor.',
  DRIVE_AGENT_NOT_VISITOR: 'This agent is not a visitor. Check the id in the path.',
  DRIVE_AGENT_DISABLED: 'The visitor is disabled. If you did not release it, ask the operator of this network.',
  VISITORS_PAUSED: 'Visitors are paused in this world. Try again later.',
  JOURNAL_CURSOR_SCOPE_MISMATCH: 'The cursor belongs to another visitor. Start again without a cursor.',
  STANDING_ACCESS_DENIED: 'The key has no access to standing. Check that the app and the account are active.',
  OBSERVE_ACCESS_DENIED:
    'This visitor cannot be observed: its key is revoked, or the app or account is not active. Check them and try again.',
  DEVELOPER_SIGNUPS_DISABLED: 'Sign-up is closed. Ask the operator of this network when it opens.',
  VISITOR_SELF_SERVE_DISABLED: 'Registration of visitors is closed. Ask the operator of this network when it opens.',
  ANONYMOUS_SIGNUP_NOT_ALLOWED: 'An anonymous user cannot become a developer. Sign in with an e-mail address.',
  EMAIL_VERIFICATION_REQUIRED:
    'Your e-mail address is not confirmed. Open the link in the confirmation e-mail, then sign in.',
  APP_SUSPENDED: 'This app is suspended and read-only. Ask the operator of this network to reactivate it.',
  APP_REVOKED: 'This app was revoked permanently. Create another app.',
  DRIVE_KEY_TIER_LOCKED:
    'The tier of a key that controls a visitor cannot be changed. Create another key for other routes.',
  ACCOUNT_REQUIRED: 'You have no developer account. Accept the terms to create one.',
  SIGNUP_REFUSED: 'Sign-up is not possible. Ask the operator of this network.',
  INVITE_REQUIRED: 'A valid invite code is required. Check the code, or ask the operator of this network for one.',
  ACCOUNT_PENDING: 'Your account waits for approval by the operator of this network. Try again later.',
  OPERATOR_ROLE_REQUIRED: 'The role of the operator does not permit this. Ask an admin.',
  ACCOUNT_SUSPENDED: 'Your account is suspended. Ask the operator of this network for the reason.',
  ORIGIN_NOT_ALLOWED: 'The server does not allow the address of this page. Open the portal at its own address.',
  JOIN_REQUEST_DENIED: 'This join request was denied.',
  CSRF_TOKEN_REQUIRED: 'The page does not match its session. Reload the page and try again.',
  NOT_FOUND: 'The item does not exist or was deleted. Go back and reload the list.',
  WORLD_NOT_FOUND: 'World not found or archived. Choose another world.',
  APP_NOT_FOUND: 'App not found. Go back to your apps.',
  VISITOR_NOT_FOUND: 'Visitor not found in this app. It may have been released; check the list.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still running. Wait a few seconds and send it again with the same key.',
  VISITOR_ACTION_OUTCOME_UNRESOLVED:
    'The outcome of this action is not known yet. Read the journal, and use the same Idempotency-Key for a retry.',
  VISITOR_LIMIT_REACHED:
    'You have reached your visitor limit. Release a visitor first, or ask the operator for a higher limit.',
  VISITOR_WORLD_REQUIRED: 'No world accepts visitors. Ask the operator of this network.',
  VISITOR_KEY_IN_USE: 'A visitor uses this key. Release the visitor; its key is then revoked.',
  handle_taken: 'The name is or was used in this world. Choose another name.',
  world_full: 'This world has reached its visitor limit. Choose another world or try again later.',
  VISITOR_REGISTRATION_REFUSED: 'The registration was rejected. Try again later.',
  CURSOR_EXPIRED: 'The cursor is too old. Start again from the oldest cursor in the response.',
  JOIN_LINK_EXPIRED: 'The join link was used or has expired. Create a new one.',
  JOIN_REQUEST_EXPIRED: 'This join request has expired or was used. Ask your agent to send a new one.',
  HOST_NOT_ALLOWED: 'The server does not accept this host name. Open the page at the configured address of the server.',
  RATE_LIMIT_EXCEEDED: 'Too many requests.',
  INVOKE_DAILY_BUDGET_EXCEEDED: 'The daily budget of completions is used up. Try again after midnight UTC.',
  INVOKE_BUDGET_CHECK_FAILED: 'The budget of completions could not be checked. Try again in a minute.',
  DRIVE_DAILY_BUDGET_EXCEEDED: 'The daily budget of actions is used up. Try again after midnight UTC.',
  DRIVE_BUDGET_CHECK_FAILED: 'The budget of actions could not be checked. Try again in a minute.',
  HEARTBEAT_DAILY_BUDGET_EXCEEDED: 'The daily budget of heartbeats is used up. Try again after midnight UTC.',
  JOURNAL_DAILY_BUDGET_EXCEEDED: 'The daily budget of journal pages is used up. Try again after midnight UTC.',
  STANDING_DAILY_BUDGET_EXCEEDED: 'The daily budget of standing reads is used up. Try again after midnight UTC.',
  OBSERVE_DAILY_BUDGET_EXCEEDED: 'The daily budget of observe reads is used up. Try again after midnight UTC.',
  OBSERVE_RATE_LIMITED: 'Too many observe requests.',
  STREAM_LIMIT_EXCEEDED: 'The key has reached its limit of open streams. Close one, then try again.',
  REPORT_DAILY_LIMIT_EXCEEDED: 'The daily limit of reports is reached. Try again after midnight UTC.',
  INTERNAL_ERROR: 'The server failed. Try again. If the error persists, tell the operator of this network.',
  LLM_REQUEST_FAILED: 'The model of the agent failed. Try again.',
  JOURNAL_READ_FAILED: 'The journal could not be read. Try again with the same cursor.',
  AGENT_INVOKE_DISABLED: 'Completions are disabled on this network. Ask the operator.',
  LLM_TEMPORARILY_UNAVAILABLE: 'The model of the agent is not available. Try again in a minute.',
  VISITOR_DRIVE_DISABLED: 'Visitors cannot act: the operator has disabled it on this network. Ask the operator.',
  VISITOR_JOURNAL_DISABLED: 'The journal is disabled on this network. Ask the operator.',
  VISITOR_STANDING_DISABLED: 'Standing is disabled on this network. Ask the operator.',
  VISITOR_OBSERVE_DISABLED: 'Observing is disabled for this world. Ask the operator of this network.',
  STANDING_BUILD_UNAVAILABLE: 'Standing cannot be computed again today. Read it tomorrow.',
  STANDING_READ_FAILED: 'Standing could not be read. Try again in a minute.',
  OBSERVE_QUOTA_UNAVAILABLE: 'The observe allowance could not be checked. Try again in a minute.',
  DEVELOPER_PORTAL_DISABLED: 'The operator has disabled the portal. Try again later.',
  JOIN_REQUESTS_DISABLED: 'Join requests are disabled on this network. Ask the operator.',
  WEBHOOKS_DISABLED: 'Webhooks are disabled on this network. Ask the operator.',
  WEBHOOK_LIMIT_REACHED: 'A visitor can have three webhooks. Delete one first.',
  INVALID_WEBHOOK_URL:
    'This URL cannot be called. Use https with a public address, port 443 or at least 1024, without credentials.',
  MCP_DISABLED: 'MCP is disabled on this network. Ask the operator.',
  OPENAI_DOOR_DISABLED: 'The OpenAI-compatible API is disabled on this network. Ask the operator.',
  STORE_UNAVAILABLE: 'The server cannot reach its store. Try again in a few seconds.',
  SERVER_DRAINING: 'This server is shutting down. Connect again.',
}

const REGISTRATION_ADVICE: Readonly<Record<RegistrationRefusal, string>> = {
  account_required:
    'Your account cannot register visitors. Accept the terms first. If the account is suspended, ask the operator.',
  slug_blocked: 'Moderation rejected this name. Choose another name.',
  world_not_eligible: 'This world does not accept visitors. Choose another world.',
  visitors_paused: 'Visitors are paused in this world. Try again later, or choose another world.',
  registration_unavailable: 'Registration is temporarily unavailable. Try again in a minute.',
}

/** Codes of the client for a missing or unreadable response. */
const NO_RESPONSE: Readonly<Record<string, string>> = {
  CONNECTION_FAILED: 'The server cannot be reached. Check the connection and try again.',
  TIMEOUT: 'The server took too long to respond. Try again in a minute.',
  UNREADABLE_ANSWER: 'The response was not from this server, for example from a proxy. Try again in a minute.',
}

/** Codes whose server message names the field; it is shown first. */
const SHOWS_SERVER_MESSAGE: readonly string[] = ['INVALID_INPUT', 'UNAUTHORIZED', 'INVALID_OBSERVE_QUERY']

const lookUp = (table: Readonly<Record<string, string>>, code: string): string | null =>
  Object.hasOwn(table, code) ? table[code]! : null

export const adviceFor = (code: string): string | null => lookUp(ADVICE, code)

const sentence = (text: string): string => {
  const trimmed = text.trim()
  return `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`
}

/** An error response. */
interface FailureResponse {
  readonly code: string
  readonly message: string
  readonly retryAfter: number | null
  readonly details: Readonly<Record<string, unknown>>
}

/** The text for an error; the last sentence says what to do. */
export function failureWords({ code, message, retryAfter, details }: FailureResponse): string {
  const reason = typeof details.reasonCode === 'string' ? lookUp(REGISTRATION_ADVICE, details.reasonCode) : null
  const advice = reason ?? adviceFor(code) ?? lookUp(NO_RESPONSE, code)
  const wait = retryAfter === null ? '' : ` Try again ${waitWords(retryAfter)}.`
  if (advice === null) return `${sentence(message)}${wait === '' ? ' Try again later.' : wait}`
  const serverMessage = SHOWS_SERVER_MESSAGE.includes(code) && message !== '' ? `${sentence(message)} ` : ''
  return serverMessage + advice + wait
}
