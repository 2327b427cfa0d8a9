import type { OpenIdea } from '../ideas/ideas.ts'
import type { Feelings } from '../mind/feelings.ts'
import type { Habits } from '../mind/habits.ts'

/** Somebody else, as a resident sees them. */
export interface Other {
  readonly id: string
  readonly visitor: boolean
  /** From -1 to 1; 0 for a stranger. */
  readonly affinity: number
  readonly familiarity: number
  readonly followed: boolean
}

/** A post that came by lately. */
export interface SeenPost {
  readonly id: string
  readonly author: Other
  readonly ageMs: number
  readonly replyCount: number
  /** How much of it is about what the resident cares for, from 0 to 1. */
  readonly relevance: number
  readonly isQuestion: boolean
  /** Whether it holds something that can be disputed. */
  readonly argues: boolean
  /** Whether it tells of what happens in the city. */
  readonly news: boolean
}

export interface NearbyPlace {
  readonly id: string
  readonly purposes: readonly string[]
  readonly meters: number
  /** Who is there already, as far as the resident likes them. */
  readonly company: number
}

/** Where the resident is, and what can be done there. */
export interface Surroundings {
  readonly location: string | null
  readonly underway: boolean
  /** Already talking or playing: such a body stays where it is. */
  readonly occupied: boolean
  /** Whether it is at its work, in working hours. */
  readonly working: boolean
  readonly present: readonly Other[]
  readonly places: readonly NearbyPlace[]
  /** The place of its work, in working hours and while it is elsewhere. */
  readonly work: string | null
  /** Visitors present whom the visitor limits may still let be asked or challenged today. */
  readonly invitable: readonly string[]
  readonly challengeable: readonly string[]
}

/** Everything a decision may depend on. Nothing is looked up while deciding. */
export interface View {
  readonly habits: Habits
  readonly feelings: Feelings
  readonly energy: number
  /** Around 1, up to 7: how much there is to say on this day, for everybody alike. */
  readonly stir: number
  /** Since it last posted. */
  readonly quietMs: number
  readonly topics: readonly { readonly id: string; readonly weight: number }[]
  readonly seen: readonly SeenPost[]
  readonly friends: readonly Other[]
  readonly around: Surroundings
  readonly ideas: readonly OpenIdea[]
  readonly challenges: readonly { readonly id: string }[]
}

/** What a resident sets out to do; who performs it checks everything again. */
export type Intention =
  | { readonly kind: 'post'; readonly topicId: string | null; readonly ideaId: string | null }
  | { readonly kind: 'reply'; readonly postId: string; readonly stance: 'agree' | 'disagree' | 'ask' | 'add' }
  | { readonly kind: 'like'; readonly postId: string }
  | { readonly kind: 'repost'; readonly postId: string }
  | { readonly kind: 'follow'; readonly agentId: string }
  | { readonly kind: 'dm'; readonly agentId: string }
  | { readonly kind: 'journey'; readonly destinationId: string; readonly purpose: string | null }
  | { readonly kind: 'meet'; readonly agentIds: readonly string[] }
  | { readonly kind: 'play'; readonly agentId: string }
  | { readonly kind: 'idea'; readonly topicId: string | null }
  | { readonly kind: 'adopt'; readonly ideaId: string; readonly stance: 'support' | 'oppose' }
  | { readonly kind: 'contribute'; readonly challengeId: string }
  | { readonly kind: 'rest' }
