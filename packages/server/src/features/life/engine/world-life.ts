// In-memory state of a running world: scene, people, ideas, town, weather and settings.
import type { LifeMaterial, Moment, WordKind } from '@agent-network/voice/life'
import type { ChatMessage } from '@agent-network/voice/material'
import { boundedMap } from '../../../platform/cache/content-cache.ts'
import type { Switches } from '../../../platform/control/switches.ts'
import type { Ambient } from '../../../platform/core/ambient.ts'
import { HOUR_MS } from '../../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import type { DueRow } from '../../../platform/jobs/due.ts'
import type { World } from '../../../platform/worlds/worlds.ts'
import type { Maps, OpenMap } from '../../../stores/city/maps.ts'
import { SEASONS, type Season, seasonOf, stormAt } from '../../../stores/town/almanac.ts'
import { type Ideas, makeIdeas } from '../ideas/ideas.ts'
import { type LifeRows, makeLifeRows } from '../mind/habits.ts'
import { makePeople, type People } from '../mind/people.ts'
import { makePublishedTexts, type PublishedTexts } from '../speak/published-texts.ts'
import { makeTown, type Town } from '../walk/workplaces.ts'
import { type Acts, makeActs } from './acts.ts'
import { makeScene, type Scene } from './scene.ts'

/** A prompt for the model. */
export interface TextRequest {
  readonly kind: WordKind
  readonly messages: readonly ChatMessage[]
  readonly material: LifeMaterial
}

/** Prompts of the next instant and the texts the model returned for them, by prompt key. */
export interface PrefetchedTexts {
  /** Collects prompts during a dry run; null otherwise. */
  requests: Map<string, TextRequest> | null
  found: ReadonlyMap<string, string>
}

export const noPrefetchedTexts = (): PrefetchedTexts => ({ requests: null, found: new Map() })

export type AgentLabel = Omit<LifeMaterial['ties'][number], 'type'>

