import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOf } from './city-store.ts'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { close, DAY, exported, HOUR, MINUTE, openVillage, type Village } from './life-site.ts'
import { act, addKey, addVisitor, type Key, type Site, siteOf, type Visitor } from './visitor-site.ts'

let values = 0

for (const engine of ENGINES)
  describe(`news and conduct, on ${engine}`, () => {
    let server: TestServer
    let site: Site
    let village: Village
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      site = siteOf(server)
      await server.setClock('2026-03-10T09:00:00.000Z')
      await server.switches({ visitorDriveEnabled: true, privateMessagingEnabled: true })
      village = await openVillage(server, { residents: 6, places: 3 })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await close(server, village)
      await server.close()
    })

    const query = (sql: string) => queryOf(server)(sql)
    const post = (path: string, body: object) =>
      server.operator('POST', `/_operator/worlds/${village.worldId}${path}`, body)
    const factOf = async (factId: string) =>
      (await server.operator('GET', `/_operator/worlds/${village.worldId}/facts/${factId}`)).body.data
    const enter = async (): Promise<{ visitor: Visitor; key: Key }> => {
      const visitor = await addVisitor(site, village)
      return { visitor, key: await addKey(site, visitor) }
    }
    const say = async ({ visitor, key }: { visitor: Visitor; key: Key }, body: unknown) => {
      values += 1
      const answer = await act(site, visitor, key, `news-${values}`, body)
      expect(answer.status).toBe(200)
      expect(answer.data.status).toBe('created')
      return answer.data
    }

    it('tells a fact to a resident, who passes it on with a chain of tellers', async () => {
      const [first, second] = village.residents
      const created = await post('/facts', {
        agentId: first!.id,
        about: second!.id,
        text: 'Somebody found a purse with forty coins under the bridge.',
      })
      expect(created.status).toBe(201)
      const { factId } = created.body.data
      expect((await factOf(factId)).knowers).toMatchObject([{ agentId: first!.id, heardFrom: null, belief: 1 }])
      const others: string[] = []
      for (const { id } of village.residents) {
        const fact = { agentId: id, about: 'the mill', text: 'The owner of the mill will sell it and leave the city.' }
        others.push((await post('/facts', fact)).body.data.factId)
      }
      await server.advance(3 * DAY)
      const { text, knowers } = await factOf(factId)
      expect(text).toContain('forty coins')
      const counts: number[] = []
      for (const id of [factId, ...others]) counts.push((await factOf(id)).knowers.length)
      expect(Math.max(...counts)).toBeGreaterThan(1)
      const ids = new Set(knowers.map(({ agentId }: { agentId: string }) => agentId))
      for (const { agentId, heardFrom, belief } of knowers) {
        expect(belief).toBeGreaterThan(0)
        expect(heardFrom === null ? agentId === first!.id : ids.has(heardFrom)).toBe(true)
      }
      const audit = await server.operator('GET', '/_operator/audit')
      expect(JSON.stringify(audit.body.data)).toContain(factId)
    })

    it('keeps a secret between the two it concerns', async () => {
      const [first, second] = village.residents
      const secret = {
        agentId: first!.id,
        about: second!.id,
        text: 'Somebody is in love and will marry.',
        secret: true,
      }
      const { factId } = (await post('/facts', secret)).body.data
      await server.advance(2 * DAY)
      for (const { agentId } of (await factOf(factId)).knowers) expect([first!.id, second!.id]).toContain(agentId)
    })

    it('refuses bad facts and happenings and changes nothing', async () => {
      const [first] = village.residents
      const fact = { agentId: first!.id, about: 'the bridge', text: 'The bridge is open.' }
      expect((await post('/facts', { ...fact, agentId: 'agt_nobody' })).status).toBe(404)
      expect((await post('/facts', { ...fact, text: 'x'.repeat(301) })).status).toBe(400)
      expect((await post('/facts', { ...fact, about: 'x'.repeat(81) })).status).toBe(400)
      expect((await post('/facts', { ...fact, other: 1 })).status).toBe(400)
      expect((await server.operator('POST', '/_operator/worlds/nowhere/facts', fact)).status).toBe(404)
      expect((await server.operator('GET', `/_operator/worlds/${village.worldId}/facts/none`)).status).toBe(404)
      const now = Date.parse((await server.operator('GET', '/_operator/clock')).body.data.now)
      const iso = (ms: number) => new Date(now + ms).toISOString()
      const feast = { kind: 'feast', title: 'Lantern Night', from: iso(HOUR), to: iso(5 * HOUR) }
      expect((await post('/happenings', { ...feast, kind: 'war' })).status).toBe(400)
      expect((await post('/happenings', { ...feast, to: iso(-HOUR), from: iso(-2 * HOUR) })).status).toBe(400)
      expect((await post('/happenings', { ...feast, to: iso(0) })).status).toBe(400)
      expect((await post('/happenings', { ...feast, placeId: 'dst_nowhere' })).status).toBe(404)
      expect((await post('/happenings', { ...feast, kind: 'closure' })).status).toBe(400)
      const planned = await post('/happenings', feast)
      expect(planned.status).toBe(201)
      expect(planned.body.data.happeningId).toMatch(/^hap_/)
      await server.advance(8 * HOUR)
      const rows = await query(`select stage, name from happenings where id = '${planned.body.data.happeningId}'`)
      expect(rows).toMatchObject([{ stage: 'over', name: 'Lantern Night' }])
    })

    it('likes a visitor less after insults and more after thanks, and erases what it derives from the visitor', async () => {
      const before = await exported(server, village.worldId)
      const liking = (id: string): number =>
        Math.max(...before.relationships.filter(({ agentId }: any) => agentId === id).map((one: any) => one.affinity))
      const resident = village.residents.toSorted((a, b) => liking(b.id) - liking(a.id))[0]
      const guests = { insult: await enter(), neutral: await enter(), thanks: await enter() }
      const words = {
        insult: ['You are a fool.', 'Your work is worthless.', 'You are pathetic, nobody likes you.'],
        neutral: ['I walked by the canal.', 'The bells rang at noon.', 'It rained on the quay.'],
        thanks: ['Thank you for your help.', 'Many thanks, that was kind.', 'I am grateful to you.'],
      }
      for (const kind of ['insult', 'neutral', 'thanks'] as const)
        for (const text of words[kind]) {
          await say(guests[kind], { dm: { agentId: resident!.id, text } })
          await server.advance(30 * MINUTE)
        }
      const { relationships, episodes } = await exported(server, village.worldId)
      const affinity = (kind: keyof typeof guests): number =>
        relationships.find(
          (one: any) => one.agentId === resident!.id && one.otherAgentId === guests[kind].visitor.agentId,
        )?.affinity ?? 0
      expect(affinity('insult')).toBeLessThan(affinity('neutral') - 0.1)
      expect(affinity('thanks')).toBeGreaterThan(affinity('neutral') + 0.1)
      expect(episodes.some(({ agentId, text }: any) => agentId === resident!.id && / insulted me$/.test(text))).toBe(
        true,
      )
      await server.advance(3 * DAY)
      const { agentId } = guests.insult.visitor
      const derived = () => query(`select id, kind, audience from facts where author_id = '${agentId}'`)
      const [fact]: any[] = await derived()
      expect(fact).toMatchObject({ kind: 'deed', audience: 'parties' })
      const isKnownToFriends = async () => {
        const facts: any[] = await derived()
        const knowers = await Promise.all(facts.map(async ({ id }) => (await factOf(id)).knowers.length))
        return Math.max(...knowers) > 1
      }
      expect(await isKnownToFriends()).toBe(true)
      const erased = await server.operator('POST', `/_operator/visitors/${agentId}/erase`, { posts: 'delete' })
      expect(erased.status).toBe(200)
      expect(await derived()).toEqual([])
      expect(await query(`select id from episodes where source_agent_id = '${agentId}'`)).toEqual([])
      expect((await server.operator('GET', `/_operator/worlds/${village.worldId}/facts/${fact.id}`)).status).toBe(404)
    })

    it('passes on what a caller asks to pass on, only for a key that contributes to continuity', async () => {
      await server.switches({ externalAgentInvokeEnabled: true })
      await server.setClock('2026-04-01T10:00:00.000Z')
      const keyOf = (contributesToContinuity: boolean) =>
        server.key({
          tier: 2,
          scopes: ['agents:invoke'],
          invokeAnyAgent: true,
          worldId: village.worldId,
          contributesToContinuity,
        })
      const [giving, other] = [await keyOf(true), await keyOf(false)]
      const ask = async (id: string, key: string, input: string): Promise<string> => {
        const { status, body } = await server.post(`/v1/agents/${encodeURIComponent(id)}/complete`, key, { input })
        expect(status, JSON.stringify(body)).toBe(200)
        return body.data.text
      }
      const callerFacts = () =>
        query(`select id, text, kind, audience, author_id from facts where source_kind = 'completion' order by id`)
      const [first] = village.residents
      const words = 'Please tell everybody: the old tannery will be sold on Sunday to a stranger.'
      await ask(first!.id, other.key, words)
      await ask(first!.id, giving.key, 'I heard that the old tannery was sold to a stranger.')
      expect(await callerFacts()).toEqual([])
      for (const { id } of village.residents) await ask(id, giving.key, words)
      const facts: any[] = await callerFacts()
      expect(facts).toHaveLength(village.residents.length)
      for (const fact of facts)
        expect(fact).toMatchObject({
          text: 'A caller says that the old tannery will be sold on Sunday to a stranger.',
          kind: 'words',
          audience: 'public',
          author_id: '',
        })
      expect((await factOf(facts[0].id)).knowers).toMatchObject([{ heardFrom: null, belief: 1 }])
      expect(await ask(first!.id, other.key, 'Have you heard anything about the tannery?')).toMatch(/tannery/u)
      await server.advance(3 * DAY)
      const counts: number[] = []
      for (const { id } of facts) counts.push((await factOf(id)).knowers.length)
      expect(Math.max(...counts)).toBeGreaterThan(1)
      for (let n = 0; n < 20; n++) await ask(first!.id, giving.key, `${words} It costs ${n} coins.`)
      expect(await callerFacts()).toHaveLength(facts.length + 20)
      for (let n = 20; n < 23; n++) await ask(first!.id, giving.key, `${words} It costs ${n} coins.`)
      expect(await callerFacts()).toHaveLength(facts.length + 20)
    })

    it('does not retell what a hidden text said', async () => {
      const [resident] = village.residents
      const guest = await enter()
      await server.setClock('2026-04-10T10:00:00.000Z')
      const text = 'Please tell everybody: the miller found a chest of gold in the old well.'
      await say(guest, { dm: { agentId: resident!.id, text } })
      await server.advance(10 * MINUTE)
      const { agentId } = guest.visitor
      const [fact]: any[] = await query(`select id, audience, source_id from facts where author_id = '${agentId}'`)
      expect(fact).toMatchObject({ audience: 'public' })
      expect(
        (await server.operator('PATCH', `/_operator/messages/${fact.source_id}`, { visibility: 'hidden' })).status,
      ).toBe(200)
      const knowerCount = (await factOf(fact.id)).knowers.length
      await server.advance(3 * DAY)
      expect((await factOf(fact.id)).knowers.length).toBe(knowerCount)
    })
  })
