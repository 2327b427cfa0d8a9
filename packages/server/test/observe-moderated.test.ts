import { afterEach, describe, expect, it } from 'vitest'
import { SWITCHES } from '../src/platform/control/switches.ts'
import type { Database } from '../src/platform/db/database.ts'
import { enrolVisitor, lockVisitor } from '../src/platform/worlds/roster.ts'
import type { World } from '../src/platform/worlds/worlds.ts'
import { captureFacts, record } from '../src/stores/event-log/events.ts'
import { actAttempted, followReceived } from '../src/stores/event-log/facts.ts'
import { unpack } from '../src/stores/event-log/packing.ts'
import { AT, cleanUp, openFresh, openFreshPostgres } from './backup-fixtures.ts'
import { ENGINES } from './harness.ts'

const world = { id: 'isle', kind: 'fork' } as World
const switches = {
  ...SWITCHES,
  visitorObserveEnabled: true,
  visitorObserveCanaryWorldIds: [world.id],
  visitorObserveDailyCaptureCeiling: 100,
}
const observed = { world, agentId: 'fox', switches, at: AT }
const attempt = actAttempted({ requestId: 'act', action: { kind: 'post' }, occurredAt: AT })
const follow = followReceived({ fromHandle: 'ada', occurredAt: AT })
const entry = { requestId: 'act', action: { kind: 'post' } as const, outcome: null, at: AT }

for (const engine of ENGINES)
  describe(`telling of a visitor that was read before, on ${engine}`, () => {
    afterEach(cleanUp)

    const opened = async (): Promise<Database> => {
      const database = await (engine === 'sqlite' ? openFresh() : openFreshPostgres())
      await database.transact((tx) =>
        enrolVisitor(tx, { worldId: world.id, agentId: 'fox', link: { appId: 'app', ownerUid: 'dev' } }, AT),
      )
      return database
    }
    const storedEvents = async ({ read }: Database) => {
      const rows = await read.sql.selectFrom('events').selectAll().orderBy('sequence').execute()
      return rows.map(({ sequence, facts, ingested_at }) => [
        sequence,
        unpack(facts, ingested_at).map(({ type }) => type),
      ])
    }

    it('numbers on from what was read', async () => {
      const database = await opened()
      for (let n = 0; n < 2; n++)
        await database.transact(async (tx) => {
          const lockedVisitor = await lockVisitor(tx, world.id, 'fox')
          await record(tx, observed, { entries: [entry], facts: [attempt], locked: lockedVisitor })
        })
      expect(await storedEvents(database)).toEqual([
        [1, ['act_attempt']],
        [2, ['act_attempt']],
      ])
    })

    it('continues the numbers of events published meanwhile, not of those read before', async () => {
      const database = await opened()
      await database.transact(async (tx) => {
        const lockedAgain = await lockVisitor(tx, world.id, 'fox')
        // As when somebody who acts is found to have been missing, and loses a game first.
        await captureFacts(tx, observed, [follow])
        await record(tx, observed, { entries: [entry], facts: [attempt], locked: lockedAgain })
        await record(tx, observed, { entries: [entry], facts: [attempt], locked: lockedAgain })
      })
      expect(await storedEvents(database)).toEqual([
        [1, ['follow_received']],
        [2, ['act_attempt']],
        [3, ['act_attempt']],
      ])
      const journal = await database.read.sql.selectFrom('journal').select('sequence').orderBy('sequence').execute()
      expect(journal.map(({ sequence }) => sequence)).toEqual([1, 2])
    })
  })
