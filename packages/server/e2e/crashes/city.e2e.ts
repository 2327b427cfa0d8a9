import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enter,
  type Guest,
  type Launched,
  launchCity,
  look,
  MINUTE,
  nextValue,
  openCity,
  outcomeOf,
  pass,
  put,
} from '../../test/city-site.ts'
import { everyRow } from '../../test/city-store.ts'
import { ENGINES } from '../../test/harness.ts'
import { type Answer, act } from '../../test/visitor-site.ts'

const ROUNDS = Number(process.env.CITY_CRASHES ?? 5)

for (const engine of ENGINES)
  describe(`bodies and crashes, on ${engine}`, () => {
    let city: Launched
    beforeAll(async () => {
      city = await launchCity(engine, { flags: ['--life=on'] })
    })
    afterAll(() => city.close())

    /** Sent, and the server killed under it; then asked again, until somebody says how it ended. */
    async function acrossCrash(acts: readonly [Guest, unknown][], waitMs: number) {
      const values = acts.map(() => nextValue())
      const send = (i: number): Promise<Answer> =>
        act(city.site, acts[i]![0].visitor, acts[i]![0].key, values[i]!, acts[i]![1])
      const first = acts.map((_, i) => send(i).catch(() => null))
      await new Promise((resume) => setTimeout(resume, waitMs))
      await city.restart()
      const firstResponses = await Promise.all(first)
      const again = await Promise.all(acts.map((_, i) => send(i)))
      // A server that comes back listens on another port, and the address to watch a walk says which.
      const textWithoutOrigin = ({ text }: Answer) => text.replace(/http:\/\/127\.0\.0\.1:\d+/, '')
      for (const [i, answer] of firstResponses.entries())
        if (answer !== null) expect(textWithoutOrigin(again[i]!)).toBe(textWithoutOrigin(answer))
      return again
    }

    it('a move and a walk under way are done once, and the game goes on', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const world = await openCity(city.site)
        const [player, walker] = [await enter(city.site, world), await enter(city.site, world)]
        const gameId = world.id('g')
        const [whiteAgentId, blackAgentId] = [player.visitor.agentId, world.residents[0]!.id]
        await put(city.site, { games: [{ id: gameId, worldId: world.worldId, whiteAgentId, blackAgentId }] })
        const answers = await acrossCrash(
          [
            [player, { chess_move: { gameId, uci: 'e2e4' } }],
            [walker, { journey: { destinationId: world.id('cafe') } }],
          ],
          1 + round * 4,
        )
        for (const { status, data } of answers)
          expect([status, outcomeOf(data), data.budget.used]).toEqual([200, 'created', 1])
        const [game] = await everyRow(city.site, 'games', world.worldId)
        expect([JSON.parse(game.moves), Number(game.ply)]).toEqual([['e2e4'], 1])
        const walks = await everyRow(city.site, 'journeys', world.worldId)
        expect(walks.map(({ id }) => id)).toEqual([answers[1]!.data.docId])
        const entries = await everyRow(city.site, 'journal', world.worldId)
        expect(entries).toHaveLength(4)
        // The resident answers as it would have, and the walk arrives.
        await pass(city.site, 2 * MINUTE)
        const heartbeat = await look(city.site, player)
        expect(heartbeat.body.chess).toMatchObject([{ gameId, ply: 2, yourTurn: true }])
        expect((await look(city.site, walker)).place).toMatchObject({ journeyActive: false })
      }
    })
  })
