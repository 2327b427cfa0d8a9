// Challenges and contributions: lists, opening, judging and closing.
import { type Challenge, type ChallengeDetail, type Contribution, LIMITS, type Paging } from '@agent-network/contract'
import { type Expression, sql as fragment, type Kysely } from 'kysely'
import { offsetOf, type Page, pageOf } from '../../platform/core/api-error.ts'
import { atHandle } from '../../platform/core/text.ts'
import { isoOrEmpty } from '../../platform/core/time.ts'
import { literal, prepare, type Read, type Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'
import { logPublicEvent } from '../event-log/public-log.ts'

/** Contributions whose post is hidden are neither shown nor counted. */
const visibleContributions = (sql: Kysely<Tables>) =>
  sql
    .selectFrom('contributions')
    .leftJoin('posts', (j) =>
      j.onRef('posts.world_id', '=', 'contributions.world_id').onRef('posts.id', '=', 'contributions.post_id'),
    )
    .where((eb) => eb.or([eb('contributions.post_id', 'is', null), eb('posts.visibility', '=', literal('public'))]))

const challenges = (sql: Kysely<Tables>, world: Expression<string>) =>
  sql
    .selectFrom('challenges')
    .selectAll('challenges')
    .select(() => [
      visibleContributions(sql)
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('contributions.world_id', '=', 'challenges.world_id' as never)
        .whereRef('contributions.challenge_id', '=', 'challenges.id' as never)
        .as('contribution_count'),
    ])
    .where('challenges.world_id', '=', world)

type ChallengeRow = Tables['challenges'] & { readonly contribution_count: number | null }

/** A challenge is not open after its closing time, even if no sweep has run since. */
const statusAt = (row: ChallengeRow, at: number): Challenge['status'] =>
  row.status === 'open' && row.closes_at >= 0 && at >= row.closes_at ? 'judging' : (row.status as Challenge['status'])

const challengeView = (row: ChallengeRow, at: number): Challenge => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: statusAt(row, at),
  topicId: row.topic_id,
  contributionCount: Number(row.contribution_count ?? 0),
  opensAt: isoOrEmpty(row.opens_at),
  closesAt: isoOrEmpty(row.closes_at),
  createdAt: isoOrEmpty(row.created_at),
})

/** The earliest future closing time: until then the list stays the same without writes. */
export const nextClosingTime = (challenges: readonly Challenge[]): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    ...challenges.flatMap(({ status, closesAt }) =>
      status === 'open' && closesAt !== '' ? [Date.parse(closesAt)] : [],
    ),
  )

type OfPage = { world: string; limit: number; offset: number }
const pageOfChallenges = prepare<OfPage, ChallengeRow>((sql, param) =>
  challenges(sql, param('world'))
    .orderBy('challenges.created_at', 'desc')
    .orderBy('challenges.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

export async function listChallenges(read: Read, world: World, paging: Paging, at: number): Promise<Page<Challenge>> {
  const rows = await read.all(pageOfChallenges, {
    world: world.id,
    limit: paging.perPage + 1,
    offset: offsetOf(paging),
  })
  return pageOf(
    rows.map((row) => challengeView(row, at)),
    paging,
  )
}

export async function readChallengesById(
  read: Read,
  world: World,
  ids: readonly string[],
  at: number,
): Promise<Map<string, Challenge>> {
  if (ids.length === 0) return new Map()
  const rows = await challenges(read.sql, fragment.val(world.id)).where('challenges.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, challengeView(row, at)]))
}

type ContributionRow = Omit<Tables['contributions'], 'world_id' | 'challenge_id'> & { handle: string }
const contributionsTo = prepare<{ world: string; challenge: string }, ContributionRow>((sql, param) =>
  visibleContributions(sql)
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'contributions.world_id').onRef('agents.id', '=', 'contributions.agent_id'),
    )
    .selectAll('contributions')
    .select('agents.handle')
    .where('contributions.world_id', '=', param('world'))
    .where('contributions.challenge_id', '=', param('challenge'))
    .orderBy('contributions.created_at')
    .orderBy('contributions.id')
    .limit(literal(LIMITS.challenges.contributionsMax)),
)

async function listContributions(read: Read, world: World, challengeId: string): Promise<Contribution[]> {
  const rows = await read.all(contributionsTo, { world: world.id, challenge: challengeId })
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    agentHandle: atHandle(row.handle),
    postId: row.post_id,
    text: row.text,
    score: row.score,
    createdAt: isoOrEmpty(row.created_at),
  }))
}

