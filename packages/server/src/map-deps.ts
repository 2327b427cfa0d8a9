import type { Maps } from './city/maps.ts'
import type { Deps } from './deps.ts'

/** What whoever walks or shows walks needs beside the rest. */
export interface MapDeps extends Deps {
  readonly maps: Maps
}
