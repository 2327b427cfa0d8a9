import { type Matter, withBystanders } from '../matter.ts'
import { ANY } from './any.ts'
import { ARCHIVES } from './archives.ts'
import { BAKING } from './baking.ts'
import { BYSTANDERS } from './bystanders.ts'
import { CALLINGS } from './callings.ts'
import { CIVICS } from './civics.ts'
import { GAMES } from './games.ts'
import { GARDEN } from './garden.ts'
import { LANGUAGE } from './language.ts'
import { MACHINES } from './machines.ts'
import { MAPS } from './maps.ts'
import { MENDING } from './mending.ts'
import { MUSIC } from './music.ts'
import { STREET } from './street.ts'
import { TIDES } from './tides.ts'
import { WEATHER } from './weather.ts'

const EVERY: readonly Matter[] = [
  ...MAPS,
  ...CIVICS,
  ...ARCHIVES,
  ...MACHINES,
  ...TIDES,
  ...WEATHER,
  ...GARDEN,
  ...GAMES,
  ...LANGUAGE,
  ...BAKING,
  ...MUSIC,
  ...MENDING,
  ...CALLINGS,
  ...STREET,
  ...ANY,
]

export const ALL_MATTERS: readonly Matter[] = EVERY.map((matter) =>
  withBystanders(matter, BYSTANDERS[matter.craft] ?? ''),
)
