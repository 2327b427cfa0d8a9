// In-memory state of a running world: scene, people, ideas, town, weather and settings.
import type { MovePrefetcher } from '@agent-network/chess/threads'
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
import { type Lives, makeLives } from '../mind/habits.ts'
import { makePeople, type People } from '../mind/people.ts'
import { type HeardTexts, makeHeardTexts } from '../speak/heard.ts'
import { makeTown, type Town } from '../walk/workplaces.ts'
import { makeScene, type Scene } from './scene.ts'

/** A prompt for the model. */
export interface WordRequest {
  readonly kind: WordKind
  readonly messages: readonly ChatMessage[]
  readonly material: LifeMaterial
}

/** Prompts of the next instant and the texts the model returned for them, by prompt key. */
export interface Foresight {
  /** Collects prompts during a dry run; null otherwise. */
  asked: Map<string, WordRequest> | null
  found: ReadonlyMap<string, string>
}

export const noForesight = (): Foresight => ({ asked: null, found: new Map() })

export type Name = Omit<LifeMaterial['ties'][number], 'type'>

const nameOf = prepare<{ world: string; id: string }, { display_name: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['display_name', 'handle'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

export async function readName(read: Read, worldId: string, id: string): Promise<Name | null> {
  const row = await read.first(nameOf, { world: worldId, id })
  return row === undefined ? null : { displayName: row.display_name, handle: row.handle }
}

const ANY = ['rain', 'a west wind', 'fog', 'drizzle', 'clear sky', 'low cloud', 'sun after rain', 'wind off the water']
const BY_SEASON: Readonly<Record<Season, readonly string[]>> = {
  winter: [...ANY, 'sleet', 'hail', 'hard frost', 'a thin snow', 'grey light', 'a dry cold'],
  spring: [...ANY, 'hail', 'a soft rain', 'a gusty wind', 'a still day', 'sudden sun', 'a damp warmth'],
  summer: [...ANY, 'heat', 'a still day', 'warm rain', 'a white haze', 'far thunder', 'a dry wind'],
  autumn: [...ANY, 'sleet', 'a wet mist', 'a raw wind', 'a still day', 'a low sun', 'an east wind'],
}
/** Weather without a storm. The city map draws each of them by its word (`packages/web/src/city/weather.ts`). */
export const WEATHER: readonly string[] = [...new Set(SEASONS.flatMap((season) => BY_SEASON[season]))]
/** Weather word of a storm. */
export const GALE = 'a gale'
const SKY_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

/** Hour, season and weather of a world. */
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
export interface Setting {
  readonly world: World
  /** City settings effective in this world. */
  readonly city: Switches
  /** Whether a model is configured. */
  readonly thinks: boolean
}

/** A running world. All state kept between instants can be read again from the store. */
export interface WorldLife extends Setting {
  readonly base: Ambient
  readonly maps: Maps
  readonly scene: Scene
  readonly people: People
  readonly ideas: Ideas
  readonly town: Town
  readonly lives: Lives
  readonly heard: HeardTexts
  readonly foresight: Foresight
  /** Computes chess moves in a worker thread; null if each move is computed when it is made. */
  readonly movePrefetcher: MovePrefetcher | null
  name(read: Read, id: string): Promise<Name | null>
  /** Cached name of an agent; undefined if the store must be read. */
  knownName(id: string): Name | undefined
  /** Hour, season and weather; constant within an hour. */
  moment(at: number): Moment
  settle(setting: Setting): void
  /** Writes the state that is written once per commit. */
  save(tx: Tx): Promise<void>
  /** Drops uncommitted state after a rolled back transaction. */
  rewind(): void
  /** Drops all cached state after a change from outside. */
  clear(): void
}

/** Cached names. A name is short, and each prompt names up to eight acquaintances. */
const NAMES_KEPT = 50_000

export function makeWorldLife(
  given: Setting,
  base: Ambient,
  maps: Maps,
  movePrefetcher: MovePrefetcher | null = null,
): WorldLife {
  let setting = given
  const names = boundedMap<Name>(NAMES_KEPT)
  const scene = makeScene(given.world.id)
  const people = makePeople(base.random, () => setting.world)
  const ideas = makeIdeas(given.world.id)
  const lives = makeLives(given.world.id)
  const town = makeTown(given.world.id)
  const heard = makeHeardTexts(given.world.id)
  const forget = (): void => {
    names.clear()
    people.clear()
    ideas.clear()
    town.forget()
    lives.clear()
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
    lives,
    heard,
    foresight: noForesight(),
    movePrefetcher,
    moment: makeMoments(base.random, given.world.id),
    knownName: (id) => names.get(id),
    async name(read, id) {
      const known = names.get(id)
      if (known !== undefined) return known
      const name = await readName(read, setting.world.id, id)
      if (name !== null) names.set(id, name)
      return name
    },
    settle(next) {
      setting = next
    },
    async save(tx) {
      await lives.save(tx)
      await heard.save(tx)
    },
    rewind() {
      forget()
      // Only residents add to these texts, so outside changes do not affect them.
      heard.clear()
      scene.rewind()
    },
    clear() {
      forget()
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
