// Traits of a manner of speaking, and the words of profiles and moods that point to them.
export const TRAITS = ['terse', 'warm', 'hedging', 'curious', 'formal', 'playful', 'dry', 'exact'] as const
export type Trait = (typeof TRAITS)[number]

/** Words of a profile that speak for more of a trait, and words that speak for less. */
export const CUES: Readonly<Record<Trait, readonly [more: string, less: string]>> = {
  terse: [
    'short terse clipped few little brief plain silence quiet once concise laconic spare blunt noun grudging fragment telegraphic',
    'long loop ramble roll paragraph talk talkative rush verbose wander story tale chatty gossip letter length polished',
  ],
  warm: [
    'warm kind gentle tender generous feed heart friend comfort soft love affection hug host mother soup care welcome patient',
    'cold brisk cross grumpy proud stern grudging sardonic aloof severe sharp vain blunt',
  ],
  hedging: [
    'doubt hedge uncertain hearsay roughly ambiguity maybe perhaps probability careful cautious told rumour shy prefer apologise',
    'certain firm blunt exact stubborn flat bold loud sound',
  ],
  curious: [
    'question curious ask wonder apprentice finding learn notebook listen discover explore puzzle riddle why research eager',
    'once stubborn weary never',
  ],
  formal: [
    'formal procedure ceremony ceremonious polished manners precedent minutes salutation scholar elegant courteous clerk sir madam old-fashioned respect academic paragraph',
    'cheeky slang mud loud swear rough casual grin quick burst plain nan blunt gossip',
  ],
  playful: [
    'playful tease cheeky tall fun whimsy delight mischief comic riddle play bright cheerful marvellous paradox tale silly',
    'stern grave duty strict sombre anxious solemn',
  ],
  dry: [
    'dry sardonic wry ironic irony deadpan understatement backhanded flat sarcastic cynical humour objection',
    'earnest sincere bright eager tender marvellous',
  ],
  exact: [
    'exact number figure count measure percentage account accounts precise list scrupulous catalogue column data accurate instrument calculate',
    'roughly approximate wander lost dream smell whimsy',
  ],
}

/** Moods that make a manner terser and cooler. */
export const LOW_MOODS =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl/i

/** Moods that make a manner warmer and more playful. */
export const HIGH_MOODS =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud/i

/** Moods that are spoken of as low. Wider than those that change a manner. */
export const SPOKEN_LOW =
  /grump|cross|trouble|guilt|stubborn|impatient|restless|unsettl|tired|sad|anx|angry|irrit|unbend|quiet|bored|weary|gloom|chasten|humbl|worried|lonely|hurt|nervous|afraid/i

/** Moods that are spoken of as high. */
export const SPOKEN_HIGH =
  /elat|delight|hope|seren|content|play|triumph|tender|satisf|happy|joy|glad|excite|cheer|grateful|proud|eager|amused|inspired/i
