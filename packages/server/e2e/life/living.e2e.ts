import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOf } from '../../test/city-store.ts'
import { ENGINES, startTestServer, type TestServer } from '../../test/harness.ts'
import { close, DAY, exported, HOUR, lifeOf, madeSince, now, openVillage, type Village } from '../../test/life-site.ts'

for (const engine of ENGINES)
  describe(`residents, on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine, { life: true })
      await server.setClock('2026-03-10T00:00:00.000Z')
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    describe('over two days', () => {
      let village: Village
      let began: string
      let createdByList: Record<string, any[]>
      let file: any
      beforeAll(async () => {
        began = await now(server)
        village = await openVillage(server)
        await server.advance(2 * DAY)
        createdByList = await madeSince(server, village.worldId, began)
        file = await exported(server, village.worldId)
      })

      it('post, answer, like, write to each other and walk, each many times', () => {
        for (const list of ['posts', 'replies', 'likes', 'journeys'])
          expect(createdByList[list]!.length, list).toBeGreaterThan(3)
        expect(createdByList.messages!.length).toBeGreaterThan(0)
        const acts = Object.values(createdByList).flat().length
        // Thirty acts a week and resident, for two days.
        expect(acts).toBeGreaterThan((30 / 7) * 2 * village.residents.length)
      })

      it('never say the same twice', () => {
        const texts = [...createdByList.posts!, ...createdByList.replies!].map(({ text }) => text)
        expect(new Set(texts).size).toBe(texts.length)
      })

      it('sleep for six hours of every day and are not all up at the same time', () => {
        const quietHours = new Set<number>()
        for (const { id } of village.residents) {
          const hours = new Set(
            [...createdByList.posts!, ...createdByList.replies!]
              .filter(({ agentId, visibility }) => agentId === id && visibility === 'public')
              .map(({ createdAt }) => Number(createdAt.slice(11, 13))),
          )
          const isQuietFrom = (start: number) =>
            Array.from({ length: 6 }, (_, i) => (start + i) % 24).every((h) => !hours.has(h))
          const starts = Array.from({ length: 24 }, (_, hour) => hour).filter(isQuietFrom)
          expect(starts, `${id} writes at ${[...hours].join(', ')}`).not.toEqual([])
          quietHours.add(starts[0]!)
        }
        expect(quietHours.size).toBeGreaterThan(1)
      })

      it('bring their minds up to date when they go to bed', async () => {
        const { id } = village.residents[0]!
        for (const [list, time] of [
          ['memories', 'lastCompressedAt'],
          ['moods', 'updatedAt'],
          ['reputations', 'updatedAt'],
          ['topicProfiles', 'updatedAt'],
        ] as const)
          for (const row of file[list]) expect(row[time] > began, `${list} of ${row.agentId}`).toBe(true)
        expect(file.moods).toHaveLength(village.residents.length)
        expect(file.moods.every(({ reason, emoji }: any) => reason !== '' && emoji !== '')).toBe(true)
        expect(file.signals.filter(({ agentId }: any) => agentId === id).length).toBe(3)
        expect(createdByList.thoughts!.length).toBeGreaterThanOrEqual(village.residents.length)
        const thoughts = await server.get(`/v1/agents/${id}/thoughts`, village.key)
        expect(thoughts.status).toBe(200)
      })

      it('come to know each other by what they do', () => {
        const moved = file.relationships.filter(({ updatedAt }: any) => updatedAt > began)
        expect(moved.length).toBeGreaterThan(village.residents.length)
        for (const edge of moved) {
          expect(edge.affinity).toBeGreaterThanOrEqual(-1)
          expect(edge.affinity).toBeLessThanOrEqual(1)
          expect(edge.interactionCount).toBeGreaterThan(0)
        }
      })

      it('keep their dreams to themselves', async () => {
        const dreams = file.posts.filter(({ visibility }: any) => visibility === 'dream')
        expect(dreams.length).toBeGreaterThan(0)
        for (const dream of dreams.slice(0, 3)) {
          expect((await server.get(`/v1/posts/${dream.id}`, village.key)).status).toBe(404)
          const word = dream.text.split(' ').sort((a: string, b: string) => b.length - a.length)[0]
          const found = await server.get(`/v1/search?q=${encodeURIComponent(word)}&type=posts`, village.key)
          expect(JSON.stringify(found.body)).not.toContain(dream.id)
          const own = await server.get(`/v1/agents/${dream.agentId}/posts?perPage=100`, village.key)
          expect(JSON.stringify(own.body)).not.toContain(dream.text)
        }
        const feed = await server.get('/v1/posts?perPage=100', village.key)
        for (const { text } of dreams) expect(JSON.stringify(feed.body)).not.toContain(text)
      })

      afterAll(() => close(server, village))

      it('show when they last did something', async () => {
        const life = await lifeOf(server, village.worldId)
        expect(life.state).toBe('living')
        expect(Date.parse(life.lastTurnAt)).toBeGreaterThan(Date.parse(await now(server)) - 12 * HOUR)
      })
    })

    it('stand still while their world is paused, and do not make up for it', async () => {
      const village = await openVillage(server, { residents: 4, city: false })
      await server.advance(8 * HOUR)
      await server.operator('PATCH', `/_operator/worlds/${village.worldId}`, { residentsPaused: true })
      const paused = await now(server)
      await server.advance(2 * DAY)
      expect((await lifeOf(server, village.worldId)).state).toBe('paused')
      expect(Object.values(await madeSince(server, village.worldId, paused)).flat()).toEqual([])
      await server.operator('PATCH', `/_operator/worlds/${village.worldId}`, { residentsPaused: false })
      const resumed = await now(server)
      await server.advance(DAY)
      const createdAfterResume = Object.values(await madeSince(server, village.worldId, paused)).flat()
      expect(createdAfterResume.length).toBeGreaterThan(4)
      for (const item of createdAfterResume) expect(item.createdAt > resumed, JSON.stringify(item)).toBe(true)
      await close(server, village)
    })

    it('all wake up in a world too large for one go, and so does who comes later with a lower id', async () => {
      const worldId = 'crowd'
      await server.operator('POST', '/_operator/worlds', { id: worldId })
      const agents = Array.from({ length: 900 }, (_, i) => ({ id: `crowd-${i}`, worldId, handle: `crowd${i}` }))
      const alive = async (): Promise<number> =>
        (await queryOf(server)(`select agent_id from lives where world_id = '${worldId}'`)).length
      await server.import({ agents })
      await server.advance(1_000)
      expect(await alive()).toBeLessThan(900)
      await server.advance(9_000)
      expect(await alive()).toBe(900)
      await server.import({ agents: [{ id: 'a-late-one', worldId, handle: 'late' }] })
      await server.advance(10_000)
      expect(await alive()).toBe(901)
      await server.operator('PATCH', `/_operator/worlds/${worldId}`, { status: 'archived' })
    })

    it('stop when an operator disables them, from their next turn on', async () => {
      const village = await openVillage(server, { residents: 4, city: false })
      await server.advance(DAY)
      const stopped = village.residents[0]!
      await server.operator('PATCH', `/_operator/agents/${stopped.id}`, { enabled: false })
      const at = await now(server)
      await server.advance(DAY)
      const createdAfterStop = Object.values(await madeSince(server, village.worldId, at)).flat()
      expect(createdAfterStop.length).toBeGreaterThan(3)
      expect(createdAfterStop.filter(({ agentId }) => agentId === stopped.id)).toEqual([])
      await server.operator('PATCH', `/_operator/agents/${stopped.id}`, { enabled: true })
      const again = await now(server)
      await server.advance(2 * DAY)
      const back = Object.values(await madeSince(server, village.worldId, again)).flat()
      expect(back.filter(({ agentId }) => agentId === stopped.id).length).toBeGreaterThan(0)
      await close(server, village)
    })

    it('who are brought in later begin to live too', async () => {
      const village = await openVillage(server, { residents: 2, city: false })
      await server.advance(DAY)
      const id = `${village.worldId}-new`
      const newcomer = { id, worldId: village.worldId, kind: 'resident', handle: `n${village.worldId}`.slice(0, 30) }
      await server.import({ agents: [{ ...newcomer, displayName: 'Newcomer', bio: 'Mends nets and reads maps.' }] })
      const at = await now(server)
      await server.advance(2 * DAY)
      const createdAfterStart = Object.values(await madeSince(server, village.worldId, at)).flat()
      expect(createdAfterStart.filter(({ agentId }) => agentId === id).length).toBeGreaterThan(0)
      await close(server, village)
    })

    it('enter a challenge while it is open, and see its result', async () => {
      const village = await openVillage(server, { residents: 8, city: false })
      const id = `${village.worldId}-challenge`
      const at = Date.parse(await now(server))
      const open = {
        id,
        worldId: village.worldId,
        title: 'A list of three',
        description: 'Three small things.',
        status: 'open',
      }
      const times = { opensAt: new Date(at).toISOString(), closesAt: new Date(at + 2 * DAY).toISOString() }
      await server.import({ challenges: [{ ...open, ...times }] })
      await server.advance(4 * DAY)
      const { challenges } = await exported(server, village.worldId)
      const { status, contributions } = challenges.find((challenge: any) => challenge.id === id)
      expect(status).toBe('closed')
      expect(contributions.length).toBeGreaterThan(0)
      for (const { score } of contributions) expect(score).toBeGreaterThan(0)
      expect(challenges.length).toBeGreaterThan(1)
      await close(server, village)
    })
  })
