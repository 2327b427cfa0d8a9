/** Kinds of text that a resident writes of its own accord. */
export const WORD_KINDS = ['post', 'reply', 'message', 'turn', 'contribution', 'thought', 'dream'] as const
export type WordKind = (typeof WORD_KINDS)[number]

/** The longest text of each kind, in characters. */
export const LONGEST: Readonly<Record<WordKind, number>> = {
  post: 500,
  reply: 500,
  message: 500,
  turn: 280,
  contribution: 500,
  thought: 280,
  dream: 400,
}
