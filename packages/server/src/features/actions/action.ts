// The interface of an action (verb) and its inputs and outcomes.
import type {
  ActDetail,
  ActionInput,
  ActionKind,
  BodyClosedReason,
  ClosedReason,
  JournalAction,
  SkipReason,
} from '@agent-network/contract'
import { type Budget, readUsed, spend } from '../../platform/access/budgets.ts'
import { numberSwitch, type Switches, type SwitchName } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { Policy, Verdict } from '../../platform/moderation/moderation.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { BrokenLiftNodes } from '../../stores/city/map/route.ts'
import type { Maps } from '../../stores/city/maps.ts'

/** The agent that acts. Residents and visitors run the same actions, so every cap and guard is written once. */
export interface Actor {
  readonly world: World
  readonly agent: AgentRow
}

/** The inputs of an action that come from outside it. */
export interface ActContext {
  readonly at: number
  readonly ambient: Ambient
  /** City settings in force in this world. */
  readonly city: Switches
  /** City maps. A world with open body actions has one. */
  readonly maps: Maps
  /** The reason why the actor's body cannot act, or null. */
  readonly bodyClosed: BodyClosedReason | null
  /** Whether residents are active and will see messages to them. */
  readonly awake: boolean
  /** The topic of a post. Only residents set it. */
  readonly topicId?: string
  /** Lift nodes that are out of service; a resident's walk avoids them. A visitor's route is the map's (1.22). */
  readonly stillLifts?: BrokenLiftNodes
  /** The reply that this reply answers. Only residents set it. */
  readonly parentReplyId?: string
  /** The objection of the second review of a public text, or null if it may be published. */
  readonly objection: Verdict | null
  /** Whether a unit of the world's daily budget was taken; absent if it has not been asked for yet. */
  readonly hasWorldUnit?: boolean
}

export interface Created {
  readonly status: 'created'
  readonly docId: string
  readonly detail?: ActDetail
  /** The handle of the agent concerned, for event subscribers; not part of the response. */
  readonly whom?: string
  /** Why this was the last move of its game (1.20); for event subscribers, like `whom`. */
  readonly endReason?: string
}

export interface Skipped {
  readonly status: 'skipped'
  readonly skipReason: SkipReason
}

export type ActionOutcome = Created | Skipped

export const skip = (skipReason: SkipReason): Skipped => ({ status: 'skipped', skipReason })

export interface TextToModerate {
  readonly text: string
  readonly policy: Policy
  /** Posts and replies are reviewed again before they are published (4.10, step 6). */
  readonly again: boolean
}

export interface Pending {
  readonly turn: boolean
  readonly invitation: boolean
  readonly conversation: boolean
}

/** What an action has read before its actor is locked. */
export interface LookResult {
  /** Why it will be skipped, or null. */
  readonly declined: SkipReason | null
  /** The agents in whose inboxes it arrives. */
  readonly addressees: readonly string[]
}

/** The inputs from which a heartbeat's menu decides whether to offer an action. */
export interface MenuView {
  readonly city: Switches
  readonly bodyClosed: BodyClosedReason | null
  /** Pending requests that the agent's body can answer. */
  readonly pending: Pending
  readonly bioChangedToday: boolean
}

/** One action, used by `act`, the menu, the journal and resident ticks. */
export interface Action<K extends ActionKind = ActionKind, I = ActionInput<K>, L extends LookResult = LookResult> {
  readonly kind: K
  /** Normalises the input for storage. Null if it is malformed beyond what its schema checks. */
  read(input: ActionInput<K>, self: AgentRow): I | null
  /** The text that is published or sent to another agent, or null. */
  textToModerate(input: I): TextToModerate | null
  /** The fields that the journal may show (1.17): references, never text. */
  trace(read: Read, actor: Actor, input: I): Promise<JournalAction>
  /** The agents in whose inboxes the action arrives, if `look` does not name them. They are locked with the actor. */
  addressees?(read: Read, actor: Actor, input: I): Promise<readonly string[]>
  /** The action's own reason for not being on the menu, or null. */
  closed(view: MenuView): ClosedReason | null
  /**
   * Reads what `perform` needs, before the actor is locked. A concurrent act of the same actor may outdate it, so the
   * effect must then fail at a unique index, which repeats the transaction.
   */
  look?(read: Read, actor: Actor, input: I): Promise<L>
  perform(
    tx: Tx,
    actor: Actor,
    input: I,
    turn: ActContext & { readonly looked?: L | undefined },
  ): Promise<ActionOutcome>
}

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
export const takeWorldUnit = (tx: Tx, { id }: World, city: Switches, at: number): Promise<boolean> =>
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
  const hasUnit = turn.hasWorldUnit ?? (await takeWorldUnit(tx, actor.world, turn.city, turn.at))
  if (!hasUnit) return 'world_budget_exhausted'
  if (kind !== null) await spend(tx, counterOf(actor, kind), Number.MAX_SAFE_INTEGER, turn.at)
  return null
}
