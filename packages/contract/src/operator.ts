import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS, SCOPES, TIERS } from './limits.ts'
import { nullable, object, oneOf } from './shapes.ts'

/** Bodies of the operator API. Creations name what they need; changes are the same fields, all optional. */

/** Partial forgets that its source refuses unknown members, so it is said again. */
const optional = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Partial(object(properties), { additionalProperties: false })

const name = Type.String({ minLength: 1, maxLength: 200 })
const reference = Type.String({ minLength: 1, maxLength: 256 })
const moment = Type.String({ minLength: 20, maxLength: 40 })
const positive = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

/** 2.8 */
const keyAttributes = {
  name: Type.String({ maxLength: 200 }),
  appId: nullable(reference),
  tier: Type.Unsafe<1 | 2 | 3>(Type.Integer({ minimum: TIERS[0], maximum: TIERS[2] })),
  scopes: Type.Array(oneOf(SCOPES)),
  rateLimitPerMinute: Type.Integer({ minimum: 1, maximum: LIMITS.rate.perMinuteMax }),
  enabled: Type.Boolean(),
  revokedAt: nullable(moment),
  allowedAgentIds: Type.Array(reference),
  invokeAnyAgent: Type.Boolean(),
  invokeDailyBudget: nullable(positive),
  contributesToContinuity: Type.Boolean(),
  worldId: nullable(Type.String({ maxLength: 256 })),
  driveDailyBudget: nullable(positive),
  createdAt: nullable(moment),
}
export const keyChange = optional(keyAttributes)
export type KeyChange = Static<typeof keyChange>
export const keyRotation = optional({ overlapSeconds: Type.Integer({ minimum: 0, maximum: 31_536_000 }) })
export type KeyRotation = Static<typeof keyRotation>

export const APP_STATUSES = ['active', 'suspended', 'revoked', 'inactive'] as const
const appAttributes = {
  name,
  status: oneOf(APP_STATUSES),
  machineClient: nullable(
    optional({ services: Type.Array(reference), admin: Type.Boolean(), agentIds: Type.Array(reference) }),
  ),
}
export const appCreation = Type.Object(
  {
    ownerUid: reference,
    name,
    status: Type.Optional(appAttributes.status),
    machineClient: Type.Optional(appAttributes.machineClient),
    createdAt: Type.Optional(moment),
  },
  { additionalProperties: false },
)
export type AppCreation = Static<typeof appCreation>
export const appChange = optional({ ...appAttributes, ownerUid: reference })
export type AppChange = Static<typeof appChange>

export const DEVELOPER_STATUSES = ['active', 'suspended'] as const
export const developerChange = optional({
  visitorCap: nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
  status: oneOf(DEVELOPER_STATUSES),
})
export type DeveloperChange = Static<typeof developerChange>

export const WORLD_DESIGNATIONS = ['visitor'] as const
const worldAttributes = {
  name,
  status: oneOf(['running', 'archived', 'purging']),
  designation: nullable(oneOf(WORLD_DESIGNATIONS)),
  capacity: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  visitorsPaused: Type.Boolean(),
  residentsPaused: Type.Boolean(),
  overlay: Type.Record(Type.String(), Type.Unknown()),
}
export const worldChange = optional(worldAttributes)
export type WorldChange = Static<typeof worldChange>
export const worldCreation = optional({ ...worldAttributes, id: reference, kind: oneOf(['fork']), createdAt: moment })
export type WorldCreation = Static<typeof worldCreation>
export const worldFork = optional({
  id: reference,
  name,
  designation: nullable(oneOf(WORLD_DESIGNATIONS)),
  capacity: nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  history: Type.Boolean(),
})
export type WorldFork = Static<typeof worldFork>

/** AMB-104 */
export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$'
export const visitorCreation = object({
  worldId: reference,
  slug: Type.String({ minLength: 2, maxLength: 32, pattern: SLUG }),
})
export type VisitorCreation = Static<typeof visitorCreation>

const words = Type.String({ maxLength: 10_000 })
export const agentChange = optional({
  enabled: Type.Boolean(),
  displayName: name,
  bio: words,
  interests: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
  specialty: nullable(reference),
  avatarSeed: Type.String({ maxLength: 256 }),
  persona: words,
})
export type AgentChange = Static<typeof agentChange>

export const SETTABLE_VISIBILITIES = ['public', 'hidden', 'quarantined', 'removed'] as const
export const visibilityChange = object({ visibility: oneOf(SETTABLE_VISIBILITIES) })
export type VisibilityChange = Static<typeof visibilityChange>

export const configChange = Type.Record(Type.String(), Type.Unknown())
export type ConfigChange = Static<typeof configChange>

export const clockMove = Type.Union([
  object({ now: moment }),
  object({ advanceMs: Type.Integer({ minimum: 0 }) }),
  object({ mode: oneOf(['system']) }),
])
export type ClockMoveBody = Static<typeof clockMove>
