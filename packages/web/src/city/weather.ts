// Drawing settings for each kind of weather.
/** Drawing settings of a sky. Each layer is drawn once and then moved. */
export interface Sky {
  /** Behind the city: the sun or the stars, and a bow. */
  readonly light: 'sun' | 'bow' | null
  /** Opacity of the layer above the city, 0 to 1. */
  readonly mist: number
  readonly falls: readonly Fall[]
  readonly wind: 'none' | 'wind' | 'gale'
  /** Overcast: the background is grey. */
  readonly overcast: boolean
}

/** Precipitation as a repeating pattern of `width` x `height` pixels; it moves by one pattern in `ms`. */
export interface Fall {
  readonly of: 'drops' | 'pellets' | 'flakes'
  readonly count: number
  /** Length of a drop in pixels, otherwise the radius. */
  readonly size: number
  readonly width: number
  readonly height: number
  readonly ms: number
  readonly alpha: number
}

const CLEAR: Sky = { light: null, mist: 0, falls: [], wind: 'none', overcast: false }
const WINDY: Sky = { ...CLEAR, wind: 'wind' }
const SUNNY: Sky = { ...CLEAR, light: 'sun', mist: 0.1 }
const CLOUDED: Sky = { ...CLEAR, mist: 0.35, overcast: true }
/** By weather word. Other words are shown as text only. */
export const SKIES: Readonly<Record<string, Sky>> = {
  'wind off the water': WINDY,
  'a gusty wind': WINDY,
  'an east wind': WINDY,
  'a dry wind': { ...WINDY, light: 'sun' },
  'a raw wind': { ...WINDY, mist: 0.15, overcast: true },
  'sudden sun': SUNNY,
  'a low sun': SUNNY,
  'hard frost': SUNNY,
  'a dry cold': SUNNY,
  heat: { ...SUNNY, mist: 0.18 },
  'a damp warmth': { ...SUNNY, mist: 0.3 },
  'grey light': CLOUDED,
  'far thunder': CLOUDED,
  'a white haze': { ...CLOUDED, mist: 0.55 },
  'a wet mist': { ...CLOUDED, mist: 0.7 },
  'a thin snow': {
    ...CLOUDED,
    mist: 0.2,
    falls: [{ of: 'flakes', count: 30, size: 1.7, width: 150, height: 420, ms: 3_200, alpha: 0.7 }],
  },
  'a soft rain': {
    ...CLOUDED,
    mist: 0.2,
    falls: [{ of: 'drops', count: 50, size: 9, width: 110, height: 480, ms: 1_000, alpha: 0.3 }],
  },
  'warm rain': {
    ...CLOUDED,
    mist: 0.15,
    falls: [{ of: 'drops', count: 46, size: 14, width: 120, height: 560, ms: 850, alpha: 0.32 }],
  },
  'clear sky': { ...CLEAR, light: 'sun' },
  'a still day': { ...CLEAR, light: 'sun', mist: 0.12 },
  'sun after rain': { ...CLEAR, light: 'bow', mist: 0.1 },
  'a west wind': { ...CLEAR, wind: 'wind' },
  'low cloud': { ...CLEAR, mist: 0.45, overcast: true },
  fog: { ...CLEAR, mist: 0.85, overcast: true },
  drizzle: {
    ...CLEAR,
    mist: 0.25,
    overcast: true,
    falls: [{ of: 'drops', count: 60, size: 7, width: 110, height: 420, ms: 1_100, alpha: 0.3 }],
  },
  rain: {
    ...CLEAR,
    mist: 0.12,
    overcast: true,
    falls: [
      { of: 'drops', count: 46, size: 13, width: 110, height: 560, ms: 900, alpha: 0.28 },
      { of: 'drops', count: 22, size: 22, width: 150, height: 700, ms: 760, alpha: 0.4 },
    ],
  },
  sleet: {
    ...CLEAR,
    mist: 0.2,
    overcast: true,
    falls: [
      { of: 'drops', count: 20, size: 11, width: 130, height: 560, ms: 1_000, alpha: 0.3 },
      { of: 'flakes', count: 26, size: 1.9, width: 140, height: 420, ms: 2_400, alpha: 0.75 },
    ],
  },
  hail: {
    ...CLEAR,
    mist: 0.1,
    overcast: true,
    falls: [
      { of: 'pellets', count: 44, size: 1.8, width: 150, height: 520, ms: 620, alpha: 0.8 },
      { of: 'drops', count: 30, size: 12, width: 150, height: 560, ms: 700, alpha: 0.22 },
    ],
  },
  'a gale': {
    ...CLEAR,
    mist: 0.22,
    overcast: true,
    wind: 'gale',
    falls: [
      { of: 'drops', count: 60, size: 20, width: 360, height: 520, ms: 620, alpha: 0.3 },
      { of: 'drops', count: 28, size: 30, width: 420, height: 640, ms: 560, alpha: 0.42 },
    ],
  },
}

export const skyOf = (word: string | null): Sky | null =>
  word !== null && Object.hasOwn(SKIES, word) ? SKIES[word]! : null
