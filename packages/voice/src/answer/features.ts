// Features of questions about a resident's life: intents, and what a question names.
import type { AskedTime } from './times.ts'

export type Aspect = 'who' | 'what' | 'when' | 'where' | 'why' | 'how' | 'many' | 'whether' | 'tell'

export type Intent =
  | 'population'
  | 'unknown'
  | 'sleep'
  | 'tieToYou'
  | 'unknownOther'
  | 'angry'
  | 'argued'
  | 'arguesMost'
  | 'attended'
  | 'been'
  | 'beliefs'
  | 'brokenByYou'
  | 'brokenThings'
  | 'brokenToYou'
  | 'caller'
  | 'callerGiven'
  | 'changedMind'
  | 'conduct'
  | 'coworkers'
  | 'date'
  | 'departed'
  | 'didOn'
  | 'distance'
  | 'favouriteOther'
  | 'favouritePerson'
  | 'favouritePlace'
  | 'feeling'
  | 'firstMet'
  | 'followers'
  | 'forecast'
  | 'friend'
  | 'games'
  | 'goal'
  | 'happening'
  | 'hasThing'
  | 'heard'
  | 'highlight'
  | 'home'
  | 'identity'
  | 'inCharge'
  | 'interests'
  | 'know'
  | 'lastMet'
  | 'lastPost'
  | 'lastSeen'
  | 'letters'
  | 'madeUp'
  | 'meetsMost'
  | 'met'
  | 'moodThen'
  | 'neverBeen'
  | 'newcomer'
  | 'news'
  | 'notSeen'
  | 'now'
  | 'opinion'
  | 'opinionPerson'
  | 'otherFriend'
  | 'otherGames'
  | 'otherHome'
  | 'otherMood'
  | 'otherNews'
  | 'otherPost'
  | 'otherRival'
  | 'otherWhere'
  | 'otherWork'
  | 'owes'
  | 'placeIs'
  | 'placeNews'
  | 'placeOpen'
  | 'placePresent'
  | 'placeWorkers'
  | 'plans'
  | 'postCount'
  | 'promised'
  | 'relatives'
  | 'rival'
  | 'secrets'
  | 'stranger'
  | 'talk'
  | 'thingIs'
  | 'thingKeeper'
  | 'thingPlace'
  | 'thingSince'
  | 'thingState'
  | 'tie'
  | 'tieOfOthers'
  | 'unlived'
  | 'unrecorded'
  | 'walked'
  | 'weather'
  | 'whereWas'
  | 'whoIs'
  | 'whoseSource'
  | 'work'
  | 'workState'
  | 'didWith'
  | 'somewhere'
  | 'bestPlayer'
  | 'likedBy'
  | 'placeOpinion'
  | 'promiseKeeper'
  | 'regret'
  | 'tenure'
  | 'trusted'
  | 'beatsMost'
  | 'bestPost'
  | 'brokenPast'
  | 'challengeWinner'
  | 'challengesOpen'
  | 'dutyToday'
  | 'forecastRight'
  | 'gameEnd'
  | 'gameNow'
  | 'gossip'
  | 'ideasAround'
  | 'ideasSupported'
  | 'lastReply'
  | 'otherReplied'
  | 'owedGames'
  | 'ownChallenge'
  | 'ownIdea'
  | 'ownReplies'
  | 'playsMost'
  | 'playsWhere'
  | 'postLikes'
  | 'postReplies'
  | 'quarrels'
  | 'repliersMost'
  | 'reposted'
  | 'supporters'
  | 'tieTrend'
  | 'visitors'

/** What a question names. */
export interface QuestionFeatures {
  /** Words with marks in place of names. */
  readonly text: string
  readonly aspect: Aspect
  readonly people: number
  readonly places: number
  readonly things: number
  readonly strangers: number
  readonly issue: boolean
  readonly happening: string | null
  readonly time: AskedTime | null
  readonly isAboutSelf: boolean
  readonly isQuestion: boolean
}

/** A kind of deed that one resident does to another. */
export type Conduct = 'thanks' | 'praise' | 'insult' | 'apology' | 'silence' | 'letdown' | 'help' | 'kindness'

