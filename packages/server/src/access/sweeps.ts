import type { Tx } from '../db/database.ts'
import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepBudgets } from './budgets.ts'
import { sweepSignOuts } from './console-sign-outs.ts'
import { sweepClaims } from './idempotency.ts'
import { sweepRotatedKeys } from './keys.ts'
import { sweepRequestLog } from './request-log.ts'

export function accessSweeps({ database }: SweepDeps): Sweep[] {
  const quietly = (name: string, work: (tx: Tx, at: number, limit: number) => Promise<number>): Sweep => ({
    name,
    run: (at, limit) => database.transact((tx) => work(tx, at, limit), { quiet: true }),
  })
  return [
    quietly('rotated-keys', sweepRotatedKeys),
    quietly('claims', sweepClaims),
    quietly('budgets', sweepBudgets),
    quietly('request-log', sweepRequestLog),
    quietly('console-sign-outs', sweepSignOuts),
  ]
}
