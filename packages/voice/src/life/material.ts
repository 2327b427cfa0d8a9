// Material of the texts that residents write of their own accord, and the kinds of these texts.
import type { Material } from '../material.ts'

/** Kinds of text that a resident writes of its own accord. */
export const WORD_KINDS = ['post', 'reply', 'message', 'turn', 'contribution', 'thought', 'dream'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** The longest text of each kind, in characters. */
export const LONGEST: Readonly<Record<WordKind, number>> = {
  post: 500,
  reply: 500,
  message: 500,
  turn: 280,
  contribution: 500,
  thought: 280,
  dream: 400,
}

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

/** The material of every text that a resident writes of its own accord. All of it but the persona is public. */
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
  /** Events of the town in the last weeks, latest first. */
  readonly bygones?: readonly Bygone[]
  readonly ties: readonly Tie[]
  /** The intention of the speaker, in a sentence; only a model reads it. */
  readonly intent?: string
  /** Sentences that the world's rows vouch for, in answer to what the speaker is asked. */
  readonly facts?: readonly string[]
  /** For a model: what the speaker did today and has before it, some of its latest texts, the other, and the talk so far. */
  readonly today?: readonly string[]
  readonly lately?: readonly string[]
  readonly company?: readonly string[]
  readonly thread?: readonly Utterance[]
}

export interface PostMaterial extends LifeMaterial {
  readonly topic: { readonly name: string; readonly description: string } | null
  /** An event of the day, as a public gist in the first person or about others. */
  readonly prompt?: string
}

/** A text and the display name of its author. */
export interface Utterance {
  readonly name: string
  readonly text: string
}

export interface ReplyMaterial extends LifeMaterial {
  readonly to: Utterance
  /** Earlier turns of the thread, oldest first, the text replied to left out. */
  readonly earlier: readonly Utterance[]
  /** The speaker's stance, when it was decided before. */
  readonly stance?: 'agree' | 'disagree' | 'ask' | 'add'
}

export interface TurnMaterial extends LifeMaterial {
  readonly place: Place
  /** Display names of the others there. */
  readonly present: readonly string[]
  /** The talk so far, oldest first, the speaker's own turns included. */
  readonly talk: readonly Utterance[]
  /** The speaker says goodbye. */
  readonly leaving?: boolean
  /** The material of a goodbye. */
  readonly parting?: Parting
}

/** The material of a goodbye: the talk that ends, and the next appointment of the speaker. */
export interface Parting {
  /** The subject of the last argument; null if there was none. */
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
  readonly earlier: readonly Utterance[]
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
