// Integration tests of named operators: tokens, roles, audit, console sessions and the second factor.
import { MODERATOR_CHANGES, OPERATOR_ROLES, OPERATOR_ROUTES, ROUTE_ROLES } from '@agent-network/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, fresh, OPERATOR_TOKEN, type Reply, startTestServer, type TestServer } from './harness.ts'
import { send as sendHttp } from './send.ts'
import { follow } from './stream-reader.ts'

type Role = (typeof OPERATOR_ROLES)[number]
type Headers = Record<string, string>

const code = (reply: { body: any }) => reply.body?.error?.code
const FACTOR = '/console/second-factor'

for (const engine of ENGINES)
  describe(`named operators on ${engine}`, () => {
    let server: TestServer
    let other: TestServer | null = null
    beforeAll(async () => {
      server = await startTestServer(engine)
      if (server.databaseUrl !== null) other = await startTestServer(engine, { databaseUrl: server.databaseUrl })
      await server.setClock('2026-03-01T12:00:00.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await other?.close()
      await server.close()
    })

    const nodes = (): TestServer[] => (other === null ? [server] : [server, other])

    async function send(
      method: string,
      path: string,
      headers: Headers = {},
      body?: unknown,
      at = server,
    ): Promise<Reply> {
      const sent = await sendHttp(at.operatorUrl + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return {
        status: sent.status,
        headers: sent.headers,
        body: sent.text.startsWith('{') ? JSON.parse(sent.text) : sent.text,
      }
    }

    async function add(role: Role, name = fresh('op').toLowerCase()): Promise<{ name: string; token: string }> {
      const added = await server.operator('POST', '/_operator/operators', { name, role })
      expect([added.status, added.body.data.role]).toEqual([201, role])
      return { name, token: added.body.data.token }
    }

    const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

    async function signIn(token: string, factorCode?: string): Promise<Headers> {
      const opened = await send('POST', '/console/session', {}, { token, ...(factorCode && { code: factorCode }) })
      expect(opened.status, JSON.stringify(opened.body)).toBe(200)
      return {
        cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
        'x-csrf-token': opened.body.data.csrfToken,
      }
    }

    it('have a token of their own, shown once and stored as a digest', async () => {
      const { name, token } = await add('viewer')
      expect(token).toMatch(/^opt_[\w-]{43}$/)
      const listed = await server.operator('GET', '/_operator/operators')
      expect(listed.body.data.find((one: any) => one.name === name)).toEqual({
        name,
        role: 'viewer',
        secondFactor: false,
        createdAt: '2026-03-01T12:00:00.000Z',
        rotatedAt: null,
      })
      expect(JSON.stringify(listed.body)).not.toContain(token)
      for (const node of nodes()) {
        expect((await send('GET', '/_operator/status', bearer(token), undefined, node)).status).toBe(200)
        const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
        expect((await send('GET', '/_operator/status', bearer(wrong), undefined, node)).status).toBe(401)
      }
    })

    it('have a name that is free, well formed and not reserved', async () => {
      const { name } = await add('viewer')
      for (const bad of [name, 'recovery', 'operator', 'seed', 'Ada', 'a_b', '', '-a', 'a'.repeat(41)]) {
        const refused = await server.operator('POST', '/_operator/operators', { name: bad, role: 'viewer' })
        expect([bad, refused.status, code(refused)]).toEqual([bad, 400, 'INVALID_INPUT'])
      }
      const role = await server.operator('POST', '/_operator/operators', { name: 'free', role: 'owner' })
      expect(role.status).toBe(400)
      for (const path of ['', '/rotate', '/second-factor']) {
        const method = path === '/rotate' ? 'POST' : 'DELETE'
        expect((await server.operator(method, `/_operator/operators/nobody${path}`)).status).toBe(404)
      }
    })

    it('may call exactly the routes of their role', async () => {
      const rank = (role: Role): number => OPERATOR_ROLES.indexOf(role)
      for (const role of OPERATOR_ROLES) {
        const headers = bearer((await add(role)).token)
        for (const [name, route] of Object.entries(OPERATOR_ROUTES)) {
          const path = route.path.replaceAll(/\{\w+\}/g, 'no-such-id')
          const lowest = ROUTE_ROLES[name as keyof typeof ROUTE_ROLES]
          if (rank(role) >= rank(lowest)) {
            // Routes without a path parameter would change the server, so these are not called.
            if (route.method !== 'GET' && path === route.path) continue
            const body = route.method === 'PATCH' ? {} : undefined
            const answer = await send(route.method, path, headers, body)
            expect([role, name, code(answer)]).not.toEqual([role, name, 'OPERATOR_ROLE_REQUIRED'])
          } else {
            const refused = await send(route.method, path, headers, route.body === null ? undefined : {})
            expect([role, name, refused.status, code(refused)]).toEqual([role, name, 403, 'OPERATOR_ROLE_REQUIRED'])
          }
        }
      }
    })

    it('pause and suspend as moderators, and change nothing else of a world, app or agent', async () => {
      const headers = bearer((await add('moderator')).token)
      const world = await server.world({ agents: [{ id: fresh('agt'), handle: 'ada', displayName: 'Ada' }] })
      const { id: app } = (await server.operator('POST', '/_operator/apps', { name: 'App', ownerUid: 'dev-1' })).body
        .data
      const patch = (path: string, body: unknown) => send('PATCH', path, headers, body)
      for (const body of [{ visitorsPaused: true }, { visitorsPaused: false, residentsPaused: true }])
        expect((await patch(`/_operator/worlds/${world}`, body)).status).toBe(200)
      expect((await patch(`/_operator/apps/${app}`, { status: 'suspended' })).body.data.status).toBe('suspended')
      expect((await patch(`/_operator/apps/${app}`, { status: 'active' })).status).toBe(200)
      for (const [path, body] of [
        [`/_operator/worlds/${world}`, { name: 'Mine' }],
        [`/_operator/worlds/${world}`, { visitorsPaused: true, capacity: 1 }],
        [`/_operator/apps/${app}`, { status: 'revoked' }],
        [`/_operator/apps/${app}`, { ownerUid: 'me' }],
        ['/_operator/agents/no-such-id', { enabled: false, bio: 'Hello' }],
      ] as const) {
        const refused = await patch(path, body)
        expect([path, refused.status, code(refused)]).toEqual([path, 403, 'OPERATOR_ROLE_REQUIRED'])
      }
      expect((await server.operator('GET', `/_operator/worlds/${world}`)).body.data).toMatchObject({
        visitorsPaused: false,
        residentsPaused: true,
        capacity: null,
      })
      expect(Object.keys(MODERATOR_CHANGES).sort()).toEqual(['changeAgent', 'changeApp', 'changeWorld'])
    })

    it('are named in the audit log; the first token is recovery', async () => {
      const { name, token } = await add('admin')
      const entries = async (target: string) =>
        (await server.operator('GET', `/_operator/audit?target=${target}`)).body.data.map((one: any) => [
          one.actor,
          one.action,
        ])
      expect(await entries(name)).toEqual([['recovery', 'operator.add']])
      const { id } = (await send('POST', '/_operator/keys', bearer(token), { name: 'k' })).body.data
      await send('PATCH', `/_operator/keys/${id}`, await signIn(token), { enabled: false })
      await server.operator('PATCH', `/_operator/keys/${id}`, { enabled: true })
      expect(await entries(id)).toEqual([
        ['recovery', 'key.change'],
        [name, 'key.change'],
        [name, 'key.create'],
      ])
      const world = fresh('world')
      await send('POST', '/_operator/import', bearer(token), { worlds: [{ id: world, name: 'W' }] })
      expect(await entries('world-file')).toContainEqual([name, 'import'])
      const fork = (await send('POST', `/_operator/worlds/${world}/fork`, bearer(token), {})).body.data.id
      expect(await entries(fork)).toEqual([[name, 'world.fork']])
    })

    it('lose their token and sessions at once on every node when they are removed or rotated', async () => {
      for (const change of ['rotate', 'remove'] as const) {
        const { name, token } = await add('viewer')
        const page = await signIn(token)
        const sessionReply = await send('GET', '/console/session', page)
        expect(sessionReply.body.data.operator).toEqual({ name, role: 'viewer' })
        expect(sessionReply.body.data.allowed).toContain('listKeys')
        expect(sessionReply.body.data.allowed).not.toContain('createKey')
        const stream = await follow(`${server.operatorUrl}/console/live`, '', page)
        for (const node of nodes())
          expect((await send('GET', '/_operator/status', page, undefined, node)).status).toBe(200)
        const changed =
          change === 'remove'
            ? await server.operator('DELETE', `/_operator/operators/${name}`)
            : await server.operator('POST', `/_operator/operators/${name}/rotate`)
        expect(changed.status).toBe(200)
        for (const node of nodes()) {
          expect((await send('GET', '/_operator/status', page, undefined, node)).status).toBe(401)
          expect((await send('GET', '/_operator/status', bearer(token), undefined, node)).status).toBe(401)
          expect((await send('GET', '/console/session', page, undefined, node)).body.data).toBeNull()
        }
        await stream.over
        if (change === 'rotate') {
          expect((await send('GET', '/_operator/status', bearer(changed.body.data.token))).status).toBe(200)
          await server.operator('DELETE', `/_operator/operators/${name}`)
        }
        // A new operator of the same name does not inherit the sessions.
        await add('admin', name)
        expect((await send('GET', '/_operator/status', page)).status).toBe(401)
      }
    })

    it('cannot sign in to the console under another name by changing the cookie', async () => {
      const [viewer, admin] = [await add('viewer'), await add('admin')]
      const { cookie } = await signIn(viewer.token)
      for (const bad of [cookie!.replace(viewer.name, admin.name), cookie!.replace(`.${viewer.name}`, '')])
        expect((await send('GET', '/_operator/operators', { cookie: bad })).status).toBe(401)
    })

    it('are slowed down like any wrong token', async () => {
      const guess = () => send('GET', '/_operator/status', bearer(`opt_${'x'.repeat(43)}`))
      const flood = await Promise.all(Array.from({ length: 40 }, guess))
      const statuses = new Set(flood.map(({ status }) => status))
      expect([...statuses].sort()).toEqual([401, 429])
      expect((await server.operator('GET', '/_operator/status')).status).toBe(200)
    })

    describe('with a second factor', () => {
      const now = async () => Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)
      const codeOf = async (secret: string): Promise<string> =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: await now() })

      async function enrol(token: string) {
        const page = await signIn(token)
        const enrolment = await send('POST', FACTOR, page, { token })
        expect(enrolment.status).toBe(200)
        const { secret } = enrolment.body.data
        const confirmed = await send('POST', `${FACTOR}/confirm`, page, { code: await codeOf(secret) })
        expect(confirmed.body.data).toMatchObject({ enabled: true })
        await server.advance(60_000)
        return { page, secret: secret as string, recoveryCodes: confirmed.body.data.recoveryCodes as string[] }
      }

      it('are asked for the code at the console, and each code works once', async () => {
        const { name, token } = await add('moderator')
        const { page, secret, recoveryCodes } = await enrol(token)
        const challenge = await send('POST', '/console/session', {}, { token })
        expect([challenge.status, challenge.body.error.secondFactor]).toEqual([401, 'required'])
        const wrong = await send('POST', '/console/session', {}, { token, code: '000000' })
        expect([wrong.status, wrong.body.error.secondFactor]).toEqual([401, 'wrong'])
        const right = await codeOf(secret)
        await signIn(token, right)
        expect((await send('POST', '/console/session', {}, { token, code: right })).status).toBe(401)
        await signIn(token, recoveryCodes[0])
        expect((await send('GET', FACTOR, page)).body.data).toEqual({ enabled: true, recoveryCodesLeft: 9 })
        const [listed] = (await server.operator('GET', '/_operator/operators')).body.data.filter(
          (one: any) => one.name === name,
        )
        expect(listed.secondFactor).toBe(true)
        // The code protects the console; programs use the token.
        expect((await send('GET', '/_operator/status', bearer(token))).status).toBe(200)
      })

      it('enter their own token before they set it up, and a code before they remove it', async () => {
        const { token } = await add('viewer')
        const stranger = await add('viewer')
        const page = await signIn(token)
        for (const sent of ['wrong', stranger.token, OPERATOR_TOKEN])
          expect((await send('POST', FACTOR, page, { token: sent })).status).toBe(401)
        expect((await send('POST', FACTOR, { cookie: page.cookie! }, { token })).status).toBe(403)
        expect((await send('POST', FACTOR, page, {})).status).toBe(400)
        const { secret } = await enrol(token)
        expect((await send('POST', `${FACTOR}/remove`, page, { code: '000000' })).status).toBe(401)
        expect((await send('POST', `${FACTOR}/remove`, page, { code: await codeOf(secret) })).status).toBe(200)
        await signIn(token)
      })

      it('are helped by an admin after they lost it', async () => {
        const { name, token } = await add('viewer')
        await enrol(token)
        expect((await server.operator('DELETE', `/_operator/operators/${name}/second-factor`)).status).toBe(200)
        expect((await server.operator('DELETE', `/_operator/operators/${name}/second-factor`)).status).toBe(404)
        await signIn(token)
        const { data } = (await server.operator('GET', `/_operator/audit?target=${name}`)).body
        expect(data.map((one: any) => [one.actor, one.action])).toEqual([
          ['recovery', 'operator.reset-authenticator'],
          [name, 'operator.add-authenticator'],
          ['recovery', 'operator.add'],
        ])
      })

      it('do not include the recovery token', async () => {
        const page = await signIn(OPERATOR_TOKEN)
        expect((await send('GET', FACTOR, page)).status).toBe(400)
        expect((await send('GET', FACTOR)).status).toBe(401)
        expect((await send('GET', `${FACTOR}/nothing`, page)).status).toBe(404)
      })
    })
  })
