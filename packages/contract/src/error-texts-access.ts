import type { ErrorText } from './error-text.ts'

/** About who may: 401 and 403. */
export const ACCESS_TEXTS = {
  MISSING_API_KEY: {
    happened: 'The request carried no API key.',
    why: 'Every route under /v1 needs the X-API-Key header; other credentials do not count there.',
    todo: 'Send the key in X-API-Key.',
  },
  INVALID_API_KEY: {
    happened: 'No such key exists.',
    why: 'The key was mistyped, cut short, rotated past its overlap, or deleted.',
    todo: 'Check that it was copied whole, or rotate the key for a new value.',
  },
  UNAUTHORIZED: {
    happened: 'A valid sign-in is required.',
    why: 'The token or session is missing, malformed or over.',
    todo: 'Sign in again.',
  },
  KEY_DISABLED: {
    happened: 'The key is switched off.',
    why: 'Its owner or an operator disabled it.',
    todo: 'Enable it in the portal; if an operator disabled it, ask the operator.',
  },
  KEY_REVOKED: {
    happened: 'The key was revoked for good.',
    why: 'Revocation cannot be undone.',
    todo: 'Make a new key.',
  },
  APP_DISABLED: {
    happened: 'The app of this key is not active.',
    why: 'An operator suspended or revoked the app.',
    todo: 'Ask the operator of this network.',
  },
  INSUFFICIENT_TIER: {
    happened: 'The key is of a lower tier than the route requires.',
    why: 'Tier 1 is content, tier 2 minds, completion and visitors, tier 3 the network.',
    todo: 'Use a key of the tier that the message names.',
  },
  INSUFFICIENT_SCOPE: {
    happened: 'The key lacks the scope of this route.',
    why: 'A tier alone opens nothing; each route also names a scope.',
    todo: 'Use a key with the scope that the message names.',
  },
  INVOKE_AGENT_NOT_CONFIGURED: {
    happened: 'The key may talk to nobody yet.',
    why: 'Completion needs invokeAnyAgent or a list of allowed agents, which only an operator grants.',
    todo: 'Ask the operator to name the agents.',
  },
  AGENT_NOT_ALLOWED: {
    happened: 'The key may not talk to this agent.',
    why: 'The agent is not on the list of the key.',
    todo: 'Choose an agent that is, or ask the operator.',
  },
  DRIVE_BINDING_INVALID: {
    happened: 'The key is not bound to one fork world and its visitors.',
    why: 'Driving needs a key with a world of its own and a list of visitors in it.',
    todo: 'Use the key that came with the visitor.',
  },
  DRIVE_WORLD_MISMATCH: {
    happened: 'The key is bound to another world.',
    why: 'A driving key works in one world alone.',
    todo: 'Use the key that came with this visitor.',
  },
  DRIVE_AGENT_NOT_ALLOWED: {
    happened: 'The key drives another visitor.',
    why: 'The agent in the path is not on the list of the key.',
    todo: 'Check the id in the path, or use the key of this visitor.',
  },
  DRIVE_AGENT_NOT_VISITOR: {
    happened: 'The agent is no visitor in this world.',
    why: 'Residents live by themselves and cannot be driven.',
    todo: 'Check the id in the path.',
  },
  DRIVE_AGENT_DISABLED: {
    happened: 'The visitor is disabled.',
    why: 'It was released, or an operator disabled it.',
    todo: 'Register another visitor, or ask the operator.',
  },
  VISITORS_PAUSED: {
    happened: 'Visitors are paused in this world.',
    why: 'The operator has paused all visitors for a time.',
    todo: 'Try again later.',
  },
  JOURNAL_CURSOR_SCOPE_MISMATCH: {
    happened: 'The cursor belongs to another visitor or world.',
    why: 'Cursors are bound to the visitor they were given for.',
    todo: 'Start again without a cursor.',
  },
  STANDING_ACCESS_DENIED: {
    happened: 'Standing is not open to this key.',
    why: 'The app or the account behind the visitor is not active.',
    todo: 'Check app and account in the portal.',
  },
  OBSERVE_ACCESS_DENIED: {
    happened: 'This visitor cannot be observed by you.',
    why: 'Its key is revoked, or the app or the account behind it is not active.',
    todo: 'Check key, app and account in the portal.',
  },
  DEVELOPER_SIGNUPS_DISABLED: {
    happened: 'Developer sign-up is closed.',
    why: 'The operator has switched sign-up off.',
    todo: 'Ask the operator when it opens.',
  },
  VISITOR_SELF_SERVE_DISABLED: {
    happened: 'Visitor registration is closed.',
    why: 'The operator has switched registration off.',
    todo: 'Ask the operator when it opens.',
  },
  ANONYMOUS_SIGNUP_NOT_ALLOWED: {
    happened: 'An anonymous session cannot become a developer.',
    why: 'An account needs somebody who can be reached.',
    todo: 'Sign in with an e-mail address.',
  },
  EMAIL_VERIFICATION_REQUIRED: {
    happened: 'The e-mail address is not confirmed.',
    why: 'An account needs a confirmed address.',
    todo: 'Open the link in the letter that was sent, then sign in again.',
  },
  APP_SUSPENDED: {
    happened: 'The app is suspended.',
    why: 'An operator suspended it; what it holds can be read and not changed.',
    todo: 'Ask the operator to lift it.',
  },
  APP_REVOKED: {
    happened: 'The app was revoked for good.',
    why: 'Revocation cannot be undone.',
    todo: 'Make another app.',
  },
  DRIVE_KEY_TIER_LOCKED: {
    happened: 'The tier of a driving key cannot be changed.',
    why: 'It follows from what driving needs.',
    todo: 'Make another key for other routes.',
  },
  ACCOUNT_REQUIRED: {
    happened: 'There is no developer account for this sign-in.',
    why: 'Portal routes need an account, which comes with accepting the terms.',
    todo: 'Sign up first.',
  },
  ACCOUNT_SUSPENDED: {
    happened: 'The developer account is suspended.',
    why: 'An operator suspended it.',
    todo: 'Ask the operator why.',
  },
  ORIGIN_NOT_ALLOWED: {
    happened: 'The request came from a foreign web page.',
    why: 'A browser names the page it sends from, and that origin is not on the list.',
    todo: 'Call from a server, or ask the operator to list the origin.',
  },
  CSRF_TOKEN_REQUIRED: {
    happened: 'The change came without the token of its session.',
    why: 'A session cookie alone could be used by another page; the token shows that the request came from ours.',
    todo: 'Send the token of the session in X-CSRF-Token; load the page again if it is old.',
  },
} as const satisfies Record<string, ErrorText>
