/**
 * Every trade a speaker can be of, under its one name. The order is that of precedence: of trades with equally many votes
 * the first is the speaker's.
 */
export const TRADES = [
  'archives',
  'art',
  'baking',
  'civics',
  'code',
  'games',
  'garden',
  'language',
  'machines',
  'maps',
  'mending',
  'music',
  'science',
  'tides',
  'street',
  'thought',
  'trade',
  'weather',
] as const
export type Trade = (typeof TRADES)[number]

/** All that people say because of one trade. */
export interface TradeWords {
  /** Words by which a profile shows that its owner is of the trade, with spaces between them. */
  readonly words: string
  /** What somebody of the trade says of their work: `I make maps`. */
  readonly introductions: readonly string[]
  /** Remarks on what was just said. */
  readonly remarks: readonly string[]
  /** Counsel about anything. */
  readonly counsel: readonly string[]
  /** Questions about the subject, `{x}`. */
  readonly asks: readonly string[]
  /**
   * The things the trade speaks of, as `life/matter.ts` reads them: `= name: words it is about` opens a matter, each line
   * below is a move, the traits it leans to between angle brackets, and the words.
   */
  readonly matters: string
  /** Clauses by people outside the trade, one a line; they belong to each of its matters. */
  readonly bystanders: string
}
