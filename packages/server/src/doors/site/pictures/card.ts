import type { PageRequest } from '../page.ts'
import type { ShownParts } from '../shown.ts'

/** What one picture shows. It is kept under this and nothing else, so the same content is drawn once. */
export interface Card {
  /** A line above the title; may be empty, as all texts here. */
  readonly kicker: string
  readonly title: string
  readonly under: string
  readonly words: string
  /** Avatar seeds: one stands beside the text, several stand in a row below it. */
  readonly faces: readonly string[]
  /** A position on a chess board, beside the text. */
  readonly fen: string | null
  readonly world: string
}

export const PICTURE = { width: 1_200, height: 630 } as const

/** The picture of a page, for previews of a link to it. */
export interface SitePicture {
  readonly path: string
  /** As for the page itself. */
  readonly needs: readonly (keyof ShownParts)[] | null
  /** Null is a picture that is not there. */
  readonly card: (request: PageRequest) => Promise<Card | null>
}
