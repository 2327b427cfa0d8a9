// OAuth for MCP on two nodes: every way to end or refuse a connection binds on the next request.
import * as oauth from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, startTestServer, type TestServer } from './harness.ts'
import {
  callTool,
  connect,
  exchange,
  faultOf,
  INSECURE,
  OAUTH_GATES,
  refresh,
  refusalOf,
  registerClient,
  registerVisitor,
} from './oauth-site.ts'
import { developer, NOW, startIssuer } from './portal-site.ts'

describe.runIf(HAS_CLUSTER)('OAuth for MCP on two nodes', () => {
  it('ends or refuses a connection on the next request, on both', async () => {
    const issuer = await startIssuer()
    const database = await createDatabase()
    const options = { env: issuer.env, databaseUrl: database.url }
    const one = await startTestServer('postgres', options)
    const two = await startTestServer('postgres', options)
    try {
      await one.setClock(NOW)
      await one.switches(OAUTH_GATES)
      await one.operator('POST', '/_operator/worlds', { id: 'harbour', designation: 'visitor' })
      const statusAt = async (server: TestServer, token: string): Promise<string> => {
        const reply = await callTool(server, token, 'look')
        return `${reply.status} ${refusalOf(reply) ?? 'ok'}`
      }
      const client = await registerClient(one)
      const begin = async () => {
        const who = await developer(issuer, one.baseUrl)
        const visitor = await registerVisitor(who)
        const connected = await connect(one, who, visitor.agentId, { client })
        for (const node of [one, two]) expect(await statusAt(node, connected.accessToken)).toBe('200 ok')
        return { who, visitor, ...connected, app: `/apps/${who.appId}` }
      }
      type Case = Awaited<ReturnType<typeof begin>>
      const ends: Record<string, (it: Case) => Promise<unknown>> = {
        release: ({ who, app, visitor }) => who.portal('DELETE', `${app}/visitors/${visitor.agentId}`),
        'key rotation': ({ who, app, visitor }) =>
          who.portal('POST', `${app}/api-keys/${visitor.keyId}/rotate`, { overlapSeconds: 3_600 }),
        'join link': async ({ who, app, visitor }) => {
          const link = await who.portal('POST', `${app}/visitors/${visitor.agentId}/join-link`)
          return fetch(link.body.data.joinUrl, { method: 'POST' })
        },
        'account deletion': ({ who }) => who.portal('DELETE', '/account'),
        'revoked key': ({ visitor }) => two.operator('PATCH', `/_operator/keys/${visitor.keyId}`, { revokedAt: NOW }),
        'deletion of the connection': async ({ who }) => {
          const [{ id }] = (await who.portal('GET', '/connections')).body.data
          return who.portal('DELETE', `/connections/${id}`)
        },
        'revocation by an operator': async ({ visitor }) => {
          const list = await one.operator('GET', `/_operator/connections?agentId=${visitor.agentId}`)
          return two.operator('DELETE', `/_operator/connections/${list.body.data[0].id}`)
        },
        'revocation by the program': ({ flow, accessToken }) =>
          oauth.revocationRequest(flow.as, flow.client, oauth.None(), accessToken, INSECURE),
        'reused code': ({ flow, location }) => exchange(one, flow, location),
      }
      for (const [name, end] of Object.entries(ends)) {
        const connected = await begin()
        await end(connected)
        for (const node of [two, one])
          expect([name, await statusAt(node, connected.accessToken)]).toEqual([name, '401 INVALID_API_KEY'])
        expect([name, await faultOf(refresh(one, connected.flow, connected.refreshToken))]).toEqual([
          name,
          '400 invalid_grant',
        ])
      }
      const pauses: Record<string, readonly [(it: Case, isOn: boolean) => Promise<unknown>, string]> = {
        'disabled key': [
          ({ visitor }, isOn) => one.operator('PATCH', `/_operator/keys/${visitor.keyId}`, { enabled: isOn }),
          '403 KEY_DISABLED',
        ],
        'suspended app': [
          ({ who }, isOn) =>
            one.operator('PATCH', `/_operator/apps/${who.appId}`, { status: isOn ? 'active' : 'suspended' }),
          '403 APP_DISABLED',
        ],
        'paused world': [
          (_it, isOn) => one.operator('PATCH', '/_operator/worlds/harbour', { visitorsPaused: !isOn }),
          '200 VISITORS_PAUSED',
        ],
        'disabled visitor': [
          ({ visitor }, isOn) => one.operator('PATCH', `/_operator/agents/${visitor.agentId}`, { enabled: isOn }),
          '200 DRIVE_AGENT_DISABLED',
        ],
        'drive switch': [(_it, isOn) => one.switches({ visitorDriveEnabled: isOn }), '200 VISITOR_DRIVE_DISABLED'],
        'MCP switch': [(_it, isOn) => one.switches({ mcpEnabled: isOn }), '503 MCP_DISABLED'],
        'OAuth switch': [(_it, isOn) => one.switches({ mcpOAuthEnabled: isOn }), '401 INVALID_API_KEY'],
      }
      for (const [name, [pause, expected]] of Object.entries(pauses)) {
        const connected = await begin()
        await pause(connected, false)
        for (const node of [two, one])
          expect([name, await statusAt(node, connected.accessToken)]).toEqual([name, expected])
        if (name !== 'OAuth switch') expect(await statusAt(two, connected.visitor.key)).toBe(expected)
        await pause(connected, true)
        for (const node of [two, one])
          expect([name, await statusAt(node, connected.accessToken)]).toEqual([name, '200 ok'])
      }
      expect([...one.errors(), ...two.errors()]).toEqual([])
    } finally {
      await two.close()
      await one.close()
      await issuer.close()
      await database.drop()
    }
  })
})
