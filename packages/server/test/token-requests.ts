// Requests to the OAuth token endpoint for tests.
import { decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import type { TestServer } from './harness.ts'
import { readStore } from './store-access.ts'

export const FORM = 'application/x-www-form-urlencoded'
export const HOUR = 3_600_000
export const START = '2031-03-01T10:00:00.000Z'

export interface App {
  readonly id: string
  readonly secret: string
}

export async function appOf(server: TestServer, machineClient: object | null, status = 'active'): Promise<App> {
  const createdApp = await server.operator('POST', '/_operator/apps', {
    ownerUid: 'dev',
    name: 'App',
    machineClient,
    status,
  })
  const { clientSecret } = (await server.operator('POST', `/_operator/apps/${createdApp.body.data.id}/client-secret`))
    .body.data
  return { id: createdApp.body.data.id, secret: clientSecret }
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

export const ask = (server: TestServer, app: App, body: string | Buffer, headers: Record<string, string> = {}) =>
  server.get('/oidc/token', undefined, {
    method: 'POST',
    headers: { 'content-type': FORM, authorization: basic(app.id, app.secret), ...headers },
    body: body as string,
  })

export const grantFor = (field: 'agent_id' | 'service_id', id: string): string =>
  `grant_type=client_credentials&${field}=${encodeURIComponent(id)}`

export const keySet = async (server: TestServer): Promise<JSONWebKeySet> => (await server.get('/oidc/jwks')).body
export const kids = async (server: TestServer): Promise<string[]> => (await keySet(server)).keys.map((key) => key.kid!)
export const kidOf = (token: string): string => decodeProtectedHeader(token).kid!

/** Whole rows, past everything the server might hide. */
export const rowsOf = (server: TestServer, table: 'apps' | 'signing_keys'): Promise<Record<string, unknown>[]> =>
  readStore(server, `select * from ${table}`)
