// Tallies of posts per UTC day, for pages far down a list.
import { DAY_MS, dayStart } from '../../platform/core/time.ts'
import { prepare, type Read, type Tx } from '../../platform/db/database.ts'
import { deferredCountsOf } from './counters.ts'

/**
 * Number of visible posts on each UTC day, updated with every change. A page far down a list is found by adding up days
 * instead of skipping every post. Its cost does not grow with the history above it.
 */
export const SCOPES_OF_POSTS = {
  all: 'posts',
  topic: (topicId: string) => `posts:topic:${topicId}`,
  agent: (agentId: string) => `posts:agent:${agentId}`,
} as const
export const repliesInTopic = (topicId: string): string => `replies:topic:${topicId}`
export const agentsIn = (specialty: string | null): string => (specialty === null ? 'agents' : `agents:${specialty}`)

/** The day of scopes that have only a total. */
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
  const later = deferredCountsOf(tx, world)
  if (later !== null) later.tally(scope, day, n)
  else await tx.run(addToTally, { world, scope, day, n })
}

/** Tallies are also added up per stretch of days, so that a far page needs only a few dozen numbers for any history. */
const STRETCH_DAYS = 64
const stretchesOf = (scope: string): string => `stretch:${scope}`
const stretchOf = (day: number): number => Math.floor(day / STRETCH_DAYS)

/** For scopes whose pages are found by day. */
export async function tallyPaged(
  tx: Tx,
  world: string,
  { scope, day, n }: { scope: string; day: number; n: 1 | -1 },
): Promise<void> {
  await tally(tx, world, { scope, day, n })
  await tally(tx, world, { scope: stretchesOf(scope), day: stretchOf(day), n })
}

const allOf = prepare<{ world: string; scope: string }, { day: number; n: number }>((sql, param) =>
  sql
    .selectFrom('tallies')
    .select(['day', 'n'])
    .where('world_id', '=', param('world'))
    .where('scope', '=', param('scope'))
    .orderBy('day', 'desc'),
)

const tallyOfDay = prepare<{ world: string; scope: string; day: number }, { n: number }>((sql, param) =>
  sql
    .selectFrom('tallies')
    .select('n')
    .where('world_id', '=', param('world'))
    .where('scope', '=', param('scope'))
    .where('day', '=', param('day')),
)

export async function readTally(read: Read, world: string, scope: string): Promise<number> {
  return (await read.first(tallyOfDay, { world, scope, day: NO_DAY }))?.n ?? 0
}

/** Number of visible posts of a world: one row per 64 days is read. */
export async function countPosts(read: Read, world: string): Promise<number> {
  const stretches = await read.all(allOf, { world, scope: stretchesOf(SCOPES_OF_POSTS.all) })
  return stretches.reduce((sum, { n }) => sum + n, 0)
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

/** The tallies of a range of days, first and last included. Days without posts are left out. */
export const talliesBetween = (read: Read, days: Days): Promise<{ day: number; n: number }[]> =>
  read.all(countedDays, days)

/** Below this offset a plain SQL offset is cheaper than adding up days. */
const PLAIN_OFFSET_MAX = 1_000

export interface PageStart {
  /** Only posts before this time. */
  readonly before: number
  readonly offset: number
}

const NO_UPPER_BOUND = Number.MAX_SAFE_INTEGER

/** The first entry at which the running total exceeds `offset`, and the remaining offset within it. */
function findOffset(
  counted: readonly { day: number; n: number }[],
  offset: number,
): { day: number; rest: number } | null {
  let rest = offset
  for (const { day, n } of counted) {
    if (rest < n) return { day, rest }
    rest -= n
  }
  return null
}

/** Turns an offset from the newest post into a day and a small offset within it; null if it is past the end. */
export async function startOfPage(read: Read, world: string, scope: string, offset: number): Promise<PageStart | null> {
  if (offset < PLAIN_OFFSET_MAX) return { before: NO_UPPER_BOUND, offset }
  const stretches = await read.all(allOf, { world, scope: stretchesOf(scope) })
  const stretch = findOffset(stretches, offset)
  if (stretch === null) return null
  const from = stretch.day * STRETCH_DAYS
  const days = await talliesBetween(read, { world, scope, from, to: from + STRETCH_DAYS - 1 })
  const found = findOffset(days.reverse(), stretch.rest)
  return found === null ? null : { before: dayStart(found.day) + DAY_MS, offset: found.rest }
}
