// Daily releases of a visitor's standing: lease, publication and revalidation.
import { LIMITS, type StandingDigest, type StandingStatus } from '@agent-network/contract'
import { ApiError } from '../../../platform/core/api-error.ts'
import { dayStart, iso, utcDay } from '../../../platform/core/time.ts'
import { type Database, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import { type Bands, isStillValid, NO_BANDS, type Span, type Support, type VisitorRef } from './evidence.ts'

/** States of a row with a release; the others are "building" and "failed". */
const RELEASED = ['ready', 'insufficient_evidence', 'coverage_limited', 'stale'] as const
type ReleaseState = 'building' | 'failed' | (typeof RELEASED)[number]

export type StandingRow = Tables['standings']

/** One visitor and one UTC day: one release for all requests (4.12). */
export interface StandingDay extends VisitorRef {
  readonly day: number
}

/** AMB-89: the lease of a crashed build expires after a minute. */
const LEASE_MS = 60_000

type Place = { world: string; agent: string; day: number }
const placeOf = ({ worldId, agentId, day }: StandingDay): Place => ({ world: worldId, agent: agentId, day })

/** The previous 30 complete UTC days. */
export const windowOf = ({ day }: StandingDay): Span => ({
  from: dayStart(day - LIMITS.standing.windowDays),
  to: dayStart(day),
})

const rowOf = prepare<Place, StandingRow>((sql, param) =>
  sql
    .selectFrom('standings')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '=', param('day')),
)
const insertRow = prepare<Place & { lease: number; at: number }, unknown>((sql, param) =>
  sql
    .insertInto('standings')
    .values({
      world_id: param('world'),
      agent_id: param('agent'),
      day: param('day'),
      state: 'building',
      attempts: 1,
      lease_until: param('lease'),
      fence: 1,
      digest: null,
      support: null,
      updated_at: param('at'),
    })
    .onConflict((c) => c.columns(['world_id', 'agent_id', 'day']).doNothing()),
)
const takeOver = prepare<Place & { token: number; lease: number; at: number }, unknown>((sql, param) =>
  sql
    .updateTable('standings')
    .set((eb) => ({
      state: 'building',
      attempts: eb('attempts', '+', 1),
      fence: eb('fence', '+', 1),
      lease_until: param('lease'),
      updated_at: param('at'),
    }))
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '=', param('day'))
    .where('fence', '=', param('token'))
    .where('state', 'in', ['building', 'failed']),
)
/** Only the holder of the newest lease token changes a row, and only from the expected state. */
const changeState = prepare<
  Place & {
    token: number
    before: ReleaseState
    after: ReleaseState
    digest: string | null
    support: string | null
    at: number
  },
  unknown
>((sql, param) =>
  sql
    .updateTable('standings')
    .set({
      state: param('after'),
      digest: param('digest'),
      support: param('support'),
      lease_until: 0,
      updated_at: param('at'),
    })
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('day', '=', param('day'))
    .where('fence', '=', param('token'))
    .where('state', '=', param('before')),
)

const isReleased = (row: StandingRow): boolean => (RELEASED as readonly string[]).includes(row.state)

/** Whether the row can be returned as it is: a release, or a build in progress. */
export const isReturnable = (row: StandingRow, at: number): boolean =>
  isReleased(row) || (row.state === 'building' && row.lease_until > at)

export const readRow = (read: Read, slot: StandingDay): Promise<StandingRow | undefined> =>
  read.first(rowOf, placeOf(slot))

type Claimed =
  | { readonly kind: 'build'; readonly leaseToken: number }
  | { readonly kind: 'shown'; readonly row: StandingRow }

/** Takes the build lease of the day, up to a maximum of attempts (AMB-89). */
export async function claimBuild(tx: Tx, slot: StandingDay, attemptsMax: number, at: number): Promise<Claimed> {
  const place = placeOf(slot)
  const lease = at + LEASE_MS
  if (attemptsMax >= 1 && (await tx.run(insertRow, { ...place, lease, at })) === 1)
    return { kind: 'build', leaseToken: 1 }
  const row = await tx.first(rowOf, place)
  if (row !== undefined && isReturnable(row, at)) return { kind: 'shown', row }
  if (row === undefined || row.attempts >= attemptsMax) throw new ApiError('STANDING_BUILD_UNAVAILABLE')
  if ((await tx.run(takeOver, { ...place, token: row.fence, lease, at })) === 1)
    return { kind: 'build', leaseToken: row.fence + 1 }
  return { kind: 'shown', row: (await tx.first(rowOf, place))! }
}

