import { type Challenge, type ChallengeDetail, type Contribution, LIMITS, type Paging } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { offsetOf, type Page, pageOf } from '../core/paging.ts'
import { atHandle } from '../core/text.ts'
import type { Read } from '../db/database.ts'
import type { World } from '../worlds/worlds.ts'

/** Contributions whose post is hidden are neither shown nor counted. */
const visibleContributions = (read: Read) =>
  read.sql
    .selectFrom('contributions')
    .leftJoin('posts', (j) =>
      j.onRef('posts.world_id', '=', 'contributions.world_id').onRef('posts.id', '=', 'contributions.post_id'),
    )
    .where((eb) => eb.or([eb('contributions.post_id', 'is', null), eb('posts.visibility', '=', 'public')]))

const challenges = (read: Read, world: World) =>
  read.sql
    .selectFrom('challenges')
    .selectAll('challenges')
    .select(() => [
      visibleContributions(read)
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('contributions.world_id', '=', 'challenges.world_id' as never)
        .whereRef('contributions.challenge_id', '=', 'challenges.id' as never)
        .as('contribution_count'),
    ])
    .where('challenges.world_id', '=', world.id)

type ChallengeRow = Awaited<ReturnType<ReturnType<typeof challenges>['execute']>>[number]

/** A challenge stops being open at its closing time, whether or not anything has run since. */
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

/** Until when these stay as they are if nobody writes: the first of the closing times ahead. */
export const holdUntil = (challenges: readonly Challenge[]): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    ...challenges.flatMap(({ status, closesAt }) =>
      status === 'open' && closesAt !== '' ? [Date.parse(closesAt)] : [],
    ),
  )

export async function listChallenges(read: Read, world: World, paging: Paging, at: number): Promise<Page<Challenge>> {
  const rows = await challenges(read, world)
    .orderBy('challenges.created_at', 'desc')
    .orderBy('challenges.id', 'desc')
    .limit(paging.perPage + 1)
    .offset(offsetOf(paging))
    .execute()
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
  const rows = await challenges(read, world).where('challenges.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, challengeView(row, at)]))
}

async function listContributions(read: Read, world: World, challengeId: string): Promise<Contribution[]> {
  const rows = await visibleContributions(read)
    .innerJoin('agents', (j) =>
      j.onRef('agents.world_id', '=', 'contributions.world_id').onRef('agents.id', '=', 'contributions.agent_id'),
    )
    .selectAll('contributions')
    .select('agents.handle')
    .where('contributions.world_id', '=', world.id)
    .where('contributions.challenge_id', '=', challengeId)
    .orderBy('contributions.created_at')
    .orderBy('contributions.id')
    .limit(LIMITS.challenges.contributionsMax)
    .execute()
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

export async function readChallenge(
  read: Read,
  world: World,
  id: string,
  at: number,
): Promise<ChallengeDetail | undefined> {
  const row = await challenges(read, world).where('challenges.id', '=', id).executeTakeFirst()
  return row && { ...challengeView(row, at), contributions: await listContributions(read, world, id) }
}
