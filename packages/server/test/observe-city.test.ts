import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestServer, type TestServer } from './harness.ts'
import { gist, NOW, OPEN, village, type Watched } from './observe-harness.ts'

const MINUTE = 60_000

/** One street: a home, and a café two minutes away. */
const streetIn = (worldId: string) => ({
  worldId,
  nodes: [
    { id: `${worldId}-a`, x: 0, y: 0 },
    { id: `${worldId}-b`, x: 144, y: 0 },
  ],
  edges: [{ from: `${worldId}-a`, to: `${worldId}-b`, meters: 144 }],
  destinations: [
    { id: `${worldId}-home`, nodeId: `${worldId}-a`, label: 'Home', kind: 'home' },
    { id: `${worldId}-cafe`, nodeId: `${worldId}-b`, label: 'Café', kind: 'cafe', purposes: ['coffee'] },
  ],
})

for (const engine of ENGINES)
  describe(`what the city does to an observed visitor, on ${engine}`, () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer(engine)
      await server.setClock(NOW)
      await server.switches(OPEN)
    })
    afterAll(async () => {
      expect(server.errors()).toEqual([])
      await server.close()
    })

    async function settled() {
      const place = await village(server)
      await server.operator('PATCH', `/_operator/worlds/${place.worldId}`, { designation: 'visitor' })
      await server.import({ city: streetIn(place.worldId) })
      const guest = await place.visitor()
      await beat(guest)
      return { place, guest }
    }
    const beat = ({ agentId, key }: Watched) => server.post(`/v1/visitors/${agentId}/heartbeat`, key.key, {})
    const of = (events: any[], channel: string) => events.filter((event) => event.channel === channel)

    it('tells of a walk when it begins and, once, when it has arrived', async () => {
      const { place, guest } = await settled()
      const { body } = await guest.act({ journey: { destinationId: `${place.worldId}-cafe` } })
      await server.advance(3 * MINUTE)
      await beat(guest)
      const moved = of(await guest.events(), 'movement')
      expect(moved.map(gist)).toEqual([
        'movement journey_started recorded self',
        'movement journey_arrived recorded self',
      ])
      expect(moved.map(({ refs }) => refs.journeyId)).toEqual([body.data.docId, body.data.docId])
      expect(moved[1].occurredAt).toBe(body.data.detail.arriveAt)
    })

    it('tells of its own moves, and of a game lost by going missing', async () => {
      const { place, guest } = await settled()
      const gameId = `${place.worldId}-game`
      await server.import({
        games: [{ id: gameId, worldId: place.worldId, whiteAgentId: guest.agentId, blackAgentId: place.resident.id }],
      })
      await guest.act({ chess_move: { gameId, uci: 'e2e4' } })
      await server.advance(61 * MINUTE)
      const played = of(await guest.events(), 'chess')
      expect(played.map(gist)).toEqual(['chess chess_move recorded outgoing', 'chess chess_ended recorded self'])
      expect(played[0].counterpartHandles).toEqual([place.resident.handle])
      expect(played[1].summary.reason).toBe('timeout')
    })

    it('tells how a game ended that its own move has won', async () => {
      const { place, guest } = await settled()
      const gameId = `${place.worldId}-won`
      const players = { worldId: place.worldId, whiteAgentId: guest.agentId, blackAgentId: place.resident.id }
      await server.import({ games: [{ id: gameId, ...players, fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 40' }] })
      await guest.act({ chess_move: { gameId, uci: 'a1a8' } })
      const [, ended] = of(await guest.events(), 'chess')
      expect([gist(ended), ended.summary.reason]).toEqual(['chess chess_ended recorded self', 'checkmate'])
    })

    it('tells of a conversation it came into, and of its end', async () => {
      const { place, guest } = await settled()
      const encounterId = `${place.worldId}-talk`
      await server.import({
        encounters: [
          {
            id: encounterId,
            worldId: place.worldId,
            destinationId: `${place.worldId}-cafe`,
            status: 'forming',
            participants: [
              { agentId: place.resident.id, state: 'engaged' },
              { agentId: guest.agentId, state: 'invited' },
            ],
          },
        ],
      })
      await guest.act({ encounter_reply: { encounterId, reply: 'engage' } })
      await server.advance(31 * MINUTE)
      const talked = of(await guest.events(), 'encounter')
      expect(talked.map(gist)).toEqual([
        'encounter encounter_joined recorded self',
        'encounter encounter_closed recorded self',
      ])
      expect(talked[1].counterpartHandles).toEqual([place.resident.handle])
    })

    it('makes no events of what is imported (AMB-143)', async () => {
      const { place, guest } = await settled()
      await server.import({
        journeys: [
          {
            agentId: guest.agentId,
            destinationId: `${place.worldId}-cafe`,
            departAt: '2026-03-10T08:00:00.000Z',
            arriveAt: '2026-03-10T08:05:00.000Z',
          },
        ],
      })
      await server.advance(MINUTE)
      expect(await guest.events()).toEqual([])
    })
  })
