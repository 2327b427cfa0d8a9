import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { close, DAY, exported, HOUR, MINUTE, madeSince, now, openVillage, type Village } from '../../test/life-site.ts'
import {
  act,
  addKey,
  addVisitor,
  beat,
  type Key,
  read,
  type Site,
  siteOf,
  type Visitor,
} from '../../test/visitor-site.ts'

let values = 0

interface Guest {
  readonly visitor: Visitor
  readonly key: Key
}

for (const engine of ENGINES)
  describe(`a visitor among residents, on ${engine}`, () => {
    let server: TestServer
    let site: Site
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      site = siteOf(server)
      // Most of them are up for the next ten hours.
      await server.setClock('2026-03-10T09:00:00.000Z')
      await server.switches({ visitorDriveEnabled: true })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    const enter = async (village: Village): Promise<Guest> => {
      const visitor = await addVisitor(site, village)
      return { visitor, key: await addKey(site, visitor) }
    }
    const look = async ({ visitor, key }: Guest): Promise<any> => (await beat(site, visitor, key)).data
    const tryTo = async ({ visitor, key }: Guest, body: unknown): Promise<any> => {
      values += 1
      const answer = await act(site, visitor, key, `value-${values}`, body)
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.data
    }
    const inboxAfter = async ({ visitor, key }: Guest, cursor: string): Promise<any[]> => {
      const found: any[] = []
      for (let after = cursor; ; ) {
        const page = (await read(site, `/v1/visitors/${visitor.agentId}/inbox?limit=100&after=${after}`, key)).data
        found.push(...page.items)
        if (!page.hasMore) return found
        after = page.cursor
      }
    }
    const inboxNow = async ({ visitor, key }: Guest): Promise<string> =>
      (await read(site, `/v1/visitors/${visitor.agentId}/inbox`, key)).data.cursor
    /** Nine in the morning of the next day. */
    const nextMorning = async () => {
      const day = Math.floor(Date.parse(await now(server)) / DAY)
      await server.setClock(new Date((day + 1) * DAY + 9 * HOUR).toISOString())
    }

    it('is answered by whom it speaks to, about what it said', async () => {
      const village = await openVillage(server, { residents: 6, city: false })
      const guest = await enter(village)
      const inboxStart = await inboxNow(guest)
      await look(guest)
      const { posts } = await exported(server, village.worldId)
      const questionPostIds = new Set<string>()
      for (const { id: residentId } of village.residents) {
        const post = posts.find((one: any) => one.agentId === residentId && one.visibility === 'public')
        const text = 'I saw the same lantern over the harbour last night, and it was not lit. Who keeps it?'
        expect((await tryTo(guest, { reply: { postId: post.id, text } })).status).toBe('created')
        questionPostIds.add(post.id)
      }
      const at = await now(server)
      await server.advance(3 * HOUR)
      const { replies } = await madeSince(server, village.worldId, at)
      const answers = replies!.filter(
        (reply) => questionPostIds.has(reply.postId) && reply.agentId !== guest.visitor.agentId,
      )
      expect(answers.length).toBeGreaterThan(2)
      const about = answers.filter(({ text }) => /lantern|harbour|night|lit|saw|keep/i.test(text))
      expect(about.length).toBeGreaterThanOrEqual(answers.length / 2)
      const { replies: heardLines } = await look(guest)
      expect(heardLines).toBeDefined()
      // The heartbeat shows answers to its own posts; the inbox all of them, each with the reply that it answers.
      const items = await inboxAfter(guest, inboxStart)
      const noticed = items.filter(({ kind }: any) => kind === 'reply')
      expect(noticed.map(({ ref }: any) => ref.replyId).sort()).toEqual(answers.map(({ id }) => id).sort())
      for (const { ref } of noticed)
        expect(ref).toMatchObject({ parentReplyId: expect.any(String), yourText: expect.stringContaining('lantern') })
      await close(server, village)
    })

    it('gets a letter back, unless the fence says that residents do not write to visitors', async () => {
      await nextMorning()
      const open = await openVillage(server, { residents: 4, city: false })
      const closed = await openVillage(server, {
        residents: 4,
        city: false,
        overlay: { visitorFence: { residentDmToVisitorEnabled: false } },
      })
      const guests = [await enter(open), await enter(closed)] as const
      for (const [i, village] of [open, closed].entries())
        for (const { id } of village.residents)
          await tryTo(guests[i]!, { dm: { agentId: id, text: 'Do you know where one can buy a lantern here?' } })
      const at = await now(server)
      await server.advance(4 * HOUR)
      expect((await madeSince(server, open.worldId, at)).messages!.length).toBeGreaterThan(0)
      const unheard = (await madeSince(server, closed.worldId, at)).messages!
      const threads = (await exported(server, closed.worldId)).threads
      const withGuest = new Set(
        threads.filter(({ agentIds }: any) => agentIds.includes(guests[1].visitor.agentId)).map(({ id }: any) => id),
      )
      expect(unheard.filter(({ threadId }) => withGuest.has(threadId))).toEqual([])
      await close(server, open)
      await close(server, closed)
    })

    it('is not answered more often than the fence allows', async () => {
      await nextMorning()
      const overlay = { visitorFence: { maxResidentRepliesPerVisitorPerDay: 2 } }
      const village = await openVillage(server, { residents: 10, city: false, overlay })
      const guest = await enter(village)
      for (let n = 0; n < 6; n++)
        await tryTo(guest, { post: { text: `What does everybody make of the tide tables, question ${n}?` } })
      const at = await now(server)
      await server.advance(11 * HOUR)
      const { posts } = await exported(server, village.worldId)
      const own = new Set(
        posts.filter(({ agentId }: any) => agentId === guest.visitor.agentId).map(({ id }: any) => id),
      )
      const { replies } = await madeSince(server, village.worldId, at)
      expect(replies!.filter(({ postId }) => own.has(postId)).length).toBe(2)
      await close(server, village)
    })

    it('asks for a meeting, is answered and waited for, and gets one letter when it does not come', async () => {
      await nextMorning()
      const overlay = { visitorFence: { maxResidentRepliesPerVisitorPerDay: 50 } }
      // Each of them may refuse, forget it or come too late; among so many somebody waits.
      const village = await openVillage(server, { residents: 18, places: 3, overlay })
      const guest = await enter(village)
      await look(guest)
      const { city } = await exported(server, village.worldId)
      const place = [city].flat()[0].destinations.find(({ id }: any) => id === village.places[0])
      const text = `Shall we meet at three this afternoon at ${place.label}? I would like to hear about the tides.`
      for (const { id } of village.residents) await tryTo(guest, { dm: { agentId: id, text } })
      const questionedAt = await now(server)
      await server.advance(3 * HOUR)
      const isOwn = ({ agentId }: any) => agentId === guest.visitor.agentId
      const toGuest = async (since: string) => {
        const { threads } = await exported(server, village.worldId)
        const own = threads.filter(({ agentIds }: any) => agentIds.includes(guest.visitor.agentId))
        const ids = new Set(own.map(({ id }: any) => id))
        const { messages } = await madeSince(server, village.worldId, since)
        return messages!.filter((one) => ids.has(one.threadId) && !isOwn(one))
      }
      const answers = await toGuest(questionedAt)
      expect(answers.length).toBeGreaterThan(2)
      for (const { text } of answers) expect(text.toLowerCase()).toMatch(/three|then|ask|day|week|hour|cannot|can't/)
      await server.advance(3 * HOUR + 10 * MINUTE)
      const { journeys } = await madeSince(server, village.worldId, questionedAt)
      const there = journeys!.filter(({ destinationId, departAt }) => {
        const hour = Number(String(departAt).slice(11, 13))
        return destinationId === place.id && hour === 14
      })
      expect(there.length).toBeGreaterThan(0)
      const three = await now(server)
      await server.advance(5 * HOUR)
      const messagesToGuest = await toGuest(three)
      expect(messagesToGuest.length).toBeGreaterThan(0)
      for (const { threadId } of messagesToGuest)
        expect(messagesToGuest.filter((one) => one.threadId === threadId)).toHaveLength(1)
      await close(server, village)
    })

    it('is asked to talk, and to play, by residents it stands with; never more often than the fence allows', async () => {
      await nextMorning()
      const village = await openVillage(server, { residents: 20, places: 2 })
      const guest = await enter(village)
      const inboxBefore = await inboxNow(guest)
      const invited = new Map<string, string>()
      const challenged = new Map<string, string>()
      const dayOf = async () => (await now(server)).slice(0, 10)
      // Whom one meets is chance; nobody goes three days without being spoken to.
      for (let n = 0; n < 300 && (invited.size === 0 || challenged.size === 0); n++) {
        await tryTo(guest, { journey: { destinationId: village.places[0] } })
        await server.advance(10 * MINUTE)
        const { body } = await look(guest)
        for (const { encounterId } of body.encounters) {
          invited.set(encounterId, await dayOf())
          await tryTo(guest, { encounter_reply: { encounterId, reply: 'engage' } })
        }
        for (const { gameId } of body.chess) challenged.set(gameId, await dayOf())
      }
      await server.advance(HOUR)
      const { encounters, games } = await exported(server, village.worldId)
      expect(invited.size).toBeGreaterThan(0)
      expect(challenged.size).toBeGreaterThan(0)
      const perDay = (days: Map<string, string>) =>
        [...days.values()].map((day) => [...days.values()].filter((other) => other === day).length)
      for (const n of perDay(invited)) expect(n).toBeLessThanOrEqual(6)
      for (const n of perDay(challenged)) expect(n).toBeLessThanOrEqual(3)
      const talks = encounters.filter(({ id }: any) => invited.has(id))
      const repliesInHeartbeat = talks
        .flatMap(({ turns }: any) => turns)
        .filter(({ witnesses }: any) => witnesses.includes(guest.visitor.agentId))
      expect(repliesInHeartbeat.length).toBeGreaterThan(0)
      const items = await inboxAfter(guest, inboxBefore)
      const refsOf = (kind: string, name: string) =>
        new Set(items.filter((item: any) => item.kind === kind).map(({ ref }: any) => ref[name]))
      for (const { id } of talks) expect(refsOf('invite', 'encounterId')).toContain(id)
      const words = items.filter(({ kind }: any) => kind === 'conversation_turn').map(({ text }: any) => text)
      expect(words.sort()).toEqual(repliesInHeartbeat.map(({ text }: any) => text).sort())
      for (const id of challenged.keys()) expect(refsOf('chess_challenge', 'gameId')).toContain(id)
      for (const { participants } of encounters) expect(participants.length).toBeLessThanOrEqual(6)
      for (const { id, whiteAgentId } of games) if (challenged.has(id)) expect(whiteAgentId).toBe(guest.visitor.agentId)
      // Sent home after three missed heartbeats: its body still stands among them, and nobody asks it any more.
      const leftAt = await now(server)
      await server.advance(DAY)
      const later = await madeSince(server, village.worldId, leftAt)
      const laterInvitations = [...later.encounters!, ...later.games!].filter((one) =>
        JSON.stringify(one).includes(guest.visitor.agentId),
      )
      expect(laterInvitations).toEqual([])
      await close(server, village)
    })
  })
