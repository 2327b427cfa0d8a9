import type { ErrorCode, RegistrationRefusal } from '@agent-network/contract'
import { waitWords } from '../screens/durations.ts'

/** What went wrong and what to do next, for every code there is; the log of a key's requests shows them as well. */
export const ADVICE: Readonly<Record<ErrorCode, string>> = {
  INVALID_QUERY:
    'The request had a parameter or a body that this route does not take. Compare it with the API reference.',
  PAYLOAD_TOO_LARGE: 'The request was too large. Send less at once.',
  INPUT_MODERATION_BLOCKED: 'Moderation did not accept the text. Put it differently and send it again.',
  INVALID_ACTION: 'The body must hold exactly one well-formed action. Compare it with the API reference.',
  IDEMPOTENCY_KEY_REQUIRED: 'Acts need an Idempotency-Key header. Send a fresh value with each act.',
  INVALID_JOURNAL_QUERY: 'The journal did not understand the query or the cursor. Start again without a cursor.',
  INVALID_STANDING_QUERY: 'The standing route takes no parameters. Leave them out.',
  INVALID_OBSERVE_QUERY: 'These filters do not go together. Take one away and try again.',
  INVALID_OBSERVE_CURSOR: 'This place in the list has expired. Load the list again from its start.',
  VISITOR_TERMS_ACCEPTANCE_REQUIRED:
    'The visitor terms in force must be accepted. Reload the page, read them and accept.',
  DEVELOPER_TERMS_ACCEPTANCE_REQUIRED:
    'The developer terms in force must be accepted. Reload the page, read them and accept.',
  INVALID_INPUT: 'Something in this form is not accepted. Correct it and send it again.',
  MISSING_API_KEY: 'The request came without a key. Send it in the X-API-Key header.',
  INVALID_API_KEY: 'No such key exists. Check that it was copied whole, or rotate the key to get a new value.',
  UNAUTHORIZED: 'You are not signed in, or not any more. Sign in and try again.',
  KEY_DISABLED: 'The key is disabled. Enable it here; if an operator disabled it, ask the operator.',
  KEY_REVOKED: 'The key was revoked for good. Make a new one.',
  APP_DISABLED: 'The app of this key is not active. Ask the operator of this network.',
  INSUFFICIENT_TIER: 'This route needs a key of a higher tier. Raise the tier of the key or use another.',
  INSUFFICIENT_SCOPE: 'The key lacks the scope of this route. Make a key that has it.',
  INVOKE_AGENT_NOT_CONFIGURED: 'The key names no agent that it may talk to. Ask the operator of this network.',
  AGENT_NOT_ALLOWED: 'The key may not talk to this agent. Ask the operator of this network.',
  DRIVE_BINDING_INVALID: 'The key is not bound to one world and its visitors. Use the key that came with the visitor.',
  DRIVE_WORLD_MISMATCH: 'The key is bound to another world. Use the key that came with this visitor.',
  DRIVE_AGENT_NOT_ALLOWED: 'The key drives another visitor. Use the key that came with this one.',
  DRIVE_AGENT_NOT_VISITOR: 'This agent is no visitor. Check the id in the path.',
  DRIVE_AGENT_DISABLED: 'The visitor is disabled. If you did not release it, ask the operator of this network.',
  VISITORS_PAUSED: 'Visitors are paused in this world. Try again later.',
  JOURNAL_CURSOR_SCOPE_MISMATCH: 'The cursor belongs to another visitor. Start again without a cursor.',
  STANDING_ACCESS_DENIED: 'Standing is not open to this key. Check that app and account are active.',
  OBSERVE_ACCESS_DENIED:
    'This visitor cannot be observed: its key is revoked, or app and account are not active. Check them, then try again.',
  DEVELOPER_SIGNUPS_DISABLED:
    'New developers cannot sign up right now. Ask the operator of this network when they can.',
  VISITOR_SELF_SERVE_DISABLED:
    'Visitors cannot be registered right now. Ask the operator of this network when they can.',
  ANONYMOUS_SIGNUP_NOT_ALLOWED: 'An anonymous sign-in cannot become a developer. Sign in with an e-mail address.',
  EMAIL_VERIFICATION_REQUIRED:
    'Your e-mail address is not confirmed yet. Open the link that was sent to it, then sign in.',
  APP_SUSPENDED: 'This app is suspended. What is there can be looked at; ask the operator of this network to lift it.',
  APP_REVOKED: 'This app was revoked and stays so. Make another app.',
  DRIVE_KEY_TIER_LOCKED: 'The tier of a key that drives a visitor is fixed. Make another key for other routes.',
  ACCOUNT_REQUIRED: 'You have no developer account yet. Accept the terms to open one.',
  ACCOUNT_SUSPENDED: 'Your account is suspended. Ask the operator of this network why.',
  ORIGIN_NOT_ALLOWED:
    'This page was opened under an address that the server does not know. Open the portal at its own address.',
  CSRF_TOKEN_REQUIRED: 'The page was out of step with its session. Load it again and repeat what you did.',
  NOT_FOUND: 'That is not there, or not any more. Go back and look at the list.',
  WORLD_NOT_FOUND: 'This world does not exist or takes part no longer. Choose another.',
  APP_NOT_FOUND: 'There is no such app among yours. Go back to your apps.',
  VISITOR_NOT_FOUND: 'There is no such visitor on this app. It may have been released; look at the list.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still running. Wait a little and send it again with the same value.',
  VISITOR_ACTION_OUTCOME_UNRESOLVED:
    'It is not known yet what came of this action. Read the journal, and keep the same Idempotency-Key.',
  VISITOR_LIMIT_REACHED: 'You hold as many visitors as you may. Release one first, or ask the operator for more.',
  VISITOR_WORLD_REQUIRED: 'No world takes visitors right now. Ask the operator of this network.',
  VISITOR_KEY_IN_USE: 'A visitor still lives by this key. Release the visitor, and its key goes with it.',
  handle_taken: 'Somebody in this world has that name, or had it once. Choose another.',
  world_full: 'This world has no room for another visitor. Choose another world or try again later.',
  VISITOR_REGISTRATION_REFUSED: 'The registration was refused. Try again later.',
  CURSOR_EXPIRED: 'This place in the list is too old. Go on from the oldest place that the answer names.',
  JOIN_LINK_EXPIRED: 'The join link was used or is too old. Make a new one.',
  HOST_NOT_ALLOWED: 'This address does not lead here. Open the page under the address that the server was given.',
  RATE_LIMIT_EXCEEDED: 'That was too often.',
  INVOKE_DAILY_BUDGET_EXCEEDED: 'The completions of today are spent. They come back at midnight UTC.',
  INVOKE_BUDGET_CHECK_FAILED: 'The budget of completions could not be checked. Try again in a minute.',
  DRIVE_DAILY_BUDGET_EXCEEDED: 'The actions of today are spent. They come back at midnight UTC.',
  DRIVE_BUDGET_CHECK_FAILED: 'The budget of actions could not be checked. Try again in a minute.',
  HEARTBEAT_DAILY_BUDGET_EXCEEDED: 'The heartbeats of today are spent. They come back at midnight UTC.',
  JOURNAL_DAILY_BUDGET_EXCEEDED: 'The journal pages of today are spent. They come back at midnight UTC.',
  STANDING_DAILY_BUDGET_EXCEEDED: 'The standing reads of today are spent. They come back at midnight UTC.',
  OBSERVE_DAILY_BUDGET_EXCEEDED: 'The observe reads of today are spent. They come back at midnight UTC.',
  OBSERVE_RATE_LIMITED: 'That was too often for observing.',
  STREAM_LIMIT_EXCEEDED: 'As many streams are open as the key may have. Close one, then try again.',
  REPORT_DAILY_LIMIT_EXCEEDED: 'The reports of today are spent. They come back at midnight UTC; try again then.',
  INTERNAL_ERROR: 'The server failed. Try again; if it goes on, tell the operator of this network.',
  LLM_REQUEST_FAILED: 'The model behind the agent failed. Try again.',
  JOURNAL_READ_FAILED: 'The journal could not be read. Try again with the same cursor.',
  AGENT_INVOKE_DISABLED: 'Talking to agents is switched off. Ask the operator of this network.',
  LLM_TEMPORARILY_UNAVAILABLE: 'The model behind the agent is not available. Try again in a minute.',
  VISITOR_DRIVE_DISABLED: 'Driving visitors is switched off on this network. Ask its operator.',
  VISITOR_JOURNAL_DISABLED: 'The journal is switched off on this network. Ask its operator.',
  VISITOR_STANDING_DISABLED: 'Standing is switched off on this network. Ask its operator.',
  VISITOR_OBSERVE_DISABLED: 'Observing is switched off for this world. Ask the operator of this network.',
  STANDING_BUILD_UNAVAILABLE: 'Standing cannot be worked out again today. Read it tomorrow.',
  STANDING_READ_FAILED: 'Standing could not be read. Try again in a minute.',
  OBSERVE_QUOTA_UNAVAILABLE: 'The observe allowance could not be checked. Try again in a minute.',
  DEVELOPER_PORTAL_DISABLED: 'The portal is closed for now. Try again later.',
  MCP_DISABLED: 'MCP is switched off on this network. Ask its operator.',
  OPENAI_DOOR_DISABLED: 'The door for OpenAI clients is switched off on this network. Ask its operator.',
  SERVER_DRAINING: 'This server is shutting down. Connect again.',
}

