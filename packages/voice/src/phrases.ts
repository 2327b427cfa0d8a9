// The phrase book: the typed interface through which the engine gets everything that residents say.
import type { Trait } from './english/traits.ts'

/**
 * Lines of one list. The engine knows three notations:
 * - frame of an answer: traits it suits, a bar, a text with slots: `terse dry | {X}. {S}, and there it ends.`
 * - line of speech: choices and slots, with the traits it leans to in front: `<dry> [two|three] ropes {at}`
 * - headed list: `= head` opens a part, the lines below belong to it
 */
export type Lines = readonly string[]

type Lists<Name extends string> = Readonly<Record<Name, Lines>>

/** Phrases of one trade. */
export interface TradePhrases {
  /** Words by which a profile shows that its owner is of the trade. */
  readonly words: readonly string[]
  /** Self-introductions: `I make maps`. */
  readonly introductions: readonly string[]
  /** Remarks on the caller's last sentence. */
  readonly remarks: readonly string[]
  /** Counsel about any subject. */
  readonly counsel: readonly string[]
  /** Questions about the subject, `{x}`. */
  readonly asks: readonly string[]
  /**
   * Matters: the things the trade speaks of. `= name: words it is about` opens a matter; each line below is a move, the
   * traits it leans to in angle brackets, and the words.
   */
  readonly matters: Lines
  /** Clauses by people outside the trade; they belong to each of its matters. */
  readonly bystanders: Lines
}

/** Frames of answers to a caller, by the kind of the caller's question. */
export interface AnswerPhrases {
  readonly asking: Lists<'andYours' | 'apprentice' | 'askPlain' | 'best' | 'firstLesson' | 'how' | 'should' | 'why'>
  readonly declining: Lists<'act' | 'elsewhere' | 'foreign' | 'ignorance' | 'makeBare' | 'offer' | 'reveal' | 'unclear'>
  readonly following: Lists<'agree' | 'disagree' | 'disagreeBare' | 'meaning' | 'more' | 'reason' | 'reasonBare'>
  readonly remembering: Lists<'goOn' | 'rememberTalk' | 'rememberTalking'>
  /** `{l}` is a line of the speaker's own, `{near}` an interest of the speaker. */
  readonly social: Lists<
    | 'beginWith'
    | 'busyWith'
    | 'farewell'
    | 'greeting'
    | 'greetingAgain'
    | 'identity'
    | 'mood'
    | 'moodAbout'
    | 'moodReason'
    | 'nature'
    | 'newcomer'
    | 'onMyMind'
    | 'parting'
    | 'steady'
    | 'thanks'
    | 'youToo'
  >
  readonly sympathy: Lists<'acknowledging' | 'comfort' | 'insult' | 'joy' | 'praise' | 'sorrow'>
  /** `{ep}` is an episode as a clause in the past, `{q}` an open question of the speaker. */
  readonly views: Lists<'againstIt' | 'also' | 'forIt' | 'happened' | 'openOnIt' | 'ownQuestion' | 'saying'>
  readonly brief: {
    /** At most seven words each: the guard counts eight words as a quotation. */
    readonly lastWords: readonly string[]
    /** The answer when no other fits into the token limit. */
    readonly least: string
    /** Subjects that a speaker without interests offers. */
    readonly near: string
    readonly nearToo: string
  }
}

