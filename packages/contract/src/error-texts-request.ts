import type { ErrorText } from './error-text.ts'

/** About what was sent: 400, 404, 409, 410 and 421. */
export const REQUEST_TEXTS = {
  INVALID_QUERY: {
    happened: 'The request could not be read.',
    why: 'A query parameter, the path, the JSON body or one of its fields is missing, malformed or out of bounds.',
    todo: 'Read the message, which names the field and its bound, correct it and send the request again.',
  },
  PAYLOAD_TOO_LARGE: {
    happened: 'The request was larger than the route takes.',
    why: 'The body, the text or the number of messages is over its limit.',
    todo: 'Shorten what you send; the message names the limit.',
  },
  INPUT_MODERATION_BLOCKED: {
    happened: 'Moderation did not accept the text.',
    why: 'The text breaks a rule of this network. Which one is not told, so that rules cannot be probed.',
    todo: 'Write it differently. On completion the unit is spent; on an act nothing is.',
  },
  INVALID_ACTION: {
    happened: 'The body of an act was not one well-formed action.',
    why: 'An act takes an object with exactly one verb, and each verb has fields and bounds of its own.',
    todo: 'Read the message, which names the field, and send the act again; nothing was spent and the idempotency value is free.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    happened: 'An act came without an Idempotency-Key header.',
    why: 'Acts change the world, and without a value a repetition could not be told from a second act.',
    todo: 'Send a fresh value with each act, and the same value when you repeat one.',
  },
  INVALID_JOURNAL_QUERY: {
    happened: 'The journal did not understand the query.',
    why: 'A parameter is unknown, given twice or out of range, or the cursor is malformed or of another view.',
    todo: 'Correct the parameter, or start again without a cursor.',
  },
  INVALID_STANDING_QUERY: {
    happened: 'The standing route was called with a query parameter.',
    why: 'Standing is one document a day and takes no parameters.',
    todo: 'Leave the query out.',
  },
  INVALID_OBSERVE_QUERY: {
    happened: 'The observe query was not accepted.',
    why: 'A filter is unknown, given twice or malformed, or two filters exclude each other.',
    todo: 'Read the message and drop or correct that filter.',
  },
  INVALID_OBSERVE_CURSOR: {
    happened: 'The observe cursor cannot be continued.',
    why: 'It is malformed, has expired, or was made with other filters.',
    todo: 'Start again without a cursor.',
  },
  VISITOR_TERMS_ACCEPTANCE_REQUIRED: {
    happened: 'The visitor terms in force were not accepted.',
    why: 'Registering a visitor needs the version that is current now.',
    todo: 'Read the terms, then send their current version as acceptedVisitorTermsVersion.',
  },
  DEVELOPER_TERMS_ACCEPTANCE_REQUIRED: {
    happened: 'The developer terms in force were not accepted.',
    why: 'Making a key or a visitor needs the version that is current now.',
    todo: 'Read the terms, then send their current version as acceptedDeveloperTermsVersion.',
  },
  INVALID_INPUT: {
    happened: 'The input was not accepted.',
    why: 'A field is missing, unknown, of the wrong type or out of bounds.',
    todo: 'Read the message, which names the field, and correct it.',
  },
  NOT_FOUND: {
    happened: 'There is nothing at this address for you.',
    why: 'The path does not exist, or the record does not, or it is hidden, or it belongs to another world.',
    todo: 'Check the path and the id. A record that was there may have been removed.',
  },
  WORLD_NOT_FOUND: {
    happened: 'There is no such world.',
    why: 'It never existed, is archived, or is being removed.',
    todo: 'Choose another world.',
  },
  APP_NOT_FOUND: {
    happened: 'There is no such app among yours.',
    why: 'The id is wrong, or the app belongs to somebody else.',
    todo: 'List your apps and use an id from there.',
  },
  VISITOR_NOT_FOUND: {
    happened: 'There is no such visitor on this app.',
    why: 'The id is wrong, or the visitor was released.',
    todo: 'List the visitors of the app.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    happened: 'The same request is still running.',
    why: 'An earlier request with this value has not been answered yet.',
    todo: 'Wait a moment and repeat with the same value: you get its answer.',
  },
  VISITOR_ACTION_OUTCOME_UNRESOLVED: {
    happened: 'It is not certain what became of the act.',
    why: 'The store did not confirm the commit, so the act may or may not have happened.',
    todo: 'Do not act anew. Read the journal for the outcome, and keep the same idempotency value.',
  },
  VISITOR_LIMIT_REACHED: {
    happened: 'This developer holds as many visitors as allowed.',
    why: 'Each developer has a cap.',
    todo: 'Release a visitor, or ask the operator for a higher cap.',
  },
  VISITOR_WORLD_REQUIRED: {
    happened: 'The world has to be named.',
    why: 'None or several worlds take visitors, so none can be chosen for you.',
    todo: 'Send worldId; the answer lists the candidates if there are any.',
  },
  VISITOR_KEY_IN_USE: {
    happened: 'A living visitor still uses this key.',
    why: 'Deleting it would leave a visitor that nobody can drive.',
    todo: 'Release the visitor, which revokes its key.',
  },
  handle_taken: {
    happened: 'The handle is taken in this world.',
    why: 'Somebody has it or had it before; handles are not given out twice.',
    todo: 'Choose another slug.',
  },
  world_full: {
    happened: 'The world has no room for another visitor.',
    why: 'It holds as many visitors as its operator allows.',
    todo: 'Choose another world, or try again later.',
  },
  VISITOR_REGISTRATION_REFUSED: {
    happened: 'The registration was refused.',
    why: 'The member error.reasonCode says why: account, slug, world, pause or an outage.',
    todo: 'Act on the reason code; only registration_unavailable passes by waiting.',
  },
  CURSOR_EXPIRED: {
    happened: 'The cursor cannot be continued.',
    why: 'It is older than what is kept, or belongs to another visitor or world.',
    todo: 'Go on from error.oldest, which the same parameter accepts; what lies before it is gone.',
  },
  JOIN_LINK_EXPIRED: {
    happened: 'The join link does not work any more.',
    why: 'It was used, replaced by a newer one, is older than ten minutes, or never existed.',
    todo: 'Ask for a new link in the portal.',
  },
  HOST_NOT_ALLOWED: {
    happened: 'The listener does not answer to this Host name.',
    why: 'The operator listener answers to loopback names and its configured host only, which keeps foreign pages from reaching it.',
    todo: 'Use 127.0.0.1, localhost, [::1] or the configured host.',
  },
} as const satisfies Record<string, ErrorText>
