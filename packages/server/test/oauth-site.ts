// Fixture of the OAuth tests: a client that uses oauth4webapi, the consent of a person, and calls to /mcp.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import type { Reply, TestClient } from './harness.ts'
import { META, VERSION } from './mcp-site.ts'
import { type DeveloperAtWork, newSlug, OPEN_GATES, TERMS } from './portal-site.ts'

export const OAUTH_GATES = { ...OPEN_GATES, mcpEnabled: true, mcpOAuthEnabled: true }
export const REDIRECT_URI = 'http://127.0.0.1/callback'
export const INSECURE = { [oauth.allowInsecureRequests]: true } as const

export interface VisitorAtWork {
  readonly agentId: string
  readonly keyId: string
  readonly key: string
}

export async function registerVisitor(who: DeveloperAtWork, worldId = 'harbour'): Promise<VisitorAtWork> {
  const body = { slug: newSlug(), worldId, ...TERMS }
  const reply = await who.portal('POST', `/apps/${who.appId}/visitors`, body)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  const { visitor, key } = reply.body.data
  return { agentId: visitor.agentId, keyId: key.id, key: key.key }
}

/** A message to /mcp with a token, as Bearer. */
export function callMcp(server: TestClient, token: string | null, method: string, params: object = {}): Promise<Reply> {
  const { name } = params as { name?: string }
  return server.get('/mcp', undefined, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }),
  })
}

/** The code of the refusal, at any place of the answer; null for a success. */
export const refusalOf = ({ body }: Reply): string | null =>
  body?.error?.data?.code ??
  body?.result?._meta?.['agent-network/refusal']?.code ??
  (body?.result?.isError ? 'error' : null)

export const callTool = (server: TestClient, token: string | null, name: string, args: object = {}) =>
  callMcp(server, token, 'tools/call', { name, arguments: args })

export async function toolNames(server: TestClient, token: string): Promise<string[]> {
  const { body } = await callMcp(server, token, 'tools/list')
  return body.result.tools.map(({ name }: { name: string }) => name)
}

export async function discover(server: TestClient): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(server.baseUrl)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE })
  return oauth.processDiscoveryResponse(issuer, response)
}

export async function registerClient(
  server: TestClient,
  metadata: Record<string, unknown> = {},
): Promise<oauth.Client & { client_id: string }> {
  const response = await fetch(`${server.baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk', redirect_uris: [REDIRECT_URI], ...metadata }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as oauth.Client
}

export interface Flow {
  readonly as: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly verifier: string
  readonly state: string
  readonly redirectUri: string
  /** The query of the authorization request. */
  readonly query: URLSearchParams
}

/** An authorization request; `change` sets or removes parameters. */
export async function beginFlow(
  server: TestClient,
  client: oauth.Client,
  change: Record<string, string | null> = {},
): Promise<Flow> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const redirectUri = change.redirect_uri ?? REDIRECT_URI
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${server.baseUrl}/mcp`,
    state,
  })
  for (const [name, value] of Object.entries(change))
    if (value === null) query.delete(name)
    else query.set(name, value)
  return { as: await discover(server), client, verifier, state, redirectUri, query }
}

/** The person allows the request for a visitor; returns the address that the browser goes to. */
export async function allow(who: DeveloperAtWork, { query }: Flow, agentId: string): Promise<URL> {
  const body = { request: String(query), decision: 'allow', agentId }
  const reply = await who.portal('POST', '/authorization', body)
  if (reply.status !== 200) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return new URL(reply.body.data.redirectTo)
}

export const exchange = (
  server: TestClient,
  { as, client, verifier, state, redirectUri }: Flow,
  location: URL,
): Promise<Response> =>
  oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    oauth.validateAuthResponse(as, client, location, state),
    redirectUri,
    verifier,
    { ...INSECURE, additionalParameters: { resource: `${server.baseUrl}/mcp` } },
  )

export const refresh = (server: TestClient, { as, client }: Flow, refreshToken: string): Promise<Response> =>
  oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, {
    ...INSECURE,
    additionalParameters: { resource: `${server.baseUrl}/mcp` },
  })

export interface Connected {
  readonly flow: Flow
  readonly location: URL
  readonly accessToken: string
  readonly refreshToken: string
  readonly scope: string
}

/** A whole connection of a program to a visitor. */
export async function connect(
  server: TestClient,
  who: DeveloperAtWork,
  agentId: string,
  { change = {}, client }: { change?: Record<string, string | null>; client?: oauth.Client } = {},
): Promise<Connected> {
  const flow = await beginFlow(server, client ?? (await registerClient(server)), change)
  const location = await allow(who, flow, agentId)
  const response = await exchange(server, flow, location)
  const tokens = await oauth.processAuthorizationCodeResponse(flow.as, flow.client, response)
  return {
    flow,
    location,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token!,
    scope: tokens.scope!,
  }
}

/** The error of a token request, with its status. */
export async function faultOf(response: Response | Promise<Response>): Promise<string> {
  const { status, text } = await Promise.resolve(response).then(async (r) => ({
    status: r.status,
    text: await r.text(),
  }))
  return text.startsWith('{') ? `${status} ${JSON.parse(text).error}` : String(status)
}

/** A form to an endpoint, without the checks of a library. */
export const postForm = (server: TestClient, path: string, fields: Record<string, string>): Promise<Response> =>
  fetch(server.baseUrl + path, { method: 'POST', body: new URLSearchParams(fields) })

export interface DocumentHost {
  readonly url: string
  /** Requests so far. */
  count(): number
  respond(change: Partial<{ status: number; body: unknown; headers: Record<string, string>; delayMs: number }>): void
  close(): Promise<void>
}

/** A host with a client metadata document. */
export async function startDocumentHost(): Promise<DocumentHost> {
  let requests = 0
  let answer: { status: number; body: unknown; headers: Record<string, string>; delayMs: number }
  const server = createServer((_request, response) => {
    requests += 1
    const { status, body, headers, delayMs } = answer
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    setTimeout(() => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text), delayMs)
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
  const usual = {
    status: 200,
    body: { client_id: url, client_name: 'Documented', redirect_uris: [REDIRECT_URI] },
    headers: {},
    delayMs: 0,
  }
  answer = usual
  return {
    url,
    count: () => requests,
    respond: (change) => {
      answer = { ...usual, ...change }
    },
    close: () =>
      new Promise((resume) => {
        server.close(() => resume())
        server.closeAllConnections()
      }),
  }
}
