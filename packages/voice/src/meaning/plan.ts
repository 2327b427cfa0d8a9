/** What can be done with words. A counter needs a claim, an answer a question. */
export const MEANT = [
  'assert',
  'ask',
  'support',
  'counter',
  'distinguish',
  'doubt',
  'test',
  'promise',
  'report',
  'concede',
  'differ',
  'settle',
  'answer',
  'remark',
] as const
export type Meant = (typeof MEANT)[number]

export type Side = 'for' | 'against'

/** Moves after which nobody owes an answer. */
const LAST_WORDS: ReadonlySet<Meant> = new Set<Meant>(['concede', 'differ', 'settle', 'remark'])
export const isLastWord = (move: Meant): boolean => LAST_WORDS.has(move)