const challengeById = prepare<{ world: string; id: string }, ChallengeRow>((sql, param) =>
  challenges(sql, param('world')).where('challenges.id', '=', param('id')),
)

export async function readChallenge(
  read: Read,
  world: World,
  id: string,
  at: number,
): Promise<ChallengeDetail | undefined> {
  const [row, contributions] = await Promise.all([
    read.first(challengeById, { world: world.id, id }),
    listContributions(read, world, id),
  ])
  return row && { ...challengeView(row, at), contributions }
}

type StoredChallengeRow = Tables['challenges']

interface OpenChallenge {
  readonly row: StoredChallengeRow
  readonly entrants: ReadonlySet<string>
}

export async function readOpenChallenges(read: Read, worldId: string, limit: number): Promise<OpenChallenge[]> {
  const rows = await read.sql
    .selectFrom('challenges')
    .selectAll()
    .where('world_id', '=', worldId)
    .where('status', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute()
  const entries = await read.sql
    .selectFrom('contributions')
    .select(['challenge_id', 'agent_id'])
    .where('world_id', '=', worldId)
    .where('challenge_id', 'in', ['', ...rows.map(({ id }) => id)])
    .execute()
  return rows.map((row) => ({
    row,
    entrants: new Set(entries.filter((entry) => entry.challenge_id === row.id).map(({ agent_id }) => agent_id)),
  }))
}

/** The task of a challenge. */
export type ChallengeTask = Pick<StoredChallengeRow, 'id' | 'title' | 'description'>

export async function challengesWith(
  read: Read,
  worldId: string,
  status: 'open' | 'judging',
): Promise<readonly ChallengeTask[]> {
  return read.sql
    .selectFrom('challenges')
    .select(['id', 'title', 'description'])
    .where('world_id', '=', worldId)
    .where('status', '=', status)
    .execute()
}

export async function openChallenge(tx: Tx, row: Omit<StoredChallengeRow, 'status'>): Promise<void> {
  await tx.sql
    .insertInto('challenges')
    .values({ ...row, status: 'open' })
    .execute()
  const at = row.created_at
  logPublicEvent(tx, row.world_id, { kind: 'challenge', at, subjectId: row.id, topicId: row.topic_id ?? '' })
}

/** Ends open challenges past their closing time; they then wait for judging. */
export async function endOpenChallenges(tx: Tx, worldId: string, at: number): Promise<void> {
  await tx.sql
    .updateTable('challenges')
    .set({ status: 'judging' })
    .where('world_id', '=', worldId)
    .where('status', '=', 'open')
    .where('closes_at', '<=', at)
    .execute()
}

export interface ChallengeEntry {
  readonly id: string
  readonly text: string
  /** Reputation of its author, 0 to 100; null if it has none. */
  readonly authorScore: number | null
}

async function unscoredEntries(read: Read, worldId: string, challengeId: string): Promise<ChallengeEntry[]> {
  const rows = await read.sql
    .selectFrom('contributions as c')
    .leftJoin('reputations as r', (j) =>
      j.onRef('r.world_id', '=', 'c.world_id').onRef('r.agent_id', '=', 'c.agent_id'),
    )
    .select(['c.id', 'c.text', 'r.score'])
    .where('c.world_id', '=', worldId)
    .where('c.challenge_id', '=', challengeId)
    .where('c.score', 'is', null)
    .execute()
  return rows.map(({ id, text, score }) => ({ id, text, authorScore: score }))
}

/** Scores every entry without a score, then closes the challenge. */
export async function judgeChallenge(
  tx: Tx,
  { worldId, id }: { worldId: string; id: string },
  scoreOf: (entry: ChallengeEntry) => number,
): Promise<void> {
  for (const entry of await unscoredEntries(tx, worldId, id))
    await tx.sql
      .updateTable('contributions')
      .set({ score: scoreOf(entry) })
      .where('world_id', '=', worldId)
      .where('id', '=', entry.id)
      .execute()
  await tx.sql
    .updateTable('challenges')
    .set({ status: 'closed' })
    .where('world_id', '=', worldId)
    .where('id', '=', id)
    .execute()
}

export async function addContribution(tx: Tx, row: Tables['contributions']): Promise<void> {
  await tx.sql.insertInto('contributions').values(row).execute()
}
