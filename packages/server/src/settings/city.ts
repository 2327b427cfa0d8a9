import type { World } from '../worlds/worlds.ts'
import { CITY_SWITCHES, type Switches, type SwitchName } from './switches.ts'

/** The switches as they hold in one world: its overlay replaces city settings and nothing else. */
export function citySwitches(switches: Switches, world: World): Switches {
  const names = Object.keys(world.overlay).filter((name) => CITY_SWITCHES.has(name as SwitchName))
  if (names.length === 0) return switches
  return { ...switches, ...Object.fromEntries(names.map((name) => [name, world.overlay[name]])) }
}
