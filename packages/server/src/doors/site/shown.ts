import { citySwitches } from '../../settings/city.ts'
import type { ControlState } from '../../settings/control.ts'
import { gate, names } from '../../settings/switches.ts'
import { isPurged, PRIME, type World } from '../../worlds/worlds.ts'

export const PARTS = ['content', 'minds', 'network', 'city'] as const
export type PartName = (typeof PARTS)[number]
export type ShownParts = Readonly<Record<PartName, boolean>>

const isPart = (word: unknown): word is PartName => PARTS.includes(word as PartName)

/** What the operator shows of a world; null where that is nothing. A list with a word that is none shows nothing. */
export function shownParts({ switches }: Pick<ControlState, 'switches'>): ShownParts | null {
  const listed: unknown = switches.publicSiteShows
  if (!gate(switches, 'publicSiteEnabled') || !Array.isArray(listed) || !listed.every(isPart)) return null
  if (listed.length === 0) return null
  return Object.fromEntries(PARTS.map((part) => [part, listed.includes(part)])) as ShownParts
}

/** The world behind a path: prime without a name, any other only where the operator lists it. */
export function shownWorld({ switches, worlds }: Pick<ControlState, 'switches' | 'worlds'>, id: string | null) {
  if (id !== null && !names(switches, 'publicSiteWorldIds').includes(id)) return null
  const world = worlds.byId.get(id ?? PRIME)
  return world === undefined || isPurged(world) ? null : world
}

/** Residents are seen in the city, and games on their boards, only while the city's own view is public in this world. */
export function shownIn(state: Pick<ControlState, 'switches'>, world: World): ShownParts | null {
  const listed = shownParts(state)
  if (listed === null) return null
  const shown = { ...listed, city: listed.city && gate(citySwitches(state.switches, world), 'publicCityViewEnabled') }
  return PARTS.some((part) => shown[part]) ? shown : null
}
