// Deferred counters: a bulk import adds up its counts and writes each counter once.
import { literal, prepare, type Tx } from '../../platform/db/database.ts'
import { addToColumns } from '../../platform/db/statements.ts'
import { ALL_DAYS } from '../../platform/db/tables/tables.ts'
import type { World } from '../../platform/worlds/worlds.ts'

const AGENT_COUNTERS = ['post_count', 'reply_count', 'followers_count', 'following_count'] as const
const POST_COUNTERS = ['like_count', 'reply_count'] as const
export type AgentCounter = (typeof AGENT_COUNTERS)[number]
export type PostCounter = (typeof POST_COUNTERS)[number]

/** The counts that many posts, replies and ties add to one world. */
export class DeferredCounts {
  readonly agents = new Map<string, Record<AgentCounter, number>>()
  readonly posts = new Map<string, Record<PostCounter, number>>()
  readonly replyLikes = new Map<string, number>()
  /** By scope, then day. */
  readonly tallies = new Map<string, Map<number, number>>()
  /** By topic, then day, then agent. */
  readonly voices = new Map<string, Map<number, Map<string, number>>>()
  readonly topicPosts = new Map<string, number>()

  agent(id: string, counter: AgentCounter, n: number): void {
    getOr(this.agents, id, noAgentCounts)[counter] += n
  }

  post(id: string, counter: PostCounter, n: number): void {
    getOr(this.posts, id, noPostCounts)[counter] += n
  }

  likeReply(id: string, n: number): void {
    add(this.replyLikes, id, n)
  }

  tally(scope: string, day: number, n: number): void {
    add(getOr(this.tallies, scope, emptyMap<number, number>), day, n)
  }

  voice(topic: string, day: number, agent: string, n: number): void {
    const days = getOr(this.voices, topic, emptyMap<number, Map<string, number>>)
    add(getOr(days, day, emptyMap<string, number>), agent, n)
  }

  topicPost(topic: string, n: number): void {
    add(this.topicPosts, topic, n)
  }
}

const noAgentCounts = () => ({ post_count: 0, reply_count: 0, followers_count: 0, following_count: 0 })
const noPostCounts = () => ({ like_count: 0, reply_count: 0 })
const emptyMap = <K, V>() => new Map<K, V>()

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key)
  if (found === undefined) {
    found = make()
    map.set(key, found)
  }
  return found
}

const add = <K>(map: Map<K, number>, key: K, n: number): void => {
  map.set(key, (map.get(key) ?? 0) + n)
}

/**
 * A transaction that writes its counts at the end. All of them are additions, so the order does not matter. A counter
 * that thousands of rows change is written once.
 */
export interface DeferredCountTx extends Tx {
  readonly deferred: Map<World['id'], DeferredCounts>
}

export const deferCounts = (tx: Tx): DeferredCountTx => ({ ...tx, deferred: new Map() })

/** The deferred counts of this transaction, or null if it counts directly. */
export function deferredCountsOf(tx: Tx, worldId: string): DeferredCounts | null {
  const { deferred } = tx as Partial<DeferredCountTx>
  return deferred === undefined ? null : getOr(deferred, worldId, () => new DeferredCounts())
}

interface Target {
  [name: string]: string | number
  world: string
  id: string
}

/** Sets the agent count of a topic from its voices, which must be written before. */
const countTopic = prepare<Target & { n: number }, unknown>((sql, param) =>
  sql
    .updateTable('topics')
    .set((eb) => ({
      post_count: eb('post_count', '+', param('n')),
      agent_count: eb
        .selectFrom('topic_voices')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('world_id', '=', param('world'))
        .where('topic_id', '=', param('id'))
        .where('day', '=', ALL_DAYS)
        .where('n', '>', 0),
      last_post_at: eb.fn.coalesce(
        eb
          .selectFrom('posts')
          .select('posts.created_at')
          .where('posts.world_id', '=', param('world'))
          .where('posts.topic_id', '=', param('id'))
          .where('posts.visibility', '=', literal('public'))
          .orderBy('posts.created_at', 'desc')
          .orderBy('posts.id', 'desc')
          .limit(1),
        eb.lit(-1),
      ),
    }))
    .where('world_id', '=', param('world'))
    .where('id', '=', param('id')),
)

const byKey = <V>(map: ReadonlyMap<string, V>): [string, V][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

/** Rows per statement. */
const BATCH = 250

async function addRows<R>(rows: readonly R[], insert: (batch: R[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += BATCH) await insert(rows.slice(i, i + BATCH))
}

async function writeWorldCounts(tx: Tx, world: string, counts: DeferredCounts): Promise<void> {
  await addToColumns(
    tx,
    { table: 'agents', worldId: world, columns: AGENT_COUNTERS },
    byKey(counts.agents).map(([id, counters]) => [id, ...AGENT_COUNTERS.map((counter) => counters[counter])]),
  )
  await addToColumns(
    tx,
    { table: 'posts', worldId: world, columns: POST_COUNTERS },
    byKey(counts.posts).map(([id, counters]) => [id, ...POST_COUNTERS.map((counter) => counters[counter])]),
  )
  await addToColumns(tx, { table: 'replies', worldId: world, columns: ['like_count'] }, byKey(counts.replyLikes))

  const tallies = byKey(counts.tallies).flatMap(([scope, days]) =>
    [...days].map(([day, n]) => ({ world_id: world, scope, day, n })),
  )
  await addRows(
    tallies.filter(({ n }) => n !== 0),
    (batch) =>
      tx.sql
        .insertInto('tallies')
        .values(batch)
        .onConflict((c) =>
          c
            .columns(['world_id', 'scope', 'day'])
            .doUpdateSet((eb) => ({ n: eb('tallies.n', '+', eb.ref('excluded.n')) })),
        )
        .execute(),
  )
  const voices = byKey(counts.voices).flatMap(([topic_id, days]) =>
    [...days].flatMap(([day, agents]) =>
      byKey(agents).map(([agent_id, n]) => ({ world_id: world, topic_id, day, agent_id, n })),
    ),
  )
  await addRows(
    voices.filter(({ n }) => n !== 0),
    (batch) =>
      tx.sql
        .insertInto('topic_voices')
        .values(batch)
        .onConflict((c) =>
          c
            .columns(['world_id', 'topic_id', 'day', 'agent_id'])
            .doUpdateSet((eb) => ({ n: eb('topic_voices.n', '+', eb.ref('excluded.n')) })),
        )
        .execute(),
  )
  for (const [id, n] of byKey(counts.topicPosts)) await tx.run(countTopic, { world, id, n })
}

/** Writes the deferred counts. Until then the counters in this transaction are out of date. */
export async function writeDeferredCounts(tx: DeferredCountTx): Promise<void> {
  for (const [world, counts] of byKey(tx.deferred)) await writeWorldCounts(tx, world, counts)
  tx.deferred.clear()
}
