import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { startModelStub } from './model-stub.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  type Portal,
  person,
  portalAs,
  startIssuer,
  statusAndCode,
  TERMS,
} from './portal-site.ts'
import { readStore } from './store-access.ts'

const MINUTE = 60_000
/** Moderation takes no slug with this word in it. */
const BANNED = 'grumbleweed'

for (const engine of ENGINES)
  describe(`visitors of the portal on ${engine}`, () => {
    let server: TestServer
    let issuer: Issuer
    let moderation: Awaited<ReturnType<typeof startModelStub>>

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await server.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }
    const makeWorld = async (attributes: Record<string, unknown> = {}): Promise<string> =>
      (await operate('POST', '/_operator/worlds', attributes)).id
    const newDeveloper = () => developer(issuer, server.baseUrl)
    const register = (who: { portal: Portal; appId: string }, body: Record<string, unknown> = {}) =>
      who.portal('POST', `/apps/${who.appId}/visitors`, { slug: newSlug(), ...TERMS, ...body })
    const registered = async (who: DeveloperAtWork, body: Record<string, unknown> = {}) => {
      const reply = await register(who, body)
      expect(statusAndCode(reply)).toBe('201')
      return reply.body.data as {
        visitor: { agentId: string; handle: string; worldId: string }
        key: { id: string; key: string }
      }
    }
    const list = async ({ portal, appId }: DeveloperAtWork) =>
      (await portal('GET', `/apps/${appId}/visitors`)).body.data
    const releasing = ({ portal, appId }: DeveloperAtWork, agentId: string) =>
      portal('DELETE', `/apps/${appId}/visitors/${agentId}`)
    const beat = (agentId: string, key: string) => server.post(`/v1/visitors/${agentId}/heartbeat`, key, {})

    beforeAll(async () => {
      issuer = await startIssuer()
      moderation = await startModelStub()
      moderation.behave((response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ results: [{ flagged: false }] }))
      })
      server = await startTestServer(engine, { env: { ...issuer.env, AGENT_NETWORK_MODERATION_URL: moderation.url } })
      await server.setClock(NOW)
    })
    beforeEach(async () => {
      // Every test begins without a world that takes visitors. One that is being purged may be gone at any moment.
      for (const { id, designation, status } of await operate('GET', '/_operator/worlds'))
        if (designation !== null && status !== 'purging')
          await operate('PATCH', `/_operator/worlds/${id}`, { designation: null })
      await server.switches({ developerPortalEnabled: true, bannedTerms: [BANNED], ...OPEN_GATES })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      await moderation.close()
      await issuer.close()
    })

    it('registers a visitor in the only world that takes visitors, with the key that drives it (2.15)', async () => {
      const worldId = await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      const slug = newSlug()
      const reply = await register(owner, { slug })
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        data: {
          visitor: { agentId: expect.any(String), handle: `visitor-${slug}`, worldId, status: 'away' },
          key: {
            id: expect.any(String),
            key: expect.stringMatching(/^anet_test_/),
            name: expect.any(String),
            tier: 2,
            scopes: ['agents:drive'],
            rateLimitPerMinute: 60,
            driveDailyBudget: 25,
          },
        },
        warning: expect.stringContaining('Save'),
      })
      const { visitor, key } = reply.body.data
      const listed = { ...visitor, lastHeartbeatAt: null, keyId: key.id }
      expect((await owner.portal('GET', `/apps/${owner.appId}/visitors`)).body).toEqual({ data: [listed] })
      expect(await operate('GET', `/_operator/keys/${key.id}`)).toMatchObject({
        appId: owner.appId,
        worldId,
        allowedAgentIds: [visitor.agentId],
      })
      // It drives, within the caps of a key's first day.
      expect((await beat(visitor.agentId, key.key)).body.data.menu.budget).toMatchObject({ used: 0, cap: 15 })
      expect(await list(owner)).toEqual([{ ...listed, status: 'present', lastHeartbeatAt: NOW }])
      await server.advance(60 * MINUTE)
      expect((await list(owner))[0].status).toBe('away')
    })

    it('keeps both acceptances as evidence of the very registration (4.14)', async () => {
      await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      const { visitor, key } = await registered(owner)
      const rows = await readStore(
        server,
        `select * from acceptances where agent_id = '${visitor.agentId}' order by kind`,
      )
      const digest = (text: unknown) => createHash('sha256').update(String(text)).digest('hex')
      const config = await operate('GET', '/_operator/config')
      expect(rows).toEqual(
        ['developer', 'visitor'].map((kind) =>
          expect.objectContaining({
            uid: owner.uid,
            kind,
            version: '2026-01',
            text_digest: digest(config[`${kind}TermsText`]),
            purpose: 'registration',
            key_id: key.id,
            world_id: visitor.worldId,
          }),
        ),
      )
    })

    it('is refused in the order of AMB-102 and AMB-142, each fault mended in turn', async () => {
      const full = await makeWorld({ designation: 'visitor', capacity: 0 })
      const undesignated = await makeWorld()
      const owner = await newDeveloper()
      const stranger = await person(issuer, server.baseUrl)
      const other = await newDeveloper()
      const takenSlug = newSlug()
      const elsewhere = await makeWorld({ designation: 'visitor' })
      await registered(owner, { slug: newSlug(), worldId: elsewhere })
      await operate('POST', '/_operator/visitors', { worldId: full, slug: takenSlug })
      await operate('PATCH', `/_operator/apps/${owner.appId}`, { status: 'suspended' })
      await operate('PATCH', `/_operator/worlds/${full}`, { visitorsPaused: true })
      await server.switches({ developerPortalEnabled: false, visitorSelfServeEnabled: false })

      let portal = portalAs(server.baseUrl)
      let appId = other.appId
      let body: Record<string, unknown> | string = '{'
      const nobody = () => portal('POST', `/apps/${appId}/visitors`, body)
      const STEPS: readonly [expected: string, mend: () => unknown][] = [
        ['503 DEVELOPER_PORTAL_DISABLED', () => server.switches({ developerPortalEnabled: true })],
        [
          '403 VISITOR_SELF_SERVE_DISABLED',
          () => server.switches({ visitorSelfServeEnabled: true, visitorDriveEnabled: false }),
        ],
        ['403 VISITOR_SELF_SERVE_DISABLED', () => server.switches({ visitorDriveEnabled: true })],
        [
          '401 UNAUTHORIZED',
          () => {
            portal = stranger.portal
          },
        ],
        [
          '403 VISITOR_REGISTRATION_REFUSED account_required',
          async () => {
            portal = owner.portal
            await operate('PATCH', `/_operator/developers/${owner.uid}`, { status: 'suspended' })
          },
        ],
        [
          '403 VISITOR_REGISTRATION_REFUSED account_required',
          () => operate('PATCH', `/_operator/developers/${owner.uid}`, { status: 'active' }),
        ],
        [
          '404 APP_NOT_FOUND',
          () => {
            appId = owner.appId
          },
        ],
        ['403 APP_SUSPENDED', () => operate('PATCH', `/_operator/apps/${owner.appId}`, { status: 'revoked' })],
        ['403 APP_REVOKED', () => operate('PATCH', `/_operator/apps/${owner.appId}`, { status: 'active' })],
        [
          '400 INVALID_INPUT',
          () => {
            body = { slug: BANNED, acceptedVisitorTermsVersion: 'old' }
          },
        ],
        [
          '400 DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
          () => {
            body = { ...(body as object), acceptedDeveloperTermsVersion: 'old' }
          },
        ],
        [
          '400 DEVELOPER_TERMS_ACCEPTANCE_REQUIRED',
          () => {
            body = { ...(body as object), acceptedDeveloperTermsVersion: '2026-01' }
          },
        ],
        [
          '400 VISITOR_TERMS_ACCEPTANCE_REQUIRED',
          () => {
            body = { slug: BANNED, acceptedDeveloperTermsVersion: '2026-01' }
          },
        ],
        [
          '400 VISITOR_TERMS_ACCEPTANCE_REQUIRED',
          () => {
            body = { slug: BANNED, ...TERMS }
          },
        ],
        [
          '400 VISITOR_REGISTRATION_REFUSED slug_blocked',
          () => {
            body = { slug: takenSlug, ...TERMS }
          },
        ],
        // There are two now: full and elsewhere.
        [
          '409 VISITOR_WORLD_REQUIRED',
          () => {
            body = { ...(body as object), worldId: 'nowhere' }
          },
        ],
        [
          '404 WORLD_NOT_FOUND',
          () => {
            body = { ...(body as object), worldId: undesignated }
          },
        ],
        [
          '409 VISITOR_REGISTRATION_REFUSED world_not_eligible',
          () => {
            body = { ...(body as object), worldId: full }
          },
        ],
        [
          '409 VISITOR_REGISTRATION_REFUSED visitors_paused',
          () => operate('PATCH', `/_operator/worlds/${full}`, { visitorsPaused: false }),
        ],
        [
          '409 handle_taken',
          () => {
            body = { ...(body as object), slug: newSlug() }
          },
        ],
        ['409 VISITOR_LIMIT_REACHED', () => operate('PATCH', `/_operator/developers/${owner.uid}`, { visitorCap: 2 })],
        ['409 world_full', () => operate('PATCH', `/_operator/worlds/${full}`, { capacity: 2 })],
        ['201', () => {}],
      ]
      for (const [expected, mend] of STEPS) {
        expect(statusAndCode(await nobody())).toBe(expected)
        await mend()
      }
      // Refused registrations leave no key and no visitor behind.
      expect(await list(owner)).toHaveLength(2)
      expect((await owner.portal('GET', `/apps/${owner.appId}/api-keys`)).body.data).toHaveLength(2)
    })

    it.each([
      ['a'],
      ['A-b'],
      ['-ab'],
      ['ab-'],
      ['a--b'],
      ['a_b'],
      ['ä-b'],
      ['x'.repeat(33)],
      [''],
      [7],
      [null],
      [undefined],
    ])('refuses the slug %s (AMB-104)', async (slug) => {
      await makeWorld({ designation: 'visitor' })
      expect(statusAndCode(await register(await newDeveloper(), { slug }))).toBe('400 INVALID_INPUT')
    })

    it.each([[''], [7], [null], [['w']]])('refuses the worldId %s as no text', async (worldId) => {
      await makeWorld({ designation: 'visitor' })
      expect(statusAndCode(await register(await newDeveloper(), { worldId }))).toBe('400 INVALID_INPUT')
    })

    it('names the candidates when there is no world or more than one, and prime is never among them', async () => {
      const owner = await newDeveloper()
      const none = await register(owner)
      expect([statusAndCode(none), none.body.error.candidates]).toEqual(['409 VISITOR_WORLD_REQUIRED', []])
      const worlds = [await makeWorld({ designation: 'visitor' }), await makeWorld({ designation: 'visitor' })]
      const archived = await makeWorld({ designation: 'visitor' })
      await operate('PATCH', `/_operator/worlds/${archived}`, { status: 'archived' })
      const several = await register(owner)
      expect(statusAndCode(several)).toBe('409 VISITOR_WORLD_REQUIRED')
      expect(several.body.error.candidates).toEqual(worlds.sort().map((id) => ({ id, designation: 'visitor' })))
      for (const [worldId, expected] of [
        ['prime', '409 VISITOR_REGISTRATION_REFUSED world_not_eligible'],
        ['PRIME', '409 VISITOR_REGISTRATION_REFUSED world_not_eligible'],
        [archived, '409 VISITOR_REGISTRATION_REFUSED world_not_eligible'],
        ['nowhere', '404 WORLD_NOT_FOUND'],
      ])
        expect(statusAndCode(await register(owner, { worldId }))).toBe(expected)
      expect((await registered(owner, { worldId: worlds[1] })).visitor.worldId).toBe(worlds[1])
    })

    it('needs no visitor terms from an account that accepted the current ones, but no stale ones either', async () => {
      await makeWorld({ designation: 'visitor' })
      const who = await person(issuer, server.baseUrl)
      await who.portal('POST', '/signup', { acceptedVisitorTermsVersion: '2026-01' })
      const appId = (await who.portal('POST', '/apps', { name: 'a' })).body.data.id
      const ask = (acceptedVisitorTermsVersion?: string | null) =>
        register({ ...who, appId }, { acceptedVisitorTermsVersion })
      expect(statusAndCode(await ask('2019-01'))).toBe('400 VISITOR_TERMS_ACCEPTANCE_REQUIRED')
      await server.switches({ visitorTermsVersion: '2027-01' })
      expect(statusAndCode(await ask())).toBe('400 VISITOR_TERMS_ACCEPTANCE_REQUIRED')
      await server.switches({ visitorTermsVersion: null })
      expect(statusAndCode(await ask(null))).toBe('201')
    })

    it('does not get in without a verdict on its slug', async () => {
      await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      moderation.behave((response) => {
        response.statusCode = 500
        response.end()
      })
      expect(statusAndCode(await register(owner))).toBe('503 VISITOR_REGISTRATION_REFUSED registration_unavailable')
      moderation.behave((response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ results: [{ flagged: false }] }))
      })
      expect(statusAndCode(await register(owner))).toBe('201')
    })

    it('reads the words of a slug, not its hyphens', async () => {
      await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      for (const slug of [`my-${BANNED}`, [...BANNED].join('-')])
        expect(statusAndCode(await register(owner, { slug }))).toBe('400 VISITOR_REGISTRATION_REFUSED slug_blocked')
    })

    it('returns handle_taken for a repeated slug, before the cap, and mints no second key (AMB-103)', async () => {
      await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      const slug = newSlug()
      const { visitor } = await registered(owner, { slug })
      expect(statusAndCode(await register(owner, { slug }))).toBe('409 handle_taken')
      expect(statusAndCode(await register(await newDeveloper(), { slug }))).toBe('409 handle_taken')
      expect((await owner.portal('GET', `/apps/${owner.appId}/api-keys`)).body.data).toHaveLength(1)
      await releasing(owner, visitor.agentId)
      // The agent is never deleted, so its handle stays taken; the slot is free.
      expect(statusAndCode(await register(owner, { slug }))).toBe('409 handle_taken')
      expect(statusAndCode(await register(owner))).toBe('201')
    })

    it('holds one visitor across worlds and apps unless an operator raised the cap', async () => {
      const worlds = [await makeWorld({ designation: 'visitor' }), await makeWorld({ designation: 'visitor' })]
      const owner = await newDeveloper()
      await registered(owner, { worldId: worlds[0] })
      const second = (await owner.portal('POST', '/apps', { name: 'Second' })).body.data.id
      const onSecond = { ...owner, appId: second }
      expect(statusAndCode(await register(onSecond, { worldId: worlds[1] }))).toBe('409 VISITOR_LIMIT_REACHED')
      await operate('PATCH', `/_operator/developers/${owner.uid}`, { visitorCap: 2 })
      await registered(onSecond, { worldId: worlds[1] })
      expect(statusAndCode(await register(owner, { worldId: worlds[0] }))).toBe('409 VISITOR_LIMIT_REACHED')
      expect([(await list(owner)).length, (await list(onSecond)).length]).toEqual([1, 1])
      expect((await owner.portal('GET', '/account')).body.data).toMatchObject({ visitorCap: 2, visitorCount: 2 })
      // The slot of a world that is purged is free.
      await operate('DELETE', `/_operator/worlds/${worlds[0]}`)
      await registered(owner, { worldId: worlds[1] })
    })

    it('leaves no key behind that can be neither released nor deleted when its world is purged', async () => {
      const worldId = await makeWorld({ designation: 'visitor' })
      const owner = await newDeveloper()
      const { key, visitor } = await registered(owner, { worldId })
      await operate('DELETE', `/_operator/worlds/${worldId}`)
      expect(statusAndCode(await releasing(owner, visitor.agentId))).toBe('404 VISITOR_NOT_FOUND')
      expect(statusAndCode(await owner.portal('DELETE', `/apps/${owner.appId}/api-keys/${key.id}`))).toBe('200')
    })

    it('gives a developer up to three visitors in a sandbox, beside the cap of other worlds (AMB-147)', async () => {
      const [worldId, sandbox] = [
        await makeWorld({ designation: 'visitor' }),
        await makeWorld({ designation: 'visitor', capacity: 10 }),
      ]
      const owner = await newDeveloper()
      await registered(owner, { worldId: sandbox })
      expect(statusAndCode(await register(owner, { worldId }))).toBe('409 VISITOR_LIMIT_REACHED')
      await server.switches({ sandboxWorldIds: [sandbox] })
      expect(statusAndCode(await register(owner, {}))).toBe('409 VISITOR_WORLD_REQUIRED')
      await registered(owner, { worldId })
      expect(statusAndCode(await register(owner, { worldId }))).toBe('409 VISITOR_LIMIT_REACHED')
      const second = await registered(owner, { worldId: sandbox })
      await registered(owner, { worldId: sandbox })
      expect(statusAndCode(await register(owner, { worldId: sandbox }))).toBe('409 VISITOR_LIMIT_REACHED')
      expect((await owner.portal('GET', '/account')).body.data).toMatchObject({ visitorCap: 1, visitorCount: 1 })
      await releasing(owner, second.visitor.agentId)
      await registered(owner, { worldId: sandbox })
      await server.switches({ sandboxWorldIds: [] })
    })

    it('counts active visitors of all origins against the capacity of a world', async () => {
      const worldId = await makeWorld({ designation: 'visitor', capacity: 2 })
      await operate('POST', '/_operator/visitors', { worldId, slug: newSlug() })
      const owner = await newDeveloper()
      const { visitor } = await registered(owner, { worldId })
      const other = await newDeveloper()
      expect(statusAndCode(await register(other, { worldId }))).toBe('409 world_full')
      await releasing(owner, visitor.agentId)
      await registered(other, { worldId })
    })
  })