const agentName = prepare<{ world: string; id: string }, { display_name: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['display_name', 'handle'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

export async function readName(read: Read, worldId: string, id: string): Promise<AgentLabel | null> {
  const row = await read.first(agentName, { world: worldId, id })
  return row === undefined ? null : { displayName: row.display_name, handle: row.handle }
}

const NAMES_PER_QUERY = 500

async function readNames(read: Read, worldId: string, ids: readonly string[]): Promise<Map<string, AgentLabel>> {
  const found = new Map<string, AgentLabel>()
  for (let from = 0; from < ids.length; from += NAMES_PER_QUERY) {
    const rows = await read.sql
      .selectFrom('agents')
      .select(['id', 'display_name', 'handle'])
      .where('world_id', '=', worldId)
      .where('id', 'in', ids.slice(from, from + NAMES_PER_QUERY))
      .execute()
    for (const { id, display_name, handle } of rows) found.set(id, { displayName: display_name, handle })
  }
  return found
}

const ALL_YEAR_WEATHER = [
  'rain',
  'a west wind',
  'fog',
  'drizzle',
  'clear sky',
  'low cloud',
  'sun after rain',
  'wind off the water',
]
const WEATHER_BY_SEASON: Readonly<Record<Season, readonly string[]>> = {
  winter: [...ALL_YEAR_WEATHER, 'sleet', 'hail', 'hard frost', 'a thin snow', 'grey light', 'a dry cold'],
  spring: [...ALL_YEAR_WEATHER, 'hail', 'a soft rain', 'a gusty wind', 'a still day', 'sudden sun', 'a damp warmth'],
  summer: [...ALL_YEAR_WEATHER, 'heat', 'a still day', 'warm rain', 'a white haze', 'far thunder', 'a dry wind'],
  autumn: [...ALL_YEAR_WEATHER, 'sleet', 'a wet mist', 'a raw wind', 'a still day', 'a low sun', 'an east wind'],
}
/** Weather without a storm. The city map draws each of them by its word (`packages/web/src/city/weather.ts`). */
export const WEATHER: readonly string[] = [...new Set(SEASONS.flatMap((season) => WEATHER_BY_SEASON[season]))]
/** Weather word of a storm. */
export const STORM_WEATHER = 'a gale'
const WEATHER_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

/** Hour, season and weather of a world. */
export function momentAt(random: Random, worldId: string, at: number): Moment {
  const season = seasonOf(at)
  const skies = WEATHER_BY_SEASON[season]
  const sky = random('weather', worldId, Math.floor(at / WEATHER_MS))()
  return {
    hour: Math.floor(at / HOUR_MS) % 24,
    season,
    weather: stormAt(random, worldId, at) === null ? skies[Math.floor(sky * skies.length)]! : STORM_WEATHER,
  }
}

/** Hour, season and weather, cached for the hour. The weather changes every six hours. */
export function makeMoments(random: Random, worldId: string): (at: number) => Moment {
  let now: readonly [hour: number, moment: Moment] | null = null
  return (at) => {
    const hour = Math.floor(at / HOUR_MS)
    if (now?.[0] !== hour) now = [hour, momentAt(random, worldId, at)]
    return now[1]
  }
}

/** World and settings, replaced when an operator changes them. */
export interface WorldSetting {
  readonly world: World
  /** City settings effective in this world. */
  readonly city: Switches
  /** Whether a model is configured. */
  readonly thinks: boolean
}

/** A running world. All state kept between instants can be read again from the store. */
export interface WorldLife extends WorldSetting {
  readonly base: Ambient
  readonly maps: Maps
  readonly scene: Scene
  readonly people: People
  readonly ideas: Ideas
  readonly town: Town
  readonly lives: LifeRows
  readonly acts: Acts
  readonly publishedTexts: PublishedTexts
  readonly foresight: PrefetchedTexts
  name(read: Read, id: string): Promise<AgentLabel | null>
  /** Names by agent id. They are read from the store if they are not cached, so the result never depends on the cache. */
  names(read: Read, ids: Iterable<string>): Promise<ReadonlyMap<string, AgentLabel>>
  /** Hour, season and weather; constant within an hour. */
  moment(at: number): Moment
  settle(setting: WorldSetting): void
  /** Writes the state that is written once per commit. */
  save(tx: Tx): Promise<void>
  /** Drops uncommitted state after a rolled back transaction. */
  rewind(): void
  /** Drops all cached state after a change from outside. */
  clear(): void
}

/** Cached names. A name is short, and each prompt names up to eight acquaintances. */
const NAMES_MAX = 50_000

export function makeWorldLife(initialSetting: WorldSetting, base: Ambient, maps: Maps): WorldLife {
  let setting = initialSetting
  const labels = boundedMap<AgentLabel>(NAMES_MAX)
  const scene = makeScene(initialSetting.world.id)
  const people = makePeople(base.random, () => setting.world)
  const ideas = makeIdeas(initialSetting.world.id)
  const lifeRows = makeLifeRows(initialSetting.world.id)
  const acts = makeActs()
  const town = makeTown(initialSetting.world.id)
  const publishedTexts = makePublishedTexts(initialSetting.world.id)
  const clearCaches = (): void => {
    labels.clear()
    people.clear()
    ideas.clear()
    town.forget()
    lifeRows.clear()
  }
  return {
    get world() {
      return setting.world
    },
    get city() {
      return setting.city
    },
    get thinks() {
      return setting.thinks
    },
    base,
    maps,
    scene,
    people,
    ideas,
    town,
    lives: lifeRows,
    acts,
    publishedTexts,
    foresight: noPrefetchedTexts(),
    moment: makeMoments(base.random, initialSetting.world.id),
    async name(read, id) {
      const cachedName = labels.get(id)
      if (cachedName !== undefined) return cachedName
      const name = await readName(read, setting.world.id, id)
      if (name !== null) labels.set(id, name)
      return name
    },
    async names(read, ids) {
      const found = new Map<string, AgentLabel>()
      const uncachedIds: string[] = []
      for (const id of ids) {
        const label = labels.get(id)
        if (label === undefined) uncachedIds.push(id)
        else found.set(id, label)
      }
      for (const [id, label] of await readNames(read, setting.world.id, uncachedIds)) {
        labels.set(id, label)
        found.set(id, label)
      }
      return found
    },
    settle(next) {
      setting = next
    },
    async save(tx) {
      await lifeRows.save(tx)
      await acts.save(tx)
      await publishedTexts.save(tx)
    },
    rewind() {
      clearCaches()
      acts.clear()
      // Only residents add to these texts, so outside changes do not affect them.
      publishedTexts.clear()
      scene.rewind()
    },
    clear() {
      clearCaches()
      scene.clear()
    },
  }
}

/** One instant of a world. */
export interface Instant {
  readonly life: WorldLife
  readonly map: OpenMap | null
  readonly at: number
}

/** Handles one due row and returns the number of resulting acts. */
export type DueHandler = (tx: Tx, instant: Instant, due: DueRow) => Promise<number>

/** Handlers by the kind of their due rows. */
export type DueHandlers = Readonly<Record<string, DueHandler>>
