import type {
  ActDetail,
  ActionInput,
  ActionKind,
  BodyClosedReason,
  ClosedReason,
  JournalAction,
  SkipReason,
} from '@agent-network/contract'
import type { Switches } from '../../platform/control/switches.ts'
import type { Ambient } from '../../platform/core/ambient.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { AgentRow } from '../../platform/db/tables/tables.ts'
import type { Policy, Verdict } from '../../platform/moderation/moderation.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import type { StillLifts } from '../../stores/city/map/plain-route.ts'
import type { Maps } from '../../stores/city/maps.ts'

/** Whoever acts. Residents and visitors run the same verbs, so every cap and guard is written once. */
export interface Actor {
  readonly world: World
  readonly agent: AgentRow
}

/** What one act takes along from outside. */
export interface ActContext {
  readonly at: number
  readonly ambient: Ambient
  /** City settings as they hold in this world. */
  readonly city: Switches
  /** City maps; a world whose body verbs are open has one. */
  readonly maps: Maps
  /** Why the actor's body can do nothing, if so. */
  readonly bodyClosed: BodyClosedReason | null
  /** Whether residents live, and will come to see what is said to them. */
  readonly awake: boolean
  /** The topic a post is on. Only residents say one. */
  readonly topicId?: string
  /** Nodes of lifts that stand still, which a walk goes round. Only residents do; a visitor's route is the map's (1.22). */
  readonly stillLifts?: StillLifts
  /** The reply that a reply answers. Only residents say one. */
  readonly parentReplyId?: string
  /** What the second look at a public text has against it; null when it may be published. */
  readonly objection: Verdict | null
}

export interface Created {
  readonly status: 'created'
  readonly docId: string
  readonly detail?: ActDetail
  /** The handle of whom it concerned, for those who are told of it; no part of the answer. */
  readonly whom?: string
  /** Why it was the last move of its game (1.20); told like `whom`. */
  readonly endReason?: string
}

export interface Skipped {
  readonly status: 'skipped'
  readonly skipReason: SkipReason
}

export type Performed = Created | Skipped

export const skip = (skipReason: SkipReason): Skipped => ({ status: 'skipped', skipReason })

export interface SpokenText {
  readonly text: string
  readonly policy: Policy
  /** Posts and replies are looked at again before they are published (4.10, step 6). */
  readonly again: boolean
}

export interface Pending {
  readonly turn: boolean
  readonly invitation: boolean
  readonly conversation: boolean
}

/** What the menu of a heartbeat asks of a verb. */
export interface MenuView {
  readonly city: Switches
  readonly bodyClosed: BodyClosedReason | null
  /** What waits for an answer of the body. */
  readonly pending: Pending
  readonly bioChangedToday: boolean
}

/** One verb: read by `act`, the menu, the journal and resident life alike. */
export interface Action<K extends ActionKind = ActionKind, I = ActionInput<K>, L = unknown> {
  readonly kind: K
  /** The input brought into its stored form, or null when it is malformed beyond what its schema says. */
  read(input: ActionInput<K>, self: AgentRow): I | null
  /** What is said in public or to somebody, or null. */
  spoken(input: I): SpokenText | null
  /** What the journal may show of it (1.17): references, never words. */
  trace(read: Read, actor: Actor, input: I): Promise<JournalAction>
  /** In whose inboxes it would arrive: locked together with the actor, before any counter is. */
  addressees?(read: Read, actor: Actor, input: I): Promise<readonly string[]>
  /** Why the menu would not offer it, its own reasons only. */
  closed(view: MenuView): ClosedReason | null
  /** What `perform` looks at first: asked for together with the actor's lock, and after it. */
  look?(read: Read, actor: Actor, input: I): Promise<L>
  perform(tx: Tx, actor: Actor, input: I, turn: ActContext & { readonly looked?: L }): Promise<Performed>
}
