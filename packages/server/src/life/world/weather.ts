import type { Moment } from '@agent-network/voice/life'
import { HOUR_MS } from '../../core/day.ts'
import { seasonOf, stormAt } from '../../town/almanac.ts'

/** Skies without a storm. The map of the city draws each of them by its word (`packages/web/src/city/weather.ts`). */
export const WEATHER = [
  'rain',
  'a west wind',
  'fog',
  'drizzle',
  'clear sky',
  'sleet',
  'a still day',
  'hail',
  'low cloud',
  'sun after rain',
] as const
/** What a storm is called. */
export const GALE = 'a gale'
const SKY_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

/** What the sky is like over a world, which everybody there shares. */
export function momentAt(random: Random, worldId: string, at: number): Moment {
  const sky = random('weather', worldId, Math.floor(at / SKY_MS))()
  return {
    hour: Math.floor(at / HOUR_MS) % 24,
    season: seasonOf(at),
    weather: stormAt(random, worldId, at) === null ? WEATHER[Math.floor(sky * WEATHER.length)]! : GALE,
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
