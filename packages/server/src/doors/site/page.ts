import type { TrendingReader } from '../../content/trending.ts'
import type { Read } from '../../db/database.ts'
import type { ControlState } from '../../settings/control.ts'
import type { World } from '../../worlds/worlds.ts'
import type { Html } from './html.ts'
import type { Portraits } from './parts/portrait.ts'
import type { Paths } from './paths.ts'
import type { ShownParts } from './shown.ts'

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
