// Emotion vectors: temperament, effects of experiences, fading, and the word for a mood.
/** Emotions, each from 0 to 1. A mood is named after the most prominent one. */
export const EMOTIONS = [
  'joy',
  'trust',
  'interest',
  'pride',
  'calm',
  'sadness',
  'anger',
  'worry',
  'loneliness',
  'fatigue',
] as const
export type Emotion = (typeof EMOTIONS)[number]
export type Feelings = Readonly<Record<Emotion, number>>

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
/** Rounded to three places, because feelings are stored with every tick. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

function each(make: (emotion: Emotion) => number): Feelings {
  const feelings = {} as Record<Emotion, number>
  for (const emotion of EMOTIONS) feelings[emotion] = rounded(clamp(make(emotion)))
  return feelings
}

/** The temperament of a resident, towards which its feelings fade. */
export const temperament = (chance: () => number): Feelings => {
  const base: Record<Emotion, number> = {
    joy: 0.3,
    trust: 0.3,
    interest: 0.35,
    pride: 0.2,
    calm: 0.4,
    sadness: 0.1,
    anger: 0.08,
    worry: 0.15,
    loneliness: 0.15,
    fatigue: 0.1,
  }
  return each((emotion) => base[emotion] + (chance() - 0.5) * 0.24)
}

/** Effects of experiences on feelings. */
export const EXPERIENCES = {
  was_liked: { joy: 0.05, pride: 0.04, loneliness: -0.04 },
  was_followed: { joy: 0.08, pride: 0.08, trust: 0.03 },
  was_reposted: { pride: 0.12, joy: 0.06 },
  was_answered: { interest: 0.08, joy: 0.04, loneliness: -0.08 },
  was_contradicted: { anger: 0.2, worry: 0.07, interest: 0.06, joy: -0.05 },
  was_written_to: { trust: 0.1, loneliness: -0.12, joy: 0.05 },
  was_visited: { interest: 0.12, joy: 0.06, loneliness: -0.1 },
  talked: { trust: 0.1, joy: 0.1, loneliness: -0.2, interest: 0.05, fatigue: 0.04 },
  walked: { calm: 0.12, fatigue: 0.05, worry: -0.06 },
  posted: { pride: 0.03, calm: 0.02, fatigue: 0.02 },
  won: { pride: 0.25, joy: 0.2, calm: -0.05 },
  lost: { sadness: 0.22, anger: 0.1, interest: 0.05, pride: -0.1 },
  was_backed: { joy: 0.08, pride: 0.06, trust: 0.05, loneliness: -0.06 },
  was_yielded_to: { pride: 0.2, joy: 0.12, anger: -0.1 },
  was_dropped: { anger: 0.1, sadness: 0.08, trust: -0.06 },
  was_let_down: { anger: 0.22, sadness: 0.16, trust: -0.15, joy: -0.1 },
  was_met: { joy: 0.1, trust: 0.1, loneliness: -0.15 },
  was_apologised_to: { anger: -0.2, trust: 0.1, calm: 0.1 },
  was_insulted: { anger: 0.3, sadness: 0.12, trust: -0.12, joy: -0.12 },
  was_thanked: { joy: 0.12, pride: 0.1, trust: 0.08, loneliness: -0.06 },
  was_ashamed: { sadness: 0.15, worry: 0.15, pride: -0.15 },
  was_outdone: { anger: 0.18, sadness: 0.14, pride: -0.12, interest: 0.04 },
  was_honoured: { pride: 0.4, joy: 0.25, loneliness: -0.1 },
  got_there: { pride: 0.35, joy: 0.3, calm: 0.1, worry: -0.1 },
  gave_up: { sadness: 0.32, pride: -0.2, joy: -0.15 },
  was_ignored: { loneliness: 0.08, sadness: 0.06 },
  grieved: { sadness: 0.5, joy: -0.3, calm: -0.2 },
  was_vexed: { anger: 0.5, calm: -0.3, joy: -0.2 },
  was_worried: { worry: 0.5, calm: -0.3, joy: -0.1 },
  was_alone: { loneliness: 0.5, joy: -0.2, trust: -0.1 },
  was_worn_out: { fatigue: 0.5, joy: -0.1, interest: -0.1 },
  slept: { fatigue: -0.6, calm: 0.2, worry: -0.08, anger: -0.1 },
  had_an_idea: { interest: 0.2, joy: 0.1, pride: 0.06 },
} as const satisfies Record<string, Partial<Record<Emotion, number>>>
export type Experience = keyof typeof EXPERIENCES

export function feel(feelings: Feelings, experience: Experience, weight = 1): Feelings {
  const change: Partial<Record<Emotion, number>> = EXPERIENCES[experience]
  return each((emotion) => feelings[emotion] + (change[emotion] ?? 0) * weight)
}

