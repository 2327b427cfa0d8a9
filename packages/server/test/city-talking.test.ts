import { afterEach, describe, expect, it } from 'vitest'
import { ambientOfTick, systemAmbient } from '../src/platform/core/ambient.ts'
import type { Tx } from '../src/platform/db/database.ts'
import type { World } from '../src/platform/worlds/worlds.ts'
import { isTalking, lockOwnConversations, sweepEncounters } from '../src/stores/city/encounters.ts'
import { closeConversation, openConversation } from '../src/stores/city/gathering.ts'
import { AT, cleanUp, openFresh, openFreshPostgres } from './backup-fixtures.ts'
import { MINUTE } from './durations.ts'
import { ENGINES } from './harness.ts'

const world = { id: 'isle', tag: 'isl', kind: 'fork' } as World
const DEADLINE = AT + 45 * MINUTE

for (const engine of ENGINES)
  describe(`who talks, on ${engine}`, () => {
    afterEach(cleanUp)

    const withTalk = async (testCase: (tx: Tx) => Promise<void>): Promise<void> => {
      const database = await (engine === 'sqlite' ? openFresh() : openFreshPostgres())
      await database.transact(testCase)
    }
    const begin = (tx: Tx) => {
      const ambient = ambientOfTick(systemAmbient(), AT, 'talk')
      const talk = { destinationId: 'cafe', engaged: ['ada', 'ben'], invited: [], deadline: DEADLINE }
      return openConversation(tx, { ambient, world, ...talk }, AT)
    }

    it('includes every participant until the conversation ends', () =>
      withTalk(async (tx) => {
        const talk = await begin(tx)
        expect(await isTalking(tx, world.id, 'ada', AT + MINUTE)).toBe(true)
        expect(await isTalking(tx, world.id, 'cleo', AT + MINUTE)).toBe(false)
        await closeConversation(tx, talk, AT + 2 * MINUTE)
        expect(await isTalking(tx, world.id, 'ada', AT + MINUTE)).toBe(true)
        expect(await isTalking(tx, world.id, 'ada', AT + 2 * MINUTE)).toBe(false)
      }))

    it('is the same for a life that is behind the sweep which closed it', () =>
      withTalk(async (tx) => {
        await begin(tx)
        await sweepEncounters(tx, DEADLINE + MINUTE)
        expect(await isTalking(tx, world.id, 'ada', DEADLINE - 1)).toBe(true)
        expect(await isTalking(tx, world.id, 'ada', DEADLINE)).toBe(false)
        // No conversation remains that a visitor could leave or speak in.
        expect(await lockOwnConversations(tx, world.id, 'ada', DEADLINE - 1)).toEqual([])
      }))
  })
