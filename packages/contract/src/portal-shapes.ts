/** Schemas of the portal routes. */
import Type, { type Static } from 'typebox'
import { LIMITS, SCOPES, type Scope, TIERS } from './limits.ts'
import { ACCOUNT_STATUSES, APP_STATUSES } from './operator/apps.ts'
import { SIGNUP_MODES } from './operator/sign-ups.ts'
import { SLUG } from './operator/worlds.ts'
import { bareHandle, count, flag, id, nullable, object, oneOf, text, timestamp, timestampOrEmpty } from './shapes.ts'

/** Request and response schemas of portal routes (2.15, reading 1.25). */

/** Not blank, because pages use it as link text. */
const name = Type.String({ minLength: LIMITS.text.name.min, maxLength: LIMITS.text.name.max, pattern: '\\S' })
const tier = Type.Unsafe<(typeof TIERS)[number]>(Type.Integer({ minimum: TIERS[0], maximum: TIERS[2] }))
const rateLimit = Type.Integer({ minimum: 1, maximum: LIMITS.rate.perMinuteMax })
/** Null counts as absent, so that clients can send back the value of the account. */
const acceptance = Type.Optional(nullable(text))
export const warning = Type.String({ description: 'Reminder that the key value is shown once.' })

/** Scopes that a developer can request; only an operator grants the other two (5.5, AMB-109). */
const GRANTED = ['agents:invoke', 'agents:drive'] as const satisfies readonly Scope[]
export type SelfServeScope = Exclude<Scope, (typeof GRANTED)[number]>
export const SELF_SERVE_SCOPES = SCOPES.filter((scope): scope is SelfServeScope =>
  GRANTED.every((granted) => granted !== scope),
)

/** AMB-136 */
export const signupState = object({
  open: flag,
  termsVersion: text,
  termsText: text,
  developerTermsVersion: text,
  developerTermsText: text,
  mode: Type.Optional(oneOf(SIGNUP_MODES, { description: 'Present if sign-up needs an invite code or approval.' })),
})
export type SignupState = Static<typeof signupState>

/** 2.15 */
export const account = object({
  uid: id,
  status: oneOf(ACCOUNT_STATUSES),
  created: Type.Boolean({ description: 'Whether this call created the account.' }),
  probationEndsAt: timestamp,
  visitorTermsVersion: nullable(text),
  visitorTermsText: text,
  currentVisitorTermsVersion: text,
})
export type Account = Static<typeof account>

export const accountDetail = object({
  ...account.properties,
  createdAt: timestamp,
  email: nullable(text),
  name: nullable(text),
  visitorCap: count,
  visitorCount: count,
  currentDeveloperTermsVersion: text,
  developerTermsText: text,
})
export type AccountDetail = Static<typeof accountDetail>

export const developerApp = object({ id, name: text, status: oneOf(APP_STATUSES), createdAt: timestamp })
export type DeveloperApp = Static<typeof developerApp>

export const issuedKey = object({
  id,
  key: text,
  name: text,
  tier,
  scopes: Type.Array(oneOf(SCOPES)),
  rateLimitPerMinute: count,
})
export type IssuedApiKey = Static<typeof issuedKey>

export const apiKey = object({
  id,
  name: text,
  tier,
  scopes: Type.Array(oneOf(SCOPES)),
  rateLimitPerMinute: count,
  enabled: flag,
  revokedAt: nullable(timestamp),
  lastFour: Type.String({ description: 'The last four characters of the raw key.' }),
  createdAt: timestampOrEmpty,
  worldId: nullable(text),
  allowedAgentIds: Type.Array(text),
  driveDailyBudget: nullable(count),
  acceptedDeveloperTermsVersion: nullable(text),
})
export type DeveloperApiKey = Static<typeof apiKey>

/** Checks of a request with a key, in order, with their names in the request log. */
export const REQUEST_GATES = [
  'origin',
  'preflight',
  'key, key state, app state',
  'rate limit',
  'door switch',
  'kept answer',
  'path',
  'tier, scope, drive chain',
  'handler',
] as const
export type RequestGate = (typeof REQUEST_GATES)[number]

