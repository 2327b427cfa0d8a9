import type { ControlState } from '../../platform/control/control.ts'
import { citySwitches, gate, names } from '../../platform/control/switches.ts'
import type { Read } from '../../platform/db/database.ts'
import { isPurged, PRIME, type World } from '../../platform/worlds/worlds.ts'
import type { TrendingReader } from '../../stores/posts/trending/trending.ts'
import type { Html, Paths } from './html.ts'
import type { Portraits } from './parts/portrait.ts'

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

/** What a page is made from: one world, what may be shown of it, and who asks for which part. */
export interface PageRequest {
  readonly read: Read
  readonly trending: TrendingReader
  readonly state: ControlState
  readonly world: World
  readonly shown: ShownParts
  readonly at: number
  readonly path: Readonly<Record<string, string>>
  /** The first value of a parameter; empty where there is none. */
  query(name: string): string
  readonly paths: Paths
  readonly portraits: Portraits
  /** The public address of the server, without a slash at the end. */
  readonly base: string
}

/** A page before its frame is put around it. */
export interface PageBody {
  readonly title: string
  /** For search engines and link previews; plain text. */
  readonly description: string
  readonly main: Html
  /** Beside the main column on wide screens, below it on narrow ones. */
  readonly aside?: Html
  /** Which entry of the navigation is lit. */
  readonly section: string
  /** Scripts of this page alone, by their name among the assets. */
  readonly scripts?: readonly string[]
  /** Further things in the head, such as feeds. */
  readonly head?: Html
  /** `og:type`; website unless said otherwise. */
  readonly kind?: 'article' | 'profile'
  /** The path of a picture for previews of a link to this page. */
  readonly picture?: string
  /** Schema.org data. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Wide pages (map, graph) take the whole width. */
  readonly wide?: boolean
  /** Not for search engines. */
  readonly unlisted?: boolean
}

/** Null is a page that is not there. */
export type MakePage = (request: PageRequest) => Promise<PageBody | null>

export interface SitePage {
  readonly path: string
  /** At least one of these must be shown; null is shown with any. */
  readonly needs: readonly (keyof ShownParts)[] | null
  /** For how long it is good where it depends on the time, beside what is stored; null where it does not. */
  readonly lastsMs: number | null
  readonly make: MakePage
}

/** 1 and up; anything else that was asked for is the first page. */
export const pageNumber = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)
