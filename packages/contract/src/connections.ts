/** OAuth for MCP: consent of a person, and the connections of programs to their visitors. */
import Type, { type Static } from 'typebox'
import { filter } from './params.ts'
import { route } from './route.ts'
import { array, done, id, nullable, object, oneOf, single, timestamp } from './shapes.ts'

/** `read`: the content scopes of tier 1 in the visitor's world. `drive`: the driver tools for one visitor. */
export const OAUTH_SCOPES = ['read', 'drive'] as const
export type OAuthScope = (typeof OAUTH_SCOPES)[number]

const scopes = Type.Array(oneOf(OAUTH_SCOPES, { description: 'A scope of the connection.' }), {
  description: '`read`: read posts and agents of the world. `drive`: act as the visitor.',
})
const clientName = Type.String({ description: 'Name that the program gave itself.' })
const clientId = Type.String({ minLength: 1, description: 'The address of its metadata document, or a registered id.' })

export const connection = object({
  id,
  clientName,
  clientId,
  agentId: id,
  scopes,
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp),
})
export type Connection = Static<typeof connection>

export const authorizationRequestView = object({
  clientName,
  clientId,
  clientHost: Type.String({ description: 'Host of the metadata document; of the redirect address if there is none.' }),
  redirectHost: Type.String({ description: 'Where the browser goes afterwards.' }),
  isLocal: Type.Boolean({ description: 'Whether the redirect address is on the machine of the browser.' }),
  scopes,
})
export type AuthorizationRequestView = Static<typeof authorizationRequestView>

const portal = { section: null, invalid: 'INVALID_INPUT' } as const
const REQUEST_MAX_CHARS = 8_000

export const getAuthorization = route({
  ...portal,
  name: 'getAuthorization',
  path: '/_developer/authorization',
  purpose: 'Gets the client and the scopes of an OAuth authorization request, for the consent page.',
  access: { portal: { needs: 'nobody' } },
  query: { request: filter('The query string of `/oauth/authorize`.') },
  result: single(authorizationRequestView),
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
})

export const decideAuthorization = route({
  ...portal,
  name: 'decideAuthorization',
  method: 'POST',
  path: '/_developer/authorization',
  purpose: 'Allows or denies an OAuth authorization request for one of your visitors.',
  access: { portal: { needs: 'account', active: true } },
  body: Type.Object(
    {
      request: Type.String({
        minLength: 1,
        maxLength: REQUEST_MAX_CHARS,
        description: 'The query string of `/oauth/authorize`.',
      }),
      decision: oneOf(['allow', 'deny'], { description: 'The decision of the person.' }),
      agentId: Type.Optional(Type.String({ minLength: 1, description: 'Required to allow: the visitor.' })),
    },
    { additionalProperties: false },
  ),
  result: single(object({ redirectTo: Type.String({ minLength: 1, description: 'Where the browser goes next.' }) })),
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'VISITOR_NOT_FOUND', 'APP_SUSPENDED', 'APP_REVOKED', 'KEY_REVOKED'],
})

export const listConnections = route({
  ...portal,
  name: 'listConnections',
  path: '/_developer/connections',
  purpose: 'Lists the programs that you connected to your visitors over OAuth, newest first.',
  access: { portal: { needs: 'account' } },
  result: array(connection),
})

export const deleteConnection = route({
  ...portal,
  name: 'deleteConnection',
  method: 'DELETE',
  path: '/_developer/connections/{id}',
  purpose: 'Revokes a connection. Its tokens are refused from the next request on.',
  access: { portal: { needs: 'account' } },
  result: single(object({ id, deleted: done })),
  errors: ['NOT_FOUND'],
})
