// Whole sentences of residents who are asked about their lives and have little or nothing to tell.
export const TELLINGS = {
  NO_REASON: 'I could not say why.',
  NO_FRIEND: 'There is nobody yet whom I would call a friend.',
  NO_QUARREL: 'I have no quarrel with anybody at present.',
  NO_LASTING_QUARREL: 'I have no lasting quarrel with anybody.',
  NO_GOOD_WORD: 'We have never found a good word for each other.',
  NO_ANGER: 'I am not angry with anybody at present.',
  NO_MEETING: 'We have not met in the last month anyway.',
  NO_GOAL: 'I am not after anything in particular just now.',
  NO_CHANGE: 'No, I have not changed my mind lately.',
  NO_FAVOURITE: 'I have no favourite place; I am seldom out.',
  PRIVATE_LETTERS: 'My letters are private, so I will not speak of them.',
  PRIVATE_TALK: 'What we talked about stays between us.',
  NO_TROUBLE_AT_WORK: 'Nothing at work gives me trouble just now.',
  NOTHING_IN_CARE: 'Nothing in town is in my care.',
  NOTHING_BROKEN: 'Nothing is broken that I know of.',
  NO_POST: 'I have not posted anything yet.',
  NO_REPLIES: 'No, nobody has replied to my last post.',
  PUBLIC_SOURCE: 'Nobody had to tell me; the whole town saw it.',
  FIRST_HAND: 'Nobody told me; I know it first hand.',
  NOBODY_MET: 'I have talked with nobody in the last days.',
  NOBODY_ARGUED: 'I have not argued with anybody in the last month.',
  NOTHING_GOOD: 'Nothing out of the ordinary has happened to me lately.',
  NOTHING_BAD: 'Nothing bad has happened to me lately.',
  NO_DEBT: 'I owe nobody anything that I know of.',
  NOT_OWED: 'Nobody owes me anything that I know of.',
  NO_NEWCOMER: 'Nobody new has come to town in the last month.',
  NOBODY_LEFT: 'Nobody has left the city, as far as I know.',
  SECRET: 'A secret is not for telling, so I will keep mine.',
  NOT_REMEMBERED: 'No, not that I remember.',
  NO_ANSWER_MISSING: 'Nobody has left me without an answer lately.',
  ALL_ANSWERED: 'I have left nobody without an answer lately.',
  NO_FAVOURITE_THING: 'I could not name a favourite of that kind.',
  NO_WORK_NEWS: 'Work goes on as usual.',
  NO_CHESS: 'I have not played chess in the last month.',
  NO_SPECIAL_REASON: 'There is no special reason for it.',
  NOT_BROKEN_ALL: 'I have not broken a promise in the last month.',
  NOBODY_DISTRUSTED: 'There is nobody here whom I distrust.',
  NOBODY_TRUSTED: 'There is nobody yet whom I would trust with much.',
  NOBODY_AGAINST: 'I do not know of anybody who dislikes me.',
  NOBODY_FOND: 'I do not know of anybody who is especially fond of me.',
  NO_PLAYER: 'I have not seen enough games lately to say who plays best.',
  NO_REGRET: 'There is nothing of late that I regret.',
  NO_PROMISES: 'I have made no promises in the last month.',
  NO_OPEN_PROMISE: 'I have no promise open at present.',
  NO_PROMISE_KEEPER: 'I could not name anybody who has kept a promise to me lately.',
  KEPT_ONE: 'I do: I kept the one promise I made in the last month.',
  UNDECIDED: 'I have not made up my mind about that.',
  WORK_SINCE: 'I could not name the day on which I took up my work.',
} as const

/** Ways to say that one does not know. */
export const IGNORANCE = [
  'I do not know.',
  'That I do not know.',
  'I could not tell you.',
  'I honestly do not know.',
  'No idea, I am afraid.',
  'I have no answer to that.',
] as const

/** Answers to questions that no life could answer. */
export const UNLIVED = [
  'That is not something I can tell you.',
  'I would not know what to say to that.',
  'There is nothing I can tell you about that.',
] as const

/** Denials of what no life here has. */
export const DENIALS = {
  spouse: 'I am not married, and I have no sweetheart.',
  child: 'I have no children.',
  pet: 'I keep no animals of my own.',
  family: 'I have no family here that I could tell you of.',
  age: 'I do not count my years, so I could not say.',
} as const
