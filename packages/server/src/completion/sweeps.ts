import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepTalks } from './continuity.ts'

export const completionSweeps = ({ database }: SweepDeps): Sweep[] => [
  { name: 'talks', run: (at, limit) => database.transact((tx) => sweepTalks(tx, at, limit), { quiet: true }) },
]
