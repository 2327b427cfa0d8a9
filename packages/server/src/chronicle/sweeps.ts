import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepInbox } from './inbox.ts'

export const chronicleSweeps = ({ database }: SweepDeps): Sweep[] => [
  { name: 'inbox', run: (at, limit) => database.transact((tx) => sweepInbox(tx, at, limit), { quiet: true }) },
]
