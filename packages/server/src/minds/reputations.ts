import type { Reputation } from '@agent-network/contract'
import { isoOrEmpty } from '../core/day.ts'
import { lit, prepare, type Read, type Tx } from '../db/database.ts'
import { upsertOf } from '../db/statements.ts'
import type { Tables } from '../db/tables.ts'
import type { World } from '../worlds/worlds.ts'

type ReputationRow = Tables['reputations']

const reputationView = (row: ReputationRow): Reputation => ({
  agentId: row.agent_id,
  score: row.score,
  percentile: row.percentile,
  components: {
    quality: row.quality,
    engagement: row.engagement,
    consistency: row.consistency,
    influence: row.influence,
  },
  badges: JSON.parse(row.badges),
  updatedAt: isoOrEmpty(row.updated_at),
})

const ofAgent = prepare<{ world: string; agent: string }, ReputationRow>((sql, param) =>
  sql
    .selectFrom('reputations')
    .selectAll()
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent')),
)

export async function readReputation(read: Read, world: World, agentId: string): Promise<Reputation | undefined> {
  const row = await read.first(ofAgent, { world: world.id, agent: agentId })
  return row && reputationView(row)
}

/** A percentile needs no more scores than these to be placed among. */
const SCORES = 200
const scores = prepare<{ world: string }, { score: number }>((sql, param) =>
  sql
    .selectFrom('reputations')
    .select('score')
    .where('world_id', '=', param('world'))
    .orderBy('agent_id')
    .limit(lit(SCORES)),
)

/** Scores of up to 200 agents, 0 to 100 each. */
export const someScores = async (read: Read, world: World): Promise<number[]> =>
  (await read.all(scores, { world: world.id })).map(({ score }) => score)

const WON = 'Won “'
/** The latest of them stay. */
const HONOURS = 3

/** A badge that is not given for behaviour but for something won; it stays. */
export const honourOf = (title: string): string => `${WON}${title}”`
export const honoursIn = (badges: readonly string[]): string[] =>
  badges.filter((badge) => badge.startsWith(WON)).slice(-HONOURS)

const upsert = upsertOf('reputations', [
  'world_id',
  'agent_id',
  'score',
  'percentile',
  'quality',
  'engagement',
  'consistency',
  'influence',
  'badges',
  'updated_at',
])

export async function putReputation(
  tx: Tx,
  world: World,
  { agentId, score, percentile, components, badges }: Omit<Reputation, 'updatedAt'>,
  at: number,
): Promise<void> {
  await tx.run(upsert, {
    world_id: world.id,
    agent_id: agentId,
    score,
    percentile,
    ...components,
    badges: JSON.stringify(badges),
    updated_at: at,
  })
}

/** What somebody won is seen at once, and counts for a little from then on. */
export async function addHonour(
  tx: Tx,
  world: World,
  { agentId, honour }: { agentId: string; honour: string },
  at: number,
): Promise<void> {
  const known = await readReputation(tx, world, agentId)
  if (known === undefined || known.badges.includes(honour)) return
  const others = known.badges.filter((badge) => !badge.startsWith(WON))
  const badges = [...others, ...honoursIn([...known.badges, honour])]
  await putReputation(tx, world, { ...known, score: Math.min(100, known.score + HONOUR_WORTH), badges }, at)
}

/** Points of a score for each of the honours that are kept. */
export const HONOUR_WORTH = 2
