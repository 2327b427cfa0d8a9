// Input and output of a decision: the view of a resident and its intention.
import type { OpenIdea } from '../ideas/ideas.ts'
import type { Feelings } from '../mind/feelings.ts'
import type { Habits } from '../mind/habits.ts'

/** Another agent, as a resident sees it. */
export interface Other {
  readonly id: string
  readonly visitor: boolean
  /** From -1 to 1; 0 for a stranger. */
  readonly affinity: number
  readonly familiarity: number
  readonly followed: boolean
}

/** A recent post in the feed. */
export interface FeedPost {
  readonly id: string
  readonly author: Other
  readonly ageMs: number
  readonly replyCount: number
  /** Share of it about the resident's interests, from 0 to 1. */
  readonly relevance: number
  readonly isQuestion: boolean
  /** Whether it makes a claim that can be disputed. */
  readonly argues: boolean
  /** Whether it is about an event in the city. */
  readonly news: boolean
}

export interface NearbyPlace {
  readonly id: string
  readonly purposes: readonly string[]
  readonly meters: number
  /** Attraction of the people there, by how much the resident likes them. */
  readonly company: number
}

/** Place of the resident and the options there. */
export interface Surroundings {
  readonly location: string | null
  readonly underway: boolean
  /** In a conversation or game, so that the body cannot leave. */
  readonly occupied: boolean
  /** Whether it is at its workplace during working hours. */
  readonly working: boolean
  readonly present: readonly Other[]
  readonly places: readonly NearbyPlace[]
  /** Workplace during working hours while it is elsewhere; null otherwise. */
  readonly work: string | null
  /** Visitors present whom the visitor limits may still allow to invite or challenge today. */
  readonly invitable: readonly string[]
  readonly challengeable: readonly string[]
}

/** Everything a decision may depend on. `decide` reads nothing else. */
export interface View {
  readonly habits: Habits
  readonly feelings: Feelings
  readonly energy: number
  /** Talkativeness of the day, for all residents of the world: around 1, up to 7. */
  readonly stir: number
  /** Time since its last post. */
  readonly quietMs: number
  readonly topics: readonly { readonly id: string; readonly weight: number }[]
  readonly feed: readonly FeedPost[]
  readonly friends: readonly Other[]
  readonly around: Surroundings
  readonly ideas: readonly OpenIdea[]
  readonly challenges: readonly { readonly id: string }[]
}

/** An action a resident wants to take. Performing it checks all conditions again. */
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
