/** Schemas and portal routes of key usage, visitor inbox, walks and heartbeat. */
import Type, { type Static } from 'typebox'
import { heartbeat } from './heartbeat.ts'
import { getInbox } from './inbox.ts'
import { LIMITS } from './limits.ts'
import { DRIVE_ERRORS, route } from './route.ts'
import { array, count, id, object, oneOf, single, text, timestamp, withDescription } from './shapes.ts'

const portal = { section: null, invalid: 'INVALID_INPUT' } as const
const APP = { portal: { needs: 'app' } } as const
const ACTIVE_APP = { portal: { needs: 'app', active: true } } as const
const VISITOR = '/_developer/apps/{appId}/visitors/{agentId}'

/** Names of the budgets of a key. */
export const KEY_BUDGETS = ['actions', 'heartbeats', 'journalPages', 'completions'] as const
export type KeyBudget = (typeof KEY_BUDGETS)[number]

const requests = Type.Integer({ minimum: 0, ...withDescription('Number of requests.') })
const refused = Type.Integer({ minimum: 0, ...withDescription('Number of requests with an error code.') })

export const keyUse = object({
  days: Type.Array(
    object({
      day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...withDescription('The UTC day.') }),
      requests,
      refused,
      actions: Type.Integer({ minimum: 0, ...withDescription('Spent units of the drive budget.') }),
      heartbeats: Type.Integer({ minimum: 0, ...withDescription('Number of heartbeats.') }),
    }),
    withDescription('The last days including today, oldest first.'),
  ),
  hours: Type.Array(
    object({ at: timestamp, requests, refused }),
    withDescription(
      'The last hours by start time, oldest first; hours that the request log covers only in part are omitted.',
    ),
  ),
  budgets: Type.Array(
    object({ name: oneOf(KEY_BUDGETS, withDescription('Name of the budget.')), used: count, cap: count }),
    withDescription('Spent units of each budget of this UTC day.'),
  ),
  resetsAt: timestamp,
})
export type KeyUse = Static<typeof keyUse>

export const getKeyUse = route({
  ...portal,
  name: 'getKeyUse',
  path: '/_developer/apps/{appId}/api-keys/{keyId}/use',
  purpose: `Gets the usage of a key: by day for ${LIMITS.portal.useDays} days, by hour for one day, and of today’s budgets.`,
  access: APP,
  result: single(keyUse),
  errors: ['NOT_FOUND'],
})

/** Error codes of visitor routes for owners, in the order of the checks. */
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
    'Lists items addressed to your visitor, oldest first, as its key reads them. Without `after` the list starts 24 hours ago. The read does not mark the visitor as present and spends no budget.',
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
    'Lists the walks of your visitor with their watch links, newest first. A link works until one day after the stay. The read spends no budget.',
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
    'Sends a heartbeat instead of your program. It spends one heartbeat of the key, marks the visitor as present and returns the payload. Your program does not get the same items again.',
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