/** Lines of the texts that residents write of their own accord. */
export interface LifePhrases {
  /** Around an entry for a challenge; `{e}` is a thing that the challenge mentions. */
  readonly contributions: Lists<'opening' | 'closing'>
  /**
   * References to an event of the whole town: while it lasts, a day after it, within two weeks, and later. `{event}` is its
   * name, `{days}` a number in words. `meanings` are what the town calls by the name of a storm, in the order of the names.
   */
  readonly events: Lists<'now' | 'nextDay' | 'daysAfter' | 'weeksAfter' | 'meanings'>
  readonly ideas: {
    /** Subject of an idea by a speaker without interests. */
    readonly noInterest: string
    /** A label, a bar outside brackets, a summary. `{e}` is the thing, `{b}` the thing without article, `{bs}` its plural. */
    readonly ideas: Lines
    /** The first post about an idea: `{label}` and `{summary}`. */
    readonly born: Lines
  }
  /** Thoughts, impressions of `{name}`, and dreams. A slot named like a move is a clause of a matter. */
  readonly inner: Lists<'thinking' | 'impression' | 'ofLate' | 'dream' | 'dreamt' | 'turned' | 'woke'>
  /** Private messages; `{name}` is the first name of the recipient. */
  readonly messages: Lists<'opening' | 'why' | 'toRival' | 'closing'>
  /** Slot `{mood}`: clauses about the speaker's mood. */
  readonly moods: Lists<'low' | 'high' | 'even'>
  /**
   * Goodbyes, in two parts: a word on the talk and a word on the next appointment. `{to}` is the listener, `{subject}` the
   * subject of the talk, `{reason}` a reason that `{by}` gave, `{e}` a thing that was named, `{there}`, `{when}` and
   * `{whom}` describe the appointment.
   */
  readonly partings: Lists<'ofTalk' | 'ofSettled' | 'ofSmallTalk' | 'toMeeting' | 'toWork' | 'toNowhere'>
  readonly people: {
    /** Slot `{some}`: people without names. */
    readonly people: Lines
    /** Slot `{favour}`: a kindness, in the past and without a subject. */
    readonly favours: Lines
    /** Slot `{time}`, by part of the day. */
    readonly times: Lists<'night' | 'early' | 'morning' | 'noon' | 'afternoon' | 'evening'>
  }
  readonly places: Lists<'nowhere' | 'anywhere' | 'hello' | 'turnTo' | 'leavingPlainly' | 'bringing'> & {
    /** Slot `{place}` in a world without places. */
    readonly somewhere: string
    /** Remarks on a place: the first entry whose pattern matches its kind, else its label. `{here}` is its name. */
    readonly kinds: readonly { readonly match: string; readonly lines: Lines }[]
  }
  /**
   * Sentences of posts that belong to no trade. A slot named like a move is a clause of the text's matter; `{home…}` is one
   * of the speaker's own trade. `^` begins a sentence, `:` follows a colon.
   */
  readonly posts: Lists<'boast' | 'complaint' | 'doubt' | 'happened'>
  /**
   * Reactions to a text. `{e}` is a thing that it mentions (`{E}` begins a sentence), `{q}` a few of its words as a
   * quotation, `{deed}` a deed of its author, to stand after `you`, `{to}` the author's first name.
   */
  readonly replies: Lists<'about' | 'add' | 'again' | 'agree' | 'ask' | 'bridge' | 'disagree' | 'warm'> & {
    /** Plain answers, by the word that a question begins with; `whether` for any other question. */
    readonly answers: Lists<'who' | 'where' | 'when' | 'how' | 'why' | 'which' | 'what' | 'whether'>
    /** Openings, by the type of the tie to the author. */
    readonly toTie: Readonly<Record<string, Lines>>
  }
  /** Sentences around a clause, `{x}`. */
  readonly sentences: Lists<'opinion' | 'hedged' | 'asking' | 'order'> & {
    readonly will: Lists<'formal' | 'terse' | 'plain'>
  }
}

/** A prepared resident who may move to the city, as a friend of the host. */
export interface Newcomer {
  /** Handle of the host. */
  readonly host: string
  readonly handle: string
  readonly displayName: string
  readonly specialty: string
  readonly bio: string
  readonly interests: readonly string[]
  readonly persona: string
}