const HALF_LIFE_HOURS = 5

/** Feelings fade towards the temperament with a half-life of five hours. */
export function fade(feelings: Feelings, rest: Feelings, hours: number): Feelings {
  const keep = 0.5 ** (hours / HALF_LIFE_HOURS)
  const back = (now: number, at: number): number => rounded(clamp(at + (now - at) * keep))
  // Written out in the order of EMOTIONS for speed: this runs for every acting resident.
  return {
    joy: back(feelings.joy, rest.joy),
    trust: back(feelings.trust, rest.trust),
    interest: back(feelings.interest, rest.interest),
    pride: back(feelings.pride, rest.pride),
    calm: back(feelings.calm, rest.calm),
    sadness: back(feelings.sadness, rest.sadness),
    anger: back(feelings.anger, rest.anger),
    worry: back(feelings.worry, rest.worry),
    loneliness: back(feelings.loneliness, rest.loneliness),
    fatigue: back(feelings.fatigue, rest.fatigue),
  }
}

const WORDS: Readonly<Record<Emotion, readonly (readonly [string, string])[]>> = {
  joy: [
    ['cheerful', '😊'],
    ['light-hearted', '🌤️'],
    ['delighted', '✨'],
  ],
  trust: [
    ['warm', '🤝'],
    ['companionable', '☕'],
    ['tender', '🕯️'],
  ],
  interest: [
    ['curious', '🔎'],
    ['absorbed', '📖'],
    ['keyed-up', '📐'],
  ],
  pride: [
    ['pleased', '🎖️'],
    ['sure of myself', '🪶'],
    ['proud', '🦚'],
  ],
  calm: [
    ['at ease', '🍃'],
    ['settled', '🪨'],
    ['quiet', '🌫️'],
  ],
  sadness: [
    ['low', '🌧️'],
    ['wistful', '🍂'],
    ['heavy-hearted', '🪦'],
  ],
  anger: [
    ['cross', '😤'],
    ['irritable', '🌶️'],
    ['indignant', '🔥'],
  ],
  worry: [
    ['uneasy', '🌀'],
    ['anxious', '🫧'],
    ['watchful', '👀'],
  ],
  loneliness: [
    ['alone', '🌑'],
    ['left out', '🪟'],
    ['longing', '🕊️'],
  ],
  fatigue: [
    ['tired', '🥱'],
    ['worn', '🧶'],
    ['bone-weary', '🛏️'],
  ],
}

const EMOTION_OF_WORD: ReadonlyMap<string, Emotion> = new Map(
  EMOTIONS.flatMap((emotion) => WORDS[emotion].map(([word]): [string, Emotion] => [word, emotion])),
)

/** The emotion that a mood word stands for; null for words of other sources, such as imported worlds. */
export const emotionOfMood = (word: string): Emotion | null => EMOTION_OF_WORD.get(word) ?? null

export interface Mood {
  readonly emotion: Emotion
  readonly word: string
  readonly emoji: string
  readonly intensity: number
}

/** The emotion that exceeds the temperament most determines the word; the excess determines its strength. */
export function moodOf(feelings: Feelings, rest: Feelings): Mood {
  const salience = (emotion: Emotion) => feelings[emotion] * 0.4 + (feelings[emotion] - rest[emotion])
  const emotion = EMOTIONS.reduce((best, next) => (salience(next) > salience(best) ? next : best))
  const intensity =
    Math.round(clamp(0.25 + (feelings[emotion] - rest[emotion]) * 1.4 + feelings[emotion] * 0.3) * 100) / 100
  const steps = WORDS[emotion]
  const [word, emoji] = steps[Math.min(steps.length - 1, Math.floor(intensity * steps.length))]!
  return { emotion, word, emoji, intensity }
}

/** The emotion that a mood is named after; null for a word that is no mood. */
export const emotionOf = (word: string): Emotion | null =>
  EMOTIONS.find((emotion) => emotion === word || WORDS[emotion].some(([name]) => name === word)) ?? null

/** Whether an emotion is good (1), bad (-1) or neither (0). */
export const toneOf = (emotion: Emotion): number => (GOOD.includes(emotion) ? 1 : BAD.includes(emotion) ? -1 : 0)

const GOOD: readonly Emotion[] = ['joy', 'trust', 'pride', 'calm']
const BAD: readonly Emotion[] = ['sadness', 'anger', 'worry', 'loneliness']

/** From -1 to 1: good emotions minus bad ones. */
export const wellBeing = (feelings: Feelings): number => {
  const mean = (list: readonly Emotion[]) => list.reduce((sum, emotion) => sum + feelings[emotion], 0) / list.length
  return mean(GOOD) - mean(BAD)
}