const CONDUCTS: readonly (readonly [RegExp, Conduct])[] = [
  [/\b(?:thank(?:s|ed|ing|ful)?|grateful|gratitude)\b/, 'thanks'],
  [/\b(?:prais\w+|compliment\w*|flatter\w*|said something nice|spoken well of)\b/, 'praise'],
  [
    /\b(?:insult\w*|mock\w*|rude|nasty|(?:something|anything) mean|mean to|offend\w*|laugh(?:ed)? at|tease[ds]?|unkind|hurtful|horrible to|bull(?:y|ied))\b/,
    'insult',
  ],
  [/\b(?:apolog\w+|(?:say|said|saying|been) sorry|beg(?:ged)? (?:your |for )?(?:pardon|forgiveness))\b/, 'apology'],
  [
    /\b(?:ignor(?:e|es|ed|ing)|not (?:answer|reply|write back)\w*|no (?:answer|reply)|left (?:you|without) (?:without )?an answer)\b/,
    'silence',
  ],
  [
    /\b(?:help(?:s|ed|ing)?|lend a hand|lent (?:you )?a hand|do (?:you )?a favour|did (?:you )?a favour|done (?:you )?a favour|look(?:ed)? after you|give (?:you )?a hand|gave (?:you )?a hand)\b/,
    'help',
  ],
  [
    /\b(?:nice(?:st|r)? to|kind(?:est|er)? to|kindness|good to you|treat(?:s|ed)? you|been (?:nice|kind|nicest|kindest|good)|(?:did|done|do) (?:\w+ ){0,2}for you)\b/,
    'kindness',
  ],
]

/** What a question asks for within its intent. */
export interface QuestionDetail {
  readonly conduct: Conduct | null
  /** Whether the deed is the resident's own: `did you thank anybody`. */
  readonly isOwnDeed: boolean
  /** Good or bad things. */
  readonly mood: 'good' | 'bad' | null
  /** The outcome of a game. */
  readonly outcome: 'won' | 'lost' | null
  /** A superlative of frequency: `most often`. */
  readonly isMost: boolean
  readonly isRecord: boolean
  /** Hours of work. */
  readonly isHours: boolean
  /** The biggest event of a time. */
  readonly isBiggest: boolean
  /** Whether somebody may owe something to the resident. */
  readonly isOwed: boolean
  /** Whether it takes a quarrel for granted: `why are you cross with him`. */
  readonly isHostile: boolean
  /** The least, not the most: `who do you trust least`. */
  readonly isLeast: boolean
  /** A promise that is still to be fulfilled. */
  readonly isOpen: boolean
  /** Whether the resident keeps its promises at all. */
  readonly isKeeping: boolean
  /** The end of something, or how long it took. */
  readonly isEnd: boolean
  readonly isLong: boolean
  /** A distance in minutes. */
  readonly isMinutes: boolean
  /** A beginning: `since when`. */
  readonly isSince: boolean
  /** Work, not life in the town. */
  readonly isOfWork: boolean
  /** The worst player, not the best. */
  readonly isWorst: boolean
  /** A verb of the past. */
  readonly isPastVerb: boolean
  /** The thing is taken for the resident's own: `your oven`. */
  readonly isYourThing: boolean
  /** The answers to a post. */
  readonly isOfReplies: boolean
  /** A subject that a life has no rows of. */
  readonly unlived: 'spouse' | 'child' | 'pet' | 'family' | 'age' | null
}

const BAD =
  /\b(?:worst|bad|badly|wrong|awful|terrible|sad(?:dest)?|upset(?:ting)?|trouble[sd]?|problems?|accidents?|mishaps?|regrets?|unpleasant|disappoint\w*|unlucky|fail(?:ed|ure|ures)?|mistakes?|ashamed|embarrass\w*|annoy\w*|bother(?:s|ing|ed)?|worr(?:y|ies|ied|ying)|difficult\w*|hard(?:est)?|setbacks?|troubling|misfortunes?|complain\w*|complaints?|low(?:est)? (?:point|ebb|moment|part|spot)|rough(?:est)?|dark(?:est)?|tough(?:est)?|unhapp(?:y|iest)|miserable|gloom(?:y|iest)|bleak(?:est)?)\b/
const GOOD =
  /\b(?:best|good|nice|nicest|great|proud(?:est)?|happiest|lovely|pleasant|fun|joy|lucky|success\w*|highlights?|glad|exciting|interesting|funny|memorable|wonderful|achiev\w+|accomplish\w*|learn(?:ed|t)|pleased|delight\w*|enjoy(?:ed)?|high(?:est)? (?:point|moment|spot)|bright(?:est)?|finest|sweetest)\b/
