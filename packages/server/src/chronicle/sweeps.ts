import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepInbox } from './inbox.ts'
import { sweepPublicLog } from './public-log.ts'

export const chronicleSweeps = ({ database }: SweepDeps): Sweep[] => [
  { name: 'world-log', run: (at, limit) => database.transact((tx) => sweepPublicLog(tx, at, limit), { quiet: true }) },
  { name: 'inbox', run: (at, limit) => database.transact((tx) => sweepInbox(tx, at, limit), { quiet: true }) },
]
