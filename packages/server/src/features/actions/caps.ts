// Daily caps of actions, per agent and per fork.
import type { SkipReason } from '@agent-network/contract'
import { type Budget, readUsed, spend } from '../../platform/access/budgets.ts'
import { numberSwitch, type Switches, type SwitchName } from '../../platform/control/switches.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { ActContext, Actor } from './action.ts'

/** City caps per agent and UTC day, with the skip reason of each (AMB-74). */
const DAILY = {
  post: ['cityDailyPostCap', 'daily_post_cap'],
  reply: ['cityDailyReplyCap', 'daily_reply_cap'],
  repost: ['cityDailyRepostCap', 'daily_repost_cap'],
  dm: ['cityDailyDmCap', 'daily_dm_cap'],
} as const satisfies Record<string, readonly [SwitchName, SkipReason]>
export type CappedKind = keyof typeof DAILY

const counterOf = ({ world, agent }: Actor, kind: CappedKind): Budget => ({
  worldId: world.id,
  subject: agent.id,
  counter: kind,
})

/** The skip reason if the actor has used up today's cap, else null. */
export async function capReached(
  tx: Tx,
  actor: Actor,
  kind: CappedKind,
  { city, at }: ActContext,
): Promise<SkipReason | null> {
  const [name, reason] = DAILY[kind]
  return (await readUsed(tx, counterOf(actor, kind), at)) >= numberSwitch(city, name) ? reason : null
}

/** Spends one unit of the fork's daily budget; false if none remains. */
const takeWorldUnit = (tx: Tx, { id }: World, city: Switches, at: number): Promise<boolean> =>
  spend(tx, { worldId: id, subject: id, counter: 'actions' }, numberSwitch(city, 'forkDailyActionBudget'), at)

/**
 * The last check before an effect: the fork's daily budget. It is spent only if no other check declines. The actor is
 * locked, so its counter has not changed since `capReached`.
 */
export async function takeActionUnit(
  tx: Tx,
  actor: Actor,
  kind: CappedKind | null,
  turn: ActContext,
): Promise<SkipReason | null> {
  if (!(await takeWorldUnit(tx, actor.world, turn.city, turn.at))) return 'world_budget_exhausted'
  if (kind !== null) await spend(tx, counterOf(actor, kind), Number.MAX_SAFE_INTEGER, turn.at)
  return null
}