const LOST =
  /\b(?:los[et]|losing|lost to|beat you|beats you|beaten you|defeated you|(?:been|were you|got|you were|you get) (?:\w+ ){0,2}(?:beaten|defeated|checkmated|outplayed)|(?:beat|defeat|checkmate|outplay|best|trounce|thrash)(?:e?s|e[dn]|en)? you|better of you|your (?:\w+ ){0,2}(?:defeat|loss)|suffer(?:ed)? (?:\w+ ){0,3}(?:defeat|loss))\b/
const WON =
  /\b(?:you (?:\w+ )?(?:defeat(?:ed)?|beat|checkmate[d]?)|won|win|wins|winning|you beat|beat (?:<person>|him|her|any(?:one|body)|some(?:one|body))|you (?:ever )?(?:\w+ )?beaten|victor\w*)\b/
const MOST =
  /\b(?:most(?! recent)|mostly|often|oftenest|usually|always|regularly|a lot|the whole time|frequently|all the time)\b/
const RECORD =
  /\b(?:score|record|any good|more (?:\w+ )?than you|good at|good player|strong player|how (?:many|often)|well do you play|better (?:player|than)|results|tally|standing|skilled|decent|usually win|ahead|many|(?:win or lose|lose or win) (?:more|most|often|usually))\b/

const HOSTILE =
  /\b(?:angry|mad|cross|hates?|dislikes?|resents?|despises?|not like|can not stand|grudge|against|enem(?:y|ies)|feud|fallen out|fell out|fall out|quarrel\w*|fight\w*|fought|not (?:friends|speaking|talking|get(?:ting)? (?:on|along))|eye to eye|upset|furious|resent|trouble|friction|conflict|dispute|disagreement|avoid\w*|bad terms|distrust|not trust|bad blood|tension|at odds|problems? (?:with|between))\b/

const LEAST =
  /\b(?:careful (?:with|around|of)|least|less|not (?:be |to be )?trust(?:ed|worthy)?|can not (?:be (?:trusted|relied)|rely)|never (?:tell|confide)|distrust|mistrust|never trust|would not trust|(?:do|does|can|could) (?:you )?not trust|untrustworthy|not rely|beware|watch out for|trust the least|wary of|suspicious of|not (?:\w+ ){0,2}believe)\b/
const OPEN =
  /\b(?:next|still|open|outstanding|pending|yet|unfulfilled|remaining|to fulfil|not (?:yet )?(?:fulfilled|kept|done|come due)|left to keep|have to keep|must keep|currently|at the moment|right now|coming up|due)\b/
const KEEPING =
  /\b(?:(?:do|does|did|are|will|can|would|never|always|usually|generally|normally|ever) (?:\w+ ){0,4}(?:keep|keeps|kept|stick|honou?r|stand|live up)|(?:someone|somebody|person|kind|type|man|woman|one) (?:\w+ ){0,3}(?:keeps?|sticks?|honou?rs?)|good (?:at|with) (?:keeping )?(?:your )?(?:promises|word)|reliable|dependable|(?:rely|count|depend) on you(?! <)|can (?:i|one|we|people) (?:trust|rely on|count on) you|as good as your word|how (?:many|often|well).*(?:promises?|word))\b/

export const OF_REPLIES =
  /\b(?:repl(?:y|ies|ied)|answer(?:s|ed)?|respon(?:d|ds|ded|se|ses)|(?:write|wrote|written) back|comment(?:s|ed)?|react(?:ed|ions?)?)\b/

const UNLIVED: readonly (readonly [RegExp, NonNullable<QuestionDetail['unlived']>])[] = [
  [
    /\b(?:wife|husband|in love|sweetheart|lover|married|marry|marriage|spouse|wedding|fianc[eé]e?|engaged|girlfriend|boyfriend|partner|divorced?|single)\b/,
    'spouse',
  ],
  [/\b(?:child|children|kids?|bab(?:y|ies)|sons?|daughters?|pregnant)\b/, 'child'],
  [/\b(?:dogs?|cats?|pets?|parrot|hamster)\b/, 'pet'],
  [
    /\b(?:mother|father|mum|mom|dad|parents|famil(?:y|ies)|brothers?|sisters?|siblings|uncle|aunt|grand(?:mother|father|parents|ma|pa)|cousins?|relatives)\b/,
    'family',
  ],
  [/\b(?:how old|your age|birthday|born|years old)\b/, 'age'],
]

