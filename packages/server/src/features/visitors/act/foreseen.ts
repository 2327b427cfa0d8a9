import type { Caller } from '../../../platform/access/authenticate.ts'
import { spendCounted } from '../../../platform/access/budgets.ts'
import { driveCap } from '../../../platform/access/drive.ts'
import { type ClaimName, claimNew, type HeldClaim } from '../../../platform/access/idempotency.ts'
import { citySwitches } from '../../../platform/control/switches.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { VisitorRow } from '../../../platform/db/tables/tables.ts'
import { lockVisitor } from '../../../platform/worlds/roster.ts'
import type { Actor } from '../../actions/action.ts'
import { takeWorldUnit } from '../../actions/caps.ts'
import { isMissing } from '../presence.ts'
import { driveBudget } from './act-facts.ts'
import type { Chosen } from './read-action.ts'

/**
 * On PostgreSQL an act that goes well needs no answer before it has asked for everything: the claim, the actor's lock, the unit of
 * its key, what it looks at, and the unit of its world, in one round trip and in that order. If anything is otherwise
 * than foreseen, all of it is undone and the act is done step by step, so only that way decides what is refused, skipped or replayed.
 */
class Otherwise extends Error {}

export interface Foreseen {
  readonly claim: HeldClaim
  readonly visitor: VisitorRow
  readonly spent: number
  readonly looked: unknown
}

interface Foreseeing {
  readonly caller: Caller
  readonly actor: Actor
  readonly chosen: Chosen
  readonly name: ClaimName
  readonly at: number
}

/** Everything an act needs, or an exception that undoes it. */
export async function foresee(tx: Tx, { caller, actor, chosen, name, at }: Foreseeing): Promise<Foreseen> {
  const { world, agent } = actor
  const { key, state } = caller
  const [claim, visitor, spent, looked, isShared] = await Promise.all([
    claimNew(tx, name, caller.at),
    lockVisitor(tx, world.id, agent.id),
    spendCounted(tx, driveBudget(world.id, key.id), driveCap(key, caller.at), caller.at),
    chosen.look(tx, actor),
    takeWorldUnit(tx, world, citySwitches(state.switches, world), at),
  ])
  if (claim === null || visitor === undefined || spent === null || !isShared) throw new Otherwise()
  // Whoever else is told of it would have to be locked before the counters, and so would those whom an absence concerns.
  if (!chosen.goesAhead(looked) || isMissing(visitor, state.switches, at)) throw new Otherwise()
  return { claim, visitor, spent, looked }
}

/** How often it went as foreseen of late, from 0 to 1: where it seldom does, it costs more than it saves. */
let luck = 1
let passedOver = 0
const LEAST_LUCK = 0.6
const TRIED_AGAIN_AFTER = 32

const note = (went: boolean): void => {
  luck += ((went ? 1 : 0) - luck) / 16
}

/** Whether an act is worth trying so. */
export function isForeseeable(engine: Tx['engine'], chosen: Chosen): boolean {
  if (engine !== 'postgres' || chosen.spoken !== null || !chosen.isForeseeable) return false
  if (luck >= LEAST_LUCK) return true
  passedOver = (passedOver + 1) % TRIED_AGAIN_AFTER
  return passedOver === 0
}

/** Null where it turned out otherwise, and nothing of it is left. */
export async function unlessOtherwise<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    const done = await work()
    note(true)
    return done
  } catch (error) {
    if (!(error instanceof Otherwise)) throw error
    note(false)
    return null
  }
}
