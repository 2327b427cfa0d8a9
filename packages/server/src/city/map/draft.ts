/** A city as it is imported (operator's world file, `city`), with every default filled in. */
export interface MapDraft {
  /** The first of them is where whoever has no home begins (readings 1.22); otherwise their order means nothing. */
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number; readonly level: number }[]
  readonly edges: readonly DraftEdge[]
  readonly destinations: readonly DraftDestination[]
}

export interface DraftEdge {
  readonly from: string
  readonly to: string
  readonly meters: number
  readonly lift: boolean
}

export interface DraftDestination {
  readonly id: string
  readonly nodeId: string
  readonly label: string
  readonly kind: string
  /** In their order: the first is what a journey is for when nobody says (readings 1.22). */
  readonly purposes: readonly string[]
}
