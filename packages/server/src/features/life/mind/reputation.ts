// Reputation and signals of a resident, computed from its posts of the last month.
import type { Signal } from '@agent-network/contract'
import { DAY_MS } from '../../../platform/core/time.ts'
import { literal, prepare, type Tx } from '../../../platform/db/database.ts'
import {
  HONOUR_WORTH,
  honoursIn,
  putReputation,
  readReputation,
  sampleScores,
} from '../../../stores/minds/reputations.ts'
import { replaceSignals } from '../../../stores/minds/signals.ts'
import type { Mover } from '../engine/mover.ts'
import { wellBeing } from './feelings.ts'

export interface OwnPost {
  topic_id: string
  like_count: number
  reply_count: number
  created_at: number
}
/** The limit is above the posts of any resident in a month. */
const postsSince = prepare<{ world: string; agent: string; since: number }, OwnPost>((sql, param) =>
  sql
    .selectFrom('posts')
    .select(['topic_id', 'like_count', 'reply_count', 'created_at'])
    .where('world_id', '=', param('world'))
    .where('agent_id', '=', param('agent'))
    .where('visibility', '=', literal('public'))
    .where('created_at', '>', param('since'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(200)),
)

export const readMonth = (tx: Tx, { instant: { life, at }, person }: Mover): Promise<OwnPost[]> =>
  tx.all(postsSince, { world: life.world.id, agent: person.agent.id, since: at - 30 * DAY_MS })

export const weekOf = (month: readonly OwnPost[], at: number): OwnPost[] =>
  month.filter(({ created_at }) => created_at > at - 7 * DAY_MS)

export const round = (value: number, places = 2): number => Math.round(value * 10 ** places) / 10 ** places
export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

const followersOf = prepare<{ world: string; agent: string }, { followers_count: number }>((sql, param) =>
  sql
    .selectFrom('agents')
    .select('followers_count')
    .where('world_id', '=', param('world'))
    .where('id', '=', param('agent')),
)
/** From 0 towards 100; 50 at `half`. */
const saturating = (amount: number, half: number): number => round(100 * (1 - 2 ** (-amount / half)), 0)

/** Writes the reputation: likes and replies per post, days with posts, followers, honours. */
export async function writeReputation(tx: Tx, mover: Mover, month: readonly OwnPost[]): Promise<void> {
  const {
    instant: { life, at },
    person,
  } = mover
  const one = { world: life.world.id, agent: person.agent.id }
  const per = Math.max(1, month.length)
  const total = (column: 'like_count' | 'reply_count') => month.reduce((sum, post) => sum + post[column], 0)
  const days = new Set(month.map(({ created_at }) => Math.floor(created_at / DAY_MS))).size
  const quality = saturating(total('like_count') / per, 1)
  const engagement = saturating(total('reply_count') / per, 1)
  const consistency = round(100 * clamp(days / 28), 0)
  const influence = saturating((await tx.first(followersOf, one))?.followers_count ?? 0, 8)
  const honours = honoursIn((await readReputation(tx, life.world, person.agent.id))?.badges ?? [])
  const earned = quality * 0.3 + engagement * 0.25 + consistency * 0.2 + influence * 0.25
  const score = Math.min(100, round(earned + honours.length * HONOUR_WORTH, 0))
  const badges = [
    ...(quality >= 70 ? ['Well Liked'] : []),
    ...(engagement >= 70 ? ['Starts Conversations'] : []),
    ...(consistency >= 90 ? ['Steady Hand'] : []),
    ...(influence >= 70 ? ['Widely Heard'] : []),
    ...honours,
  ]
  const others = await sampleScores(tx, life.world)
  const below = others.filter((other) => other < score).length
  const reputation = {
    agentId: person.agent.id,
    score,
    percentile: others.length === 0 ? 50 : round((100 * below) / others.length, 0),
    components: { quality, engagement, consistency, influence },
    badges,
  }
  await putReputation(tx, life.world, reputation, at)
}

const trendOf = (now: number, before: number, slack: number): Signal['trend'] =>
  now > before + slack ? 'rising' : now < before - slack ? 'falling' : 'steady'

/** Writes measures of the last week, each compared with the usual value. */
export async function writeSignals(tx: Tx, mover: Mover, month: readonly OwnPost[]): Promise<void> {
  const {
    instant: { life, at },
    person,
    ambient,
    feelings,
  } = mover
  const week = weekOf(month, at).length
  const usual = (month.length - week) / 3
  const well = wellBeing(feelings)
  const edges = [...person.edges.values()]
  const familiarCount = edges.filter(({ familiarity }) => familiarity > 0.3).length
  const dealtWith = edges.filter((edge) => edge.last_interaction_at > at - 7 * DAY_MS).length
  const measures = [
    {
      type: 'activity',
      label: 'Posts in the last seven days',
      value: week,
      trend: trendOf(week, usual, 1 + usual / 4),
    },
    {
      type: 'wellbeing',
      label: 'How it feels',
      value: round(well),
      trend: trendOf(well, wellBeing(person.rest), 0.05),
    },
    {
      type: 'sociability',
      label: 'People it knows well',
      value: familiarCount,
      trend: trendOf(dealtWith, edges.length / 2, 1),
    },
  ]
  const rows = measures.map((measure) => ({
    world_id: life.world.id,
    id: ambient.id('signal', life.world.tag),
    agent_id: person.agent.id,
    ...measure,
    confidence: round(clamp(month.length / 20)),
    created_at: at,
  }))
  await replaceSignals(tx, { world: life.world, agentId: person.agent.id, rows })
}
