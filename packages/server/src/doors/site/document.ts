import type { PageRequest } from './page.ts'
import type { ShownParts } from './shown.ts'

/** What is no page: feeds, maps of the site, games and texts to take along. */
export interface SiteDocument {
  readonly path: string
  readonly needs: readonly (keyof ShownParts)[]
  readonly lastsMs: number | null
  readonly type: string
  /** Null is a document that is not there. */
  make(request: PageRequest): Promise<string | null>
}

// Characters that XML has no place for; PostgreSQL and SQLite have one.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string): string => text.replaceAll(NOT_XML, '')
