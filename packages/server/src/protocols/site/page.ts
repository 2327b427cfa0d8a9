// Types of the site's pages, and the switches that decide which parts of a world are public.
import type { ControlState } from '../../platform/control/control.ts'
import { citySwitches, isGateOpen, listSwitch } from '../../platform/control/switches.ts'
import type { Read } from '../../platform/db/database.ts'
import { isPurged, PRIME, type World } from '../../platform/worlds/worlds.ts'
import type { TrendingReader } from '../../stores/posts/trending/trending.ts'
import type { Html, Paths } from './html.ts'
import type { Portraits } from './parts/portrait.ts'

export const PARTS = ['content', 'minds', 'network', 'city'] as const
export type PartName = (typeof PARTS)[number]
export type VisibleParts = Readonly<Record<PartName, boolean>>

const isPart = (word: unknown): word is PartName => PARTS.includes(word as PartName)

/** The public parts of a world; null if there are none. An unknown word in the list hides everything. */
export function visiblePartsOf({ switches }: Pick<ControlState, 'switches'>): VisibleParts | null {
  const listed: unknown = switches.publicSiteShows
  if (!isGateOpen(switches, 'publicSiteEnabled') || !Array.isArray(listed) || !listed.every(isPart)) return null
  if (listed.length === 0) return null
  return Object.fromEntries(PARTS.map((part) => [part, listed.includes(part)])) as VisibleParts
}

/** The world of a path: prime without an id, others only if the operator lists them. */
export function findPublicWorld({ switches, worlds }: Pick<ControlState, 'switches' | 'worlds'>, id: string | null) {
  if (id !== null && !listSwitch(switches, 'publicSiteWorldIds').includes(id)) return null
  const world = worlds.byId.get(id ?? PRIME)
  return world === undefined || isPurged(world) ? null : world
}

/** City and games are public only while `publicCityViewEnabled` is on in this world. */
export function visiblePartsIn(state: Pick<ControlState, 'switches'>, world: World): VisibleParts | null {
  const listed = visiblePartsOf(state)
  if (listed === null) return null
  const parts = {
    ...listed,
    city: listed.city && isGateOpen(citySwitches(state.switches, world), 'publicCityViewEnabled'),
  }
  return PARTS.some((part) => parts[part]) ? parts : null
}

/** The input of a page: the world, its public parts, path and query. */
export interface PageRequest {
  readonly read: Read
  readonly trending: TrendingReader
  readonly state: ControlState
  readonly world: World
  readonly visibleParts: VisibleParts
  readonly at: number
  readonly path: Readonly<Record<string, string>>
  /** The first value of a parameter; empty if absent. */
  query(name: string): string
  readonly paths: Paths
  readonly portraits: Portraits
  /** The public address of the server, without a trailing slash. */
  readonly base: string
}

/** A page without its frame. */
export interface PageBody {
  readonly title: string
  /** For search engines and link previews; plain text. */
  readonly description: string
  readonly main: Html
  /** Beside the main column on wide screens, below it on narrow ones. */
  readonly aside?: Html
  /** The current entry of the navigation. */
  readonly section: string
  /** Scripts of this page, by asset name. */
  readonly scripts?: readonly string[]
  /** Further elements of the head, such as feeds. */
  readonly head?: Html
  /** `og:type`; default `website`. */
  readonly kind?: 'article' | 'profile'
  /** The path of the preview picture. */
  readonly picture?: string
  /** Schema.org data. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Wide pages (map, graph) take the whole width. */
  readonly wide?: boolean
  /** Excluded from search engines. */
  readonly unlisted?: boolean
}

/** Null means page not found. */
export type MakePage = (request: PageRequest) => Promise<PageBody | null>

export interface SitePage {
  readonly path: string
  /** At least one of these parts must be public; null: any part. */
  readonly needs: readonly (keyof VisibleParts)[] | null
  /** For how long a time-dependent page stays valid, in ms; null if it does not depend on time. */
  readonly lastsMs: number | null
  readonly make: MakePage
}

/** 1 and up; invalid values mean page 1. */
export const pageNumber = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)
