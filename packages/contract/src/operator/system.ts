/** Operator routes of configuration, clock, audit log, signing keys, status and metrics. */
import Type, { type Static } from 'typebox'
import { filter, paging } from '../params.ts'
import { route } from '../route.ts'
import { array, bytes, count, flag, id, list, nullable, object, oneOf, single, text, timestamp } from '../shapes.ts'
import { moment, operator } from './fields.ts'

const switches = Type.Record(Type.String(), Type.Unknown())

export const getConfig = route({
  ...operator,
  name: 'getConfig',
  path: '/_operator/config',
  purpose: 'Show all runtime switches and their values.',
  result: single(switches),
})

export const changeConfig = route({
  ...operator,
  name: 'changeConfig',
  method: 'PATCH',
  path: '/_operator/config',
  purpose: 'Change runtime switches. Values are stored as sent; null resets a switch to its default.',
  body: switches,
  result: single(switches),
  errors: ['INVALID_INPUT'],
})

const clockMove = Type.Union([
  object({ now: moment }),
  object({ advanceMs: Type.Integer({ minimum: 0, description: 'milliseconds to move forward' }) }),
  object({ mode: oneOf(['system'], { description: 'follow the system clock again' }) }),
])
const clock = single(object({ now: timestamp, mode: oneOf(['system', 'frozen']) }))

/** Routes of the test clock; they exist only if the server was started with a test clock. */
export const getClock = route({
  ...operator,
  name: 'getClock',
  path: '/_operator/clock',
  purpose: 'Show the time of the test clock.',
  result: clock,
})

export const moveClock = route({
  ...operator,
  name: 'moveClock',
  method: 'PUT',
  path: '/_operator/clock',
  purpose: 'Set, advance or release the test clock. Jobs that become due are run before the response.',
  body: clockMove,
  result: clock,
  errors: ['INVALID_INPUT'],
})

export const auditEntry = object({
  id,
  at: timestamp,
  actor: text,
  action: text,
  target: text,
  detail: Type.Unknown(),
  before: Type.Unknown({ description: 'Previous values of the changed fields; null if there are none.' }),
})
export type AuditEntry = Static<typeof auditEntry>

export const listAudit = route({
  ...operator,
  name: 'listAudit',
  path: '/_operator/audit',
  purpose: 'List changes by operators, newest first.',
  query: { target: filter('Only changes of this, by its id; `config` for switches.'), ...paging },
  result: list(auditEntry),
})

export const signingKey = object({
  kid: id,
  state: oneOf(['next', 'active', 'retired']),
  createdAt: timestamp,
  activeAt: nullable(timestamp),
  retiredAt: nullable(timestamp),
  signsFrom: timestamp,
  publishedUntil: nullable(timestamp),
})
export type SigningKeyView = Static<typeof signingKey>

export const listSigningKeys = route({
  ...operator,
  name: 'listSigningKeys',
  path: '/_operator/tokens/keys',
  purpose: 'List the keys that sign machine tokens, oldest first.',
  result: array(signingKey),
})

export const rotateSigningKey = route({
  ...operator,
  name: 'rotateSigningKey',
  method: 'POST',
  path: '/_operator/tokens/rotate',
  purpose: 'Publish a new signing key; it signs an hour later.',
  result: single(signingKey),
})

export const status = object({
  version: text,
  randomSeed: Type.String({ description: 'Seed of the random numbers of the worlds (--random-seed).' }),
  startedAt: nullable(timestamp, {
    description:
      'Start of the worlds (--started-at), where their simulated history ends; null in stores that an older version created.',
  }),
  publicUrl: Type.String({ description: 'Public URL of the API.' }),
  now: timestamp,
  uptimeSeconds: count,
  engines: object({ database: oneOf(['sqlite', 'postgres']), sharedState: oneOf(['process', 'redis']) }),
  queueDepth: Type.Integer({ minimum: 0, description: 'Queries that wait for a database connection.' }),
  away: Type.Array(
    object({ part: oneOf(['store', 'sharedState']), reason: text, seconds: Type.Number({ minimum: 0 }) }),
    {
      description:
        'Dependencies that do not respond. While one is listed, the fields life and sweeps show the last known values.',
    },
  ),
  clock: object({
    aheadMs: Type.Number({
      minimum: 0,
      description:
        'Milliseconds by which server time is ahead of a system clock that was set back. Server time runs at half speed until this is 0.',
    }),
    isTestClock: Type.Boolean({ description: 'Whether the server runs with a test clock.' }),
  }),
  life: object({
    enabled: flag,
    worlds: Type.Array(
      object({
        worldId: id,
        state: oneOf(['living', 'paused', 'stalled', 'off']),
        lastTurnAt: nullable(timestamp),
        posts: Type.Integer({ minimum: 0, description: 'Public posts of the world, those of a seed included.' }),
        tokensToday: count,
        tokenBudget: Type.Number(),
      }),
    ),
  }),
  model: object({
    kind: oneOf(['local', 'openai-compatible']),
    name: nullable(text),
    fault: nullable(text, { description: 'Error in the settings of the model.' }),
    price: nullable(
      object({
        in: Type.Number({ description: 'Price of one million input tokens.' }),
        out: Type.Number({ description: 'Price of one million output tokens.' }),
      }),
      {
        description: 'Token prices from the start flags.',
      },
    ),
    breaker: object({
      state: oneOf(['closed', 'open', 'half-open']),
      failures: count,
      openedAt: nullable(timestamp),
    }),
  }),
  modelBudgets: Type.Array(
    object({
      name: text,
      unit: oneOf(['tokens', 'cost'], { description: 'What the limit counts.' }),
      period: oneOf(['day', 'month'], { description: 'UTC day or month.' }),
      used: nullable(Type.Number(), {
        description: 'Use in this period, with reservations of running calls; null for a cost without a price.',
      }),
      limit: nullable(Type.Number(), { description: 'Value of the switch; null for no limit.' }),
      resetsAt: timestamp,
    }),
    { description: 'Use of the model by all worlds and completions; empty while the store is unavailable.' },
  ),
  switchFaults: Type.Array(object({ name: text, value: Type.Unknown(), expected: text, effect: text }), {
    description: 'Switches with a stored value of the wrong type, and the effective behaviour.',
  }),
  backup: nullable(
    object({
      takenAt: timestamp,
      ageSeconds: count,
      file: nullable(text, { description: 'Null for a backup made with other tools.' }),
    }),
    { description: 'The last successful backup.' },
  ),
  sweeps: Type.Record(Type.String(), object({ at: timestamp, rows: count })),
})
export type Status = Static<typeof status>

export const getStatus = route({
  ...operator,
  name: 'getStatus',
  path: '/_operator/status',
  purpose: 'Show version, uptime, engines and queues.',
  result: single(status),
})

export const getMetrics = route({
  ...operator,
  name: 'getMetrics',
  path: '/metrics',
  purpose: 'Prometheus metrics.',
  result: bytes(
    'text/plain; version=0.0.4; charset=utf-8',
    Type.String({ examples: ['agent_network_streams_open_world 2\n'] }),
  ),
})

export const getOpenApi = route({
  ...operator,
  name: 'getOpenApi',
  path: '/_operator/openapi.json',
  purpose: 'This document.',
  result: Type.Object({ openapi: text, info: Type.Unknown(), paths: Type.Unknown(), components: Type.Unknown() }),
})
