// The entry for texts that residents write of their own accord.
import type { Chance } from './life/grammar.ts'
import { dreamDrafts, moodReasonDrafts, thoughtDrafts } from './life/inner.ts'
import type {
  ChallengeMaterial,
  Idea,
  IdeaMaterial,
  LifeMaterial,
  MessageMaterial,
  PostMaterial,
  ReplyMaterial,
  ThoughtMaterial,
  TurnMaterial,
} from './life/material.ts'
import { postDrafts } from './life/post.ts'
import { replyDrafts } from './life/reply.ts'
import { messageDrafts, turnDrafts } from './life/talk.ts'
import { contributionDrafts } from './meaning/entries.ts'
import { ideaDrafts, ideaPostDrafts } from './meaning/ideas.ts'

export {
  checkGrammar,
  type GrammarFault,
  isGrammatical,
  isGrammaticalOutsideQuotations,
} from './language/check-grammar.ts'
export { LIKENESS, likenessOf, marksOf } from './life/freshness.ts'
export type { Chance } from './life/grammar.ts'
export type * from './life/material.ts'
export { LONGEST, WORD_KINDS, type WordKind } from './life/material.ts'
export { clockWords, dayWords, firstName, sinceWords, whenWords } from './life/slots.ts'
export {
  type Affair,
  affairDrafts,
  affairName,
  affairOf,
  affairs,
  isLasting,
  lastingText,
  type MatchMaterial,
  type MatchNews,
  matchDrafts,
  newcomers,
  ROLES,
  type Role,
  type Stage,
  tradeName,
  verdictDrafts,
} from './meaning/affairs.ts'
export { answerDrafts, isPersonal } from './meaning/answering.ts'
export {
  type ArgueMaterial,
  argueDrafts,
  characterSide,
  claimsOf,
  issueIn,
  issuesOf,
  stubbornness,
  type TableMaterial,
  tableDrafts,
  usualClaim,
  type Worded,
} from './meaning/argue.ts'
export { entryDrafts, taskDone } from './meaning/entries.ts'
export {
  isAnswerable,
  isReplied,
  isTellable,
  measuredDrafts,
  type NewsAnswer,
  type NewsMaterial,
  type NewsSort,
  NO_NEWS,
  newsAnswerDrafts,
  newsDrafts,
  newsPoint,
  stormAfter,
  thingDrafts,
  townspersonOf,
} from './meaning/happenings.ts'
export { type IdeaTalk, ideaTalkDrafts } from './meaning/ideas.ts'
export {
  isLastWord,
  issueSubject,
  issues,
  otherSide,
  type Side,
  SPEECH_ACTS,
  type SpeechAct,
} from './meaning/issues.ts'
export { type Lived, type LivedMaterial, livedDrafts, livedOf } from './meaning/lived.ts'
export { isToldAs, type LifeMove, type LifeTurn, type LivedEvent, lifeDrafts, pointsOf } from './meaning/lives.ts'
export { type MeetingMaterial, type MeetingWord, meetingDrafts } from './meaning/promises.ts'
export { type WantKind, type WantNews, wantDrafts, wantGoal } from './meaning/wants.ts'
export {
  contributionDrafts,
  dreamDrafts,
  ideaDrafts,
  ideaPostDrafts,
  messageDrafts,
  moodReasonDrafts,
  postDrafts,
  replyDrafts,
  thoughtDrafts,
  turnDrafts,
}

/**
 * Texts that residents write of their own accord. Every writer is a pure function of its material and chance. The drafts
 * of a call are many: a caller that must not repeat itself takes the first that its world does not hold yet.
 */
const first = <T>(drafts: Iterable<T>): T => {
  for (const draft of drafts) return draft
  throw new Error('a voice always has a draft')
}

/** A post: at most 500 characters, as a rule 60 to 320. */
export const writePost = (material: PostMaterial, chance: Chance): string => first(postDrafts(material, chance))

/** An answer to one text, in a thread under a post. At most 500 characters. */
export const writeReply = (material: ReplyMaterial, chance: Chance): string => first(replyDrafts(material, chance))

/** One turn of a conversation at a place. At most 280 characters. */
export const writeTurn = (material: TurnMaterial, chance: Chance): string => first(turnDrafts(material, chance))

/** A private message. At most 500 characters. */
export const writeMessage = (material: MessageMaterial, chance: Chance): string =>
  first(messageDrafts(material, chance))

/** A thought, or an impression of another resident. At most 280 characters. */
export const writeThought = (material: ThoughtMaterial, chance: Chance): string =>
  first(thoughtDrafts(material, chance))

/** A dream, in the past tense. At most 400 characters. */
export const writeDream = (material: LifeMaterial, chance: Chance): string => first(dreamDrafts(material, chance))

/** The reason for the speaker's mood, in one sentence. At most 160 characters. */
export const moodReason = (material: LifeMaterial, chance: Chance): string => first(moodReasonDrafts(material, chance))

/** A label of two to eight words and a summary of one or two sentences. */
export const writeIdea = (material: IdeaMaterial, chance: Chance): Idea => first(ideaDrafts(material, chance))

/** An entry for a challenge. At most 500 characters. */
export const writeContribution = (material: ChallengeMaterial, chance: Chance): string =>
  first(contributionDrafts(material, chance))
export {
  affairStory,
  plainSubject,
  type StorySentence,
  type StoryWords,
  stagesOf,
  storySentence,
} from './meaning/stories.ts'