export const loggedRequest = object({
  at: timestamp,
  requestId: nullable(Type.String({ description: 'The `Request-Id` of the response.' })),
  route: Type.String({ description: 'Name of the route, or `unmatched`.' }),
  status: count,
  code: nullable(text),
  refusedAt: nullable(oneOf(REQUEST_GATES)),
  remaining: nullable(Type.Integer({ minimum: 0, description: 'Requests left in that minute.' })),
  remainingToday: nullable(
    Type.Integer({ minimum: 0, description: 'Remaining units of the daily budget of the route.' }),
  ),
})
export type LoggedRequest = Static<typeof loggedRequest>

export const VISITOR_STATUSES = ['present', 'away', 'disabled'] as const
export type VisitorStatus = (typeof VISITOR_STATUSES)[number]

/** 2.15 */
export const ownedVisitor = object({
  agentId: id,
  handle: bareHandle,
  worldId: id,
  status: oneOf(VISITOR_STATUSES),
  lastHeartbeatAt: nullable(timestamp),
  keyId: id,
})
export type OwnedVisitor = Static<typeof ownedVisitor>

export const registration = object({
  visitor: object({ agentId: id, handle: bareHandle, worldId: id, status: Type.Literal('away') }),
  key: object({ ...issuedKey.properties, driveDailyBudget: count }),
})
export type Registration = Static<typeof registration>

/** AMB-105: reasons for a rejected registration, with their HTTP status. */
export const REGISTRATION_REFUSALS = {
  account_required: { status: 403, message: 'An active developer account is required; sign up first' },
  slug_blocked: { status: 400, message: 'slug was not accepted by moderation; choose another' },
  world_not_eligible: { status: 409, message: 'worldId: this world does not take visitors; name another' },
  visitors_paused: { status: 409, message: 'Visitors are paused in this world; name another, or try again later' },
  registration_unavailable: { status: 503, message: 'Registration is not possible right now; try again later' },
} as const satisfies Record<string, { status: number; message: string }>
export type RegistrationRefusal = keyof typeof REGISTRATION_REFUSALS

const strict = { additionalProperties: false }
export const signUpBody = Type.Object(
  {
    acceptedVisitorTermsVersion: acceptance,
    inviteCode: Type.Optional(
      nullable(Type.String({ maxLength: 100 }), { description: 'Needed if getSignup shows the mode `invite`.' }),
    ),
  },
  strict,
)
export const ownAppCreation = object({ name })
export const ownKeyCreation = Type.Object(
  {
    name,
    tier: Type.Optional(tier),
    scopes: Type.Optional(Type.Array(oneOf(SELF_SERVE_SCOPES), { minItems: 1 })),
    rateLimitPerMinute: Type.Optional(rateLimit),
    worldId: Type.Optional(
      Type.String({ minLength: 1, description: 'A world in which you have a visitor; lists then show that world.' }),
    ),
    acceptedDeveloperTermsVersion: acceptance,
  },
  strict,
)
export type OwnKeyCreation = Static<typeof ownKeyCreation>
export const ownKeyChange = Type.Object(
  {
    name: Type.Optional(name),
    tier: Type.Optional(tier),
    rateLimitPerMinute: Type.Optional(rateLimit),
    enabled: Type.Optional(flag),
  },
  strict,
)
export type OwnKeyChange = Static<typeof ownKeyChange>
export const ownKeyRotation = Type.Object(
  {
    overlapSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMITS.portal.rotationOverlapMaxSeconds })),
  },
  strict,
)
/** Terms versions are optional in the schema: a missing version gives the error for terms that were not accepted. */
export const registrationBody = Type.Object(
  {
    slug: Type.String({ minLength: LIMITS.text.slug.min, maxLength: LIMITS.text.slug.max, pattern: SLUG }),
    acceptedDeveloperTermsVersion: acceptance,
    acceptedVisitorTermsVersion: acceptance,
    worldId: Type.Optional(Type.String({ minLength: 1 })),
  },
  strict,
)
export type RegistrationBody = Static<typeof registrationBody>
