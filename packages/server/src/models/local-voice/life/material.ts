import type { Material } from '../../model.ts'

/** A place as a resident would speak of it: its label (`The Wet Bishop`) and its kind (`cafe`). */
export interface Place {
  readonly label: string
  readonly kind: string
}

export interface Tie {
  readonly displayName: string
  readonly handle: string
  /** As the relationship says: friend, rival, family, mentor … */
  readonly type: string
}

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const
export type Season = (typeof SEASONS)[number]

/** Small facts of the hour. Whatever is unknown is left out and nobody mentions it. */
export interface Moment {
  /** 0 to 23, in the world's own day. */
  readonly hour?: number
  readonly season?: Season
  /** A noun with or without its article: `rain`, `a west wind`, `fog`. */
  readonly weather?: string
}

/** What a voice may draw on when it writes of its own accord. Everything here may be said aloud, apart from the persona. */
export interface LifeMaterial {
  readonly speaker: Material['speaker']
  readonly mood: Material['mood']
  readonly beliefs: readonly string[]
  readonly openQuestions: readonly string[]
  readonly styleNotes: readonly string[]
  readonly topics: readonly { readonly tag: string; readonly weight: number }[]
  readonly ideas: readonly { readonly label: string; readonly stance: string }[]
  /** Recent happenings as short public gists, most relevant first. */
  readonly episodes: readonly string[]
  /**
   * Public texts the speaker wrote before, from which habits of speech are learned. Best the first forty or so, which
   * never change: a voice is compiled once for each set of them.
   */
  readonly ownWords: readonly string[]
  readonly place: Place | null
  /** Places of the world that may be mentioned. */
  readonly places: readonly Place[]
  readonly moment: Moment
  readonly ties: readonly Tie[]
}

export interface PostMaterial extends LifeMaterial {
  readonly topic: { readonly name: string; readonly description: string } | null
  /** What happened to the speaker today, as a public gist in the first person or about others. */
  readonly prompt?: string
}

/** Something somebody said: the author's display name and the words. */
export interface Said {
  readonly name: string
  readonly text: string
}

export interface ReplyMaterial extends LifeMaterial {
  readonly to: Said
  /** Earlier turns of the thread, oldest first, the text replied to left out. */
  readonly earlier: readonly Said[]
  /** How the speaker stands to it, when that was decided already. */
  readonly stance?: 'agree' | 'disagree' | 'ask' | 'add'
}

export interface TurnMaterial extends LifeMaterial {
  readonly place: Place
  /** Display names of the others there. */
  readonly present: readonly string[]
  /** What was said so far, oldest first; the speaker's own turns among them. */
  readonly said: readonly Said[]
  /** The speaker is about to leave, and says so. */
  readonly leaving?: boolean
}

export interface MessageMaterial extends LifeMaterial {
  readonly to: { readonly displayName: string; readonly type: string | null }
  /** Of this thread, oldest first. */
  readonly earlier: readonly Said[]
}

export interface ThoughtMaterial extends LifeMaterial {
  readonly kind: 'thought' | 'impression'
  /** Whom an impression is of. */
  readonly about: { readonly displayName: string; readonly lately: string | null } | null
  readonly topic: { readonly name: string; readonly description: string } | null
}

export interface ChallengeMaterial extends LifeMaterial {
  readonly challenge: { readonly title: string; readonly description: string }
}

export interface IdeaMaterial extends LifeMaterial {
  /** What it comes from: a topic, or something that was said. */
  readonly from: string
}

export interface Idea {
  readonly label: string
  readonly summary: string
}
