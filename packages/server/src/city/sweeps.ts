import type { Tx } from '../db/database.ts'
import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { nextClosing, sweepEncounters } from './encounters.ts'
import { nextTimeout, sweepGames } from './games.ts'
import { compileStored } from './maps.ts'
import { nextMovement, sweepMovement } from './movement.ts'
import { type Telling, tellArrivals, tellGamesOver } from './notices.ts'
import { nextStay, sweepStays } from './stays.ts'
import { tellClosed } from './talk-notices.ts'

/** Sweeps over walks, stays, encounters and games of all worlds. */
export function citySweeps({ control, database }: SweepDeps): Sweep[] {
  const telling = async (work: (tx: Tx, state: Telling) => Promise<number>): Promise<number> => {
    const { state } = await control.current()
    return database.transact((tx) => work(tx, state), { quiet: true })
  }
  return [
    {
      name: 'city-maps',
      async run() {
        const { worlds } = (await control.current()).state
        const world = [...worlds.byId.values()].find(({ mapVersion }) => mapVersion === null)
        if (world === undefined) return 0
        await database.transact((tx) => compileStored(tx, world))
        return 1
      },
    },
    {
      name: 'movement',
      run: (at) =>
        telling(async (tx, state) => {
          const { looked, arrived } = await sweepMovement(tx, at)
          await tellArrivals(tx, state, arrived, at)
          return looked
        }),
      next: () => nextMovement(database.read),
    },
    {
      name: 'stays',
      run: (at) => database.transact((tx) => sweepStays(tx, at), { quiet: true }),
      next: () => nextStay(database.read),
    },
    {
      name: 'games',
      run: (at) =>
        telling(async (tx, state) => {
          const over = await sweepGames(tx, at)
          await tellGamesOver(tx, state, over, at)
          return over.length
        }),
      next: () => nextTimeout(database.read),
    },
    {
      name: 'encounters',
      run: (at) =>
        telling(async (tx, state) => {
          const { looked, closed } = await sweepEncounters(tx, at)
          await tellClosed(tx, state, closed, at)
          return looked
        }),
      next: () => nextClosing(database.read),
    },
  ]
}
