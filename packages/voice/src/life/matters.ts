import { ANY_MATTERS } from '../lexicon/trades/any.ts'
import type { Trade } from '../lexicon/trades.ts'
import { TRADE_WORDS } from '../speaker/trades.ts'
import { type Matter, matters, withBystanders } from './matter.ts'

export const ALL_MATTERS: readonly Matter[] = [
  ...Object.entries(TRADE_WORDS).flatMap(([trade, words]) =>
    matters(trade as Trade, words.matters).map((matter) => withBystanders(matter, words.bystanders)),
  ),
  ...matters('any', ANY_MATTERS),
]
