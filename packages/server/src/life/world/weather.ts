import type { Moment } from '@agent-network/voice/life'
import { HOUR_MS } from '../../core/day.ts'
import { SEASONS, type Season, seasonOf, stormAt } from '../../town/almanac.ts'

const ANY = ['rain', 'a west wind', 'fog', 'drizzle', 'clear sky', 'low cloud', 'sun after rain', 'wind off the water']
const BY_SEASON: Readonly<Record<Season, readonly string[]>> = {
  winter: [...ANY, 'sleet', 'hail', 'hard frost', 'a thin snow', 'grey light', 'a dry cold'],
  spring: [...ANY, 'hail', 'a soft rain', 'a gusty wind', 'a still day', 'sudden sun', 'a damp warmth'],
  summer: [...ANY, 'heat', 'a still day', 'warm rain', 'a white haze', 'far thunder', 'a dry wind'],
  autumn: [...ANY, 'sleet', 'a wet mist', 'a raw wind', 'a still day', 'a low sun', 'an east wind'],
}
/** Skies without a storm. The map of the city draws each of them by its word (`packages/web/src/city/weather.ts`). */
export const WEATHER: readonly string[] = [...new Set(SEASONS.flatMap((season) => BY_SEASON[season]))]
/** What a storm is called. */
export const GALE = 'a gale'
const SKY_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

/** What the sky is like over a world, which everybody there shares. */
export function momentAt(random: Random, worldId: string, at: number): Moment {
  const season = seasonOf(at)
  const skies = BY_SEASON[season]
  const sky = random('weather', worldId, Math.floor(at / SKY_MS))()
  return {
    hour: Math.floor(at / HOUR_MS) % 24,
    season,
    weather: stormAt(random, worldId, at) === null ? skies[Math.floor(sky * skies.length)]! : GALE,
  }
}

/** Hour, season and a sky that the whole world shares for six hours; found out once an hour. */
export function makeMoments(random: Random, worldId: string): (at: number) => Moment {
  let now: readonly [hour: number, moment: Moment] | null = null
  return (at) => {
    const hour = Math.floor(at / HOUR_MS)
    if (now?.[0] !== hour) now = [hour, momentAt(random, worldId, at)]
    return now[1]
  }
}
