import { sql as fragment } from 'kysely'
import { DAY_MS, dayStart } from '../core/day.ts'
import { prepare, type Read, type Tx } from '../db/database.ts'
import { deferredIn } from './deferred.ts'

/**
 * How many visible posts lie on each UTC day, kept as posts come and go. A page far down a list is then found by
 * adding up days instead of walking past every post, so its cost does not grow with the history above it.
 */
export const SCOPES_OF_POSTS = {
  all: 'posts',
  topic: (topicId: string) => `posts:topic:${topicId}`,
  agent: (agentId: string) => `posts:agent:${agentId}`,
} as const
export const repliesInTopic = (topicId: string): string => `replies:topic:${topicId}`
export const agentsIn = (specialty: string | null): string => (specialty === null ? 'agents' : `agents:${specialty}`)

/** Scopes that are counted as a whole use this one day. */
export const NO_DAY = 0

const addToTally = prepare<{ world: string; scope: string; day: number; n: number }, unknown>((sql, param) =>
  sql
    .insertInto('tallies')
    .values({ world_id: param('world'), scope: param('scope'), day: param('day'), n: param('n') })
    .onConflict((c) =>
      c.columns(['world_id', 'scope', 'day']).doUpdateSet((eb) => ({ n: eb('tallies.n', '+', eb.ref('excluded.n')) })),
    ),
)

export async function tally(
  tx: Tx,
  world: string,
  { scope, day, n }: { scope: string; day: number; n: 1 | -1 },
): Promise<void> {
  const later = deferredIn(tx, world)
  if (later !== null) later.tally(scope, day, n)
  else await tx.run(addToTally, { world, scope, day, n })
}

const latestDays = prepare<{ world: string; scope: string; limit: number }, { day: number; n: number }>((sql, param) =>
  sql
    .selectFrom('tallies')
    .select(['day', 'n'])
    .where('world_id', '=', param('world'))
    .where('scope', '=', param('scope'))
    .orderBy('day', 'desc')
    .limit(param('limit')),
)

/** The first day, counted back from today, by which more than `offset` posts have been passed. */
const dayOfOffset = prepare<{ world: string; scope: string; offset: number }, { day: number; n: number; upto: number }>(
  (sql, param) =>
    sql
      .selectFrom(
        sql
          .selectFrom('tallies')
          .select([
            'day',
            'n',
            fragment<number>`cast(sum(n) over (order by day desc rows unbounded preceding) as bigint)`.as('upto'),
          ])
          .where('world_id', '=', param('world'))
          .where('scope', '=', param('scope'))
          .as('days'),
      )
      .selectAll()
      .where('upto', '>', param('offset'))
      .orderBy('day', 'desc')
      .limit(1),
)

const tallyOfDay = prepare<{ world: string; scope: string; day: number }, { n: number }>((sql, param) =>
  sql
    .selectFrom('tallies')
    .select('n')
    .where('world_id', '=', param('world'))
    .where('scope', '=', param('scope'))
    .where('day', '=', param('day')),
)

export async function tallied(read: Read, world: string, scope: string): Promise<number> {
  return (await read.first(tallyOfDay, { world, scope, day: NO_DAY }))?.n ?? 0
}

type Days = { world: string; scope: string; from: number; to: number }
const countedDays = prepare<Days, { day: number; n: number }>((sql, param) =>
  sql
    .selectFrom('tallies')
    .select(['day', 'n'])
    .where('world_id', '=', param('world'))
    .where('scope', '=', param('scope'))
    .where('day', '>=', param('from'))
    .where('day', '<=', param('to'))
    .orderBy('day'),
)

/** The counts of some days, first and last included; days without any are left out. */
export const talliesBetween = (read: Read, days: Days): Promise<{ day: number; n: number }[]> =>
  read.all(countedDays, days)

/** Below this an ordinary offset is cheaper than adding up days. */
const SHALLOW = 1_000

export interface Start {
  /** Only posts before this moment. */
  readonly before: number
  readonly offset: number
}

const FROM_THE_TOP = Number.MAX_SAFE_INTEGER

/** Most pages lie within the latest months, which are quickly added up here; the engine does it for all of them. */
const LATEST_DAYS = 64

/** Turns an offset from the newest post into a day and a small offset within it; null when it lies past the end. */
export async function startOfPage(read: Read, world: string, scope: string, offset: number): Promise<Start | null> {
  if (offset < SHALLOW) return { before: FROM_THE_TOP, offset }
  const startOn = (day: number, rest: number): Start => ({ before: dayStart(day) + DAY_MS, offset: rest })
  let rest = offset
  const days = await read.all(latestDays, { world, scope, limit: LATEST_DAYS })
  for (const { day, n } of days) {
    if (rest < n) return startOn(day, rest)
    rest -= n
  }
  if (days.length < LATEST_DAYS) return null
  const found = await read.first(dayOfOffset, { world, scope, offset })
  return found === undefined ? null : startOn(found.day, offset - (found.upto - found.n))
}
