import type { Material } from '../material.ts'

/** A place: its label (`The Old Kettle`) and its kind (`cafe`). */
export interface Place {
  readonly label: string
  readonly kind: string
}

export interface Tie {
  readonly displayName: string
  readonly handle: string
  /** Type of the relationship: friend, rival, family, mentor … */
  readonly type: string
}

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const
export type Season = (typeof SEASONS)[number]

/** Facts of the hour. An unknown one is missing and is not mentioned. */
export interface Moment {
  /** 0 to 23, in the world's own day. */
  readonly hour?: number
  readonly season?: Season
  /** A noun with or without its article: `rain`, `a west wind`, `fog`. */
  readonly weather?: string
}

/** Something that happened to the whole town, by the name it goes by. */
export interface Bygone {
  readonly name: string
  readonly kind: string
  /** Whole days since it began; 0 while it is today. */
  readonly days: number
}

/** What a voice may draw on when it writes of its own accord. All of it is public, apart from the persona. */
export interface LifeMaterial {
  readonly speaker: Material['speaker']
  readonly mood: Material['mood']
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
  readonly styleNotes: readonly string[]
  readonly topics: readonly { readonly tag: string; readonly weight: number }[]
  readonly ideas: readonly { readonly label: string; readonly stance: string }[]
  /** Recent events as short public gists, most relevant first. */
  readonly episodes: readonly string[]
  /**
   * Public texts of the speaker's, from which habits of writing are learned. The first forty or so, which never change:
   * a voice is compiled again whenever they do.
   */
  readonly ownWords: readonly string[]
  readonly place: Place | null
  /** Places of the world that may be mentioned. */
  readonly places: readonly Place[]
  readonly moment: Moment
  /** What happened to the town in the last weeks, latest first. */
  readonly bygones?: readonly Bygone[]
  readonly ties: readonly Tie[]
  /** What the speaker wants to say, in a sentence; only a model reads it. */
  readonly intent?: string
  /** For a model: what the speaker did today and has before it, some of its latest texts, the other, and the talk so far. */
  readonly today?: readonly string[]
  readonly lately?: readonly string[]
  readonly company?: readonly string[]
  readonly thread?: readonly Said[]
}

export interface PostMaterial extends LifeMaterial {
  readonly topic: { readonly name: string; readonly description: string } | null
  /** An event of the day, as a public gist in the first person or about others. */
  readonly prompt?: string
}

/** A text and the display name of its author. */
export interface Said {
  readonly name: string
  readonly text: string
}

export interface ReplyMaterial extends LifeMaterial {
  readonly to: Said
  /** Earlier turns of the thread, oldest first, the text replied to left out. */
  readonly earlier: readonly Said[]
  /** The speaker's stance, when it was decided before. */
  readonly stance?: 'agree' | 'disagree' | 'ask' | 'add'
}

export interface TurnMaterial extends LifeMaterial {
  readonly place: Place
  /** Display names of the others there. */
  readonly present: readonly string[]
  /** The talk so far, oldest first, the speaker's own turns included. */
  readonly said: readonly Said[]
  /** The speaker says goodbye. */
  readonly leaving?: boolean
  /** What there is to say on leaving. */
  readonly parting?: Parting
}

/** What a goodbye may draw on: the talk that ends, and what the speaker has before it. */
export interface Parting {
  /** What was last argued over, by the name it goes by; null when nothing was. */
  readonly subject: string | null
  /** Whether the two of them came to an agreement on it. */
  readonly isSettled: boolean
  /** The last reason that somebody else gave, as a clause, and whose it was. */
  readonly reason: { readonly clause: string; readonly by: string } | null
  /** Where the speaker is expected, in ms; without a time, at work. */
  readonly next: { readonly place: Place; readonly at?: number; readonly whom?: string; readonly now: number } | null
}

export interface MessageMaterial extends LifeMaterial {
  readonly to: { readonly displayName: string; readonly type: string | null }
  /** The thread so far, oldest first. */
  readonly earlier: readonly Said[]
}

export interface ThoughtMaterial extends LifeMaterial {
  readonly kind: 'thought' | 'impression'
  /** The person an impression is of. */
  readonly about: { readonly displayName: string; readonly lately: string | null } | null
  readonly topic: { readonly name: string; readonly description: string } | null
}

export interface ChallengeMaterial extends LifeMaterial {
  readonly challenge: { readonly title: string; readonly description: string }
}

export interface IdeaMaterial extends LifeMaterial {
  /** The source of the idea: a topic or a text. */
  readonly from: string
}

export interface Idea {
  readonly label: string
  readonly summary: string
}
