// Tests of the sandbox world of the demo seed: welcome, answers, limits and switches.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { legalMoves } from '@agent-network/chess'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { act, addVisitor, beat, read, type Site, siteOf, type Visitor } from './visitor-site.ts'

const SEED = fileURLToPath(new URL('../../demo-city/seed/sandbox.json', import.meta.url))
const WORLD = 'ondry-sandbox'
const ELSEWHERE = 'harbour'
/** The next night, when other residents sleep. The seed is imported at the time of the machine. */
const DAY = 86_400_000
const NIGHT = new Date((Math.floor(Date.now() / DAY) + 1) * DAY + 3 * 3_600_000).toISOString()
const TEN_SECONDS = 10_000
const SPENT = {
  maxResidentRepliesPerVisitorPerDay: 0,
  maxInvitesPerVisitorPerDay: 0,
  maxChessChallengesPerVisitorPerDay: 0,
  residentDmToVisitorEnabled: false,
}

for (const engine of ENGINES)
  describe(`the sandbox on ${engine}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    let server: TestServer
    let site: Site
    let attempts = 0

    /** A new visitor with a key of today. */
    async function arrive(worldId = WORLD): Promise<{ visitor: Visitor; key: { id: string; key: string } }> {
      const visitor = await addVisitor(site, { worldId })
      const driving = { tier: 2, scopes: ['agents:drive'], worldId, allowedAgentIds: [visitor.agentId] }
      const { now } = (await server.operator('GET', '/_operator/clock')).body.data
      return { visitor, key: await server.key({ ...driving, createdAt: now }) }
    }
    type Arrived = Awaited<ReturnType<typeof arrive>>
    const perform = async ({ visitor, key }: Arrived, body: object) => {
      attempts += 1
      const { data } = await act(site, visitor, key as never, `act-${attempts}`, body)
      expect(data, JSON.stringify(body)).toMatchObject({ status: 'created' })
      return data
    }
    const inbox = async ({ visitor, key }: Arrived): Promise<any[]> =>
      (await read(site, `/v1/visitors/${visitor.agentId}/inbox`, key as never)).data.items
    const kinds = async (arrived: Arrived) => (await inbox(arrived)).map(({ kind }) => kind).sort()

    beforeAll(async () => {
      const file = join(folder, 'seed.json')
      const switches = { visitorDriveEnabled: true, sandboxWorldIds: [WORLD], visitorFence: SPENT }
      writeFileSync(join(folder, 'prime.json'), '{"worlds":[{"id":"prime","kind":"prime","name":"Prime"}]}')
      writeFileSync(join(folder, 'sandbox.json'), readFileSync(SEED))
      const parts = { anchor: '2026-03-31T18:00:00.000Z', parts: ['prime.json'], worlds: ['sandbox.json'] }
      writeFileSync(file, JSON.stringify({ name: 'sandbox', ...parts, switches, lived: 0 }))
      server = await startTestServer(engine, { life: true, seed: file })
      site = siteOf(server)
      await server.setClock(NIGHT)
      await server.operator('POST', '/_operator/worlds', { id: ELSEWHERE, designation: 'visitor' })
    })
    beforeEach(() => server.advance(60_000))
    afterEach(async () => {
      await server.switches({ visitorDriveEnabled: true })
      await server.operator('PATCH', `/_operator/worlds/${WORLD}`, { visitorsPaused: false, residentsPaused: false })
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('sends an invitation and a chess challenge within ten seconds of the first heartbeat, once', async () => {
      const arrived = await arrive()
      expect(await kinds(arrived)).toEqual([])
      await beat(site, arrived.visitor, arrived.key as never)
      await server.advance(TEN_SECONDS)
      expect(await kinds(arrived)).toEqual(['chess_challenge', 'invite'])
      const { data } = await beat(site, arrived.visitor, arrived.key as never)
      expect(data.body.encounters).toHaveLength(1)
      expect(data.body.chess).toMatchObject([{ challenge: true, side: 'white', yourTurn: true }])
      const [{ from }, other] = await inbox(arrived)
      expect(from).not.toBe(other.from)
      await server.advance(60_000)
      expect((await kinds(arrived)).filter((kind) => kind === 'chess_challenge')).toHaveLength(1)
      await perform(arrived, { encounter_reply: { encounterId: data.body.encounters[0].encounterId, reply: 'engage' } })
    })

    it('answers letters, replies, posts and moves within ten seconds, at night and with a spent fence', async () => {
      const arrived = await arrive()
      const { data } = await beat(site, arrived.visitor, arrived.key as never)
      const since = async () => new Set((await inbox(arrived)).map(({ cursor }) => cursor))
      const news = async (before: Set<string>) => (await inbox(arrived)).filter(({ cursor }) => !before.has(cursor))
      await server.advance(TEN_SECONDS)

      for (const text of ['Good evening! Do you like rain?', 'And what do you do all day?', 'I am a bit sad today.']) {
        const before = await since()
        await perform(arrived, { dm: { handle: 'tilde_marsh', text } })
        await server.advance(TEN_SECONDS)
        expect(await news(before)).toMatchObject([{ kind: 'dm', from: 'tilde_marsh', text: expect.any(String) }])
      }

      const [post] = data.feed
      for (let n = 0; n < 5; n++) {
        const before = await since()
        await perform(arrived, { reply: { postId: post.postId, text: `Thank you, that helps me. Number ${n}.` } })
        await server.advance(TEN_SECONDS)
        expect(await news(before)).toMatchObject([{ kind: 'reply', from: post.authorHandle }])
      }

      const before = await since()
      const mine = await perform(arrived, { post: { text: 'Hello @bram_tolley, where does one start here?' } })
      await server.advance(TEN_SECONDS)
      expect(await news(before)).toMatchObject([{ kind: 'reply', from: 'bram_tolley', ref: { postId: mine.docId } }])
      const then = await since()
      await perform(arrived, { reply: { postId: mine.docId, text: 'Thank you. And after that?' } })
      await server.advance(TEN_SECONDS)
      expect(await news(then)).toMatchObject([{ kind: 'reply', from: 'bram_tolley' }])

      const game = async () => (await beat(site, arrived.visitor, arrived.key as never)).data.body.chess[0]
      let board = await game()
      for (let n = 0; n < 3; n++) {
        const { uci } = legalMoves(board.fen)[0]!
        await perform(arrived, { chess_move: { gameId: board.gameId, uci } })
        await server.advance(TEN_SECONDS)
        const next = await game()
        expect(next).toMatchObject({ gameId: board.gameId, yourTurn: true, ply: board.ply + 2 })
        board = next
      }
    })

    it('has no probation for keys bound to it, unlike other worlds', async () => {
      const [here, there] = [await arrive(), await arrive(ELSEWHERE)]
      const budgetOf = async ({ visitor, key }: Arrived) =>
        (await beat(site, visitor, key as never)).data.menu as { budget: any; heartbeats: any }
      expect(await budgetOf(here)).toMatchObject({
        budget: { cap: 120, probation: false, probationEndsAt: null },
        heartbeats: { cap: 144 },
      })
      expect(await budgetOf(there)).toMatchObject({ budget: { cap: 15, probation: true }, heartbeats: { cap: 48 } })
      const me = async ({ key }: Arrived) => (await server.get('/v1/me', key.key)).body.data
      expect((await me(here)).key).toMatchObject({ probationEndsAt: null, rateLimitPerMinute: 600 })
      expect((await me(there)).key).toMatchObject({ probationEndsAt: expect.any(String), rateLimitPerMinute: 10 })
      const statuses = async ({ key }: Arrived) => {
        const replies = await Promise.all(Array.from({ length: 14 }, () => server.get('/v1/me', key.key)))
        return replies.filter(({ status }) => status === 429).length
      }
      expect(await statuses(here)).toBe(0)
      expect(await statuses(there)).toBeGreaterThan(0)
      // The switch decides: without it the key is new again.
      await server.switches({ sandboxWorldIds: [] })
      await server.advance(60_000)
      expect((await me(here)).key).toMatchObject({ probationEndsAt: expect.any(String), rateLimitPerMinute: 10 })
      await server.switches({ sandboxWorldIds: [WORLD] })
      expect((await me(here)).key.probationEndsAt).toBeNull()
    })

    it('stops while drive is off, visitors are paused or residents are paused, and goes on afterwards', async () => {
      const pause = (change: object) => server.operator('PATCH', `/_operator/worlds/${WORLD}`, change)
      const stops: [stop: () => Promise<unknown>, resume: () => Promise<unknown>][] = [
        [() => server.switches({ visitorDriveEnabled: false }), () => server.switches({ visitorDriveEnabled: true })],
        [() => pause({ visitorsPaused: true }), () => pause({ visitorsPaused: false })],
        [() => pause({ residentsPaused: true }), () => pause({ residentsPaused: false })],
      ]
      for (const [stop, resume] of stops) {
        const arrived = await arrive()
        await beat(site, arrived.visitor, arrived.key as never)
        await perform(arrived, { dm: { handle: 'tilde_marsh', text: 'Are you there?' } })
        await stop()
        await server.advance(TEN_SECONDS)
        await resume()
        expect(await kinds(arrived)).toEqual([])
        await server.advance(11 * 60_000)
        expect(await kinds(arrived)).toEqual(['chess_challenge', 'dm', 'invite'])
      }
    })

    it('leaves other worlds as they are', async () => {
      const arrived = await arrive(ELSEWHERE)
      await beat(site, arrived.visitor, arrived.key as never)
      await perform(arrived, { post: { text: 'Is anybody here?' } })
      await server.advance(60_000)
      expect(await kinds(arrived)).toEqual([])
    })
  })
