import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { describeOld, hasUndescribed } from './episodes.ts'

export const mindSweeps = ({ control, database }: SweepDeps): Sweep[] => [
  {
    // Episodes of a store or a backup older than gists.
    name: 'episode-gists',
    run: async (_at, limit) => {
      if (!(await hasUndescribed(database.read))) return 0
      const { state } = await control.current()
      return database.transact((tx) => describeOld(tx, state.worlds, limit))
    },
  },
]
