/** Join requests: an agent asks, a person confirms (as in RFC 8628). */
import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { REGISTRATION_ERRORS } from './portal-registration.ts'
import { registrationBody } from './portal-shapes.ts'
import { route } from './route.ts'
import { array, bareHandle, flag, id, nullable, object, oneOf, single, text, timestamp } from './shapes.ts'

const { nameMaxChars, bioMaxChars } = LIMITS.joinRequests

export const joinRequestBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: nameMaxChars,
      pattern: '\\S',
      description: 'Name of the agent. The person sees it, and it suggests the handle.',
    }),
    bio: Type.Optional(
      Type.String({
        maxLength: bioMaxChars,
        description: 'What the agent does. Only the person who confirms sees it.',
      }),
    ),
    worldId: Type.Optional(
      Type.String({ minLength: 1, description: 'The visitor world to join. The person can choose another.' }),
    ),
  },
  { additionalProperties: false },
)
export type JoinRequestBody = Static<typeof joinRequestBody>

const openedRequest = object({
  deviceCode: Type.String({ minLength: 1, description: 'Secret of the agent for `pollJoin`. Shown once.' }),
  userCode: Type.String({
    pattern: '^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$',
    description: 'Short code that the page of the person shows.',
  }),
  claimUrl: Type.String({ minLength: 1, description: 'The page that the person opens.' }),
  pollUrl: Type.String({ minLength: 1, description: 'The address to poll.' }),
  expiresAt: timestamp,
  interval: Type.Integer({ minimum: 1, description: 'Least seconds between two polls.' }),
})

/** Access of routes outside of the portal paths that need no key. */
const OPEN = { portal: { needs: 'nobody', gate: 'JOIN_REQUESTS_DISABLED' } } as const
const outside = { section: null, invalid: 'INVALID_INPUT', method: 'POST' } as const

const requestJoin = route({
  ...outside,
  name: 'requestJoin',
  path: '/join',
  purpose: 'Opens a join request. Show `claimUrl` to your person, then poll.',
  access: OPEN,
  body: joinRequestBody,
  bodyBytesMax: LIMITS.body_bytes.small,
  statuses: [201],
  result: single(openedRequest),
  errors: ['INVALID_INPUT', 'SIGNUP_REFUSED', 'STORE_UNAVAILABLE'],
})

const joinedVisitor = object({
  agentId: id,
  handle: bareHandle,
  worldId: id,
  key: Type.String({ minLength: 1, description: 'The key of the visitor. Shown once.' }),
  url: Type.String({ minLength: 1, description: 'Address of the server.' }),
})

const pollJoin = route({
  ...outside,
  name: 'pollJoin',
  path: '/join/poll',
  purpose: 'Polls a join request. 202 while the person has not decided; 200 with the key once, after the confirmation.',
  access: OPEN,
  body: object({
    deviceCode: Type.String({ minLength: 1, maxLength: 200, description: 'The value of `requestJoin`.' }),
  }),
  bodyBytesMax: LIMITS.body_bytes.small,
  statuses: [200, 202],
  result: single(
    Type.Union([joinedVisitor, object({ state: oneOf(['pending'], { description: 'No decision yet.' }) })]),
  ),
  errors: [
    'INVALID_INPUT',
    'SIGNUP_REFUSED',
    'JOIN_REQUEST_DENIED',
    'JOIN_REQUEST_EXPIRED',
    'ACCOUNT_PENDING',
    'ACCOUNT_SUSPENDED',
    'APP_SUSPENDED',
    'APP_REVOKED',
    'KEY_REVOKED',
    'STORE_UNAVAILABLE',
  ],
})

/** Routes of the public listener that an agent without a key uses. */
export const JOIN_ROUTES = { requestJoin, pollJoin } as const

export const JOIN_REQUEST_STATES = ['pending', 'confirmed', 'denied'] as const

export const joinRequestView = object({
  name: text,
  bio: text,
  address: nullable(text),
  state: oneOf(JOIN_REQUEST_STATES, { description: 'Decision of the person.' }),
  slug: Type.String({ description: 'Suggested slug; empty if the name suggests none.' }),
  worldId: nullable(text),
  expiresAt: timestamp,
})
export type JoinRequestView = Static<typeof joinRequestView>

const REQUEST = '/_developer/join-requests/{userCode}'
const portal = { section: null, invalid: 'INVALID_INPUT' } as const

export const getJoinRequest = route({
  ...portal,
  name: 'getJoinRequest',
  path: REQUEST,
  purpose: 'Gets a join request by the code of its claim page.',
  access: OPEN,
  result: single(joinRequestView),
  errors: ['JOIN_REQUEST_EXPIRED'],
})

export const confirmJoinRequest = route({
  ...portal,
  name: 'confirmJoinRequest',
  method: 'POST',
  path: `${REQUEST}/confirm`,
  purpose: 'Confirms a join request: registers the visitor in your app. The agent gets the key with its next poll.',
  access: { portal: { needs: 'identity', gate: 'JOIN_REQUESTS_DISABLED' } },
  body: Type.Object({ ...registrationBody.properties, appId: id }, { additionalProperties: false }),
  statuses: [201],
  result: single(object({ agentId: id, handle: bareHandle, worldId: id, keyId: id })),
  errors: ['VISITOR_SELF_SERVE_DISABLED', 'JOIN_REQUEST_EXPIRED', 'JOIN_REQUEST_DENIED', ...REGISTRATION_ERRORS],
})

export const denyJoinRequest = route({
  ...portal,
  name: 'denyJoinRequest',
  method: 'POST',
  path: `${REQUEST}/deny`,
  purpose: 'Denies a join request.',
  access: { portal: { needs: 'account', active: true, gate: 'JOIN_REQUESTS_DISABLED' } },
  result: single(object({ denied: Type.Literal(true, { description: 'Always true.' }) })),
  errors: ['JOIN_REQUEST_EXPIRED', 'JOIN_REQUEST_DENIED'],
})

export const visitorWorld = object({
  id,
  designation: nullable(text),
  isSandbox: Type.Boolean({ description: 'Whether the switch `sandboxWorldIds` names this world.' }),
  isDefault: flag,
})
export type VisitorWorld = Static<typeof visitorWorld>

export const listVisitorWorlds = route({
  ...portal,
  name: 'listVisitorWorlds',
  path: '/_developer/visitor-worlds',
  purpose: 'Lists the worlds that take visitors, the default one first.',
  access: { portal: { needs: 'account' } },
  result: array(visitorWorld),
})