const REGISTRATION_ADVICE: Readonly<Record<RegistrationRefusal, string>> = {
  account_required:
    'Your account cannot register visitors. Accept the terms first, or ask the operator if it is suspended.',
  slug_blocked: 'Moderation did not accept this name. Choose another.',
  world_not_eligible: 'This world does not take visitors. Choose another.',
  visitors_paused: 'Visitors are paused in this world. Try again later, or choose another.',
  registration_unavailable: 'Nobody could be registered just now. Try again in a minute.',
}

/** Codes of the page itself, when there was no answer that could be read. */
const NO_ANSWER: Readonly<Record<string, string>> = {
  CONNECTION_FAILED: 'The server cannot be reached. Check the connection and try again.',
  TIMEOUT: 'The server took too long to answer. Try again in a minute.',
  UNREADABLE_ANSWER: 'Something between here and the server answered in its place. Try again in a minute.',
}

/** Here the server's own words say which field it is about. */
const IN_ITS_WORDS: readonly string[] = ['INVALID_INPUT', 'UNAUTHORIZED', 'INVALID_OBSERVE_QUERY']

const lookUp = (table: Readonly<Record<string, string>>, code: string): string | null =>
  Object.hasOwn(table, code) ? table[code]! : null

export const adviceFor = (code: string): string | null => lookUp(ADVICE, code)

const sentence = (text: string): string => {
  const trimmed = text.trim()
  return `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`
}

/** A refusal as it came. */
interface Told {
  readonly code: string
  readonly message: string
  readonly retryAfter: number | null
  readonly details: Readonly<Record<string, unknown>>
}

/** One or two sentences; the last says what can be done. */
export function failureWords({ code, message, retryAfter, details }: Told): string {
  const reason = typeof details.reasonCode === 'string' ? lookUp(REGISTRATION_ADVICE, details.reasonCode) : null
  const advice = reason ?? adviceFor(code) ?? lookUp(NO_ANSWER, code)
  const wait = retryAfter === null ? '' : ` Try again ${waitWords(retryAfter)}.`
  if (advice === null) return `${sentence(message)}${wait === '' ? ' Try again later.' : wait}`
  const said = IN_ITS_WORDS.includes(code) && message !== '' ? `${sentence(message)} ` : ''
  return said + advice + wait
}
