import { LIMITS } from '@agent-network/contract'
import { abandonedClaims } from '../access/idempotency.ts'
import type { Sweep, SweepDeps } from '../settings/sweeper.ts'
import { sweepAbandoned } from './abandoned.ts'
import { nextAbsence, sweepPresence } from './presence.ts'
import { sweepStandings } from './standing-release.ts'

export const visitorSweeps = ({ control, database }: SweepDeps): Sweep[] => [
  {
    // Acts whose process died between the unit and the effect.
    name: 'abandoned-acts',
    run: async (at, limit) => {
      const { state } = await control.current()
      return database.transact((tx) => sweepAbandoned(tx, state, at, limit), { quiet: true })
    },
    async next() {
      const [first] = await abandonedClaims(database.read, Number.MAX_SAFE_INTEGER, 1)
      return first === undefined ? null : first.claimed_at + LIMITS.idempotency.leaseMs
    },
  },
  {
    name: 'presence',
    run: async (at, limit) => {
      const { state } = await control.current()
      return database.transact((tx) => sweepPresence(tx, state, at, limit), { quiet: true })
    },
    async next() {
      const { state } = await control.current()
      return nextAbsence(database.read, state.switches)
    },
  },
  { name: 'standings', run: (at, limit) => database.transact((tx) => sweepStandings(tx, at, limit), { quiet: true }) },
]
