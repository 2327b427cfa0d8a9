import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, HAS_CLUSTER, startTestServer, type TestServer } from '../../test/harness.ts'
import { brokenPromises } from '../../test/portal-checks.ts'
import {
  type DeveloperAtWork,
  developer,
  type Issuer,
  NOW,
  newSlug,
  OPEN_GATES,
  portalAs,
  startIssuer,
  statusAndCode,
  TERMS,
} from '../../test/portal-site.ts'
import { readStore } from '../../test/store-access.ts'

const SITES = HAS_CLUSTER ? (['sqlite', 'postgres', 'two nodes'] as const) : (['sqlite'] as const)

for (const kind of SITES)
  describe(`registrations that meet, on ${kind}`, () => {
    let servers: TestServer[]
    let issuer: Issuer
    let worldId: string
    let drop = async () => {}

    const operate = async (method: string, path: string, body?: unknown) => {
      const reply = await servers[0]!.operator(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
      return reply.body.data
    }
    const developers = async (n: number): Promise<DeveloperAtWork[]> => {
      const accounts: DeveloperAtWork[] = []
      for (let i = 0; i < n; i++) accounts.push(await developer(issuer, servers[0]!.baseUrl))
      return accounts
    }
    /** The n-th request goes to the n-th node, round and round. */
    const at = ({ token }: DeveloperAtWork, n: number) => portalAs(servers[n % servers.length]!.baseUrl, token)
    const register = (who: DeveloperAtWork, n: number, slug = newSlug(), world = worldId) =>
      at(who, n)('POST', `/apps/${who.appId}/visitors`, { slug, worldId: world, ...TERMS })
    const tally = (replies: readonly Parameters<typeof statusAndCode>[0][]) => {
      const counts: Record<string, number> = {}
      for (const reply of replies) counts[statusAndCode(reply)] = (counts[statusAndCode(reply)] ?? 0) + 1
      return counts
    }

    beforeAll(async () => {
      issuer = await startIssuer()
      if (kind === 'two nodes') {
        const database = await createDatabase()
        drop = database.drop
        const options = { databaseUrl: database.url, env: issuer.env }
        servers = [await startTestServer('postgres', options), await startTestServer('postgres', options)]
      } else servers = [await startTestServer(kind, { env: issuer.env })]
      await servers[0]!.setClock(NOW)
      await servers[0]!.switches(OPEN_GATES)
    })
    beforeEach(async () => {
      worldId = (await operate('POST', '/_operator/worlds', { designation: 'visitor' })).id
    })
    afterEach(async () => {
      expect(await brokenPromises((sql) => readStore(servers[0]!, sql))).toEqual([])
    })
    afterAll(async () => {
      for (const server of servers) {
        expect(server.errors()).toEqual([])
        await server.close()
      }
      await drop()
      await issuer.close()
    })

    it('one of many owners gets a slug, the others are told that it is taken', async () => {
      const owners = await developers(12)
      for (let round = 0; round < 3; round++) {
        const slug = newSlug()
        const replies = await Promise.all(owners.map((owner, n) => register(owner, n, slug)))
        const winners = owners.filter((_, n) => replies[n]!.status === 201)
        expect(winners).toHaveLength(1)
        expect(tally(replies)).toEqual({ '201': 1, '409 handle_taken': 11 })
        const { agentId } = replies.find(({ status }) => status === 201)!.body.data.visitor
        await winners[0]!.portal('DELETE', `/apps/${winners[0]!.appId}/visitors/${agentId}`)
      }
    })

    it('a slug raced by the portal and an operator has one owner too', async () => {
      const [owner] = await developers(1)
      for (let round = 0; round < 8; round++) {
        const slug = newSlug()
        const replies = await Promise.all([
          register(owner!, 1, slug),
          servers[0]!.operator('POST', '/_operator/visitors', { worldId, slug }),
        ])
        expect(tally(replies)).toEqual({ '201': 1, '409 handle_taken': 1 })
        if (replies[0]!.status === 201)
          await owner!.portal('DELETE', `/apps/${owner!.appId}/visitors/${replies[0]!.body.data.visitor.agentId}`)
      }
    })

    it('a slug raced by operators is made once, and the others are told that it is taken', async () => {
      for (let round = 0; round < 4; round++) {
        const slug = newSlug()
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            servers[n % servers.length]!.operator('POST', '/_operator/visitors', { worldId, slug }),
          ),
        )
        expect(tally(replies)).toEqual({ '201': 1, '409 handle_taken': 7 })
      }
    })

    it.each([[1], [3]])('a developer with a cap of %s gets exactly that many of sixteen at once', async (cap) => {
      const [owner] = await developers(1)
      await operate('PATCH', `/_operator/developers/${owner!.uid}`, { visitorCap: cap })
      // In two worlds: newcomers to one enter it one by one anyway.
      const worlds = [worldId, (await operate('POST', '/_operator/worlds', { designation: 'visitor' })).id]
      const replies = await Promise.all(
        Array.from({ length: 16 }, (_, n) => register(owner!, n, newSlug(), worlds[(n >> 1) % 2])),
      )
      expect(tally(replies)).toEqual({ '201': cap, '409 VISITOR_LIMIT_REACHED': 16 - cap })
    })

    it('a world with room for three takes three of twelve', async () => {
      await operate('PATCH', `/_operator/worlds/${worldId}`, { capacity: 3 })
      const owners = await developers(12)
      const replies = await Promise.all(owners.map((owner, n) => register(owner, n)))
      expect(tally(replies)).toEqual({ '201': 3, '409 world_full': 9 })
    })

    it('a visitor is released once, however often that is asked for at once', async () => {
      const [owner] = await developers(1)
      const { agentId } = (await register(owner!, 0)).body.data.visitor
      const path = `/apps/${owner!.appId}/visitors/${agentId}`
      const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => at(owner!, n)('DELETE', path)))
      expect(tally(replies)).toEqual({ '200': 1, '404 VISITOR_NOT_FOUND': 7 })
    })

    it('owners who come and go without a pause are never turned away for it', async () => {
      const owners = await developers(12)
      const toil = async (owner: DeveloperAtWork, n: number) => {
        const outcomes: string[] = []
        for (let round = 0; round < 4; round++) {
          const reply = await register(owner, n + round)
          outcomes.push(statusAndCode(reply))
          const path = `/apps/${owner.appId}/visitors/${reply.body.data?.visitor.agentId}`
          outcomes.push(statusAndCode(await at(owner, n)('DELETE', path)))
        }
        return outcomes
      }
      const outcomesByOwner = await Promise.all(owners.map(toil))
      expect(new Set(outcomesByOwner.flat())).toEqual(new Set(['201', '200']))
    })

    it('nothing is added to an account that is being deleted', async () => {
      for (let round = 0; round < 6; round++) {
        const [owner] = await developers(1)
        const key = { name: 'k', acceptedDeveloperTermsVersion: '2026-01' }
        await Promise.all([
          register(owner!, 0),
          at(owner!, 1)('POST', `/apps/${owner!.appId}/api-keys`, key),
          at(owner!, 0)('POST', '/apps', { name: 'late' }),
          at(owner!, 1)('DELETE', '/account'),
          register(owner!, 1),
          at(owner!, 0)('POST', `/apps/${owner!.appId}/api-keys`, key),
        ])
        expect(statusAndCode(await owner!.portal('GET', '/account'))).toBe('403 ACCOUNT_REQUIRED')
        const apps = await readStore(servers[0]!, `select * from apps where owner_uid = '${owner!.uid}'`)
        expect(apps.map(({ status }) => status)).not.toContain('active')
        const ids = apps.map(({ id }) => `'${id}'`).join(', ')
        expect(await readStore(servers[0]!, `select id from keys where app_id in (${ids})`)).toEqual([])
      }
    })
  })
