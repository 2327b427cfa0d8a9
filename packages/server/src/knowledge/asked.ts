import type { OpenMap } from '../city/maps.ts'
import type { World } from '../worlds/worlds.ts'

/** Where and when a question is asked. */
export interface Asked {
  readonly world: World
  /** Null for a world without a city. */
  readonly map: OpenMap | null
  readonly at: number
  /** Who answers: some things are known to those who keep them or stand before them. */
  readonly by?: string
}
