/** Operator routes of nodes, errors, requests and activity. */
import Type, { type Static } from 'typebox'
import { cursor, filter, InvalidParameter, instant, type Param, paging, strictInteger } from '../params.ts'
import { loggedRequest } from '../portal-shapes.ts'
import { route } from '../route.ts'
import { array, count, flag, id, nullable, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { operator } from './fields.ts'
import type { Status } from './system.ts'

const node = object({
  node: Type.String({ minLength: 1, description: 'Name of the process; changes with each start.' }),
  host: nullable(text, { description: 'Host name of its machine; null for nodes of version 0.2.0 and earlier.' }),
  address: nullable(text, { description: 'Host and port of its main listener.' }),
  version: text,
  schema: nullable(
    object({
      min: Type.Integer({ minimum: 0, description: 'Lowest step that another node must know.' }),
      max: Type.Integer({ minimum: 0, description: 'Highest step that this node knows.' }),
    }),
    {
      description: 'Schema steps of nodes beside which it can work; null if it does not publish them.',
    },
  ),
  startedAt: timestamp,
  lastSeenAt: timestamp,
  lastSeenSeconds: Type.Integer({ minimum: 0, description: 'Seconds since its last heartbeat.' }),
  state: oneOf(['live', 'lost'], { description: '`lost`: no heartbeat for 15 seconds and no shutdown message.' }),
  epoch: Type.String({ description: 'The applied epoch of control state; empty before the first.' }),
  isCurrent: Type.Boolean({ description: 'Whether the node has applied the newest change.' }),
  appliedAfterMs: nullable(count, {
    description:
      'Milliseconds between the change and its application on this node, by the database clock; null if not applied yet or if the node started later.',
  }),
})
export type NodeView = Static<typeof node>

export const listNodes = route({
  ...operator,
  name: 'listNodes',
  path: '/_operator/nodes',
  purpose: 'List the nodes and the control state epoch that each has applied.',
  result: array(node),
})

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const WINDOW_MAX_MS = 7 * UNITS.d

/** A time span up to now, in milliseconds. */
const window: Param<number> = {
  schema: Type.String({ pattern: '^[0-9]{1,5}[mhd]$', default: '1h', examples: ['5m', '24h'] }),
  description: 'Time span up to seven days: a number with m, h or d.',
  required: false,
  read(raw = '1h') {
    const [, digits, unit] = /^([0-9]{1,5})([mhd])$/.exec(raw) ?? []
    const span = Number(digits) * UNITS[unit as keyof typeof UNITS]
    if (!(span >= UNITS.m && span <= WINDOW_MAX_MS))
      throw new InvalidParameter('window must be a number with m, h or d, from 1m to 7d')
    return span
  },
}

const errorGroup = object({
  route: Type.String({ description: 'Name of the route, or of the protocol if there is no route.' }),
  code: text,
  status: count,
  count,
  firstAt: timestamp,
  lastAt: timestamp,
})
export type ErrorGroup = Static<typeof errorGroup>

export const listErrors = route({
  ...operator,
  name: 'listErrors',
  path: '/_operator/errors',
  purpose: 'List errors of all nodes by route and code, most frequent first.',
  query: { window },
  result: array(errorGroup),
  errors: ['INVALID_INPUT'],
})

const status: Param<number | null> = {
  schema: Type.Integer({ minimum: 100, maximum: 599 }),
  description: 'Only responses with this status.',
  required: false,
  read(raw) {
    if (raw === undefined || raw === '') return null
    if (!/^[1-5][0-9]{2}$/.test(raw)) throw new InvalidParameter('status must be an HTTP status')
    return Number(raw)
  },
}

const loggedRequestOfKey = object({ keyId: id, ...loggedRequest.properties })
export type LoggedRequestOfKey = Static<typeof loggedRequestOfKey>

export const listRequests = route({
  ...operator,
  name: 'listRequests',
  path: '/_operator/requests',
  purpose: 'List requests of all keys, newest first: up to 1,000 per key from the last seven days.',
  query: {
    key: filter('Only of this key, by its id.'),
    route: filter('Only of this route, by its name.'),
    status,
    code: filter('Only refused with this code.'),
    requestId: filter('Only the one with this `Request-Id`.'),
    from: instant('from', 'Only from then on.'),
    to: instant('to', 'Only before then.'),
    perPage: paging.perPage,
    cursor: cursor('cursor', 'Where the page before ended.'),
  },
  result: object({
    data: Type.Array(loggedRequestOfKey),
    meta: object({
      perPage: Type.Integer({ minimum: 1, maximum: 100 }),
      hasMore: flag,
      nextCursor: nullable(id, {
        description: 'Cursor of the next page. A page can be short, because one call scans a limited number of lines.',
      }),
    }),
  }),
  errors: ['INVALID_INPUT'],
})

/** Activity counters, in listing order. */
export const ACTIVITY_SERIES = [
  'requests',
  'refusals',
  'errors',
  'acts',
  'residentActs',
  'posts',
  'replies',
  'completions',
  'tokens',
  'promptTokens',
  'completionTokens',
  'blocked',
] as const
export type ActivitySeries = (typeof ACTIVITY_SERIES)[number]
export const ACTIVITY_STEPS = ['minute', 'hour', 'day'] as const
export type ActivityStep = (typeof ACTIVITY_STEPS)[number]
const POINTS_MAX = 1_440

const series: Param<readonly ActivitySeries[]> = {
  schema: Type.String({ examples: ['requests,errors'] }),
  description: `Series, separated by commas: ${ACTIVITY_SERIES.join(', ')}. Default: all.`,
  required: false,
  read(raw = '') {
    if (raw === '') return ACTIVITY_SERIES
    const names = raw.split(',')
    const unknown = names.find((name) => !(ACTIVITY_SERIES as readonly string[]).includes(name))
    if (unknown !== undefined) throw new InvalidParameter(`series must be some of ${ACTIVITY_SERIES.join(', ')}`)
    return ACTIVITY_SERIES.filter((name) => names.includes(name))
  },
}

const per: Param<ActivityStep> = {
  schema: Type.String({ enum: [...ACTIVITY_STEPS], default: 'minute' }),
  description: 'Length of a step. Minutes are kept for 2 days, hours for 60 days, days for 2 years.',
  required: false,
  read(raw = 'minute') {
    const found = ACTIVITY_STEPS.find((step) => step === raw)
    if (found === undefined) throw new InvalidParameter(`per must be one of ${ACTIVITY_STEPS.join(', ')}`)
    return found
  },
}

const activity = object({
  per: oneOf(ACTIVITY_STEPS),
  times: Type.Array(timestamp, {
    description: 'Start of each step (UTC), oldest first; the last step is in progress.',
  }),
  series: Type.Array(
    object({
      name: oneOf(ACTIVITY_SERIES),
      values: Type.Array(count, { description: 'One value for each of `times`.' }),
    }),
    { description: 'Counters of all nodes.' },
  ),
})
export type Activity = Static<typeof activity>

export const getActivity = route({
  ...operator,
  name: 'getActivity',
  path: '/_operator/activity',
  purpose: 'Show activity counters by minute, hour or day.',
  query: { series, per, points: strictInteger('points', 'How many steps, ending now.', 60, POINTS_MAX) },
  result: single(activity),
  errors: ['INVALID_INPUT'],
})

/** State of the console overview: the `data` of each call, or null while it is not available. */
export interface Overview {
  readonly status: Status | null
  /** The last hour. */
  readonly minutes: Activity | null
  /** The last 30 days. */
  readonly days: Activity | null
  /** The last hour. */
  readonly errors: readonly ErrorGroup[] | null
  readonly nodes: readonly NodeView[] | null
  readonly config: Readonly<Record<string, unknown>> | null
}
