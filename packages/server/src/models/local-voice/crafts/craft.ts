/** Where somebody's comparisons come from. Words decide who is of the craft; the rest is what the craft puts in a mouth. */
export interface Craft {
  readonly name: string
  readonly words: string
  /** Said of oneself: `I make maps`. */
  readonly trade: readonly string[]
  /** A remark about what was just said. */
  readonly remarks: readonly string[]
  /** Counsel that a person of the craft would give about nearly anything. */
  readonly counsel: readonly string[]
  /** What somebody of the craft would want to know next about `{x}`. */
  readonly asks: readonly string[]
}
