import { logPublic } from '../chronicle/public-log.ts'
import type { Read, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type ChallengeRow = Tables['challenges']

interface OpenChallenge {
  readonly row: ChallengeRow
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

/** What a challenge asks for. */
export type Challenge = Pick<ChallengeRow, 'id' | 'title' | 'description'>

export async function challengesWith(
  read: Read,
  worldId: string,
  status: 'open' | 'judging',
): Promise<readonly Challenge[]> {
  return read.sql
    .selectFrom('challenges')
    .select(['id', 'title', 'description'])
    .where('world_id', '=', worldId)
    .where('status', '=', status)
    .execute()
}

export async function openChallenge(tx: Tx, row: Omit<ChallengeRow, 'status'>): Promise<void> {
  await tx.sql
    .insertInto('challenges')
    .values({ ...row, status: 'open' })
    .execute()
  const at = row.created_at
  logPublic(tx, row.world_id, { kind: 'challenge', at, subjectId: row.id, topicId: row.topic_id ?? '' })
}

/** Open challenges whose closing time has passed wait for their judgement. */
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
  /** Reputation of its author, 0 to 100; null for one that has none. */
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

/** Scores every entry that has no score yet, then closes the challenge. */
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
