import { HOUR_MS, iso } from '../core/day.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { type LifeMaterial, type Moment, marksOf, type Season } from '../models/local-voice/life.ts'
import type { EdgeRow, Person } from './people.ts'

/** By month. */
const SEASON_OF: readonly Season[] = [
  ...Array<Season>(2).fill('winter'),
  ...Array<Season>(3).fill('spring'),
  ...Array<Season>(3).fill('summer'),
  ...Array<Season>(3).fill('autumn'),
  'winter',
]
const WEATHER = [
  'rain',
  'a west wind',
  'fog',
  'drizzle',
  'clear sky',
  'sleet',
  'a still day',
  'hail',
  'low cloud',
  'sun after rain',
] as const
const SKY_MS = 6 * HOUR_MS

type Random = (...seed: (string | number)[]) => () => number

function momentAt(random: Random, worldId: string, at: number): Moment {
  const sky = random('weather', worldId, Math.floor(at / SKY_MS))()
  return {
    hour: Math.floor(at / HOUR_MS) % 24,
    season: SEASON_OF[Number(iso(at).slice(5, 7)) - 1]!,
    weather: WEATHER[Math.floor(sky * WEATHER.length)]!,
  }
}

/** Hour, season and a sky that the whole world shares for six hours; found out once an hour. */
export function makeMoments(random: Random, worldId: string): (at: number) => Moment {
  let now: readonly [hour: number, moment: Moment] | null = null
  return (at) => {
    const hour = Math.floor(at / HOUR_MS)
    if (now?.[0] !== hour) now = [hour, momentAt(random, worldId, at)]
    return now[1]
  }
}

/** How many people somebody has in mind when writing. */
const TIES = 8

/** Those it knows best. */
export const nearestOf = ({ edges }: Person): EdgeRow[] =>
  [...edges.values()]
    .filter(({ familiarity }) => familiarity > 0.1)
    .sort((a, b) => b.familiarity - a.familiarity || (a.other_agent_id < b.other_agent_id ? -1 : 1))
    .slice(0, TIES)

export type Name = Omit<LifeMaterial['ties'][number], 'type'>

const nameOf = prepare<{ world: string; id: string }, { display_name: string; handle: string }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select(['display_name', 'handle'])
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

export async function readName(read: Read, worldId: string, id: string): Promise<Name | null> {
  const row = await read.first(nameOf, { world: worldId, id })
  return row === undefined ? null : { displayName: row.display_name, handle: row.handle }
}

const heard = prepare<{ world: string; one: number; other: number }, { mark: number }>((sql, param) =>
  sql
    .selectFrom('said_marks')
    .select('mark')
    .where('world_id', '=', param('world'))
    .where('mark', '=', param('one'))
    .unionAll(
      sql
        .selectFrom('said_marks')
        .select('mark')
        .where('world_id', '=', param('world'))
        .where('mark', '=', param('other')),
    ),
)
const keep = prepare<{ world: string; mark: number }, unknown>((sql, param) =>
  sql
    .insertInto('said_marks')
    .values({ world_id: param('world'), mark: param('mark') })
    .onConflict((c) => c.doNothing()),
)

/** Whether a world has heard this before, whoever and however many it was about. */
export async function wasSaid(read: Read, worldId: string, text: string): Promise<boolean> {
  const [one, other] = marksOf(text)
  return (await read.first(heard, { world: worldId, one, other })) !== undefined
}

export async function markAsSaid(tx: Tx, worldId: string, text: string): Promise<void> {
  // One by one: SQLite keeps a copy of what it changes for a statement that adds several rows, and takes longer for it.
  for (const mark of new Set(marksOf(text))) await tx.run(keep, { world: worldId, mark })
}
