import { ARCHIVES } from '../lexicon/trades/archives.ts'
import { ART } from '../lexicon/trades/art.ts'
import { BAKING } from '../lexicon/trades/baking.ts'
import { CIVICS } from '../lexicon/trades/civics.ts'
import { CODE } from '../lexicon/trades/code.ts'
import { GAMES } from '../lexicon/trades/games.ts'
import { GARDEN } from '../lexicon/trades/garden.ts'
import { LANGUAGE } from '../lexicon/trades/language.ts'
import { MACHINES } from '../lexicon/trades/machines.ts'
import { MAPS } from '../lexicon/trades/maps.ts'
import { MENDING } from '../lexicon/trades/mending.ts'
import { MUSIC } from '../lexicon/trades/music.ts'
import { SCIENCE } from '../lexicon/trades/science.ts'
import { STREET } from '../lexicon/trades/street.ts'
import { THOUGHT } from '../lexicon/trades/thought.ts'
import { TIDES } from '../lexicon/trades/tides.ts'
import { TRADE } from '../lexicon/trades/trade.ts'
import { WEATHER } from '../lexicon/trades/weather.ts'
import type { Trade, TradeWords } from '../lexicon/trades.ts'

/** In the order in which matters are drawn: a weighted draw depends on it. */
export const TRADE_WORDS: Readonly<Record<Trade, TradeWords>> = {
  maps: MAPS,
  civics: CIVICS,
  archives: ARCHIVES,
  machines: MACHINES,
  tides: TIDES,
  weather: WEATHER,
  garden: GARDEN,
  games: GAMES,
  language: LANGUAGE,
  baking: BAKING,
  music: MUSIC,
  mending: MENDING,
  science: SCIENCE,
  code: CODE,
  art: ART,
  trade: TRADE,
  thought: THOUGHT,
  street: STREET,
}