/** A phrase book: all that the residents of one city can say. */
export interface Phrases {
  readonly answers: AnswerPhrases
  readonly life: LifePhrases
  /** Trades in the order in which matters are drawn. `street` is the trade of a speaker without another one. */
  readonly trades: Readonly<Record<string, TradePhrases>>
  /** Trades in order of precedence: of two with equally many votes the first is the speaker's. */
  readonly tradePrecedence: readonly string[]
  /** Matters for an interest that belongs to no trade; `{interest}` is its name in the speaker's profile. */
  readonly anyMatters: Lines
  /**
   * Manners of named residents. `= id` opens a manner; several lists may hold lines of one. `at` is its place on the ring of
   * lines, 0 to 1; `words` are its choices among words of one meaning; `lead` is a sentence before news in the words of all;
   * `open`, `tag`, `close` stand before, inside and after a sentence; `because` and `once` stand before a reason and a case.
   * Any other line belongs to the move that it begins with.
   */
  readonly manners: readonly Lines[]
  /** Parts of frames for a speaker without a written manner, drawn by the speaker's id. */
  readonly mannerParts: Readonly<Record<string, Lines>>
  readonly issues: {
    /**
     * Questions on which residents differ. `= id: words` opens an issue. `+` and `-` are its sides: `claim`, `why` a
     * reason, `saw` a case, all clauses without capital and stop; a speaker always draws the same choices of a claim. `test` stands after `let us`, `mid` is a compromise.
     */
    readonly lines: readonly Lines[]
    /** The name of each issue inside a sentence. */
    readonly subjects: Readonly<Record<string, string>>
    /** The trait whose owners tend to the first side of each issue. */
    readonly favouredBy: Readonly<Record<string, Trait>>
    /**
     * Frames of arguments, by move. `{claim}`, `{why}` and `{saw}` come from the speaker's side, `{anti}` is the other
     * side's claim, `{their}` the other's reason, `{to}` the other's first name, `{test}` and `{mid}` as above.
     * A capital begins a sentence.
     */
    readonly moves: Lists<
      | 'again'
      | 'answer'
      | 'ask'
      | 'assert'
      | 'concede'
      | 'counter'
      | 'differ'
      | 'distinguish'
      | 'doubt'
      | 'promise'
      | 'proof'
      | 'reportLost'
      | 'reportWon'
      | 'settle'
      | 'support'
      | 'take'
      | 'test'
    >
  }
  /**
   * Affairs: stories among three residents over days. `= kind: things it can be about` opens one; a stage is
   * `stage name | role | post or reply | hours until the next | next:weight …`. An ending has no next. `+` or `-` before
   * the second bar warms or cools the tie. `{thing}` is the thing, `{owner}`, `{other}` and `{third}` are first names.
   */
  readonly affairs: {
    readonly affairs: Lines
    /** The verdict on a challenge: `{title}`, `{winner}`, `{reason}`, `{n}`. */
    readonly verdict: Lines
  }
  /**
   * Affairs that change a life for good, in the notation of `affairs`; the stage `done` makes the change. Other lines
   * have a head: `kind role: sentence`, or `specialty: trade` in `trades`.
   */
  readonly lasting: Lists<'affairs' | 'bios' | 'episodes' | 'happenings' | 'trades'> & {
    readonly newcomers: readonly Newcomer[]
  }
  /**
   * Stories in plain words: titles and roles by kind of affair, a text for each stage, subjects, and other lines. `begins`
   * and `ends` are clauses of residents who tell of an affair: `{owner}`, `{owner.me}`, `{owner.my}`, `{thing}`, `{score}`, `{lead}`.
   */
  readonly stories: Lists<'kinds' | 'stages' | 'subjects' | 'lines' | 'begins' | 'ends'>
  /** Affairs that only a seed starts, and posts about a chess match: `{of}` games, `{k}` this one, `{score}`. */
  readonly plots: Lists<'plots' | 'game' | 'not_played' | 'match_won' | 'match_lost' | 'match_drawn'>
  /** Appointments: `{to}` a first name, `{there}` the place, `{thither}` the way, `{when}` the time, `{matter}` a clause. */
  readonly promises: Lists<
    | 'accept'
    | 'apologise'
    | 'decline'
    | 'forgive'
    | 'invite'
    | 'kept'
    | 'prevented'
    | 'reproach'
    | 'sorry'
    | 'unmoved'
    | 'inviteAtTable'
    | 'where'
  >
  readonly talk: {
    /**
     * Turns about lives. `= kind move` opens a list, `= kind ask point` a question, `= kind answer point variant` an
     * answer. `{owner}` lived the event, `{other}` is the other party, `{to}` the listener; other slots are facts.
     */
    readonly lines: readonly Lines[]
    /** Short sentences of one speaker: `= id`, then `say` before news of its own and `hear` before an answer. */
    readonly voices: Lines
  }
  /**
   * Posts about the speaker's day: `{who}` first names, `{at}` and `{thither}` the place, `{about}` the subject, `{day}`
   * the day, `{stance}` a sentence of one of the lists `stance…`, with `{claim}` and `{anti}`.
   */
  readonly lived: Lists<
    | 'argued'
    | 'differed'
    | 'drew'
    | 'fellOut'
    | 'late'
    | 'lost'
    | 'madeUp'
    | 'met'
    | 'stanceApart'
    | 'stanceOwn'
    | 'stanceTogether'
    | 'talked'
    | 'waited'
    | 'went'
    | 'won'
  >
  /** Goals, written to stand after `to`, and posts about a `{goal}`. */
  readonly wants: Lists<
    | 'beat'
    | 'befriend'
    | 'begun'
    | 'given_up'
    | 'heard'
    | 'idea'
    | 'learn'
    | 'make'
    | 'nearer'
    | 'reached'
    | 'reconcile'
    | 'set_back'
  >
  /** Words on an idea: `{label}`, `{to}` a first name, `{why}` a clause of the speaker's own. */
  readonly ideaTalk: Lists<'for' | 'against' | 'turned' | 'established' | 'faded'>
  readonly happenings: {
    /**
     * Posts on events of the whole city: `= kind stage role`, then lines of speech. `{event}` is its name, `{where}` its
     * place with a preposition, `{steps}` and `{odds}` its figure, `{thing}` and `{fact}` a thing and its state.
     */
    readonly news: Lines
    /** `answers`: replies to news, `= sort answer`. The other lists are about one thing and its state. */
    readonly answers: Lists<
      'answers' | 'things' | 'keepersTroubled' | 'keepersContent' | 'measuredWon' | 'measuredLost'
    >
    /** `questions`: `= sort point`; `replies`: `= point`. */
    readonly questions: Lists<'questions' | 'replies'>
    /** Effects of an event on a trade: `trade kind: sentence`. */
    readonly atWork: Lines
    readonly names: {
      /** Names of storms in the order of use. */
      readonly storms: readonly string[]
      /** Townspeople who are no residents; `{name}` is replaced in the two patterns. */
      readonly givenNames: readonly string[]
      readonly familyNames: readonly string[]
      readonly mournedAs: readonly string[]
      readonly guestAs: readonly string[]
    }
  }
  /**
   * Entries that do the task of a challenge. `{saw}`, `{view}`, `{said}`, `{so}`, `{will}`, `{do}` are clauses of the
   * speaker's own, `{e}` a thing that the task mentions. `praise` is the reason of the verdict.
   */
  readonly entries: Lists<EntryTask> & { readonly praise: Readonly<Record<EntryTask, string>> }
  /**
   * A few words between commas: the score for a speaker, a bar, the words. A score is a sum of traits (`0.3 formal` is
   * three tenths of a trait) and constants; of two with a comma between them the larger counts.
   */
  readonly asides: Lists<'viewAsides' | 'factAsides' | 'questionAsides' | 'adverbs'>
}

export type EntryTask =
  | 'three'
  | 'smallest'
  | 'newcomer'
  | 'usedToBe'
  | 'otherSide'
  | 'rule'
  | 'hour'
  | 'seven'
  | 'kitchen'
  | 'signs'

let phraseBook: Phrases | null = null

/** Sets the phrase book of this thread. Call it once, before the first text is written. */
export function definePhrases(phrases: Phrases): void {
  if (phraseBook !== null && phraseBook !== phrases) throw new Error('definePhrases was called before')
  phraseBook = phrases
}

/** A value that is read from the phrase book at its first use. */
export function fromPhrases<T>(read: (phrases: Phrases) => T): () => T {
  let cached: { readonly value: T } | null = null
  return () => {
    if (cached !== null) return cached.value
    if (phraseBook === null) throw new Error('call definePhrases first')
    cached = { value: read(phraseBook) }
    return cached.value
  }
}

/** Lines `head: text` by their head. */
export const byHead = (lines: Lines): ReadonlyMap<string, string> =>
  new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
