import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { describeOld, hasUndescribed } from './episodes.ts'
import { sweepMoodDays } from './moods.ts'

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
  { name: 'mood-days', run: (at, limit) => database.transact((tx) => sweepMoodDays(tx, at, limit), { quiet: true }) },
]
