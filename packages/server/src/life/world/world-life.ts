import type { Moment } from '@agent-network/voice/life'
import type { Ahead } from '../../chess/ahead.ts'
import type { Maps, OpenMap } from '../../city/maps.ts'
import type { Ambient } from '../../core/ambient.ts'
import { boundedMap } from '../../core/bounded-map.ts'
import type { Read, Tx } from '../../db/database.ts'
import type { Switches } from '../../settings/switches.ts'
import type { DueRow } from '../../worlds/due.ts'
import type { World } from '../../worlds/worlds.ts'
import { type Lives, makeLives } from '../resident/lives.ts'
import { makePeople, type People } from '../resident/people.ts'
import { type Foresight, noForesight } from './foresight.ts'
import { type HeardTexts, makeHeardTexts } from './heard.ts'
import { type Ideas, makeIdeas } from './ideas.ts'
import { type Name, readName } from './names.ts'
import { makeScene, type Scene } from './scene.ts'
import { makeTown, type Town } from './town.ts'
import { makeMoments } from './weather.ts'

/** What holds in a world from outside its life; exchanged when an operator changes it. */
export interface Setting {
  readonly world: World
  /** City settings as they hold in this world. */
  readonly city: Switches
  /** Whether there is a model to ask for words. */
  readonly thinks: boolean
}

/** One world being lived. All that is kept between its instants could be read again from the store. */
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
  /** Moves at tables that are worked out elsewhere; null where each is worked out when it is made. */
  readonly ahead: Ahead | null
  name(read: Read, id: string): Promise<Name | null>
  /** The same without a look into the store; undefined where one would be needed. */
  knownName(id: string): Name | undefined
  /** Hour, season and sky; the same for everybody until the hour is over. */
  moment(at: number): Moment
  settle(setting: Setting): void
  /** Writes what is written once a commit. */
  save(tx: Tx): Promise<void>
  /** After a transaction that did not commit nothing of it may be kept. */
  rewind(): void
  /** After a change from outside nothing kept can be relied on. */
  clear(): void
}

/** A name is short, and whoever speaks names eight of those it knows. */
const NAMES_KEPT = 50_000

export function makeWorldLife(given: Setting, base: Ambient, maps: Maps, ahead: Ahead | null = null): WorldLife {
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
    ahead,
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
      // Only life itself marks what was said: changes from outside leave it as it is.
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

/** Lives one due row; says how many acts came of it. */
export type DueHandler = (tx: Tx, instant: Instant, due: DueRow) => Promise<number>

/** Handlers by the kind of their due rows. */
export type DueHandlers = Readonly<Record<string, DueHandler>>
