import { sweepTold } from '../db/told.ts'
import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepBlocks } from './blocks.ts'

export const contentSweeps = ({ database }: SweepDeps): Sweep[] => [
  { name: 'blocks', run: (at, limit) => database.transact((tx) => sweepBlocks(tx, at, limit), { quiet: true }) },
  { name: 'told', run: (_at, limit) => database.transact((tx) => sweepTold(tx, limit), { quiet: true }) },
]