export interface BuiltStanding {
  readonly state: Exclude<(typeof RELEASED)[number], 'stale'>
  readonly bands: Bands | null
  readonly support: readonly Support[] | null
}

const packed = (support: readonly Support[]): string =>
  JSON.stringify(support.map(({ residentId, day, replyId }) => [residentId, day, replyId]))
const unpacked = (support: string): Support[] =>
  (JSON.parse(support) as [string, number, string][]).map(([residentId, day, replyId]) => ({
    residentId,
    day,
    replyId,
  }))

/** False if the lease was lost during a long build; then the other build counts. */
export const publish = async (
  tx: Tx,
  {
    slot,
    leaseToken,
    built: { state, bands, support },
  }: { slot: StandingDay; leaseToken: number; built: BuiltStanding },
  at: number,
): Promise<boolean> =>
  (await tx.run(changeState, {
    ...placeOf(slot),
    token: leaseToken,
    before: 'building',
    after: state,
    digest: bands === null ? null : JSON.stringify(bands),
    support: support === null ? null : packed(support),
    at,
  })) === 1

const NOTHING = { digest: null, support: null } as const

/** Releases the lease of a failed build; the attempt stays counted. */
export async function releaseLease(tx: Tx, slot: StandingDay, leaseToken: number, at: number): Promise<void> {
  await tx.run(changeState, {
    ...placeOf(slot),
    ...NOTHING,
    token: leaseToken,
    before: 'building',
    after: 'failed',
    at,
  })
}

/**
 * The row as it may be shown now. If evidence is gone, the release is stored as stale for the rest of its day, even if
 * the evidence returns (AMB-88).
 */
export async function revalidate(
  database: Database,
  slot: StandingDay,
  row: StandingRow,
  at: number,
): Promise<StandingRow> {
  if (row.state !== 'ready' || (await isStillValid(database.read, slot, unpacked(row.support!)))) return row
  await database.transact(
    (tx) =>
      tx.run(changeState, { ...placeOf(slot), ...NOTHING, token: row.fence, before: 'ready', after: 'stale', at }),
    { quiet: true },
  )
  return (await readRow(database.read, slot))!
}

/** `stale` also applies to a response after the end of the day. */
export function digestView(slot: StandingDay, row: StandingRow, over: boolean): StandingDigest {
  const status: StandingStatus = over ? 'stale' : isReleased(row) ? (row.state as StandingStatus) : 'pending'
  const { from, to } = windowOf(slot)
  return {
    schemaVersion: 1,
    policyVersion: 'v1',
    coverage: 'public_reply_engagement_v1',
    status,
    windowStart: iso(from),
    windowEnd: iso(to),
    updatedAt: iso(row.updated_at),
    nextUpdateAt: iso(dayStart(slot.day + 1)),
    ...(status === 'ready' ? (JSON.parse(row.digest!) as Bands) : NO_BANDS),
  }
}

const KEPT_DAYS = 40

/** Removes releases of days that can no longer be requested. */
export async function sweepStandings(tx: Tx, at: number, limit: number): Promise<number> {
  const old = await tx.sql
    .selectFrom('standings')
    .select(['world_id', 'agent_id', 'day'])
    .where('day', '<', utcDay(at) - KEPT_DAYS)
    .orderBy('day')
    .limit(limit)
    .execute()
  for (const row of old)
    await tx.sql
      .deleteFrom('standings')
      .where('world_id', '=', row.world_id)
      .where('agent_id', '=', row.agent_id)
      .where('day', '=', row.day)
      .execute()
  return old.length
}

/** Deletes all digests of an erased visitor: at most one per kept day. */
export async function eraseStandingsOf(tx: Tx, worldId: string, agentId: string): Promise<void> {
  await tx.sql.deleteFrom('standings').where('world_id', '=', worldId).where('agent_id', '=', agentId).execute()
}
