// Wants of residents: storage, progress, outcome and news.
import type { WantKind } from '@agent-network/voice/life'
import { DAY_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../../platform/db/database.ts'
import { upsertOf } from '../../../platform/db/statements.ts'
import type { Tables } from '../../../platform/db/tables/tables.ts'
import type { RelationshipRow } from '../../../stores/minds/reputations.ts'

export type WantRow = Tables['wants']

const put = upsertOf('wants', [
  'world_id',
  'id',
  'agent_id',
  'kind',
  'goal',
  'other_id',
  'target',
  'progress',
  'told',
  'status',
  'created_at',
  'updated_at',
])
const latest = prepare<{ world: string; agent: string }, WantRow>((sql, param) =>
  sql
    .selectFrom('wants')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(1)),
)

/** The current or last want of an agent. */
export const readWant = async (read: Read, worldId: string, agentId: string): Promise<WantRow | null> =>
  (await read.first(latest, { world: worldId, agent: agentId })) ?? null

export const putWant = (tx: Tx, row: WantRow): Promise<number> => tx.run(put, row)

/** Values from which the progress of a want is computed each night. */
export interface WantMeasures {
  readonly edge: Pick<RelationshipRow, 'affinity' | 'trust' | 'interaction_count'> | undefined
  readonly bearsGrudge: boolean
  readonly followers: number
  /** Number of supporters of the idea. */
  readonly carriers: number
  /** Posts of today, and whether the day was bad. */
  readonly posts: number
  readonly wasPoor: boolean
  /** 0 to 1: random part of the daily progress. */
  readonly randomShare: number
}

const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000

/** Value at the start, for wants that are measured against it. */
export function startOf(kind: WantKind, { edge, followers }: WantMeasures): number {
  if (kind === 'reconcile') return edge?.affinity ?? 0
  if (kind === 'learn') return edge?.interaction_count ?? 0
  return kind === 'heard' ? followers : 0
}

/** Targets: dealings with a teacher, new followers, supporters of an idea. */
const LESSONS = 24
const LISTENERS = 4
const CARRIERS = 6
/** Affinity of a reconciled pair, and the values of a friend. */
const RECONCILED = 0.05
const FRIEND = { affinity: 0.35, trust: 0.45 } as const

/** Progress from 0 to 1. A want to make something changes daily, and backwards on a bad day. */
export function progressOf(
  { kind, target, progress }: Pick<WantRow, 'kind' | 'target' | 'progress'>,
  now: WantMeasures,
) {
  const { edge, bearsGrudge } = now
  switch (kind as WantKind) {
    case 'make':
      return clamp(progress + (now.wasPoor ? -0.06 : 0.02 + now.randomShare * 0.05 + Math.min(3, now.posts) * 0.015))
    case 'reconcile': {
      const there = ((edge?.affinity ?? 0) - target) / Math.max(0.1, RECONCILED - target)
      return clamp(bearsGrudge ? Math.min(0.8, there) : there)
    }
    case 'befriend':
      return clamp(Math.min((edge?.affinity ?? 0) / FRIEND.affinity, (edge?.trust ?? 0) / FRIEND.trust))
    case 'learn':
      return clamp(((edge?.interaction_count ?? 0) - target) / LESSONS)
    case 'heard':
      return clamp((now.followers - target) / LISTENERS)
    case 'idea':
      return clamp(now.carriers / CARRIERS)
    case 'beat':
      return progress
  }
}

/** A want is given up after its maximum duration, or after a time without progress. */
const LONGEST_MS = 35 * DAY_MS
const STUCK_MS = 14 * DAY_MS

/** Status of a want tonight. */
export function outcomeOf({ progress, created_at, updated_at }: WantRow, at: number): 'open' | 'reached' | 'given_up' {
  if (progress >= 1) return 'reached'
  return at - created_at > LONGEST_MS || at - updated_at > STUCK_MS ? 'given_up' : 'open'
}

/** Change in progress that is announced. */
const NEWS_CHANGE = 0.45

/** Unannounced news of a want; null if there is none. `told` is below 0 before the first announcement. */
export function newsOf({ status, progress, told }: Pick<WantRow, 'status' | 'progress' | 'told'>) {
  if (status === 'reached' || status === 'given_up') return told > 1 ? null : (status as 'reached' | 'given_up')
  if (told < 0) return 'begun'
  if (progress - told >= NEWS_CHANGE) return 'nearer'
  return told - progress >= NEWS_CHANGE ? 'set_back' : null
}

/** Value of `told` after the announcement. */
export const toldValueAfter = ({ status, progress }: Pick<WantRow, 'status' | 'progress'>): number =>
  status === 'open' ? progress : 2
