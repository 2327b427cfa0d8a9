import { isPurged, purgeSome } from '../worlds/worlds.ts'
import type { Sweep, SweepDeps } from './sweeper.ts'

export const worldSweeps = ({ control, database }: SweepDeps): Sweep[] => [
  {
    name: 'purged-worlds',
    run: async (_at, limit) => {
      const { state } = await control.current()
      const world = [...state.worlds.byId.values()].find(isPurged)
      return world === undefined ? 0 : database.transact((tx) => purgeSome(tx, world, limit), { quiet: true })
    },
  },
]
