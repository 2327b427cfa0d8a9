// Reads of a visitor's standing.
import { LIMITS, type StandingDigest } from '@agent-network/contract'
import type { Caller } from '../../../platform/access/authenticate.ts'
import { spend } from '../../../platform/access/budgets.ts'
import { type DrivenVisitor, isProbation } from '../../../platform/access/drive.ts'
import { timeAfter } from '../../../platform/control/clock.ts'
import { isGateOpen, numberSwitch, type Switches } from '../../../platform/control/switches.ts'
import { ApiError } from '../../../platform/core/api-error.ts'
import type { Deps } from '../../../platform/core/deps.ts'
import { retryHint } from '../../../platform/core/outage.ts'
import { utcDay } from '../../../platform/core/time.ts'
import { isOwnerActive } from '../presence.ts'
import { bandsOf, gatherSupport } from './evidence.ts'
import {
  type BuiltStanding,
  claimBuild,
  digestView,
  isReturnable,
  publish,
  readRow,
  releaseLease,
  revalidate,
  type StandingDay,
  type StandingRow,
  windowOf,
} from './release.ts'

const { readsPerDay, readsPerDayInProbation } = LIMITS.standing

/** One read: the data that its steps share. */
interface Reading {
  readonly deps: Deps
  readonly switches: Switches
  readonly slot: StandingDay
  now(): number
}

async function build({ deps, switches, slot }: Reading): Promise<BuiltStanding> {
  const bound = Math.max(0, Math.floor(numberSwitch(switches, 'standingScanLimit')))
  const support = await gatherSupport(deps.database.read, slot, windowOf(slot), bound)
  if (support === null) return { state: 'coverage_limited', bands: null, support: null }
  const bands = bandsOf(support)
  return bands === null
    ? { state: 'insufficient_evidence', bands: null, support: null }
    : { state: 'ready', bands, support }
}

/** Builds the release of the day. The row records the outcome. */
async function release(reading: Reading, leaseToken: number): Promise<StandingRow> {
  const { deps, slot } = reading
  const { database } = deps
  try {
    const built = await build(reading)
    await database.transact((tx) => publish(tx, { slot, leaseToken, built }, reading.now()), { quiet: true })
    return (await readRow(database.read, slot))!
  } catch (error) {
    // If this fails too, the lease expires.
    await database.transact((tx) => releaseLease(tx, slot, leaseToken, reading.now()), { quiet: true }).catch(() => {})
    throw error
  }
}

/** Today's row, built by this request if necessary. */
async function today(reading: Reading): Promise<StandingRow> {
  const { deps, switches, slot, now } = reading
  const { database } = deps
  const row = await readRow(database.read, slot)
  if (row !== undefined && isReturnable(row, now())) return row
  const attempts = numberSwitch(switches, 'standingBuildAttemptsPerDay')
  const claimed = await database.transact((tx) => claimBuild(tx, slot, attempts, now()), { quiet: true })
  return claimed.kind === 'shown' ? claimed.row : release(reading, claimed.leaseToken)
}

/** 4.12, in the order of AMB-50: gate, authority, query, allowance, then the day's release. */
export async function readStanding(
  deps: Deps,
  caller: Caller,
  driven: DrivenVisitor,
  query: () => unknown,
): Promise<StandingDigest> {
  const { at, state } = caller
  const { world, agent } = driven
  const { database } = deps
  const started = deps.ambient.elapsed()
  const now = () => timeAfter(state.clock, at, deps.ambient.elapsed() - started)
  const failed = (error: unknown): never => {
    if (error instanceof ApiError) throw error
    deps.log.error({ event: 'visitors.standing_failed', err: error }, 'standing read failed')
    throw new ApiError('STANDING_READ_FAILED', retryHint(error))
  }
  if (!isGateOpen(state.switches, 'visitorStandingDigestEnabled')) throw new ApiError('VISITOR_STANDING_DISABLED')
  if (!(await isOwnerActive(database.read, world.id, agent.id).catch(failed)))
    throw new ApiError('STANDING_ACCESS_DENIED')
  query()
  // One counter for all keys of a visitor; the limit differs by key (AMB-87).
  const budget = { worldId: world.id, subject: agent.id, counter: 'standing' }
  const cap = isProbation(caller) ? readsPerDayInProbation : readsPerDay
  const admitted = await database.transact((tx) => spend(tx, budget, cap, at), { quiet: true }).catch(failed)
  if (!admitted) throw new ApiError('STANDING_DAILY_BUDGET_EXCEEDED')
  const slot = { worldId: world.id, agentId: agent.id, day: utcDay(at) }
  const reading: Reading = { deps, switches: state.switches, slot, now }
  try {
    const row = await revalidate(database, slot, await today(reading), now())
    // AMB-88: a request admitted before midnight and finished after it gets no data of the previous day.
    return digestView(slot, row, utcDay(now()) !== slot.day)
  } catch (error) {
    return failed(error)
  }
}