/** Whose deed it is: `did you thank`, against `who thanked you`. */
const OWN_DEED =
  /\b(?:did|have|had|do|would|will|when did|are) you (?:\w+ ){0,2}(?:thank|apolog|insult|prais|compliment|mock|help|ignor|say sorry|said sorry|been (?:rude|kind|nice|mean|sorry)|offend|beg|lend|laugh|tease|answer|repl|give|hurt|do|left|leave|sa(?:y|id) (?:something|anything) (?:mean|rude|nasty|unkind))|\b(?:you (?:ever |last |recently )?(?:thanked|apologi[sz]ed|insulted|praised|helped|ignored|mocked|offended|hurt))\b|\b(?:you (?:were|are|have (?:not )?been)|were you|have you been) (?:rude|nasty|mean|unkind) to\b|\byour (?:last )?apology\b/
const TO_YOU =
  /\b(?:thank(?:ed)?|insult(?:ed)?|prais(?:ed)?|help(?:ed)?|mock(?:ed)?|ignor(?:ed)?|offend(?:ed)?|apologi[sz]ed? to|to|treats?|treated|with|about|answer(?:ed)?) you\b|\b(?:any(?:one|body)|some(?:one|body)|who(?! have you)|<person>|people) (?:\w+ ){0,3}(?:thank|apolog|insult|prais|help|mock|ignor|offend|rude|nice|kind|mean)/

const firstOf = <T>(table: readonly (readonly [RegExp, T])[], text: string): T | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

export function detailOf(text: string, isYourThing = false): QuestionDetail {
  return {
    conduct: firstOf(CONDUCTS, text),
    isOwnDeed: OWN_DEED.test(text) && !(TO_YOU.test(text) && !/\b(?:did|have) you\b/.test(text)),
    mood: BAD.test(text) ? 'bad' : GOOD.test(text) ? 'good' : null,
    outcome: /\b(?:last|latest|most recent) (?:chess )?(?:game|match)\b(?! (?:that )?you (?:won|lost))/.test(text)
      ? null
      : LOST.test(text)
        ? 'lost'
        : WON.test(text)
          ? 'won'
          : null,
    isMost: MOST.test(text),
    isRecord: RECORD.test(text) && !/\b(?:last|latest|most recent) (?:chess )?(?:game|match)\b/.test(text),
    isHours:
      /\b(?:find you (?:at|in|on|around|during)|hours?|opening times|what time|(?<!since )when|days? off|nights|weekends|on \w+days?)\b/.test(
        text,
      ),
    isBiggest: /\b(?:biggest|greatest|most (?:important|exciting|interesting|memorable)|main|largest)\b/.test(text),
    isOwed:
      /\b(?:owes?|owed|debts?)\b.*\byou\b|\bare you owed\b/.test(text) &&
      !/\b(?:do|are|did) you (?:\w+ )?(?:owe|in debt)\b/.test(text),
    isHostile: HOSTILE.test(text),
    isLeast: LEAST.test(text),
    isOpen: OPEN.test(text),
    isKeeping: KEEPING.test(text),
    isOfReplies: OF_REPLIES.test(text),
    isEnd:
      /\b(?:end|ends|ended|over|finish(?:ed)?|stop(?:ped)?|passed|die down|calm(?:ed)? down|clear(?:ed)? up)\b/.test(
        text,
      ),
    isLong: /\b(?:how long|how many (?:hours|days|minutes)|duration|last(?:ed)? (?:long|for))\b/.test(text),
    isMinutes: /\b(?:minutes?|how long|long does it take|hours?)\b/.test(text),
    isSince:
      /\b(?:since when|how long|since|when did you (?:\w+ )?(?:start|begin|move|come|arrive|settle|take up|become|first)|how many (?:years|months|weeks))\b/.test(
        text,
      ),
    isOfWork:
      /\b(?:work\w*|jobs?|trade|doing (?:this|that|it)|keepers?|keep|kept|look(?:ed)? after|business|profession|career|shop|<thing>|a (?!while|long|local|native|newcomer)\w+(?: here| now)?$)\b/.test(
        text,
      ),
    isWorst: /\b(?:worst|weakest|poorest|loses? (?:the )?most)\b/.test(text),
    isPastVerb: /\b(?:did|was|were|got|came|last time|has)\b/.test(text),
    isYourThing,
    unlived: firstOf(UNLIVED, text),
  }
}
