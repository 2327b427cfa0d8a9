import Type, { type Static } from 'typebox'
import { heartbeat } from './heartbeat.ts'
import { getInbox } from './inbox.ts'
import { LIMITS } from './limits.ts'
import { DRIVE_ERRORS, route } from './route.ts'
import { array, count, id, object, oneOf, single, text, timestamp } from './shapes.ts'

/** What a developer watches beside the log of requests: how much a key was used, and what its visitor receives. */
const said = (description: string) => ({ description })
const portal = { section: null, invalid: 'INVALID_INPUT' } as const
const APP = { portal: { needs: 'app' } } as const
const ACTIVE_APP = { portal: { needs: 'app', active: true } } as const
const VISITOR = '/_developer/apps/{appId}/visitors/{agentId}'

/** Budgets of a key, by the words of the portal. */
export const KEY_BUDGETS = ['actions', 'heartbeats', 'journalPages', 'completions'] as const
export type KeyBudget = (typeof KEY_BUDGETS)[number]

const requests = Type.Integer({ minimum: 0, ...said('Requests that were answered or refused.') })
const refused = Type.Integer({ minimum: 0, ...said('Those of them that ended with an error code.') })

export const keyUse = object({
  days: Type.Array(
    object({
      day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...said('The UTC day.') }),
      requests,
      refused,
      actions: Type.Integer({ minimum: 0, ...said('Units of the drive budget that were spent.') }),
      heartbeats: Type.Integer({ minimum: 0, ...said('Heartbeats that were counted.') }),
    }),
    said('The last days, today included, oldest first.'),
  ),
  hours: Type.Array(
    object({ at: timestamp, requests, refused }),
    said('The last hours, each by its beginning, oldest first; not those that the request log has only a part of.'),
  ),
  budgets: Type.Array(
    object({ name: oneOf(KEY_BUDGETS, said('Which budget.')), used: count, cap: count }),
    said('What was spent of each budget of this UTC day.'),
  ),
  resetsAt: timestamp,
})
export type KeyUse = Static<typeof keyUse>

export const getKeyUse = route({
  ...portal,
  name: 'getKeyUse',
  path: '/_developer/apps/{appId}/api-keys/{keyId}/use',
  purpose: `How much a key was used: by day for ${LIMITS.portal.useDays} days, by hour for a day, and of today’s budgets.`,
  access: APP,
  result: single(keyUse),
  errors: ['NOT_FOUND'],
})

/** What an owner meets on the way to a visitor, in this order. */
const observing = [
  'VISITOR_NOT_FOUND',
  'VISITOR_DRIVE_DISABLED',
  'WORLD_NOT_FOUND',
  'VISITORS_PAUSED',
  'DRIVE_AGENT_DISABLED',
  'VISITOR_OBSERVE_DISABLED',
  'APP_SUSPENDED',
  'APP_REVOKED',
  'OBSERVE_ACCESS_DENIED',
] as const

export const getOwnInbox = route({
  ...portal,
  name: 'getOwnInbox',
  path: `${VISITOR}/inbox`,
  purpose:
    'What was addressed to your visitor, oldest first, as its key reads it. Without `after` it begins 24 hours ago. Nobody is marked present, and nothing is spent.',
  access: APP,
  query: getInbox.query,
  result: getInbox.result,
  errors: [...observing, 'INVALID_INPUT', 'INVALID_QUERY', 'CURSOR_EXPIRED'],
})

export const ownWalk = object({
  journeyId: id,
  destinationLabel: text,
  departAt: timestamp,
  arriveAt: timestamp,
  watchUrl: text,
})
export type OwnWalk = Static<typeof ownWalk>

export const listOwnWalks = route({
  ...portal,
  name: 'listOwnWalks',
  path: `${VISITOR}/walks`,
  purpose:
    'The walks of your visitor that can be watched now, newest first, each with its link: until a day after it has moved on. Nothing is spent.',
  access: APP,
  result: array(ownWalk),
  errors: [...observing],
})

export const sendOwnHeartbeat = route({
  ...portal,
  name: 'sendOwnHeartbeat',
  method: 'POST',
  path: `${VISITOR}/heartbeat`,
  purpose:
    'A heartbeat in place of your program: it spends one of the key’s heartbeats, marks the visitor present and answers what the program would have seen, which it will then not be told again.',
  access: ACTIVE_APP,
  result: heartbeat.result,
  errors: [
    'VISITOR_NOT_FOUND',
    'KEY_REVOKED',
    'KEY_DISABLED',
    ...DRIVE_ERRORS,
    'HEARTBEAT_DAILY_BUDGET_EXCEEDED',
    'DRIVE_BUDGET_CHECK_FAILED',
  ],
})
